"""Whole games of Classic and Arena at random: what holds after every step (MON-I1, I3 to I5)."""

from __future__ import annotations

import random

import pytest
from mon_classic_kit import findings, new_game, playout

from companion.core.game import Depth
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.classic.table import aside, total
from companion.games.mon.words import Kind
from models.workshop.invariants import invariants

pytestmark = pytest.mark.slow

BOTH = [(mode, depth) for mode in Mode for depth in Depth]


def sound(before, action, after):
    """Everything that must hold from one state to the next."""
    assert invariants(after) == ()
    assert after.fights[: len(before.fights) - 1] == before.fights[: len(before.fights) - 1]
    if isinstance(action, act.TakeDragon):  # MON-I4
        old, new = before.players[action.actor], after.players[action.actor]
        assert len(new.dragons) == len(old.dragons) + 1
    elif not len(after.fights) > len(before.fights):  # only a Spell's loss, at the end of a fight
        assert [one.dragons for one in after.players] == [one.dragons for one in before.players]


def run(state, seed, steps=3000):
    for before, action, after in playout(state, seed, steps):
        sound(before, action, after)
        state = after
    return state


@pytest.mark.parametrize(("mode", "depth"), BOTH)
@pytest.mark.parametrize("seats", [2, 5])
def test_mon_i1_i3_i4_i5_hold_and_every_game_ends(mode, depth, seats):
    state = run(new_game(mode, seats, depth), seats)
    assert state.stage is Stage.OVER
    standing, sheet = CLASSIC.standing(state), CLASSIC.score(state)
    assert [sheet.total(seat, "dragons") for seat in standing.winners] == [5]
    if depth is Depth.FULL:  # MON-I1: 25 Dragon cards in all
        out = sum(len(player.dragons) for player in state.players)
        assert out + sum(aside(state).values()) == 25


@pytest.mark.parametrize(("mode", "depth"), BOTH)
def test_the_sheet_shows_the_totals_of_a_flipped_fight(mode, depth):
    for _, _, state in playout(new_game(mode, 4, depth), 11, 300):
        sheet = CLASSIC.sheet(state)
        assert (sheet.fight is None) == (state.fight is None)
        if state.fight is not None and state.fight.priority is not None:
            for shown, side in zip(sheet.fight.sides, state.fight.sides, strict=True):
                assert shown.figures[0].text == str(total(state, state.fight, side))


# ---------------------------------------------------------------- bad input


def test_nobody_may_be_dealt_a_power_card_by_name():
    state = new_game()
    secret = [card.id for card in state.cards.values() if card.kind is not Kind.PART]
    for before, _, _ in playout(state, 1, 12):
        if before.stage is Stage.DEAL:
            for card in random.Random(1).sample(secret, 5):
                assert findings(before, act.Dealt(before.turn, (card,)))
