"""What the game waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.dice import DieSpec, RollRequest
from companion.games.pig.state import GOAL

if TYPE_CHECKING:
    from companion.core.verdict import Question
    from companion.games.pig.state import State


def pending(state: State) -> RollRequest | Question | None:
    """Ask for the die once a throw is declared (PIG-4)."""
    if not state.waiting or state.over:
        return None
    total = state.totals[state.turn] + state.pot
    purpose = f"for the pot of {state.pot}; {total} of {GOAL} with it"
    return RollRequest(state.turn, (DieSpec("d10"),), purpose, "PIG-4", "2 or more")
