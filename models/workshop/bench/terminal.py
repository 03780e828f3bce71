"""A program on a pseudo-terminal, as people have it: what it is told, and what it paints."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import Popen
from time import perf_counter
from typing import Final

from companion.commands.bench import SIZE, NotMeasuredError

FIRST_WORDS: Final = b"New table"  # Words on the screen that the app begins with

_PATIENCE_S: Final = 60.0


def first_screen(words: list[str], said: bytes) -> float:
    """Start a program; return the seconds until its terminal shows what it should say."""
    with started(words) as terminal:
        return terminal.until(said)


class Terminal:
    """A program on a pseudo-terminal of its own."""

    def __init__(self, ours: int, began: float) -> None:
        self.ours = ours
        self.began = began

    def until(self, words: bytes) -> float:
        """Wait for words; return the seconds since the start. Raises `NotMeasuredError`."""
        painted = b""
        while perf_counter() - self.began < _PATIENCE_S:
            new = self.read(0.2)
            if new is None:
                last = "".join(painted.decode(errors="replace").strip().splitlines()[-1:])
                raise NotMeasuredError(f"the program ended before it said {words.decode()}: {last}")
            painted += new
            if words in painted:
                return perf_counter() - self.began
        raise NotMeasuredError(f"no {words.decode()} within {_PATIENCE_S:.0f} s")

    def read(self, seconds: float) -> bytes | None:
        """Return what has come; nothing after so many seconds, None when the program has ended."""
        import select

        ready, _, _ = select.select([self.ours], [], [], seconds)
        if not ready:
            return b""
        try:
            return os.read(self.ours, 1 << 16) or None
        except OSError:  # Linux's way to say that the program has ended
            return None


@contextmanager
def started(words: list[str]) -> Iterator[Terminal]:
    """Start a program on a terminal of its own, and end it; raises `NotMeasuredError`."""
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
    program = Popen(  # noqa: S603 - this very program, or one that it is compared with
        words, stdin=theirs, stdout=theirs, stderr=theirs, env=settings, start_new_session=True
    )
    os.close(theirs)
    try:
        yield Terminal(ours, began)
    finally:
        program.kill()
        program.wait()
        os.close(ours)
