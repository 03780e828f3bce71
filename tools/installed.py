"""Try what an installed Tableside promises, from a folder in which there is nothing of ours.

    python tools/installed.py ~/.local/bin/tableside

The words are the command that starts it. Prints a line for each thing that was tried; ends with
status 1 and what was said instead at the first that does not do as promised. Nothing of the user's
is touched: it gets a home folder of its own. `tools/fresh-install.sh` tries each way to install.
"""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PATIENCE_S: Final = 180.0
SIZE: Final = ("40", "120")
"""Rows and columns of the terminal that the app gets."""

PICTURE: Final = ROOT / "tests/independent/d6/2012.jpg"
RECORD: Final = ROOT / "tests/records/rsf-sudden-death.record"


_ESCAPES: Final = re.compile(rb"\x1b(\[[0-9;?<>=]*[A-Za-z]|[()].|.)")


class BrokenPromiseError(Exception):
    """What was tried did not do as promised; the message is what it said."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A Tableside that is installed somewhere.

    Attributes:
        command: the words that start it.
        folder: where it is started; its home is made there.
    """

    command: tuple[str, ...]
    folder: Path

    def environ(self) -> dict[str, str]:
        """Return this process's environment without what leads Python elsewhere."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return {**kept, "TABLESIDE_HOME": str(self.folder / "home"), "TERM": "xterm-256color"}

    def run(self, *words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; raises `BrokenPromiseError` for another status."""
        done = subprocess.run(  # noqa: S603 - what is tried is what the caller names
            [*self.command, *words],
            cwd=self.folder,
            env=self.environ(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE_S,
            check=False,
        )
        if done.returncode != status:
            raise BrokenPromiseError(f"status {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def says(self, words: str, *arguments: str) -> str:
        """Start a command, wait for the line with these words, and end it; return the line.

        Raises:
            BrokenPromiseError: it ended without saying them.
        """
        with subprocess.Popen(  # noqa: S603 - as above
            [*self.command, *arguments],
            cwd=self.folder, env=self.environ(), text=True, encoding="utf-8",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ) as running:  # fmt: skip
            said = []
            try:
                for line in running.stdout or ():
                    said.append(line)
                    if words in line:
                        return line.strip()
            finally:
                running.kill()
        raise BrokenPromiseError(f"{words!r} was not said, but:\n{''.join(said[-5:])}")

    @contextmanager
    def painted(self, words: bytes, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        """Start the app on a terminal of its own and wait until it shows words; ended at the end.

        Raises:
            BrokenPromiseError: they did not come.
        """
        import fcntl
        import pty
        import struct
        import termios

        ours, theirs = pty.openpty()
        size = struct.pack("HHHH", int(SIZE[0]), int(SIZE[1]), 0, 0)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
        app = subprocess.Popen(  # noqa: S603 - as above
            [*self.command, *arguments],
            cwd=self.folder, env=self.environ(), start_new_session=True,
            stdin=theirs, stdout=theirs, stderr=theirs,
        )  # fmt: skip
        os.close(theirs)
        try:
            _await(ours, words)
            yield app
        finally:
            app.kill()
            app.wait()
            os.close(ours)


def _await(terminal: int, words: bytes) -> None:
    painted, end = b"", monotonic() + PATIENCE_S
    while words not in painted:
        ready, _, _ = select.select([terminal], [], [], max(0.0, end - monotonic()))
        try:
            new = os.read(terminal, 65536) if ready else b""
        except OSError:  # Linux's way to say that the program has ended
            new = b""
        if not new:
            last = _ESCAPES.sub(b"", painted).strip()[-500:].decode(errors="replace")
            raise BrokenPromiseError(f"{words.decode()} was not painted, but at last:\n{last}")
        painted += new


def _holds(said: str, *wanted: str) -> None:
    for one in wanted:
        if one not in said:
            raise BrokenPromiseError(f"{one!r} is not in\n{said}")


# ---------------------------------------------------------------- what is promised


def version(program: Installed) -> str:
    """`--version` says one line."""
    said = program.run("--version").stdout
    _holds(said, "tableside ")
    return said.strip()


def explains_itself(program: Installed) -> str:
    """`--help` names the commands."""
    said = program.run("--help").stdout
    _holds(said, "demo", "play", "doctor")
    return "names its commands"


def reads(program: Installed) -> str:
    """`read` reads a die in a picture: both networks and OpenCV are there."""
    said = program.run("read", "--json", str(PICTURE)).stdout
    (row,) = [one for one in map(json.loads, said.splitlines()) if one.get("dice")]
    if unsure := [one for one in row["dice"] if one["status"] != "read"]:
        raise BrokenPromiseError(f"not read: {unsure}")
    return f"{len(row['dice'])} dice in a picture"


def checks(program: Installed) -> str:
    """`check` plays a record again under its game's rules and cards."""
    said = program.run("check", str(RECORD)).stdout
    _holds(said, "256 actions checked: 0 errors")
    return said.splitlines()[-1].rpartition(": ")[0].rpartition("/")[2] + ": 256 actions"


def looks(program: Installed) -> str:
    """`doctor` finds no problem with the program, its libraries and its networks."""
    parts = ("python", "libraries", "extras", "models", "reading")
    said = program.run("doctor", "--json", *parts).stdout
    rows = {row["check"]: row for row in map(json.loads, said.splitlines()) if "check" in row}
    poor = [name for name in parts if name not in rows or rows[name]["level"] == "problem"]
    if poor:
        raise BrokenPromiseError(f"{', '.join(poor)}\n{said}")
    return str(rows["extras"]["found"])


def starts(program: Installed) -> str:
    """The app shows its first screen."""
    with program.painted(b"New table"):
        return "the start screen"


def sits_down(program: Installed) -> str:
    """`play` shows a table."""
    with program.painted(b"Ann", "play", "rsf", "--seats", "Ann,Ben"):
        return "a table"


def watches(program: Installed) -> str:
    """`demo` reads the first roll of its film and has it in the game."""
    return program.says("[camera ", "demo", "--plain", "--pace", "0")


def plays(program: Installed) -> str:
    """`demo` plays a whole game by its film: the clip, rules, cards, networks and the journal."""
    said = program.run("demo", "--plain", "--pace", "0").stdout
    _holds(said, "rolls read from", "last surviving monster")
    return said.strip().splitlines()[-1]


QUICK: Final[tuple[Callable[[Installed], str], ...]] = (
    version, explains_itself, checks, reads, looks, starts, sits_down, watches,
)  # fmt: skip
"""What takes no more than a few seconds."""

PROMISES: Final = (*QUICK, plays)
"""All of it; the film of the last one takes most of a minute."""


def main() -> int:
    """Try all of it; return the exit status."""
    with TemporaryDirectory(prefix="tableside-installed-") as folder:
        program = Installed(tuple(sys.argv[1:]), Path(folder))
        for promise in PROMISES:
            try:
                print(f"  {promise.__name__:<16} {promise(program)}", flush=True)
            except (BrokenPromiseError, OSError, subprocess.TimeoutExpired) as error:
                print(f"  {promise.__name__:<16} NOT AS PROMISED: {error}")
                return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
