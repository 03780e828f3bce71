"""A die's surface as a mesh: edges rounded by a ball that rolls along them, pips and symbols cut in or raised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.style import DieStyle
from models.workshop.second.prints import Sheet, reach

_PLAIN_STEPS: Final = 22
_RELIEF_STEPS: Final = 42
"""Points along a face's side, without relief and with it."""
_DEEP: Final = 0.085
"""Inradii that a relief of depth 1 reaches in or out."""


@dataclass(frozen=True, slots=True)
class Surface:
    """All faces of a die, each a grid of its own.

    Attributes:
        points: (V, 3) in inradii.
        normals: (V, 3) outward unit normals, for smooth shading.
        quads: (Q, 4) places in `points`, anticlockwise seen from outside.
        places: (V, 2) where on the sheet of prints each point lies, from its lower left corner, in [0, 1].
    """

    points: NDArray[np.float64]
    normals: NDArray[np.float64]
    quads: NDArray[np.int64]
    places: NDArray[np.float64]


def surface(style: DieStyle, sheet: Sheet) -> Surface:
    """The mesh of a die of these looks."""
    steps = _RELIEF_STEPS if sheet.height.any() else _PLAIN_STEPS
    parts = [_face(style, sheet, face, steps) for face in range(len(style.solid.normals))]
    corner = np.arange((steps - 1) * steps).reshape(steps - 1, steps)[:, :-1].ravel()
    quads = np.stack([corner, corner + steps, corner + steps + 1, corner + 1], axis=1)
    return Surface(
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        np.concatenate([quads + steps * steps * face for face in range(len(parts))]),
        np.concatenate([part[2] for part in parts]),
    )


def _face(style: DieStyle, sheet: Sheet, face: int, steps: int) -> tuple[NDArray[np.float64], ...]:
    """Points, normals and places on the sheet of one face's grid."""
    solid = style.solid
    axes = np.stack([solid.rights[face], solid.ups[face]])
    kite = (solid.kites[face] - solid.normals[face]) @ axes.T
    flat = _grid(kite, steps)
    points, normals = _rounded(flat, kite, style.rounding, np.concatenate([axes, solid.normals[face][None]]))
    if style.ball:
        points, normals = _ground_down(points, float(np.hypot(1.0, style.ball)))
    height = _sampled(sheet.height[face], flat / reach(solid))
    if height.any():
        points = points + normals * (height * sheet.depths[face] * _DEEP)[..., None]
        normals = np.where(_near(height)[..., None], _slopes(points), normals)
    return points.reshape(-1, 3), normals.reshape(-1, 3), sheet.places(face, flat / reach(solid)).reshape(-1, 2)


def _grid(kite: NDArray[np.float64], steps: int) -> NDArray[np.float64]:
    """(steps, steps, 2) points of a face's plane between its four corners, closer together near its edges."""
    even = np.linspace(0, 1, steps)
    along = 0.4 * even + 0.3 * (1 - np.cos(np.pi * even))
    down, across = along[:, None, None], along[None, :, None]
    apex, right, tail, left = kite
    upper, lower = apex + (right - apex) * across, left + (tail - left) * across
    return np.asarray(upper + (lower - upper) * down, dtype=np.float64)


def _rounded(
    flat: NDArray[np.float64], kite: NDArray[np.float64], radius: float, axes: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A face's points moved onto the solid that a ball of this radius leaves when it rolls along all edges inside.

    The result is the solid made smaller by the radius, and then all that is within the radius of it.
    """
    inner = _nearest(flat, kite * (1 - radius))
    towards = np.concatenate([flat - inner, np.full((*flat.shape[:2], 1), radius)], axis=2)
    towards /= np.linalg.norm(towards, axis=2, keepdims=True)
    core = np.concatenate([inner, np.full((*flat.shape[:2], 1), 1 - radius)], axis=2)
    return (core + radius * towards) @ axes, towards @ axes


def _nearest(points: NDArray[np.float64], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each point the nearest one of a convex outline and what it holds; corners clockwise."""
    inside = np.ones(points.shape[:-1], np.bool_)
    best, least = points.copy(), np.full(points.shape[:-1], np.inf)
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        side, away = end - start, points - start
        inside &= side[0] * away[..., 1] - side[1] * away[..., 0] <= 0
        share = np.clip(away @ side / (side @ side), 0, 1)
        on = start + share[..., None] * side
        apart = np.linalg.norm(points - on, axis=-1)
        nearer = apart < least
        best[nearer], least[nearer] = on[nearer], apart[nearer]
    best[inside] = points[inside]
    return best


def _ground_down(points: NDArray[np.float64], radius: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What is left of a cube's face within a ball: its corners are cut to the ball's surface."""
    far = np.linalg.norm(points, axis=-1, keepdims=True)
    cut = points * np.minimum(1.0, radius / far)
    return cut, np.where(far > radius, points / far, _slopes(points))


def _slopes(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Unit normals of a grid of points, outward."""
    down, across = np.gradient(points, axis=0), np.gradient(points, axis=1)
    normals = np.cross(down, across)
    return np.asarray(normals / np.linalg.norm(normals, axis=-1, keepdims=True), dtype=np.float64)


def _sampled(tile: NDArray[np.float32], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """A tile's values at places of its face's plane, each in [-1, 1]."""
    side = tile.shape[0]
    x = ((at[..., 0] + 1) / 2 * side - 0.5).astype(np.float32)
    y = ((1 - at[..., 1]) / 2 * side - 0.5).astype(np.float32)
    return np.asarray(cv2.remap(tile, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), dtype=np.float64)


def _near(height: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where a grid is not level, and one point around."""
    return np.asarray(cv2.dilate((height > 0).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0, dtype=np.bool_)
