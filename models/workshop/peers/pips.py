"""A pip counter: the classical way to read a d6.

The die is cut out along its edges, its pips are the round blobs that a local threshold leaves, and
those in the middle of the box are counted.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.workshop.peers.segment import find_dice, straightened
from vision.types import Box, DieSighting

_SIDE: Final = 96
"""A die is brought to this many pixels a side."""
_AREAS: Final = (0.006, 0.06)
"""Least and most share of the die's face that one pip covers: 0.09 to 0.27 of its side across."""
_ROUND: Final = 0.68
"""Least circularity, 4 pi area / perimeter squared: 1 is a circle, a square has 0.79."""
_FILLED: Final = 0.8
"""Least share of its convex hull."""
_REACH: Final = 0.4
"""A pip's middle is at most this share of a side from the die's middle, along each edge."""
_ALIKE: Final = 0.35
"""Most that areas of the pips of one face differ: deviation over mean."""
_MOST: Final = 6
_WINDOWS: Final = (25, 41)
"""Sides of the local threshold's window in pixels, both tried."""
_HALF: Final = 0.5
"""A pattern that fits less well is none."""
_SURE: Final = 0.9
_SURER: Final = 0.97
"""How well a pattern fits that counts as sure: when it is the only one, and when there are others."""
_PLACES: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of each face stand, in steps from its middle."""
_NEAR: Final = 0.12
"""Misfit, in sides of the die, at which a pattern of pips is half believed."""


class PipCounter:
    """Counts the pips of d6s."""

    name = "pip counter"
    kinds = frozenset({"d6"})

    def find(self, image: NDArray[np.uint8]) -> list[Box]:
        """Where dice seem to lie; see `find_dice`."""
        return find_dice(image)

    def read(self, image: NDArray[np.uint8], box: Box, _kinds: frozenset[str] = frozenset()) -> DieSighting:
        """How many pips lie up; see `Peer.read`."""
        import cv2

        flat = straightened(image, box, _SIDE)
        grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
        grey = cv2.GaussianBlur(cv2.createCLAHE(2.0, (2, 2)).apply(grey), (0, 0), 1.2)
        fits: dict[int, float] = {}
        for light in (True, False):
            for window in _WINDOWS:
                pips = pips_in(np.asarray(grey, np.uint8), window, light=light)
                if 1 <= len(pips) <= _MOST:
                    trust = _trust(pips)
                    fits[len(pips)] = max(fits.get(len(pips), 0.0), trust)
        # The most pips that stand well: many do so by chance far more rarely than few, and some of
        # a face's pips often make the pattern of a lesser face.
        ranked = sorted(fits.items(), key=lambda fit: (fit[1] >= _HALF, fit[0] if fit[1] >= _HALF else fit[1]))[
            ::-1
        ] or [(1, 0.0)]
        count, trust = ranked[0]
        rivals = tuple((str(face), round(fit, 4)) for face, fit in ranked[1:4])
        alone = all(fit < _HALF for _, fit in ranked[1:])
        sure = trust >= (_SURE if alone else _SURER)
        return DieSighting(
            kind="d6",
            face=str(count),
            confidence=round(trust, 4),
            status="read" if sure else "unsure",
            box=box,
            alternatives=rivals,
        )


def pips_in(grey: NDArray[np.uint8], window: int, *, light: bool) -> list[tuple[float, float, float]]:
    """The round blobs on a die's face.

    Args:
        grey: (side, side) uint8, the die along its edges.
        window: of the local threshold, in pixels, odd.
        light: whether pips are lighter than the die.

    Returns:
        Of each its middle, in sides from the die's middle, and its area as a share of the face.
    """
    import cv2

    mode = cv2.THRESH_BINARY if light else cv2.THRESH_BINARY_INV
    mask = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, mode, window, -12 if light else 12)
    side = grey.shape[0]
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    pips: list[tuple[float, float, float]] = []
    for outline in outlines:
        area = float(cv2.contourArea(outline))
        around = float(cv2.arcLength(outline, closed=True))
        hull = float(cv2.contourArea(cv2.convexHull(outline)))
        if not _AREAS[0] <= area / side**2 <= _AREAS[1] or around == 0 or hull == 0:
            continue
        if 4 * np.pi * area / around**2 < _ROUND or area / hull < _FILLED:
            continue
        moments = cv2.moments(outline)
        x = moments["m10"] / moments["m00"] / side - 0.5
        y = moments["m01"] / moments["m00"] / side - 0.5
        if max(abs(x), abs(y)) <= _REACH:
            pips.append((x, y, area / side**2))
    return pips


def _trust(pips: list[tuple[float, float, float]]) -> float:
    """How far blobs look like a face of a die, in [0, 1]: alike in size, and where pips stand."""
    places = np.array([pip[:2] for pip in pips])
    areas = np.array([pip[2] for pip in pips])
    if areas.std() > _ALIKE * areas.mean():
        return 0.0
    return float(1 / (1 + (_misfit(places) / _NEAR) ** 4))


def _misfit(places: NDArray[np.float64]) -> float:
    """How far pips lie from where those of a face stand, in sides of the die; any quarter turn.

    Middle, step and turn of the pattern are free within what a die may show.
    """
    pattern = np.array(_PLACES[len(places)], np.float64)
    if len(places) == 1:
        return float(np.hypot(*places[0])) / 2
    middle = places.mean(axis=0)
    free = float(np.hypot(*middle)) / 2
    centred = places - middle
    best = np.inf
    for turn in np.deg2rad(np.arange(0, 180, 6)):
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        for step in (0.18, 0.21, 0.24, 0.27):
            want = pattern @ spin.T * step
            gaps = np.hypot(*(centred[:, None] - want[None]).transpose(2, 0, 1))
            best = min(best, max(gaps.min(axis=0).max(), gaps.min(axis=1).max()))
    return max(free, float(best))
