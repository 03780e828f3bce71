"""Numerals as masks: from fonts, or drawn with strokes, which needs no font at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE: Final = 72
"""A mask's side in pixels."""
HEIGHT: Final = 44
"""A numeral's height in that mask; the rest leaves room for a mark below and for wide numerals."""
_LABELS: Final = 10
_LEAST_INK: Final = 40


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Ten numerals of one hand.

    Attributes:
        family: what it is called; dice of one family never stand on both sides of a split.
        masks: (10, SIDE, SIDE) uint8, upright, 255 where there is ink.
    """

    family: str
    masks: NDArray[np.uint8]


_Numeral = list[list[tuple[float, float]]]
"""Strokes, each a line through points."""


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> list[tuple[float, float]]:
    """Points of an ellipse's arc; angles in degrees, clockwise from 3 o'clock, y down."""
    steps = np.deg2rad(np.linspace(start, end, 24))
    return [(float(cx + rx * np.cos(a)), float(cy + ry * np.sin(a))) for a in steps]


def _strokes(rng: np.random.Generator) -> list[_Numeral]:
    """Centre lines of the ten numerals in a box from (-0.5, -1) to (0.5, 1), varied."""
    lean, waist = float(rng.uniform(-0.1, 0.12)), float(rng.uniform(-0.12, 0.05))
    zero: _Numeral = [_arc(0, 0, 0.5, 1, 0, 360)]
    one: _Numeral = [[(0, -1), (0, 1)]]
    if rng.random() < 0.7:
        one[0] = [
            (float(rng.uniform(-0.4, -0.2)), float(rng.uniform(-0.75, -0.55))),
            (0, -1),
            (0, 1),
        ]
    if rng.random() < 0.25:
        one.append([(-0.35, 1), (0.35, 1)])
    two = [[*_arc(0, -0.5, 0.5, 0.5, 190, 390), (-0.5, 1), (0.5, 1)]]
    if rng.random() < 0.3:
        three = [[(-0.45, -1), (0.45, -1), (-0.05, -0.2), *_arc(0, 0.4, 0.5, 0.6, 270, 510)]]
    else:
        three = [
            [*_arc(0, -0.5 + waist / 2, 0.45, 0.5 + waist / 2, 200, 430)],
            [*_arc(0, 0.5 + waist / 2, 0.5, 0.5 - waist / 2, 275, 520)],
        ]
    bar = float(rng.uniform(0.25, 0.5))
    four = [[(0.2 + lean, 1), (0.2 + lean, -1), (-0.5, bar), (0.5, bar)]]
    if rng.random() < 0.3:
        four = [[(-0.2, -1), (-0.5, bar), (0.5, bar)], [(0.2, -0.3), (0.2, 1)]]
    five = [[(0.4, -1), (-0.35, -1), (-0.42, -0.15), *_arc(0, 0.38, 0.5, 0.62, 225, 510)]]
    if rng.random() < 0.5:
        six = [_arc(0, 0.45, 0.5, 0.55, 0, 360), [*_arc(0.25, 0.45, 0.75, 1.45, 180, 275)]]
    else:
        six = [_arc(0, 0.45, 0.5, 0.55, 0, 360), [(-0.48, 0.3), (0.15, -1)]]
    seven: _Numeral = [[(-0.5, -1), (0.5, -1), (float(rng.uniform(-0.35, 0.0)), 1)]]
    if rng.random() < 0.15:
        seven.append([(-0.2, 0), (0.35, 0)])
    eight = [
        _arc(0, -0.52 + waist / 2, 0.42, 0.48 + waist / 2, 0, 360),
        _arc(0, 0.48 + waist / 2, 0.5, 0.52 - waist / 2, 0, 360),
    ]
    nine = [[(-x, -y) for x, y in stroke] for stroke in six]
    return [zero, one, two, three, four, five, six, seven, eight, nine]


def stroke_glyphs(seed: int) -> Glyphs:
    """Numerals drawn with one pen of round tip, as on moulded dice; every seed is another hand."""
    rng = np.random.default_rng(seed)
    half_width = float(rng.uniform(0.52, 0.85)) * HEIGHT / 2
    pen = int(rng.integers(4, 10))
    masks = []
    for numeral in _strokes(rng):
        mask = np.zeros((SIDE, SIDE), np.uint8)
        for stroke in numeral:
            points = np.array(stroke) * [half_width, (HEIGHT - pen) / 2] + SIDE / 2
            line = np.round(points * 16).astype(np.int32)
            cv2.polylines(
                mask,
                [line],
                isClosed=False,
                color=255,
                thickness=pen,
                lineType=cv2.LINE_AA,
                shift=4,
            )
        masks.append(mask)
    return Glyphs(f"stroke-{seed}", np.stack(masks))


def font_glyphs(path: Path) -> Glyphs | None:
    """Numerals of a font file, None where it has no usable ones.

    Refused are fonts that lack digits (all boxes alike), swashes far too wide, and outlines that
    are nearly solid.
    """
    from PIL import Image, ImageDraw, ImageFont

    try:
        font = ImageFont.truetype(str(path), 96)
        family = str(font.getname()[0])
        drawn = []
        for digit in "0123456789":
            canvas = Image.new("L", (320, 320), 0)
            ImageDraw.Draw(canvas).text((100, 60), digit, fill=255, font=font)
            drawn.append(_tight(np.asarray(canvas)))
    except (OSError, ValueError, UnicodeError):
        return None
    kept = [part for part in drawn if part is not None]
    if len(kept) < _LABELS:
        return None
    tallest = max(part.shape[0] for part in kept)
    masks = [_fitted(part, HEIGHT / tallest) for part in kept]
    if any(mask is None for mask in masks):
        return None
    stacked = np.stack([mask for mask in masks if mask is not None])
    return Glyphs(family, stacked) if _usable(stacked) else None


def _tight(canvas: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    rows, columns = np.nonzero(canvas > 64)
    if len(rows) < _LEAST_INK:
        return None
    return canvas[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def _fitted(part: NDArray[np.uint8], factor: float) -> NDArray[np.uint8] | None:
    height, width = max(1, round(part.shape[0] * factor)), max(1, round(part.shape[1] * factor))
    if width > SIDE * 0.85 or height < HEIGHT * 0.45:
        return None
    small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    top, left = (SIDE - height) // 2, (SIDE - width) // 2
    mask[top : top + height, left : left + width] = small
    return mask


def _usable(masks: NDArray[np.uint8]) -> bool:
    ink = masks > 127
    for one in range(_LABELS):
        for other in range(one):
            both = np.logical_and(ink[one], ink[other]).sum()
            if both / max(1, np.logical_or(ink[one], ink[other]).sum()) > 0.9:
                return False
    boxes = [_tight(mask) for mask in masks]
    if any(box is None for box in boxes):
        return False
    filled = np.mean([float((box > 127).mean()) for box in boxes if box is not None])
    return bool(0.12 < filled < 0.72) and _digit_like(ink)


def _digit_like(ink: NDArray[np.bool_]) -> bool:
    """Holes in 0 and 8, none in 1, 2 and 7: what is not so is some other script or ornament."""
    holes = []
    for mask in ink:
        _, tree = cv2.findContours(mask.astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)[:2]
        holes.append(0 if tree is None else int((tree[0, :, 3] >= 0).sum()))
    return holes[0] >= 1 and holes[8] >= 1 and max(holes[1], holes[2], holes[7]) == 0


def marked(mask: NDArray[np.uint8], mark: str) -> NDArray[np.uint8]:
    """A 6 or 9 with a `bar`, a short `dash` or a `dot` at its foot; `none` leaves it as it is."""
    if mark == "none":
        return mask
    drawn = mask.copy()
    rows, columns = np.nonzero(mask > 127)
    foot = min(int(rows.max()) + 4, SIDE - 7)
    middle, width = int(columns.mean()), int(np.ptp(columns))
    if mark == "bar":
        cv2.rectangle(drawn, (middle - width // 2, foot), (middle + width // 2, foot + 4), 255, -1)
    elif mark == "dash":
        ends = (middle - width // 4, foot + 3), (middle + width // 4, foot + 6)
        cv2.rectangle(drawn, *ends, 255, -1)
    elif mark == "dot":
        cv2.circle(drawn, (int(columns.max()) + 3, foot - 1), 4, 255, -1, cv2.LINE_AA)
    else:
        raise ValueError(f"unknown mark {mark!r}")
    return drawn


def font_files(roots: Sequence[Path]) -> list[Path]:
    """Every font file below the roots, in a fixed order."""
    found = [
        path
        for root in roots
        if root.is_dir()
        for path in root.rglob("*")
        if path.suffix.lower() in {".ttf", ".otf", ".pfb", ".t1", ".woff2"}
    ]
    return sorted(found)
