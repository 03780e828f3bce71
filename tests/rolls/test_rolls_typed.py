"""What people type while a roll is asked for."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import FACES, DieFace, DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.typed import Keyboard, UnreadableRollError, parse_roll, typed_faces

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
    assert str(caught.value) == (
        "a D'eye has no face '1'; it has S 2 3 4 5 6; S is the sculpted one (MD-T2)"
    )


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


@pytest.mark.parametrize(
    ("text", "face"), [("7", "d10=7"), ("10", "d10=10"), ("D10=0", "d10=0"), ("s", "")]
)
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
