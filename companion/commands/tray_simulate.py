"""`tableside tray simulate`: a stand-in for a dice tray, to play with and to test with."""

import argparse
import os
import queue
import secrets
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from companion.commands.output import FINE
from companion.core.errors import CompanionError, UsageError
from companion.core.texts import tr
from companion.record.file import read_text
from hardware.dtp.messages import PROTOCOL, Hello, MessageError, from_tray
from hardware.errors import HardwareError
from hardware.simulators.line import FarEnd, Faults, PtyEnd, TcpEnd
from hardware.simulators.script import WORDS, Act, ScriptError, read_line, read_script
from hardware.simulators.tray import Make, SimulatedTray

MOST_TEXT: Final = 4 * 1024 * 1024
_MOST_PORT: Final = 65_535
_FASTEST: Final = 10_000.0
_CHUNK: Final = 4096

_tell: Final = partial(print, flush=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = WORDS
    line = parser.add_mutually_exclusive_group()
    about = tr("a pseudo-terminal (the default where there are any); LINK is a name that leads to it")
    line.add_argument("--pty", nargs="?", const="", metavar="LINK", help=about)
    line.add_argument("--tcp", type=int, metavar="PORT", help=tr("a TCP port of this machine; 0 takes a free one"))
    add("--script", metavar="FILE", help=tr("what it does; - takes lines as you type them"))
    add("--serial", default="SIM-0001", metavar="NAME", help=tr("the tray's own name"))
    add("--faults", default="", metavar="LIST", help=tr("a bad line: flip=0.001,drop=0.001,garbage"))
    add("--seed", metavar="TEXT", help=tr("the same dice and faults again"))
    about = tr("how many times faster than real time")
    add("--pace", type=float, default=1.0, metavar="X", help=about)
    about = tr("the protocol version it announces")
    add("--protocol", type=int, default=PROTOCOL, metavar="N", help=about)


def run(args: argparse.Namespace) -> int:
    """Act as a tray until the script ends it or somebody presses Ctrl-C.

    The first line printed is what a host opens; after that there is one line an event.
    """
    make = _make(args)
    script = _script(args.script)
    try:
        end = _end(args)
        print(end.url, flush=True)
        tray = SimulatedTray(end, script, make, _tell)
        with suppress(KeyboardInterrupt):  # how people end it
            tray.run()
    except HardwareError as error:
        raise CompanionError(str(error)) from error
    counts = tray.counts
    _tell(tr("ended: rolls {rolls}, overwritten {overwritten}, cuts {cuts}, resets "
             "{resets}, bytes damaged {damaged}", rolls=counts.rolls, overwritten=counts.overwritten,
             cuts=counts.cuts, resets=counts.resets, damaged=tray.damaged))  # fmt: skip
    return FINE


def _make(args: argparse.Namespace) -> Make:
    try:
        from_tray(str(Hello(args.serial, "0" * 8, 1, 0)))
    except MessageError:
        raise UsageError(tr("--serial: at most 24 letters, digits, _, . and -, not {serial!r}",
                            serial=args.serial[:40])) from None  # fmt: skip
    try:
        faults = Faults.read(args.faults)
    except ValueError as error:
        raise UsageError(tr("--faults: {error}", error=error)) from None
    if not 0 < args.pace <= _FASTEST:
        raise UsageError(tr("--pace: more than 0 and at most {fastest:g}", fastest=_FASTEST))
    if not 0 <= args.protocol <= PROTOCOL + 8:
        raise UsageError(tr("--protocol: from 0 to {protocol}", protocol=PROTOCOL + 8))
    seed = secrets.token_hex(4) if args.seed is None else args.seed
    return Make(args.serial, faults, seed, args.pace, args.protocol)


def _end(args: argparse.Namespace) -> FarEnd:
    if args.tcp is not None:
        if not 0 <= args.tcp <= _MOST_PORT:
            raise UsageError(tr("--tcp: a port from 0 to {most_port}", most_port=_MOST_PORT))
        return TcpEnd(args.tcp)
    if args.pty is None and os.name == "nt":
        return TcpEnd()
    return PtyEnd(args.pty or None)


def _script(name: str | None) -> Callable[[], Act | None]:
    if name == "-":
        return _Typed().next
    acts = iter(() if name is None else script_of(Path(name)))
    return lambda: next(acts, None)


def script_of(path: Path) -> tuple[Act, ...]:
    """Read a script from a file; raises `CompanionError`."""
    text = read_text(path, MOST_TEXT).removeprefix("\ufeff")
    try:
        return read_script(text, str(path))
    except ScriptError as error:
        raise CompanionError(str(error)) from None


class _Typed:
    """Lines as they are typed: a wrong one is reported and skipped, and the tray goes on."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._number = 0
        threading.Thread(target=self._listen, name="typed lines", daemon=True).start()

    def next(self) -> Act | None:
        """Return the next thing to do, None while nothing is typed."""
        while not self._lines.empty():
            self._number += 1
            try:
                act = read_line(self._lines.get())
            except ScriptError as error:
                _tell(tr("stdin:{number}: {error}", number=self._number, error=error))
                continue
            if act is not None:
                return act
        return None

    def _listen(self) -> None:
        # Not through sys.stdin: Python cannot leave while a thread waits inside of it.
        rest = b""
        while data := os.read(sys.stdin.fileno(), _CHUNK):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._lines.put(line.decode("utf-8", errors="replace").rstrip("\r"))
        self._lines.put(rest.decode("utf-8", errors="replace"))
