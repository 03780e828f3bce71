"""Whatever is no missing fact the table may rule, at any stage (X-7), and play goes on from there."""

from dataclasses import replace

import pytest
from games_play import new_match
from rsf_kit import FILLER, A, B, C, at_stage, box, card, fight, hand, house, ref
from rsf_play import findings, force, new_game, play, roll

from companion.core.actions import Roll, Ruling, Withdraw
from companion.core.dice import DieFace
from companion.core.game import Depth
from companion.core.verdict import Breach, grade
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Player, Stage
from companion.games.rsf.words import SPECIAL_MODE, Column, Mode, Placement, Zone
from models.workshop.invariants import invariants

P1, R1, R2 = CardId("P1"), CardId("R1"), CardId("R2")
CARDS = box(
    card("R1", 8, 1), card("R2", 1, 3), card("H1", 1, 1, special=9), card("P1", 1, 2),
    card("P2", 1, 1, copies=2), card("I1", 2, 3),
)  # fmt: skip
THREE = ["R1@0,0 H1@1,0=special", "P1@0,0 P2@1,0", "I1@0,0 P2@0,1"]


def trio(stage=Stage.BEFORE, phase=4, **chosen):
    return at_stage(fight(CARDS, THREE, phase, ["R2 Z0"], **chosen), stage)


def building():
    """Ann builds; Ben has two cards connected already."""
    state = replace(trio(), players=(Player(),) * 3, phase=0, stage=Stage.READY, pile=CARDS.size)
    state = hand(hand(hand(state, A, "R1 R2"), B, "P1 P2"), C, "I1 P2")
    state = play(state, act.Connect(B, P1, Cell(0, 0)), act.Connect(B, CardId("P2"), Cell(0, 1)))
    return play(state, act.Connect(A, R1, Cell(0, 0)))


def ruled(state, action):
    """The table after an action that is against the rules, and that a ruling can lift."""
    assert all(one.forceable for one in GAME.check(state, action) if isinstance(one, Breach))
    assert findings(state, action)
    after = force(state, action)
    assert invariants(after) == ()
    GAME.sheet(after), GAME.options(after), GAME.pending(after)
    assert GAME.tell(state, action, after)
    return after


def missing(state, action):
    """Refused at this stage too, because a fact is missing."""
    found = [one for one in GAME.check(state, action) if isinstance(one, Breach)]
    assert not all(one.forceable for one in found)


def test_x7_the_pile_is_mixed_and_cards_are_drawn_out_of_turn_and_stage():
    assert ruled(trio(), act.Mixed(None)) == trio()
    after = ruled(trio(), act.Starter(None, C))
    assert (after.starter, after.turn, after.stage) == (C, A, Stage.BEFORE)
    assert play(after, act.EndTurn(A)).turn == B
    assert ruled(new_game(2), act.Starter(None, B)).turn == B
    dealing = play(new_game(3), act.Mixed(None), act.Starter(None, A))
    after = ruled(dealing, act.Draw(C, CardId("R01")))
    assert (after.turn, after.stage, after.players[C].hand) == (A, Stage.DEAL, ("R01",))
    assert ruled(trio(), act.Draw(B, FILLER)).players[B].hand == (FILLER,)
    early = ruled(new_game(2, Depth.LIGHT), act.Draw(B, UNNAMED))
    early = play(early, act.Mixed(None), act.Starter(None, A))
    assert [len(player.hand) for player in early.players] == [7, 7]


def test_x7_a_card_comes_from_the_discard_where_the_rules_have_none():
    state = replace(trio(Stage.DRAW, reshuffle="off", fight_draw_from="pile"), pile=0)
    state = replace(state, discard=(Discarded(FILLER, B),), deck=9)
    after = ruled(state, act.Draw(A, FILLER))
    assert (after.pile, after.discard, after.stage) == (0, (), Stage.BEFORE)
    assert "shuffled into a new pile" in GAME.tell(state, act.Draw(A, FILLER), after)
    missing(replace(state, discard=(), deck=8), act.Draw(A, FILLER))
    state = play(roll(play(trio(), act.Special(A)), 7), act.Replace(A, ref("R1")))
    after = ruled(state, act.Take(A, R1))
    assert (after.stage, after.drawn) == (Stage.ATTACH, R1)
    assert "shuffled" not in GAME.tell(state, act.Take(A, R1), after)


