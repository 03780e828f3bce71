"""Where dice lie, by what differs from the ground: for plain grounds, which is all it can do."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.types import Box

_LONG_SIDE: Final = 640
"""Pictures are reduced to this many pixels along their longer side first."""
_LEAST_CONTRAST: Final = 14.0
"""Distance from the ground in CIE Lab below which nothing lies there: about the grain of a webcam."""
_GROUND_SIDE: Final = 128
_GROUND_WINDOW: Final = 95
"""The ground is the median over this many of so many pixels: a die covers less than half of them."""
_SHARES: Final = (0.0008, 0.2)
"""Least and most of the picture that one die covers."""
_LONGEST: Final = 1.55
"""Most times as long as wide that a die looks."""
_SOLID: Final = 0.82
"""Least share of its convex hull that a die fills."""
_CORES: Final = (0.6, 0.7, 0.8, 0.88, 0.94)
"""Shares of a blob's greatest depth, one tried after the other: the middles of dice that touch lie
deeper than this, what joins them does not."""


def find_dice(image: NDArray[np.uint8]) -> list[Box]:
    """Everything that differs from the ground and has a die's shape, from left to right.

    The ground's colour is the median far around each place; what differs is parted from it by Otsu's
    threshold on the distance in CIE Lab. Blobs at the picture's rim are no dice; blobs of several dice that
    touch are parted where they are thin.

    Args:
        image: (H, W, 3) uint8, blue-green-red.
    """
    import cv2

    factor = max(1.0, max(image.shape[:2]) / _LONG_SIDE)
    height, width = (max(1, round(side / factor)) for side in image.shape[:2])
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    mask = foreground(np.asarray(small, dtype=np.uint8))
    boxes: list[Box] = []
    for blob in _parted(mask):
        x, y, w, h = cv2.boundingRect(blob)
        left, top = round(x * factor), round(y * factor)
        right = min(image.shape[1], round((x + w) * factor))
        bottom = min(image.shape[0], round((y + h) * factor))
        boxes.append(Box(left, top, max(1, right - left), max(1, bottom - top)))
    return sorted(boxes, key=lambda box: (box.x, box.y))


def foreground(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What is not ground: (H, W) uint8, 255 where something lies, holes filled."""
    import cv2

    soft = cv2.GaussianBlur(image, (0, 0), 1.0)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    ground = _ground(np.asarray(soft, dtype=np.uint8))
    # Brightness counts half: a shadow is darker than the ground, a die mostly of another colour.
    away = np.sqrt((((lab - ground) * np.array([0.5, 1.0, 1.0], np.float32)) ** 2).sum(axis=2))
    scaled = np.clip(away * 2, 0, 255).astype(np.uint8)
    otsu, _ = cv2.threshold(scaled, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    cut = max(float(otsu) / 2, _LEAST_CONTRAST)
    mask = np.where(away > cut, 255, 0).astype(np.uint8)
    size = max(3, round(max(image.shape[:2]) / 160)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel).astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, outlines, -1, 255, cv2.FILLED)
    return np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel), dtype=np.uint8)


