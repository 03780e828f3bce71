"""The special table: steal, move, swap, replace, force.

The worked examples of the rules, each as a test named after it.
"""

import tomllib
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from games_play import SHELF, cards_of, header_of
from rsf_kit import FILLER, A, B, C, at_stage, box, card, fight, hand, house, pieces, ref
from rsf_play import findings, force, new_game, play, roll

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.monster import add_up
from companion.games.rsf.setup import drawable
from companion.games.rsf.state import Discarded, Piece, Result, Stage, sort_pieces
from companion.games.rsf.table import totals
from companion.games.rsf.words import SPECIAL_MODE, Mode
from models.workshop.invariants import invariants
from models.workshop.invariants.rsf import cards_in_play

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
    assert pairs(state) == {(A, B), (A, C), (B, A), (C, A)}, "whoever is said first"
    assert pairs(special(5)) == set(permutations((A, B, C), 2))


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
    empty = replace(fight(CARDS, LAYOUTS), pile=0, discard=tuple(Discarded(FILLER, B) for _ in range(118)))
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


BLOCK = "R1@0,0 R2@1,0 R3@0,1 {}@1,1"


def sums(cards, layout, **chosen):
    sheet = add_up(cards.cards, house(**chosen), pieces(layout))
    return sheet.attack, sheet.defense, sheet.race


def test_rsf_ex1_build():
    cards = box(card("R1", 4), card("R2", 0, 3), card("R3", 3), card("I1", 0, 2), card("R4", 0, 2))
    assert sums(cards, BLOCK.format("I1")) == (8, 6, "Robot")
    assert sums(cards, BLOCK.format("R4")) == (8, 9, "Robot")


def test_rsf_ex2_overlapping_squares():
    six = [card(f"R{n}", 0, 1) for n in range(1, 7)]
    cards = box(*six, card("P1", 0, 1))
    block = "R1@0,0 R2@1,0 R3@2,0 R4@0,1 R5@1,1 {}@2,1"
    assert sums(cards, block.format("R6"))[1] == 14
    assert sums(cards, block.format("R6"), squares="disjoint")[1] == 10
    assert sums(cards, block.format("P1"))[1] == 11


def test_rsf_ex3_race_tie():
    hybrid = card("H1", races=("Robot", "Plant"))
    cards = box(card("R1", 1), card("R2", 1), card("P1", 1), card("P2", 1), hybrid)
    tie = "R1@0,0 R2@1,0 P1@2,0 P2@3,0"
    assert sums(cards, tie) == (4, 0, None)
    assert sums(cards, f"{tie} H1@4,0=race:Plant") == (5, 0, "Plant")
    assert sums(cards, f"{tie} H1@4,0=special") == (4, 0, None)


def test_rsf_ex4_action_budget():
    cards = box(card("R1", 8), card("H1"), card("A1", 0, 90))
    state = fight(cards, ["R1@0,0 H1@1,0=special", "A1@0,0"], phase=3)
    assert (totals(state, A).attack, totals(state, A).special) == (9, 1)
    attacked = state
    for _ in range(3):
        attacked = roll(play(attacked, act.Attack(A, B)), 1)
    assert findings(attacked, act.Attack(A, B)) == ("RSF-F3",)
    assert "RSF-F3" in findings(attacked, act.Special(A))
    mixed = roll(play(state, act.Special(A)), 9)
    mixed = play(mixed, act.Force(A, B))
    assert findings(at_stage(mixed, Stage.COMBAT, victim=None), act.Special(A)) == ("RSF-F3d",)
    mixed = at_stage(mixed, Stage.COMBAT, victim=None)
    for _ in range(2):
        mixed = roll(play(mixed, act.Attack(A, B)), 1)
    assert findings(mixed, act.Attack(A, B)) == ("RSF-F3",)


@pytest.mark.parametrize(
    ("mine", "theirs", "die", "hit"),
    [("R1", "I2", 6, True), ("I1", "R2", 7, False), ("R1", "P2", 6, False)],
)
def test_rsf_ex5_dominance(mine, theirs, die, hit):
    cards = box(card("R1", 7), card("I1", 7), card("R2", 0, 15), card("I2", 0, 15), card("P2", 0, 15))
    state = fight(cards, [f"{mine}@0,0", f"{theirs}@0,0"])
    assert totals(state, A).attack == 8
    assert totals(state, B).defense == 15
    state = roll(play(state, act.Attack(A, B)), die)
    assert (state.stage is Stage.HIT) is hit


def test_rsf_ex6_face_0():
    cards = box(card("R1", 4), card("A1", 0, 15))
    state = fight(cards, ["R1@0,0", "A1@0,0"])
    assert roll(play(state, act.Attack(A, B)), 0).stage is Stage.HIT
    zero = replace(state, house=house(zero_face="zero"))
    missed = roll(play(zero, act.Attack(A, B)), 0)
    assert missed.stage is Stage.COMBAT
    assert missed.last_roll.outcome == "5 against DEF 15: miss"


