"""How sharp a picture is, from its own edges: cheap, and blind to what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

REACH: Final = 16
"""Pixels across which an edge is looked for; blur beyond 6.4 pixels cannot be told apart."""
_STRONG: Final = 45.0
_OVER_NOISE: Final = 12.0
_LEAST_EDGES: Final = 40
_LEAST_SHARE: Final = 0.002
_SHARPEST: Final = 25.0
_MAD_TO_SIGMA: Final = 1.4826
_SECOND_DIFFERENCE: Final = sqrt(6.0)
"""Standard deviation of a - 2b + c for independent a, b, c of standard deviation 1."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """What the edges say.

    Attributes:
        blur: standard deviation of the blur of the sharpest edges in pixels; None when there are
            too few edges to say.
        edges: share of the pixels, in [0, 1], that lie on a strong edge.
        noise: standard deviation of the pixels' noise in grey levels.
    """

    blur: float | None
    edges: float
    noise: float


def sharpness(rows: NDArray[np.uint8]) -> Sharpness:
    """Measure rows of a picture at its full resolution.

    A step edge of contrast c under a Gaussian blur s rises by at most c / (s sqrt(2 pi)) a pixel;
    both are seen, so s follows whatever the contrast. The sharpest quarter of the edges counts,
    because shadows are soft in the sharpest picture. Of a thin line's blur two thirds
    are seen, for what is left of its contrast is less as well.

    Args:
        rows: (n, width) uint8, grey.
    """
    import cv2

    if rows.shape[1] < 3 * REACH:
        return Sharpness(None, 0.0, 0.0)
    grey = rows.astype(np.float32)
    second = np.abs(grey[:, :-2:2] - 2 * grey[:, 1:-1:2] + grey[:, 2::2])
    noise = _MAD_TO_SIGMA * _middle(second) / _SECOND_DIFFERENCE
    rise = np.abs(np.diff(grey, axis=1))
    window = np.ones((1, REACH), np.uint8)
    steepest = cv2.dilate(rise, window)
    contrast = (cv2.dilate(grey, window) - cv2.erode(grey, window))[:, :-1]
    strong = contrast > max(_STRONG, _OVER_NOISE * noise)
    count = int(np.count_nonzero(strong))
    if count < max(_LEAST_EDGES, _LEAST_SHARE * strong.size):
        return Sharpness(None, count / strong.size, noise)
    slope = np.maximum(steepest[strong] - 3 * noise, 1.0)
    blur = (contrast[strong] - 3 * noise) / (slope * sqrt(2 * pi))
    return Sharpness(float(np.percentile(blur, _SHARPEST)), count / strong.size, noise)


def _middle(values: NDArray[np.float32]) -> float:
    flat = values.reshape(-1)[::4]
    return float(np.partition(flat, flat.size // 2)[flat.size // 2])
