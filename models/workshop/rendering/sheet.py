"""A sheet to draw silhouettes on, and the outlines they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

SHEET_SIDE: Final = 192
_SHIFT: Final = 4


class Sheet:
    """A mask to draw on, x right and y down from -1 to 1."""

    def __init__(self) -> None:
        self.mask = np.zeros((SHEET_SIDE, SHEET_SIDE), np.uint8)

    def _whole(self, points: object) -> NDArray[np.int32]:
        at = (np.asarray(points, np.float64).reshape(-1, 2) * 0.8 + 1) * SHEET_SIDE / 2
        return np.round(at * (1 << _SHIFT)).astype(np.int32)

    def fill(self, points: object, level: int = 255) -> None:
        """A polygon."""
        cv2.fillPoly(self.mask, [self._whole(points)], level, cv2.LINE_8, _SHIFT)

    def both(self, points: object, level: int = 255) -> None:
        """A polygon and its mirror image."""
        there = np.asarray(points, np.float64)
        self.fill(there, level)
        self.fill(there * [-1.0, 1.0], level)

    def line(self, points: object, width: float, level: int = 255) -> None:
        """A line of round tip, `width` in half sides."""
        thick = max(2, round(width * 0.8 * SHEET_SIDE / 2))
        cv2.polylines(
            self.mask,
            [self._whole(points)],
            isClosed=False,
            color=level,
            thickness=thick,
            lineType=cv2.LINE_8,
            shift=_SHIFT,
        )

    def oval(self, x: float, y: float, across: float, down: float, turn: float = 0.0, level: int = 255) -> None:
        """An ellipse by its half axes."""
        angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        ring = np.stack([across * np.cos(angles), down * np.sin(angles)], axis=1)
        self.fill(turned(ring, turn) + np.array([x, y]), level)


def turned(points: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    """Points turned about the middle."""
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(points @ turn)


def blob(rng: np.random.Generator, rough: float, across: float, down: float) -> NDArray[np.float64]:
    """An outline that is the same left and right."""
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    radius = np.ones_like(angles)
    for wave in range(2, 8):
        radius += rough * rng.normal(0, 1 / wave) * np.sin(wave * (angles + np.pi / 2) + np.pi / 2)
    return np.stack([across * radius * np.cos(angles), down * radius * np.sin(angles)], axis=1)


def smooth(points: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    """Corners cut twice (Chaikin 1974)."""
    outline = np.array(points, np.float64)
    for _ in range(2):
        after = np.roll(outline, -1, axis=0)
        outline = np.stack([0.8 * outline + 0.2 * after, 0.2 * outline + 0.8 * after], 1)
        outline = outline.reshape(-1, 2)
    return outline
