"""Looking through a camera for some seconds: what comes, how fast, and what it shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from hardware.frames import Frame, FrameSource
    from vision.health import Health, HealthMeter

LIVE_S: Final = 6.0
"""So long a camera is looked through; the first moments it looks for its exposure."""
WARM_UP_S: Final = 1.5
MOST_FRAMES: Final = 150
_WAIT_S: Final = 0.3
_KEPT: Final = 6
_STILL_S: Final = 0.1
_STILLS: Final = 15
"""A lone picture is judged as though a camera had shown it for so many tenths of a second."""


@dataclass(slots=True)
class Seen:
    """What a camera showed.

    Attributes:
        name: of the source.
        live: whether it is a camera or stream.
        frames: how many pictures came.
        rate: pictures in a second; 0 where one alone came.
        pictures: some of them, the newest last: height x width x 3, uint8, BGR.
        levels: mean grey level of each, in [0, 255].
        changed: whether any two that followed each other differ.
        health: the gravest thing that was wrong with them for long enough; None when none came.
        problem: what the source says is wrong; empty when nothing is.
    """

    name: str
    live: bool
    frames: int = 0
    rate: float = 0.0
    pictures: list[NDArray[np.uint8]] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)
    changed: bool = False
    health: Health | None = None
    problem: str = ""

    @property
    def last(self) -> NDArray[np.uint8]:
        """The newest picture; there must be one."""
        return self.pictures[-1]

    @property
    def jitter(self) -> float:
        """How much the whole picture's brightness jumps from one to the next, in grey levels."""
        if len(self.levels) < 3:  # noqa: PLR2004 - two differences at least
            return 0.0
        import numpy as np

        return float(np.median(np.abs(np.diff(self.levels))))


def look(frames: FrameSource, given_up: Callable[[], bool], pace: float = 1.0) -> Seen:
    """Look through a source that is open.

    Args:
        frames: the source; it stays open.
        given_up: tells when nobody waits any more.
        pace: factor on the time for which a live source is looked through.
    """
    from hardware.frames import EndOfFrames, Frame, FrameFault
    from vision.health import HealthMeter

    seen, meter, watch = (
        Seen(frames.name, frames.live),
        HealthMeter(live=frames.live),
        _Watch(WARM_UP_S * pace),
    )
    end = monotonic() + LIVE_S * pace
    while seen.frames < MOST_FRAMES and not given_up():
        if frames.live and monotonic() > end:
            break
        match frames.next_frame(_WAIT_S):
            case Frame() as frame:
                watch.note(frame)
                _take(seen, meter, frame, early=watch.early(frame, live=frames.live))
            case FrameFault() as fault:
                seen.problem = str(fault)
            case EndOfFrames(problem=problem):
                seen.problem = problem or seen.problem
                break
            case None:
                continue
    seen.rate = watch.rate
    if seen.pictures and not frames.live and seen.frames < _STILLS:
        _as_still(seen, meter, watch.last)
    return seen


@dataclass(slots=True)
class _Watch:
    """When pictures came."""

    warm_up: float
    first: float | None = None
    last: float = 0.0
    number: int = 0
    begun: int = 0

    def note(self, frame: Frame) -> None:
        if self.first is None:
            self.first, self.begun = frame.taken_at, frame.number
        self.last, self.number = frame.taken_at, frame.number

    def early(self, frame: Frame, *, live: bool) -> bool:
        return live and frame.taken_at - (self.first or 0.0) < self.warm_up

    @property
    def rate(self) -> float:
        took = self.last - (self.first or 0.0)
        # Pictures that nobody had time to look at came all the same.
        return (self.number - self.begun) / took if took > 0 else 0.0


def _take(seen: Seen, meter: HealthMeter, frame: Frame, *, early: bool) -> None:
    import numpy as np

    seen.frames += 1
    image = frame.image
    before = seen.pictures[-1] if seen.pictures else None
    if before is not None and (before.shape != image.shape or not np.array_equal(before, image)):
        seen.changed = True
    # Those of the first moments are kept as well: a camera may give no others.
    seen.pictures = [*seen.pictures[-(_KEPT - 1) :], image]
    if not early:
        seen.levels.append(float(image[::8, ::8].mean()))
        seen.health = meter.feed(image, frame.taken_at).health


def _as_still(seen: Seen, meter: HealthMeter, at: float) -> None:
    for step in range(1, _STILLS + 1):
        seen.health = meter.feed(seen.last, at + step * _STILL_S).health


def as_jpeg(image: NDArray[np.uint8]) -> bytes:
    """Return a picture as JPEG; nothing when it cannot be written as one."""
    import cv2

    done, data = cv2.imencode(".jpg", image, [int(cv2.IMWRITE_JPEG_QUALITY), 85])
    return _bytes(data) if done else b""


def _bytes(data: Any) -> bytes:
    return bytes(data.tobytes())
