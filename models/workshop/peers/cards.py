"""Other ways of reading cards, to measure against: hashes of outlines, and feature points with RANSAC."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Picture
from vision.cards.deck import Deck
from vision.cards.outlines import outlines, sides
from vision.cards.patches import Pyramid, Size
from vision.cards.read import CardSighting

Reader = Callable[[Picture], list[CardSighting]]
_HASH: Final = Size(17, 16)
_FARTHEST: Final = 90
"""Of 256 bits, those in which a card may differ from a hash."""
_RATIO, _INLIERS, _OFF = 0.75, 10, 5.0
_SHARED: Final = 0.3


def hashing(deck: Deck) -> Reader:
    """Outlines, laid straight, by the difference hash of what they show."""
    size = deck.size.corners
    taught = [(name, _hash(Pyramid(picture), size)) for name, picture in deck.pictures()]

    def read(picture: Picture) -> list[CardSighting]:
        pyramid, found = Pyramid(picture), []
        for quad in outlines(picture, deck.ratio):
            wide, high = sides(quad)
            way = np.roll(quad, int((wide > high) != (deck.aspect > 1)), axis=0)
            for turned in (way, np.roll(way, 2, axis=0)):
                seen = _hash(pyramid, turned)
                off, name = min((int((seen != bits).sum()), name) for name, bits in taught)
                if off <= _FARTHEST:
                    found.append((float(off), name, turned))
        return _apart(found)

    return read


def _hash(pyramid: Pyramid, quad: Array) -> NDArray[np.bool_]:
    grey = pyramid.cut(quad, _HASH).mean(axis=2)
    return np.asarray(grey[:, 1:] > grey[:, :-1])


def features(deck: Deck, make: Callable[[], cv2.Feature2D], norm: int) -> Reader:
    """Feature points of each card taught, matched and laid over by RANSAC."""
    finder, matcher = make(), cv2.BFMatcher(norm)
    taught = [(name, *finder.detectAndCompute(picture, None)) for name, picture in deck.pictures()]
    corners = deck.size.corners.astype(np.float32)[None]

    def read(picture: Picture) -> list[CardSighting]:
        points, seen = finder.detectAndCompute(picture, None)
        found = []
        for name, theirs, descriptors in taught:
            if not theirs or len(points) < 2:
                continue
            pairs = matcher.knnMatch(descriptors, seen, 2)
            good = [one[0] for one in pairs if len(one) > 1 and one[0].distance < _RATIO * one[1].distance]
            if len(good) < _INLIERS:
                continue
            here = np.array([theirs[one.queryIdx].pt for one in good], np.float32)
            there = np.array([points[one.trainIdx].pt for one in good], np.float32)
            way, inside = cv2.findHomography(here, there, cv2.RANSAC, _OFF)
            if int(inside.sum()) >= _INLIERS:
                quad = np.asarray(cv2.perspectiveTransform(corners, way)[0], np.float64)
                if cv2.isContourConvex(quad.astype(np.float32)):
                    found.append((-float(inside.sum()), name, quad))
        return _apart(found)

    return read


def _apart(found: Sequence[tuple[float, str, Array]]) -> list[CardSighting]:
    """The best of those that lie over one another."""
    kept: list[tuple[float, str, Array]] = []
    for one in sorted(found, key=lambda each: each[0]):
        if all(_share(one[2], other[2]) < _SHARED for other in kept):
            kept.append(one)
    return [CardSighting(name, 1.0, "read", quad) for _, name, quad in kept]


def _share(one: Array, other: Array) -> float:
    first, second = one.astype(np.float32), other.astype(np.float32)
    both, _ = cv2.intersectConvexConvex(first, second)
    return float(both / max(1e-6, min(cv2.contourArea(first), cv2.contourArea(second))))


PEERS: Final[dict[str, Callable[[Deck], Reader]]] = {
    "hash": hashing,
    "orb": lambda deck: features(deck, lambda: cv2.ORB.create(3000), cv2.NORM_HAMMING),
    "sift": lambda deck: features(deck, lambda: cv2.SIFT.create(3000), cv2.NORM_L2),
}
