"""The state of a table of Pig and its house rules: nothing in it is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.core.seats import FIRST, Seat
from companion.core.state import GameState
from companion.core.switches import HouseRules, switch
from companion.core.texts import Wording

GOAL: Final = 50  # PIG-7
LEAST: Final = 5  # PIG-3

Low = StrEnum("Low", "NO YES")
Zero = StrEnum("Zero", "TEN NOTHING")


@dataclass(frozen=True, slots=True)
class PigHouse(HouseRules):
    """House rules of Pig: one field each, its enum are the choices."""

    low: Low = switch(Low.NO, "PIG-3", "whether a pot below five may be held")
    zero: Zero = switch(Zero.TEN, "PIG-6", "what face 0 counts")


class Stage(Wording):
    """What the table is busy with."""

    TURN = "Turn"
    THROW = "Throw"
    OVER = "Over"


@dataclass(frozen=True, slots=True)
class State(GameState[PigHouse, int]):
    """The whole table; of a player it knows the total."""

    turn: Seat = FIRST  # whose turn it is
    pot: int = 0  # what this turn has brought so far
    waiting: bool = False  # whether the die is awaited

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats, clockwise."""
        return self.setup.seats

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat has kept."""
        return self.players

    @property
    def stage(self) -> Stage:
        """What the table is busy with; it is over once somebody has reached the goal (PIG-7)."""
        if max(self.totals) >= GOAL:
            return Stage.OVER
        return Stage.THROW if self.waiting else Stage.TURN
