"""Which findings become sightings: asked of a reader whose networks say what the test tells them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from models.framing import CONTEXT, CROP, FOCAL, STATE, STRIDE, TURNS
from models.labels import FEATURES
from models.labels import LABELS as ALL
from vision.errors import ModelError
from vision.level import Level
from vision.reader import DiceReader

LABELS = tuple(label.text for label in ALL)
OUTPUTS = ("faces", "turns", "frame", "state", "features")
FIND = {
    "threshold": 0.1,
    "bias": 0.0,
    "by_score": 1.0,
    "by_die": 1.0,
    "by_face": 0.0,
    "least": 0.5,
    "least_expected": 0.2,
}
READ = {"temperature": 1.0, "operating_point": 0.9, "operating_point_pips": 0.9, "cocked": 0.8, "die": 0.9}
PICTURE = np.full((160, 160, 3), 80, np.uint8)
LIT = PICTURE.copy()
LIT[100:, 100:] = 220  # where a crop is bright


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


def unlogit(chance):
    """The logit whose sigmoid is `chance`."""
    return np.log(chance / (1 - chance))


class Reader:
    """Says the same of every crop, upright and well framed; keeps what it was told of the camera.

    `faces` are texts of labels and their probabilities; what is left is shared by all others.
    """

    def __init__(self, faces=None, die=0.5, cocked=0.01, numbers=READ, labels=LABELS):
        self.card = SimpleNamespace(name="read", numbers=numbers, labels=labels, outputs=OUTPUTS, sha256="0" * 64)
        faces = {"d10/7": 0.99} if faces is None else faces
        left = (1 - sum(faces.values())) / max(1, len(labels) - len(faces))
        self.logits = np.log([faces.get(text, left) for text in labels])
        self.state = [unlogit(die), unlogit(cocked), 0.2, -0.4]
        self.told = []

    def run(self, batch, context=None):
        assert batch.shape[1:] == (CROP, CROP, 3)
        count = len(batch)
        assert context.shape == (count, CONTEXT)
        self.told.append(context)
        turns = np.zeros((count, TURNS), np.float32)
        turns[:, 0] = 20.0
        faces = np.tile(self.logits, (count, 1)).astype(np.float32)
        state = np.tile(np.float32(self.state), (count, 1))
        assert state.shape[1] == STATE
        features = np.ones((count, FEATURES), np.float32) / np.sqrt(FEATURES)
        return [faces, turns, np.zeros((count, 3), np.float32), state, features]


@pytest.mark.parametrize(("score", "die", "count"), [(0.9, 0.5, 1), (0.9, 0.05, 0), (0.3, 0.9, 1), (0.3, 0.5, 0)])
def test_a_die_counts_by_what_is_seen_from_afar_and_from_close_by_together(score, die, count):
    sightings = DiceReader(Finder({(5, 5): score}), Reader(die=die)).look(PICTURE)
    assert len(sightings) == count
    assert all(sighting.found >= 0.5 for sighting in sightings)


@pytest.mark.parametrize(("cocked", "status"), [(0.1, "read"), (0.5, "unsure"), (0.9, "cocked")])
def test_a_die_that_may_be_cocked_is_asked_about_and_one_that_is_named(cocked, status):
    (sighting,) = DiceReader(Finder({(5, 5): 0.9}), Reader(cocked=cocked)).look(PICTURE)
    assert (sighting.face, sighting.status) == ("7", status)


@pytest.mark.parametrize(("face", "status"), [("d6/3/pips", "read"), ("d6/3/numeral", "unsure"), ("d10/3", "unsure")])
def test_pips_are_sure_from_a_confidence_of_their_own(face, status):
    seen = Reader({face: 0.95}, numbers={**READ, "operating_point": 0.99})
    (sighting,) = DiceReader(Finder({(5, 5): 0.9}), seen).look(PICTURE)
    assert sighting.status == status


class Doubting(Reader):
    """Sure of what is bright alone."""

    def run(self, batch, context=None):
        answers = super().run(batch, context)
        answers[0][batch.mean(axis=(1, 2, 3)) <= 150] = 0
        return answers


@pytest.mark.parametrize(
    ("cells", "where", "expect", "count"),
    [
        pytest.param(1.0, (15, 15), (), 1, id="a knot in the wood"),
        pytest.param(1.0, (15, 15), ("d10",) * 2, 2, id="a die is missing"),
        pytest.param(2.0, (15, 15), (), 2, id="a small die"),
        pytest.param(1.0, (5, 5), (), 2, id="no die is sure"),
    ],
)
def test_what_is_in_doubt_and_far_smaller_than_any_sure_die_is_none(cells, where, expect, count):
    class Sized(Finder):
        def run(self, batch):
            heat, shape = super().run(batch)
            shape[:, 2:, 3, 3] = np.log(cells)
            return [heat, shape]

    found = DiceReader(Sized({where: 0.9, (3, 3): 0.9}), Doubting()).look(LIT, expect)
    assert len(found) == count


@pytest.mark.parametrize(
    ("cell", "score", "status"),
    [
        pytest.param((7, 6), 0.8, "unsure", id="the next face of a die"),
        pytest.param((7, 6), 0.9, "read", id="a die upon another"),
        pytest.param((7, 9), 0.8, "read", id="a die beside another"),
    ],
)
def test_what_may_be_a_part_of_a_surer_die_is_asked_about(cell, score, status):
    die, other = DiceReader(Finder({(5, 5): 0.95, cell: score}), Reader()).look(PICTURE)
    assert (die.status, other.status) == ("read", status)


@pytest.mark.parametrize(("cocked", "known"), [(0.01, True), (0.1, False)])
def test_a_die_that_seems_to_lean_by_itself_does_not_tell_where_up_is(cocked, known):
    level, reader = Level(), DiceReader(Finder({(9, 8): 0.9, (9, 11): 0.9}), Reader(cocked=cocked))
    for _ in range(5):
        assert {one.status for one in reader.look(PICTURE, level=level)} == {"read"}
    assert (level.up(160, 160) is not None) == known


class Leaning(Reader):
    """Sure of every die, but sees each lean another way."""

    def run(self, batch, context=None):
        answers = super().run(batch, context)
        bright = batch.mean(axis=(1, 2, 3)) > 150
        answers[3][:, 2:] = np.where(bright[:, None], [1.2, 0.0], [-1.2, 0.0])
        return answers


@pytest.mark.parametrize(("chance", "status"), [(0.95, "unsure"), (0.9999, "read")])
def test_of_sure_dice_no_two_of_which_agree_where_up_is_only_the_surest_are_believed(chance, status):
    seen = Leaning({"d10/3": chance})
    together = DiceReader(Finder({(5, 4): 0.9, (15, 15): 0.9}), seen).look(LIT)
    assert {sighting.status for sighting in together} == {status}
    (alone,) = DiceReader(Finder({(5, 4): 0.9}), seen).look(LIT)
    assert alone.status == "read"


def test_a_sure_die_that_contradicts_the_others_is_looked_at_again():
    reader = Leaning()
    cells = {(5, 4): 0.9, (5, 9): 0.9, (15, 15): 0.9}
    DiceReader(Finder(cells), reader).look(LIT)
    untold, told = reader.told[:-3], reader.told[-3:]
    assert all((context[::2, 2] == 0).all() for context in untold)
    assert all((context[:, 2] == 1).all() for context in told)
    assert len(told[-1]) == 2


def test_dice_that_are_all_sure_and_agree_are_not_looked_at_again():
    reader = Reader()
    sightings = DiceReader(Finder({(5, 4): 0.9, (5, 9): 0.9}), reader).look(PICTURE)
    assert {sighting.status for sighting in sightings} == {"read"}
    assert len(reader.told) == 4


@pytest.mark.parametrize(
    ("faces", "cocked", "looks"),
    [
        pytest.param({"d10/7": 0.999}, 0.01, 2, id="plain"),
        pytest.param({"d10/7": 0.99}, 0.01, 4, id="another face may be"),
        pytest.param({"d10/7": 0.999}, 0.2, 4, id="may be cocked"),
        pytest.param({"d6/4/pips": 0.999}, 0.01, 2, id="pips"),
    ],
)
def test_a_die_that_is_plain_upright_is_not_looked_at_from_all_around(faces, cocked, looks):
    reader = Reader(faces, cocked=cocked)
    DiceReader(Finder({(5, 5): 0.9}), reader).look(PICTURE)
    assert len(reader.told) == looks


@pytest.mark.parametrize(("face", "looks"), [("d10/7", 4), ("d6/4/pips", 2)])
def test_a_numeral_that_does_not_stand_upright_where_it_should_is_looked_at_from_all_around(face, looks):
    class Askew(Reader):
        def run(self, batch, context=None):
            answers = super().run(batch, context)
            answers[1][:] = np.roll(answers[1], 5, axis=1)
            return answers

    reader = Askew({face: 0.999})
    DiceReader(Finder({(5, 5): 0.9}), reader).look(PICTURE)
    assert len(reader.told) == looks


def test_pips_and_numerals_of_a_face_are_one_face():
    seen = Reader({"d6/3/pips": 0.5, "d6/3/numeral": 0.45})
    (sighting,) = DiceReader(Finder({(5, 5): 0.9}), seen).look(PICTURE)
    assert (sighting.kind, sighting.face) == ("d6", "3")
    assert sighting.confidence == pytest.approx(0.95, abs=0.005)
    assert sighting.status == "read"


TEN = {"d10/10": 0.4, "d00/10": 0.55}


@pytest.mark.parametrize(
    ("expect", "kind", "confidence"),
    [((), "d00", 0.55), (("d10",), "d10", 0.95), (("d00", "d10"), "d00", 0.55)],
)
def test_a_ten_is_read_as_the_kind_that_was_asked_for(expect, kind, confidence):
    (sighting,) = DiceReader(Finder({(5, 5): 0.9}), Reader(TEN)).look(PICTURE, expect)
    assert (sighting.kind, sighting.face) == (kind, "10")
    assert sighting.confidence == pytest.approx(confidence, abs=0.03)


@pytest.mark.parametrize(
    ("expect", "status"),
    [((), "unsure"), (("d6",), "unsure"), (("md.teeth",), "read"), (("d6", "md.eye"), "read")],
)
def test_an_emblem_is_asked_about_unless_dice_that_may_bear_one_are_asked_for(expect, status):
    reader = Reader(faces={"d6/S/sculpted": 0.99})
    (sighting,) = DiceReader(Finder({(5, 5): 0.9}), reader).look(PICTURE, expect)
    assert (sighting.kind, sighting.face, sighting.status) == ("d6", "S", status)


def test_a_die_of_another_kind_than_asked_for_stays_what_it_is():
    seen = DiceReader(Finder({(5, 5): 0.9}), Reader({"d6/5/pips": 0.99}))
    (sighting,) = seen.look(PICTURE, expect=("d10",))
    assert (sighting.kind, sighting.face) == ("d6", "5")


def test_where_up_is_reaches_the_network_as_seen_in_every_crop():
    reader = Reader()
    DiceReader(Finder({(5, 5): 0.9}), reader).look(PICTURE, up=lambda _x, _y: (0.0, -0.3))
    upright, *_ = reader.told[0]
    assert upright == pytest.approx((0, -1, 1, 0, -0.6), abs=1e-6)
    assert all((told[:, 2] == 1).all() for told in reader.told)
    turned = (-np.sqrt(3) / 2, -0.5, 1, -0.3 * np.sqrt(3), -0.3)
    assert reader.told[2][1] == pytest.approx(turned, abs=1e-6)


class Aslant(Reader):
    """Sure that a die shows a 3; but a 5, if the camera looks straight down."""

    def run(self, batch, context=None):
        answers = super().run(batch, context)
        other = Reader({"d10/5": 0.9999}).logits
        straight = (context[:, 2] == 1) & (np.hypot(context[:, 3], context[:, 4]) < 1)
        answers[0][straight] = other
        answers[3][:, 2:] = context[:, :2] * 0.5 * ~straight[:, None]
        answers[3][straight, 1] = 3.0  # if so, it leans
        return answers


def test_what_only_a_camera_far_aside_would_see_is_asked_about():
    numbers = {**READ, "operating_point": 0.99}
    reader = DiceReader(Finder({(5, 5): 0.9}), Aslant({"d10/3": 0.9999}, numbers=numbers))
    (sighting,) = reader.look(PICTURE)
    assert sighting.status == "unsure"
    (told,) = reader.look(PICTURE, up=lambda _x, _y: (0.0, -0.6))
    assert (told.face, told.status) == ("3", "read")


class Sideways(Aslant):
    """The same, and that the camera looks from so far aside, to the picture's right and down."""

    def __init__(self, *up):
        super().__init__({"d10/3": 0.999})
        self.up = up

    def run(self, batch, context=None):
        answers = super().run(batch, context)
        answers[3][context[:, 2] == 0, 2:] = 2 * np.array(self.up)
        return answers


