"""What the shared screen may show: all of it, Pig hides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.game import View
from companion.games.pig.state import GOAL

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.pig.state import State


@dataclass(frozen=True, slots=True)
class PigView(View):
    """A table of Pig.

    Attributes:
        names: of the seats, clockwise.
        totals: what each of them has kept.
        pot: what this turn has brought so far.
        goal: what wins.
    """

    names: tuple[str, ...]
    totals: tuple[int, ...]
    pot: int
    goal: int


def view(state: State, audience: Seat | None) -> PigView:
    """Return the same for everybody."""
    del audience
    headline = f"{state.names[state.turn]}'s turn · pot {state.pot}"
    if state.over:
        best = max(state.totals)
        first = [n for n, total in zip(state.names, state.totals, strict=True) if total == best]
        headline = f"Game over · {' and '.join(first)} won"
    stage = "Over" if state.over else "Throw" if state.waiting else "Turn"
    turn = None if state.over else state.turn
    return PigView(headline, stage, turn, state.over, state.names, state.totals, state.pot, GOAL)
