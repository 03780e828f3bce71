"""Which dice people put right, as the journal tells it."""

import pytest

from companion.journal.rows import KeptReading, Line, Provenance
from companion.session.rolled import corrections


def reading(dice, version=1, evidence=b"jpeg", key="cam#1"):
    return KeptReading(key, "cam", "camera", 1, dice, 0.9, evidence, "", version)


def line(text, version=1, confidence=None, reading="cam#1"):
    return Line(version, text, "", Provenance("camera", confidence, reading))


def told(seen, *lines):
    return [(one.place, one.seen, one.said) for one in corrections([reading(seen)], lines)]


@pytest.mark.parametrize(
    ("seen", "rolled", "said"),
    [
        ("d10=7", "Ann: roll d10=1", ("d10", "1")),
        ("d10=7", "Ann: claim d10=1", ("d10", "1")),
        ("d10=7", "Ann: roll d10=7", ("d10", "7")),  # people were asked, and confirmed it
        ("7", "Ann: roll d10=1", ("d10", "1")),
    ],
)
def test_what_people_said_a_die_shows_is_one_to_learn_from(seen, rolled, said):
    kind, _, face = seen.rpartition("=")
    assert told(seen, line(rolled)) == [(0, (kind, face), said)]


def test_a_roll_that_nobody_was_asked_about_is_none():
    assert told("d10=7", line("Ann: roll d10=7", confidence=0.99)) == []


def test_a_roll_amended_later_is_a_correction():
    lines = (
        line("Ann: roll d10=7", confidence=0.99),
        line('table: amend 1 "Ann: roll d10=1" drop 2', 2, reading=None),
    )
    assert told("d10=7", *lines) == [(0, ("d10", "7"), ("d10", "1"))]


def test_a_correction_that_was_taken_back_teaches_nothing_until_it_is_done_again():
    rolled = line("Ann: roll d10=7", confidence=0.99)
    amended = line('table: amend 1 "Ann: roll d10=1"', 2, reading=None)
    undone, redone = line("table: undo", 3, reading=None), line("table: redo", 4, reading=None)
    right = [(0, ("d10", "7"), ("d10", "1"))]
    assert told("d10=7", rolled, amended, undone) == []
    assert told("d10=7", rolled, amended, undone, redone) == right
    assert told("d10=7", rolled, line("table: undo", 2), line("table: redo", 3)) == []
    other = line("Ann: attack Ben", 4, reading=None)
    assert told("d10=7", rolled, amended, undone, other, line("table: redo", 5)) == []


def test_dice_that_were_put_right_stay_right_when_the_roll_itself_is_taken_back():
    rolled = line("Ann: roll d10=1", confidence=None)
    assert told("d10=7", rolled, line("table: undo", 2)) == [(0, ("d10", "7"), ("d10", "1"))]


def test_undo_takes_back_one_correction_after_the_other():
    lines = (
        line("Ann: roll d10=7", confidence=0.99),
        line('table: amend 1 "Ann: roll d10=1"', 2, reading=None),
        line('table: amend 1 "Ann: roll d10=4"', 3, reading=None),
        line("table: undo", 4, reading=None),
    )
    assert told("d10=7", *lines) == [(0, ("d10", "7"), ("d10", "1"))]


def test_of_several_dice_the_one_that_differs_is_meant_whatever_the_order():
    seen = "md.eye=S md.devil=4 md.teeth=2"
    rolled = line('"Mary Ann": roll md.teeth=2 md.eye=3 md.devil=4')
    assert told(seen, rolled) == [(0, ("md.eye", "S"), ("md.eye", "3"))]


def test_several_wrong_ones_are_told_apart_by_their_kinds():
    seen = "md.eye=S md.devil=4"
    assert told(seen, line("Ann: roll md.devil=5 md.eye=3")) == [
        (0, ("md.eye", "S"), ("md.eye", "3")),
        (1, ("md.devil", "4"), ("md.devil", "5")),
    ]


@pytest.mark.parametrize(
    ("seen", "text"),
    [
        *(("d10=7", text) for text in ("Ann: attack Ben", "Ann: void d10", "no actor", "")),
        *(("d10=7", text) for text in ('Ann: roll "d10', "table: amend x")),
        ("d10=7 d10=8", "Ann: roll d10=7"),
        ("d6=1 d6=2", "Ann: roll d6=3 d6=4"),  # which of the two is which cannot be told
        ("7 3", "Ann: roll d10=7 d6=3"),
    ],
)
def test_other_lines_other_numbers_and_dice_alike_correct_nothing(seen, text):
    assert told(seen, line(text)) == []


def test_without_a_picture_or_a_roll_there_is_nothing_to_learn():
    lines = [line("Ann: roll d10=1")]
    assert corrections([reading("d10=7", evidence=None)], lines) == ()
    assert corrections([reading("d10=7", version=None)], lines) == ()
    assert corrections([reading("d10=7", version=5)], lines) == ()


def test_each_correction_has_a_key_of_its_own():
    readings = [reading("d10=7"), reading("d10=7", 2, key="cam#2")]
    lines = [line("Ann: roll d10=1"), line("Ann: roll d10=1", 2)]
    assert len({one.key for one in corrections(readings, lines)}) == 2
