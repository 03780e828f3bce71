"""Dice cut out of the pictures that `make` wrote, as the reader's training takes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

LIST: Final = "dice.jsonl"
"""Beside the pictures: one line for each, with its name and the numbers of its dice."""
_RADII: Final = (24.0, 33.0)
_ROLL: Final = 12.0
_DYED: Final = 0.3
"""Share of cut-outs whose blue, green and red change places: other colours cost nothing."""


class Shelf:
    """All dice of a folder of pictures.

    Args:
        folder: what `make` wrote.

    Raises:
        ValueError: there are no dice.
    """

    def __init__(self, folder: Path) -> None:
        self._pictures: list[NDArray[np.uint8]] = []
        self._dice: list[tuple[int, NDArray[np.float64]]] = []
        for line in (folder / LIST).read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            picture = cv2.imread(str(folder / entry["picture"]))
            if picture is None:
                raise ValueError(f"no picture: {folder / entry['picture']}")
            self._dice += [(len(self._pictures), np.array(numbers)) for numbers in entry["dice"]]
            self._pictures.append(np.asarray(picture, dtype=np.uint8))
        if not self._dice:
            raise ValueError(f"no dice in {folder}")

    def __len__(self) -> int:
        return len(self._dice)

    def patch(self, rng: np.random.Generator, side: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """Some die, in the middle of a picture of this side, a little turned.

        Returns:
            The picture, not yet as a bad camera takes it, and the die's numbers, as of `patch_numbers`.
        """
        place, numbers = self._dice[int(rng.integers(len(self._dice)))]
        radius, roll = float(rng.uniform(*_RADII)), float(rng.uniform(-_ROLL, _ROLL))
        middle = side / 2 + rng.uniform(-3, 3, 2)
        cut = _cut(self._pictures[place], numbers[2:5], (middle[0], middle[1], radius), roll, side)
        if rng.random() < _DYED:
            cut = np.ascontiguousarray(cut[..., rng.permutation(3)])
        told = numbers.copy()
        told[1] = (numbers[1] + roll) % 360 if numbers[1] >= 0 else -1
        told[2:5] = (*middle, radius)
        told[5:7] = _turn(roll) @ numbers[5:7]
        return cut, told


def _turn(roll: float) -> NDArray[np.float64]:
    """(2, 2) a picture's turn, degrees clockwise, on x and y."""
    cos, sin = np.cos(np.deg2rad(roll)), np.sin(np.deg2rad(roll))
    return np.array([[cos, -sin], [sin, cos]])


def _cut(
    picture: NDArray[np.uint8],
    place: NDArray[np.float64],
    wanted: tuple[float, float, float],
    roll: float,
    side: int,
) -> NDArray[np.uint8]:
    """A square of a picture: what has its middle and radius at `place` comes to have them as wanted."""
    scale = wanted[2] / place[2]
    if scale < 0.5:  # so much smaller that the warp would skip pixels
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        place, scale = place / 2, scale * 2
    turn = scale * _turn(roll)
    shift = np.array(wanted[:2]) - 0.5 - turn @ (place[:2] - 0.5)
    forth = np.concatenate([turn, shift[:, None]], axis=1)
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_LINEAR
    cut = cv2.warpAffine(picture, forth, (side, side), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.uint8)
