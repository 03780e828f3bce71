"""Battles: who turns up and calls, who wins, ties, Monster Mashups; the worked examples."""

from dataclasses import replace

import pytest
from gmm_kit import (
    A,
    B,
    C,
    D,
    box,
    dealt,
    ending,
    fight,
    findings,
    flip,
    force,
    last_cards,
    notes,
    pending_rule,
    play,
    read,
    text,
    won,
)

from companion.games.gmm import GAME
from companion.games.gmm.pages import outcome_text
from companion.games.gmm.state import Award, Result, Stage
from companion.games.gmm.words import Call
from models.workshop.invariants import invariants

TWINS = box(a9=9, b9=9, c2=2, d5=5, e5=5, f1=1, g1=1, h2=2, i3=3)
"""Different monsters with equal ratings."""


def test_gmm_b1_the_declarer_turns_up_first_and_then_calls():
    state = dealt()
    assert findings(state, "Ann: call high") == ("GMM-B1",)
    state = play(state, "Ann: flip m5", "Ann: call high")
    assert findings(state, "Ann: call low") == ("GMM-B1",)
    assert text(state, "Ann: call low") == "high was declared and stays"
    assert force(state, "Ann: call low").call is Call.LOW


def test_gmm_b1_a_call_before_the_card_may_be_ruled():
    state = force(dealt(), "Ann: call high")
    assert GAME.pending(state).asks == A
    state = flip(state, "m1 m2 m3")
    assert state.outcome.winner == C


def test_gmm_b2_the_others_wait_for_the_call():
    state = dealt()
    assert findings(state, "Ben: flip m1") == ("GMM-B2",)
    state = force(state, "Ben: flip m1")
    state = play(force(state, "Cleo: flip m2"), "Ann: flip m3")
    assert state.stage is Stage.DECLARE
    assert play(state, "Ann: call low").outcome.winner == B


def test_gmm_b2_everybody_turns_up_one_card():
    state = play(dealt(), "Ann: flip m5", "Ann: call high", "Cleo: flip m4")
    assert findings(state, "Cleo: flip m3") == ("GMM-B2",)
    assert GAME.pending(state).asks == B
    assert pending_rule(state) == "GMM-B2"
    assert state.players[A].draw == state.players[B].draw - 1 == 19
    assert findings(state, "Ben: flip card") == ("GMM-B2",)


@pytest.mark.parametrize(
    ("call", "cards", "winner"),
    [
        ("high", "m5 m9 m7", B),
        ("low", "m5 m9 m7", A),
        ("high", "m0 m1 m2", C),
        ("low", "m8 m6 m7", B),
    ],
)
def test_gmm_b3_high_or_low_wins(call, cards, winner):
    state = fight(dealt(), call, cards)
    assert (state.outcome.winner, state.outcome.rule) == (winner, "GMM-B3")


@pytest.mark.parametrize(("call", "rating"), [("high", 9), ("low", 1)])
@pytest.mark.parametrize("card", ["slappy", "mastermind"])
def test_gmm_b4_specials_rate_1_or_9(call, rating, card):
    state = play(dealt(), f"Ann: flip {card}")
    assert GAME.sheet(state).blocks[A].card.big == "?"
    state = play(state, f"Ann: call {call}")
    assert GAME.sheet(state).blocks[A].card.big == str(rating)
    assert findings(state, f"table: rate {card} 5") == ("GMM-B4",)


@pytest.mark.parametrize(
    ("call", "other", "winner"),
    [("high", "m10", B), ("high", "m8", A), ("low", "m0", B), ("low", "m2", A)],
)
def test_gmm_b4a_a_10_beats_them_on_high_and_a_0_on_low(call, other, winner):
    state = fight(dealt(2), call, f"slappy {other}")
    assert state.outcome.winner == winner


def test_gmm_b5_the_winner_takes_all_and_declares():
    state = fight(dealt(), "high", "m5 m9 m7")
    assert won(state) == (0, 3, 0)
    assert state.declarer == B
    state = play(state, "Ben: flip m1")
    assert findings(state, "Ann: call high") == ("GMM-B5",)
    assert pending_rule(state) == "GMM-B5"


def test_gmm_t1_all_turn_up_a_new_card():
    state = fight(dealt(4), "high", "m9 slappy m4 m2")
    assert (state.stage, state.showing) == (Stage.FLIP, (A, B, C, D))
    assert outcome_text(state, state.outcome) == "Tie: turn up again"
    assert pending_rule(state) == "GMM-T1"
    state = play(state, "Dan: flip m1")
    assert findings(state, "Dan: flip m2") == ("GMM-T1",)
    state = play(state, "Cleo: flip m10", "Ben: flip m3", "Ann: flip m8")
    assert state.outcome.winner == C


