"""The special table: steal, move, swap, replace, force."""

from dataclasses import replace

import pytest
from rsf_kit import FILLER, A, B, C, box, card, fight, ref
from rsf_play import findings, force, play, roll

from companion.core.seats import Seat
from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Piece, Result, Stage, sort_pieces
from companion.games.rsf.table import totals
from companion.games.rsf.words import SPECIAL_MODE, Mode
from models.workshop.invariants import invariants

CARDS = box(
    card("R1", 3), card("R2", 0, 5), card("R3", 1, 1), card("P1", 0, 4), card("P2", 1), card("P3"),
    card("I1", 3, 3), card("H1"), card("H2"), card("A1", 2, 2), card("A2"), card("A3"), card("A4"),
)  # fmt: skip
LAYOUTS = ["R1@0,0 H1@1,0=special R2@2,0", "P1@0,0 P2@1,0 P3@2,0", "I1@0,0"]


def special(die, layouts=LAYOUTS, phase=3, **more):
    return roll(play(fight(CARDS, layouts, phase, **more), act.Special(A)), die)


@pytest.mark.parametrize("zero", ["ten", "zero"])
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        (("1", "2"), Result.STEAL),
        (("3", "4"), Result.MOVE),
        (("5", "6"), Result.SWAP),
        (("7", "8"), Result.REPLACE),
        (("9", "0", "10"), Result.FORCE),
    ],
)
def test_rsf_x1_to_x5_the_table_of_specials(faces, result, zero):
    for face in faces:
        state = special(face, zero_face=zero)
        assert (state.stage, state.result) == (Stage.RESOLVE, result)
        (option,) = GAME.options(state)
        assert option.instances
        question = GAME.pending(state)
        assert question is not None
        assert question.rule == result.value
        assert findings(state, act.EndTurn(A)) == ("RSF-F3x",)


def test_rsf_f3d_x6_a_special_asks_for_one_die_and_is_not_dodged():
    request = GAME.pending(play(fight(CARDS, LAYOUTS), act.Special(A)))
    assert (request.roller, request.rule) == (A, "RSF-F3d")
    state = play(special(9, phase=5), act.Force(A, C))
    assert findings(state, act.Dodge(C)) == ("RSF-O2",)


@pytest.mark.parametrize(
    ("die", "action"),
    [
        (3, act.Steal(A, B, ref("P1"))),
        (1, act.Move(A, ref("R1"), Cell(3, 0))),
        (1, act.Swap(A, A, ref("R1"), B, ref("P1"))),
        (1, act.Replace(A, ref("R1"))),
        (1, act.Force(A, B)),
    ],
)
def test_rsf_x6_what_the_die_says_is_carried_out(die, action):
    state = special(die)
    assert state.result.value in findings(state, action)
    assert findings(state, act.Skip(A)) == ("RSF-X6",)
    assert force(state, act.Skip(A)).stage is Stage.COMBAT
    assert "RSF-F0" in findings(state, act.Skip(B))


def test_rsf_x1_x1a_a_stolen_card_goes_to_the_hand_and_may_be_the_last():
    state = special(1)
    assert findings(state, act.Steal(A, A, ref("R1"))) == ("RSF-X1",)
    assert findings(state, act.Steal(A, B, ref("R1"))) == ("RSF-X1",)
    assert findings(state, act.Steal(A, Seat(9), ref("R1"))) == ("RSF-X1",)
    state = play(state, act.Steal(A, B, ref("P1")))
    assert (state.stage, state.players[A].hand) == (Stage.COMBAT, ("P1",))
    assert state.destroyed == state.discard == ()
    state = play(special(1), act.Steal(A, C, ref("I1")))
    assert not state.players[C].alive
    state = play(special(1, hand="hidden"), act.Steal(A, B, ref("P1")))
    assert state.players[A].hand == ("card",)


PLUS = "P1@0,0 P2@1,0 P3@-1,0 A1@0,1 A2@0,-1"
PAIR = "P1@0,0 P2@1,0 P3@2,0"


def stealable(layout, **more):
    state = special(1, [LAYOUTS[0], layout], **more)
    (option,) = GAME.options(state)
    return {action.piece.card for action in option.instances}


