"""Helpers over the state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.pig.house import Zero

if TYPE_CHECKING:
    from companion.core.dice import DieFace
    from companion.core.seats import Seat
    from companion.games.pig.state import State


def points(state: State, die: DieFace) -> int:
    """Return what a face counts; a printed 0 counts ten or nothing (PIG-6)."""
    if die.face == "0":
        return 10 if state.house.zero is Zero.TEN else 0
    return int(die.face)


def with_total(state: State, seat: Seat, total: int) -> State:
    """Return the state with one seat's total changed."""
    totals = (*state.totals[:seat], total, *state.totals[seat + 1 :])
    return replace(state, totals=totals)
