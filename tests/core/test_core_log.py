from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pig_kit import ANN, BEN, PIG, begin, go, hold, on_the_shelf, play, roll

from companion.core.actions import Amend, Claim, Redo, Roll, Ruling, SetSwitch, Undo, Void, Withdraw
from companion.core.dice import DieFace
from companion.core.seats import Seat
from companion.core.steps import take_step
from companion.core.verdict import IllegalActionError, VerdictKind

with on_the_shelf():
    from companion.games.pig.verbs import Adjust

UNDO, REDO = Undo(None), Redo(None)
NOBODY = Seat(7)


def void(who=ANN):
    return Void(who, ("d10",))


def rules(verdict):
    return [reason.rule for reason in verdict.reasons]


def test_an_illegal_action_is_refused_and_leaves_the_match_untouched():
    match = begin()
    with pytest.raises(IllegalActionError, match="PIG-2"):
        match.apply(hold())
    assert match.log == ()


def test_dice_that_nobody_asked_for_are_refused_by_x4_and_cannot_be_forced():
    verdict = begin().check(roll(7))
    assert rules(verdict) == ["X-4"]
    assert not verdict.forceable


def test_a_roll_by_another_seat_or_with_other_dice_is_refused():
    match = play(begin(), go())
    assert rules(match.check(roll(7, BEN))) == ["X-4"]


def test_inv8_dice_of_another_kind_are_refused_with_what_is_expected_or_where_they_are():
    match = play(begin(), go())
    six = Roll(ANN, (DieFace("d6", "3"),))
    assert match.check(six).reasons[0].text == "one d10 expected"

    asked = match.game.pending

    def pending(state):
        return replace(asked(state), elsewhere=(("d6", "it is in the box"),))

    knowing = replace(match, game=replace(match.game, pending=pending))
    assert knowing.check(six).reasons[0].text == "expected no d6: it is in the box"
    assert knowing.check(roll(7)).legal
    two = roll(7).__class__(ANN, (DieFace("d10", "7"), DieFace("d10", "7")))
    assert rules(match.check(two)) == ["PIG-4"]
    assert not match.check(two).forceable


def test_a_claim_is_carried_out_as_a_roll_and_stays_a_claim_in_the_log():
    claim = Claim(ANN, (DieFace("d10", "7"),))
    match = play(begin(), go(), claim)
    assert match.state.pot == 7
    assert match.log[-1] == claim


def test_a_seat_that_nobody_has_is_refused():
    assert not begin().check(go(5)).legal


def test_x7_a_ruling_licenses_exactly_the_next_action():
    match = play(begin(), Ruling(None, ("PIG-2",), "for once"), hold())
    assert match.state.turn == BEN
    assert not match.check(hold(BEN)).legal


def test_x7_a_ruling_is_used_up_by_an_action_that_did_not_need_it():
    match = play(begin(), Ruling(None, ("PIG-2",), ""), go(), roll(1))
    assert rules(match.check(hold(BEN))) == ["PIG-2"]


def test_x7_a_ruling_survives_a_switch_and_a_void():
    match = play(begin(), go(), Ruling(None, ("PIG-4",), ""), SetSwitch(None, "pig.low", "yes"))
    match = play(match, void())
    assert match.check(go()).legal


def test_x7_what_a_ruling_lifts_stays_visible_as_a_note():
    match = play(begin(), Ruling(None, ("PIG-2",), ""))
    verdict = match.check(hold())
    assert verdict.legal
    assert [note.rule for note in verdict.notes] == ["PIG-2"]


def test_x7_a_ruling_lifts_a_turn_and_no_missing_fact():
    match = play(begin(), Ruling(None, ("PIG-1",), ""))
    assert match.check(hold(BEN)).legal
    match = play(begin(), Ruling(None, ("X-4",), ""))
    verdict = match.check(hold(NOBODY))
    assert verdict.message() == "Not possible, a fact is missing: there is no such seat (X-4)"


def test_x7_a_ruling_names_known_rules_and_at_least_one():
    assert not begin().check(Ruling(None, ("PIG-99",), "")).legal
    assert not begin().check(Ruling(None, (), "")).legal


def test_x7_undo_after_a_ruled_action_gives_the_licence_back():
    match = play(begin(), Ruling(None, ("PIG-2",), ""), hold(), UNDO)
    assert match.check(hold()).legal
    match = play(match, UNDO)
    assert not match.check(hold()).legal


@pytest.mark.parametrize(
    "action", [Undo(ANN), Redo(ANN), Ruling(ANN, ("PIG-2",), ""), SetSwitch(ANN, "pig.low", "yes")]
)
def test_verbs_of_the_log_belong_to_the_whole_table(action):
    match = play(begin(), go(), UNDO)
    assert not match.check(action).legal
    assert not match.check(action).forceable


