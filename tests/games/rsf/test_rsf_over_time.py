"""Mutate, Sudden Death, the end, the standing, and the stalemate guard."""

from dataclasses import replace

import pytest
from rsf_kit import FILLER, A, B, C, at_stage, box, card, fight, house, ref
from rsf_play import findings, force, play, roll

from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Stage
from companion.games.rsf.words import SPECIAL_MODE, Mode, Placement
from models.workshop.invariants import invariants

CARDS = box(
    card("R1", 8), card("R2", 0, 5), card("R3", 1, 1), card("P1", 0, 4), card("P2", 1),
    card("I1", 3, 3), card("H1"), card("A1", 2, 2),
)  # fmt: skip
LAYOUTS = ["R1@0,0 R2@1,0 H1@2,0=special", "P1@0,0 P2@1,0", "I1@0,0"]


def three(phase=1, **more):
    return fight(CARDS, LAYOUTS, phase, **more)


def round_off(state):
    """Everybody ends the turn, drawing where that comes first."""
    phase, rounds = state.phase, state.sd_round
    while state.stage is not Stage.MUTATE and (state.phase, state.sd_round) == (phase, rounds):
        if state.stage is Stage.DRAW:
            state = play(state, act.Draw(state.turn, FILLER))
        else:
            state = play(state, act.EndTurn(state.turn))
    return state


def skip_all(state):
    while state.stage is Stage.MUTATE:
        state = play(state, act.Skip(state.turn))
    return state


def lay(seat, *words):
    return act.Rearrange(seat, tuple(Placement.parse(word) for word in words))


@pytest.mark.parametrize(("phase", "mutates"), [(1, 0), (2, 1), (3, 0), (4, 1), (5, 1)])
def test_rsf_o1_o3_o4c_mutate_after_phases_2_and_4_and_each_sudden_death_round(phase, mutates):
    state = round_off(three(phase))
    assert (state.stage is Stage.MUTATE) == bool(mutates)
    state = skip_all(state)
    assert state.phase == min(phase + 1, 5)
    assert state.sd_round == {4: 1, 5: 2}.get(phase, 0)


def test_rsf_o1a_i5_mutate_is_optional_and_keeps_cards_and_modes():
    state = round_off(three(2))
    assert findings(state, act.Skip(B)) == ("RSF-O1",)
    assert play(state, act.Skip(A)).turn == B
    state = round_off(three(2))
    after = play(state, lay(A, "R1@0,0", "R2@0,1", "H1@1,1"))
    before = {(piece.card, piece.mode) for piece in state.players[A].monster}
    assert {(piece.card, piece.mode) for piece in after.players[A].monster} == before
    expected = {Cell(0, 0), Cell(0, 1), Cell(1, 1)}
    assert {piece.cell for piece in after.players[A].monster} == expected


def test_rsf_o1_none_added_none_removed():
    state = round_off(three(2, hands=["A1"]))
    good = ("R1@0,0", "R2@0,1", "H1@1,1")
    assert findings(state, lay(A, *good)) == ()
    assert findings(state, lay(A, *good, "A1@2,1")) == ("RSF-O1",)
    assert findings(state, lay(A, *good[:2])) == ("RSF-O1",)
    assert findings(state, lay(A, "R1@0,0", "R2@0,0", "H1@0,1")) == ("RSF-R2",)
    assert findings(state, lay(A, "R1@0,0", "R2@5,5", "H1@0,1")) == ("RSF-R2",)
    assert findings(three(2), lay(A, *good)) == ("RSF-O1",)
    add = act.Connect(A, CardId("A1"), Cell(0, 1))
    assert findings(state, add) == ("RSF-O1",)


