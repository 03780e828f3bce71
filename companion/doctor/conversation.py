"""Talking with a terminal: what it is asked, and what it answers in time or not at all."""

from __future__ import annotations

import os
import select
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

PATIENCE_S: Final = 1.0
"""Over a slow line an answer takes this long; a terminal that gives none has not understood."""

_MOST: Final = 4096
CLEAR: Final = "\r\x1b[2K"


@dataclass(frozen=True, slots=True)
class Wire:
    """A terminal, as two file descriptors.

    Attributes:
        reading: what it sends comes from here.
        writing: what it is told goes here.
        patience: seconds that an answer may take.
    """

    reading: int
    writing: int
    patience: float = PATIENCE_S

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Have answers come at once and unseen; afterwards the terminal is as it was."""
        import termios
        import tty

        before = termios.tcgetattr(self.reading)
        try:
            tty.setcbreak(self.reading)
            yield
        finally:
            # What came too late is no key that anybody pressed.
            termios.tcsetattr(self.reading, termios.TCSAFLUSH, before)

    def tell(self, text: str) -> None:
        """Write to it; raises `OSError`."""
        os.write(self.writing, text.encode())

    def ask(self, text: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        """Write to it and wait for an answer; None when none came in time.

        Raises:
            OSError: it has gone.
        """
        self.tell(text)
        heard, end = "", monotonic() + self.patience
        while (left := end - monotonic()) > 0 and len(heard) < _MOST:
            if not select.select([self.reading], [], [], left)[0]:
                break
            data = os.read(self.reading, 256)
            if not data:
                break
            heard += data.decode("utf-8", errors="replace")
            found = answer.search(heard)
            if found is not None:
                return found
        return None


def open_wire() -> Wire | None:
    """Return the terminal that this program runs at; None where there is none to talk with."""
    if os.name != "posix":
        return None
    try:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return None
        return Wire(sys.stdin.fileno(), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return None