def _ground(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The colour of the ground at each place, in Lab: light falls off over a table."""
    import cv2

    height, width = image.shape[:2]
    factor = max(height, width) / _GROUND_SIDE
    small = cv2.resize(
        image,
        (max(1, round(width / factor)), max(1, round(height / factor))),
        interpolation=cv2.INTER_AREA,
    )
    median = cv2.medianBlur(small, _GROUND_WINDOW)
    full = cv2.resize(median, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.cvtColor(full, cv2.COLOR_BGR2LAB).astype(np.float32)


def _parted(mask: NDArray[np.uint8]) -> list[NDArray[np.int32]]:
    """Outlines of single dice in a mask."""
    import cv2

    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found: list[NDArray[np.int32]] = []
    for outline in outlines:
        points = np.asarray(outline, dtype=np.int32)
        if _at_rim(points, mask.shape) or cv2.contourArea(points) < _SHARES[0] * mask.size:
            continue
        if _is_die(points, mask.size):
            found.append(points)
        else:
            found += _apart(points, mask)
    return found


def _at_rim(outline: NDArray[np.int32], shape: tuple[int, ...]) -> bool:
    import cv2

    x, y, w, h = cv2.boundingRect(outline)
    return bool(x <= 0 or y <= 0 or x + w >= shape[1] or y + h >= shape[0])


def _is_die(outline: NDArray[np.int32], pixels: int) -> bool:
    import cv2

    area = float(cv2.contourArea(outline))
    if not _SHARES[0] * pixels <= area <= _SHARES[1] * pixels:
        return False
    _, (w, h), _ = cv2.minAreaRect(outline)
    hull = float(cv2.contourArea(cv2.convexHull(outline)))
    return max(w, h) <= _LONGEST * max(1.0, min(w, h)) and area >= _SOLID * hull


def _apart(outline: NDArray[np.int32], mask: NDArray[np.uint8]) -> list[NDArray[np.int32]]:
    """The dice of a blob of several, as many of them as look like dice."""
    import cv2

    blob = np.zeros_like(mask)
    cv2.drawContours(blob, [outline], -1, 255, cv2.FILLED)
    depth = np.asarray(cv2.distanceTransform(blob, cv2.DIST_L2, 5), dtype=np.float32)
    best: list[NDArray[np.int32]] = []
    for core in _CORES:
        parts = _nearest(blob, depth > core * float(depth.max()))
        dice = [part for part in parts if _is_die(part, mask.size)]
        if len(dice) > len(best):
            best = dice
    return best


def _nearest(blob: NDArray[np.uint8], middles: NDArray[np.bool_]) -> list[NDArray[np.int32]]:
    """A blob's outlines when each pixel goes to the nearest of several middles."""
    import cv2

    count, labels = cv2.connectedComponents(middles.astype(np.uint8))
    if count <= 2:
        return []
    away = [cv2.distanceTransform((labels != one).astype(np.uint8), cv2.DIST_L2, 5) for one in range(1, count)]
    nearest = np.argmin(np.stack(away), axis=0) + 1
    parts: list[NDArray[np.int32]] = []
    for one in range(1, count):
        own = np.where((nearest == one) & (blob > 0), 255, 0).astype(np.uint8)
        outlines, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        parts += [np.asarray(max(outlines, key=cv2.contourArea), dtype=np.int32)]
    return parts


def straightened(image: NDArray[np.uint8], box: Box, side: int) -> NDArray[np.uint8]:
    """A die cut out along its own edges, as far as its outline shows them.

    Args:
        image: (H, W, 3) uint8.
        box: where the die lies.
        side: of the square to give, in pixels.

    Returns:
        (side, side, 3) uint8; the box as it stands where no outline is found.
    """
    import cv2

    margin = 0.25
    left, top = max(0, round(box.x - margin * box.w)), max(0, round(box.y - margin * box.h))
    right, bottom = round(box.x + (1 + margin) * box.w), round(box.y + (1 + margin) * box.h)
    cut = np.ascontiguousarray(image[top:bottom, left:right])
    rectangle: tuple[tuple[float, float], tuple[float, float], float] | None = None
    mask = _inside(cut)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if outlines:
        largest = max(outlines, key=cv2.contourArea)
        (x, y), (w, h), turn = cv2.minAreaRect(largest)
        if w * h > 0.4 * box.w * box.h and w * h < 1.6 * box.w * box.h:
            rectangle = (float(x), float(y)), (float(w), float(h)), float(turn)
    if rectangle is None:
        middle = box.x + box.w / 2 - left, box.y + box.h / 2 - top
        rectangle = middle, (float(box.w), float(box.h)), 0.0
    corners = cv2.boxPoints(rectangle)
    target = np.array([[0, side], [0, 0], [side, 0], [side, side]], np.float32)
    turning = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    flat = cv2.warpPerspective(cut, turning, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.uint8)


def _inside(cut: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A die's mask in a cutting: what differs from the cutting's own rim."""
    import cv2

    lab = cv2.cvtColor(cut, cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]])
    weights = np.array([0.5, 1.0, 1.0], np.float32)
    away = np.sqrt((((lab - np.median(rim, axis=0)) * weights) ** 2).sum(axis=2))
    scaled = np.clip(away * 2, 0, 255).astype(np.uint8)
    _, mask = cv2.threshold(scaled, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    kernel = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel, iterations=2), np.uint8)
