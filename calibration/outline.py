"""The roll zone's outline as the picture shows it, kept within the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from calibration.errors import CalibrationError
from calibration.mat import corners_of
from calibration.zone import RollZone

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.mat import Array, Rect

_PIECES: Final = 6
"""Pieces of each side where the lens bends it."""
_STRAIGHT: Final = 0.001
"""Deviation from a straight side that is none, in fractions of the picture."""


def zone_of(rect: Rect, to_fractions: Callable[[Array], Array]) -> RollZone:
    """The polygon that shows a rectangle of the sheet.

    Args:
        rect: in millimetres of the sheet.
        to_fractions: from the sheet's (N, 2) mm to (N, 2) fractions of the picture.

    Raises:
        CalibrationError: nothing of it lies in the picture.
    """
    corners = corners_of(rect)
    steps = np.arange(_PIECES)[:, None] / _PIECES
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    rim = to_fractions(np.concatenate([a + (b - a) * steps for a, b in sides]))
    bare = rim[::_PIECES]
    sides = zip(bare, np.roll(bare, -1, axis=0), strict=True)
    straight = np.concatenate([a + (b - a) * steps for a, b in sides])
    # Along a straight side points only slide: what counts is how far they leave the line.
    if _off_line(rim, straight) < _STRAIGHT:
        rim = bare
    return within_picture(rim)


def _off_line(rim: Array, straight: Array) -> float:
    far = 0.0
    for start in range(0, len(rim), _PIECES):
        a, b = straight[start], straight[(start + _PIECES) % len(rim)]
        along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-12)
        away = rim[start : start + _PIECES] - a
        far = max(far, float(np.abs(away[:, 0] * along[1] - away[:, 1] * along[0]).max()))
    return far


def within_picture(polygon: Array) -> RollZone:
    """Cut a polygon, (N, 2) in fractions, at the picture's edges (Sutherland and Hodgman, 1974).

    Raises:
        CalibrationError: nothing is left.
    """
    points = [(float(x), float(y)) for x, y in polygon]
    for axis in (0, 1):
        for sign, limit in ((1.0, 0.0), (-1.0, -1.0)):
            points = _cut(points, axis, sign, limit)
    corners = tuple((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in points)
    try:
        return RollZone(corners)
    except ValueError:
        raise CalibrationError("the roll zone lies outside the picture; show all of it") from None


def _cut(
    points: list[tuple[float, float]], axis: int, sign: float, limit: float
) -> list[tuple[float, float]]:
    """Keep the part where sign * coordinate >= limit."""
    kept: list[tuple[float, float]] = []
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        inside_a, inside_b = sign * a[axis] - limit, sign * b[axis] - limit
        if inside_a >= 0:
            kept.append(a)
        if (inside_a >= 0) != (inside_b >= 0):
            share = inside_a / (inside_a - inside_b)
            kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
    return kept
