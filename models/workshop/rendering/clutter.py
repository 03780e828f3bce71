"""What lies about on a game table and is no die: coins, tokens, tiles, cards, meeples, pens, knots.

Every thing is drawn flat in its own plane, in units of half its size, and then laid on the table as
the camera sees it; thick things show a side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.glyphs import Glyphs
from models.workshop.rendering.marks import numeral_mask
from models.workshop.rendering.mats import marker
from models.workshop.rendering.pips import PATTERNS
from models.workshop.rendering.shadows import darken
from models.workshop.rendering.surfaces import noise_tiles
from models.workshop.rendering.symbols import symbol_mask

_MANY: Final = np.linspace(0, 2 * np.pi, 36, endpoint=False)
CIRCLE: Final = np.stack([np.cos(_MANY), np.sin(_MANY)], axis=1)
Tone = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a thing lies.

    Attributes:
        at: its middle in pixels.
        size: half its size in pixels.
        turn: in the table's plane, degrees.
        up: where the table's upward normal points in the picture, as of `geometry.upward`.
    """

    at: tuple[float, float]
    size: float
    turn: float
    up: tuple[float, float] = (0.0, 0.0)

    @property
    def matrix(self) -> NDArray[np.float64]:
        """(2, 2) from the thing's plane to pixels: turned, then foreshortened along `up`."""
        angle = np.deg2rad(self.turn)
        spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        sine = float(np.hypot(*self.up))
        if sine < 1e-6:
            return np.asarray(self.size * spin)
        way = np.array(self.up) / sine
        flat = np.eye(2) - (1 - np.sqrt(max(0.0, 1 - sine**2))) * np.outer(way, way)
        return np.asarray(self.size * flat @ spin)

    def points(self, plane: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 2) of the thing's plane to pixels."""
        return np.asarray(plane @ self.matrix.T + np.array(self.at))


@dataclass(frozen=True, slots=True)
class Thing:
    """What was drawn: its outline (n, 2), middle and radius in pixels."""

    outline: NDArray[np.float32]
    middle: tuple[float, float]
    radius: float


