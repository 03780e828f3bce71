"""What people type while a roll is asked for.

Readings that are odd: void of nothing, dice that lie there, two sources, faces no die has.
"""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import FACES, DieFace, DieSpec, RollRequest, named
from companion.core.seats import Seat
from companion.rolls.arbiter import Arbiter, Refuse
from companion.rolls.echoes import Echo, Settled, contradiction, echo, typed_again_text
from companion.rolls.matching import mismatch
from companion.rolls.readings import DieReading, RollReading, SourceFault, SourceKind
from companion.rolls.source import Device, DeviceState, Sort, kinds_of
from companion.rolls.typed import MAX_DICE, Keyboard, UnreadableRollError, parse_roll, typed_faces

KINDS = ("md.teeth", "md.squid", "md.devil", "md.spider", "md.dimwit", "md.eye")
POOL = RollRequest(Seat(0), tuple(DieSpec(kind) for kind in KINDS), "Turn roll", "MD-T2")
TWINS = RollRequest(Seat(0), (DieSpec("md.devil", 2), DieSpec("md.eye")), "Turn roll", "MD-T2")
D10 = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a")
IN_ORDER = "md.teeth=S md.squid=2 md.devil=4 md.spider=S md.dimwit=5 md.eye=6"


def typed(text, request=POOL):
    return " ".join(face.word() for face in typed_faces(text, request))


@pytest.mark.parametrize(
    "text",
    [
        "S 2 4 S 5 6",
        "s24s56",
        "s,2,4,s,5,6",
        "eye=6 dimwit=5 spider=S devil=4 squid=2 teeth=S",
        "teeth=S 2 4 S 5 eye=6",
        "tee=s sq=2 de=4 sp=s di=5 e=6",
        "eye=6 s 2 4 s 5",
        "md.teeth=S Squi'Die=2 Die'vil=4 Spider-Die=S Die'mwit=5 D'eye=6",
    ],
)
def test_md_t2_six_dice_are_typed_in_the_requests_order_or_by_name(text):
    assert typed(text) == IN_ORDER


def test_md_t2_two_dice_of_one_kind_are_typed_one_after_another():
    assert typed("devil=S 4 2", TWINS) == "md.devil=S md.devil=4 md.eye=2"
    assert typed("eye=2 devil=3 devil=S", TWINS) == "md.devil=3 md.devil=S md.eye=2"


def test_md_ex1_face_1_does_not_exist_and_the_sculpted_side_is_named():
    with pytest.raises(UnreadableRollError) as caught:
        typed("6 6 S 2 2 1")
    assert str(caught.value) == ("a D'eye has no face '1'; it has S 2 3 4 5 6; S is the sculpted one (MD-T2)")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2 3 4", "6 dice expected, 3 there (MD-T2)"),
        ("S 2 4 S 5 6 2", "6 dice expected, 7 there (MD-T2)"),
        ("teeth=S teeth=2 4 S 5 6", "one Teeth-Die too many"),
        ("teeth=1 2 4 S 5 6", "a Teeth-Die has no face '1'; it has S 2 3 4 5 6; S is the sculpted"),
        ("d=S 2 4 S 5 6", "'d' could be several dice: devil, dimwit?"),
        ("paw=S 2 4 S 5 6", "there is no die called 'paw'"),
        ("7 2 4 S 5 6", "a Teeth-Die has no face '7'"),
        ("=2 2 4 S 5 6", "there is no die called ''"),
        ("d10=7 2 4 S 5 6", "one d10 too many"),
    ],
)
def test_a_wrong_count_kind_or_face_is_refused_with_the_reason(text, why):
    with pytest.raises(UnreadableRollError) as caught:
        typed(text)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["attack ben", "s", "surprise 2", "", "withdraw", "S S"])
def test_what_may_be_a_verb_is_left_to_the_table(text):
    assert typed(text) == ""


@pytest.mark.parametrize(("text", "face"), [("7", "d10=7"), ("10", "d10=10"), ("D10=0", "d10=0"), ("s", "")])
def test_other_games_type_as_ever(text, face):
    assert typed(text, D10) == face


@pytest.mark.parametrize("text", ["11", "7 7", "70"])
def test_other_games_faces_are_refused_as_ever(text):
    with pytest.raises(UnreadableRollError):
        typed(text, D10)


@given(
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=8),
    st.text("S123456 =tdeyshq.", max_size=24),
)
def test_inv_8_whatever_is_typed_gives_the_pool_asked_for_or_a_reason(kinds, text):
    specs = tuple(DieSpec(kind, count) for kind, count in Counter(kinds).items())
    request = RollRequest(Seat(0), specs, "Turn roll", "MD-T2")
    try:
        faces = typed_faces(text, request)
    except UnreadableRollError:
        return
    assert not faces or Counter(face.kind for face in faces) == Counter(kinds)


@given(st.permutations(KINDS), st.lists(st.sampled_from("S23456"), min_size=6, max_size=6))
def test_order_does_not_matter_where_names_are_typed(kinds, faces):
    text = " ".join(f"{k.partition('.')[2]}={f}" for k, f in zip(kinds, faces, strict=True))
    found = typed_faces(text, POOL)
    assert {face.kind: face.face for face in found} == dict(zip(kinds, faces, strict=True))
    assert [face.kind for face in found] == list(KINDS)


def test_a_script_knows_monster_dice_by_both_names():
    dice = parse_roll("md.teeth=S squid=2 S 4")
    assert [str(die) for die in dice] == ["md.teeth=S", "md.squid=2", "S", "4"]


def test_a_kind_that_is_several_is_refused_where_no_request_helps():
    with pytest.raises(UnreadableRollError):
        parse_roll("s=S")
    assert all(parse_roll(f"{kind}={FACES[kind][0]}")[0].kind == kind for kind in FACES)


def test_each_roll_that_is_typed_is_a_reading_of_its_own():
    keyboard, other = Keyboard(lambda: 7.5), Keyboard(lambda: 7.5)
    first, second = (
        keyboard.reading((DieFace("d10", "7"),)),
        keyboard.reading((DieFace("d10", "7"),)),
    )
    assert (first.dice, first.taken_at) == (parse_roll("d10=7"), 7.5)
    assert (first.throw, second.throw) == (1, 2)
    assert len({first.key, second.key, other.reading((DieFace("d10", "7"),)).key}) == 3


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
    assert mismatch(both, PERCENT) == ("one d00 and one d10 expected (X-4), 1 d10 seen; 2 more lay there before")


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
