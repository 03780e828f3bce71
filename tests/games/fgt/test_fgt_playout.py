"""Whole games at random: what holds after every step, in every game (FGT-I1 to I7, INV-4)."""

from __future__ import annotations

import pytest
from fgt_kit import findings, new_game, playout

from companion.core.game import Depth
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.state import BoostState, Stage
from companion.games.fgt.table import living
from models.workshop.invariants import invariants

pytestmark = pytest.mark.slow

MOST = 60
"""Actions of one player in one game, and far above any: the game ends by itself (INV-10)."""


def sound(before, action, after):
    """Everything that must hold from one state to the next."""
    assert invariants(after) == ()
    assert after.round >= before.round  # INV-9
    for old, new in zip(before.players, after.players, strict=True):
        assert new.arenas[: len(old.arenas)] == old.arenas
        if old.boost and old.boost.state is BoostState.SCORED:  # FGT-I6
            assert new.boost is None or new.boost.state is BoostState.SCORED
    if isinstance(action, act.Winner):  # FGT-I7
        assert after.award.winner in living(before)
    if before.stage is Stage.OVER:
        assert after.stage is Stage.OVER


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("depth", list(Depth))
def test_fgt_i1_to_i7_hold_in_random_games_and_all_end(seats, depth):
    state, steps = new_game(seats, depth), 0
    for before, action, after in playout(state, seats):
        sound(before, action, after)
        state, steps = after, steps + 1
    assert state.stage is Stage.OVER
    assert steps < MOST * seats
    glory = sum(arena.glory for arena in state.decided)
    assert len(state.decided) == 7
    assert 28 <= glory <= 56  # FGT-I2


def test_complete_options_leave_nothing_out():
    """Among all activations by a seat only those offered are legal."""
    seen = 0
    for before, _, _ in playout(new_game(3), 11):
        for option in GAME.options(before):
            if option.verb == "activate" and option.complete:
                offered = set(option.instances)
                for card in before.catalogue.warriors:
                    for on in ((), (0,), (1,), (2,)):
                        for taken in (None, 0, 1, 2):
                            tried = act.Activate(option.actor, card, on, steals=taken)
                            assert (findings(before, tried) == ()) == (tried in offered), tried
                            seen += 1
    assert seen
