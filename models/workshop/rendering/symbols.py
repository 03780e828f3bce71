"""Symbols of sculpted sides: silhouettes that follow from a number alone, as large a set as asked for.

No picture or font stands behind them. Every number is a member of a family (heads, skulls, claws,
flames, ...) with its own proportions; some families are kept for numbers beyond those of training.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.labels import SYMBOLS
from models.workshop.rendering import emblems
from models.workshop.rendering.marks import domed
from models.workshop.rendering.sheet import SHEET_SIDE, Sheet, blob, smooth

SYMBOL_SIDE: Final = 96
_FINE: Final = SHEET_SIDE / SYMBOL_SIDE
_REACH: Final = 0.94
"""A symbol's larger half extent, of half the mask's side."""


def _head(rng: np.random.Generator) -> Sheet:
    """A monster's face: horns or ears, eyes, and a mouth full of teeth."""
    sheet = Sheet()
    wide, high = float(rng.uniform(0.55, 0.85)), float(rng.uniform(0.6, 0.85))
    sheet.fill(blob(rng, 0.25, wide, high))
    ears = int(rng.integers(0, 4))
    if ears:
        root, tip = float(rng.uniform(0.2, 0.6)), float(rng.uniform(0.3, 1.0))
        top, thick = float(rng.uniform(-1.1, -0.85)), float(rng.uniform(0.12, 0.3))
        sheet.both([(root - thick, -0.5), (tip, top), (root + thick, -0.3)])
        if ears > 1:
            sheet.both([(0.5, -0.1), (1.05, float(rng.uniform(-0.6, 0.3))), (0.5, 0.3)])
    _face(rng, sheet, wide)
    return sheet


def _face(rng: np.random.Generator, sheet: Sheet, wide: float) -> None:
    eyes, size = int(rng.integers(1, 4)), float(rng.uniform(0.1, 0.22))
    level, slant = float(rng.uniform(-0.35, -0.05)), float(rng.uniform(-30, 35))
    if eyes != 2:
        sheet.oval(0.0, level - (0.2 if eyes > 1 else 0.0), size, size, level=0)
        sheet.oval(0.0, level - (0.2 if eyes > 1 else 0.0), size * 0.45, size * 0.45)
    if eyes > 1:
        apart = float(rng.uniform(0.22, 0.36))
        flat = float(rng.uniform(0.45, 1.0))
        sheet.oval(apart, level, size, size * flat, -slant, level=0)
        sheet.oval(-apart, level, size, size * flat, slant, level=0)
    mouth, reach = float(rng.uniform(0.2, 0.4)), wide * float(rng.uniform(0.4, 0.75))
    deep, teeth = float(rng.uniform(0.1, 0.28)), int(rng.integers(2, 6))
    bend = float(rng.uniform(-0.15, 0.15))
    sheet.fill(
        [
            (-reach, mouth - bend),
            (0, mouth),
            (reach, mouth - bend),
            (reach * 0.7, mouth + deep),
            (0, mouth + deep + bend),
            (-reach * 0.7, mouth + deep),
        ],
        0,
    )
    for x in np.linspace(-reach * 0.75, reach * 0.75, teeth):
        half = reach * 0.6 / teeth
        sheet.fill([(x - half, mouth - 0.05), (x + half, mouth - 0.05), (x, mouth + deep * 0.75)])


def _skull(rng: np.random.Generator) -> Sheet:
    sheet = Sheet()
    wide, jaw = float(rng.uniform(0.65, 0.85)), float(rng.uniform(0.3, 0.5))
    sheet.oval(0, -0.25, wide, float(rng.uniform(0.6, 0.72)))
    low = float(rng.uniform(0.7, 0.95))
    sheet.fill([(-jaw, 0), (jaw, 0), (jaw * 0.9, low), (-jaw * 0.9, low)])
    eye, apart = float(rng.uniform(0.15, 0.25)), float(rng.uniform(0.28, 0.38))
    for side in (-1, 1):
        sheet.oval(side * apart, -0.15, eye, eye * 1.0, 20.0 * side, 0)
    sheet.fill([(0, 0.08), (0.11, 0.32), (-0.11, 0.32)], 0)
    for x in np.linspace(-jaw * 0.6, jaw * 0.6, int(rng.integers(2, 5))):
        sheet.line([(x, low - 0.28), (x, low)], 0.06, 0)
    if rng.random() < 0.5:
        for side in (-1, 1):
            sheet.line([(-0.9 * side, 0.5), (0.9 * side, 1.0)], 0.14)
    return sheet


