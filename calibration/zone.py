"""The roll zone: the part of the picture where dice count. Score counters beside it never do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from calibration.arrays import Mask

_CORNERS = 3


@dataclass(frozen=True, slots=True)
class RollZone:
    """A polygon in fractions of the picture, so that it holds at any resolution.

    Its corners, at least three, are (x, y) in [0, 1], x to the right and y down, in order around it.
    """

    corners: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        """Refuse too few corners, a corner outside the picture, or no area: `ValueError`."""
        if len(self.corners) < _CORNERS:
            raise ValueError(f"a roll zone needs at least {_CORNERS} corners")
        if not all(0.0 <= value <= 1.0 for corner in self.corners for value in corner):
            raise ValueError("a corner of the roll zone lies outside the picture (0 to 1)")
        if sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in self._sides()) == 0.0:
            raise ValueError("a roll zone without area")

    @classmethod
    def rectangle(cls, x: float, y: float, w: float, h: float) -> Self:
        """Make an upright rectangle from its top left corner and size, in fractions."""
        right, bottom = _to_the_rim(x + w), _to_the_rim(y + h)
        return cls(((x, y), (right, y), (right, bottom), (x, bottom)))

    def bounds(self, width: int, height: int) -> tuple[int, int, int, int]:
        """Return left, top, right, bottom in pixels of a picture that large, ends excluded."""
        xs, ys = zip(*self.corners, strict=True)
        left, top = int(min(xs) * width), int(min(ys) * height)
        right = max(left + 1, min(width, round(max(xs) * width)))
        bottom = max(top + 1, min(height, round(max(ys) * height)))
        return min(left, right - 1), min(top, bottom - 1), right, bottom

    def contains(self, x: float, y: float) -> bool:
        """Tell whether the point, in fractions of the picture, lies inside (even-odd rule)."""
        inside = False
        for (x1, y1), (x2, y2) in self._sides():
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside

    def mask(self, width: int, height: int) -> Mask:
        """Return height x width, bool: the pixels whose middle lies inside."""
        import numpy as np

        ys, xs = np.mgrid[0:height, 0:width]
        x, y = (xs + 0.5) / width, (ys + 0.5) / height
        inside = np.zeros((height, width), dtype=np.bool_)
        for (x1, y1), (x2, y2) in self._sides():
            if y1 != y2:
                inside ^= ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
        return inside

    def _sides(self) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
        return zip((self.corners[-1], *self.corners), self.corners, strict=False)


def _to_the_rim(value: float) -> float:
    """Forgive the last digit of a sum such as 0.1 + 0.9, not more."""
    return 1.0 if 1.0 < value < 1.0 + 1e-9 else value
