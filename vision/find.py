"""Where the dice are.

A small network says of every cell of a reduced picture whether a die's middle lies there.

The picture is looked at in two sizes, because a die across the table is 40 pixels wide and one held
before a phone half the picture; the network only knows dice of about 12 to 80 pixels.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Picture
from models.framing import STRIDE
from vision.network import OnnxSession

LONG_SIDES: Final = (512, 160)
"""The sizes in which a picture is looked at, by its longer side in pixels; never enlarged."""
MAX_DICE: Final = 64
_SAME: Final = 0.3  # Two boxes that overlap by this much (intersection over union) are one die
_INSIDE: Final = 0.5  # A box with this much of itself inside another shows a part of that one's die


@dataclass(frozen=True, slots=True)
class Found:
    """One die: its middle and its box's sides in pixels of the picture, and the score in [0, 1]."""

    x: float
    y: float
    w: float
    h: float
    score: float


def find_dice(session: OnnxSession, image: Picture, threshold: float) -> list[Found]:
    """Every die in a picture whose score is at least `threshold`, surest first, one entry a die."""
    candidates: list[Found] = []
    for resized, factor in sizes(image):
        heat, shape = session.run(resized[None])
        candidates += _peaks(heat[0, 0], shape[0], threshold, factor)
    candidates.sort(key=lambda found: found.score, reverse=True)
    return keep_distinct(candidates)[:MAX_DICE]


def sizes(image: Picture, long_sides: tuple[int, ...] = LONG_SIDES) -> list[tuple[Picture, float]]:
    """The picture in the network's sizes, in whole cells, with the factor back to its pixels."""
    import cv2

    height, width = image.shape[:2]
    image = _reduce(image, max(height, width) // max(long_sides))
    found: list[tuple[Picture, float]] = []
    for side in long_sides:
        factor = max(height, width) / side
        if factor < 1 and found:
            continue
        factor = max(factor, 1.0)
        small = _shrink(image, max(1, round(width / factor)), max(1, round(height / factor)))
        down, right = -small.shape[0] % STRIDE, -small.shape[1] % STRIDE
        if down or right:
            small = np.asarray(cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_REPLICATE), dtype=np.uint8)
        found.append((small, factor))
    return found


def _shrink(image: Picture, width: int, height: int) -> Picture:
    """A smaller picture, in whole steps first: averaging by odd factors costs far more."""
    import cv2

    image = _reduce(image, min(image.shape[1] // width, image.shape[0] // height))
    if image.shape[:2] == (height, width):
        return image
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def _reduce(image: Picture, step: int) -> Picture:
    """Squares of `step` pixels averaged; a part of one at the rim is left out."""
    import cv2

    if step < 2:  # noqa: PLR2004 - nothing to average
        return image
    whole = image.shape[1] // step, image.shape[0] // step
    part = image[: whole[1] * step, : whole[0] * step]
    return np.asarray(cv2.resize(part, whole, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _peaks(heat: NDArray[np.float32], shape: NDArray[np.float32], threshold: float, factor: float) -> list[Found]:
    """The cells that outdo their eight neighbours and the threshold.

    Args:
        heat: (h, w) score in [0, 1].
        shape: (4, h, w): the middle's offset right and down, log width and log height, in cells.
        threshold: the least score that counts.
        factor: pixels of the picture to one pixel of the network's input.
    """
    import cv2

    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= threshold) & (heat >= highest))
    right, down, *sides = shape[:, rows, columns]
    cells = np.stack([columns + 0.5 + right, rows + 0.5 + down, *np.exp(np.clip(sides, -3, 5))], 1, dtype=np.float32)
    found = np.column_stack([np.float64(STRIDE * factor) * cells, heat[rows, columns]])
    return [Found(*one) for one in found.tolist()]


def keep_distinct(candidates: list[Found]) -> list[Found]:
    """Keep the surest of the boxes that show the same die."""
    kept: list[Found] = []
    for candidate in candidates:
        if all(not _same_die(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def _same_die(one: Found, other: Found) -> bool:
    right = min(one.x + one.w / 2, other.x + other.w / 2)
    bottom = min(one.y + one.h / 2, other.y + other.h / 2)
    across = right - max(one.x - one.w / 2, other.x - other.w / 2)
    down = bottom - max(one.y - one.h / 2, other.y - other.h / 2)
    if across <= 0 or down <= 0:
        return False
    shared = across * down
    areas = one.w * one.h, other.w * other.h
    # A box inside another is the same die seen in the other size, whatever the union says.
    return shared / (sum(areas) - shared) > _SAME or shared / min(areas) > _INSIDE