def test_rsf_o1a_copies_of_a_hybrid_keep_their_own_modes():
    cards = box(card("H1", copies=2), card("R1", 1, 1))
    layout = "R1@0,0 H1@1,0=special H1@2,0=race:Robot"
    state = at_stage(fight(cards, [layout, "Z0@0,0"], 2), Stage.MUTATE)
    swapped = lay(A, "R1@0,0", "H1@1,0=race:Robot", "H1@2,0=special")
    after = play(state, swapped).players[A].monster
    assert [piece.mode for piece in after] == [None, Mode("Robot"), SPECIAL_MODE]
    stay = play(state, lay(A, "R1@1,1", "H1@1,0", "H1@2,0")).players[A].monster
    expected = [("H1", SPECIAL_MODE), ("R1", None), ("H1", Mode("Robot"))]
    assert [(p.card, p.mode) for p in stay] == expected
    both = lay(A, "R1@0,0", "H1@1,0=special", "H1@2,0=special")
    assert findings(state, both) == ("RSF-O1a",)


def test_rsf_o1a_a_split_monster_is_joined_but_for_edge_marks():
    state = at_stage(fight(CARDS, ["R1@0,0 R2@2,0", "P1@0,0"], 2), Stage.MUTATE)
    assert findings(state, lay(A, "R1@0,0", "R2@2,0")) == ("RSF-R2",)
    assert findings(state, lay(A, "R1@0,0", "R2@1,1")) == ("RSF-R2x",)
    assert findings(state, lay(A, "R1@0,0", "R2@1,0")) == ()
    cards = box(card("R1", 1, edges=("x", "x", "x", "x")), card("R2", 1, edges=("y",) * 4))
    state = at_stage(fight(cards, ["R1@0,0 R2@2,0", "Z0@0,0"], 2), Stage.MUTATE)
    assert findings(state, lay(A, "R1@0,0", "R2@0,2")) == ()
    assert findings(state, lay(A, "R1@0,0", "R2@1,0")) == ("RSF-Q11",)
    off = replace(state, house=house(edge_match="off"))
    assert findings(off, lay(A, "R1@0,0", "R2@1,0")) == ()
    assert findings(off, lay(A, "R1@0,0", "R2@1,1")) == ("RSF-R2x",)


def test_switch_mutate_redeclare():
    state = round_off(three(2))
    anew = act.DeclareMode(A, ref("H1"), Mode("Robot"))
    assert findings(state, anew) == ("RSF-O1a",)
    on = GAME.rehouse(state, house(mutate_redeclare="on"))
    assert play(on, anew).players[A].monster[2].mode == Mode("Robot")
    assert findings(on, act.DeclareMode(B, ref("P1"), SPECIAL_MODE)) == ("RSF-T2",)
    assert "mode" in {option.verb for option in GAME.options(on)}
    state = three(3)
    assert findings(state, act.Move(A, ref("R1"), Cell(3, 0))) == ("RSF-X2",)
    assert findings(state, act.DeclareMode(A, ref("H1"), Mode("Robot"))) == ("RSF-T2c",)


def test_rsf_e1a_the_game_ends_at_once_in_any_phase():
    state = fight(CARDS, ["R1@0,0", "I1@0,0"], 1)
    state = play(roll(play(state, act.Attack(A, B)), 5), act.Destroy(B, ref("I1")))
    assert state.stage is Stage.OVER
    assert GAME.options(state) == ()
    assert GAME.pending(state) is None
    assert findings(state, act.EndTurn(A)) == ("RSF-E1a",)
    assert GAME.view(state).headline == "Game over · Ann won"


def test_rsf_e2_the_others_in_reverse_order_of_elimination():
    state = fight(CARDS, ["R1@0,0", "P2@0,0", "I1@0,0"], 3)
    assert not GAME.standing(state).final
    state = play(roll(play(state, act.Attack(A, C)), 5), act.Destroy(C, ref("I1")))
    standing = GAME.standing(state)
    assert [(place.seat, place.rank) for place in standing.places] == [(A, 1), (B, 2), (C, 3)]
    assert "Provisional" in standing.explanation
    state = play(roll(play(state, act.Attack(A, B)), 5), act.Destroy(B, ref("P2")))
    standing = GAME.standing(state)
    expected = ["last surviving monster (RSF-E1)", "out second", "out first"]
    assert [place.why for place in standing.places] == expected
    assert (standing.winners, standing.rule, standing.final) == ((A,), "RSF-E2", True)
    assert standing.explanation.startswith("Ann has the last surviving monster")


