"""What a table learns of its dice: it makes them surer, and is unlearnt, bounded and kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from taught_stage import PixelEmbedder, table

from models.framing import Frame
from models.labels import FEATURES
from vision.errors import TaughtError
from vision.pictures import load_picture
from vision.reader import open_reader
from vision.taught.learnt import DICE, LOOKS, Learnt, read_learnt
from vision.taught.recognise import TURNS_TAUGHT, Looks, colours
from vision.taught.sets import Origin, example_from
from vision.types import Box, DieSighting

EXAMPLE = example_from(table((80, 80, "cat", "S", 0)), Frame(80, 80, 40), Origin.TABLE)
BOX = Box(10, 10, 40, 40)
UNSURE = DieSighting("d10", "8", 0.8, "unsure", BOX, (("0", 0.15), ("6", 0.03)))


def owners(learnt):
    """Kind and face of each look."""
    return tuple((one.kind, one.face) for one in learnt.remembered)


def looks(way, colour=50.0, turns=TURNS_TAUGHT):
    """Looks at a die whose features point in one of several ways, of a colour."""
    features = np.zeros((1, turns, FEATURES), np.float32)
    features[..., way] = 1.0
    return Looks(features, np.zeros((1, 3), np.float32), np.full((1, 9), colour, np.float32))


def learnt(*what):
    """A table that learnt looks, each a kind, a face, a way of looking and a colour."""
    found = Learnt(PixelEmbedder())
    for kind, face, *look in what:
        found.add(kind, face, EXAMPLE, looks(*look))
    return found


def judged(found, sighting, way, colour=50.0):
    return found.judge(sighting, looks(way, colour, 1))


def test_a_die_that_was_confirmed_is_sure_when_it_lies_so_again():
    now = judged(learnt(("d10", "8", 1)), UNSURE, 1)
    assert (now.kind, now.face, now.status, now.learnt) == ("d10", "8", "read", True)
    assert now.confidence > 0.98


@pytest.mark.parametrize(("way", "colour"), [(2, 50.0), (1, 90.0)])
def test_another_face_and_another_colour_say_nothing_of_it(way, colour):
    found = learnt(("d10", "8", 1), ("d10", "8", 1))
    assert judged(found, UNSURE, way, colour) == UNSURE


def test_what_was_learnt_never_names_a_face():
    doubtful = replace(UNSURE, confidence=0.5, alternatives=(("0", 0.4),))
    assert judged(learnt(("d10", "0", 1), ("d10", "0", 1)), doubtful, 1) == doubtful


def test_what_the_network_hardly_believes_is_asked_however_alike_it_looks():
    doubtful = replace(UNSURE, confidence=0.2)
    assert judged(learnt(("d10", "8", 1)), doubtful, 1) == doubtful


def test_a_look_that_bears_another_face_speaks_against_it():
    both = learnt(("d10", "8", 1), ("d00", "80", 1))
    assert judged(both, UNSURE, 1).status == "read"  # of another kind: kinds are asked for
    both.bring(learnt(("d10", "0", 1)).remembered)
    assert judged(both, UNSURE, 1) == UNSURE


@pytest.mark.parametrize("status", ["read", "cocked"])
def test_what_is_sure_or_cocked_stays_so(status):
    found, image = learnt(), np.full((80, 80, 3), 119, np.uint8)
    found.add("d10", "8", EXAMPLE, replace(looks(1), colours=colours(image[:64, :64])[None]))
    reading = SimpleNamespace(features=looks(1).features[0, 0], frame=Frame(40, 40, 20))
    before = replace(UNSURE, status=status)
    assert found.surer((before,), image, (reading,)) == (before,)
    assert found.surer((UNSURE,), image, (None,)) == (UNSURE,)  # it may be cocked
    assert found.surer((UNSURE,), image, (reading,))[0].learnt


def test_a_wrong_confirmation_is_unlearnt_by_the_next_right_one():
    found = learnt(("d10", "0", 1), ("d10", "0", 1), ("d10", "3", 2), ("d10", "8", 1))
    assert owners(found) == (("d10", "3"), ("d10", "8"))


def test_two_kinds_that_look_alike_are_kept_apart():
    found = learnt(("d10", "10", 1), ("d00", "10", 1))
    assert [kind.name for kind in found.taught().kinds] == ["d10-0", "d00-0"]
    assert owners(found) == (("d10", "10"), ("d00", "10"))


def test_two_colours_are_two_dice():
    found = learnt(("d10", "8", 1, 20.0), ("d10", "8", 1, 80.0), ("d10", "3", 2, 21.0))
    assert [(kind.name, [face.face for face in kind.faces]) for kind in found.taught().kinds] == [
        ("d10-1", ["8"]),
        ("d10-0", ["8", "3"]),
    ]


def test_of_each_face_a_few_looks_are_kept_and_the_oldest_goes():
    found = learnt(*[("d10", "8", 1, 50.0 + number) for number in range(LOOKS + 2)])
    assert len(found) == LOOKS
    assert [one.looks.colours[0, 0] for one in found.remembered] == [52.0, 53.0, 54.0]


def test_of_many_dice_the_one_met_longest_ago_goes():
    found = learnt(*[("d10", "8", number, 20.0 * number) for number in range(DICE)])
    found.add("d10", "3", EXAMPLE, looks(60, 0.0))  # the first one is met again
    found.add("d10", "8", EXAMPLE, looks(61, 20.0 * DICE))
    kept = {one.name for one in found.taught().kinds}
    assert len(kept) == DICE
    assert "d10-0" in kept
    assert "d10-1" not in kept


def test_what_was_learnt_is_there_again_after_it_was_kept(tmp_path):
    path = tmp_path / "learnt" / "a.dice"
    found, embed = learnt(), PixelEmbedder()
    image = table((80, 80, "cat", "S", 0), (220, 120, "dog", "2", 30))
    found.learn(image, Box(50, 50, 60, 60), "d6", "S")
    found.learn(image, Box(190, 90, 60, 60), "d6", "2")
    found.write(path)
    again = read_learnt(path, embed)
    assert embed.crops == 0  # what the network saw was kept as well
    assert again.taught() == found.taught()
    assert sorted(owners(again)) == sorted(owners(found))
    for ours, theirs in zip(found.remembered, again.remembered, strict=True):
        np.testing.assert_allclose(theirs.looks.features, ours.looks.features, atol=1e-3)


def test_a_file_that_is_damaged_or_another_set_is_refused(tmp_path):
    path = tmp_path / "a.dice"
    path.write_bytes(b"no zip")
    with pytest.raises(TaughtError, match=r"a\.dice"):
        read_learnt(path, PixelEmbedder())
    path.unlink()
    assert len(read_learnt(path, PixelEmbedder())) == 0


def test_dice_that_were_confirmed_are_asked_about_less_when_they_lie_otherwise():
    reader = open_reader()
    image = load_picture(Path("tests/independent/d10/1001.jpg"))
    known = Learnt(reader.embedder)
    seen = reader.look(image, learnt=known)
    for one in seen:
        known.learn(image, one.box, one.kind, one.face)
    turned = cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)
    without, now = reader.look(turned), reader.look(turned, learnt=known)
    asked, still = (sum(one.status == "unsure" for one in look) for look in (without, now))
    assert still < asked
    assert all(one == before for one, before in zip(now, without, strict=True) if not one.learnt)