@pytest.mark.parametrize(
    ("up", "face"), [((0.5, -0.2), "5"), ((-0.5, 0.2), "5"), ((0.3, -0.2), "3"), ((0.5, -0.6), "3"), ((0.0, -0.6), "3")]
)
def test_a_die_alone_that_says_the_camera_looks_from_far_to_one_side_is_believed_by_half(up, face):
    ((_, reading),) = DiceReader(Finder({(5, 5): 0.9}), Sideways(*up)).examine(PICTURE)
    chances = dict(zip(LABELS, np.exp(reading.log_faces), strict=True))
    assert (chances["d10/5"] > 2 * chances["d10/3"]) == (face == "5")
    assert max(chances.values()) < 0.999


def test_the_second_upright_look_is_told_of_a_camera_that_looks_straight_down():
    reader = Reader()
    ((_, reading),) = DiceReader(Finder({(5, 9): 0.9}), reader).examine(PICTURE)
    ray = np.array([reading.frame.x - 80, reading.frame.y - 80, FOCAL * 160])
    ray /= np.linalg.norm(ray)
    up = (np.array([0, 0, -1]) + ray[2] * ray)[:2]
    assert reader.told[1][:, 2].tolist() == [0, 1]
    assert reader.told[1][1, 3:] == pytest.approx(2 * up, abs=1e-3)


