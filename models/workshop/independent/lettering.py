"""What stands on a die's sides: numerals of real typefaces with marks, pips, and symbols in relief."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.independent import solids

TILE: Final = 256
"""Pixels across one side's tile of the atlas."""
_FINE: Final = 4
"""Numerals and symbols are drawn this many times larger, then averaged."""
_PLACES: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


@dataclass(frozen=True, slots=True)
class Hand:
    """How a die is lettered.

    Attributes:
        font: the file of the typeface.
        height: of a numeral, in radii of the side's inscribed circle.
        mark: that tells 6 from 9: "bar", "dot" or "none".
        tens: 00..90 instead of 0..9.
    """

    font: Path
    height: float
    mark: str
    tens: bool = False


def atlas(tiles: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """(3 TILE, 4 TILE) picture, top row first, of tiles in the order of the solid's sides."""
    sheet = np.zeros((3 * TILE, 4 * TILE), np.float32)
    for place, tile in enumerate(tiles):
        column, row = solids.tile_of(place)
        top = (2 - row) * TILE
        sheet[top : top + TILE, column * TILE : (column + 1) * TILE] = tile
    return sheet


def _shrunk(canvas: NDArray[np.uint8]) -> NDArray[np.float32]:
    small = cv2.resize(canvas, (TILE, TILE), interpolation=cv2.INTER_AREA)
    return np.asarray(np.asarray(small, np.float32) / 255, np.float32)


def numeral_tiles(solid: solids.Solid, hand: Hand) -> list[NDArray[np.float32]]:
    """Ink (0..1) of every side of a ten-sided die, (TILE, TILE) each, top row first."""
    from PIL import Image, ImageDraw, ImageFont

    side = TILE * _FINE
    radius = solid.sides[0].inradius / solid.reach * side / 2
    probe = ImageFont.truetype(str(hand.font), 400)
    tallest = max(_extent(probe, digit)[3] for digit in "0123456789")
    size = hand.height * radius / tallest * 400
    widest = max(_extent(probe, "88" if hand.tens else digit)[2] for digit in "0123456789")
    size = min(size, 1.75 * radius / widest * 400)
    font = ImageFont.truetype(str(hand.font), max(8, round(size)))
    tiles = []
    for one in solid.sides:
        text = f"{one.number}0" if hand.tens else str(one.number)
        picture = Image.new("L", (side, side), 0)
        draw = ImageDraw.Draw(picture)
        left, top, width, tall = _extent(font, text)
        marked = one.number in {6, 9} and not hand.tens
        lift = 0.1 * radius if marked and hand.mark == "bar" else 0.0
        x, y = (side - width) / 2, (side - tall) / 2 - lift
        draw.text((x - left, y - top), text, fill=255, font=font)
        thick = 0.11 * tall
        if marked and hand.mark == "bar":
            under = y + tall + thick
            draw.rectangle((x, under, x + width, under + thick), fill=255)
        if marked and hand.mark == "dot":
            across, under = x + width + 0.7 * thick, y + tall - 1.6 * thick
            draw.ellipse((across, under, across + 1.6 * thick, under + 1.6 * thick), fill=255)
        tiles.append(_shrunk(np.asarray(picture)))
    return tiles


def _extent(font: object, text: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of the text's ink."""
    left, top, right, bottom = font.getbbox(text)  # type: ignore[attr-defined]  # a font of Pillow, which is no dependency of the types
    return left, top, right - left, bottom - top


def pip_tile(number: int, size: float, spread: float) -> NDArray[np.float32]:
    """Ink of a side with 1 to 6 pips; their radius and distance in parts of the half side."""
    side = TILE * _FINE
    canvas = np.zeros((side, side), np.uint8)
    for x, y in _PLACES[number]:
        middle = (round(side / 2 * (1 + x * spread)), round(side / 2 * (1 + y * spread)))
        cv2.circle(canvas, middle, round(size * side / 2), 255, -1, cv2.LINE_AA)
    return _shrunk(canvas)


class _Board:
    """A tile under work, in coordinates from -1 to 1, y down."""

    def __init__(self) -> None:
        self.side = TILE * _FINE
        self.canvas = np.zeros((self.side, self.side), np.uint8)

    def _pixels(self, points: object) -> NDArray[np.int32]:
        where = self.side / 2 * (1 + np.asarray(points, np.float64))
        return np.round(where).astype(np.int32)

    def fill(self, points: object, ink: int = 255) -> None:
        """A polygon."""
        cv2.fillPoly(self.canvas, [self._pixels(points)], ink, cv2.LINE_AA)

    def disc(self, x: float, y: float, radius: float, ink: int = 255) -> None:
        """A filled circle."""
        middle = (round(self.side / 2 * (1 + x)), round(self.side / 2 * (1 + y)))
        cv2.circle(self.canvas, middle, round(radius * self.side / 2), ink, -1, cv2.LINE_AA)

    def line(self, points: object, width: float) -> None:
        """A line of round ends through points."""
        pen = round(self.side * width)
        cv2.polylines(
            self.canvas,
            [self._pixels(points)],
            isClosed=False,
            color=255,
            thickness=pen,
            lineType=cv2.LINE_AA,
        )


def symbol_tile(name: str) -> NDArray[np.float32]:
    """Outline (0..1) of a sculpted symbol, (TILE, TILE), top row first.

    Raises:
        ValueError: there is no such symbol.
    """
    board = _Board()
    match name:
        case "claw":
            for x in (-0.38, 0.0, 0.38):
                tip = [(x - 0.02, -0.62), (x + 0.22, -0.55)]
                board.fill([(x - 0.2, 0.6), *tip, (x + 0.02, 0.05)])
        case "flame":
            board.fill(_FLAME)
            board.fill(np.asarray(_FLAME) * 0.45 + [0.0, 0.3], 0)
        case "eye":
            turn = np.linspace(-1, 1, 40)
            lid = np.stack([0.68 * turn, 0.42 * (1 - turn**2)], axis=1)
            board.fill(np.concatenate([lid, -lid]))
            board.disc(0, 0, 0.3, 0)
            board.fill([(0, -0.26), (0.09, 0), (0, 0.26), (-0.09, 0)])
        case "skull":
            _skull(board)
        case "wave":
            turn = np.linspace(0, 4.6 * np.pi, 160)
            arm = np.stack([np.cos(turn), np.sin(turn)], axis=1)
            board.line(arm * (turn / turn[-1] * 0.58)[:, None], 0.075)
        case "bolt":
            board.fill(_BOLT)
        case _:
            raise ValueError(f"no symbol {name!r}")
    return _shrunk(board.canvas)


def _skull(board: _Board) -> None:
    board.disc(0, -0.14, 0.5)
    board.fill([(-0.28, 0.2), (0.28, 0.2), (0.24, 0.62), (-0.24, 0.62)])
    for x in (-0.2, 0.2):
        board.disc(x, -0.1, 0.15, 0)
    board.fill([(0, 0.08), (0.08, 0.26), (-0.08, 0.26)], 0)


_BOLT: Final = [
    (0.22, -0.66), (-0.42, 0.1), (-0.04, 0.1), (-0.24, 0.68), (0.42, -0.12), (0.04, -0.12),
]  # fmt: skip
_FLAME: Final = [
    (0.02, -0.7), (0.2, -0.42), (0.24, -0.15), (0.42, -0.36), (0.5, 0.02), (0.46, 0.34),
    (0.28, 0.58), (0.0, 0.66), (-0.28, 0.58), (-0.46, 0.34), (-0.48, 0.04), (-0.36, -0.2),
    (-0.22, -0.04), (-0.14, -0.36),
]  # fmt: skip
