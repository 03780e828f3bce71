"""What teaching sees: where dice lie in a picture, and single views of a die that lies still."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Picture
from calibration.zone import RollZone
from models.framing import Frame, crop
from vision.errors import TaughtError
from vision.motion import MotionMeter
from vision.taught.recognise import Embedder
from vision.taught.sets import Example, Origin, example_from

_SQUARE: Final = 1.4
"""A picture without a die to be found, but no longer than this times its width, is cut close
around a die that the finder does not know."""


class Eye(Protocol):
    """What teaching needs of the dice reader: where dice lie, and what they look like."""

    @property
    def embedder(self) -> Embedder:
        """What they look like."""

    def frames(self, image: Picture) -> list[Frame]:
        """Where dice lie in a picture, surest first."""


def whole(image: Picture) -> Frame:
    """The frame of a picture that shows nothing but one die, cut close."""
    height, width = image.shape[:2]
    return Frame(width / 2, height / 2, 0.5 * max(height, width))


def only_die(image: Picture, eye: Eye) -> Frame:
    """Where the one die of a picture lies.

    Raises:
        TaughtError: there are several, or none and the picture is not cut close around one.
    """
    frames = eye.frames(image)
    if len(frames) == 1:
        return frames[0]
    if frames:
        raise TaughtError(f"{len(frames)} dice in the picture; one alone is wanted")
    if max(image.shape[:2]) <= _SQUARE * min(image.shape[:2]):
        return whole(image)
    raise TaughtError("no die can be found; cut the picture close around it")


REST_S: Final = 0.3
"""Stillness before a view is taken, seconds: a hand that lets go has left by then."""
_LEAST_MOTION: Final = 5
"""Smallest connected area that counts as motion, in pixels of the small frame."""
_SAME_LOOK: Final = 0.9  # Two crops that correlate more than this show the same view again
_AGAIN_S: Final = 0.7  # Pause between looks at a still picture that shows no single die


@dataclass(frozen=True, slots=True)
class View:
    """One accepted view of a die."""

    example: Example
    look: NDArray[np.float32]


class Stillness:
    """Tells when what a camera shows has been still for so long, and when another look is due.

    Args:
        rest: seconds of stillness before the first look.
    """

    def __init__(self, rest: float = REST_S) -> None:
        self._rest = rest
        self._meter = MotionMeter(None)
        self.forget()

    def forget(self) -> None:
        """Begin again: the picture shown last no longer counts."""
        self.moving = True
        self._before: NDArray[np.float32] | None = None
        self._still_at: float | None = None
        self._due = 0.0

    def due(self, image: Picture, at: float) -> bool:
        """Take the next picture, of so many seconds; whether it is to be looked at."""
        small = self._meter.shrink(image)
        before, self._before = self._before, small
        if before is None or before.shape != small.shape:
            self._still_at = None
            return False
        changed = self._meter.moved(before, small)
        self.moving = self._meter.largest(changed).area >= _LEAST_MOTION
        if self.moving:
            self._still_at, self._due = None, 0.0
            return False
        if self._still_at is None:
            self._still_at = at
        if at - self._still_at < self._rest or at < self._due:
            return False
        self._due = at + _AGAIN_S
        return True


class ViewTaker:
    """Takes views of one die, or of its throws.

    Args:
        eye: finds the die.
        zone: where dice count; None for the whole picture.
        origin: how the examples come about.
        once: each look is taken once; else, as with throws, one may come again but not twice running.
    """

    def __init__(self, eye: Eye, zone: RollZone | None = None, origin: Origin = Origin.LIVE, *, once: bool) -> None:
        self._eye = eye
        self._zone = zone
        self._origin = origin
        self._once = once
        self._stillness = Stillness()
        self.forget()

    def forget(self) -> None:
        """Begin with another face: the frame shown last no longer counts."""
        self.views: list[View] = []
        self.problem = ""
        """Why the still picture shown last gave no view; empty when it did, or while it moves."""
        self._stillness.forget()

    def feed(self, image: Picture, at: float) -> Example | None:
        """Look at a frame taken at so many seconds; a view, when the die lies still and looks new."""
        if not self._stillness.due(image, at):
            if self._stillness.moving:
                self.problem = ""
            return None
        try:
            view = self._view(image)
        except TaughtError as error:
            self.problem = str(error)
            return None
        rivals = self.views if self._once else self.views[-1:]
        if any(_alike(view.look, other.look) for other in rivals):
            self.problem = "it lies as before"
            return None
        self.problem = ""
        self.views.append(view)
        return view.example

    def _view(self, image: Picture) -> View:
        frames = self._inside(self._eye.frames(image), image.shape)
        if not frames:
            raise TaughtError("no die is found: put it on a plain ground, more in the middle")
        if len(frames) > 1:
            raise TaughtError(f"{len(frames)} dice are seen: leave one alone")
        return View(example_from(image, frames[0], self._origin), _look(image, frames[0]))

    def _inside(self, frames: Sequence[Frame], shape: tuple[int, ...]) -> list[Frame]:
        if self._zone is None:
            return list(frames)
        height, width = shape[:2]
        return [one for one in frames if self._zone.contains(one.x / width, one.y / height)]


def _look(image: Picture, frame: Frame) -> NDArray[np.float32]:
    """The inside of a die, grey, of mean 0 and length 1."""
    import cv2

    cut = crop(image, frame)
    grey = cv2.blur(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), (3, 3))[12:-12, 12:-12]
    flat = grey.astype(np.float32).reshape(-1)
    flat -= flat.mean()
    return np.asarray(flat / max(1e-3, float(np.linalg.norm(flat))), dtype=np.float32)


def _alike(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return float(one @ other) > _SAME_LOOK