def test_x7_somebody_else_exchanges_or_redraws_first():
    state = building()
    after = ruled(state, act.Exchange(B, (CardId("P2"),)))
    assert (after.turn, after.stage, after.players[B].owed) == (A, Stage.READY, 1)
    assert findings(after, act.Draw(B, FILLER)) == ("RSF-R3f",)
    assert ruled(after, act.Draw(B, FILLER)).players[B].owed == 0
    done = play(after, act.Done(A))
    assert (done.turn, done.stage) == (B, Stage.READY_DRAW)
    again = ruled(play(state, act.Connect(A, R2, Cell(1, 0))), act.Mulligan(B))
    assert (again.turn, len(again.players[B].monster), again.players[B].owed) == (A, 0, 2)


def test_x7_in_the_set_phase_who_exchanges_builds_again_and_who_is_done_is_not_waited_for():
    state = play(building(), act.Connect(A, R2, Cell(1, 0)), act.Done(A), act.Done(B))
    state = play(state, act.Connect(C, CardId("I1"), Cell(0, 0)), act.Done(C))
    assert state.stage is Stage.SET
    after = play(ruled(state, act.Exchange(C, (CardId("P2"),))), act.Draw(C, FILLER), act.Done(C))
    assert (after.stage, after.turn) == (Stage.SET, A)
    early = ruled(state, act.Confirm(B))
    assert (early.turn, play(early, act.Confirm(A)).turn) == (A, C)
    after = ruled(building(), act.Done(B))
    assert after.turn == A
    assert play(after, act.Done(A)).turn == C


def test_x7_in_the_fight_hands_are_exchanged_and_other_cards_connected():
    after = ruled(trio(), act.Mulligan(A))
    expected = (2, 2, Stage.BEFORE)
    assert (after.players[A].owed, len(after.players[A].monster), after.stage) == expected
    after = play(after, act.Draw(A, FILLER))
    assert after.players[A].owed == 1
    assert ruled(trio(), act.Exchange(A, (R2,))).players[A].owed == 1
    missing(trio(), act.Mulligan(B))
    state = play(roll(play(trio(), act.Special(A)), 7), act.Replace(A, ref("R1")))
    state = play(state, act.Draw(A, FILLER))
    after = ruled(state, act.Connect(A, R2, Cell(0, 0)))
    assert (after.stage, after.drawn) == (Stage.ATTACH, FILLER)
    assert play(after, act.Keep(A)).stage is Stage.COMBAT


@pytest.mark.parametrize("action", [act.Done(A), act.Confirm(A)])
def test_x7_a_step_that_is_over_changes_nothing(action):
    assert ruled(trio(), action).stage is Stage.BEFORE


@pytest.mark.parametrize("stage", [Stage.COMBAT, Stage.DRAW, Stage.MUTATE])
def test_x7_a_card_is_connected_at_a_wrong_moment(stage):
    after = ruled(trio(stage), act.Connect(A, R2, Cell(0, 1)))
    assert (after.stage, len(after.players[A].monster)) == (stage, 3)
    missing(trio(stage), act.Connect(A, R2, Cell(0, 0)))
    missing(trio(stage), act.Connect(A, P1, Cell(0, 1)))


def test_rsf_t2a_the_table_may_rule_another_race():
    state = trio()
    after = ruled(state, act.DeclareMode(A, ref("H1"), Mode("Plant")))
    assert after.players[A].monster[1].mode == Mode("Plant")
    missing(state, act.DeclareMode(A, ref("H1"), Mode("Dragon")))
    missing(state, act.DeclareMode(A, ref("R1"), SPECIAL_MODE))
    put = act.AdjustCard(None, ref("H1"), Zone.MONSTER, Zone.MONSTER, A, B, Cell(0, 1), Mode("Plant"))
    assert findings(state, put) == ("RSF-T2a",)


def lay(seat, *places):
    return act.Rearrange(seat, tuple(Placement.parse(place) for place in places))


def test_rsf_o1_a_ruling_lets_a_mutate_add_and_remove_cards_or_change_uses():
    state = trio(Stage.MUTATE)
    more = ruled(state, lay(A, "R1@0,0", "H1@1,0", "R2@2,0"))
    assert (more.turn, more.players[A].hand, len(more.players[A].monster)) == (B, (FILLER,), 3)
    less = ruled(state, lay(A, "R1@0,0"))
    assert less.players[A].hand == ("H1", "R2", FILLER)
    missing(state, lay(A, "R1@0,0", "H1@1,0", "P1@2,0"))
    missing(state, lay(A, "R1@0,0", "H1@0,0"))
    missing(state, lay(A, "R1@0,0=special", "H1@1,0"))
    other = ruled(state, lay(B, "P1@0,0", "P2@0,1"))
    assert (other.turn, other.players[B].monster[1].cell) == (A, Cell(0, 1))
    assert ruled(trio(), lay(A, "R1@0,0", "H1@0,1")).stage is Stage.BEFORE
    state = trio(Stage.MUTATE)
    anew = lay(A, "R1@0,0", "H1@1,0=race:Robot")
    assert findings(state, anew) == ("RSF-O1a",)
    assert findings(GAME.rehouse(state, house(mutate_redeclare="on")), anew) == ()


