"""A line that does to bytes what real lines do. Pure: its chance is a seeded generator handed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import random

GARBAGE: Final = b"\xff\x00ets Jul 29 2019 12:21:46\r\nrst:0x1 (POWERON)$ROLL,0000"
"""What a board says while it starts: its own log, and a frame that was cut off."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How bad the line is.

    Attributes:
        flip: chance that a byte has one bit turned.
        drop: chance that a byte is lost.
        insert: chance that a byte comes along that nobody sent.
        twice: chance that a write arrives twice.
        late: chance that a write arrives only with the next one.
        garbage: say `GARBAGE` when somebody connects.
    """

    flip: float = 0.0
    drop: float = 0.0
    insert: float = 0.0
    twice: float = 0.0
    late: float = 0.0
    garbage: bool = False

    @classmethod
    def of_bytes(cls, rate: float) -> Faults:
        """Return faults of which `rate` bytes suffer one, in equal parts."""
        return cls(flip=rate / 3, drop=rate / 3, insert=rate / 3)


class Wire:
    """One direction of a line."""

    def __init__(self, faults: Faults, chance: random.Random) -> None:
        self._faults = faults
        self._chance = chance
        self._late = b""

    def carry(self, data: bytes) -> bytes:
        """Return what arrives of `data`."""
        if not data:
            return b""
        faults, chance = self._faults, self._chance
        data, self._late = self._late + data, b""
        if faults.late and chance.random() < faults.late:
            self._late = data
            return b""
        if faults.twice and chance.random() < faults.twice:
            data += data
        if not (faults.flip or faults.drop or faults.insert):
            return data
        return b"".join(self._byte(byte) for byte in data)

    def _byte(self, byte: int) -> bytes:
        faults, roll = self._faults, self._chance.random()
        if roll < faults.flip:
            return bytes((byte ^ 1 << self._chance.randrange(8),))
        if roll < faults.flip + faults.drop:
            return b""
        if roll < faults.flip + faults.drop + faults.insert:
            return bytes((byte, self._chance.randrange(256)))
        return bytes((byte,))
