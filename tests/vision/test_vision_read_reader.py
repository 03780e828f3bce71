"""Which findings become sightings: asked of a reader whose networks say what the test tells them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from models.framing import CROP, STRIDE, TURNS
from vision.errors import ModelError
from vision.reader import DiceReader
from vision.types import ReadStatus

LABELS = tuple("0123456789")
FIND = {"threshold": 0.4, "threshold_expected": 0.2, "plain": 0.7, "support": 0.5}
READ = {"temperature": 1.0, "operating_point": 0.9}
PICTURE = np.full((160, 160, 3), 80, np.uint8)


class Finder:
    """Says that dice of four cells lie at the given cells with the given scores."""

    def __init__(self, scores, numbers=FIND):
        self.card = SimpleNamespace(name="find", numbers=numbers, labels=())
        self.scores = scores

    def run(self, batch):
        rows, columns = batch.shape[1] // STRIDE, batch.shape[2] // STRIDE
        heat = np.zeros((1, 1, rows, columns), np.float32)
        shape = np.zeros((1, 4, rows, columns), np.float32)
        shape[:, 2:] = np.log(4.0)
        for (row, column), score in self.scores.items():
            heat[0, 0, row, column] = score
        return [heat, shape]


class Reader:
    """Says the same face of every crop, as surely as told, upright and well framed."""

    def __init__(self, face=7, sure=0.99, numbers=READ, labels=LABELS):
        self.card = SimpleNamespace(name="read", numbers=numbers, labels=labels)
        chances = np.full(10, (1 - sure) / 9)
        chances[face] = sure
        self.logits = np.log(chances)

    def run(self, batch):
        assert batch.shape[1:] == (CROP, CROP, 3)
        count = len(batch)
        turns = np.zeros((count, TURNS), np.float32)
        turns[:, 0] = 20.0
        faces = np.tile(self.logits, (count, 1)).astype(np.float32)
        return [faces, turns, np.zeros((count, 3), np.float32)]


def test_a_plain_die_counts_whatever_its_reading():
    (sighting,) = DiceReader(Finder({(5, 5): 0.9}), Reader(sure=0.2)).look(PICTURE)
    assert sighting.found == pytest.approx(0.9)
    assert sighting.status is ReadStatus.UNSURE


@pytest.mark.parametrize(("sure", "count"), [(0.95, 1), (0.3, 0)])
def test_a_doubtful_die_counts_only_where_its_reading_supports_it(sure, count):
    sightings = DiceReader(Finder({(5, 5): 0.5}), Reader(sure=sure)).look(PICTURE)
    assert len(sightings) == count


def test_a_finding_below_the_threshold_counts_only_when_it_was_asked_for():
    reader = DiceReader(Finder({(5, 5): 0.3}), Reader())
    assert reader.look(PICTURE) == ()
    assert len(reader.look(PICTURE, expect=("d10",))) == 1


def test_asking_for_one_die_does_not_call_up_two():
    reader = DiceReader(Finder({(5, 4): 0.3, (5, 14): 0.35}), Reader())
    (sighting,) = reader.look(PICTURE, expect=("d10",))
    assert sighting.found == pytest.approx(0.35)


def test_asking_never_takes_a_plain_die_away():
    reader = DiceReader(Finder({(5, 4): 0.9, (5, 14): 0.8}), Reader())
    assert len(reader.look(PICTURE, expect=("d10",))) == 2


def test_a_sighting_tells_face_confidence_and_box():
    (sighting,) = DiceReader(Finder({(10, 5): 0.9}), Reader(face=3, sure=0.95)).look(PICTURE)
    assert (sighting.face, sighting.status) == ("3", ReadStatus.READ)
    assert sighting.confidence == pytest.approx(0.95, abs=0.001)
    assert sighting.box.centre == (44.0, 84.0)
    assert (sighting.box.w, sighting.box.h) == (32, 32)


def test_a_temperature_softens_what_is_told():
    warm = {"temperature": 2.0, "operating_point": 0.9}
    (sighting,) = DiceReader(Finder({(5, 5): 0.9}), Reader(sure=0.95, numbers=warm)).look(PICTURE)
    assert sighting.confidence < 0.9
    assert sighting.status is ReadStatus.UNSURE


def test_a_box_is_kept_inside_the_picture():
    (sighting,) = DiceReader(Finder({(0, 19): 0.9}), Reader()).look(PICTURE)
    box = sighting.box
    assert (box.y, box.x + box.w) == (0, 160)


@pytest.mark.parametrize("lacking", ["threshold", "plain", "support"])
def test_a_card_without_a_number_that_is_needed_is_refused(lacking):
    numbers = {name: value for name, value in FIND.items() if name != lacking}
    with pytest.raises(ModelError, match=f"lacks {lacking}"):
        DiceReader(Finder({}, numbers), Reader())


def test_a_card_without_labels_is_refused():
    with pytest.raises(ModelError, match="lacks labels"):
        DiceReader(Finder({}), Reader(labels=()))