def test_rsf_f0_an_attack_out_of_turn_comes_in_between():
    state = replace(trio(Stage.COMBAT), actions_used=1)
    state = ruled(state, act.Attack(B, C))
    assert GAME.pending(state).roller == B
    state = roll(state, 9)
    assert GAME.pending(state).asks == C
    state = play(state, act.Destroy(C, ref("I1")))
    assert (state.turn, state.stage, state.actions_used, state.by) == (A, Stage.COMBAT, 1, None)


def test_rsf_f3_an_attack_at_another_stage_goes_back_there():
    state = roll(ruled(trio(Stage.MUTATE), act.Attack(A, C)), 1)
    assert (state.stage, state.actions_used) == (Stage.DODGE, 0)
    state = play(state, act.Decline(C), act.Destroy(C, ref("I1")))
    assert (state.turn, state.stage) == (A, Stage.MUTATE)
    early = ruled(building(), act.Attack(A, B))
    assert play(early, Withdraw(A)).stage is Stage.READY
    missing(building(), act.Attack(A, C))  # nothing of Cleo's is in play
    missing(building(), act.Special(C))


def test_x7_what_is_half_done_lapses_with_a_new_attack_or_a_death():
    state = play(trio(), act.Attack(A, B))
    again = ruled(state, act.Attack(A, C))
    assert (again.strike.target, again.by, again.resume) == (C, None, Stage.COMBAT)
    between = ruled(ruled(state, act.Attack(B, C)), act.Attack(C, A))
    assert (between.by, between.resume) == (C, Stage.COMBAT)
    state = ruled(trio(Stage.MUTATE, death="def_zero"), act.Attack(B, C))
    state = play(state, act.AdjustScore(None, A, Column.DEF, -9))
    assert (state.turn, state.stage, state.strike) == (B, Stage.MUTATE, None)


def test_rsf_x4_a_replacement_out_of_turn_or_without_a_pile():
    state = roll(ruled(trio(), act.Special(B)), 7)
    assert GAME.pending(state).asks == B
    state = play(state, act.Replace(B, ref("P1")))
    assert [one.actor for one in GAME.options(state)[0].instances[:1]] == [B]
    state = play(state, act.Draw(B, FILLER), act.Keep(B))
    assert (state.turn, state.stage, state.specials_used) == (A, Stage.BEFORE, 0)
    state = replace(trio(reshuffle="off"), pile=0, deck=8)
    after = ruled(state, act.Replace(A, ref("R1")))
    assert (after.stage, len(after.discard)) == (Stage.REPLACE_DRAW, 1)
    assert ruled(after, act.Draw(A, R1)).stage is Stage.ATTACH


def test_rsf_x1_to_x5_a_result_may_be_ruled_without_its_die():
    state = trio()
    assert P1 in ruled(state, act.Steal(A, B, ref("P1"))).players[A].hand
    assert ruled(state, act.Steal(A, A, ref("R1"))).players[A].monster[0].card == "H1"
    assert ruled(state, act.Move(A, ref("R1"), Cell(1, 1))).stage is Stage.BEFORE
    swapped = ruled(state, act.Swap(A, A, ref("R1"), A, ref("H1")))
    assert [one.card for one in swapped.players[A].monster] == ["H1", "R1"]
    missing(state, act.Swap(A, A, ref("R1"), A, ref("R1")))
    forced = play(ruled(state, act.Force(C, B)), act.Remove(B, ref("P1")))
    assert (forced.turn, forced.stage) == (A, Stage.BEFORE)
    replacing = ruled(state, act.Replace(B, ref("P1")))
    assert GAME.pending(replacing).asks == B
    kept = play(ruled(trio(steal_to="monster"), act.Steal(A, B, ref("P1"))), act.Keep(A))
    assert kept.stage is Stage.COMBAT