def test_inv2_undo_gives_the_state_before():
    match = play(begin(), go())
    after = play(match, roll(7), UNDO)
    assert after.state == match.state


def test_there_is_nothing_to_undo_or_redo_at_the_start():
    assert rules(begin().check(UNDO)) == ["X-6"]
    assert rules(begin().check(REDO)) == ["X-6"]
    assert not begin().check(UNDO).forceable


def test_redo_goes_all_the_way_forward_again():
    match = play(begin(), go(), roll(7), hold())
    back = play(match, UNDO, UNDO, UNDO)
    assert back.state == begin().state
    again = play(back, REDO, REDO, REDO)
    assert again.state == match.state
    assert not again.check(REDO).legal


def test_a_new_declaration_ends_what_could_be_redone():
    match = play(begin(), go(), roll(7), UNDO, UNDO, go())
    assert not match.check(REDO).legal


def test_numbers_are_places_in_the_log_and_survive_redo():
    match = play(begin(), go(), roll(7), UNDO, REDO, hold())
    assert [one.number for one in match.steps()] == [1, 2, 5]


def test_undo_of_an_amend_gives_the_old_face_back():
    match = play(begin(), go(), roll(7), Amend(None, 2, roll(8)))
    assert match.state.pot == 8
    match = play(match, UNDO)
    assert match.state.pot == 7
    assert play(match, REDO).state.pot == 8


def test_x6_undone_dice_answer_the_next_like_request_whatever_was_declared_meanwhile():
    match = play(begin(), go(), roll(7), UNDO, UNDO)
    assert match.held() is None
    match = play(match, SetSwitch(None, "pig.low", "yes"), go())
    assert match.held().dice == (DieFace("d10", "7"),)
    assert rules(match.check(roll(9))) == ["X-6"]
    assert match.check(roll(7)).legal


def test_x6_another_seat_throws_anew():
    match = play(begin(), go(), roll(7), UNDO, UNDO, Ruling(None, ("PIG-2",), ""), hold(), go(BEN))
    assert match.held() is None
    assert match.check(roll(3, BEN)).legal


def test_x6_held_dice_are_used_once():
    match = play(begin(), go(), roll(7), UNDO, roll(7), go())
    assert match.held() is None
    assert match.check(roll(2)).legal


def test_x6_several_held_throws_come_back_in_the_order_they_were_thrown():
    match = play(begin(), go(), roll(7), go(), roll(9), UNDO, UNDO, UNDO, UNDO, go())
    assert match.held().dice[0].face == "7"
    match = play(match, roll(7), go())
    assert match.held().dice[0].face == "9"


def test_x6_void_drops_held_dice_and_only_those():
    match = play(begin(), go(), roll(7), go(), roll(9), UNDO, UNDO, UNDO, UNDO, go(), void())
    assert match.held().dice[0].face == "9"
    match = play(match, void())
    assert match.held() is None
    assert match.check(roll(2)).legal


def test_x6_an_undone_void_holds_the_dice_again():
    match = play(begin(), go(), roll(7), UNDO, void())
    assert match.check(roll(2)).legal
    match = play(match, UNDO)
    assert match.held().dice[0].face == "7"


def test_x6_the_table_may_rule_a_second_throw_and_the_first_is_gone():
    match = play(begin(), go(), roll(7), UNDO, Ruling(None, ("X-6",), "it fell"), roll(9), go())
    assert match.state.pot == 9
    assert match.held() is None


def test_x6_redo_uses_the_throw_so_it_is_not_held_as_well():
    match = play(begin(), go(), roll(7), UNDO, REDO, go())
    assert match.held() is None


def test_x6_a_corrected_face_is_the_one_that_is_held():
    match = play(begin(), go(), roll(7), go(), roll(5), Amend(None, 4, roll(6)))
    drop = Amend(None, 2, roll(7), (3, 4))
    match = play(match, drop, go())
    assert match.held().dice[0].face == "6"


def test_x6_undoing_the_correction_and_the_roll_holds_the_first_face():
    match = play(begin(), go(), roll(7), Amend(None, 2, roll(8)), UNDO, UNDO)
    assert match.held().dice[0].face == "7"


def test_x5_void_needs_an_open_request_or_held_dice_of_that_seat():
    assert not begin().check(void()).legal
    match = play(begin(), go())
    assert match.check(void()).legal
    assert not match.check(void(BEN)).legal
    assert not match.check(Void(None, ("d10",))).legal
    assert play(match, void()).pending() == match.pending()


def test_withdraw_keeps_held_dice_for_the_next_throw():
    match = play(begin(), go(), roll(7), UNDO, Withdraw(ANN), go())
    assert match.held().dice[0].face == "7"


