"""`tableside serve` as a program of its own, as people start it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager


class Server:
    """One running server.

    Attributes:
        address: where it is, as it said.
        code: the code it said, or empty.
        said: its lines until it was ready.
    """

    def __init__(self, process):
        self.process = process
        self.said = []
        for line in process.stdout:
            self.said.append(line.rstrip("\n"))
            if line.startswith("Ctrl-C"):
                break
        told = "\n".join(self.said)
        found = re.search(r"is at (\S+)", told)
        assert found, f"{told}\n{process.stderr.read()}"
        self.address = found[1]
        code = re.search(r"The code is (\S+)", told)
        self.code = code[1] if code else ""

    @property
    def port(self):
        return int(self.address.rstrip("/").rpartition(":")[2])

    def interrupt(self):
        """Press Ctrl-C; return status, what it said after that, and what on stderr."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


@contextmanager
def serving(home, *words):
    """Run it for a home folder; `--port 0` unless the words say otherwise."""
    port = () if "--port" in words else ("--port", "0")
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--home", str(home), *port, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    try:
        yield Server(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
