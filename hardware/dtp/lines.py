"""Framing: bytes in, whole lines out, and nothing that a broken wire made up.

A line is `$` body `*` HHHH, ended by LF (a CR before it is passed over). HHHH is the CRC-16/IBM-3740
of the bytes between `$` and `*`. A reader that comes in the middle of a line finds its way at the
last `$` before the LF. A line without `$` is the device's own log.

What the check can do: it finds every error of one or two bits, of any odd number of bits, and every
burst of up to 16 bits, as two neighbours that changed places are. Of all else 1 in 65,536 passes.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MAX_LINE: Final = 200
"""Bytes of a line, its LF included; a longer one is thrown away to the next LF."""

_START: Final = 0xFFFF
_BODY: Final = re.compile(rb"[\x20-\x23\x25-\x29\x2b-\x7e]+\Z")  # printable ASCII without $ and *
_HEX: Final = re.compile(rb"[0-9A-Fa-f]{4}\Z")


class Sort(StrEnum):
    """What a line turned out to be."""

    FRAME = "frame"  # a body with a right check
    BARE = "bare"  # a body without a check, as somebody types it
    BROKEN = "broken"  # a frame that arrived damaged
    LOG = "log"  # text that is no frame at all


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it arrived."""

    sort: Sort  # what it is
    body: str  # what stands between `$` and `*`; for the device's log its printable text


def crc16(data: bytes) -> int:
    """Return the CRC-16/IBM-3740 (polynomial 1021, start FFFF, not reflected); `123456789` gives 29B1."""
    return crc_hqx(data, _START)


def framed(body: str) -> bytes:
    """Return the line that carries `body`.

    Raises:
        ValueError: the body holds what a frame cannot carry, or is too long.
    """
    data = body.encode()
    line = b"$%s*%04X\n" % (data, crc16(data))
    if not _BODY.match(data) or len(line) > MAX_LINE:
        raise ValueError(f"no frame can carry {body!r}")
    return line


@dataclass(frozen=True, slots=True)
class Framer:
    """What is left of the bytes so far. Feed it and keep what it returns."""

    rest: bytes = b""  # bytes since the last LF, at most `MAX_LINE`
    skipping: bool = False  # the line in hand is too long already and is thrown away to its end

    def feed(self, data: bytes) -> tuple[Framer, tuple[Line, ...]]:
        """Take in bytes; return what follows and the lines that they completed.

        However the bytes are cut into pieces, the lines are the same.
        """
        *ended, rest = data.split(b"\n")
        found: list[Line] = []
        held, skipping = self.rest, self.skipping
        for part in ended:
            whole = held + part
            if skipping or len(whole) >= MAX_LINE:
                found.append(Line(Sort.BROKEN, ""))
            elif whole.strip(b"\r"):
                found.append(_line(whole))
            held, skipping = b"", False
        held += rest
        if len(held) >= MAX_LINE:
            held, skipping = b"", True
        return Framer(held, skipping), tuple(found)


def _line(whole: bytes) -> Line:
    whole = whole.rstrip(b"\r")
    _, sign, frame = whole.rpartition(b"$")
    if not sign:
        return Line(Sort.LOG, _printable(whole))
    body, star, check = frame.rpartition(b"*")
    if not star:
        body, check = frame, b""
    if not _BODY.match(body):
        return Line(Sort.BROKEN, "")
    text = body.decode("ascii")
    if not star:
        return Line(Sort.BARE, text)
    if _HEX.match(check) and int(check, 16) == crc16(body):
        return Line(Sort.FRAME, text)
    return Line(Sort.BROKEN, "")


def _printable(data: bytes) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in data.decode(errors="replace"))
