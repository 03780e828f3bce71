"""Printed mats and boards: grids, rings, markers, checks and words, all of them flat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_WORDS: Final = ("CITY", "ROLL", "HP", "VP", "START", "BANK", "MINE", "NOTE", "A", "?", "+1", "x2")
Tone = tuple[float, float, float]


def print_mat(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """Print one to four things on a ground, as mats and boards have them.

    Args:
        rng: chance.
        picture: (H, W, 3) uint8 of plain material, changed in place.
    """
    for _ in range(int(rng.integers(1, 5))):
        _PRINTS[int(rng.integers(len(_PRINTS)))](rng, picture)


def _ink(rng: np.random.Generator) -> Tone:
    if rng.random() < 0.6:
        level = float(rng.uniform(0, 60) if rng.random() < 0.5 else rng.uniform(190, 255))
        return (level, level, level)
    blue, green, red = (float(v) for v in rng.uniform(0, 255, 3))
    return (blue, green, red)


def _grid(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """Lines that cross, or one frame within another."""
    height, width = picture.shape[:2]
    ink, thick = _ink(rng), int(rng.integers(1, 5))
    if rng.random() < 0.4:
        for inset in np.cumsum(rng.integers(8, 60, 3)).tolist():
            ends = (int(inset), int(inset)), (width - int(inset), height - int(inset))
            cv2.rectangle(picture, *ends, ink, thick, cv2.LINE_AA)
        return
    step = int(rng.integers(24, 130))
    for at in range(int(rng.integers(step)), max(height, width), step):
        cv2.line(picture, (at, 0), (at, height), ink, thick, cv2.LINE_AA)
        cv2.line(picture, (0, at), (width, at), ink, thick, cv2.LINE_AA)


def _hexes(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """A board of hexagons."""
    height, width = picture.shape[:2]
    ink, size = _ink(rng), float(rng.uniform(16, 60))
    angles = np.arange(6) * np.pi / 3
    corner = np.stack([np.cos(angles), np.sin(angles)], axis=1) * size
    for column in range(int(width / (1.5 * size)) + 2):
        for row in range(int(height / (1.73 * size)) + 2):
            middle = np.array([1.5 * size * column, 1.732 * size * (row + 0.5 * (column % 2))])
            whole = np.round((corner + middle) * 16).astype(np.int32)
            cv2.polylines(picture, [whole], True, ink, 1, cv2.LINE_AA, 4)  # noqa: FBT003 - OpenCV's own order: closed


def _rings(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """A round zone to roll in."""
    height, width = picture.shape[:2]
    x, y = int(rng.integers(width)), int(rng.integers(height))
    for _ in range(int(rng.integers(1, 5))):
        radius = int(np.exp(rng.uniform(np.log(8), np.log(250))))
        thick = -1 if rng.random() < 0.2 else int(rng.integers(1, 6))
        cv2.circle(picture, (x, y), radius, _ink(rng), thick, cv2.LINE_AA)


def _markers(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """Squares of black and white blocks, as cameras find a mat by: dice they are not."""
    height, width = picture.shape[:2]
    side = int(np.exp(rng.uniform(np.log(14), np.log(110))))
    for _ in range(int(rng.integers(1, 6))):
        tile = marker(rng, side)
        left, top = int(rng.integers(width - side)), int(rng.integers(height - side))
        picture[top : top + side, left : left + side] = tile[..., None]


def marker(rng: np.random.Generator, side: int) -> NDArray[np.uint8]:
    """(side, side) of black and white blocks in a black frame, on a white one."""
    cells = int(rng.integers(4, 8))
    code = np.zeros((cells + 2, cells + 2), np.uint8)
    code[1:-1, 1:-1] = 255 * rng.integers(0, 2, (cells, cells))
    framed = np.pad(code, 1, constant_values=255)
    return np.asarray(cv2.resize(framed, (side, side), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def _checks(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """A strip or a board of checks."""
    height, width = picture.shape[:2]
    side = int(rng.integers(6, 40))
    rows, columns = int(rng.integers(2, 9)), int(rng.integers(4, 14))
    board = (np.add.outer(np.arange(rows), np.arange(columns)) % 2).astype(np.uint8)
    large = np.kron(board, np.ones((side, side), np.uint8))
    large = large[:height, :width]
    top = int(rng.integers(height - large.shape[0] + 1))
    left = int(rng.integers(width - large.shape[1] + 1))
    part = picture[top : top + large.shape[0], left : left + large.shape[1]]
    one, other = (np.array(_ink(rng)) for _ in range(2))
    part[:] = np.where(large[..., None] > 0, one, other).astype(np.uint8)


def _words(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """Captions and numbers of tracks."""
    height, width = picture.shape[:2]
    size = float(rng.uniform(0.5, 3.0))
    for _ in range(int(rng.integers(1, 8))):
        number = str(int(rng.integers(0, 41)))
        text = number if rng.random() < 0.5 else str(rng.choice(_WORDS))
        at = (int(rng.integers(width)), int(rng.integers(height)))
        thick = max(1, round(size * float(rng.uniform(0.8, 2.5))))
        cv2.putText(picture, text, at, 0, size, _ink(rng), thick, cv2.LINE_AA)


_PRINTS: Final[tuple[Callable[[np.random.Generator, NDArray[np.uint8]], None], ...]] = (
    _grid,
    _hexes,
    _rings,
    _rings,
    _markers,
    _checks,
    _words,
)
