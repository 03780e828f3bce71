"""What the screens need of the program around them; a command provides it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

if TYPE_CHECKING:
    from companion.core.game import Game
    from companion.rolls.devicebook import DeviceBook
    from companion.rolls.fairness import Tallies
    from companion.session.people import Person
    from companion.tui.live import Live
    from companion.tui.settings import Settings
    from companion.tui.widgets.lamp import Lamp
    from companion.tui.widgets.picture import Pixels

    Seating = Callable[[], Live]
    """Opens a table that was prepared; quick, and called from the screens' own thread."""


PHONE: Final = "phone"
"""What stands in place of a camera's number where a phone's browser is the camera."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What people want of a new table, as they typed it.

    Attributes:
        game: the game's id.
        seats: names, clockwise.
        depth: `full` or `light`.
        switches: house rules that differ from their defaults.
        catalogue: path of a card list; empty for the cards that come with the program.
        dice: where the dice are read: empty for the keyboard alone, else a camera's number, an
            address or a video file.
        tray: the dice tray: empty for none, `auto` for the one met before, else its port, or
            `printed:PORT` for one that merely prints lines.
        bluetooth: `known` for the Bluetooth dice met before; empty for none.
        deck: the taught deck whose cards the camera reads; empty for none.
    """

    game: str
    seats: tuple[str, ...]
    depth: str = "full"
    switches: Mapping[str, str] = field(default_factory=dict)
    catalogue: str = ""
    dice: str = ""
    tray: str = ""
    bluetooth: str = ""
    deck: str = ""


@dataclass(frozen=True, slots=True)
class Saved:
    """A table in the journal: its name there, what to show of it, and whether its game has ended."""

    id: str
    title: str
    over: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """Everybody who finished a game, who won most first; and why tables were left out, a line each."""

    people: tuple[Person, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """How a camera stands, in words.

    Attributes:
        lines: what was measured and found.
        good: whether nothing needs to be improved.
        keep: saves it for the games to come and says where; raises `CompanionError`.
    """

    lines: tuple[str, ...]
    good: bool
    keep: Callable[[], str]


class Eyes(Protocol):
    """What can be shown of a camera. Never waits."""

    def lamp(self) -> Lamp:
        """Return its state, or in red why it cannot be opened."""

    def picture(self) -> Pixels | None:
        """Return the dice it read last, or what it sees; None before the first picture."""


@runtime_checkable
class PhoneEyes(Eyes, Protocol):
    """A phone as a camera.

    Attributes:
        address: of the page by which it becomes the camera.
        note: why it sends photographs alone; empty where a live picture is possible.
    """

    address: str
    note: str

    def squares(self) -> tuple[str, ...]:
        """Return the address as a QR code in half blocks, black on white, a line each."""


class Preview(Eyes, Protocol):
    """A camera that is only looked through. Opens by itself, in a thread of its own."""

    def close(self) -> None:
        """Give the camera back; waits until it is free. Twice is harmless."""


class Host(Protocol):
    """The program around the screens.

    Every method may raise `CompanionError`. Opening a table has two parts: a slow one, called from
    a thread of its own (a camera may take seconds to answer), which returns the quick one.
    """

    def games(self) -> tuple[Game[Any], ...]:
        """Return the games on the shelf, the one played last first."""

    def saved(self) -> tuple[Saved, ...]:
        """Return the tables that can be taken up again, newest first."""

    def remembered(self, game: str) -> Wish:
        """Return what was wished for last time; before that, what the game proposes."""

    def names(self) -> tuple[str, ...]:
        """Return the names of people who played, those of last time first."""

    def decks(self) -> tuple[str, ...]:
        """Return the names of the decks that were taught."""

    def book(self) -> DeviceBook | None:
        """Return the devices that were met; None where none are remembered."""

    def tallies(self) -> Tallies:
        """Count what was rolled at all tables; slow, called from a thread of its own."""

    def settings(self) -> Settings:
        """Return the settings of the whole program."""

    def keep_settings(self, settings: Settings) -> None:
        """Keep the settings; they hold from now on, also where the disk refuses them."""

    def keep_fault(self, error: Exception) -> None:
        """Keep where an error of the program came from."""

    def open(self, wish: Wish) -> Seating:
        """Prepare a new table and remember the wish."""

    def resume(self, table: str, sound: int | None = None, *, seeing: bool = True) -> Seating:
        """Prepare to take up a table of the journal, where it is damaged from its last sound line.

        Without `seeing` the camera of last time is left alone.
        """

    def camera_of(self, table: str) -> str:
        """Return the camera that a table of the journal would look through; empty for none."""

    def practise(self, game: str) -> Seating:
        """Prepare a table of a game for trying things out; its dice roll by themselves."""

    # -- looking back -----------------------------------------------------------------------------

    def past(self) -> Past:
        """Put all finished games together; slow, called from a thread of its own."""

    def export(self, table: str, form: str) -> Path:
        """Write a table to a file of a form of `EXPORTS`; slow, called from a thread of its own."""

    # -- cameras ----------------------------------------------------------------------------------

    def cameras(self) -> tuple[str, ...]:
        """Return the cameras of this computer, `0 (HD Webcam)`; empty where none can be named."""

    def look(self, camera: str) -> Preview:
        """Begin to look through a camera; returns at once."""

    def calibrate(self, camera: str) -> Judged:
        """Judge how a camera stands over the mat; slow, called from a thread of its own."""

    def print_mat(self) -> Path:
        """Write the mat as a page to be printed."""
