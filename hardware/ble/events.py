"""What a radio tells of the dice around it, what it is asked, and what counters make of it. Values.

A die is named by who it is, never by its address, of which it may have two: `pixels:1a2b3c4d`,
`godice:1A2B3C`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hardware.errors import HardwareError

if TYPE_CHECKING:
    from hardware.ble import godice, pixels


PIXELS = "pixels:"
GODICE = "godice:"


class BluetoothError(HardwareError):
    """Bluetooth dice cannot be heard at all."""


class NoLibraryError(BluetoothError):
    """The library for it is not installed, or does not work."""


@dataclass(frozen=True, slots=True)
class RadioUp:
    """Dice are listened for."""


@dataclass(frozen=True, slots=True)
class RadioDown:
    """Nothing can be heard; it is tried again. The first time after it was well, or at all, it says so."""

    why: str
    todo: str
    first: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A die advertised itself."""

    die: str  # who it is
    where: str  # the address under which it was heard just now
    # what a Pixels die says to everybody; None for others, and when it said nothing
    advert: pixels.Advert | None = None
    problem: str = ""  # why nothing can be read of it; empty when all is well


@dataclass(frozen=True, slots=True)
class Linked:
    """A die is connected. What it says next is where it lies."""

    die: str


@dataclass(frozen=True, slots=True)
class Unlinked:
    """A die is not connected (any more); it is tried again.

    It is the first time when it was connected before, or was never tried.
    """

    die: str
    why: str
    first: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A die that is connected said something."""

    die: str
    message: pixels.Message | godice.Message


@dataclass(frozen=True, slots=True)
class Garbled:
    """A die that is connected said something that makes no sense; it is left aside."""

    die: str
    why: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passes; comes a few times a second."""


RadioEvent = RadioUp | RadioDown | Seen | Linked | Unlinked | Said | Garbled | Tick


class Radio(Protocol):
    """Hears dice; see `hardware.ble.radio.open_radio`."""

    @property
    def trusted(self) -> bool:
        """Whether each die that it hears belongs to this table, so that none need be assigned."""

    def want(self, dice: frozenset[str]) -> None:
        """Connect to these dice, and to no others; from any thread, any number of times."""

    def start(self, listener: Callable[[RadioEvent], None]) -> None:
        """Begin; the listener is called from the radio's own thread, and must be quick. Once."""

    def stop(self) -> None:
        """End it and let the dice go. Twice is harmless."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A roll of one die."""

    face: str  # as printed
    cocked: bool = False  # it leans, as far as the die can tell
    other: str = ""  # another face that it may as well be; empty when there is no doubt


@dataclass(frozen=True, slots=True)
class Shown:
    """A face that is told to people and never counted by itself."""

    face: str  # as printed
    why: str  # in few words, why it does not count
    claimable: bool = False  # it may well have been a roll, so people may say that it was one


LAY_THERE = "lay there before"
TURNED = "turned while it was not heard"
UNHEARD = "rolled while it was not heard"
"""Why what a die says first, after it was not heard for a while, is no roll."""