def test_switch_outside():
    assert stealable(PAIR) == {"P1", "P2", "P3"}
    assert stealable(PAIR, outside="removable") == {"P1", "P3"}
    state = special(1, [LAYOUTS[0], PAIR], outside="removable")
    assert findings(state, act.Steal(A, B, ref("P2"))) == ("RSF-X1a",)
    assert stealable(PLUS) == {"P2", "P3", "A1", "A2"}
    state = special(1, [LAYOUTS[0], PLUS])
    assert findings(state, act.Steal(A, B, ref("P1"))) == ("RSF-X1",)
    assert "P1" in force(state, act.Steal(A, B, ref("P1"))).players[A].hand


def test_switch_steal_to_monster_unless_the_card_fits_nowhere():
    state = play(special(1, steal_to="monster"), act.Steal(A, B, ref("P1")))
    assert (state.stage, state.drawn) == (Stage.ATTACH, "P1")
    assert findings(state, act.Keep(A)) == ("RSF-Q15",)
    state = play(state, act.Connect(A, CardId("P1"), Cell(3, 0)))
    assert (state.stage, len(state.players[A].monster)) == (Stage.COMBAT, 4)
    square = ("x", "x", "x", "x")
    cards = box(card("R1", 1), card("H1", edges=square), card("P1", edges=("y",) * 4))
    layouts = ["H1@0,0=special", "P1@0,0 Z0@1,0"]
    state = roll(play(fight(cards, layouts, steal_to="monster"), act.Special(A)), 1)
    state = play(state, act.Steal(A, B, ref("P1")))
    assert findings(state, act.Connect(A, CardId("P1"), Cell(1, 0))) == ("RSF-Q11",)
    assert play(state, act.Keep(A)).players[A].hand == ("P1",)


def test_rsf_x2_x2a_a_card_moves_to_where_it_connects():
    state = special(3)
    assert findings(state, act.Move(A, ref("R1"))) == ("RSF-X2",)
    assert findings(state, act.Move(A, ref("R1"), Cell(1, 0))) == ("RSF-R2",)
    assert findings(state, act.Move(A, ref("R1"), Cell(0, 0))) == ("RSF-X2",)
    assert findings(state, act.Move(A, ref("R1"), Cell(9, 9))) == ("RSF-R2",)
    assert findings(state, act.Move(A, ref("R1"), Cell(3, 1))) == ("RSF-X2a",)
    assert findings(state, act.Move(A, ref("H1"), Cell(2, 1))) == ("RSF-X2a",)  # R1 cut off
    state = play(state, act.Move(A, ref("R1"), Cell(2, 1)))
    expected = [Cell(1, 0), Cell(2, 0), Cell(2, 1)]
    assert [piece.cell for piece in state.players[A].monster] == expected
    assert state.players[A].monster[0].mode == SPECIAL_MODE


def test_rsf_x2a_every_move_offered_is_legal_and_no_other():
    state = special(3)
    (option,) = GAME.options(state)
    offered = {(action.piece.card, action.cell) for action in option.instances}
    legal = {
        (name, Cell(x, y))
        for name in ("R1", "H1", "R2")
        for x in range(-3, 6)
        for y in range(-3, 4)
        if not findings(state, act.Move(A, ref(name), Cell(x, y)))
    }
    assert offered == legal


def test_rsf_x2a_a_lone_card_cannot_move():
    state = special(3, ["H1@0,0=special", "P1@0,0"], attack_needs_points="off")
    assert (state.stage, state.actions_used) == (Stage.COMBAT, 1)
    assert "no effect" in state.last_roll.outcome


def test_rsf_x3_x3a_pieces_change_places_and_hybrids_are_declared_anew():
    state = special(5)
    assert findings(state, act.Swap(A, A, ref("R1"), A, ref("R2"))) == ("RSF-X3",)
    assert findings(state, act.Swap(A, A, ref("R1"), B, ref("R2"))) == ("RSF-X3",)
    state = play(state, act.Swap(A, A, ref("H1"), B, ref("P1")))
    assert state.players[A].monster[1] == Piece(Cell(1, 0), CardId("P1"))
    assert state.players[B].monster[0] == Piece(Cell(0, 0), CardId("H1"))
    question = GAME.pending(state)
    assert (question.rule, question.asks) == ("RSF-T2c", B)
    assert findings(state, act.Attack(A, B)) == ("RSF-T2c",)
    state = play(state, act.DeclareMode(B, ref("H1"), Mode("Insect")))
    assert findings(state, act.Attack(A, B)) == ()


