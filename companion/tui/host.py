"""What the screens need of the program around them; a command provides it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.core.game import Game
    from companion.rolls.devices import Book
    from companion.rolls.fairness import Tallies
    from companion.tui.live import Live
    from companion.tui.settings import Settings

    Seating = Callable[[], Live]
    """Opens a table that was prepared; quick, and called from the screens' own thread."""


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
    """

    game: str
    seats: tuple[str, ...]
    depth: str = "full"
    switches: Mapping[str, str] = field(default_factory=dict)
    catalogue: str = ""
    dice: str = ""
    tray: str = ""
    bluetooth: str = ""


@dataclass(frozen=True, slots=True)
class Saved:
    """A table in the journal.

    Attributes:
        id: its name in the journal.
        title: what to show: game, players, when.
        over: whether the game has ended.
    """

    id: str
    title: str
    over: bool = False


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

    def book(self) -> Book | None:
        """Return the devices that were met; None where none are remembered."""

    def tallies(self) -> Tallies:
        """Count what was rolled at all tables; slow, called from a thread of its own."""

    def settings(self) -> Settings:
        """Return the settings of the whole program."""

    def keep_settings(self, settings: Settings) -> None:
        """Keep the settings; they hold from now on, also where the disk refuses them."""

    def open(self, wish: Wish) -> Seating:
        """Prepare a new table and remember the wish."""

    def resume(self, table: str) -> Seating:
        """Prepare to take up a table of the journal."""

    def practise(self) -> Seating:
        """Prepare a table for trying things out, with dice that come from a script."""
