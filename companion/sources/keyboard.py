"""The keyboard: people type what the dice show. It always works."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING, Final

from companion.core.dice import FACES
from companion.core.errors import CompanionError
from companion.rolls.readings import DieReading, RollReading, SourceKind
from companion.sources.base import Handover

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.rolls.source import Listener

MAX_DICE: Final = 64


class UnreadableRollError(CompanionError):
    """Typed text that names no roll."""


def parse_roll(text: str) -> tuple[DieReading, ...]:
    """Read what was typed: `7`, `d10=7`, `S 2 4`, `d10=7, d6=3`.

    A bare face has no kind; it takes the place that the request leaves open. Whether a face exists
    is judged against the request, except where the kind is typed too.

    Raises:
        UnreadableRollError: nothing was typed, too much, or something that names no die.
    """
    words = text.replace(",", " ").split()
    if not words:
        raise UnreadableRollError("type the faces that lie up, such as 7 or d10=7")
    if len(words) > MAX_DICE:
        raise UnreadableRollError(f"{len(words)} dice are too many: type at most {MAX_DICE}")
    return tuple(_die(word) for word in words)


def _die(word: str) -> DieReading:
    kind, sign, face = word.rpartition("=")
    kind, face = kind.lower(), face.upper()
    if sign and kind not in FACES:
        raise UnreadableRollError(f"no die is called {kind!r}; known: {', '.join(FACES)}")
    legal = FACES[kind] if sign else tuple({face for faces in FACES.values() for face in faces})
    if face not in legal:
        which = f"a {kind}" if sign else "any die"
        raise UnreadableRollError(f"{face!r} is not a face of {which}; type 7 or d10=7")
    return DieReading(kind, face)


class KeyboardSource:
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
