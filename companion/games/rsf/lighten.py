"""From full to light depth in the middle of a game (X-8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.game import Depth

if TYPE_CHECKING:
    from companion.games.rsf.state import State


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names."""
    return replace(state, setup=replace(state.setup, depth=Depth.LIGHT))
