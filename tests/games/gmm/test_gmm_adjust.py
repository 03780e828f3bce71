"""What the table mends by its own ruling (X-7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmm_kit import A, B, C, dealt, ending, fight, findings, flip, new_game, notes, play, won

from companion.games.gmm import GAME
from companion.games.gmm.state import Award, Stage
from models.workshop.invariants import invariants


def test_a_pile_counts_more_or_fewer():
    state = play(fight(dealt(), "high", "m5 m3 m1"), "table: adjust-count Ann -2")
    assert won(state) == (1, 0, 0)
    state = play(state, "table: adjust-count Ben 4")
    assert won(fight(state, "low", "m5 m3 m1")) == (1, 4, 3)
    assert invariants(state) == ()


@pytest.mark.parametrize("line", ["Ann 0", "Ann -1", "Ann 61"])
def test_a_pile_has_0_to_60_cards(line):
    assert findings(dealt(), f"table: adjust-count {line}") == ("X-7",)


def test_without_piles_there_is_nothing_to_adjust():
    assert findings(new_game(), "table: adjust-count Ann 1") == ("X-7",)


def test_an_adjusted_count_breaks_a_sudden_death_off():
    state = play(ending(("m1 m2", "m3 m4", "")), "table: confirm", "Ann: flip m1")
    state = play(state, "table: adjust-count Ben 1")
    assert (state.stage, state.sudden, state.flips) == (Stage.COUNT, None, ())
    assert play(state, "table: confirm").awards[-1].winner == B


def test_the_round_being_played_may_be_given_away():
    state = play(dealt(), "table: adjust-trophy 1 Cleo")
    assert state.awards == (Award(C, "X-7", (0, 0, 0)),)
    assert (state.stage, state.round, state.dealer) == (Stage.DEAL, 2, A)
    assert GAME.score(state).lines[0].why.endswith("given by the table")


def test_a_trophy_changes_hands():
    state = play(ending(("m1 " * 60, "", "")), "table: confirm")
    assert state.dealer == B
    state = play(state, "table: adjust-trophy 1 Ben")
    assert (state.awards[0].winner, state.dealer) == (B, C)
    state = play(state, "Cleo: dealt", "table: adjust-trophy 1 Ann")
    assert (state.awards[0].winner, state.dealer) == (A, C)
    assert findings(state, "table: adjust-trophy 1 Ann") == ("X-7",)


@pytest.mark.parametrize("number", [0, 2, 7])
def test_only_rounds_that_were_played_have_a_trophy(number):
    assert findings(dealt(), f"table: adjust-trophy {number} Ann") == ("X-7",)


def over(**chosen):
    state = ending(("m1 " * 60, "", ""), 6, **chosen)
    awards = tuple(Award(seat, "GMM-E1", (20,) * 3) for seat in (A, A, B, B, C))
    return play(replace(state, awards=awards), "table: confirm")


def test_a_trophy_may_change_hands_after_the_end():
    state = over()
    assert GAME.standing(state).winners == (A,)
    assert notes(state, "table: adjust-trophy 6 Cleo") == ("GMM-E3",)
    state = play(state, "table: adjust-trophy 6 Cleo")
    assert GAME.standing(state).winners == (A, B, C)
    assert invariants(state) == ()


def test_a_trophy_that_makes_a_tie_calls_for_the_final_battle():
    state = play(over(final_tie="sudden_death"), "table: adjust-trophy 6 Cleo")
    assert state.stage is Stage.ABILITY
    state = play(state, "table: ability magic")
    assert play(state, "table: adjust-trophy 6 Ann").stage is Stage.OVER
    state = flip(state, "m9 m1 m2")
    assert (state.stage, state.champion) == (Stage.OVER, A)
    assert play(state, "table: adjust-trophy 1 Ben").champion is None
    assert findings(state, "table: adjust-count Ann 1") == ("GMM-E2",)


def test_another_declares_by_ruling():
    state = play(dealt(), "table: adjust-declarer Ben")
    assert invariants(state) == ()
    state = play(state, "Ben: flip m4")
    assert GAME.pending(state).rule == "X-7"
    assert findings(state, "Ann: call low") == ("X-7",)
    assert play(state, "Ben: call low").declarer == B
    assert findings(state, "table: adjust-declarer Ben") == ("X-7",)
    assert set(findings(new_game(), "table: adjust-declarer Ben")) == {"X-7"}


@pytest.mark.parametrize("verb", ["adjust-count 9 1", "adjust-trophy 1 9", "adjust-declarer 9"])
def test_nobody_sits_there(verb):
    name, *rest = verb.split()
    kind = next(one for one in GAME.actions if one.verb == name)
    action = kind(None, *map(int, rest))
    assert findings(dealt(), action) == ("X-7",)
