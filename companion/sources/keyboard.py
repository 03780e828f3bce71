"""The keyboard: people type what the dice show. It always works."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING

from companion.rolls.readings import RollReading, SourceKind
from companion.rolls.typed import parse_roll
from companion.sources.base import Forgetful, Handover

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.rolls.source import Listener


class KeyboardSource(Forgetful):
    """Rolls that people type. The caller's thread hands them in.

    Args:
        run: tells this run apart from others of the same table, so that keys never repeat.
        clock: seconds that never go back.
    """

    kind = SourceKind.KEYBOARD

    def __init__(self, run: str = "", clock: Callable[[], float] = monotonic) -> None:
        self.source_id = f"keyboard.{run}" if run else "keyboard"
        self._clock = clock
        self._throws = 0
        self._lock = threading.Lock()
        self._handover = Handover()

    @property
    def at_rest(self) -> int:
        """Number of the last roll typed."""
        return self._throws

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Ignore `kinds`: people see the request on the screen."""

    def start(self, listener: Listener) -> None:
        """Name the listener; see `RollSource.start`."""
        self._handover.open(listener)

    def stop(self) -> None:
        """Hand in nothing more."""
        self._handover.close()

    def enter(self, text: str) -> RollReading:
        """Hand in what was typed and return the reading.

        Raises:
            UnreadableRollError: the text names no roll; nothing was handed in.
        """
        dice = parse_roll(text)
        with self._lock:
            self._throws += 1
            throw = self._throws
        key = f"{self.source_id}#{throw}"
        reading = RollReading(self.kind, self.source_id, key, dice, self._clock(), throw)
        self._handover.hand_in(reading)
        return reading
