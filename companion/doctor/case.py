"""What the doctor looks at, and what a check says about it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.doctor.terminal import Wire
    from hardware.ble.links import Library
    from hardware.ports import PortInfo

NO_CAMERA = "none"  # Stands for not looking through any camera


class Level(StrEnum):
    """How a thing is, the best first."""

    OK = "ok"
    NOTE = "note"  # Good to know; nothing is wrong, or it cannot be checked here
    WARNING = "warning"  # Something works worse than it could, or soon will
    PROBLEM = "problem"  # Something does not work


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out about one thing."""

    check: str  # its name, such as `journal`; the same in every language
    level: Level  # how it is
    found: str  # what was found, one line for people
    todo: str = ""  # what helps, one line for people; empty where nothing needs help
    data: Mapping[str, Any] = field(default_factory=dict)  # the same for programs: what JSON has
    # parts of `found` and `data` that come from people's own files and devices; a bundle without
    # names leaves them out
    quoted: tuple[str, ...] = ()
    picture: bytes = b""  # what the camera saw, as JPEG; empty for checks that look at no picture


Data = dict[str, Any]


def why_of(error: Exception, *known: type[Exception]) -> str:
    """Return an error in one line; with its class, unless it is one made for people to read."""
    why = str(error) if isinstance(error, known) else f"{type(error).__name__}: {error}"
    return " ".join(why.split()) or type(error).__name__


def ok(check: str, found: str, data: Data | None = None, *quoted: str) -> Result:
    """Return a result that is well."""
    return Result(check, Level.OK, found, "", data or {}, quoted)


def note(check: str, found: str, todo: str = "", data: Data | None = None, *quoted: str) -> Result:
    """Return a result that is good to know."""
    return Result(check, Level.NOTE, found, todo, data or {}, quoted)


def warning(check: str, found: str, todo: str, data: Data | None = None, *quoted: str) -> Result:
    """Return a warning."""
    return Result(check, Level.WARNING, found, todo, data or {}, quoted)


def problem(check: str, found: str, todo: str, data: Data | None = None, *quoted: str) -> Result:
    """Return a problem."""
    return Result(check, Level.PROBLEM, found, todo, data or {}, quoted)


@dataclass(frozen=True, slots=True)
class Edges:
    """What a check reads of the machine; tests put their own in its place."""

    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    platform: str = sys.platform
    dev: Path = Path("/dev")  # the folder of devices
    proc: Path = Path("/proc")  # the folder of processes, on Linux
    sys: Path = Path("/sys")  # the folder of the kernel's devices, on Linux
    now: Callable[[], datetime] = lambda: datetime.now(UTC)  # the wall clock, UTC
    models: Path | None = None  # folder of the networks; None for those that come with the program
    distribution: str = "tableside"  # the package whose requirements hold
    ports: Callable[[], tuple[PortInfo, ...]] | None = None  # lists the serial ports; None for the system's own
    radio: Library | None = None  # the Bluetooth library; None for the one that is installed


@dataclass(frozen=True, slots=True)
class Case:
    """What is looked at."""

    home: Path  # the folder of the user's data; it need not exist
    camera: str = ""  # a camera's number, a file, an address; empty for the one that is there, or `none`
    remembered: str = ""  # the camera of the last table; empty for none
    tray: str = ""  # port of a tray to greet; empty for none
    wire: Wire | None = None  # the terminal; None where there is none
    encoding: str = "utf-8"  # of what is printed
    size: tuple[int, int] | None = None  # columns and rows of the terminal; None where there is none
    pace: float = 1.0  # factor on every waiting time
    edges: Edges = field(default_factory=Edges)  # of the machine
    # set when nobody waits for the check any more
    given_up: threading.Event = field(default_factory=threading.Event)
