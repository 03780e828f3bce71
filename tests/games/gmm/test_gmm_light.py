"""Light depth: people say who won; the program keeps sequence, piles and Trophies."""

from __future__ import annotations

import pytest
from gmm_kit import (
    A,
    B,
    C,
    dealt,
    ending,
    findings,
    force,
    last_cards,
    pending_rule,
    play,
    text,
    won,
)
from sheet_kit import seen

from companion.core.seats import Seat
from companion.games.gmm import GAME
from companion.games.gmm import verbs as act
from companion.games.gmm.state import Result, Stage


def light(seats=3, **more):
    return dealt(seats, depth="light", **more)


def sudden(*counts, **chosen):
    """A sudden death in light depth, after winnings of that many cards."""
    state = ending(tuple("card " * count for count in counts), depth="light", **chosen)
    return play(state, "table: confirm")


def test_a_winner_takes_the_cards_and_declares():
    state = play(light(), "Ann: call high")
    assert GAME.pending(state).text == "Highest Strength: who wins?"
    state = play(state, "table: winner Ben")
    assert won(state) == (0, 3, 0)
    assert state.declarer == B
    assert [player.draw for player in state.players] == [19] * 3
    assert GAME.pending(play(state, "Ben: call low")).text == "Lowest Strength: who wins?"


def test_the_call_comes_first():
    for line in ("table: winner Ben", "table: tie", "table: mashup"):
        assert findings(light(), line) == ("GMM-B1",)
    assert won(force(light(), "table: winner Ben")) == (0, 3, 0)


def test_a_tie_keeps_the_call_and_the_winner_takes_all():
    state = play(light(), "Ann: call low", "table: tie")
    assert state.stage is Stage.FLIP
    assert findings(state, "Ann: call high") == ("GMM-T3",)
    state = play(state, "table: tie", "table: winner Cleo")
    assert won(state) == (0, 0, 9)


def test_a_tie_with_the_last_cards_is_discarded():
    state = play(last_cards(depth="light"), "Ann: call high", "table: tie")
    assert state.outcome.result is Result.SPENT
    assert len(state.discard) == 60


def test_a_mashup_passes_the_call_to_the_left():
    state = play(light(), "Ann: call high", "table: tie", "table: mashup")
    assert len(state.discard) == 6
    assert state.declarer == B
    assert "Discard 6" in seen(GAME, state)
    assert "(top" not in seen(GAME, state)


def test_cards_are_not_named():
    state = play(light(), "Ann: call high")
    assert findings(state, "Ben: flip blob") == ("GMM-B2",)
    assert {option.verb for option in GAME.options(state)} == {"winner", "tie", "mashup"}


def test_in_full_depth_the_cards_say_who_wins():
    state = play(dealt(), "Ann: flip m1", "Ann: call high")
    for line in ("table: winner Ann", "table: tie", "table: mashup"):
        assert findings(state, line) == ("GMM-B3",)


def test_sudden_death_is_among_the_tied():
    state = sudden(24, 24, 12)
    assert findings(state, "table: winner Cleo") == ("GMM-D1",)
    assert text(state, "table: winner Cleo") == "only Ann and Ben are in this sudden death"
    assert pending_rule(state) == "GMM-D1"
    state = play(state, "table: tie", "table: winner Ann")
    assert (state.awards[-1].winner, state.awards[-1].rule) == (A, "GMM-D1")


def test_gmm_d3_no_mashup_is_said_in_sudden_death():
    state = sudden(24, 24, 12)
    assert findings(state, "table: mashup") == ("GMM-D3",)
    assert force(state, "table: mashup").outcome.result is Result.MASHUP
    again = play(sudden(24, 24, 12, sd_mashup="on"), "table: mashup")
    assert again.stage is Stage.SUDDEN_DEATH
    assert won(again) == (24, 24, 12)


def test_gmm_d2a_who_is_still_tied_is_asked_where_it_matters():
    state = sudden(20, 20, 20, sd_redraw="still_tied")
    assert findings(state, "table: tie") == ("GMM-D2a",)
    state = play(state, "table: tie among Ann Cleo")
    assert state.showing == (A, C)
    assert play(state, "table: tie").showing == (A, C)
    assert play(sudden(20, 20, 20), "table: tie").showing == (A, B, C)


@pytest.mark.parametrize("line", ["table: tie among Ann", "table: tie among Cleo Ann"])
def test_a_tie_is_among_two_who_turned_up(line):
    assert findings(sudden(24, 24, 12), line) == ("GMM-T1",)


def test_piles_used_up_are_shuffled_again():
    state = sudden(3, 3, 0)
    for _ in range(3):
        state = play(state, "table: tie")
    assert state.sudden.shuffles == 1


@pytest.mark.parametrize("line", ["table: winner Ann", "table: tie", "table: mashup"])
def test_nothing_is_won_before_the_deal(line):
    assert findings(ending(("card " * 60, "", ""), depth="light"), line) == ("GMM-B3",)


def test_gmm_d2a_every_group_that_may_be_still_tied_is_offered():
    state = sudden(20, 20, 20, sd_redraw="still_tied")
    (tie,) = (one for one in GAME.options(state) if one.verb == "tie")
    assert [action.seats for action in tie.instances] == [(A, B), (A, C), (B, C), (A, B, C)]
    (tie,) = (one for one in GAME.options(sudden(20, 20, 20)) if one.verb == "tie")
    assert [action.seats for action in tie.instances] == [()]


def test_a_winner_sits_at_the_table():
    state = play(light(), "Ann: call high")
    assert findings(state, act.Winner(None, Seat(3))) == ("GMM-B3",)
    assert findings(state, act.Winner(None, Seat(-1))) == ("GMM-B3",)