def test_rsf_f4_somebody_else_may_answer_for_who_was_hit():
    hit = roll(play(trio(phase=3), act.Attack(A, B)), 9)
    after = ruled(hit, act.Destroy(C, ref("I1")))
    assert (after.destroyed, after.stage) == (("I1",), Stage.COMBAT)
    dodging = roll(play(trio(), act.Attack(A, B)), 9)
    assert ruled(dodging, act.Destroy(B, ref("P1"))).stage is Stage.COMBAT
    rolling = play(dodging, act.Dodge(B))
    assert ruled(rolling, act.Decline(B)).stage is Stage.HIT
    assert ruled(rolling, Withdraw(A)).stage is Stage.DODGE
    for action in (act.Destroy(B, ref("P1")), act.Dodge(B), act.Decline(B)):
        missing(trio(), action)
        missing(play(trio(), act.Attack(A, B)), action)


def test_rsf_x5_somebody_else_may_remove_a_piece():
    state = ruled(trio(), act.Force(A, B))
    assert len(ruled(state, act.Remove(C, ref("I1"))).players[C].monster) == 1
    missing(trio(), act.Remove(B, ref("P1")))
    missing(trio(), act.Keep(A))
    missing(trio(), act.Skip(A))
    missing(trio(), Withdraw(A))


@pytest.mark.parametrize("action", [act.EndTurn(B), act.EndTurn(A)])
def test_rsf_f0_a_turn_ends_by_ruling_in_the_midst_of_an_attack(action):
    after = ruled(play(trio(), act.Attack(A, B)), action)
    assert (after.turn, after.stage, after.strike) == (B, Stage.DRAW, None)


def test_rsf_f0_what_is_half_done_lapses_with_the_phase_or_the_game():
    state = play(replace(trio(phase=2), turn=C), act.Attack(C, B))
    after = ruled(state, act.EndTurn(C))
    assert (after.turn, after.stage, after.strike) == (A, Stage.MUTATE, None)
    after = ruled(play(trio(), act.Attack(A, B)), act.Stalemate(None))
    assert (after.stage, after.called, after.strike) == (Stage.OVER, True, None)


def test_rsf_f2a_combat_begins_and_ends_by_ruling():
    attacking = play(trio(), act.Attack(A, B))
    assert ruled(attacking, act.EndCombat(A)).stage is Stage.AFTER
    assert ruled(attacking, act.BeginCombat(A)).strike is None
    assert ruled(trio(Stage.AFTER), act.BeginCombat(A)).stage is Stage.COMBAT
    for action in (
        act.EndTurn(A),
        act.EndCombat(A),
        act.BeginCombat(A),
        act.AdjustActions(None, 1),
    ):
        missing(building(), action)
        missing(trio(Stage.MUTATE), action)


def test_x3_what_is_asked_must_be_answered_before_a_ruling():
    light = GAME.lighten(trio())
    light = play(ruled(light, act.Force(A, B)), act.Remove(B, ref("card")))
    verdict = grade(GAME.check(light, act.Attack(B, A)), new_match("rsf", Depth.LIGHT).rulebook, frozenset())
    assert [one.rule for one in (*verdict.reasons, *verdict.asks)] == ["RSF-F0", "RSF-F4"]
    assert not verdict.forceable


def test_two_actions_in_phase_2_and_a_third_by_ruling():
    match = new_match("rsf", Depth.FULL, 2)
    match = to_phase(match, 2)
    seat = match.state.turn
    other = B if seat == A else A
    for _ in range(2):
        match = missed(match.apply(act.Attack(seat, other)), other)
    third = act.Attack(seat, other)
    assert match.check(third).message() == ("Not allowed: Phase 2 allows 2 actions, both used (RSF-F3)")
    match = match.apply(Ruling(None, ("RSF-F3",), "agreed before the game"))
    assert match.check(third).legal
    match = missed(match.apply(third), other)
    assert (match.state.actions_used, match.state.beyond) == (3, 1)
    assert not match.check(third).legal
    assert invariants(match.state) == ()


def missed(match, other):
    match = match.apply(Roll(match.state.turn, (DieFace("d10", "1"),)))
    if match.state.stage is Stage.HIT:
        piece = match.state.players[other].monster[0]
        match = match.apply(act.Destroy(other, ref(f"{piece.card}@{piece.cell.word()}")))
    return match


def to_phase(match, phase):
    """The shortest way into a Phase: everybody connects all cards and nobody attacks."""
    verbs = ("mixed", "starter", "mulligan", "draw", "connect", "done", "mode", "confirm")
    while match.state.phase < phase or match.state.stage is not Stage.BEFORE:
        options = {option.verb: option.instances[0] for option in GAME.options(match.state)}
        state = match.state
        if state.stage is Stage.SET:
            verbs = ("confirm", "mode")
        if state.phase and state.stage is Stage.BEFORE:
            verbs = ("end-turn",)
        elif state.phase:
            verbs = ("draw",)
        match = match.apply(next(options[verb] for verb in verbs if verb in options))
    return match
