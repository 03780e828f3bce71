"""Readings that are odd: void of nothing, dice that lie there, two sources, faces no die has."""

import pytest

from companion.core.dice import FACES, DieFace, DieSpec, RollRequest, named
from companion.core.seats import Seat
from companion.rolls.arbiter import Arbiter, Refuse
from companion.rolls.echoes import Echo, Settled, contradiction, echo, typed_again_text
from companion.rolls.matching import mismatch
from companion.rolls.readings import DieReading, RollReading, SourceFault, SourceKind
from companion.rolls.source import Device, DeviceState, Sort, kinds_of
from companion.rolls.typed import MAX_DICE, UnreadableRollError, parse_roll

PERCENT = RollRequest(Seat(0), (DieSpec("d00"), DieSpec("d10")), "Percent", "X-4")
MONSTERS = RollRequest(Seat(0), (DieSpec("md.eye"), DieSpec("md.teeth")), "Turn", "MD-T2")


def reading(kind, *dice, at=100.0, throw=1):
    name = f"{kind.value}:x"
    return RollReading(kind, name, f"{name}#{throw}", dice, at, throw)


def test_void_without_a_question_changes_nothing():
    arbiter = Arbiter().arm(PERCENT, 0)
    assert arbiter.void() is arbiter


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ((DieReading("d00", "20"), DieReading("d10", "11")), "a d10 has no face '11'"),
        ((DieReading("d00", "7"), DieReading("d10", "7")), "a d00 has no face '7'"),
    ],
)
def test_inv8_the_die_that_shows_what_it_has_not_is_named(dice, told):
    _, decision = Arbiter().arm(PERCENT, 0).hear(reading(SourceKind.CAMERA, *dice))
    assert isinstance(decision, Refuse)
    assert decision.text.startswith(told)
    assert decision.text.endswith("(INV-8)")


@pytest.mark.parametrize("first", [SourceKind.SCRIPT, SourceKind.CAMERA])
def test_a_script_tells_of_no_dice_that_another_source_could_see(first):
    second = SourceKind.CAMERA if first is SourceKind.SCRIPT else SourceKind.SCRIPT
    die = DieReading("d10", "7")
    last = Settled(reading(first, die), (DieFace("d10", "7"),))
    assert echo(last, reading(second, die)) is Echo.NONE


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (SourceKind.CAMERA, "the camera"),
        (SourceKind.TRAY, "the tray"),
        (SourceKind.BLE, "the Bluetooth dice"),
        (SourceKind.KEYBOARD, "the keyboard"),
        (SourceKind.SCRIPT, "the script"),
    ],
)
def test_every_source_is_called_by_its_name(kind, name):
    last = Settled(reading(kind, DieReading("d10", "7")), (DieFace("d10", "7"),))
    said = typed_again_text(last)
    assert said == f"{name} has just reported d10=7: type it again if it is the next roll"


def test_after_a_void_it_is_asked_whether_it_is_another_roll():
    last = Settled(reading(SourceKind.TRAY, DieReading("d10", "7")))
    said = contradiction(last, reading(SourceKind.CAMERA, DieReading("d10", "7")))
    assert said == "the roll that the tray reported was void: is this another one?"


def test_dice_that_all_lay_there_before_are_counted_as_what_is_there():
    lying = [DieReading("d6", "3", fresh=False), DieReading("d6", "4", fresh=False)]
    assert mismatch(lying, PERCENT) == "one d00 and one d10 expected (X-4), 2 d6 seen"
    both = [*lying, DieReading("d10", "4")]
    assert mismatch(both, PERCENT) == (
        "one d00 and one d10 expected (X-4), 1 d10 seen; 2 more lay there before"
    )


@pytest.mark.parametrize(("count", "said"), [(1, "one Spider-Die"), (2, "2 Spider-Die")])
def test_dice_that_are_too_many_are_counted_and_named(count, said):
    dice = [DieReading("md.eye", "2"), DieReading("md.teeth", "3")]
    dice += [DieReading("md.spider", "2")] * count
    assert mismatch(dice, MONSTERS) == f"{said} too many (MD-T2)"


def test_dice_of_unknown_kind_may_be_the_ones_that_are_missing():
    unknown = DieReading("md", "3")
    one = [DieReading("md.spider", "2"), unknown]
    assert "missing" not in mismatch(one, MONSTERS)
    too_many = [DieReading("md.spider", "2"), unknown, unknown]
    assert mismatch(too_many, MONSTERS) == "one Spider-Die too many (MD-T2)"
    few = [DieReading("md.eye", "2"), unknown, unknown]
    assert mismatch(few, MONSTERS) == "2 dice expected, 3 there (MD-T2)"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "type the faces on top"),
        (" , ", "type the faces on top"),
        ("7 " * (MAX_DICE + 1), f"{MAX_DICE + 1} dice are too many: type at most {MAX_DICE}"),
    ],
)
def test_nothing_and_far_too_much_are_no_roll(text, says):
    with pytest.raises(UnreadableRollError, match=says):
        parse_roll(text)


def test_a_reading_is_as_sure_as_all_its_dice_together():
    dice = (DieReading("d10", "7", 0.5), DieReading("d6", "3", 0.5), DieReading("", "2"))
    assert reading(SourceKind.CAMERA, *dice).confidence == 0.25
    assert reading(SourceKind.CAMERA, *dice).faces_text() == "d10=7 d6=3 2"


def test_a_fault_says_where_what_and_what_to_do():
    fault = SourceFault("camera:0", "no picture for 2 seconds", "camera 0", "check the cable")
    assert str(fault) == "camera 0: no picture for 2 seconds; check the cable"


def test_only_a_tray_delivers_each_roll_exactly_once():
    found = {sort: Device("x", sort, DeviceState.OK, "ready", "s").guaranteed for sort in Sort}
    assert [sort for sort, guaranteed in found.items() if guaranteed] == [Sort.TRAY]


def test_what_a_device_may_be_said_to_read_has_the_games_dice_first():
    assert kinds_of(Sort.TRAY) == ("", *FACES)
    assert kinds_of(Sort.TRAY, ("d6",))[:3] == ("", "d6", "d10")
    plain = tuple(kind for kind in FACES if not named(kind))
    assert kinds_of(Sort.PIXELS) == ("", *plain)
    assert kinds_of(Sort.GODICE, ("d00",)) == ("d00", *(k for k in plain if k != "d00"), "d20")
