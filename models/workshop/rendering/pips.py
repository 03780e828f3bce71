"""Pips: where they stand on a face, and how they are drilled, painted or both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.marks import Mark, no_ink

PIP_SIDE: Final = 96
"""Side of a mask that covers a whole face."""
_FINE: Final = 16
PATTERNS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Places of pips in a grid of three by three: 2 and 3 diagonal, 6 in two rows."""


@dataclass(frozen=True, slots=True)
class PipLook:
    """How a die's pips look.

    Attributes:
        radius: in inradii.
        spread: from a face's middle to the rows, in inradii.
        shape: `disc`, `ring` about a dot, empty `hoop` or `square`.
        painted: bare holes otherwise.
        depth: relief as of `Mark`; negative is drilled, 0 printed flat.
        one: how much larger the single pip of the 1 is.
        special: colour of the 1, and of the 4 where `special_four`; None for the die's ink.
        special_four: whether the 4 has that colour too, as on many East Asian dice.
        narrow: how much closer the two rows of the 6 stand than those of the other faces.
        close: how much closer the two pips of the 2 stand than those in the corners of the 4.
    """

    radius: float = 0.2
    spread: float = 0.52
    shape: str = "disc"
    painted: bool = True
    depth: float = 0.0
    one: float = 1.0
    special: tuple[float, float, float] | None = None
    special_four: bool = False
    narrow: float = 1.0
    close: float = 1.0


PLAIN_PIPS: Final = PipLook()


@lru_cache(maxsize=256)
def _masks(look: PipLook, value: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """(PIP_SIDE, PIP_SIDE) of ink and of depth."""
    ink = np.zeros((PIP_SIDE, PIP_SIDE), np.uint8)
    scale = PIP_SIDE / 2
    radius = look.radius * scale * (look.one if value == 1 else 1.0)
    spread = look.spread * (look.close if value == 2 else 1.0)
    for column, row in PATTERNS[value]:
        across = spread * (look.narrow if value == max(PATTERNS) else 1.0)
        at = (scale * (1 + across * column), scale * (1 + spread * row))
        _pip(ink, at, radius, look.shape)
    soft = np.asarray(cv2.GaussianBlur(ink, (0, 0), max(0.8, 0.3 * radius)), dtype=np.uint8)
    return ink, soft


def _pip(canvas: NDArray[np.uint8], at: tuple[float, float], radius: float, shape: str) -> None:
    whole = (round((at[0] - 0.5) * _FINE), round((at[1] - 0.5) * _FINE))
    if shape == "square":
        reach = round(0.88 * radius * _FINE)
        low, high = (whole[0] - reach, whole[1] - reach), (whole[0] + reach, whole[1] + reach)
        cv2.rectangle(canvas, low, high, 255, -1, cv2.LINE_AA, 4)
        return
    cv2.circle(canvas, whole, round(radius * _FINE), 255, -1, cv2.LINE_AA, 4)
    if shape in {"ring", "hoop"}:
        cv2.circle(canvas, whole, round(0.55 * radius * _FINE), 0, -1, cv2.LINE_AA, 4)
    if shape == "ring":
        cv2.circle(canvas, whole, round(0.22 * radius * _FINE), 255, -1, cv2.LINE_AA, 4)


def pip_mark(look: PipLook, value: int, turn: float) -> Mark:
    """The pips of a face, turned by quarters of a full turn."""
    ink, soft = _masks(look, value)
    special = value == 1 or (value == 4 and look.special_four)
    return Mark(
        ink if look.painted else no_ink(PIP_SIDE),
        1.0,
        soft if look.depth else None,
        look.depth,
        turn=turn,
        colour=look.special if special else None,
    )


def random_pips(rng: np.random.Generator) -> PipLook:
    """Pips as a shop might sell them."""
    radius = float(rng.uniform(0.12, 0.25))
    large = rng.random() < 0.25
    red = rng.random() < 0.15
    drilled = rng.random() < 0.65
    raised = not drilled and rng.random() < 0.25
    return PipLook(
        radius=radius,
        spread=float(rng.uniform(max(0.4, radius * 2.15), min(0.62, 0.96 - radius))),
        shape=str(rng.choice(["disc", "ring", "hoop", "square"], p=[0.88, 0.05, 0.04, 0.03])),
        painted=bool(rng.random() < (0.8 if drilled or raised else 1.0)),
        depth=float(rng.uniform(0.3, 1.3)) * (raised - drilled),
        one=float(rng.uniform(1.2, 2.1)) if large or (red and rng.random() < 0.7) else 1.0,
        special=(
            float(rng.uniform(10, 50)),
            float(rng.uniform(10, 50)),
            float(rng.uniform(150, 230)),
        )
        if red
        else None,
        special_four=bool(red and rng.random() < 0.5),
        narrow=float(rng.uniform(0.75, 1.0)),
        close=float(rng.uniform(0.5, 1.0)) if rng.random() < 0.5 else 1.0,
    )
