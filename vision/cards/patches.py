"""A card cut out of a picture: upright, small, its light evened out, and laid exactly over another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Picture
from vision.cards.outlines import sides

Values = NDArray[np.float32]
"""float32 of any shape."""
COARSE: Final = 44.0
FINE: Final = 80.0
"""Side of a square of a cut card's area, pixels: at first, and for a second look."""
_CHROMA: Final = 3.0
"""How much more colour counts than light: light changes from table to table, colour less."""
_OPPONENT: Final = np.array(
    ((1 / 3, 1 / 3, 1 / 3), (0, -_CHROMA, _CHROMA), (-_CHROMA, _CHROMA / 2, _CHROMA / 2)), np.float32
)
"""Light, green-red and blue-yellow of blue, green and red."""
_MOST: Final = 1.1
"""As bright as evened out paper can be; glare is brighter."""
_WHITE: Final = 65535.0
_LINEAR: Final = np.round(np.linspace(0, 1, 256) ** 2 * _WHITE).astype(np.uint16)
"""How much light a pixel's value means: fine lines run together as light does, not as values do."""
_RIM: Final = 0.035
"""Share of a card's sides that is left away: shadows, and the table where the outline is not exact."""
_CORNER: Final = 0.08
"""Corners that are left away, as a share of the short side: many cards are round there."""
_BORDER: Final = 0.085
"""How far in, as a share of a card's short side, its border is looked at for the colour of the paper."""
_GREY: Final = 0.16
_BRIGHT: Final = 0.7
_STIFF: Final = 0.2
"""How much a card's corners are held when it is laid over another, as a share of what moves them."""
_BEYOND: Final = 0.03
"""How much more than itself a card hides, with its shadow and its sleeve."""
_FARTHEST: Final = 0.06
"""Most that a corner moves in one step, as a share of the card's side."""


@dataclass(frozen=True, slots=True)
class Size:
    """Pixels of a cut card."""

    width: int
    height: int

    @property
    def corners(self) -> Array:
        """(4, 2) of the outermost pixels' outer corners, clockwise from the top left one."""
        right, low = self.width - 0.5, self.height - 0.5
        return np.array([(-0.5, -0.5), (right, -0.5), (right, low), (-0.5, low)])


def size_for(aspect: float, side: float) -> Size:
    """The size of a card of that width over height, with the area of a square of that side."""
    return Size(round(side * math.sqrt(aspect)), round(side / math.sqrt(aspect)))


