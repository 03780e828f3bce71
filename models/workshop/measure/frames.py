"""What looking at a camera's frames takes: time a frame, and memory."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired
from subprocess import run as run_process
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Final

from companion.commands.bench import NotMeasuredError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.settle import Looker, Settler
    from vision.types import DieSighting

FRAME: Final = (720, 1280)
DICE: Final = (4, 7, 0, 9, 2, 5)
LOOKS: Final = 12
RATE: Final = 25
READING_MS: Final = 20.0
WATCHING_MS: Final = 6.0
MEMORY_MIB: Final = 300e6 / 2**20
"""300 MB."""
THROWS: Final = 6
"""Throws a repeat, each of a frame that moves and a second of frames that lie still."""
_SUM: Final = 200_000
_LONGEST_S: Final = 600


@dataclass(frozen=True, slots=True)
class Cost:
    """What was measured.

    Attributes:
        name: for machines.
        what: for people.
        unit: `ms` or `MiB`.
        values: the samples, at least one.
        goal: what 95 % of them should not exceed, in that unit; None where nothing is asked.
        note: what else is to be known.
    """

    name: str
    what: str
    unit: str
    values: tuple[float, ...]
    goal: float | None = None
    note: str = ""

    @property
    def p50(self) -> float:
        """The median, by nearest rank."""
        return self._quantile(50)

    @property
    def p95(self) -> float:
        """What 95 in a hundred do not exceed, by nearest rank."""
        return self._quantile(95)

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None where there is none."""
        return None if self.goal is None else self.p95 <= self.goal

    def _quantile(self, percent: int) -> float:
        from companion.commands.bench import percentile

        return percentile(self.values, percent)


class CountedLooks:
    """A looker that counts how often it was asked."""

    def __init__(self, looker: Looker) -> None:
        self._looker = looker
        self.count = 0

    def look(self, image: NDArray[np.uint8], expect: tuple[str, ...] = ()) -> tuple[DieSighting, ...]:
        """See `Looker.look`."""
        self.count += 1
        return tuple(self._looker.look(image, expect))


def costs(models: Path | None, threads: int, repeats: int) -> list[Cost]:
    """Measure time and memory with six d10s, drawn by the project's own renderer.

    Args:
        models: folder of networks; those that ship when None.
        threads: how many cores a look may use.
        repeats: how many times `THROWS` throws.

    Raises:
        VisionError: a network is missing or broken.
        NotMeasuredError: the drawn dice do not settle, or the process that is measured fails.
    """
    from vision.reader import open_reader
    from vision.settle import Settler

    reader = open_reader(models, threads)
    still, moved = pictures()
    seen = reader.look(still)
    right = sum(one.face == str(face) for one, face in zip(seen, DICE, strict=False))
    note = f"{len(seen)} of {len(DICE)} dice found, {right} read right"
    counted = CountedLooks(reader)
    reading, watching = frame_times(Settler(counted), counted, still, moved, THROWS * repeats)
    return [
        _noise(len(reading) + len(watching)),
        Cost("decode", "1280x720: one JPEG frame decoded, on top", "ms", _decoding(still)),
        Cost("reading", "six dice lie still: a frame that is read", "ms", reading, READING_MS, note),
        Cost("watching", "a frame that is only watched", "ms", watching, WATCHING_MS),
        _memory(models, threads, still, moved),
    ]


def frame_times(
    settler: Settler,
    counted: CountedLooks,
    still: NDArray[np.uint8],
    moved: NDArray[np.uint8],
    throws: int,
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Feed throws and part the frames by whether the dice were read in them.

    Args:
        settler: takes the frames in; it looks through `counted`.
        counted: tells in which frames it did.
        still: (720, 1280, 3) uint8, dice at rest.
        moved: the same, the dice elsewhere.
        throws: how many.

    Returns:
        Milliseconds of the frames that were read, and of all others; the first throw, which warms
        up, is in neither.

    Raises:
        NotMeasuredError: no frame was read, or none only watched.
    """
    reading: list[float] = []
    watching: list[float] = []
    number = 0
    for throw in range(throws + 1):
        for picture in (moved, *[still] * RATE):
            before, began = counted.count, perf_counter()
            settler.feed(picture, number / RATE)
            spent = (perf_counter() - began) * 1e3
            number += 1
            if throw:
                (reading if counted.count > before else watching).append(spent)
    if not reading or not watching:
        raise NotMeasuredError("the drawn dice do not settle, or are read in every frame")
    return tuple(reading), tuple(watching)


def _noise(samples: int) -> Cost:
    """The same sum over and over: what varies here is the machine."""
    times = []
    for _ in range(min(samples, 200)):
        began = perf_counter()
        sum(range(_SUM))
        times.append((perf_counter() - began) * 1e3)
    return Cost("noise", "noise: always the same sum", "ms", tuple(times))


def _decoding(picture: NDArray[np.uint8]) -> tuple[float, ...]:
    import cv2

    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    times = []
    for _ in range(LOOKS):
        began = perf_counter()
        cv2.imdecode(data, cv2.IMREAD_COLOR)
        times.append((perf_counter() - began) * 1e3)
    return tuple(times)


def _memory(models: Path | None, threads: int, still: NDArray[np.uint8], moved: NDArray[np.uint8]) -> Cost:
    """The peak of a process that does nothing but watch and read.

    Raises:
        NotMeasuredError: it fails; its own words are the reason.
    """
    import numpy as np

    words = [sys.executable, "-m", "models.workshop.measure.memory"]
    with TemporaryDirectory(prefix="tableside-bench-") as folder:
        frames = Path(folder) / "frames.npy"
        np.save(frames, np.stack([still, moved]))
        words += [str(frames), "--threads", str(threads)]
        words += ["--models", str(models)] if models is not None else []
        try:
            done = run_process(  # noqa: S603 - this very program
                words, capture_output=True, text=True, timeout=_LONGEST_S, check=False
            )
        except TimeoutExpired as error:
            raise NotMeasuredError(f"memory: no answer within {_LONGEST_S} s") from error
    if done.returncode:
        raise NotMeasuredError(f"memory: {''.join(done.stderr.strip().splitlines()[-1:])}")
    told = json.loads(done.stdout.splitlines()[-1])
    peak, before = told["peak_bytes"] / 2**20, told["before_bytes"] / 2**20
    note = f"{before:.0f} MiB before the networks are loaded"
    what = "memory of a process that watches and reads (peak)"
    return Cost("memory", what, "MiB", (peak,), MEMORY_MIB, note)


def pictures() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Six dice at rest, and the same a little further on: (720, 1280, 3) uint8 each."""
    import numpy as np

    from models.workshop.rendering.clip import dice
    from models.workshop.rendering.scene import Scene, lying, render_scene, table_camera

    camera = table_camera(FRAME, 26.0, 6.0, 70.0)
    ground = np.random.default_rng(1).normal(0, 2.0, (*FRAME, 1)) + np.array([62.0, 92.0, 52.0])
    felt = np.clip(ground, 0, 255).astype(np.uint8)
    styles = tuple(dice().values())

    def picture(shift: float) -> NDArray[np.uint8]:
        placed = [
            lying(styles[at % 3], face, 47.0 * at, -15.0 + 6.0 * at + shift, (-1) ** at * 3.0)
            for at, face in enumerate(DICE)
        ]
        return render_scene(Scene(placed, camera), felt)[0]

    return picture(0.0), picture(0.7)
