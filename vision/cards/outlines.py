"""Where cards may lie in a picture: every outline with four straight sides.

More is found than lies there: symbols, frames and stains have four sides, too. What is a card is
decided later, by what it shows.
"""

from collections.abc import Iterator, Sequence
from math import dist
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Grey, Picture

WORKING: Final = 960
"""Longest side of the picture in which outlines are looked for, pixels."""
_LEAST_SIDE: Final = 24.0
"""Of a card, in pixels of that picture: below it nobody could read it."""
_SIDES: Final = 4
_PARALLEL: Final = 1e-6
_MOST_AREA: Final = 0.97
_LOOSE: Final = (0.02, 0.035, 0.06)
"""How much an outline is made plainer, as shares of its length, until four sides are left."""
_SQUARE: Final = 0.55
"""Most that the cosine of a corner may be: turned and tilted cards keep their corners so far."""
_UNLIKE: Final = 1.6
"""Most that a card's sides may differ from the deck's, for being looked at aslant."""
_MIDDLE: Final = 0.35
"""How far from its middle a side's line is laid through it, as a share of it: corners are round."""
_FILLED: Final = 0.8
"""Least share of its four sides' area that an outline's hull fills."""
_SAME: Final = 0.03
"""Outlines whose corners all lie within this share of a card are one."""


def outlines(picture: Picture, aspect: float | None = None, least: float = 0.0, edges: float | None = None) -> Array:
    """Find outlines with four straight sides.

    Args:
        picture: to look at.
        aspect: long over short side of the cards that are looked for; None for any.
        least: their least area, as a share of the picture.
        edges: look for edges alone, of this strength at least: 1 for plain ones, less for faint ones.

    Returns:
        (N, 4, 2) corners in pixels of the picture, clockwise as seen; the largest first.
    """
    scale = min(1.0, WORKING / max(picture.shape[:2]))
    small = picture
    if scale < 1.0:
        small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    size = small.shape[0] * small.shape[1]
    low = max(_LEAST_SIDE**2, least * size)
    found: list[Array] = []
    for mask in _masks(small, edges):
        for contour in _contours(mask, low, size * _MOST_AREA):
            quad = _four_sides(contour, low)
            if quad is not None and _likely(quad, aspect):
                found.append(quad)
    found.sort(key=lambda quad: -float(cv2.contourArea(quad.astype(np.float32))))
    return np.asarray(_once(found) / scale)


def _masks(small: Picture, strength: float | None) -> Iterator[Grey]:
    """Pictures in black and white in which a card's rim may be closed."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (3, 3), 0), cv2.COLOR_BGR2LAB)
    light, green_red, blue_yellow = (np.asarray(each, np.uint8) for each in cv2.split(lab))
    edges, share = np.zeros_like(light), strength or 1.0
    for channel, most in ((light, 75), (green_red, 40), (blue_yellow, 40)):
        edges |= np.asarray(cv2.Canny(channel, share * most / 3, share * most), np.uint8)
    yield np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)
    if strength is not None:
        return
    side = max(small.shape[:2]) // 6 | 1
    around = cv2.blur(light, (side, side))
    yield np.asarray(cv2.threshold(cv2.subtract(light, around), 10, 255, cv2.THRESH_BINARY)[1], np.uint8)
    _, bright = cv2.threshold(light, 0, 255, cv2.THRESH_OTSU)
    yield np.asarray(bright, np.uint8)
    _, dark = cv2.threshold(light, 70, 255, cv2.THRESH_BINARY)
    yield np.asarray(dark, np.uint8)


def _contours(mask: Grey, low: float, high: float) -> Iterator[NDArray[np.int32]]:
    contours: Sequence[Any]
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        if len(contour) < 3 * _LEAST_SIDE:
            continue
        _, _, width, height = cv2.boundingRect(contour)
        if width * height >= low and min(width, height) >= _LEAST_SIDE and width * height <= high:
            yield np.asarray(contour, np.int32)


def _four_sides(contour: NDArray[np.int32], low: float) -> Array | None:
    """The four lines along a contour, as corners; None where it has no four sides."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < low:
        return None
    length = cv2.arcLength(hull, closed=True)
    rough = hull
    for loose in _LOOSE:
        rough = cv2.approxPolyDP(hull, loose * length, closed=True)
        if len(rough) <= _SIDES:
            break
    if len(rough) != _SIDES:
        return None
    corners = rough[:, 0].astype(np.float64)
    if _signed(corners) < 0:
        corners = corners[::-1]
    quad = _laid_through(contour[:, 0].astype(np.float64), corners)
    if quad is None or area < _FILLED * abs(_signed(quad)):
        return None
    return quad


def _signed(quad: Array) -> float:
    """Area of a polygon; above 0 where it runs clockwise as seen."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _laid_through(points: Array, corners: Array) -> Array | None:
    """Corners where lines through the middles of four sides meet."""
    ways = np.roll(corners, -1, axis=0) - corners
    long = np.hypot(ways[:, 0], ways[:, 1])[:, None]
    if long.min() < _LEAST_SIDE / 2:
        return None
    ways /= long
    off = points[:, 0] - corners[:, :1], points[:, 1] - corners[:, 1:]
    along, aside = off[0] * ways[:, :1] + off[1] * ways[:, 1:], off[0] * ways[:, 1:] - off[1] * ways[:, :1]
    near = (np.abs(along / long - 0.5) < _MIDDLE) & (np.abs(aside) < np.maximum(2.5, 0.05 * long))
    if (near.sum(axis=1, keepdims=True) < 0.35 * long).any():
        return None
    lines = []
    for side in near:
        fitted = cv2.fitLine(points[side].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)
        vx, vy, x, y = (float(value) for value in np.ravel(fitted))
        lines.append((vy, -vx, vx * y - vy * x))
    met = np.cross(np.roll(lines, 1, axis=0), lines)
    if (np.abs(met[:, 2]) < _PARALLEL).any():
        return None
    return np.asarray(met[:, :2] / met[:, 2:])


def _likely(quad: Array, aspect: float | None) -> bool:
    """Whether a card that lies on a table and is looked at aslant may have these four sides."""
    ways = np.roll(quad, -1, axis=0) - quad
    long = np.hypot(ways[:, 0], ways[:, 1])
    if long.min() < _LEAST_SIDE * 0.7 or _signed(quad) < _LEAST_SIDE**2:
        return False
    turns = np.abs(np.einsum("ij,ij->i", ways, np.roll(ways, -1, axis=0)))
    if float((turns / (long * np.roll(long, -1))).max()) > _SQUARE:
        return False
    return aspect is None or max(shape(quad) / aspect, aspect / shape(quad)) < _UNLIKE


def shape(quad: Array) -> float:
    """Long over short side of a quadrilateral."""
    wide, high = sides(quad)
    return max(wide, high) / max(1e-6, min(wide, high))


def sides(quad: Array) -> tuple[float, float]:
    """Mean length of the first and third side, and of the second and fourth, in pixels."""
    one, two, three, four = quad.tolist()
    return (dist(one, two) + dist(three, four)) / 2, (dist(two, three) + dist(four, one)) / 2


def _once(quads: list[Array]) -> Array:
    """Keep one of each group of outlines that are nearly the same."""
    kept: list[Array] = []
    for quad in quads:
        near = _SAME * sum(sides(quad)) / 2
        turned = np.stack([np.roll(quad, by, axis=0) for by in range(4)])[:, None]
        if not kept or np.abs(turned - np.array(kept)).max(axis=(2, 3)).min() >= near:
            kept.append(quad)
    return np.array(kept).reshape(-1, 4, 2)
