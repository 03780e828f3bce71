"""Programs on a pseudo-terminal of their own, which answers as real ones do."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from codecs import getincrementaldecoder
from time import monotonic

TORN = re.compile(r"\x1b(?:\[[0-9;?]*)?\Z")
"""The beginning of a sequence whose rest has not come yet."""
TOKENS = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[^\[]|([^\x1b\r\n]+)|\r|\n")


def in_a_terminal(arguments, awaited, answers=(), size=(24, 80, 0, 0), without=(), **environ):
    """Start Python on a pseudo-terminal; return what it wrote until a pattern stood there.

    Args:
        arguments: of Python.
        awaited: the pattern.
        answers: what the terminal says when it is asked something.
        size: rows, columns, and pixels across and down.
        without: begins the names of variables that the program does not get.
        environ: variables that it gets besides.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size))
    kept = {key: value for key, value in os.environ.items() if not key.startswith(tuple(without))}
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**kept, **environ},
    )  # fmt: skip
    os.close(theirs)
    seen, end, left = b"", monotonic() + 40, dict(answers)
    try:
        while monotonic() < end and not re.search(awaited, seen):
            ready, _, _ = select.select([ours], [], [], 0.1)
            if ready:
                try:
                    seen += os.read(ours, 65536)
                except OSError:
                    break
            for question in [one for one in left if one in seen]:
                os.write(ours, left.pop(question))
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    return seen


class Paper:
    """What a terminal shows of what a program wrote, and where its cursor stands."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.rows = {}
        self.x = self.y = 0
        self._torn = ""
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def read(self, rest=0.5):
        """Take up what comes until the program rests."""
        while written := self.terminal.read(rest):
            said = self._torn + self._decoder.decode(written)
            torn = TORN.search(said)
            self._torn = torn[0] if torn else ""
            for numbers, letter, text in TOKENS.findall(said.removesuffix(self._torn)):
                if letter == "H":
                    self.y, self.x = (int(one or 1) - 1 for one in (numbers or "1;1").split(";"))
                for character in text:
                    self.rows.setdefault(self.y, {})[self.x] = character
                    self.x += 1

    def text(self):
        """Return all that stands there."""
        return "\n".join(self._row(y) for y in sorted(self.rows))

    def line(self):
        """Return the line in which the cursor stands."""
        return self._row(self.y)

    def _row(self, y):
        row = self.rows.get(y, {})
        return "".join(row.get(x, " ") for x in range(120))

    def until(self, words):
        """Wait until the cursor stands in a line with the words."""
        end = monotonic() + 30
        self.read()
        while words not in self.line():
            assert monotonic() < end, f"the cursor stands at {self.line()!r}, not {words!r}"
            self.read()
