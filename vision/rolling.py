"""Dice that roll free: seen to cross the zone quickly, with nothing from the rim that holds or pushes them.

A hand that pushes or turns a die reaches in from the rim, and is one piece with it in the difference
from the empty zone. What moves by itself, faster than a push that is let go, was thrown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import Final

from calibration.arrays import Small
from vision.motion import Background

_FAST: Final = 0.35
"""Of its size from one frame to the next: some 15 cm a second at 25 frames."""
_STEPS: Final = 2
"""So many fast steps make a roll."""
_REACH: Final = 4.0
"""A thing is the same as in the frame before when it is no farther away than this, in its sizes."""
_GROWN: Final = 3.0
"""Times by which its area may change meanwhile: it is blurred, or throws a longer shadow."""
_HOME: Final = 1.0
"""A die at rest is the thing that was last seen within so many of its sizes."""


@dataclass(frozen=True, slots=True)
class _Rolling:
    """A thing that touches no rim: its middle and area in the small frame, and its fast steps."""

    middle: tuple[float, float]
    area: int
    fast: int = 0

    @property
    def size(self) -> float:
        return float(self.area**0.5)

    def follows(self, before: _Rolling) -> bool:
        """Whether it may be that thing, one frame later."""
        alike = self.area < _GROWN * before.area and before.area < _GROWN * self.area
        return alike and dist(self.middle, before.middle) <= _REACH * before.size


class FreeRolls:
    """Follows what moves free of the rim while the zone is not at rest."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._things: tuple[_Rolling, ...] = ()

    def forget(self) -> None:
        """Begin anew: the zone was at rest."""
        self._things = ()

    def watch(self, small: Small) -> None:
        """Take in a frame in which something moves."""
        now = [_Rolling(blob.middle, blob.area) for blob in self._background.free_things(small)]
        self._things = tuple(self._followed(one) for one in now)

    def _followed(self, now: _Rolling) -> _Rolling:
        near = [one for one in self._things if now.follows(one)]
        if not near:
            return now
        before = min(near, key=lambda one: dist(one.middle, now.middle))
        fast = dist(before.middle, now.middle) >= _FAST * before.size
        return _Rolling(now.middle, now.area, before.fast + fast)

    def ended_in(self, box: Sequence[int]) -> bool:
        """Whether a die rolled free to where it lies now: left, top, right, bottom, small frame."""
        left, top, right, bottom = box
        middle, size = ((left + right) / 2, (top + bottom) / 2), (right - left + bottom - top) / 2
        return any(one.fast >= _STEPS and dist(one.middle, middle) <= _HOME * size for one in self._things)
