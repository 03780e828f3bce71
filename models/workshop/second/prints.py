"""What stands on all faces of a die, laid out on one sheet: paint, how much of it, and relief."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.geometry import Solid
from models.workshop.rendering.marks import Mark
from models.workshop.rendering.style import Colour, DieStyle
from models.workshop.rendering.surfaces import noise_tiles

_TILE: Final = 144
"""Pixels a side for each face."""
_COLUMNS: Final = 5
_RIM: Final = 0.055
"""Width of the rim around numerals, in inradii."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All faces' prints; each face has a square tile, its `up` to the top, as large as its farthest corner asks.

    Attributes:
        paint: (H, W, 4) float32: linear red, green and blue of the paint, and how much of it there is.
        height: (F, S, S) float32 relief in [0, 1] of every face.
        depths: (F,) how far each relief reaches out; below 0 it is cut in.
    """

    paint: NDArray[np.float32]
    height: NDArray[np.float32]
    depths: NDArray[np.float64]

    def places(self, face: int, at: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where on the sheet points of a face's plane lie, from its lower left corner.

        Args:
            face: whose tile it is.
            at: (..., 2) to the face's right and up, over half its tile's side.
        """
        rows = self.paint.shape[0] // _TILE
        column, row = face % _COLUMNS, face // _COLUMNS
        across = (column + (at[..., 0] + 1) / 2) / _COLUMNS
        return np.stack([across, 1 - (row + (1 - at[..., 1]) / 2) / rows], axis=-1)


def reach(solid: Solid) -> float:
    """From a face's touch point to its farthest corner, in inradii, and a little more: half a tile's side."""
    return 1.02 * float(np.linalg.norm(solid.kites - solid.normals[:, None], axis=-1).max())


def linear(colour: Colour) -> NDArray[np.float32]:
    """(3,) linear red, green and blue of a colour as pictures have it."""
    share = np.clip(np.array(colour[::-1], np.float32) / 255, 0, 1)
    return np.asarray(np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4), dtype=np.float32)


def sheet(style: DieStyle) -> Sheet:
    """The prints of a die of these looks."""
    faces = len(style.solid.normals)
    rows = -(-faces // _COLUMNS)
    paint = np.zeros((rows * _TILE, _COLUMNS * _TILE, 4), np.float32)
    height = np.zeros((faces, _TILE, _TILE), np.float32)
    depths = np.zeros(faces)
    half = reach(style.solid)
    rng = np.random.default_rng((style.seed, 3))
    for face in range(faces):
        mark = style.mark_on(face)
        top, left = face // _COLUMNS * _TILE, face % _COLUMNS * _TILE
        paint[top : top + _TILE, left : left + _TILE] = _painted(style, mark, half, rng)
        if mark.height is not None and mark.depth:
            height[face], depths[face] = _laid(mark.height, mark, half), mark.depth
    return Sheet(paint, height, depths)


def _laid(mask: NDArray[np.uint8], mark: Mark, half: float) -> NDArray[np.float32]:
    """(S, S) of a mask on its face's tile, in [0, 1]."""
    scale = mark.half / half * _TILE / mask.shape[0]
    angle = np.deg2rad(mark.turn)
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    middle, own = _TILE / 2, mask.shape[0] / 2
    down = middle - mark.lift / half * middle
    forth = np.array(
        [
            [cos, -sin, middle - (own - 0.5) * (cos - sin) - 0.5],
            [sin, cos, down - (own - 0.5) * (sin + cos) - 0.5],
        ]
    )
    laid = cv2.warpAffine(mask, forth, (_TILE, _TILE), flags=cv2.INTER_LINEAR)
    return np.asarray(laid / 255, dtype=np.float32)


def _painted(style: DieStyle, mark: Mark, half: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """(S, S, 4) of one face's paint, with its rim and where it is worn."""
    share = _laid(mark.ink, mark, half)
    tile = np.empty((_TILE, _TILE, 4), np.float32)
    tile[..., :3], tile[..., 3] = linear(style.ink if mark.colour is None else mark.colour), share
    if style.outline is not None:
        wide = max(1, round(_RIM / half * _TILE / 2))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * wide + 1))
        tile[..., 3] = cv2.dilate(share, disc)
        tile[..., :3] += (1 - share[..., None]) * (linear(style.outline) - tile[..., :3])
    if style.wear:
        tiles = noise_tiles()
        grain = cv2.resize(tiles[int(rng.integers(len(tiles)))], (_TILE, _TILE))
        tile[..., 3] *= np.clip((grain - style.wear) * 6 + 0.5, 0.15, 1)
    return np.asarray(tile, dtype=np.float32)