def test_gmm_t2_only_the_new_cards_are_compared():
    state = flip(fight(dealt(), "high", "m9 slappy m4"), "m1 m2 m3")
    assert state.outcome.winner == C


def test_gmm_t3_the_call_stays():
    state = fight(dealt(), "low", "m1 slappy m4")
    assert findings(state, "Ann: call high") == ("GMM-T3",)
    assert flip(state, "m5 m6 m7").outcome.winner == A


def test_gmm_t4_until_it_is_broken_and_the_winner_takes_all():
    state = flip(fight(dealt(), "high", "m9 slappy m4"), "m5 m3 blob")
    assert won(state) == (0, 0, 6)
    state = fight(dealt(cards=TWINS), "high", "a9 b9 c2")
    state = flip(flip(state, "d5 e5 f1"), "g1 h2 i3")
    assert won(state) == (0, 0, 9)
    assert state.outcome.rule == "GMM-T4"


def test_gmm_t5_tied_without_cards_nobody_wins():
    state = fight(last_cards(left=2, cards=TWINS), "high", "a9 b9 c2")
    state = flip(state, "d5 e5 f1")
    assert state.outcome.result is Result.SPENT
    assert won(state) == (0, 0, 0)
    assert len(state.discard) == 60
    assert state.stage is Stage.COUNT
    assert outcome_text(state, state.outcome) == "Tie, no cards left: 6 cards to the discard"


def test_gmm_t6_a_tie_below_the_winner_is_no_tie():
    state = fight(dealt(4, cards=TWINS), "high", "a9 d5 e5 f1")
    assert state.outcome.winner == A
    state = fight(dealt(4, cards=TWINS), "low", "a9 b9 e5 f1")
    assert state.outcome.winner == D


def test_gmm_m1_two_of_one_monster_win_nothing():
    state = fight(dealt(4), "high", "m9 m2 m10 m2")
    assert (state.outcome.result, state.outcome.winner) == (Result.MASHUP, None)
    assert won(state) == (0, 0, 0, 0)
    assert len(state.discard) == 4
    assert outcome_text(state, state.outcome) == "Monster Mashup: 4 cards to the discard"


@pytest.mark.parametrize(("declarer", "following"), [(A, B), (B, C), (C, A)])
def test_gmm_m2_left_of_the_declarer_declares(declarer, following):
    state = fight(dealt(dealer=declarer), "high", "m9 m2 m2")
    assert state.declarer == following
    state = play(state, f"{state.name(following)}: flip m3")
    assert findings(state, f"{state.name(declarer)}: call low") == ("GMM-M2",)


def test_gmm_m3_in_a_tie_break_too():
    state = flip(fight(dealt(), "low", "m1 slappy m4"), "m7 m3 m7")
    assert state.outcome.result is Result.MASHUP
    assert len(state.discard) == 6
    assert state.declarer == B


def test_gmm_m3a_earlier_flips_count():
    state = play(fight(dealt(), "high", "m9 slappy m4"), "Ann: flip m4", "Ben: flip m5")
    assert notes(state, "Cleo: flip m6") == ("GMM-M3a",)
    assert play(state, "Cleo: flip m6").outcome.result is Result.MASHUP


def test_switch_mashup_scope():
    state = fight(dealt(mashup_scope="flip"), "high", "m9 slappy m4")
    state = flip(state, "m4 m5 m6")
    assert (state.outcome.result, state.outcome.winner) == (Result.WON, C)


def test_gmm_m4_before_ratings_and_never_specials():
    state = fight(dealt(4), "high", "m2 m2 m9 slappy")
    assert state.outcome.result is Result.MASHUP  # a tie for the most, were it not for the mashup
    state = fight(dealt(), "high", "slappy mastermind m4")
    assert state.outcome.result is Result.TIE


def test_gmm_m4_a_mashup_needs_no_ratings():
    state = play(dealt(cards=None), "Ann: flip ghost", "table: rate ghost 4", "Ann: call high")
    state = play(state, "Ben: flip ghost", "Cleo: flip troll")  # nobody has read the troll
    assert state.outcome.result is Result.MASHUP


def test_gmm_b1_a_call_is_not_said_twice():
    state = play(dealt(), "Ann: flip m5", "Ann: call high")
    (found,) = GAME.check(state, read("Ann: call high"))
    assert (found.rule, found.forceable, found.text) == ("GMM-B1", True, "high was declared")
    (found,) = GAME.check(state, read("Ann: call low"))
    assert (found.rule, found.forceable) == ("GMM-B1", True)


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


@pytest.mark.parametrize(("scope", "discard", "winnings"), [("battle", 6, (0, 0, 0)), ("flip", 0, (0, 0, 6))])
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


@pytest.mark.parametrize(("winners", "first"), [((0, 0, 1, 1, 2, 3), {A, B}), ((0, 0, 0, 1, 1, 2), {A})])
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
