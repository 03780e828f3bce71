"""The worked examples of a fight, as the rules tell them (points invented)."""

from __future__ import annotations

from mon_classic_kit import BOX, FIFTEEN, TWELVE, A, B, C, cards_of, fight, flipped, play, table

from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.state import Stage
from companion.games.mon.classic.table import lacking, total


def totals(state):
    return tuple(total(state, state.fight, side) for side in state.fight.sides)


def test_mon_ex3_completeness():
    state = table((TWELVE, ""))
    assert lacking(state, cards_of("B4 H3 L2 L1")).rule == "MON-C9"  # one wide port free
    assert lacking(state, cards_of("B4 H3 L2 L1 T2")) is None
    assert lacking(state, cards_of("B4 H3 L2 L1 H1")) is None  # a head as bottom
    assert lacking(state, cards_of("H3 L2 L1")) == ("MON-C9", "a body")


def test_mon_ex4_fight():
    state = fight()
    assert totals(state) == (12, 15)
    assert state.fight.priority == A
    sword = CardId("PS2")
    state = play(state, act.Power(A, sword), act.Power(A, sword))
    assert totals(state) == (16, 15)  # two sword icons do not double
    state = play(state, act.Yield(A), act.Spell(B, CardId("SBODY"), cards_of("B4")))
    assert totals(state) == (12, 15)  # the four of the Power cards stay
    state = play(state, act.Yield(B), act.Pass(A), act.Pass(B))
    assert (state.stage, state.turn) == (Stage.PRIZE, B)
    assert state.fights[-1].points == (12, 15)
    state = play(state, act.TakeDragon(B, CardId("DIC1")))
    assert (state.stage, state.turn) == (Stage.DRAW, A)
    assert state.players[B].own_dragons == 1


def test_mon_ex5_draw():
    fourteen = "H1 BX L2 L1 T1"
    state = table((fourteen, TWELVE, "LZ"), hands=(0, 1, 0))
    state = flipped(state, fourteen, TWELVE)
    assert totals(state) == (14, 12)
    deck = state.deck
    state = play(state, act.Power(B, CardId("PS2")), act.Yield(B), act.Pass(A), act.Pass(B))
    assert state.fights[-1].points == (14, 14)
    assert state.fights[-1].winner is None
    assert state.deck == deck + 1
    assert state.players[A].parts == tuple(sorted(cards_of(fourteen)))
    assert state.players[B].parts == tuple(sorted(cards_of(TWELVE)))
    assert (state.stage, state.turn) == (Stage.DRAW, B)  # the player after the attacker
    assert not any(player.dragons for player in state.players)


def test_mon_ex6_dragon_points():
    mixed = "B4 DUE1 L3 DUE3 T1"
    state = table(("B4 L3 T1", "H1 BX L2 L1 T1"), won=("DUE1 DUE3", ""))
    state = flipped(state, mixed, "H1 BX L2 L1 T1")
    assert totals(state) == (12, 14)
    deck = state.deck
    state = play(state, act.Pass(A), act.Pass(B))
    assert [dragon.card for dragon in state.players[A].dragons] == ["DUE1", "DUE3"]
    assert state.players[A].parts == ()
    assert state.deck == deck + 3 + 5


def test_mon_ex7_win():
    state = table((FIFTEEN, TWELVE, ""), won=("DUE1 DUE2 DUE3 DUE4", "", ""))
    state = flipped(state, FIFTEEN, TWELVE)
    state = play(state, act.Pass(B), act.Pass(A), act.TakeDragon(A, CardId("DUE5")))
    assert state.stage is Stage.OVER
    standing = CLASSIC.standing(state)
    assert standing.winners == (A,)
    assert (standing.final, standing.rule) == (True, "MON-C24")
    assert "MON-C24" in standing.explanation
    assert [place.rank for place in standing.places] == [1, 2, 2]
    assert {place.seat for place in standing.places[1:]} == {B, C}
    assert CLASSIC.options(state) == ()
    assert BOX.backs[CardId("DUE5")].points == 2
