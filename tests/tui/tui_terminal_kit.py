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
from time import monotonic


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
