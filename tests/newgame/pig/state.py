"""The state of a table of Pig: nothing in it is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.core.seats import Seat

if TYPE_CHECKING:
    from companion.games.pig.house import PigHouse

FIRST: Final = Seat(0)
GOAL: Final = 50  # PIG-7
LEAST: Final = 5  # PIG-3


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    Attributes:
        names: of the seats, clockwise.
        totals: what each seat has kept.
        house: house rules in force.
        turn: whose turn it is.
        pot: what this turn has brought so far.
        waiting: whether the die is awaited.
    """

    names: tuple[str, ...]
    totals: tuple[int, ...]
    house: PigHouse
    turn: Seat = FIRST
    pot: int = 0
    waiting: bool = False

    @property
    def over(self) -> bool:
        """Whether somebody has reached the goal (PIG-7)."""
        return max(self.totals) >= GOAL
