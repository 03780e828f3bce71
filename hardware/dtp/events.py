"""What the host's end of a tray's line tells its caller."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.dtp.messages import Battery, Hello, Moved, Rolled, Trouble


@dataclass(frozen=True, slots=True)
class NewRoll:
    """A roll to be kept; then say so with `Link.kept`."""

    serial: str
    roll: Rolled


@dataclass(frozen=True, slots=True)
class Met:
    """The tray has said who it is. Said at every greeting that makes sense, not at the first alone.

    Attributes:
        hello: its greeting.
        passed: rolls that it held from before it was first met, and that are not asked for.
        began: number of the first roll that counts, of an epoch that is new here; else 0.
    """

    hello: Hello
    passed: int = 0
    began: int = 0


@dataclass(frozen=True, slots=True)
class Lost:
    """So many rolls were overwritten in the tray before they could be fetched. Never silent."""

    serial: str
    count: int


@dataclass(frozen=True, slots=True)
class Backwards:
    """The tray counts from a lower number again without a new epoch.

    Nobody can tell its rolls below `expected` from those that arrived under the same numbers
    before: none of them is taken. Said anew for every number that the tray gives.

    Attributes:
        serial: the tray's name.
        epoch: the epoch that it should have changed.
        last: number of its newest roll, as it says now.
        expected: number of the next roll that can be taken.
    """

    serial: str
    epoch: str
    last: int
    expected: int


@dataclass(frozen=True, slots=True)
class Nonsense:
    """A line arrived whole and is no message of the protocol: the tray's maker has to see to it.

    Attributes:
        serial: the tray's name.
        body: what it said, in printable ASCII.
    """

    serial: str
    body: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message that changes nothing by itself: movement, battery, trouble."""

    message: Moved | Battery | Trouble


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the device's own log."""

    text: str


@dataclass(frozen=True, slots=True)
class OtherProtocol:
    """The tray speaks another version: nothing it sends is taken for a roll."""

    serial: str
    version: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing was heard for too long: close the port and try again."""


Event = NewRoll | Met | Lost | Backwards | Nonsense | Said | Logged | OtherProtocol | Gone
