"""Without a mat: four corners marked by hand, or the whole picture."""

from __future__ import annotations

from math import acos, degrees, exp, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from calibration.balance import NEUTRAL
from calibration.errors import CalibrationError
from calibration.judge import (
    STEEP,
    Code,
    improve,
    judge_picture,
    note,
)
from calibration.outline import within_picture
from calibration.profile import Measured, Quality, Trust
from calibration.solve import BEND, FOCAL, CameraPose
from calibration.zone import RollZone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.mat import Array

_CORNERS: Final = 4
_SQUARENESS: Final = 0.05
"""Deviation, as a cosine, of the angle that four corners marked by hand seem to have."""
_LEAST_SIDE: Final = 0.02


def measure_picture(image: NDArray[np.uint8]) -> Measured:
    """The whole picture counts, and nothing else is known.

    Args:
        image: (H, W, 3) uint8, blue-green-red.
    """
    told = note(Code.NO_MAT, "no mat: the whole picture counts, tilt and colours are not known")
    return Measured(
        zone=RollZone.rectangle(0.0, 0.0, 1.0, 1.0),
        gains=NEUTRAL,
        camera=None,
        sheet=None,
        mm_per_pixel=None,
        quality=Quality(Trust.LOW, (*judge_picture(image), told)),
        size=(image.shape[1], image.shape[0]),
    )


def measure_corners(image: NDArray[np.uint8], corners: Sequence[tuple[float, float]]) -> Measured:
    """Four marked corners of something rectangular: a tray, a sheet, a book.

    Args:
        image: (H, W, 3) uint8, blue-green-red.
        corners: in any order; in fractions of the picture when none exceeds 1, else in pixels.

    Raises:
        CalibrationError: not four corners of a convex shape within the picture.
    """
    height, width = image.shape[:2]
    quad = _quad(corners, width, height)
    pose = _pose(quad * (width, height), (width, height))
    found = judge_picture(image)
    if pose.tilt > STEEP:
        text = f"the camera looks some {pose.tilt:.0f} degrees from straight down"
        found.append(improve(Code.STEEP, f"{text}; below {STEEP:.0f} dice are read better"))
    found.append(note(Code.NO_MAT, "no mat: the tilt is estimated, size and colours are not known"))
    return Measured(
        zone=within_picture(quad),
        gains=NEUTRAL,
        camera=pose,
        sheet=None,
        mm_per_pixel=None,
        quality=Quality(
            Trust.LOW, tuple(found), tilt=pose.tilt, tilt_deviation=pose.tilt_deviation, points=4
        ),
        size=(width, height),
    )


def _quad(corners: Sequence[tuple[float, float]], width: int, height: int) -> Array:
    """The corners in fractions, in order around the middle."""
    points = np.array(corners, dtype=np.float64).reshape(-1, 2)
    if len(points) != _CORNERS or not np.isfinite(points).all():
        raise CalibrationError("four corners are wanted, such as 0.2,0.1 0.8,0.1 0.8,0.9 0.2,0.9")
    if points.max() > 1:
        points = points / (width, height)
    if points.min() < 0 or points.max() > 1:
        raise CalibrationError(f"a corner lies outside the picture ({width} x {height} pixels)")
    away = points - points.mean(axis=0)
    points = points[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    if turns.min() < _LEAST_SIDE**2:
        raise CalibrationError("the four corners do not form a shape of four sides")
    return points


def _pose(quad: Array, size: tuple[int, int]) -> CameraPose:
    """The likeliest pose of a rectangle of unknown size and shape.

    The sides' two directions are where opposite sides meet, as seen through the right focal length,
    and there they stand at right angles. That tells the focal length when the view is aslant; from
    above it does not, and what cameras are like decides (see `calibration.solve`).
    """
    centred = (quad - np.array(size) / 2) / max(size)
    with_one = np.concatenate([centred, np.ones((4, 1))], axis=1)
    lines = np.cross(with_one, np.roll(with_one, -1, axis=0))
    meets = np.stack([np.cross(lines[0], lines[2]), np.cross(lines[1], lines[3])])
    logs = FOCAL[0] + FOCAL[1] * np.linspace(-3, 3, 121)
    belief = np.array([_log_belief(meets, float(value)) for value in logs])
    weights = np.exp(belief - belief.max())
    weights /= weights.sum()
    best = _normal(meets, exp(float(logs[int(belief.argmax())])))
    tilts = np.array([_tilt(_normal(meets, exp(float(value)))) for value in logs])
    mean = float(weights @ tilts)
    # Marked by hand: some degrees are lost there, whatever the focal length.
    deviation = sqrt(float(weights @ (tilts - mean) ** 2) + 9.0)
    focal = exp(float(logs[int(belief.argmax())]))
    return CameraPose(focal, 0.0, best, deviation, BEND[1])


def _directions(meets: Array, focal: float) -> Array:
    """(2, 3) unit directions of the sides in camera axes."""
    rays = meets * (1, 1, focal)
    return np.asarray(rays / np.linalg.norm(rays, axis=1, keepdims=True), dtype=np.float64)


def _log_belief(meets: Array, log_focal: float) -> float:
    one, other = _directions(meets, exp(log_focal))
    mean, deviation = FOCAL
    return -0.5 * ((float(one @ other) / _SQUARENESS) ** 2 + ((log_focal - mean) / deviation) ** 2)


def _normal(meets: Array, focal: float) -> tuple[float, float, float]:
    one, other = _directions(meets, focal)
    up = np.cross(one, other)
    up = up / np.linalg.norm(up)
    if up[2] > 0:  # up is towards the camera, which looks along z
        up = -up
    return (float(up[0]), float(up[1]), float(up[2]))


def _tilt(normal: tuple[float, float, float]) -> float:
    return degrees(acos(min(1.0, max(-1.0, -normal[2]))))
