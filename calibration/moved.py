"""Has the camera or the mat moved since it was calibrated? A cheap look at the corners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from calibration.find import detect_markers
from calibration.mat import GAP, MARKER, corners_of, mats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.mat import Array
    from calibration.profile import Profile

TOLERANCE: Final = 4.0
"""Millimetres that a marker may wander; a die is 16."""
_AROUND: Final = GAP + MARKER / 2
"""Millimetres about a marker that are looked at."""
_LEAST_SIDE: Final = 24


def mat_moved(profile: Profile, image: NDArray[np.uint8]) -> bool | None:
    """Tell whether the mat's markers are elsewhere in the picture than when it was calibrated.

    Only the places where they were are searched, so it takes a few milliseconds; the whole picture
    is searched when none of them is there.

    Args:
        profile: as calibrated.
        image: (H, W, 3) uint8, blue-green-red.

    Returns:
        None when that cannot be told: there was no mat, or no marker is seen now.
    """
    import cv2

    if profile.sheet is None:
        return None
    height, width = image.shape[:2]
    if not profile.fits(width, height):
        return True
    known = _places(profile, width, height)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    verdicts = [
        verdict
        for marker, quad in known.items()
        if (verdict := _elsewhere(grey, marker, quad)) is not None
    ]
    if verdicts:
        # A corner of paper that curls is one; a mat that moved is all of them.
        return 2 * sum(verdicts) > len(verdicts)
    seen = detect_markers(grey).keys() & known.keys()
    return True if len(seen) > 1 else None


def _places(profile: Profile, width: int, height: int) -> dict[int, Array]:
    """Where each corner marker was, (5, 2) pixels: its corners, then its middle."""
    sheet = profile.sheet
    mat = next((mat for mat in mats() if sheet is not None and mat.name == sheet.mat), None)
    if sheet is None or mat is None:
        return {}
    homography = np.array(sheet.homography).reshape(3, 3)
    middles = {marker: np.array([x * width, y * height]) for marker, x, y in sheet.markers}
    places: dict[int, Array] = {}
    for marker, rect in mat.corner_markers().items():
        if marker not in middles:
            continue
        x, y, w, h = rect
        points = np.concatenate([corners_of(rect), [(x + w / 2, y + h / 2)]])
        with_one = np.concatenate([points, np.ones((5, 1))], axis=1) @ homography.T
        seen = with_one[:, :2] / with_one[:, 2:] * (width, height)
        # The lens shifts a marker, which the homography does not know, and hardly changes its shape.
        places[marker] = seen + (middles[marker] - seen[4])
    return places


def _elsewhere(grey: NDArray[np.uint8], marker: int, was: Array) -> bool | None:
    """Whether one marker is near where it was but not there; None when it is not to be seen."""
    per_mm = float(np.linalg.norm(was[1] - was[0]) + np.linalg.norm(was[2] - was[1])) / 2 / MARKER
    if not np.isfinite(was).all() or per_mm * MARKER > 2 * max(grey.shape):
        return None
    reach = _AROUND * per_mm
    left, top = np.floor(np.maximum(was[:4].min(axis=0) - reach, 0)).astype(int)
    right, bottom = np.ceil(np.maximum(was[:4].max(axis=0) + reach, 0)).astype(int)
    part = np.ascontiguousarray(grey[top:bottom, left:right])
    if min(part.shape) < _LEAST_SIDE:
        return None
    found = detect_markers(part).get(marker)
    if found is None:
        return None
    away = found - was[:4] + np.array([left + 0.5, top + 0.5])
    return bool(np.linalg.norm(away, axis=1).max() > TOLERANCE * per_mm)
