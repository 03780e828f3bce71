"""The worked examples of the rules, one test each."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmm_kit import A, B, C, box, dealt, ending, fight, findings, flip, last_cards, play, text, won

from companion.games.gmm import GAME
from companion.games.gmm.state import Award, Result, Stage
from models.workshop.invariants import invariants

CARDS = box(
    blob=(8, 10, 5, 4, 5, 4), werewolf=7, zero=0, mummy=5, nine=9, four=4, two=2, three=3,
    five=5, eight=8, one=1, seven=7,
)  # fmt: skip


@pytest.mark.parametrize(
    ("call", "cards", "winner"),
    [
        ("high", "blob slappy werewolf", A),
        ("low", "blob slappy werewolf", B),
        ("low", "blob slappy zero", C),
    ],
)
def test_gmm_ex1_blob(call, cards, winner):
    state = fight(dealt(number=2, cards=CARDS), call, cards)
    assert state.outcome.winner == winner
    assert state.declarer == winner


def test_gmm_ex2_wrong_ability():
    state = play(dealt(number=2, cards=CARDS), "Ann: flip blob")
    assert findings(state, "Ann: rate blob 8") == ("GMM-R1",)
    assert text(state, "Ann: rate blob 8") == "Round 2 uses Endurance: Blob 10"
    assert findings(state, "Ann: rate blob 10") == ()


def test_gmm_ex3_tie():
    state = fight(dealt(4, cards=CARDS), "high", "nine slappy four two")
    assert state.outcome.result is Result.TIE
    assert state.stage is Stage.FLIP
    state = flip(state, "three five eight one")
    assert state.outcome.winner == C
    assert won(state) == (0, 0, 8, 0)


def test_gmm_ex4_mashup():
    state = fight(dealt(cards=CARDS), "high", "blob mummy blob")
    assert len(state.discard) == 3
    assert won(state) == (0, 0, 0)
    assert state.declarer == B


@pytest.mark.parametrize(
    ("scope", "discard", "winnings"), [("battle", 6, (0, 0, 0)), ("flip", 0, (0, 0, 6))]
)
def test_gmm_ex4_mashup_in_a_tie_break(scope, discard, winnings):
    state = fight(dealt(cards=CARDS, mashup_scope=scope), "high", "nine slappy mummy")
    state = flip(state, "four mummy eight")
    assert len(state.discard) == discard
    assert won(state) == winnings
    assert state.declarer == (B if scope == "battle" else C)


def test_gmm_ex5_count():
    piles = ("seven four " + "one " * 19, "werewolf nine " + "two " * 19, "eight " * 12)
    state = ending(piles, cards=CARDS, discard="three " * 6)
    assert won(state) == (21, 21, 12)
    assert invariants(state) == ()
    state = play(state, "table: confirm")
    assert state.stage is Stage.SUDDEN_DEATH
    assert state.showing == (A, B)
    state = flip(flip(state, "seven werewolf"), "four nine")
    assert state.awards == (Award(B, "GMM-D1", (21, 21, 12)),)
    state = replace(state, round=3, awards=state.awards * 2)
    assert GAME.sheet(state).heading.text == "Fright"


@pytest.mark.parametrize(
    ("winners", "first"), [((0, 0, 1, 1, 2, 3), {A, B}), ((0, 0, 0, 1, 1, 2), {A})]
)
def test_gmm_ex6_trophies(winners, first):
    state = dealt(4)
    awards = tuple(Award(seat, "GMM-E1", (15,) * 4) for seat in winners)
    state = replace(state, stage=Stage.OVER, round=6, flips=(), awards=awards)
    standing = GAME.standing(state)
    assert set(standing.winners) == first
    assert standing.rule == ("GMM-E3" if len(first) > 1 else "GMM-E2")


def test_gmm_ex7_last_cards():
    state = fight(last_cards(cards=CARDS), "high", "slappy mastermind eight")
    assert state.outcome.result is Result.SPENT
    assert state.outcome.rule == "GMM-T5"
    assert state.stage is Stage.COUNT
    assert won(state) == (0, 0, 0)
    assert len(state.discard) == 60