def _claws(rng: np.random.Generator) -> Sheet:
    sheet = Sheet()
    count, bend = int(rng.integers(2, 6)), float(rng.uniform(-0.5, 0.5))
    lean, thick = float(rng.uniform(-0.4, 0.4)), float(rng.uniform(0.35, 0.8)) / count
    steps = np.linspace(-1, 1, 24)
    for x in np.linspace(-0.75, 0.75, count):
        long = float(rng.uniform(0.75, 1.0))
        middle = np.stack([x + bend * (1 - steps**2) - bend / 2 + lean * steps, steps * long], 1)
        half = thick * np.sqrt(np.clip(1 - steps, 0, 2) / 2) * np.sqrt(np.clip(1 + steps, 0, 0.4))
        offset = np.stack([half, np.zeros_like(half)], 1)
        sheet.fill(np.concatenate([middle - offset, (middle + offset)[::-1]]))
    return sheet


def _flame(rng: np.random.Generator) -> Sheet:
    sheet = Sheet()
    tongues = int(rng.integers(2, 5))
    outline = [(-0.45, 0.9), (-0.75, 0.3)]
    for place in range(tongues):
        x = -0.7 + 1.4 * (place + 0.5) / tongues
        tip = float(rng.uniform(-1.0, -0.3))
        outline += [(x + float(rng.uniform(-0.2, 0.2)), tip)]
        if place < tongues - 1:
            outline += [(x + 0.7 / tongues, float(rng.uniform(-0.1, 0.3)))]
    outline += [(0.75, 0.3), (0.45, 0.9)]
    sheet.fill(smooth(outline))
    inner = float(rng.uniform(0.2, 0.35))
    if rng.random() < 0.7:
        sheet.fill(smooth([(-inner, 0.8), (-inner, 0.5), (0, -0.05), (inner, 0.5), (inner, 0.8)]), 0)
    return sheet


def _eye(rng: np.random.Generator) -> Sheet:
    sheet = Sheet()
    open_, iris = float(rng.uniform(0.4, 0.75)), float(rng.uniform(0.25, 0.42))
    across = np.linspace(-1, 1, 30)
    lid = open_ * (1 - np.abs(across) ** float(rng.uniform(1.5, 2.5)))
    sheet.fill(np.concatenate([np.stack([across, -lid], 1), np.stack([across, lid], 1)[::-1]]))
    sheet.oval(0, 0, iris, iris, level=0)
    sheet.oval(0, 0, float(rng.uniform(0.08, 0.2)), iris * float(rng.uniform(0.4, 0.9)))
    lashes = int(rng.integers(0, 6))
    for x in np.linspace(-0.6, 0.6, lashes):
        sheet.line([(x, -open_ * 0.8), (x * 1.3, -open_ - 0.35)], 0.12)
    return sheet


def _paw(rng: np.random.Generator) -> Sheet:
    sheet = Sheet()
    sheet.fill(blob(rng, 0.2, float(rng.uniform(0.45, 0.6)), 0.45) + np.array([0, 0.4]))
    toes, claws = int(rng.integers(3, 6)), rng.random() < 0.6
    size = float(rng.uniform(0.13, 0.22))
    for angle in np.deg2rad(np.linspace(-60, 60, toes)):
        x, y = 0.85 * float(np.sin(angle)), 0.35 - 0.95 * float(np.cos(angle))
        sheet.oval(x, y, size, size * 1.35, -float(np.rad2deg(angle)))
        if claws:
            tip = (x * 1.3, y - 0.45)
            sheet.fill([(x - 0.1, y - 0.15), tip, (x + 0.1, y - 0.15)])
    return sheet


