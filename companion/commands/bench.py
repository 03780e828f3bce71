"""`tableside bench`: how fast this machine is at the table: a frame, an action, the start."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.commands.output import FINDINGS, FINE, print_either
from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.journal.rows import MANUAL
from companion.journal.store import FILE, Journal
from companion.system.home import home_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from textual.pilot import Pilot

FRAMES: Final = 240  # Frames of the demo's clip that are looked at: a handful of throws

APPENDS: Final = 500
STARTS: Final = 3
SIZE: Final = (120, 40)  # Columns and rows of the screen that the app is started on

_PATIENCE_S: Final = 60.0


class NotMeasuredError(CompanionError):
    """A part that cannot be measured here; the message says why."""


class Figure(NamedTuple):
    """What was measured: its name for machines and for people, `ms` or `s`, at least one sample."""

    name: str
    what: str
    unit: str
    values: tuple[float, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help=tr("one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 when a part could not be measured, which is named with the reason."""
    home = home_folder(args.home)
    figures: list[Figure] = []
    missing: dict[str, str] = {}
    for name, part in PARTS.items():
        try:
            figures += part(home)
        except (CompanionError, ImportError, OSError) as error:
            missing[name] = str(error)
    rows = {figure.name: row(figure) for figure in figures}
    lines = [f"not measured: {name}: {why}" for name, why in missing.items()]
    value = {"machine": machine(), "figures": rows, "missing": missing}
    print_either(value, machine_line(), *table(rows), *lines, as_json=args.json)
    return FINDINGS if missing else FINE


def machine() -> dict[str, Any]:
    """Say what was measured on."""
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    system = f"{platform.system()} {platform.machine()}"
    return {"system": system, "python": platform.python_version(), "cores": os.cpu_count(), "load": load}


def machine_line() -> str:
    """Say what was measured on, for people."""
    about = machine()
    load = "" if about["load"] is None else f", load {about['load']}"
    return f"{about['system']}, {about['cores']} cores{load}, Python {about['python']}"


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that `percent` in a hundred do not exceed (nearest rank)."""
    ranked = sorted(values)
    return ranked[max(0, -(-len(ranked) * percent // 100) - 1)]


def row(figure: Figure) -> dict[str, Any]:
    """Return a figure's least, median, 95th percentile and most."""
    values = figure.values
    found = {"min": min(values), "median": statistics.median(values), "p95": percentile(values, 95),
             "max": max(values)}  # fmt: skip
    rounded = {name: round(number, 3) for name, number in found.items()}
    return {"what": figure.what, "unit": figure.unit, "samples": len(values), **rounded}


def table(rows: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Write figures as lines for people."""
    yield f"{'':<48} {'min':>8} {'median':>8} {'p95':>8} {'max':>8}"
    for one in rows.values():
        numbers = " ".join(f"{one[name]:>8.2f}" for name in ("min", "median", "p95", "max"))
        yield f"{one['what']:<48} {numbers} {one['unit']}"


# ---------------------------------------------------------------- a frame


def frames(_home: Path) -> tuple[Figure, ...]:
    """Watch the beginning of the demo's clip, four times in one picture of 1280 x 720."""
    import numpy as np

    from companion.demo.table import shipped_clip
    from companion.sources.opening import open_dice_reader, open_source_frames
    from hardware.frames import Frame
    from vision.settle import Settler

    looker = _Counted(open_dice_reader().look)
    settler = Settler(looker)
    read: list[float] = []
    watched: list[float] = []
    with shipped_clip() as clip, closing(open_source_frames(str(clip))) as film:
        for _ in range(FRAMES):
            if isinstance(frame := film.next_frame(1.0), Frame):
                picture, looks = np.tile(frame.image, (2, 2, 1)), looker.count
                began = perf_counter()
                settler.feed(picture, frame.taken_at)
                spent = (perf_counter() - began) * 1e3
                (read if looker.count > looks else watched).append(spent)
    if not read or not watched:
        raise NotMeasuredError("the demo's dice were never read")
    what = "a frame of 1280x720, four dice:"
    return (
        Figure("frame_read", f"{what} read", "ms", tuple(read)),
        Figure("frame_watched", f"{what} only watched", "ms", tuple(watched)),
    )


class _Counted:
    """A looker that counts how often it was asked."""

    def __init__(self, look: Callable[..., Any]) -> None:
        self._look = look
        self.count = 0

    def look(self, image: NDArray[np.uint8], expect: tuple[str, ...] = ()) -> Any:
        """See `Looker.look`."""
        self.count += 1
        return self._look(image, expect)


# ---------------------------------------------------------------- an action


def journal(home: Path) -> tuple[Figure, ...]:
    """Append actions to a journal where the tables live, each on the disk before the next."""
    times = []
    home.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="bench-", dir=home) as folder, Journal(Path(folder) / FILE) as store:
        number = store.open_table("rsf", "record: 1\ngame: rsf\nseats: Ann, Ben\n")
        for version in range(1, APPENDS + 1):
            line = ((f"Ann: roll d10={version % 10}", MANUAL),)
            began = perf_counter()
            store.append(number, version, line)
            times.append((perf_counter() - began) * 1e3)
    return (Figure("journal_append", "an action, written to the disk", "ms", tuple(times)),)


# ---------------------------------------------------------------- the start


def start(_home: Path) -> tuple[Figure, ...]:
    """Start the app a few times, each in a process and a home of its own."""
    with TemporaryDirectory(prefix="tableside-bench-") as folder:
        times = tuple(_started(folder) for _ in range(STARTS))
    return (Figure("start", "from the command to the first screen", "s", times),)


def _started(home: str) -> float:
    """Start the app; return the seconds until its first screen stands."""
    name = open_app.__name__
    code = f"from {__name__} import {name}; {name}({home!r})"
    began = time()
    try:
        done = subprocess.run(  # noqa: S603 - this very program
            [sys.executable, "-c", code], capture_output=True, text=True, check=False,
            timeout=_PATIENCE_S,
        )  # fmt: skip
        return float(done.stdout) - began
    except (ValueError, subprocess.TimeoutExpired) as error:
        raise NotMeasuredError("the app ended before its first screen stood") from error


def open_app(home: str) -> None:
    """Open the app without a terminal, print when its first screen stands, and leave."""
    from companion.commands.hosting import LocalHost
    from companion.tui.app import TablesideApp

    async def stands(pilot: Pilot[object]) -> None:
        while not pilot.app.screen.query("#offers"):
            await pilot.pause()
        print(time(), file=sys.__stdout__)
        pilot.app.exit()

    TablesideApp(LocalHost(Path(home))).run(headless=True, size=SIZE, auto_pilot=stands)


PARTS: Final[dict[str, Callable[[Path], tuple[Figure, ...]]]] = {"frame": frames, "journal": journal, "start": start}
