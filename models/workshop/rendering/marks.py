"""What stands on a face of a die: numerals, pips or a symbol, as ink and as relief."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.glyphs import HEIGHT, SIDE, Glyphs, marked

_GAP: Final = 3
"""Between the two digits of a pair, in a mask's pixels."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One face's print.

    Attributes:
        ink: (S, S) uint8, upright, 255 where there is paint.
        half: half the mask's side in inradii.
        height: (S, S) uint8 relief, None where the ink alone sits in a common groove.
        depth: how strongly the relief catches light: above 0 it is raised, below 0 engraved.
        lift: of its middle from the face's touch point towards the face's `up`, in inradii.
        turn: in its face, degrees clockwise from `top towards up`.
        colour: of the paint, None for the die's ink.
    """

    ink: NDArray[np.uint8]
    half: float
    height: NDArray[np.uint8] | None = None
    depth: float = 0.0
    lift: float = 0.0
    turn: float = 0.0
    colour: tuple[float, float, float] | None = None


def numeral_mask(glyphs: Glyphs, text: str, mark: str) -> NDArray[np.uint8]:
    """One or two digits, upright, in a square mask.

    Args:
        glyphs: the hand.
        text: digits, `7` or `70`.
        mark: below a single 6 or 9, as of `glyphs.marked`.
    """
    if len(text) == 1:
        mask = glyphs.masks[int(text)]
        return marked(mask, mark) if text in {"6", "9"} else mask
    pair = _pair(glyphs.masks[int(text[0])], glyphs.masks[int(text[1])])
    return marked_below(pair, mark) if text in {"60", "90"} else pair


def _pair(left: NDArray[np.uint8], right: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Two digits side by side, made smaller where they are too wide for the square."""
    parts = []
    for mask in (left, right):
        columns = np.nonzero(mask.max(axis=0) > 64)[0]
        parts.append(mask[:, columns[0] : columns[-1] + 1])
        parts.append(np.zeros((SIDE, _GAP), np.uint8))
    drawn = np.hstack(parts[:3])
    wide = drawn.shape[1]
    pair = np.zeros((SIDE, SIDE), np.uint8)
    if wide > SIDE - 2:
        factor = (SIDE - 2) / wide
        drawn = np.asarray(
            cv2.resize(drawn, (SIDE - 2, round(SIDE * factor)), interpolation=cv2.INTER_AREA),
            dtype=np.uint8,
        )
    top, left_edge = (SIDE - drawn.shape[0]) // 2, (SIDE - drawn.shape[1]) // 2
    pair[top : top + drawn.shape[0], left_edge : left_edge + drawn.shape[1]] = drawn
    return pair


def marked_below(mask: NDArray[np.uint8], mark: str) -> NDArray[np.uint8]:
    """A pair of digits with a bar below for every mark that is a line; others leave it as it is."""
    if mark not in {"bar", "dash"}:
        return mask
    drawn = mask.copy()
    foot = min(int(np.nonzero(mask.max(axis=1) > 127)[0].max()) + 4, SIDE - 6)
    reach = HEIGHT // 2 if mark == "bar" else HEIGHT // 4
    cv2.rectangle(drawn, (SIDE // 2 - reach, foot), (SIDE // 2 + reach, foot + 3), 255, -1)
    return drawn


def domed(mask: NDArray[np.uint8], reach: float) -> NDArray[np.uint8]:
    """The relief of a shape: it rises from its rim over `reach` pixels and is flat beyond."""
    away = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray(255 * np.sin(np.clip(away / reach, 0, 1) * np.pi / 2), dtype=np.uint8)


@lru_cache(maxsize=2)
def no_ink(side: int) -> NDArray[np.uint8]:
    """(side, side) of bare material."""
    return np.zeros((side, side), np.uint8)