def test_x10_amend_corrects_a_face_and_refolds():
    match = play(begin(), go(), roll(7), go(), roll(3), Amend(None, 2, roll(9)))
    assert match.state.pot == 12
    assert match.log[1] == roll(7)


def test_x10_amend_that_breaks_later_actions_needs_their_numbers():
    match = play(begin(), go(), roll(7), go(), roll(3), hold())
    verdict = match.check(Amend(None, 2, roll(1)))
    assert verdict.kind is VerdictKind.NEEDS_FACT
    assert "3, 4, 5" in verdict.message()
    assert match.with_drops(Amend(None, 2, roll(1))).drops == (3, 4, 5)
    match = play(match, Amend(None, 2, roll(1), (3, 4, 5)))
    assert match.state.turn == BEN
    assert match.state.totals == (0, 0)


def test_x10_dropping_an_action_drops_the_ruling_for_it():
    match = play(begin(), go(), roll(7), go(), Ruling(None, ("PIG-4",), "again"), go(), roll(3))
    drops = match.with_drops(Amend(None, 2, roll(1))).drops
    assert drops == (3, 4, 5, 6)
    leaky = match.check(Amend(None, 2, roll(1), (3, 5, 6)))
    assert leaky.kind is VerdictKind.NEEDS_FACT
    after = play(match, Amend(None, 2, roll(1), drops), go(BEN))
    assert rules(after.check(go(BEN))) == ["PIG-4"]


def test_x10_a_dropped_actions_ruling_does_not_license_the_one_after_it():
    """All that no longer fits is named at once, also what only that ruling would let pass."""
    match = play(begin(), go(), roll(4), go(), Ruling(None, ("PIG-3",), "once"), roll(6), hold())
    instead = Adjust(None, BEN, 0)
    drops = match.with_drops(Amend(None, 3, instead)).drops
    assert drops == (4, 5, 6)
    assert match.check(Amend(None, 3, instead, drops)).legal


def test_x10_a_ruling_corrected_to_other_rules_licenses_what_comes_after_a_dropped_action():
    """It stays where it was put, and what is next is now another action."""
    match = play(begin(), Ruling(None, ("PIG-2",), "once"), hold(), go(BEN), roll(5, BEN))
    instead = Ruling(None, ("PIG-4",), "rather this")
    assert match.with_drops(Amend(None, 1, instead)).drops == (2, 3, 4)
    match = play(match, Amend(None, 1, instead, (2, 3, 4)))
    assert match.now.licence == {"PIG-4"}


def test_x10_the_replacement_itself_must_be_legal_and_no_ruling_helps():
    match = play(begin(), go(), roll(7))
    verdict = match.check(Amend(None, 1, hold()))
    assert verdict.kind is VerdictKind.ILLEGAL
    assert not verdict.forceable
    with pytest.raises(IllegalActionError):
        match.force(Amend(None, 1, hold()))


@pytest.mark.parametrize(
    "amend",
    [
        Amend(ANN, 2, roll(9)),
        Amend(None, 9, roll(9)),
        Amend(None, 0, roll(9)),
        Amend(None, 2, go()),
        Amend(None, 1, roll(3)),
        Amend(None, 2, roll(9), (1,)),
        Amend(None, 2, roll(9), (99,)),
        Amend(None, 2, UNDO),
        Amend(None, 2, Amend(None, 1, go())),
        Amend(None, 2, Void(ANN, ("d10",))),
        Amend(None, 1, go(), (), (UNDO,)),
        Amend(None, 1, go(), (), (go(),) * 100),
    ],
)
def test_x10_amends_that_make_no_sense_are_refused_and_cannot_be_forced(amend):
    verdict = play(begin(), go(), roll(7)).check(amend)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert not verdict.forceable


@pytest.mark.parametrize("value", [("pig.nothing", "yes"), ("pig.low", "perhaps")])
def test_x10_a_switch_is_corrected_only_to_one_that_exists(value):
    match = play(begin(), SetSwitch(None, "pig.low", "yes"))
    assert rules(match.check(Amend(None, 1, SetSwitch(None, *value)))) == ["X-8"]
    assert match.check(Amend(None, 1, SetSwitch(None, "pig.low", "no"))).legal


def test_x10_a_ruling_is_corrected_only_to_rules_that_exist():
    match = play(begin(), Ruling(None, ("PIG-2",), "a"), hold())
    assert not match.check(Amend(None, 1, Ruling(None, ("NO-1",), "a"))).legal
    assert match.check(Amend(None, 1, Ruling(None, ("PIG-2",), "b"))).legal
    # Without the licence the hold no longer fits.
    assert match.with_drops(Amend(None, 1, Ruling(None, ("PIG-3",), "b"))).drops == (2,)


