"""What looks at frames for the table: through a camera's profile, or with a taught set at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from calibration.find import mat_moved
from companion.core.texts import later
from vision.level import Level
from vision.taught.resolve import LastPlace
from vision.taught.sets import gaps
from vision.view import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.profile import Profile
    from calibration.zone import RollZone
    from companion.sources.learning import Memory
    from vision.reader import DiceReader
    from vision.settle import Looker
    from vision.taught.bank import TaughtDice
    from vision.types import DieSighting, UpAt


PAUSE_S: Final = 4.0
"""Between two looks at the mat's corners: some milliseconds each."""
_AGAIN_S: Final = 0.5
_SURE: Final = 2
"""Looks in a row that must say so: an arm may push the paper for a moment."""
_NOMINAL: Final = 2000
"""Pixels of the longer side at which fractions of a frame are worked out."""
_SAME_SHAPE: Final = 0.04
MOVED: Final = (later("the camera or the mat has moved"), later("put it back, or calibrate again"))
OTHER_SHAPE: Final = (
    later("these pictures have another shape than those that were calibrated"),
    later("calibrate again"),
)
"""What is wrong, and what to do."""


class UprightLooker(Protocol):
    """Whatever finds and reads dice, and can be told where up is."""

    def look(
        self, image: NDArray[np.uint8], expect: tuple[str, ...] = (), up: UpAt | None = None
    ) -> tuple[DieSighting, ...]:
        """See `DiceReader.look`."""


class ProfiledReader:
    """Reads dice in balanced colours, told where up is; it is shown the part around the zone."""

    def __init__(self, looker: UprightLooker, profile: Profile, zone: RollZone) -> None:
        self._looker = looker
        self._profile = profile
        self._part = _part(profile, zone)

    def look(self, image: NDArray[np.uint8], expect: tuple[str, ...] = ()) -> tuple[DieSighting, ...]:
        """See `Looker.look`; `image` is the part of a frame around the zone."""
        picture = self._profile.balance_colours(image)
        return self._looker.look(picture, expect, up=self._up(image.shape[1], image.shape[0]))

    def _up(self, width: int, height: int) -> UpAt | None:
        """Where up is in the part, of that size in pixels; None when that is not known."""
        left, top, across, down = self._part
        shape = (across * self._profile.provenance.width) / (down * self._profile.provenance.height)
        if self._profile.camera is None or abs(width / height / shape - 1) > _SAME_SHAPE:
            return None
        whole = (width / across, height / down)

        def up_at(x: float, y: float) -> tuple[float, float] | None:
            return self._profile.up_at(x + left * whole[0], y + top * whole[1], *whole)

        return up_at


def _part(profile: Profile, zone: RollZone) -> tuple[float, float, float, float]:
    """Left, top, width and height of what is read of a frame, in fractions of it."""
    made = profile.provenance
    scale = _NOMINAL / max(made.width, made.height)
    width, height = max(1, round(made.width * scale)), max(1, round(made.height * scale))
    view = View(zone)
    blank = np.broadcast_to(np.uint8(0), (height, width, 3))
    view.zone_of(blank)
    part, (left, top) = view.readable(blank)
    return left / width, top / height, part.shape[1] / width, part.shape[0] / height


def look_in_zone(
    looker: Looker, zone: RollZone, image: NDArray[np.uint8], expect: tuple[str, ...] = ()
) -> tuple[DieSighting, ...]:
    """Return the dice of a whole picture whose middle lies in the zone."""
    view = View(zone)
    view.zone_of(image)
    picture, corner = view.readable(image)
    return view.counted(looker.look(picture, expect), corner)


class MatGuard:
    """Looks now and then whether the camera still sees the mat where it was calibrated."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._next = float("-inf")
        self._times = 0

    def warning(self, image: NDArray[np.uint8], taken_at: float) -> tuple[str, str] | None:
        """Return what is wrong and what to do; None when nothing is, or nothing can be told.

        The image is height x width x 3, uint8, BGR; its time, in seconds, never before the last's.
        """
        if not self._profile.fits(image.shape[1], image.shape[0]):
            return OTHER_SHAPE
        if taken_at >= self._next:
            self._next = taken_at + PAUSE_S
            moved = mat_moved(self._profile, image)
            if moved is not None:
                self._times = self._times + 1 if moved else 0
            if 0 < self._times < _SURE:
                self._next = taken_at + _AGAIN_S
        return MOVED if self._times >= _SURE else None


class TaughtLooker:
    """Reads dice with a taught set at hand, with what the table has learnt of its dice, or with both.

    Where each die of the set lay is remembered, and where up is, until the camera moves.
    """

    def __init__(self, reader: DiceReader, taught: TaughtDice | None, memory: Memory | None = None) -> None:
        self._reader = reader
        self.taught = taught
        self.memory = memory
        self.moved()

    def moved(self) -> None:
        """Forget what holds only while the camera stands still."""
        self._level = Level()
        self._places: tuple[LastPlace, ...] = ()

    def look(
        self, image: NDArray[np.uint8], expect: tuple[str, ...] = (), up: UpAt | None = None
    ) -> tuple[DieSighting, ...]:
        """See `DiceReader.look`."""
        learnt = None if self.memory is None else self.memory.learnt
        seen = self._reader.look(image, expect, up, self.taught, self._places, learnt=learnt, level=self._level)
        kinds = () if self.taught is None else self.taught.kinds
        self._places = tuple(
            LastPlace(one.kind, one.face, *one.box.centre) for one in seen if one.kind in kinds and one.status == "read"
        )
        return seen


def gaps_of(looker: UprightLooker) -> tuple[str, ...]:
    """Return a line for each kind of the taught set at hand, if any, that lacks numerals."""
    taught = looker.taught if isinstance(looker, TaughtLooker) else None
    return () if taught is None else gaps(taught.classes)
