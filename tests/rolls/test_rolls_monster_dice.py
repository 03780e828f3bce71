"""Six dice of six kinds: seen by a camera that knows them or not, among dice that lie there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import DieFace, DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Accept, Arbiter, Ask, Refuse
from companion.rolls.matching import MAX_CANDIDATES
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind

KINDS = ("md.teeth", "md.squid", "md.devil", "md.spider", "md.dimwit", "md.eye")
POOL = RollRequest(Seat(0), tuple(DieSpec(kind) for kind in KINDS), "Turn roll", "MD-T2")
ROLLED = ("S", "2", "4", "S", "5", "6")


def reading(*dice, throw=1, kind=SourceKind.CAMERA, **more):
    return RollReading(kind, "camera:0", f"camera:0#{throw}", tuple(dice), 0.0, throw, **more)


def die(kind, face, confidence=0.99, **more):
    return DieReading(kind, face, confidence, **more)


def pool(*left_out, twice=(), **more):
    kinds = [*(kind for kind in KINDS if kind not in left_out), *twice]
    specs = tuple(DieSpec(kind, count) for kind, count in Counter(kinds).items())
    return RollRequest(Seat(0), specs, "Turn roll", "MD-T2", **more)


def hear(request, *dice, **more):
    return Arbiter().arm(request, 3).hear(reading(*dice, **more))[1]


def words(faces):
    return " ".join(face.word() for face in faces)


def known():
    return [die(kind, face) for kind, face in zip(KINDS, ROLLED, strict=True)]


# ---------------------------------------------------------------- dice whose kinds are known


def test_md_t2_six_known_dice_in_any_order_are_taken_at_once():
    decision = hear(POOL, *reversed(known()))
    assert isinstance(decision, Accept)
    assert words(decision.faces) == (
        "md.teeth=S md.squid=2 md.devil=4 md.spider=S md.dimwit=5 md.eye=6"
    )


def test_md_t2_two_dice_of_one_kind_keep_both_faces():
    request = pool("md.squid", "md.dimwit", "md.eye", twice=("md.devil",))
    dice = [die("md.devil", "S"), die("md.spider", "4"), die("md.devil", "3"), die("md.teeth", "5")]
    decision = hear(request, *dice)
    assert isinstance(decision, Accept)
    assert words(decision.faces) == "md.teeth=5 md.devil=S md.devil=3 md.spider=4"


def test_md_e3_a_die_of_another_pool_is_named_with_the_reason():
    request = pool("md.spider", elsewhere=(("md.spider", "it is in Ben's pool (MD-E3)"),))
    dice = [one for one in known() if one.kind != "md.eye"]
    decision = hear(request, *dice)
    assert isinstance(decision, Refuse)
    assert decision.text == (
        "expected no Spider-Die: it is in Ben's pool (MD-E3); one D'eye missing (MD-T2)"
    )


def test_md_e3_a_reason_brings_its_own_rule_and_needs_no_other():
    request = pool("md.spider", elsewhere=(("md.spider", "it is in Ben's pool (MD-E3)"),))
    decision = hear(request, *known())
    assert isinstance(decision, Refuse)
    assert decision.text == "expected no Spider-Die: it is in Ben's pool (MD-E3)"


def test_md_t2_without_a_reason_too_many_and_missing_are_counted():
    dice = [one for one in known() if one.kind != "md.eye"]
    decision = hear(POOL, *dice, die("md.spider", "2"))
    assert isinstance(decision, Refuse)
    assert decision.text == "one Spider-Die too many; one D'eye missing (MD-T2)"


def test_md_t2_dice_that_are_of_no_set_are_refused():
    decision = hear(POOL, *known()[:-1], die("d10", "7"))
    assert isinstance(decision, Refuse)
    assert decision.text == "one d10 too many; one D'eye missing (MD-T2)"


def test_too_few_dice_of_unknown_kind_are_counted():
    decision = hear(POOL, *(die("", "2") for _ in range(5)))
    assert isinstance(decision, Refuse)
    assert decision.text == "6 dice expected, 5 there (MD-T2)"


def test_a_doubtful_die_is_called_by_its_name_and_only_it_differs():
    doubtful = die("md.eye", "S", 0.7, status=DieStatus.UNSURE, alternatives=(("6", 0.25),))
    decision = hear(POOL, *known()[:-1], doubtful)
    assert isinstance(decision, Ask)
    assert decision.why == "not sure of the D'eye: S at 70%"
    assert [one.faces[-1].face for one in decision.candidates] == ["S", "6"]
    assert {one.faces[:-1] for one in decision.candidates} == {decision.guess[:-1]}


def test_a_die_of_which_the_kind_is_doubtful_is_asked_not_refused():
    twin = die("md.teeth", "3", 0.6, status=DieStatus.UNSURE)
    dice = [one for one in known() if one.kind != "md.squid"]
    decision = hear(POOL, twin, *dice)
    assert isinstance(decision, Ask)
    assert words(decision.guess).startswith("md.teeth=S md.squid=3")


# ---------------------------------------------------------------- dice whose kinds are not known


def test_plain_sides_of_unknown_dice_fill_the_kinds_in_a_fixed_order():
    dice = [die("", "2"), die("md.teeth", "S"), die("", "4"), die("", "3"), die("", "5")]
    decision = hear(POOL, *dice, die("", "6"))
    assert isinstance(decision, Accept)
    assert words(decision.faces) == (
        "md.teeth=S md.squid=2 md.devil=4 md.spider=3 md.dimwit=5 md.eye=6"
    )


def test_ordinary_six_sided_dice_stand_for_monster_dice_and_their_1_is_asked():
    dice = [die("d6", face) for face in "245361"]
    decision = hear(POOL, *dice)
    assert isinstance(decision, Ask)
    sculpted = [one.kind for each in decision.candidates for one in each.faces if one.face == "S"]
    assert sorted(sculpted) == sorted(KINDS)


def test_a_sculpted_side_of_an_unknown_die_is_asked_with_every_die_it_can_be():
    dice = [*known()[:3], die("", "S"), die("", "5"), die("", "6")]
    decision = hear(POOL, *dice)
    assert isinstance(decision, Ask)
    assert decision.why == "it cannot be told which die is which"
    assert [words(one.faces[3:]) for one in decision.candidates] == [
        "md.spider=S md.dimwit=5 md.eye=6",
        "md.spider=5 md.dimwit=S md.eye=6",
        "md.spider=6 md.dimwit=5 md.eye=S",
    ]


def test_where_two_sculpted_sides_can_be_on_any_die_few_dice_differ_from_the_guess():
    decision = hear(POOL, *(die("", face) for face in "S24S56"))
    assert isinstance(decision, Ask)
    assert [one.face for one in decision.guess] == list("S24S56")
    assert len(decision.candidates) == MAX_CANDIDATES
    for one in decision.candidates[1:]:
        differing = [a for a, b in zip(one.faces, decision.guess, strict=True) if a != b]
        assert len(differing) == 2
        assert sum(face.face == "S" for face in differing) == 1


def test_unknown_dice_that_all_show_the_same_leave_nothing_to_ask():
    decision = hear(POOL, *(die("", "S") for _ in KINDS))
    assert isinstance(decision, Accept)


def test_an_untaught_die_with_an_unclear_side_may_be_sculpted():
    odd = die("d6", "3", 0.5, status=DieStatus.UNSURE, alternatives=(("5", 0.2),))
    decision = hear(POOL, *known()[:-1], odd)
    assert isinstance(decision, Ask)
    assert [one.faces[-1].face for one in decision.candidates] == ["3", "S", "5"]


# ---------------------------------------------------------------- some dice among others


SPIDER = RollRequest(Seat(0), (DieSpec("md.spider"),), "Stolen die", "MD-E3a")


def lying(*dice):
    return [replace(one, fresh=False) for one in dice]


def test_md_e3a_the_stolen_die_is_taken_alone_among_dice_that_lie_there():
    decision = hear(SPIDER, *lying(*known()), die("md.spider", "S"), throw=2)
    assert isinstance(decision, Accept)
    assert decision.faces == (DieFace("md.spider", "S"),)


def test_md_c5_the_dice_rolled_again_are_taken_alone():
    request = RollRequest(Seat(0), (DieSpec("md.teeth"), DieSpec("md.eye")), "Again", "MD-C5")
    resting = lying(*known()[1:-1])
    decision = hear(request, die("md.eye", "3"), *resting, die("md.teeth", "S"), throw=2)
    assert isinstance(decision, Accept)
    assert words(decision.faces) == "md.teeth=S md.eye=3"


def test_md_c5_a_doubtful_die_that_only_lies_there_hinders_nothing():
    faint = replace(die("", "2", 0.4, status=DieStatus.UNSURE), fresh=False)
    decision = hear(SPIDER, faint, die("md.spider", "5"), throw=2)
    assert isinstance(decision, Accept)


def test_md_e3a_when_another_die_was_thrown_it_says_so():
    thrown = [die("md.spider", "S"), die("md.teeth", "2")]
    decision = hear(SPIDER, *thrown, *lying(*known()[1:3]), throw=2)
    assert isinstance(decision, Refuse)
    assert decision.text == "one Teeth-Die too many (MD-E3a); 2 more lay there before"


def test_rsf_f3a_a_die_thrown_beside_one_that_lay_there_is_taken():
    one_d10 = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a")
    decision = hear(one_d10, *lying(die("d10", "3")), die("d10", "7"), throw=2)
    assert isinstance(decision, Accept)
    assert decision.faces == (DieFace("d10", "7"),)


def test_a_throw_of_the_wrong_number_says_what_lay_there_before():
    one_d10 = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a")
    thrown = (die("d10", "7"), die("d10", "2"))
    decision = hear(one_d10, *lying(die("d10", "3")), *thrown, throw=2)
    assert isinstance(decision, Refuse)
    assert decision.text == ("one d10 expected (RSF-F3a), 2 d10 seen; 1 more lay there before")


def test_dice_that_lay_there_when_all_are_wanted_are_asked():
    decision = hear(POOL, *lying(known()[0]), *known()[1:], throw=2)
    assert isinstance(decision, Ask)
    assert decision.why == "a die that lay there before was not thrown"


# ---------------------------------------------------------------- whatever lies there

FACE = st.sampled_from(("S", "1", "2", "3", "4", "5", "6"))
DICE = st.lists(
    st.builds(
        DieReading,
        kind=st.sampled_from((*KINDS, "", "d6", "d10")),
        face=FACE,
        confidence=st.sampled_from((0.4, 0.95, 0.999)),
        status=st.sampled_from(DieStatus),
        alternatives=st.sampled_from(((), (("S", 0.1),), (("2", 0.02), ("3", 0.01)))),
        fresh=st.sampled_from((True, True, False)),
    ),
    max_size=9,
)
POOLS = st.lists(st.sampled_from(KINDS), min_size=1, max_size=7)


@given(POOLS, DICE)
def test_inv_8_nothing_but_the_pool_asked_for_is_ever_taken_or_offered(kinds, dice):
    specs = tuple(DieSpec(kind, count) for kind, count in Counter(kinds).items())
    decision = hear(RollRequest(Seat(0), specs, "Turn roll", "MD-T2"), *dice)
    match decision:
        case Accept(faces=faces):
            assert Counter(face.kind for face in faces) == Counter(kinds)
            counted = dice if len(dice) == len(faces) else [one for one in dice if one.fresh]
            assert sorted(one.face for one in counted) == sorted(face.face for face in faces)
            assert all(one.status is DieStatus.READ and one.fresh for one in counted)
            sure = Counter((one.kind, one.face) for one in counted if one.kind not in {"", "d6"})
            assert sure <= Counter((face.kind, face.face) for face in faces)
        case Ask(candidates=offered):
            assert 1 <= len(offered) <= MAX_CANDIDATES
            assert len({tuple(sorted(one.faces)) for one in offered}) == len(offered)
            for one in offered:
                assert Counter(face.kind for face in one.faces) == Counter(kinds)
        case Refuse(text=text):
            assert "\n" not in text
            assert "MD-T2" in text or "INV-8" in text
        case _:
            assert not dice


@given(POOLS, st.data())
def test_inv_8_a_sure_reading_of_exactly_the_pool_is_taken_in_any_order(kinds, data):
    dice = [die(kind, data.draw(st.sampled_from(("S", "2", "3", "4", "5", "6")))) for kind in kinds]
    specs = tuple(DieSpec(kind, count) for kind, count in Counter(kinds).items())
    request = RollRequest(Seat(0), specs, "Turn roll", "MD-T2")
    decision = hear(request, *data.draw(st.permutations(dice)))
    assert isinstance(decision, Accept)
    assert Counter(f.word() for f in decision.faces) == Counter(str(one) for one in dice)


@pytest.mark.parametrize("wrong", KINDS[1:])
def test_inv_8_one_kind_in_the_place_of_another_is_never_taken(wrong):
    request = pool("md.teeth")
    dice = [one for one in known() if one.kind not in {"md.teeth", wrong}]
    assert isinstance(hear(request, *dice, die("md.teeth", "2")), Refuse)


# ---------------------------------------------------------------- a tray that sees monster dice


def test_monster_dice_of_which_a_tray_cannot_tell_the_kind_fill_the_pool():
    shown = ("2", "3", "4", "6", "5", "6")
    decision = hear(POOL, *(die("md", face) for face in shown), kind=SourceKind.TRAY)
    assert isinstance(decision, Accept)
    assert sorted(face.face for face in decision.faces) == sorted(shown)


def test_whose_sculpted_side_an_unnamed_die_shows_is_asked():
    dice = [die("md", face) for face in ("S", "3", "4", "6", "5", "6")]
    decision = hear(POOL, *dice, kind=SourceKind.TRAY)
    assert isinstance(decision, Ask)
    assert decision.why == "it cannot be told which die is which"


def test_an_unnamed_monster_die_is_no_d10():
    request = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a")
    decision = hear(request, die("md", "4"), kind=SourceKind.TRAY)
    assert isinstance(decision, Refuse)
    assert decision.text == "one d10 expected (RSF-F3a), 1 monster die rolled"


def test_too_few_unnamed_monster_dice_are_counted():
    decision = hear(POOL, *(die("md", "4") for _ in range(5)), kind=SourceKind.TRAY)
    assert isinstance(decision, Refuse)
    assert decision.text == "6 dice expected, 5 there (MD-T2)"