def test_x10_an_undone_action_cannot_be_amended():
    match = play(begin(), go(), roll(7), UNDO)
    assert not match.check(Amend(None, 2, roll(9))).legal


def test_x8_a_switch_acts_from_there_on_and_is_undone_like_anything_else():
    match = play(begin(), go(), roll(3))
    assert match.check(hold()).kind is VerdictKind.NEEDS_RULING
    match = play(match, SetSwitch(None, "pig.low", "yes"))
    assert match.check(hold()).legal
    assert match.check(hold()).notes[0].rule == "PIG-3"
    assert match.rulebook["PIG-3"].switch == "pig.low"
    assert play(match, UNDO).check(hold()).kind is VerdictKind.NEEDS_RULING


def test_x8_unknown_switches_and_values_are_refused():
    assert rules(begin().check(SetSwitch(None, "pig.high", "yes"))) == ["X-8"]
    assert rules(begin().check(SetSwitch(None, "pig.low", "perhaps"))) == ["X-8"]


def test_force_carries_on_past_what_a_ruling_could_allow():
    match = begin().force(hold())
    assert match.state.turn == BEN
    assert match.force(hold(ANN)).now.lifted == {"PIG-1"}
    with pytest.raises(IllegalActionError):
        match.force(hold(NOBODY))


def test_forced_actions_survive_a_later_amend():
    match = begin().force(hold())
    match = play(match, go(BEN), roll(7, BEN))
    amend = Amend(None, 3, roll(8, BEN))
    assert match.check(amend).legal
    assert play(match, amend).state.pot == 8


def test_force_of_a_legal_action_is_the_action():
    forced, applied = begin().force(go()), begin().apply(go())
    assert (forced.log, forced.state) == (applied.log, applied.state)
    assert forced.now.lifted == applied.now.lifted == frozenset()


FACES = st.integers(0, 9)
MOVES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                go(ANN),
                go(BEN),
                hold(ANN),
                hold(BEN),
                UNDO,
                UNDO,
                REDO,
                void(ANN),
                void(BEN),
                Withdraw(ANN),
                Ruling(None, ("PIG-2", "PIG-4"), "so be it"),
                Ruling(None, ("X-6",), "again"),
                SetSwitch(None, "pig.low", "yes"),
            ]
        ),
        st.builds(roll, FACES, st.sampled_from([ANN, BEN])),
        st.builds(
            lambda n, face, who: Amend(None, n, roll(face, who)),
            st.integers(1, 12),
            FACES,
            st.sampled_from([ANN, BEN]),
        ),
        st.builds(lambda n, who: Amend(None, n, go(who)), st.integers(1, 12), st.just(ANN)),
    ),
    max_size=40,
)


def through(moves):
    """Play what is legal of `moves`; an amend takes the drops it needs."""
    match = begin()
    for move in moves:
        chosen = move
        if isinstance(move, Amend):
            drops = match.with_drops(Amend(None, move.number, move.replacement)).drops
            chosen = Amend(None, move.number, move.replacement, drops)
        if match.check(chosen).legal:
            match = match.apply(chosen)
    return match


@given(MOVES)
def test_inv1_folding_the_log_again_gives_the_same_state(moves):
    match = through(moves)
    assert play(begin(), *match.log).state == match.state


@given(MOVES)
def test_what_is_in_effect_folds_to_the_state_by_itself(moves):
    match = through(moves)
    again = begin().now
    for step in match.steps():
        again = take_step(PIG, again, step.number, step.action)
        assert again.state == step.state
    assert again.state == match.state


@given(MOVES)
def test_inv2_undo_then_redo_changes_nothing(moves):
    match = through(moves)
    if match.check(UNDO).legal:
        again = play(match, UNDO, REDO)
        assert again.state == match.state
        assert again.now is match.now


@given(MOVES)
def test_planned_drops_make_an_amend_legal_or_it_is_illegal_for_itself(moves):
    match = through(moves)
    for one in match.steps():
        for face in ("1", "9"):
            if one.action.verb == "roll":
                replacement = roll(int(face), one.action.actor)
                drops = match.with_drops(Amend(None, one.number, replacement)).drops
                assert match.check(Amend(None, one.number, replacement, drops)).legal


@given(MOVES)
def test_undo_is_no_reroll_every_throw_is_used_held_or_dropped(moves):
    """Throws are numbered when they first enter; none is used twice at the same time."""
    match = through(moves)
    used = [one.reading for one in match.steps() if one.reading]
    assert len(used) == len(set(used))
    held = match.held()
    if held is not None:
        assert held.reading not in used
