"""What follows by itself: whose turn is next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.seats import Seat

if TYPE_CHECKING:
    from companion.games.pig.state import State


def next_turn(state: State) -> State:
    """Pass the die clockwise with an empty pot (PIG-1); the winner keeps it (PIG-7)."""
    if state.over:
        return replace(state, pot=0, waiting=False)
    turn = Seat((state.turn + 1) % len(state.names))
    return replace(state, turn=turn, pot=0, waiting=False)
