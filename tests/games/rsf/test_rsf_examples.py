"""The worked examples of the rules, each as a test named after it."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from games_play import SHELF, cards_of, header_of
from rsf_kit import A, B, at_stage, box, card, fight, hand, house, pieces, ref
from rsf_play import findings, force, new_game, play, roll

from companion.core.game import Depth
from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.monster import add_up
from companion.games.rsf.setup import drawable
from companion.games.rsf.state import Stage
from companion.games.rsf.table import totals
from models.workshop.invariants import invariants
from models.workshop.invariants.rsf import cards_in_play

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
    cards = box(
        card("R1", 7), card("I1", 7), card("R2", 0, 15), card("I2", 0, 15), card("P2", 0, 15)
    )
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