def _spiral(rng: np.random.Generator) -> Sheet:
    """A tentacle or a snail."""
    sheet = Sheet()
    rounds, hand = float(rng.uniform(1.2, 2.6)), float(rng.choice([-1.0, 1.0]))
    start, thick = float(rng.uniform(0, 6)), float(rng.uniform(0.5, 0.75)) / rounds
    for part in np.linspace(0.03, 1, 90):
        angle = start + hand * part * rounds * 2 * np.pi
        size = thick * (0.25 + 0.45 * part) / 1.6
        sheet.oval(0.85 * part * float(np.cos(angle)), 0.85 * part * float(np.sin(angle)), size, size)
    return sheet


def _blot(rng: np.random.Generator) -> Sheet:
    """A creature such as one sees in folded ink."""
    sheet = Sheet()
    sheet.fill(blob(rng, 0.5, 0.35, 0.85))
    for _ in range(int(rng.integers(3, 7))):
        x, y = float(rng.uniform(0.15, 0.75)), float(rng.uniform(-0.8, 0.8))
        limb = [(0.0, y * 0.6), (x, y), (min(1.0, x + 0.25), y + float(rng.uniform(-0.5, 0.5)))]
        width = float(rng.uniform(0.12, 0.28))
        sheet.line(limb, width)
        sheet.line(np.array(limb) * [-1.0, 1.0], width)
    for _ in range(int(rng.integers(1, 4))):
        x, y = float(rng.uniform(0.08, 0.3)), float(rng.uniform(-0.6, 0.5))
        size = float(rng.uniform(0.06, 0.12))
        for side in (-1, 1):
            sheet.oval(side * x, y, size, size, level=0)
    return sheet


def _wings(rng: np.random.Generator) -> Sheet:
    """A bat or a bird; only beyond training's numbers."""
    sheet = Sheet()
    scallops, top = int(rng.integers(2, 5)), float(rng.uniform(-0.9, -0.4))
    wing = [(0.0, -0.25), (0.4, top), (1.0, -0.3)]
    for place in range(scallops):
        x = 1.0 - 0.9 * (place + 1) / scallops
        wing += [(x + 0.2, float(rng.uniform(-0.1, 0.1))), (x, float(rng.uniform(0.3, 0.7)))]
    sheet.both(wing)
    sheet.oval(0, 0.0, 0.16, 0.5)
    sheet.oval(0, -0.45, 0.2, 0.2)
    sheet.both([(0.02, -0.55), (0.17, -0.85), (0.19, -0.5)])
    return sheet


def _fish(rng: np.random.Generator) -> Sheet:
    """A fish or a serpent's head; only beyond training's numbers."""
    sheet = Sheet()
    fat = float(rng.uniform(0.3, 0.55))
    sheet.oval(-0.15, 0, 0.8, fat)
    tail = float(rng.uniform(0.35, 0.7))
    sheet.fill([(0.45, 0), (1.05, -tail), (0.85, 0), (1.05, tail)])
    sheet.fill([(-0.3, -fat * 0.8), (0.1, -fat - 0.35), (0.3, -fat * 0.7)])
    sheet.oval(-0.55, -0.1, 0.1, 0.1, level=0)
    for x in np.linspace(-0.25, 0.3, int(rng.integers(0, 4))):
        sheet.line([(x, -fat * 0.5), (x - 0.1, 0), (x, fat * 0.5)], 0.07, 0)
    return sheet


_FAMILIES: Final[tuple[Callable[[np.random.Generator], Sheet], ...]] = (
    _head,
    _skull,
    _claws,
    _flame,
    _head,
    emblems.bolt,
    emblems.star,
    emblems.letter,
    emblems.polygon,
    _eye,
    _head,
    _paw,
    emblems.rune,
    emblems.shield,
    _spiral,
    _blot,
    emblems.weapon,
    emblems.crown,
    emblems.moon,
    _blot,
)
_KEPT: Final = (_wings, _fish, emblems.gear)
_FRAMED: Final = 0.4
_ALIKE: Final = 0.78
_ATTEMPTS: Final = 40