def test_where_up_is_and_whether_a_die_leans_says_the_look_that_was_not_told():
    ((_, reading),) = DiceReader(Finder({(5, 5): 0.9}), Aslant({"d10/3": 0.9999})).examine(PICTURE)
    assert reading.up == pytest.approx((0.0, -0.25), abs=1e-6)
    assert reading.cocked == pytest.approx(0.01)


class Doubtful(Reader):
    """Sure of every die but those whose crops are bright: of these once it is told where up is."""

    def run(self, batch, context=None):
        answers = super().run(batch, context)
        bright = batch.mean(axis=(1, 2, 3)) > 150
        for row in np.nonzero(bright & (context[:, 2] == 0))[0]:
            answers[0][row] = 0.0
        return answers


@pytest.mark.parametrize(("plain", "statuses"), [(1, {"read", "unsure"}), (2, {"read"})])
def test_two_plain_dice_tell_where_up_is_of_one_that_is_doubtful(plain, statuses):
    cells = {(5, 4): 0.9, (5, 9): 0.9}
    cells = {**dict(list(cells.items())[:plain]), (15, 15): 0.9}
    sightings = DiceReader(Finder(cells), Doubtful()).look(LIT)
    assert {sighting.status for sighting in sightings} == statuses


def test_a_finding_below_the_threshold_counts_only_when_it_was_asked_for_and_is_then_asked_about():
    reader = DiceReader(Finder({(5, 5): 0.3}), Reader({"d10/3": 0.99}))
    assert reader.look(PICTURE) == ()
    (sighting,) = reader.look(PICTURE, expect=("d10",))
    assert (sighting.face, sighting.status) == ("3", "unsure")


