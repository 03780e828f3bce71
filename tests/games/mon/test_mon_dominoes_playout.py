"""Whole games of Dominoes at random: what holds after every step (MON-I1, I2, I6, INV-4 to 12)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mon_kit import NAMES, OPEN, findings, new_game, playout, shipped

from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.monster import free_ports, width
from companion.games.mon.words import Kind
from models.workshop.invariants import invariants

pytestmark = pytest.mark.slow

GAMES = [(seed, seats, depth) for seed, seats in enumerate((2, 3, 4, 5)) for depth in Depth]


def sound(before, after):
    """Everything that must hold from one state to the next."""
    assert invariants(after) == ()
    assert before.stage is Stage.SETUP or after.deck <= before.deck  # INV-9
    for old, new in zip(before.players, after.players, strict=True):
        assert new.collected[: len(old.collected)] == old.collected
        assert all(size >= 3 for size in new.monsters)  # MON-I6
    for joint in after.centre.joints if after.full else ():  # MON-I2
        assert width(after.cards, joint.one) is width(after.cards, joint.other)


def run(state, seed):
    for before, _, after in playout(state, seed):
        sound(before, after)
        state = after
    return state


@pytest.mark.parametrize(("seed", "seats", "depth"), GAMES)
def test_mon_i1_i2_i6_hold_and_every_game_ends(seed, seats, depth):
    state = run(new_game(seats, depth), seed)
    assert state.stage is Stage.OVER


@pytest.mark.parametrize("seed", range(4))
def test_mon_i6_the_sum_of_scores_is_the_points_of_all_collected_cards(seed):
    state = run(new_game(2 + seed, switches=OPEN), seed)
    backs = shipped().backs
    collected = [card for player in state.players for card in player.collected]
    assert len(collected) > 20
    total = sum(line.points for line in DOMINOES.score(state).lines if line.column == "points")
    assert total == sum(backs[card].points for card in collected)


def test_complete_options_leave_nothing_out():
    """Of all cards at all free ports, exactly those offered may be attached (MON-D4, MON-G2)."""
    seen = 0
    for before, _, _ in playout(new_game(3, switches=OPEN), 5, 120):
        offered = {
            one
            for option in DOMINOES.options(before)
            if option.verb == "attach"
            for one in option.instances
        }
        if before.stage is not Stage.TURN:
            assert not offered
            continue
        tried = {
            act.Attach(before.turn, card, (port,))
            for card in before.players[before.turn].hand
            for port in free_ports(before.cards, before.centre)
        }
        assert {one for one in tried if not findings(before, one)} == offered
        seen += len(offered)
    assert seen > 100


# ---------------------------------------------------------------- bad input


def test_a_deck_of_cards_that_never_fit_still_ends():
    """Two hands full of Power cards: nobody can ever put anything."""
    catalogue = shipped()
    powers = {one.id: one for one in catalogue.cards.values() if one.kind is Kind.POWER}
    only = replace(catalogue, cards=powers)
    setup = Setup(NAMES[:2], Depth.FULL, OPEN | {"mon.dominoes_deck": "all"}, only)
    state = run(DOMINOES.start(setup), 1)
    assert state.stage is Stage.OVER
    assert len(state.discarded) == state.size == 25
    assert UNNAMED not in state.discarded
