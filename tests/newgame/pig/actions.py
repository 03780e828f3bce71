"""What players of Pig declare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from companion.core.actions import Action, Withdraw
from companion.core.seats import Seat  # noqa: TC001 - the record's grammar reads annotations


@dataclass(frozen=True, slots=True)
class Go(Action):
    """The player will throw the die (PIG-4)."""

    verb: ClassVar[str] = "go"
    example: ClassVar[str] = "Ann: go"


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """The player keeps the pot; the next one is in turn (PIG-7)."""

    verb: ClassVar[str] = "hold"
    example: ClassVar[str] = "Ann: hold"


@dataclass(frozen=True, slots=True)
class Adjust(Action):
    """The table mends a total that was kept wrong (X-7)."""

    verb: ClassVar[str] = "adjust"
    example: ClassVar[str] = "table: adjust Ann 12"

    seat: Seat
    total: int


ACTIONS: Final = (Go, Hold, Withdraw, Adjust)