def test_where_dice_that_are_asked_for_are_missing_fainter_findings_are_looked_at():
    reader = DiceReader(Finder({(4, 4): 0.05, (14, 14): 0.9}, {**FIND, "by_score": 0.3}), Reader())
    assert len(reader.look(PICTURE)) == 1
    assert len(reader.look(PICTURE, ("d10",))) == 1
    assert len(reader.look(PICTURE, ("d10", "d10"))) == 2


@pytest.mark.parametrize(("scores", "found"), [((0.3, 0.35), [0.35]), ((0.9, 0.8), [0.9, 0.8])])
def test_asking_for_one_die_calls_up_one_and_takes_no_plain_die_away(scores, found):
    reader = DiceReader(Finder(dict(zip([(5, 4), (5, 14)], scores, strict=True))), Reader())
    sightings = reader.look(PICTURE, expect=("d10",))
    assert [sighting.found for sighting in sightings] == pytest.approx(found)


def test_a_sighting_tells_face_confidence_and_box():
    (sighting,) = DiceReader(Finder({(10, 5): 0.9}), Reader({"d10/3": 0.95})).look(PICTURE)
    assert (sighting.face, sighting.status) == ("3", "read")
    assert sighting.confidence == pytest.approx(0.95, abs=0.001)
    assert sighting.box.centre == (44.0, 84.0)
    assert (sighting.box.w, sighting.box.h) == (34, 34)  # a twentieth wider than the die