def test_switch_swap():
    others = act.Swap(A, B, ref("P1"), C, ref("I1"))
    assert findings(special(5), others) == ()
    state = special(5, swap="must_include_actor")
    assert findings(state, others) == ("RSF-X3a",)
    assert findings(state, act.Swap(A, A, ref("H1"), C, ref("I1"))) == ()
    assert pairs(state) == {(A, B), (A, C)}
    assert pairs(special(5)) == {(A, B), (A, C), (B, C)}


def pairs(state):
    (option,) = GAME.options(state)
    return {(action.first, action.second) for action in option.instances}


def test_rsf_x4_x4a_the_replacement_is_connected_or_kept():
    state = play(special(7), act.Replace(A, ref("R1")))
    assert state.discard == (Discarded(CardId("R1"), A),)
    assert findings(state, act.Draw(A, CardId("R1"))) == ("RSF-S5",)
    state = play(state, act.Draw(A, CardId("A1")))
    assert state.stage is Stage.ATTACH
    kept = play(state, act.Keep(A))
    assert (kept.stage, kept.players[A].hand) == (Stage.COMBAT, ("A1",))
    joined = play(state, act.Connect(A, CardId("A1"), Cell(0, 0)))
    assert (joined.stage, joined.players[A].hand) == (Stage.COMBAT, ())


def test_rsf_x4a_an_empty_monster_takes_the_replacement():
    layouts = ["H1@0,0=special", "P1@0,0"]
    state = play(special(7, layouts), act.Replace(A, ref("H1")), act.Draw(A, CardId("H2")))
    assert state.players[A].alive
    assert invariants(state) == ()
    assert findings(state, act.Keep(A)) == ("RSF-X4a",)
    put = act.Connect(A, CardId("H2"), Cell(0, 0), SPECIAL_MODE)
    assert play(state, put).players[A].alive
    given_up = force(state, act.Keep(A))
    assert (given_up.stage, given_up.living) == (Stage.OVER, (B,))


def test_rsf_x4a_without_a_card_to_draw_the_piece_stays_and_a_reshuffle_comes_first():
    empty = replace(fight(CARDS, LAYOUTS), pile=0, destroyed=(FILLER,) * 118, hits=118)
    state = roll(play(empty, act.Special(A)), 8)
    assert (state.stage, state.actions_used) == (Stage.COMBAT, 1)
    empty = replace(
        fight(CARDS, LAYOUTS), pile=0, discard=tuple(Discarded(FILLER, B) for _ in range(118))
    )
    state = roll(play(empty, act.Special(A)), 8)
    state = play(state, act.Replace(A, ref("R1")))
    assert (state.pile, len(state.discard)) == (118, 1)


def test_rsf_x5_x5a_the_named_player_chooses_and_discards():
    state = special(9)
    assert findings(state, act.Force(A, A)) == ("RSF-X5a",)
    state = play(state, act.Force(A, B))
    assert [one.forceable for one in GAME.check(state, act.Remove(A, ref("R1")))] == [True]
    assert [one.forceable for one in GAME.check(state, act.Remove(B, ref("R1")))] == [False]
    question = GAME.pending(state)
    assert question.asks == B
    state = play(state, act.Remove(B, ref("P2")))
    assert state.discard == (Discarded(CardId("P2"), B),)
    assert (state.destroyed, state.stage) == ((), Stage.COMBAT)
    assert findings(state, act.Remove(B, ref("P1"))) == ("RSF-X5",)
    state = play(special(0, [LAYOUTS[0], "I1@0,0"]), act.Force(A, B), act.Remove(B, ref("I1")))
    assert state.stage is Stage.OVER
    assert GAME.standing(state).winners == (A,)


def test_rsf_x2_edges_are_tested_where_a_card_moves_and_layouts_stay_sorted():
    cards = box(
        card("R1", 3, 1, edges=(None, "gear", None, None)),
        card("R2", 3, 1), card("R3", 3, 1, edges=(None, None, None, "leaf")), card("H1"),
    )  # fmt: skip
    state = fight(cards, ["R2@0,0 H1@1,0=special R1@0,1 R3@1,-1", "Z0@0,0"])
    state = roll(play(state, act.Special(A)), 4)
    assert findings(state, act.Move(A, ref("R3"), Cell(1, 1))) == ("RSF-Q11",)
    assert findings(state, act.Move(A, ref("R3"), Cell(2, 0))) == ()
    pieces = sort_pieces([Piece(Cell(1, 0), CardId("R1")), Piece(Cell(0, 5), CardId("R2"))])
    assert [piece.card for piece in pieces] == ["R2", "R1"]
    assert totals(fight(CARDS, LAYOUTS), A).special == 1
