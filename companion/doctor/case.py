"""What is looked at: the home folder, the devices, the terminal, and the edges of the machine."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.doctor.conversation import Wire
    from hardware.ble.library import Library
    from hardware.ports import PortInfo

NO_CAMERA = "none"
"""Stands for not looking through any camera."""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Edges:
    """Where the machine begins: what a check reads there, and what tests put in its place.

    Attributes:
        environ: the process's environment.
        platform: as `sys.platform`.
        dev: the folder of devices.
        proc: the folder of processes, on Linux.
        sys: the folder of the kernel's devices, on Linux.
        now: the wall clock, UTC.
        models: folder of the networks; None for those that come with the program.
        distribution: the package whose requirements hold.
        ports: lists the serial ports; None for the system's own.
        radio: Bluetooth's library; None for the one that is installed.
    """

    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    platform: str = sys.platform
    dev: Path = Path("/dev")
    proc: Path = Path("/proc")
    sys: Path = Path("/sys")
    now: Callable[[], datetime] = _now
    models: Path | None = None
    distribution: str = "tableside"
    ports: Callable[[], tuple[PortInfo, ...]] | None = None
    radio: Library | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What is looked at.

    Attributes:
        home: the folder of the user's data; it need not be there.
        camera: a camera's number, a file, an address; empty for the one that is there, `none`.
        remembered: the camera that was played with last; empty for none.
        tray: port of a tray that is greeted; empty for none.
        wire: the terminal; None where there is none.
        encoding: of what is printed.
        size: columns and rows of the terminal; None where there is none.
        pace: factor on every time that is waited.
        edges: of the machine.
        given_up: set when nobody waits for the check any more.
    """

    home: Path
    camera: str = ""
    remembered: str = ""
    tray: str = ""
    wire: Wire | None = None
    encoding: str = "utf-8"
    size: tuple[int, int] | None = None
    pace: float = 1.0
    edges: Edges = field(default_factory=Edges)
    given_up: threading.Event = field(default_factory=threading.Event)