class Pyramid:
    """A picture at half, a quarter and so on of its size, made when it is first asked for."""

    def __init__(self, picture: Picture) -> None:
        self._levels: list[NDArray[np.uint16]] = [np.asarray(cv2.LUT(picture, _LINEAR), np.uint16)]
        self._making = Lock()

    def cut(self, quad: Array, size: Size) -> Values:
        """Cut a quadrilateral out; (height, width, 3) of blue, green, red from 0 to 1."""
        wide, high = sides(quad)
        over = math.sqrt(max(1.0, wide * high / (size.width * size.height)))
        level = max(0, int(math.log2(over) + 0.3))
        with self._making:
            while len(self._levels) <= level:
                self._levels.append(np.asarray(cv2.pyrDown(self._levels[-1]), np.uint16))
        less = 2.0**level
        moved = ((quad + 0.5) / less - 0.5).astype(np.float32)
        way = cv2.getPerspectiveTransform(size.corners.astype(np.float32), moved)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut = cv2.warpPerspective(
            self._levels[level], way, (size.width, size.height), flags=flags,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        return np.asarray(np.sqrt(np.asarray(cut, np.float32) / _WHITE), np.float32)


class Lens:
    """How cut cards of one deck and size are seen: evened out, and weighed."""

    def __init__(self, size: Size, *, paper: bool) -> None:
        self.size = size
        self.paper = paper
        self.mask = _mask(size)
        self.count = int(self.mask.sum())
        self._places = np.flatnonzero(self.mask) * 3 + np.arange(3)[:, None]
        shares = (np.linspace(0, 1, side, dtype=np.float32) for side in (size.height, size.width))
        self._down, self._across = (np.stack([1 - share, share], axis=1) for share in shares)

    def see(self, cut: Values, lit: Values | None = None) -> Values:
        """A cut card as (height, width, 3) of light, green-red and blue-yellow, evened out.

        Args:
            cut: as `Pyramid.cut` makes it.
            lit: how it is lit, of any size, where that is known.
        """
        lit = self.lit(cut) if lit is None else lit
        even = cut / cv2.resize(lit, (self.size.width, self.size.height))
        return np.asarray(cv2.transform(np.minimum(even, _MOST), _OPPONENT), np.float32)

    def lit(self, cut: Values) -> Values:
        """How bright and of which colour the paper is: between what its four borders show."""
        if not self.paper:
            return np.full((1, 1, 3), max(1e-3, float(np.percentile(cut.max(axis=2), 95))), np.float32)
        short = min(cut.shape[:2])
        rim, deep = max(1, round(_RIM * short)), max(2, round(_BORDER * short))
        near, far = slice(rim, rim + deep), slice(-rim - deep, -rim)
        level = _profiles(cut[near], cut[far])
        steep = _profiles(cut[:, near].swapaxes(0, 1), cut[:, far].swapaxes(0, 1))
        corners = (level[:, [0, -1]] + steep[:, [0, -1]].swapaxes(0, 1)) / 2
        lit = np.tensordot(self._down, level - self._across @ corners, 1) + self._across @ steep.swapaxes(0, 1)
        return np.asarray(np.maximum(lit, 0.05), np.float32)

    def vector(self, seen: Values, shown: Values | None = None) -> Values:
        """What is seen as one row of numbers, (3 * count,): mean 0 a channel; 0 where it is not shown."""
        rows = seen.take(self._places)
        if shown is None:
            return np.asarray((rows - rows.mean(axis=1, keepdims=True)).reshape(-1), np.float32)
        share = shown[self.mask]
        mean = (rows * share).sum(axis=1, keepdims=True) / max(1.0, float(share.sum()))
        return np.asarray(((rows - mean) * share).reshape(-1), np.float32)

    def norms(self, rows: Values, shown: Values) -> Values:
        """How long rows of numbers are, by what is shown, had they mean 0 there: (...,) of (..., 3 * count)."""
        share = shown[self.mask]
        parts = rows.reshape(*rows.shape[:-1], 3, self.count)
        square = ((parts * parts) @ share).sum(axis=-1)
        off = ((parts @ share) ** 2).sum(axis=-1) / max(1.0, float(share.sum()))
        return np.asarray(np.sqrt(np.maximum(1e-9, square - off)), np.float32)


def _profiles(one: Values, other: Values) -> Values:
    """(2, length, 3) of how bright two borders, (deep, length, 3), are along their sides, whatever lies in them."""
    line = _middle(np.concatenate([one, other], axis=2))
    wide = max(3, len(line) // 6) | 1
    padded = cv2.copyMakeBorder(line, wide // 2, wide // 2, 0, 0, cv2.BORDER_REPLICATE)
    windows = np.lib.stride_tricks.sliding_window_view(np.asarray(padded, np.float32), len(line), axis=0)
    smooth = np.asarray(cv2.blur(_middle(windows.swapaxes(1, 2)), (1, wide)), np.float32)
    return smooth.reshape(-1, 2, 3).swapaxes(0, 1)


def _middle(values: Values) -> Values:
    """The median along the first axis; numpy's own takes far longer for so few values."""
    ordered = np.sort(values, axis=0)
    return np.asarray((ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2, np.float32)


def has_paper(cut: Values) -> bool:
    """Whether a card's border is nearly grey and bright, so that it tells the light's colour."""
    short = min(cut.shape[:2])
    rim, deep = max(1, round(_RIM * short)), max(2, round(_BORDER * short))
    sides = (cut[rim : rim + deep], cut[-rim - deep : -rim],
             cut[:, rim : rim + deep], cut[:, -rim - deep : -rim])  # fmt: skip
    ring = np.concatenate([side.reshape(-1, 3) for side in sides])
    seen = np.median(ring, axis=0)
    bright = float(np.percentile(cut.sum(axis=2), 95))
    even = float(np.mean(np.abs(ring.sum(axis=1) - seen.sum()) < 0.15 * seen.sum()))
    spread = float(seen.max() - seen.min()) / max(1e-3, float(seen.max()))
    return spread < _GREY and float(seen.sum()) > _BRIGHT * bright and even > _BRIGHT


def _mask(size: Size) -> NDArray[np.bool_]:
    """The pixels that count: not the rim, not the corners."""
    rim = max(1, round(_RIM * min(size.width, size.height)))
    mask = np.zeros((size.height, size.width), bool)
    mask[rim:-rim, rim:-rim] = True
    cut = rim + _CORNER * min(size.width, size.height)
    y, x = np.ogrid[: size.height, : size.width]
    x, y = np.minimum(x, size.width - 1 - x), np.minimum(y, size.height - 1 - y)
    return np.asarray(mask & (x + y >= cut))


class Model:
    """One taught card at one size, ready to have others laid exactly over it."""

    def __init__(self, lens: Lens, seen: Values) -> None:
        self.seen = seen
        self._lens = lens
        self._row = lens.vector(seen)
        size = lens.size
        x, y = ((np.arange(size.width) + 0.5) / size.width, (np.arange(size.height) + 0.5) / size.height)
        shares = [np.outer(b, a) for a, b in ((1 - x, 1 - y), (x, 1 - y), (x, y), (1 - x, y))]
        soft = np.asarray(cv2.GaussianBlur(seen, (3, 3), 0), np.float32)
        slopes = [cv2.Sobel(soft, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1))]
        pulls = np.stack([lens.vector(np.asarray(slope * share[:, :, None], np.float32))
                          for share in shares for slope in slopes])  # fmt: skip
        stiff = pulls @ pulls.T
        stiff += np.eye(8, dtype=np.float32) * (_STIFF * np.trace(stiff) / 8 + 1e-6)
        self._push = np.linalg.solve(stiff, pulls).astype(np.float32)

    def step(self, seen: Values, shown: Values | None = None) -> Array:
        """How far the corners of what is seen should move to lie over this card: (4, 2) pixels of it."""
        row = self._lens.vector(seen, shown)
        own = self._row if shown is None else self._lens.vector(self.seen, shown)
        gain = min(max(float(row @ own) / max(1e-6, float(row @ row)), 0.5), 2.0)
        move = np.einsum("kn,n->k", self._push, gain * row - own)
        most = _FARTHEST * math.sqrt(self._lens.size.width * self._lens.size.height)
        return np.asarray(np.clip(-move.reshape(4, 2), -most, most), np.float64)


def visible(quad: Array, over: Sequence[Array], size: Size) -> Values | None:
    """(height, width) of what other cards that lie over one leave free of it: 1 or 0; None where none do."""
    if not over:
        return None
    way = cv2.getPerspectiveTransform(quad.astype(np.float32), size.corners.astype(np.float32))
    shown = np.ones((size.height, size.width), np.float32)
    for other in over:
        wider = other + (other - other.mean(axis=0)) * _BEYOND
        there = cv2.perspectiveTransform(wider.astype(np.float32)[None], way)[0]
        cv2.fillConvexPoly(shown, np.round(there).astype(np.int32), 0.0)
    return shown


def moved(quad: Array, size: Size, by: Array) -> Array:
    """A quadrilateral whose corners moved by so many pixels of the card cut out of it."""
    way = cv2.getPerspectiveTransform(size.corners.astype(np.float32), quad.astype(np.float32))
    to = (size.corners + by).astype(np.float32)[None]
    return np.asarray(cv2.perspectiveTransform(to, way)[0], np.float64)
