"""What a wrong die most likely shows: the reading's own doubts first, then what looks alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import FACES, DieFace
from companion.rolls.misreads import doubts_of, instead, likely
from companion.rolls.readings import DieReading, RollReading, SourceKind

DICE = st.sampled_from(sorted(FACES)).flatmap(
    lambda kind: st.builds(DieFace, st.just(kind), st.sampled_from(FACES[kind]))
)


def reading(*dice):
    return RollReading(SourceKind.CAMERA, "camera:0", "camera:0#1", dice, 0.0, 1)


@given(DICE)
def test_every_other_face_is_offered_once_and_the_read_one_never(die):
    others = likely(die.kind, die.face)
    one_face = {"0", "10"} - {die.face, *others} if die.kind == "d10" else set()
    assert sorted(others) == sorted(set(FACES[die.kind]) - {die.face} - one_face)
    assert len(one_face) <= 1


@pytest.mark.parametrize(
    ("kind", "face", "alike"),
    [
        ("d10", "1", "7"),
        ("d10", "7", "1"),
        ("d10", "6", "9"),
        ("d10", "3", "5"),
        ("d10", "0", "8"),
        ("md.eye", "S", "4"),
    ],
)
def test_what_looks_alike_comes_first(kind, face, alike):
    assert likely(kind, face)[0] == alike


def test_a_face_that_the_die_does_not_have_is_never_offered():
    assert "1" not in likely("md.eye", "2", (("1", 0.4),))
    assert likely("d6", "1")[0] == "3"


def test_the_readings_own_runners_up_come_before_the_table():
    assert likely("d10", "1", (("0", 0.1), ("5", 0.2)))[:3] == ("5", "0", "7")


@given(st.lists(DICE, min_size=1, max_size=6))
def test_each_outcome_differs_in_one_die_and_stands_there_once(dice):
    found = instead(dice)
    for outcome in found:
        assert [one.kind for one in outcome] == [one.kind for one in dice]
        assert sum(one != other for one, other in zip(outcome, dice, strict=True)) == 1
    assert len({tuple(sorted(outcome)) for outcome in found}) == len(found)


@pytest.mark.parametrize(
    ("face", "doubts", "offered"),
    [
        ("0", (), ""),
        ("10", (), ""),
        ("8", (), "0"),
        ("8", (("10", 0.2),), "10"),
        ("6", (("0", 0.1), ("10", 0.2)), "10"),
    ],
)
def test_0_and_10_are_one_face_of_a_d10_and_the_likelier_is_offered(face, doubts, offered):
    others = likely("d10", face, doubts)
    assert [one for one in others if one in {"0", "10"}] == offered.split()
    assert len(others) == 9


def test_a_single_die_is_ranked_as_its_faces_are():
    assert [outcome[0].face for outcome in instead([DieFace("d10", "6")])] == [*likely("d10", "6")]


def test_the_most_doubtful_die_of_several_comes_first():
    dice = (DieFace("md.teeth", "4"), DieFace("md.eye", "S"))
    doubts = ((), (("6", 0.3), ("2", 0.1)))
    faces = [tuple(die.face for die in outcome) for outcome in instead(dice, doubts)]
    assert faces[:3] == [("4", "6"), ("4", "2"), ("S", "S")]


def test_a_rolls_dice_find_their_doubts_whatever_the_order_of_the_reading():
    six = DieReading("d6", "6", 0.7, alternatives=(("4", 0.2),))
    ten = DieReading("d10", "6", 0.8, alternatives=(("9", 0.1),))
    dice = (DieFace("d10", "6"), DieFace("d6", "6"))
    assert doubts_of(dice, reading(six, ten)) == ((("9", 0.1),), (("4", 0.2),))


def test_where_people_said_otherwise_the_read_face_is_the_first_doubt():
    read = DieReading("d10", "6", 0.6, alternatives=(("9", 0.3),))
    assert doubts_of((DieFace("d10", "9"),), reading(read)) == ((("6", 0.6), ("9", 0.3)),)
    (doubts,) = doubts_of((DieFace("d10", "9"),), reading(read))
    assert likely("d10", "9", doubts)[:2] == ("6", "5")


def test_dice_that_the_reading_lacks_have_no_doubts():
    assert doubts_of((DieFace("d10", "9"),), reading()) == ((),)
