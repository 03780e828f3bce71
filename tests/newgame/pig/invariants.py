"""What holds in every state, however it came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.games.pig.state import State


def invariants(state: State) -> tuple[str, ...]:
    """Return what is broken, as sentences; empty when the state is sound."""
    found = []
    if len(state.totals) != len(state.names):
        found.append("every seat has one total")
    if min(state.totals) < 0 or state.pot < 0:
        found.append("points are never below 0")
    if not 0 <= state.turn < len(state.names):
        found.append("somebody is in turn")
    if state.over and (state.pot or state.waiting):
        found.append("after the end nothing is in the pot and no die is awaited")
    return tuple(found)
