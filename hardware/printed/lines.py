"""Bytes in, whole lines out, of a device that frames nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.dtp.lines import Framer, Sort
from hardware.dtp.messages import MessageError, from_tray
from hardware.printed.patterns import MAX_LINE

MIDST_S: Final = 0.2
"""What comes so soon after the port was opened may be the end of a line: of `12` only the `2`."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What is left of the bytes so far. A line ends with LF, CR or both.

    Attributes:
        rest: bytes of the line in hand, at most `MAX_LINE`.
        skipping: the line in hand is thrown away to its end.
        opened: when the port was opened, until the first bytes came; then None.
    """

    rest: bytes = b""
    skipping: bool = False
    opened: float | None = None

    def feed(self, data: bytes, now: float) -> tuple[Lines, tuple[bytes | None, ...]]:
        """Take in bytes.

        Returns:
            What follows, and the lines that were completed, without the empty ones; None for one
            that was too long, or may have begun before the port was opened.
        """
        if not data:
            return self, ()
        held, skipping, midst = self.rest, self.skipping, False
        if self.opened is not None and now - self.opened < MIDST_S:
            midst = True
        found: list[bytes | None] = []
        *ended, rest = data.replace(b"\r", b"\n").split(b"\n")
        for part in ended:
            whole = held + part
            if skipping or len(whole) > MAX_LINE or (midst and whole):
                found.append(None)
            elif whole:
                found.append(whole)
            held, skipping, midst = b"", False, False
        held += rest
        if midst or skipping or len(held) > MAX_LINE:
            held, skipping = b"", True
        return Lines(held, skipping), tuple(found)


def text_of(line: bytes) -> str | None:
    """Return a line's text; None when it holds what no text does."""
    try:
        text = line.decode("utf-8").replace("\t", " ").strip()
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() else None


def speaks_dtp(line: bytes) -> bool:
    """Tell whether a line is a frame of DTP/1, its check right and its words a tray's."""
    _, (found, *_) = Framer().feed(line + b"\n")
    if found.sort is not Sort.FRAME:
        return False
    try:
        from_tray(found.body)
    except MessageError:
        return False
    return True
