"""Where cards may lie in a picture, by a small network: also those that others cover in part."""

from functools import lru_cache
from typing import Final, NamedTuple

import cv2
import numpy as np

from calibration.arrays import Array, Picture
from models.framing import STRIDE
from vision.cards.patches import Values
from vision.find import sizes
from vision.network import OnnxSession, open_session

_LONG_SIDES: Final = (512, 192)
"""The sizes in which a picture is looked at, as for dice."""
_UNIT: Final = 32.0
"""Pixels of the network's input that a half axis of length 0 in logarithms has, and a middle that lies 1 off."""
_SAME: Final = 0.55
"""Two outlines that share so much of their union are one card."""
_MOST: Final = 48


class Spot(NamedTuple):
    """How likely a card lies somewhere, 0 to 1, and its (4, 2) corners, clockwise."""

    likely: float
    quad: Array


class CardEye:
    """Finds cards in a picture by a small network."""

    def __init__(self, spot: OnnxSession) -> None:
        self._spot = spot

    def spots(self, picture: Picture) -> list[Spot]:
        """Where cards may lie; the surest first."""
        found: list[Spot] = []
        for small, factor in sizes(picture, _LONG_SIDES):
            heat, shape = self._spot.run(small[None])
            found += self._peaks(heat[0, 0], shape[0], factor)
        kept: list[Spot] = []
        for spot in sorted(found, key=lambda one: -one.likely)[: 2 * _MOST]:
            if all(union(spot.quad, other.quad) < _SAME for other in kept):
                kept.append(spot)
        return kept[:_MOST]

    def _peaks(self, heat: Values, shape: Values, factor: float) -> list[Spot]:
        highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
        rows, columns = np.nonzero((heat >= self._spot.card.numbers["threshold"]) & (heat >= highest))
        found = []
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            x, y, *axes = shape[:, row, column].astype(float).tolist()
            middle = np.array((column + 0.5, row + 0.5)) * STRIDE + np.array((x, y)) * _UNIT
            long, short = (_half(*axes[at : at + 3]) for at in (0, 3))
            if long[0] * short[1] - long[1] * short[0] > 0:
                short = -short
            quad = middle + np.array((-short - long, short - long, short + long, long - short))
            found.append(Spot(float(heat[row, column]), quad * factor - 0.5))
        return found


def _half(size: float, cosine: float, sine: float) -> Array:
    turn = np.arctan2(sine, cosine) / 2
    return np.array((np.cos(turn), np.sin(turn))) * float(np.exp(min(size, 4.0))) * _UNIT


def union(one: Array, other: Array) -> float:
    """Share of the union of two outlines that both have."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    both, _ = cv2.intersectConvexConvex(first, second)
    return float(both / max(1e-6, cv2.contourArea(first) + cv2.contourArea(second) - both))


@lru_cache(maxsize=1)
def card_eye() -> CardEye:
    """The network that ships; raises `ModelError`: it is missing or broken."""
    return CardEye(open_session(None, "spot", 2))
