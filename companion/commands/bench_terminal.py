"""A program on a terminal of its own: keys go in, and when its picture is complete is seen."""

from __future__ import annotations

import os
from contextlib import contextmanager
from subprocess import Popen
from time import perf_counter
from typing import TYPE_CHECKING, Final

from companion.commands.bench_figures import NotMeasuredError

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE: Final = (120, 40)
"""Columns and rows."""

_PATIENCE_S: Final = 60.0
_REST_S: Final = 0.15
"""Nothing has come for so long: the picture is complete."""


class Terminal:
    """A program on a pseudo-terminal of its own."""

    def __init__(self, ours: int, began: float) -> None:
        self._ours = ours
        self.began = began

    def until(self, words: bytes) -> float:
        """Wait for words; return the seconds since the program was started.

        Raises:
            NotMeasuredError: the program ended, or they did not come.
        """
        painted = b""
        while perf_counter() - self.began < _PATIENCE_S:
            new = self._read(0.2)
            if new is None:
                last = "".join(painted.decode(errors="replace").strip().splitlines()[-1:])
                raise NotMeasuredError(f"the program ended before it said {words.decode()}: {last}")
            painted += new
            if words in painted:
                return perf_counter() - self.began
        raise NotMeasuredError(f"no {words.decode()} within {_PATIENCE_S:.0f} s")

    def rest(self) -> None:
        """Wait until nothing more comes."""
        end = perf_counter() + _PATIENCE_S
        while perf_counter() < end and self._read(3 * _REST_S):
            pass

    def press(self, key: str) -> float:
        """Press a key; return the milliseconds until the last byte of the answer was there.

        Raises:
            NotMeasuredError: nothing was painted.
        """
        began = perf_counter()
        os.write(self._ours, key.encode())
        if not self._read(_PATIENCE_S):
            raise NotMeasuredError(f"nothing was painted after {key}")
        last = perf_counter()
        while self._read(_REST_S):
            last = perf_counter()
        return (last - began) * 1e3

    def _read(self, seconds: float) -> bytes | None:
        """Return what has come; nothing after so many seconds, None when the program has ended."""
        import select

        ready, _, _ = select.select([self._ours], [], [], seconds)
        if not ready:
            return b""
        try:
            return os.read(self._ours, 1 << 16) or None
        except OSError:  # Linux's way to say that the program has ended
            return None


@contextmanager
def started(words: list[str]) -> Iterator[Terminal]:
    """Start a program on a terminal of its own, and end it.

    Raises:
        NotMeasuredError: this system has no such terminals.
    """
    try:
        import fcntl
        import pty
        import struct
        import termios

        ours, theirs = pty.openpty()
    except (ImportError, OSError) as error:
        raise NotMeasuredError(f"this system gives no pseudo-terminal: {error}") from error
    across, down = SIZE
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", down, across, 0, 0))
    settings = {**os.environ, "TERM": "xterm-256color"}
    began = perf_counter()
    program = Popen(  # noqa: S603 - this very program, or its library's demonstration
        words, stdin=theirs, stdout=theirs, stderr=theirs, env=settings, start_new_session=True
    )
    os.close(theirs)
    try:
        yield Terminal(ours, began)
    finally:
        program.kill()
        program.wait()
        os.close(ours)
