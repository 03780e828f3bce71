"""A line that does to bytes what real lines do. Pure: its chance is a seeded generator handed in."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields
from typing import Final

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
    def read(cls, text: str) -> Faults:
        """Read `flip=0.001,drop=0.001,garbage`; an empty text is a good line.

        Raises:
            ValueError: a name or a number that is none; the message is one line for people.
        """
        chances: dict[str, float] = {}
        garbage = False
        names = [field.name for field in fields(cls)]
        for word in filter(None, (part.strip() for part in text.split(","))):
            name, sign, number = word.partition("=")
            if word == "garbage":
                garbage = True
            elif sign and name in names and name != "garbage":
                chances[name] = _chance(name, number)
            else:
                raise ValueError(f"{word!r} is no fault; write {', '.join(names)} as flip=0.001")
        faults = cls(garbage=garbage, **chances)
        if faults.flip + faults.drop + faults.insert > 1:
            raise ValueError("flip, drop and insert together are more than 1")
        return faults


def _chance(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ValueError(f"{name} is a chance from 0 to 1, such as {name}=0.001, not {text!r}")
    return number


class Wire:
    """One direction of a line.

    Attributes:
        damaged: bytes turned, lost or added so far.
    """

    def __init__(self, faults: Faults, chance: random.Random) -> None:
        self.faults = faults
        self.damaged = 0
        self._chance = chance
        self._late = b""

    def carry(self, data: bytes) -> bytes:
        """Return what arrives of `data`."""
        if not data:
            return b""
        faults, chance = self.faults, self._chance
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
        faults, roll = self.faults, self._chance.random()
        whole = bytes((byte,))
        arrives = whole
        if roll < faults.flip:
            arrives = bytes((byte ^ 1 << self._chance.randrange(8),))
        elif roll < faults.flip + faults.drop:
            arrives = b""
        elif roll < faults.flip + faults.drop + faults.insert:
            arrives = bytes((byte, self._chance.randrange(256)))
        self.damaged += arrives != whole
        return arrives
