"""An open table as its screen holds it: the table, the desk where its dice arrive, and the eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.tui.widgets.lamp import Lamp

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.rolls.source import Listener
    from companion.session.rolldesk import RollDesk
    from companion.session.table import Table
    from companion.tui.widgets.picture import Pixels


class Eyes(Protocol):
    """What can be shown of a camera. Never waits."""

    def lamp(self) -> Lamp:
        """Return its state."""

    def picture(self) -> Pixels | None:
        """Return the dice it read last, or what it sees."""


def _nothing() -> None:
    """Close nothing."""


class Live:
    """One open table with its dice. Belongs to the screens' own thread.

    Args:
        table: the table.
        desk: where readings answer the table's requests; knows the sources.
        eyes: what can be shown of the camera, when there is one.
        closing: gives back what the command opened besides the sources, such as the journal.
    """

    def __init__(
        self,
        table: Table,
        desk: RollDesk,
        eyes: Eyes | None = None,
        closing: Callable[[], None] = _nothing,
    ) -> None:
        self.table = table
        self.desk = desk
        self.eyes = eyes
        self._closing = closing
        self._open = True

    def start(self, listener: Listener) -> None:
        """Begin to read dice; `listener` is called from the sources' threads."""
        for source in self.desk.sources:
            source.start(listener)

    def lamp(self) -> Lamp:
        """Return the state of the camera; without one that of the keyboard, which always works."""
        return Lamp() if self.eyes is None else self.eyes.lamp()

    def picture(self) -> Pixels | None:
        """Return what the camera shows."""
        return None if self.eyes is None else self.eyes.picture()

    def close(self) -> None:
        """Stop the sources and give everything back; twice is harmless."""
        if not self._open:
            return
        self._open = False
        for source in self.desk.sources:
            source.stop()
        self.desk.close()
        self._closing()
