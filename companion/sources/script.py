"""A script: rolls written down beforehand, for tests and demonstrations. It rolls nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from time import monotonic

from companion.core.texts import tr
from companion.rolls.readings import DieReading, RollReading, SourceFault, SourceKind
from companion.rolls.source import Listener
from companion.rolls.typed import parse_roll
from companion.sources.base import Forgetful, Handover


class ScriptSource(Forgetful):
    """Hands in the next roll of a list whenever a request opens, from a thread of its own.

    Args:
        rolls: what the keyboard would be given, one text a roll: `7`, `d10=7`, `S 2 4`. All are
            read at once, so a mistake shows before the game begins.
        name: tells scripts of one session apart.
        clock: seconds that never go back.
        pause: seconds before each roll, for people to read what is asked.

    Raises:
        UnreadableRollError: one of the texts names no roll.
    """

    kind = SourceKind.SCRIPT

    def __init__(
        self,
        rolls: Iterable[str],
        name: str = "script",
        clock: Callable[[], float] = monotonic,
        pause: float = 0.0,
    ) -> None:
        self.source_id = name if name.startswith("script") else f"script:{name}"
        self._rolls: list[tuple[DieReading, ...]] = [parse_roll(roll) for roll in rolls]
        self._clock = clock
        self._throws = 0
        self._wanted: SimpleQueue[None] = SimpleQueue()
        self._pause = pause
        self._stopped = threading.Event()
        self._handover = Handover()
        self._thread = threading.Thread(target=self._run, name=self.source_id, daemon=True)

    @property
    def at_rest(self) -> int:
        """Number of the last roll handed in."""
        return self._throws

    @property
    def left(self) -> int:
        """How many rolls are still to come."""
        return len(self._rolls) - self._throws

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Hand in the next roll when `kinds` names dice."""
        if kinds:
            self._wanted.put(None)

    def start(self, listener: Listener) -> None:
        """Name the listener; see `RollSource.start`."""
        self._handover.open(listener)
        self._thread.start()

    def stop(self) -> None:
        """Hand in nothing more."""
        self._handover.close()
        self._stopped.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._handover.closed:
            try:
                self._wanted.get(timeout=0.05)
            except Empty:
                continue
            if not self._stopped.wait(self._pause):
                self._roll()

    def _roll(self) -> None:
        if not self.left:
            fault = SourceFault(
                self.source_id,
                tr("the script has ended"),
                self.source_id,
                tr("type the dice"),
                over=True,
                expected=True,
            )
            self._handover.hand_in(fault)
            return
        dice = self._rolls[self._throws]
        self._throws += 1
        key = f"{self.source_id}#{self._throws}"
        self._handover.hand_in(
            RollReading(self.kind, self.source_id, key, dice, self._clock(), self._throws)
        )