def _badge(rng: np.random.Generator, sheet: Sheet) -> NDArray[np.uint8]:
    """Now and then a symbol stands in a frame, or is cut out of a plate."""
    kind = rng.random()
    if kind > _FRAMED:
        return sheet.mask
    middle = (SHEET_SIDE - 1) / 2
    inner = float(rng.uniform(0.52, 0.66))
    matrix = np.array([[inner, 0, middle * (1 - inner)], [0, inner, middle * (1 - inner)]])
    small = cv2.warpAffine(sheet.mask, matrix, (SHEET_SIDE, SHEET_SIDE))
    frame = Sheet()
    corners = int(rng.choice([4, 6, 8, 40]))
    angles = (np.arange(corners) + 0.5 * int(rng.integers(2))) * 2 * np.pi / corners
    ring = np.stack([np.sin(angles), -np.cos(angles)], 1)
    frame.fill(ring)
    if kind < _FRAMED / 2:
        return np.asarray(np.where(small > 127, 0, frame.mask), dtype=np.uint8)
    frame.fill(ring * float(rng.uniform(0.8, 0.88)), 0)
    return np.asarray(np.maximum(small, frame.mask), dtype=np.uint8)


def _drawn(symbol: int, attempt: int) -> NDArray[np.uint8]:
    families = _families(symbol)
    rng = np.random.default_rng((77, symbol, attempt))
    mask = _badge(rng, families[symbol % len(families)](rng))
    rows, columns = np.nonzero(mask)
    x, y = (columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2
    factor = _REACH * SHEET_SIDE / max(np.ptp(rows), np.ptp(columns)) / _FINE
    middle = (SYMBOL_SIDE - 1) / 2
    matrix = np.array([[factor, 0, middle - factor * x], [0, factor, middle - factor * y]])
    soft = cv2.GaussianBlur(mask, (0, 0), 0.7)
    return np.asarray(
        cv2.warpAffine(soft, matrix, (SYMBOL_SIDE, SYMBOL_SIDE), flags=cv2.INTER_LINEAR),
        dtype=np.uint8,
    )


def _families(symbol: int) -> tuple[Callable[[np.random.Generator], Sheet], ...]:
    return _FAMILIES if symbol < SYMBOLS else (*_FAMILIES, *_KEPT)


def overlap(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """Shared over joint area of two masks, in [0, 1]."""
    ours, theirs = one > 127, other > 127
    return float((ours & theirs).sum() / max(1, (ours | theirs).sum()))


@lru_cache(maxsize=2048)
def symbol_mask(symbol: int) -> NDArray[np.uint8]:
    """The silhouette of a symbol, upright, unlike any earlier one of its family.

    Args:
        symbol: from 0; below SYMBOLS those that training shows.

    Returns:
        (SYMBOL_SIDE, SYMBOL_SIDE) uint8, 255 on the symbol.
    """
    start = 0 if symbol < SYMBOLS else SYMBOLS
    step = len(_families(symbol))
    earlier = [symbol_mask(before) for before in range(start + (symbol - start) % step, symbol, step)]
    mask = _drawn(symbol, 0)
    for attempt in range(1, _ATTEMPTS):
        if all(overlap(mask, other) < _ALIKE for other in earlier):
            break
        mask = _drawn(symbol, attempt)
    return mask


@lru_cache(maxsize=1024)
def symbol_height(symbol: int) -> NDArray[np.uint8]:
    """The symbol's relief: steep at its rim, or domed all over, as the sculptor liked."""
    rng = np.random.default_rng((78, symbol))
    reach = float(rng.choice([3.0, 5.0, 10.0, 16.0]))
    return np.asarray(cv2.GaussianBlur(domed(symbol_mask(symbol), reach), (0, 0), 1.0), dtype=np.uint8)