class Table:
    """Draws things that are no dice into one picture.

    Args:
        rng: chance.
        picture: (H, W, 3) uint8, changed in place.
        glyphs: numerals that tiles and cards may show.
    """

    def __init__(self, rng: np.random.Generator, picture: NDArray[np.uint8], glyphs: Sequence[Glyphs]) -> None:
        self.rng = rng
        self.picture = picture
        self.glyphs = glyphs

    def put(self, spot: Spot, kind: str | None = None) -> Thing:
        """Draw one thing, of a kind in KINDS or of any."""
        name = kind or str(self.rng.choice(KINDS))
        outline = _DRAWERS[name](self, spot).astype(np.float32)
        moments = cv2.moments(outline)
        area = max(1.0, moments["m00"])
        low, high = outline.min(axis=0), outline.max(axis=0)
        return Thing(
            outline,
            (float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2),
            float(np.sqrt(area / np.pi)),
        )

    def _tone(self) -> Tone:
        if self.rng.random() < 0.3:
            level = float(self.rng.uniform(10, 250))
            return (level, level, level)
        blue, green, red = (float(v) for v in self.rng.uniform(10, 250, 3))
        return (blue, green, red)

    @staticmethod
    def _against(tone: Tone) -> Tone:
        level = 20.0 if sum(tone) > 360 else 240.0
        return (level, level, level)

    def _fill(self, points: NDArray[np.float64], tone: Tone) -> None:
        whole = np.round(points * 16).astype(np.int32)
        cv2.fillPoly(self.picture, [whole], tone, cv2.LINE_AA, 4)

    def slab(self, spot: Spot, plane: NDArray[np.float64], tone: Tone, thick: float) -> NDArray[np.float64]:
        """A flat piece with a side and a shadow; returns its outline in the picture."""
        top = spot.points(plane)
        rise = -np.array(spot.up) * thick * spot.size
        hull = np.asarray(cv2.convexHull(np.concatenate([top, top - rise]).astype(np.float32)), dtype=np.float32)[:, 0]
        drop = self.rng.normal(0, 0.12, 2) * spot.size
        blur = max(0.7, float(self.rng.uniform(0.05, 0.2)) * spot.size)
        darken(self.picture, hull + drop.astype(np.float32), blur, float(self.rng.uniform(0.1, 0.6)))
        if thick > 0 and np.hypot(*rise) > 1:
            self._fill(top - rise, (tone[0] * 0.55, tone[1] * 0.55, tone[2] * 0.55))
        self._fill(top, tone)
        return top

    def _print(self, spot: Spot, mask: NDArray[np.uint8], half: float, tone: Tone) -> None:
        """A mask printed on a thing: `half` its half side, in the thing's plane."""
        side = mask.shape[0]
        scale = 2 * half / side
        matrix = spot.matrix * scale
        offset = np.array(spot.at) - matrix @ np.array([side / 2 - 0.5, side / 2 - 0.5])
        reach = 1.5 * half * spot.size
        low = np.maximum(np.array(spot.at) - reach, 0).astype(int)
        high = np.minimum(np.array(spot.at) + reach + 2, self.picture.shape[1::-1]).astype(int)
        if (high - low < 1).any():
            return
        warp = np.concatenate([matrix, (offset - low)[:, None]], axis=1)
        laid = cv2.warpAffine(mask, warp, (int(high[0] - low[0]), int(high[1] - low[1])))
        part = self.picture[low[1] : high[1], low[0] : high[0]]
        share = laid.astype(np.float32)[..., None] / 255
        part[:] = (part + (np.array(tone, np.float32) - part) * share).astype(np.uint8)

    def _digits(self, spot: Spot, half: float, tone: Tone, most: int = 100) -> None:
        glyphs = self.glyphs[int(self.rng.integers(len(self.glyphs)))]
        text = str(int(self.rng.integers(most)))
        self._print(spot, numeral_mask(glyphs, text, "none"), half, tone)

    def _symbol(self, spot: Spot, half: float, tone: Tone) -> None:
        self._print(spot, symbol_mask(int(self.rng.integers(300))), half, tone)

    def _moved(self, spot: Spot, x: float, y: float) -> Spot:
        at = spot.points(np.array([[x, y]]))[0]
        return Spot((float(at[0]), float(at[1])), spot.size, spot.turn, spot.up)

    def coin(self, spot: Spot) -> NDArray[np.float64]:
        """Struck metal."""
        metals = ((110.0, 165.0, 195.0), (175.0, 180.0, 185.0), (70.0, 105.0, 165.0))
        metal = metals[int(self.rng.integers(3))]
        outline = self.slab(spot, CIRCLE, metal, 0.15)
        dark = (metal[0] * 0.65, metal[1] * 0.65, metal[2] * 0.65)
        bright = (
            min(255.0, metal[0] * 1.3),
            min(255.0, metal[1] * 1.3),
            min(255.0, metal[2] * 1.3),
        )
        self._fill(spot.points(CIRCLE * 0.9), dark)
        self._fill(spot.points(CIRCLE * 0.86), metal)
        moved = self._moved(spot, 0.03, 0.03)
        draw = self._digits if self.rng.random() < 0.5 else self._symbol
        state = self.rng.bit_generator.state
        draw(moved, 0.75, dark)
        self.rng.bit_generator.state = state
        draw(spot, 0.75, bright)
        return outline

    def token(self, spot: Spot) -> NDArray[np.float64]:
        """A round or six-cornered counter that shows a number, pips or a picture."""
        tone = self._tone()
        shape = CIRCLE
        if self.rng.random() < 0.4:
            angles = np.arange(6) * np.pi / 3
            shape = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        outline = self.slab(spot, shape, tone, float(self.rng.uniform(0.02, 0.35)))
        if self.rng.random() < 0.5:
            rim = self._tone()
            self._fill(spot.points(shape * 0.85), rim)
            tone = rim
        kind, ink = self.rng.random(), self._against(tone)
        if kind < 0.45:
            self._digits(spot, 0.8, ink)
        elif kind < 0.65:
            self._pips(spot, (0.0, 0.0), 0.38, ink)
        elif kind < 0.85:
            self._symbol(spot, 0.6, ink)
        return outline

    def _pips(self, spot: Spot, at: tuple[float, float], spread: float, ink: Tone) -> None:
        for x, y in PATTERNS[int(self.rng.integers(1, 7))]:
            middle = np.array([at[0] + spread * x, at[1] + spread * y])
            self._fill(spot.points(CIRCLE * 0.3 * spread + middle), ink)

    def domino(self, spot: Spot) -> NDArray[np.float64]:
        """A domino: twice as long as wide, so no cube."""
        tone = (232.0, 240.0, 242.0) if self.rng.random() < 0.5 else self._tone()
        plane = np.array([[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]])
        outline = self.slab(spot, plane, tone, 0.2)
        ink = self._against(tone)
        self._fill(spot.points(np.array([[-0.02, -0.4], [0.02, -0.4], [0.02, 0.4], [-0.02, 0.4]])), ink)
        for x in (-0.5, 0.5):
            self._pips(spot, (x, 0.0), 0.27, ink)
        return outline

    def tile(self, spot: Spot) -> NDArray[np.float64]:
        """A flat oblong piece with a number or a picture."""
        wide = float(self.rng.uniform(0.5, 0.78))
        tone = self._tone()
        plane = np.array([[-wide, -1], [wide, -1], [wide, 1], [-wide, 1]])
        outline = self.slab(spot, plane, tone, float(self.rng.uniform(0.0, 0.25)))
        if self.rng.random() < 0.6:
            self._digits(spot, 0.75, self._against(tone))
        else:
            self._symbol(spot, 0.5, self._against(tone))
        return outline

    def card(self, spot: Spot) -> NDArray[np.float64]:
        """A playing card; its corners show what it counts."""
        tone: Tone = (238.0, 242.0, 243.0) if self.rng.random() < 0.6 else self._tone()
        plane = np.array([[-0.7, -1], [0.7, -1], [0.7, 1], [-0.7, 1]])
        outline = self.slab(spot, plane, tone, 0.0)
        ink = self._against(tone) if self.rng.random() < 0.6 else (30.0, 30.0, 190.0)
        for x, y in ((-0.5, -0.78), (0.5, 0.78)):
            self._digits(self._moved(spot, x, y), 0.3, ink, 11)
        self._symbol(spot, float(self.rng.uniform(0.3, 0.6)), self._tone())
        return outline

    def print(self, spot: Spot) -> NDArray[np.float64]:
        """A bare numeral or picture printed on the table or mat."""
        x, y = (int(np.clip(v, 0, m - 1)) for v, m in zip(spot.at, self.picture.shape[1::-1], strict=True))
        blue, green, red = (float(v) for v in self.picture[y, x])
        ink = self._against((blue, green, red))
        if self.rng.random() < 0.5:
            frame = CIRCLE if self.rng.random() < 0.5 else CIRCLE[::9] * 1.2
            self._fill(spot.points(frame), ink)
            self._fill(spot.points(frame * 0.92), (blue, green, red))
        if self.rng.random() < 0.75:
            self._digits(spot, 1.1, ink)
        else:
            self._symbol(spot, 0.8, ink)
        return spot.points(CIRCLE * 0.9)

    def meeple(self, spot: Spot) -> NDArray[np.float64]:
        """A wooden figure that lies down."""
        half = np.array(
            [
                [0, -1],
                [0.28, -0.9],
                [0.3, -0.55],
                [0.95, -0.3],
                [0.9, 0.0],
                [0.45, 0.1],
                [0.7, 0.95],
                [0.15, 0.95],
                [0, 0.6],
            ]
        )
        plane = np.concatenate([half, half[::-1] * [-1, 1]])
        tone = self._tone()
        top = spot.points(plane)
        rise = -np.array(spot.up) * 0.5 * spot.size
        hull = np.asarray(cv2.convexHull((top - rise).astype(np.float32)), dtype=np.float32)[:, 0]
        darken(self.picture, hull, max(0.8, 0.12 * spot.size), float(self.rng.uniform(0.1, 0.5)))
        for part in np.linspace(1, 0, 5):
            shade = 0.55 if part else 1.0
            self._fill(top - part * rise, (tone[0] * shade, tone[1] * shade, tone[2] * shade))
        return top

    def pencil(self, spot: Spot) -> NDArray[np.float64]:
        """A pencil or pen that crosses the place."""
        tone, long = self._tone(), float(self.rng.uniform(4, 12))
        start = -long * float(self.rng.uniform(0.05, 0.95))
        outline = np.array([[start, -0.3], [start + long, -0.3], [start + long, 0.3], [start, 0.3]])
        self.slab(spot, outline, tone, 0.3)
        light = (min(255.0, tone[0] * 1.35), min(255.0, tone[1] * 1.35), min(255.0, tone[2] * 1.35))
        low = float(self.rng.uniform(-0.2, 0.0))
        self._fill(spot.points(outline * [1, 0.25] + [0, low]), light)
        if self.rng.random() < 0.7:
            end = start + long
            tip = np.array([[end, -0.3], [end + 1.0, 0], [end, 0.3]])
            self._fill(spot.points(tip), (140.0, 185.0, 215.0))
            self._fill(
                spot.points(np.array([[end + 0.7, -0.09], [end + 1.0, 0], [end + 0.7, 0.09]])),
                self._against((255.0, 255.0, 255.0)),
            )
        return spot.points(CIRCLE * 0.8)

    def knot(self, spot: Spot) -> NDArray[np.float64]:
        """A knot or stain: rings about a dark heart."""
        x, y = (int(np.clip(v, 0, m - 1)) for v, m in zip(spot.at, self.picture.shape[1::-1], strict=True))
        here = self.picture[y, x].astype(float)
        flat = float(self.rng.uniform(0.45, 1.0))
        rough = 1 + 0.12 * np.sin(_MANY * 3 + self.rng.uniform(0, 6)) * self.rng.random()
        shape = CIRCLE * rough[:, None] * [1, flat]
        size = 1.0
        for ring in range(int(self.rng.integers(2, 6))):
            tone = here * float(self.rng.uniform(0.25, 0.95) if ring % 2 == 0 else 0.9)
            self._fill(spot.points(shape * size), (float(tone[0]), float(tone[1]), float(tone[2])))
            size *= float(self.rng.uniform(0.6, 0.85))
        self._speck(spot, here)
        return spot.points(shape)

    def _speck(self, spot: Spot, here: NDArray[np.float64]) -> None:
        """Glints and grains in it, which might seem pips."""
        for _ in range(int(self.rng.integers(0, 8))):
            place = self.rng.normal(0, 0.35, 2)
            tone = np.clip(here * float(self.rng.uniform(0.2, 2.5)), 0, 255)
            speck = CIRCLE * float(self.rng.uniform(0.03, 0.14)) + place
            self._fill(spot.points(speck), (float(tone[0]), float(tone[1]), float(tone[2])))

    def glint(self, spot: Spot) -> NDArray[np.float64]:
        """A lamp mirrored in the table: soft bright ellipses."""
        height, width = self.picture.shape[:2]
        shine = np.zeros((height, width), np.uint8)
        shape = CIRCLE * [1, float(self.rng.uniform(0.35, 1.0))]
        for _ in range(int(self.rng.integers(1, 4))):
            moved = shape * float(self.rng.uniform(0.4, 1.0)) + self.rng.normal(0, 0.2, 2)
            whole = np.round(spot.points(moved) * 16).astype(np.int32)
            level = float(self.rng.uniform(60, 240))
            cv2.fillConvexPoly(shine, whole, level, cv2.LINE_AA, 4)
        blur = max(0.8, float(self.rng.uniform(0.05, 0.5)) * spot.size)
        soft = cv2.GaussianBlur(shine, (0, 0), blur)
        self.picture[:] = cv2.add(self.picture, cv2.merge([soft, soft, soft]))
        return spot.points(shape)

    def bead(self, spot: Spot) -> NDArray[np.float64]:
        """A marble, bead or glass stone: round, shaded, with a highlight."""
        tone = np.array(self._tone())
        outline = self.slab(spot, CIRCLE, (tone[0] * 0.6, tone[1] * 0.6, tone[2] * 0.6), 0.2)
        lamp = self.rng.normal(0, 0.25, 2)
        for share in np.linspace(0.9, 0.1, 6):
            shade = np.clip(tone * (1.25 - 0.6 * share), 0, 255)
            ball = CIRCLE * share + lamp * (1 - share)
            self._fill(spot.points(ball), (float(shade[0]), float(shade[1]), float(shade[2])))
        self._fill(spot.points(CIRCLE * 0.13 + 1.4 * lamp), (250.0, 250.0, 250.0))
        return outline

    def button(self, spot: Spot) -> NDArray[np.float64]:
        """A button, nut or screw: a disc with holes."""
        tone = self._tone()
        outline = self.slab(spot, CIRCLE, tone, 0.2)
        dark = (tone[0] * 0.4, tone[1] * 0.4, tone[2] * 0.4)
        self._fill(spot.points(CIRCLE * 0.82), (tone[0] * 0.85, tone[1] * 0.85, tone[2] * 0.85))
        if self.rng.random() < 0.5:
            for x, y in PATTERNS[4]:
                self._fill(spot.points(CIRCLE * 0.12 + 0.22 * np.array([x, y])), dark)
        else:
            self._fill(spot.points(CIRCLE[::6] * float(self.rng.uniform(0.25, 0.55))), dark)
        return outline

    def marker(self, spot: Spot) -> NDArray[np.float64]:
        """A printed square of blocks, as cameras find a mat by."""
        plane = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
        outline = spot.points(plane)
        self._fill(outline, (15.0, 15.0, 15.0))
        self._print(spot, marker(self.rng, 64), 1.0, (245.0, 245.0, 245.0))
        return outline

    def scrap(self, spot: Spot) -> NDArray[np.float64]:
        """A crumb, stone or torn paper: a patch of noise with some outline."""
        tiles = noise_tiles()
        tile = tiles[int(self.rng.integers(len(tiles)))]
        corners = int(self.rng.integers(5, 12))
        angles = np.sort(self.rng.uniform(0, 2 * np.pi, corners))
        radius = self.rng.uniform(0.6, 1.0, corners)
        plane = np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)
        tone = self._tone()
        outline = self.slab(spot, plane, tone, float(self.rng.uniform(0, 0.4)))
        for _ in range(4):
            x, y = (float(v) for v in self.rng.normal(0, 0.3, 2))
            level = 0.7 + 0.6 * float(tile[int(self.rng.integers(len(tile))), 5])
            part = plane * float(self.rng.uniform(0.15, 0.5)) + [x, y]
            self._fill(
                spot.points(part),
                (
                    min(255.0, tone[0] * level),
                    min(255.0, tone[1] * level),
                    min(255.0, tone[2] * level),
                ),
            )
        return outline


_DRAWERS: Final[dict[str, Callable[[Table, Spot], NDArray[np.float64]]]] = {
    "coin": Table.coin,
    "token": Table.token,
    "domino": Table.domino,
    "tile": Table.tile,
    "card": Table.card,
    "print": Table.print,
    "meeple": Table.meeple,
    "pencil": Table.pencil,
    "knot": Table.knot,
    "glint": Table.glint,
    "bead": Table.bead,
    "button": Table.button,
    "scrap": Table.scrap,
    "marker": Table.marker,
}
KINDS: Final = tuple(_DRAWERS)
