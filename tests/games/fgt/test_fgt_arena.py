"""Winning the Arena (FGT-A)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fgt_kit import A, B, C, D, arena, box, fight, findings, force, play, powers, warrior
from hypothesis import given
from hypothesis import strategies as st
from sheet_kit import seen

from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Kind
from companion.games.fgt.state import Stage
from companion.games.fgt.table import ahead, lead
from models.workshop.invariants import invariants

MAINS = (warrior("H1", 20), warrior("A1", 29), warrior("R1", 7), warrior("D1", 26))
PLAYS = ["H1", "A1", "R1", "D1"]


def judged(kind=Kind.CLOSEST_TO, value=25, plays=PLAYS, **more):
    cards = box(*MAINS, warrior("X1", 1, "all-10"), arenas=[arena("P1", 6, kind, value)])
    return fight(cards, plays, Stage.JUDGE, **more)


@pytest.mark.parametrize(
    ("kind", "value", "winner"),
    [
        (Kind.CLOSEST_TO, 25, D),
        (Kind.CLOSEST_TO, 10, C),
        (Kind.CLOSEST_TO, 21, A),
        (Kind.HIGHEST, 0, B),
        (Kind.LOWEST, 0, C),
    ],
)
def test_fgt_a1_the_condition_decides(kind, value, winner):
    state = judged(kind, value)
    others = [(seat,) for seat in range(4) if seat != winner]
    assert [findings(state, act.Winner(None, one)) for one in others] == [("FGT-A1",)] * 3
    assert findings(state, act.NobodyWins(None)) == ("FGT-A1",)
    decided = play(state, act.Winner(None, (winner,)))
    assert decided.award.winner == winner
    assert [option.instances for option in GAME.options(state)] == [(act.Winner(None, (winner,)),)]


def test_fgt_a1_not_before_all_boosts_are_resolved():
    cards = box(*MAINS)
    assert set(findings(fight(cards, ["H1 X", "A1"]), act.Winner(None, (A,)))) == {"FGT-A1"}
    assert findings(fight(cards, ["H1 X", "A1"]), act.NobodyWins(None)) == ("FGT-A4", "FGT-A1")


@pytest.mark.parametrize("seats", [(), (A, A), (Seat(9),)])
def test_fgt_a1_winners_are_people_at_the_table(seats):
    assert findings(judged(), act.Winner(None, seats)) == ("FGT-A1",)


@pytest.mark.parametrize(("first", "winner"), [(A, A), (B, D), (C, D), (D, D)])
def test_fgt_a2_the_tied_player_closest_to_the_first(first, winner):
    state = judged(Kind.CLOSEST_TO, 23, first=first)
    best = lead(state)
    assert set(best.tied) == {A, D}
    assert best.seat == winner
    assert best.rule == "FGT-A2"
    other = D if winner == A else A
    assert findings(state, act.Winner(None, (other,))) == ("FGT-A2",)
    assert play(state, act.Winner(None, (A, D))).award.winner == winner
    assert play(state, act.Winner(None, (winner,))).award.tied == best.tied


def test_fgt_a2a_the_first_player_has_distance_0():
    state = judged(first=C)
    assert [ahead(state, some, "").seat for some in ((A, C), (A, B), (B, D))] == [C, A, D]
    shown = seen(GAME, judged(Kind.CLOSEST_TO, 23, first=A))
    assert "Mark is the first player (FGT-" in shown


def test_fgt_a3_the_winner_takes_the_arena():
    state = play(judged(), act.Winner(None, (D,)))
    assert [one.glory for one in state.players[D].arenas] == [6]
    assert GAME.score(state).total(D, "Glory") == 6
    assert state.arena is None


def test_fgt_a4_all_players_may_lose():
    cards = box(*MAINS, warrior("R2", 5), warrior("X1", 1, "all-10"))
    state = fight(cards, ["R1 X", "R2"])
    state = play(state, act.Activate(A, CardId("X1")))
    assert powers(state) == [-3, -5]
    assert (state.stage, lead(state)) == (Stage.JUDGE, None)
    assert GAME.pending(state).rule == "FGT-A4"
    assert findings(state, act.Winner(None, (A,))) == ("FGT-A1",)
    state = play(state, act.NobodyWins(None))
    assert [one.glory for one in state.aside] == [4]
    assert (state.award.winner, state.award.rule) == (None, "FGT-A4")


def test_fgt_a4_by_ruling_a_dead_player_wins():
    cards = box(*MAINS, warrior("R2", 5), warrior("X1", 1, "all-10"))
    state = play(fight(cards, ["R1 X", "R2"]), act.Activate(A, CardId("X1")))
    ruled = force(state, act.Winner(None, (B,)))
    assert (ruled.award.winner, ruled.award.rule) == (B, "X-7")
    other = force(judged(), act.Winner(None, (A,)))
    assert (other.award.winner, other.award.rule) == (A, "X-7")
    nobody = force(judged(), act.NobodyWins(None))
    assert (nobody.award.winner, nobody.award.rule) == (None, "X-7")
    assert invariants(nobody) == invariants(ruled) == ()


@pytest.mark.parametrize(("value", "winner"), [(24, D), (28, B), (27, D), (23, A)])
def test_fgt_a5_over_and_under_count_alike(value, winner):
    assert lead(judged(Kind.CLOSEST_TO, value)).seat == winner


def test_a_custom_condition_is_judged_by_people():
    state = judged(Kind.CUSTOM)
    assert lead(state) is None
    assert "nobody leads yet" in seen(GAME, state)
    assert GAME.pending(state).verbs == ("winner", "nobody-wins")
    for seat in range(4):
        assert findings(state, act.Winner(None, (seat,))) == ()
    assert play(state, act.Winner(None, (D, C))).award.winner == C
    assert play(state, act.NobodyWins(None)).award.rule == "FGT-A4"
    one = play(state, act.Winner(None, (B,)))
    assert (one.award.winner, one.award.rule) == (B, "FGT-A1")


@given(
    st.lists(st.integers(1, 99), min_size=2, max_size=5), st.integers(0, 4), st.sampled_from(Kind)
)
def test_fgt_i7_nobody_is_strictly_better_than_the_winner(values, first, kind):
    names = ("H1", "A1", "R1", "D1", "X1")
    mains = [
        replace(warrior(name), power=value) for name, value in zip(names, values, strict=False)
    ]
    cards = box(*mains, arenas=[arena("P1", 6, kind, 25)])
    seat = Seat(first % len(values))
    state = fight(cards, [one.id for one in mains], Stage.JUDGE, first=seat)
    best = lead(state)
    if kind is Kind.CUSTOM:
        assert best is None
        return
    ranked = {
        Kind.CLOSEST_TO: [abs(value - 25) for value in values],
        Kind.HIGHEST: [-value for value in values],
        Kind.LOWEST: values,
    }[kind]
    assert ranked[best.seat] == min(ranked)
    around = [(seat + at) % len(values) for at in range(len(values))]
    assert best.seat == next(at for at in around if ranked[at] == min(ranked))
    assert invariants(replace(state, reserves=state.reserves)) == ()
