"""From dice that come to rest before a camera to the screen that says so, while the app runs.

The app runs on a pseudo-terminal of its own, with the networks that ship. Its camera is a live film of
drawn dice, 1280 x 720 at 25 frames a second. A roll's time runs from its first still frame to the first
paint after the table has heard of it. More dice than the game asks for are thrown, so a roll is journalled
and refused, and the game does not move on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from companion.commands.bench import NotMeasuredError, machine, machine_line, percentile
from companion.commands.output import FINDINGS, FINE, print_json
from companion.core.errors import UsageError
from hardware.frames import EndOfFrames, Frame
from models.workshop.bench.terminal import started

if TYPE_CHECKING:
    from calibration.arrays import Picture

ROLLS: Final = 40
DICE: Final = 3
GOAL_S: Final = 0.4
_RATE: Final = 25.0
_MOVING: Final = 5
_STILL: Final = 30
_FIRST_S: Final = 4.0
"""The app has painted its table by then, and the camera its exposure."""
_SCENES: Final = 5
_SIZE: Final = (720, 1280)
_MOST: Final = 500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--rolls", type=int, default=ROLLS, metavar="N", help=f"{ROLLS} if not said")
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 when a roll did not arrive."""
    if not 1 <= args.rolls <= _MOST:
        raise UsageError(f"--rolls: from 1 to {_MOST}")
    if args.child:
        return play(Path(args.child), args.rolls)
    with TemporaryDirectory(prefix="tableside-bench-") as folder:
        words = [sys.executable, "-m", "models.workshop.bench", "rolls", "--child", folder]
        with started([*words, "--rolls", str(args.rolls)]) as terminal:
            while terminal.read(1.0) is not None:
                pass
        told = Path(folder) / "seconds.json"
        if not told.is_file():
            raise NotMeasuredError("the app ended before it had shown a roll")
        seconds: list[float] = json.loads(told.read_text(encoding="utf-8"))
    found = {"machine": machine(), "dice": DICE, "rolls": args.rolls, "shown": len(seconds),
             "p50_s": round(percentile(seconds, 50), 3), "p95_s": round(percentile(seconds, 95), 3),
             "goal_s": GOAL_S}  # fmt: skip
    if args.json:
        print_json(found)
    else:
        print(machine_line())
        print(f"from rest to the screen, {DICE} dice: {len(seconds)} of {args.rolls} rolls shown;"
              f" p50 {found['p50_s']} s, p95 {found['p95_s']} s (goal: {GOAL_S} s)")  # fmt: skip
    return FINE if len(seconds) == args.rolls else FINDINGS


# -- within the app's process ------------------------------------------------------------------------


class Film:
    """A live camera: only the newest picture counts, as with any camera."""

    name, live = "film", True

    def __init__(self, rolls: int, done: Callable[[], None]) -> None:
        self._rolls, self._done, self._scenes = rolls, done, scenes()
        self._began = monotonic() + _FIRST_S
        self._next = 0
        self.rested: list[float] = []

    def next_frame(self, wait_s: float) -> Frame | EndOfFrames | None:
        """Return the picture of this moment, once its time has come."""
        del wait_s
        due = max(self._next, int((monotonic() - self._began) * _RATE))
        sleep(max(0.0, self._began + due / _RATE - monotonic()))
        self._next = due + 1
        roll, step = divmod(due, _MOVING + _STILL)
        if roll >= self._rolls:
            self._done()
            return EndOfFrames(due)
        if step >= _MOVING and len(self.rested) <= roll:
            self.rested.append(self._began + (roll * (_MOVING + _STILL) + _MOVING) / _RATE)
        scene = self._scenes[(roll if step >= _MOVING else roll + step + 2) % _SCENES]
        return Frame(scene, self._began + due / _RATE, due)

    def close(self) -> None:
        """Nothing is held."""


def scenes() -> list[Picture]:
    """Dice at rest, each time elsewhere and with other faces."""
    from models.workshop.rendering.clip import dice
    from models.workshop.rendering.scene import Scene, lying, render_scene, table_camera

    camera, rng = table_camera(_SIZE, 26.0, 6.0, 70.0), np.random.default_rng(4)
    ground = rng.normal(0, 2.0, (*_SIZE, 1)) + np.array([62.0, 92.0, 52.0])
    felt, styles = np.clip(ground, 0, 255).astype(np.uint8), tuple(dice().values())
    found = []
    for _ in range(_SCENES):
        placed = [
            lying(style, int(rng.integers(10)), float(rng.uniform(0, 360)),
                  -12.0 + 12.0 * at + float(rng.uniform(-4, 4)), float(rng.uniform(-7, 7)))
            for at, style in enumerate(styles)
        ]  # fmt: skip
        found.append(render_scene(Scene(placed, camera), felt)[0])
    return found


def play(folder: Path, rolls: int) -> int:
    """Run the app before the film, and write how long each roll took."""
    from companion.commands.hosting import LocalHost
    from companion.sources import opening
    from companion.tui.app import TablesideApp, run_app
    from companion.tui.host import Wish
    from companion.tui.parts.hearing import Hearing

    heard: list[int] = []
    shown: list[float] = []
    apps: list[TablesideApp] = []
    film = Film(rolls, lambda: apps[0].call_from_thread(apps[0].exit))
    take, display = Hearing.take, TablesideApp._display  # noqa: SLF001 - the last step to the screen

    def taking(self: Hearing, value: Any) -> None:
        take(self, value)
        if hasattr(value, "dice"):
            heard.append(len(film.rested) - 1)

    def displaying(self: TablesideApp, *args: Any) -> None:
        apps.append(self)
        display(self, *args)
        while heard:
            shown.append(monotonic() - film.rested[heard.pop()])

    for where, name, stand_in in (
        (Hearing, "take", taking),
        (TablesideApp, "_display", displaying),
        (opening, "open_source_frames", lambda *_, **__: film),
    ):
        setattr(where, name, stand_in)
    host = LocalHost(folder)
    wish = Wish("rsf", ("Ann", "Ben"), "light", dice="0")
    run_app(TablesideApp(host, lambda: host.open(wish)))
    (folder / "seconds.json").write_text(json.dumps(shown), encoding="utf-8")
    return FINE
