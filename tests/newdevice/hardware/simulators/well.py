"""A dice well without the well: it answers as one does, and rolls what was written down."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from hardware.ports import PortError
from hardware.well import ASK, COUNTS, Lies, encoded


class SimulatedWell:
    """A port with a well behind it.

    Args:
        faces: what it rolls, one digit a roll; after the last it is still.
        every: seconds between two rolls; 0 to roll by `roll` alone.
        clock: seconds that never go back.
    """

    def __init__(self, faces: str = "", every: float = 0.0, clock: Callable[[], float] = monotonic) -> None:
        self._faces = list(faces)
        self._every = every
        self._clock = clock
        self._next = clock() + every
        self._lies = Lies(COUNTS - 1, "0")
        self._said = b""
        self.cut = False

    def roll(self, face: str) -> None:
        """Let a die come to rest in it."""
        self._lies = Lies((self._lies.count + 1) % COUNTS, face)

    def read(self) -> bytes:
        """Return what it said; see `hardware.ports.Port`."""
        if self.cut:
            raise PortError("the line was cut")
        said, self._said = self._said, b""
        return said

    def write(self, data: bytes) -> None:
        """Hear what it is asked."""
        if self._every and self._faces and self._clock() >= self._next:
            self.roll(self._faces.pop(0))
            self._next = self._clock() + self._every
        self._said += encoded(self._lies) * data.count(ASK)

    def close(self) -> None:
        """The line is no more than this."""