class Framing(Reader):
    """Says that the die lies right of where it was found, and is wider or narrower."""

    def __init__(self, wider):
        super().__init__()
        self.shift = 0.2, 0.0, np.log(wider)

    def run(self, batch, context=None):
        answers = super().run(batch, context)
        answers[2][:] = self.shift
        return answers


@pytest.mark.parametrize(("wider", "side"), [(1.5, 50.4), (0.8, 33.6)])
def test_a_box_lies_where_the_reader_has_the_die_and_is_the_wider_of_the_two(wider, side):
    (sighting,) = DiceReader(Finder({(10, 5): 0.9}), Framing(wider)).look(PICTURE)
    assert sighting.box.centre == pytest.approx((48.3, 84.0), abs=0.5)
    assert (sighting.box.w, sighting.box.h) == pytest.approx((side, side), abs=0.7)


def test_a_temperature_softens_what_is_told():
    warm = {**READ, "temperature": 2.0}
    (sighting,) = DiceReader(Finder({(5, 5): 0.9}), Reader({"d10/7": 0.95}, numbers=warm)).look(PICTURE)
    assert sighting.confidence < 0.9
    assert sighting.status == "unsure"


def test_a_box_is_kept_inside_the_picture():
    (sighting,) = DiceReader(Finder({(0, 19): 0.9}), Reader()).look(PICTURE)
    box = sighting.box
    assert (box.y, box.x + box.w) == (0, 160)


@pytest.mark.parametrize("lacking", ["threshold", "bias", "least"])
def test_a_card_without_a_number_that_is_needed_is_refused(lacking):
    numbers = {name: value for name, value in FIND.items() if name != lacking}
    with pytest.raises(ModelError, match=f"lacks {lacking}"):
        DiceReader(Finder({}, numbers), Reader())


@pytest.mark.parametrize(("labels", "said"), [((), "lacks labels"), (("seven",), "no label")])
def test_a_card_without_labels_that_mean_something_is_refused(labels, said):
    with pytest.raises(ModelError, match=said):
        DiceReader(Finder({}), Reader(labels=labels))