def dodging(phase, defense, **chosen):
    cards = box(card("R1", 8), card("I1", 0, defense), card("P1", 0, defense))
    target = "I1@0,0" if chosen.pop("dominance", "") else "P1@0,0"
    state = fight(cards, ["R1@0,0", target], phase=phase, **chosen)
    return roll(play(state, act.Attack(A, B)), 4)


def test_rsf_ex7_dodge():
    hit = dodging(4, 7)
    assert (hit.strike.score, hit.strike.total, hit.stage) == (9, 13, Stage.DODGE)
    for die, stage in ((5, Stage.COMBAT), (4, Stage.HIT), (0, Stage.COMBAT)):
        assert roll(play(hit, act.Dodge(B)), die).stage is stage
    early = dodging(3, 7)
    assert early.stage is Stage.HIT
    assert findings(early, act.Dodge(B)) == ("RSF-O2a",)
    even = dodging(4, 9)
    assert even.stage is Stage.HIT
    assert findings(even, act.Dodge(B)) == ("RSF-O2",)
    assert dodging(4, 9, dominance="yes").stage is Stage.DODGE
    assert dodging(4, 9, dominance="yes", dodge_compare="atk_sheet").stage is Stage.HIT


def ready_with(cards, held):
    state = replace(new_game(2), setup=replace(new_game(2).setup, catalogue=cards))
    return hand(at_stage(state, Stage.READY, pile=cards.size), A, held)


def test_rsf_ex8_exchange():
    cards = box(
        card("R1", 1), card("R2", 0, 1), card("H1"), card("P1", 1), card("P2", 1), card("A1", 0, 1),
        card("A2", 1), card("P3", 0, 1),
    )  # fmt: skip
    kin = ready_with(cards, "R1 R2 H1 P1 P2 A1 A2")
    four = tuple(CardId(one) for one in ("P1", "P2", "A1", "A2"))
    assert findings(kin, act.Exchange(A, four)) == ()
    mixed = ready_with(cards, "R1 R2 P3 P1 P2 A1 A2")
    assert findings(mixed, act.Exchange(A, four)) == ("RSF-R3b",)
    connected = play(kin, act.Connect(A, CardId("R1"), Cell(0, 0)))
    give = act.Exchange(A, (CardId("R1"),))
    assert findings(connected, give) == ("RSF-R3d",)
    forced = force(connected, give)
    assert forced.players[A].monster == ()
    assert [thrown.card for thrown in forced.discard] == ["R1"]
    assert cards_in_play(forced) == 125


def test_rsf_ex9_conservation():
    state = play(new_game(6), act.Mixed(None), act.Starter(None, A))
    while state.stage is Stage.DEAL:
        state = play(state, act.Draw(state.turn, drawable(state)[0]))
    assert (state.pile, sum(len(player.hand) for player in state.players)) == (83, 42)
    ranked = {A: 0}
    while state.stage is not Stage.DRAW:
        state = build_on(state, ranked)
    state = play(state, act.Draw(state.turn, drawable(state)[0]), act.Attack(A, B))
    state = roll(state, 0)
    assert state.stage is Stage.HIT
    state = play(state, act.Destroy(B, ref_of_first(state)))
    held = sum(len(player.hand) + len(player.monster) for player in state.players)
    assert (state.pile, len(state.discard), len(state.destroyed), held) == (73, 9, 1, 42)
    assert cards_in_play(state) == 125
    assert invariants(state) == ()


def ref_of_first(state):
    piece = state.players[B].monster[0]
    return ref(f"{piece.card}@{piece.cell.word()}")


def build_on(state, exchanges):
    """Three exchanges of three over the table, everything else connected in a row."""
    seat = state.turn
    player = state.players[seat]
    if state.stage is Stage.READY_DRAW:
        return play(state, act.Draw(seat, drawable(state)[0]))
    if state.stage is Stage.SET:
        for option in GAME.options(state):
            if option.verb == "confirm":
                return play(state, option.instances[0])
        return play(state, GAME.options(state)[0].instances[0])
    if not player.exchanged and exchanges[A] < 3:
        exchanges[A] += 1
        return play(state, act.Exchange(seat, player.hand[:3]))
    if player.hand:
        return play(state, act.Connect(seat, player.hand[0], Cell(len(player.monster), 0)))
    return play(state, act.Done(seat))


KEPT = tomllib.loads(Path(__file__).with_name("stated.toml").read_text("utf-8"))
CASES = KEPT["case"]


@pytest.mark.parametrize("case", CASES, ids=[f"{at}-{one['rule']}" for at, one in enumerate(CASES)])
def test_the_stated_core_comes_before_the_ruling(case):
    depth = Depth(case.get("depth", "full"))
    header = header_of("rsf", depth, 2, case.get("switches", {}))
    match, grammar = SHELF.begin(header, cards_of("rsf", depth)), SHELF.grammar(header)
    for name in case.get("after", []):
        for line in KEPT["openings"][name]:
            match = match.apply(grammar.read(line))
    for line in case.get("lines", []):
        match = match.apply(grammar.read(line))
    verdict = match.check(grammar.read(case["last"]))
    assert verdict.kind == case["verdict"], verdict.message()
    cited = {one.rule for one in (*verdict.reasons, *verdict.asks)}
    assert case["rule"] in cited or verdict.legal
