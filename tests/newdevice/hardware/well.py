"""What a dice well says: four bytes, when it is asked. Pure: no port, no clock, no thread.

    0xA5  count  face  check

`count` goes up by one with each roll and begins again after 255; `face` is 0 to 9 as printed on its
one d10; `check` is the exclusive or of the three bytes before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ASK: Final = b"?"
START: Final = 0xA5
SIZE: Final = 4
COUNTS: Final = 256
HIGHEST: Final = 9


@dataclass(frozen=True, slots=True)
class Lies:
    """What lies in the well."""

    count: int  # number of the roll, 0 to 255
    face: str  # as printed, "0" to "9"


@dataclass(frozen=True, slots=True)
class Heard:
    """What came out of some bytes."""

    answers: tuple[Lies, ...]  # whole ones, in order
    rest: bytes  # bytes of one that has only begun
    damaged: int  # bytes that belong to none


def encoded(lies: Lies) -> bytes:
    """Say what lies there, as the well does."""
    face = int(lies.face)
    return bytes((START, lies.count, face, START ^ lies.count ^ face))


def decoded(data: bytes) -> Heard:
    """Take answers out of bytes, which may begin or end anywhere."""
    found: list[Lies] = []
    damaged = at = 0
    while len(data) - at >= SIZE:
        start, count, face, check = data[at : at + SIZE]
        if start == START and check == start ^ count ^ face and face <= HIGHEST:
            found.append(Lies(count, str(face)))
            at += SIZE
        else:  # an answer may begin at any later byte
            damaged += 1
            at += 1
    return Heard(tuple(found), data[at:], damaged)
