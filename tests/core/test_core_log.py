"""The log and its fold: undo, redo, amend, rulings, switches, and dice that an undo keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pig import PIG, Again, Hold, PigState, Zero, pig_match

from companion.core.actions import (
    Action,
    Amend,
    Claim,
    Redo,
    Roll,
    Ruling,
    SetSwitch,
    Undo,
    Void,
    Withdraw,
)
from companion.core.dice import DieFace, RollRequest
from companion.core.seats import Seat
from companion.core.verdict import IllegalActionError, VerdictKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.log import Match

ANN, BEN = Seat(0), Seat(1)
UNDO, REDO = Undo(None), Redo(None)


def rolled(face: str, seat: Seat = ANN) -> Roll:
    return Roll(seat, (DieFace("d10", face),))


def played(match: Match[PigState], actions: Iterable[Action]) -> Match[PigState]:
    for action in actions:
        match = match.apply(action)
    return match


@pytest.fixture(scope="module")
def shared_rules() -> str:
    from importlib.resources import files

    return (files("companion.core") / "rules.toml").read_text("utf-8")


@pytest.fixture
def match(shared_rules: str) -> Match[PigState]:
    return pig_match(shared_rules)


def test_x2_checking_changes_nothing_and_refused_actions_leave_the_match_alone(
    match: Match[PigState],
) -> None:
    before = match
    assert match.check(Hold(ANN)).kind is VerdictKind.ILLEGAL
    with pytest.raises(IllegalActionError, match="PIG-3, inferred"):
        match.apply(Hold(ANN))
    assert match == before


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (rolled("7", BEN), "Ann is to roll"),
        (Roll(ANN, (DieFace("d6", "3"),)), "one d10 expected"),
        (Roll(ANN, (DieFace("d10", "3"), DieFace("d10", "4"))), "one d10 expected"),
        (Roll(Seat(7), (DieFace("d10", "3"),)), "nobody sits there"),
    ],
)
def test_x4_only_the_dice_and_the_roller_asked_for_are_heard(
    match: Match[PigState], action: Roll, said: str
) -> None:
    verdict = match.apply(Again(ANN)).check(action)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert said in verdict.message()
    assert not verdict.forceable


def test_x4_a_die_nobody_asked_for_changes_nothing(match: Match[PigState]) -> None:
    verdict = match.check(rolled("7"))
    assert "no roll is asked for now" in verdict.message()
    with pytest.raises(IllegalActionError):
        match.force(rolled("7"))


def test_a_claimed_roll_counts_like_any_other(match: Match[PigState]) -> None:
    asked = match.apply(Again(ANN))
    claimed = asked.apply(Claim(ANN, (DieFace("d10", "7"),)))
    assert claimed.state == asked.apply(rolled("7")).state


def test_x6_undo_returns_to_the_state_before_and_redo_comes_back(match: Match[PigState]) -> None:
    after = played(match, [Again(ANN), rolled("7")])
    undone = after.apply(UNDO)
    assert undone.state == match.apply(Again(ANN)).state
    assert undone.apply(REDO).state == after.state
    assert len(undone.apply(REDO).log) == 4


def test_x6_with_nothing_to_undo_or_redo_it_says_so(match: Match[PigState]) -> None:
    assert match.check(UNDO).kind is VerdictKind.ILLEGAL
    assert match.check(REDO).kind is VerdictKind.ILLEGAL
    forked = played(match, [Again(ANN), UNDO, Again(ANN)])
    assert forked.check(REDO).kind is VerdictKind.ILLEGAL


def test_x6_undo_is_no_reroll(match: Match[PigState]) -> None:
    undone = played(match, [Again(ANN), rolled("1"), UNDO])
    held = undone.held()
    assert held is not None
    assert held.dice == (DieFace("d10", "1"),)
    assert undone.check(rolled("9")).kind is VerdictKind.NEEDS_RULING
    assert "X-6" in undone.check(rolled("9")).message()
    assert undone.check(rolled("1")).legal


def test_x6_held_dice_answer_the_next_request_whatever_was_declared_meanwhile(
    match: Match[PigState],
) -> None:
    # Ann's 5 is undone together with the wish to roll; Ann is later asked for the same die again.
    later = played(match, [Again(ANN), rolled("5"), UNDO, UNDO, Again(ANN)])
    assert later.check(rolled("6")).kind is VerdictKind.NEEDS_RULING
    taken = later.apply(rolled("5"))
    assert taken.apply(Again(ANN)).check(rolled("6")).legal


def test_x6_several_undone_rolls_are_taken_up_in_the_order_they_were_thrown(
    match: Match[PigState],
) -> None:
    undone = played(match, [Again(ANN), rolled("5"), Again(ANN), rolled("6"), *[UNDO] * 4])
    first = undone.apply(Again(ANN))
    assert [first.check(rolled(face)).legal for face in ("5", "6")] == [True, False]
    second = played(first, [rolled("5"), Again(ANN)])
    assert [second.check(rolled(face)).legal for face in ("5", "6")] == [False, True]
    again = played(second, [UNDO, UNDO])
    assert again.check(rolled("5")).legal
    assert not again.check(rolled("6")).legal


def test_x6_the_table_may_void_held_dice_and_the_void_can_be_undone(
    match: Match[PigState],
) -> None:
    undone = played(match, [Again(ANN), rolled("1"), UNDO])
    voided = undone.apply(Void(ANN, ("d10",)))
    assert voided.held() is None
    assert voided.check(rolled("9")).legal
    back = voided.apply(UNDO)
    assert back.held() is not None
    assert not back.check(rolled("9")).legal


def test_x6_an_undone_void_gives_the_dice_back_even_after_other_undos(
    match: Match[PigState],
) -> None:
    voided = played(match, [Again(ANN), rolled("1"), UNDO, Void(ANN, ("d10",)), rolled("9")])
    back = played(voided, [UNDO, UNDO])
    assert back.held() is not None
    assert [back.check(rolled(face)).legal for face in ("1", "9")] == [True, False]


def test_x5_a_cocked_die_is_void_and_the_roll_stays_open(match: Match[PigState]) -> None:
    asked = match.apply(Again(ANN))
    voided = asked.apply(Void(ANN, ("d10",)))
    assert voided.pending() == asked.pending()
    assert not match.check(Void(ANN, ("d10",))).legal


def test_x7_a_ruling_allows_exactly_the_next_action(match: Match[PigState]) -> None:
    rolls = [action for face in "234" for action in (Again(ANN), rolled(face))]
    spent = played(match, rolls)
    assert spent.check(Again(ANN)).kind is VerdictKind.NEEDS_RULING
    ruled = played(spent, [Ruling(None, ("PIG-2",), "agreed"), Again(ANN), rolled("5")])
    assert ruled.state.kept == 14
    assert ruled.check(Again(ANN)).kind is VerdictKind.NEEDS_RULING


def test_x7_a_ruling_overrules_stated_and_inferred_rules_but_not_the_impossible(
    match: Match[PigState],
) -> None:
    ruled = match.apply(Ruling(None, ("PIG-3", "PIG-1"), "let Ann pass"))
    assert ruled.check(Hold(ANN)).legal
    assert ruled.check(Hold(BEN)).kind is VerdictKind.ILLEGAL
    assert match.check(Ruling(None, ("PIG-99",), "")).kind is VerdictKind.ILLEGAL


def test_x7_forcing_carries_on_as_though_the_table_had_ruled(match: Match[PigState]) -> None:
    assert match.force(Hold(ANN)).state.turn == BEN
    with pytest.raises(IllegalActionError):
        match.force(Hold(BEN))


def test_x8_a_switch_changed_in_play_counts_from_there_on(match: Match[PigState]) -> None:
    first = played(match, [Again(ANN), rolled("0")])
    assert first.state.kept == 10
    changed = played(first, [SetSwitch(None, "pig.zero", "nothing"), Again(ANN), rolled("0")])
    assert changed.state.kept == 10
    assert changed.state.house.zero is Zero.NOTHING
    said = match.check(SetSwitch(None, "pig.zero", "eleven")).message()
    assert "choose from ten, nothing" in said


def test_x10_amend_corrects_a_face_and_refolds(match: Match[PigState]) -> None:
    after = played(match, [Again(ANN), rolled("7"), Hold(ANN)])
    amended = after.apply(Amend(None, 2, rolled("9")))
    assert amended.state.scores == (9, 0)
    assert amended.apply(UNDO).state == after.state


def test_x10_one_amend_names_every_later_action_that_it_drops(match: Match[PigState]) -> None:
    after = played(match, [Again(ANN), rolled("7"), Hold(ANN), Again(BEN), rolled("3", BEN)])
    to_one = Amend(None, 2, rolled("1"))
    verdict = after.check(to_one)
    assert verdict.kind is VerdictKind.NEEDS_FACT
    assert verdict.asks[0].text.endswith("dropped: 3")
    done = after.apply(Amend(None, 2, rolled("1"), (3,)))
    assert done.state.scores == (0, 0)
    assert done.state.kept == 3


def test_x10_dice_dropped_by_a_correction_are_kept_like_undone_ones(
    match: Match[PigState],
) -> None:
    after = played(match, [Again(ANN), rolled("7"), Again(ANN), rolled("3"), Hold(ANN)])
    amended = after.apply(Amend(None, 2, rolled("1"), (3, 4, 5)))
    later = played(amended, [Again(BEN), rolled("1", BEN), Again(ANN)])
    assert [later.check(rolled(face)).legal for face in ("3", "4")] == [True, False]
    assert amended.apply(UNDO).state == after.state


@pytest.mark.parametrize(
    ("amend", "said"),
    [
        (Amend(None, 9, rolled("1")), "number 9 is not in play"),
        (Amend(None, 2, Hold(ANN)), "only be corrected to another roll"),
        (Amend(None, 2, UNDO), "undo cannot stand in"),
        (Amend(None, 2, rolled("8"), (1,)), "only later actions"),
        (Amend(ANN, 2, rolled("8")), "whole table"),
        (Amend(None, 2, rolled("8", BEN)), "Ann is to roll"),
    ],
)
def test_x10_a_correction_that_makes_no_sense_is_refused(
    match: Match[PigState], amend: Amend, said: str
) -> None:
    after = played(match, [Again(ANN), rolled("7")])
    verdict = after.check(amend)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert said in verdict.message()


def test_undone_actions_cannot_be_amended(match: Match[PigState]) -> None:
    undone = played(match, [Again(ANN), rolled("7"), UNDO])
    assert undone.check(Amend(None, 2, rolled("8"))).kind is VerdictKind.ILLEGAL


WISHES = st.lists(
    st.one_of(
        st.sampled_from([UNDO, REDO, Again(ANN), Again(BEN), Hold(ANN), Hold(BEN)]),
        st.builds(rolled, st.sampled_from("0123456789"), st.sampled_from([ANN, BEN])),
        st.builds(Void, st.sampled_from([ANN, BEN]), st.just(("d10",))),
        st.builds(Ruling, st.none(), st.just(("PIG-2", "PIG-3", "X-6")), st.just("so be it")),
        st.builds(
            Amend,
            st.none(),
            st.integers(1, 30),
            st.builds(rolled, st.sampled_from("0123456789"), st.sampled_from([ANN, BEN])),
            st.lists(st.integers(1, 40), max_size=6).map(tuple),
        ),
        st.just(Withdraw(ANN)),
    ),
    max_size=40,
)


@given(WISHES)
def test_inv_1_2_3_any_wishes_leave_a_log_that_replays_to_the_same_state(
    shared_rules: str, wishes: list[Action]
) -> None:
    match = pig_match(shared_rules)
    for wish in wishes:
        legal = match.check(wish).legal
        try:
            after = match.apply(wish)
        except IllegalActionError:
            assert not legal
            continue
        assert legal
        if not isinstance(wish, (Undo, Redo)):
            assert after.apply(UNDO).state == match.state
        match = after
    assert played(pig_match(shared_rules), match.log) == match
    assert PIG.invariants(match.state) == ()


@given(WISHES)
def test_inv_8_every_effective_roll_uses_up_a_throw_of_its_own(
    shared_rules: str, wishes: list[Action]
) -> None:
    match = pig_match(shared_rules)
    for wish in wishes:
        if match.check(wish).legal:
            match = match.apply(wish)
        rolls = [one.reading for one in match.version.effective if isinstance(one.action, Roll)]
        assert len(rolls) == len(set(rolls))
        assert isinstance(match.pending(), RollRequest) == match.state.rolling
