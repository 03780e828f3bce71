"""An open table as its screen holds it: the table, the desk where its dice arrive, and the eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.core.errors import CompanionError
from companion.rolls.source import RollSource
from companion.tui.widgets.lamp import Lamp

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.rolls.readings import RollReading, SourceFault
    from companion.session.rolldesk import RollDesk
    from companion.session.table import Table
    from companion.tui.widgets.picture import Pixels


class Eyes(Protocol):
    """What can be shown of a camera. Never waits."""

    def lamp(self) -> Lamp:
        """Return its state."""

    def picture(self) -> Pixels | None:
        """Return the dice it read last, or what it sees."""


class Keyboard(RollSource, Protocol):
    """The source that people type into."""

    def enter(self, text: str) -> RollReading:
        """Hand in what was typed; raises `CompanionError` when it names no roll."""


Heard = "RollReading | SourceFault"


class Live:
    """One open table with its dice.

    Args:
        table: the table.
        desk: where readings answer the table's requests.
        keyboard: the source that people type into.
        sources: all other sources.
        eyes: what can be shown of the camera, when there is one.
        closing: gives back what the command opened: the journal, the cameras.
    """

    def __init__(
        self,
        table: Table,
        desk: RollDesk,
        keyboard: Keyboard,
        sources: tuple[RollSource, ...] = (),
        eyes: Eyes | None = None,
        closing: Callable[[], None] = lambda: None,
    ) -> None:
        self.table = table
        self.desk = desk
        self.keyboard = keyboard
        self.sources = sources
        self.eyes = eyes
        self._closing = closing
        self._open = True

    def start(self, listener: Callable[[RollReading | SourceFault], None]) -> None:
        """Begin to read dice; `listener` is called from the sources' threads."""
        for source in (self.keyboard, *self.sources):
            source.start(listener)

    def type_roll(self, text: str) -> str:
        """Hand in dice that people typed; return what is wrong with them, or nothing."""
        try:
            self.keyboard.enter(text)
        except CompanionError as error:
            return str(error)
        return ""

    def lamp(self) -> Lamp:
        """Return the state of the camera; without one that of the keyboard, which always works."""
        return Lamp() if self.eyes is None else self.eyes.lamp()

    def picture(self) -> Pixels | None:
        """Return what the camera shows."""
        return None if self.eyes is None else self.eyes.picture()

    def close(self) -> None:
        """Stop the sources and close the journal; twice is harmless."""
        if not self._open:
            return
        self._open = False
        for source in (*self.sources, self.keyboard):
            source.stop()
        self._closing()
