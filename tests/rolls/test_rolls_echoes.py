"""One throw that two sources tell of is taken once; what does not agree is asked."""

import pytest

from companion.core.dice import DieFace, DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Accept, Arbiter, Ask, Refuse, Unrequested, Wait
from companion.rolls.echoes import ECHO_S, LINGER_S
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind

ONE_D10 = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a")
CAMERA, TRAY, KEYBOARD = SourceKind.CAMERA, SourceKind.TRAY, SourceKind.KEYBOARD


def reading(kind, face, at, throw=1, status=DieStatus.READ):
    name = f"{kind.value}:x"
    die = DieReading("" if kind is KEYBOARD else "d10", str(face), status=status)
    return RollReading(kind, name, f"{name}#{throw}", (die,), at, throw)


def taken(kind=CAMERA, face=7, at=100.0):
    """An arbiter that has taken a roll and waits for the next one."""
    arbiter, decision = Arbiter().arm(ONE_D10, 1).hear(reading(kind, face, at))
    assert isinstance(decision, Accept)
    return arbiter.arm(ONE_D10, 2)


@pytest.mark.parametrize(("first", "second"), [(CAMERA, TRAY), (TRAY, CAMERA), (KEYBOARD, CAMERA)])
@pytest.mark.parametrize("apart", [-1.9, 0.0, 1.9])
def test_the_same_roll_told_by_another_source_does_not_answer_the_next_request(first, second, apart):
    arbiter, decision = taken(first).hear(reading(second, 7, 100.0 + apart))
    assert isinstance(decision, Wait)
    assert arbiter.armed is not None
    assert arbiter.unrequested is None
    nudged, decision = arbiter.hear(
        RollReading(second, f"{second.value}:x", "again", (DieReading("d10", "7"),), 150.0, 1)
    )
    assert isinstance(decision, Wait)
    assert nudged.armed is not None


@pytest.mark.parametrize(("first", "second"), [(CAMERA, TRAY), (TRAY, CAMERA), (CAMERA, KEYBOARD)])
def test_two_sources_that_differ_are_asked_about_and_both_are_named(first, second):
    arbiter, decision = taken(first, 7).hear(reading(second, 9, 101.0))
    assert isinstance(decision, Ask)
    for word in (f"the {first.value}", "d10=7", f"the {second.value}", "9", "another roll?"):
        assert word in decision.why
    _, decision = arbiter.answer((DieFace("d10", "9"),))
    assert isinstance(decision, Accept)


def test_two_sources_that_differ_while_no_roll_is_asked_for_are_told():
    arbiter = taken().disarm()
    _, decision = arbiter.hear(reading(TRAY, 9, 100.5))
    assert isinstance(decision, Unrequested)
    assert "the camera has just reported d10=7, the tray now reports d10=9" in decision.why


@pytest.mark.parametrize("second", [TRAY, KEYBOARD])
def test_a_roll_that_comes_later_is_the_next_one(second):
    _, decision = taken().hear(reading(second, 7, 100.0 + ECHO_S))
    assert isinstance(decision, Accept)


def test_what_a_hand_may_have_hidden_from_the_camera_is_asked_about_once():
    arbiter, decision = taken(TRAY).hear(reading(CAMERA, 7, 110.0))
    assert isinstance(decision, Ask)
    assert "is that another roll?" in decision.why
    _, decision = arbiter.hear(reading(CAMERA, 7, 120.0, throw=2))
    assert isinstance(decision, Accept)


@pytest.mark.parametrize(("face", "at"), [(6, 110.0), (7, 100.0 + LINGER_S)])
def test_other_faces_or_long_afterwards_are_the_next_roll(face, at):
    _, decision = taken(TRAY).hear(reading(CAMERA, face, at))
    assert isinstance(decision, Accept)


def test_two_sources_that_differ_over_dice_that_lay_there_are_told():
    arbiter, _ = Arbiter().arm(ONE_D10, 1).hear(reading(TRAY, 7, 100.0))
    arbiter = arbiter.arm(ONE_D10, 2, {"camera:x": 1})
    _, decision = arbiter.hear(reading(CAMERA, 9, 100.2))
    assert isinstance(decision, Unrequested)
    assert "the tray has just reported d10=7, the camera now reports d10=9" in decision.why


def test_the_same_source_throws_as_fast_as_it_likes():
    _, decision = taken(TRAY).hear(reading(TRAY, 7, 100.3, throw=2))
    assert isinstance(decision, Accept)


def test_who_types_a_roll_that_was_just_taken_is_told_and_may_type_it_again():
    arbiter, decision = taken().hear(reading(KEYBOARD, 7, 100.9))
    assert isinstance(decision, Refuse)
    assert "type it again if it is the next roll" in decision.text
    _, decision = arbiter.hear(reading(KEYBOARD, 7, 101.2, throw=2))
    assert isinstance(decision, Accept)


def test_a_roll_that_was_voided_is_not_taken_from_another_source_in_silence():
    arbiter = Arbiter().arm(ONE_D10, 1)
    arbiter, decision = arbiter.hear(reading(CAMERA, 7, 100.0, status=DieStatus.COCKED))
    assert isinstance(decision, Ask)
    _, decision = arbiter.void().hear(reading(TRAY, 7, 100.4))
    assert isinstance(decision, Ask)
    assert "void" in decision.why


def test_a_tray_that_is_sure_settles_what_the_camera_was_not_sure_of():
    arbiter = Arbiter().arm(ONE_D10, 1)
    arbiter, _ = arbiter.hear(reading(CAMERA, 6, 100.0, status=DieStatus.UNSURE))
    arbiter, decision = arbiter.hear(reading(TRAY, 9, 100.2))
    assert isinstance(decision, Accept)
    assert decision.faces == (DieFace("d10", "9"),)
    assert arbiter.asking is None