def test_rsf_e2_e3_who_shares_a_place():
    state = fight(CARDS, ["R1@0,0 R2@1,0", "P2@0,0", "Z0@0,0"], 3)
    state = play(GAME.rehouse(state, house(death="def_zero")), act.BeginCombat(A))
    assert (state.stage, state.fallen) == (Stage.OVER, ((B, C),))
    places = [(place.seat, place.rank) for place in GAME.standing(state).places]
    assert places == [(A, 1), (B, 2), (C, 2)]
    state = fight(CARDS, ["P1@0,0", "A1@0,0", "P2@0,0"], 5)
    over = force(state, act.Stalemate(None))
    places = [(place.seat, place.rank) for place in GAME.standing(over).places]
    # P1: ATK 1 for the race, DEF 4. A1: ATK 2 + 1, DEF 2. P2: ATK 1 + 1, DEF 0. One piece each.
    assert places == [(A, 1), (B, 1), (C, 3)]
    assert GAME.standing(over).winners == (A, B)


def test_rsf_o4_sudden_death_repeats_phase_5():
    state = skip_all(round_off(three(4)))
    assert (state.phase, state.sd_round, state.budget) == (5, 1, 5)
    state = skip_all(round_off(state))
    assert (state.phase, state.sd_round, state.budget) == (5, 2, 5)
    assert "Sudden Death, round 2" in GAME.view(state).headline


def test_rsf_o4b_in_sudden_death_turns_go_as_before():
    state = skip_all(round_off(three(4)))
    assert (state.sd_round, state.stage) == (1, Stage.DRAW)
    assert findings(state, act.Attack(A, B)) == ("RSF-F1",)
    drawn = play(state, act.Draw(A, CardId("R3")))
    assert play(drawn, act.Connect(A, CardId("R3"), Cell(0, 1))).stage is Stage.BEFORE
    used = play(roll(play(drawn, act.Special(A)), 9), act.Force(A, B), act.Remove(B, ref("P2")))
    assert findings(used, act.Special(A)) == ("RSF-F3d",)  # five actions, yet SPC is 1
    assert roll(play(drawn, act.Attack(A, B)), 1).stage is Stage.DODGE


def drawn_out(**more):
    """Sudden Death with every card that is not in play held by Ann."""
    state = three(5, **more)
    rest = (CardId("A1"), CardId("R3"), *(FILLER,) * (state.pile - 2))
    return replace(state.change(A, hand=rest), pile=0)


def test_rsf_e3_after_three_quiet_rounds_the_game_may_be_called():
    state = drawn_out()
    for rounds in range(3):
        assert state.quiet == rounds
        assert findings(state, act.Stalemate(None)) == ("RSF-E3",)
        state = skip_all(round_off(state))
    assert findings(state, act.Stalemate(None)) == ()
    assert "stalemate" in {option.verb for option in GAME.options(state)}
    assert findings(state, act.Attack(A, B)) == ()  # offered, never forced
    over = play(state, act.Stalemate(None))
    standing = GAME.standing(over)
    assert (over.stage, standing.final, standing.rule) == (Stage.OVER, True, "RSF-E3")
    assert [place.seat for place in standing.places] == [A, B, C]
    assert invariants(over) == ()


def test_switch_stalemate_rounds_and_what_breaks_the_quiet():
    state = drawn_out()
    state = play(roll(play(state, act.Attack(A, B)), 9), act.Decline(B))
    state = play(state, act.Destroy(B, ref("P1")))
    assert skip_all(round_off(state)).quiet == 0
    quiet = replace(drawn_out(), quiet=3)
    assert findings(quiet, act.Stalemate(None)) == ()
    assert findings(replace(quiet, pile=1), act.Stalemate(None)) == ("RSF-E3",)
    thrown = (Discarded(CardId("A1"), A),)
    assert findings(replace(quiet, discard=thrown), act.Stalemate(None)) == ("RSF-E3",)
    quiet = replace(drawn_out(stalemate_rounds="off"), quiet=9)
    assert findings(quiet, act.Stalemate(None)) == ("RSF-E3",)
    assert "stalemate" not in {option.verb for option in GAME.options(quiet)}
    assert force(quiet, act.Stalemate(None)).called
