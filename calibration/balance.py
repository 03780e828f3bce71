"""White balance by the mat's greys, and the mat's sheet as seen straight from above."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.arrays import Array, Picture
from calibration.find import MatView
from calibration.mat import COLOURS, GREYS, Rect

Gains = tuple[float, float, float]  # Factors for blue, green and red
NEUTRAL: Final = (1.0, 1.0, 1.0)
LEAST_GAIN, MOST_GAIN = 0.4, 2.5
"""Beyond these a light is so coloured that multiplying its rest makes noise, not colour."""
_DARKEST, _BRIGHTEST = 25.0, 240.0
_INNER: Final = 0.5
"""Share of a patch's sides that is looked at: its edges are blurred into its neighbours."""
_PER_MM: Final = 3.0
_LEAST_COLOUR: Final = 25.0
"""Grey levels between a colour patch's channels, below which the picture has no colour."""


@dataclass(frozen=True, slots=True)
class Patches:
    """What the patches look like."""

    gains: Gains  # what makes the greys grey; green's is 1
    measured: bool  # whether enough of the greys could be used
    coloured: bool  # whether the colour patches look coloured once balanced


def look_at_patches(image: Picture, view: MatView) -> Patches:
    """Read the patches of a picture that is not mirrored."""
    means = [_mean(image, view.homography, rect) for rect, _ in view.mat.patches()]
    greys = [mean for mean in means[: len(GREYS)] if mean.min() >= _DARKEST and mean.max() <= _BRIGHTEST]
    if not greys:
        return Patches(NEUTRAL, measured=False, coloured=True)
    # Brighter patches say more: what is summed is light, not opinions.
    blue, green, red = np.sum(greys, axis=0)
    to_blue, to_red = np.clip([green / blue, green / red], LEAST_GAIN, MOST_GAIN).tolist()
    gains = (to_blue, 1.0, to_red)
    colours = [mean for mean in means[len(GREYS) :] if mean.max() > _DARKEST]
    spreads = [np.ptp(mean * gains) for mean in colours]
    coloured = len(colours) < len(COLOURS) or float(np.median(spreads)) >= _LEAST_COLOUR
    return Patches(gains, measured=True, coloured=coloured)


def balance_colours(image: Picture, gains: Gains) -> Picture:
    """A picture with each channel multiplied by its gain; the same picture where that is nothing."""
    if all(abs(gain - 1) < 0.01 for gain in gains):  # noqa: PLR2004 - one level in a hundred
        return image
    import cv2

    levels = np.arange(256, dtype=np.float64)[:, None] * np.array(gains)
    table = np.clip(np.round(levels), 0, 255).astype(np.uint8)[None]
    return np.asarray(cv2.LUT(image, table), dtype=np.uint8)


def _mean(image: Picture, homography: Array, rect: Rect) -> Array:
    x, y, w, h = rect
    edge = (1 - _INNER) / 2
    inner = (x + edge * w, y + edge * h, w * _INNER, h * _INNER)
    seen = rectify(image, homography, inner, _PER_MM)
    return np.asarray(seen.reshape(-1, 3).mean(axis=0), dtype=np.float64)


def rectify(image: Picture, homography: Array, rect: Rect, per_mm: float) -> Picture:
    """Part of the sheet as seen from straight above, black where the picture does not reach.

    Args:
        image: the picture.
        homography: (3, 3) from millimetres of the sheet to pixels of the picture.
        rect: which part of the sheet.
        per_mm: pixels a millimetre in what is returned.
    """
    import cv2

    x, y, w, h = rect
    size = (max(1, round(w * per_mm)), max(1, round(h * per_mm)))
    onto = np.array([[1 / per_mm, 0, x], [0, 1 / per_mm, y], [0, 0, 1.0]])
    straight = cv2.warpPerspective(image, homography @ onto, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(straight, dtype=np.uint8)


def pixels_per_mm(homography: Array, at: tuple[float, float]) -> float:
    """How many pixels a millimetre takes at a point of the sheet, in its narrowest direction."""
    point = np.array([*at, 1.0])
    below = homography[2]
    depth = float(below @ point)
    seen = homography @ point / depth
    slope = (homography[:2, :2] - np.outer(seen[:2], below[:2])) / depth
    return float(np.linalg.svd(slope, compute_uv=False).min())
