"""Where the card lies in a picture that teaches it: on a table, or filling the picture.

One picture alone may not tell: a card's frame looks like a card. All pictures of a deck together
do, because its cards are of one shape.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

import numpy as np

from calibration.arrays import Array, Picture
from vision.cards.outlines import outlines, shape, sides
from vision.errors import TaughtError
from vision.taught.eye import Stillness

_LEAST: Final = 0.04
"""Of a picture that the card to be taught covers."""
_LEAST_OF_MANY: Final = 0.003
"""Of a picture that one of many cards covers."""
_AS_LARGE: Final = 1.7
"""How many times larger or smaller than the others one of many cards may be."""
_STRENGTHS: Final = (1.0, 0.4)
_UPRIGHT: Final = 0.3
"""Most that the cosine of a card's corner may be: a card to be taught is looked at from above."""
_ALIKE: Final = 1.12
"""Most that the shapes of a deck's cards may differ, as they are photographed."""
_HALF: Final = 0.5
"""Least size of a second card, as a share of the first."""
_PRINTED: Final = 0.012
"""Outlines that differ so little from picture to picture, as a share of it, are printed on the card."""
_SCANS: Final = 2
"""Pictures at least, before that can be said."""
_REST_S: Final = 0.5
"""Stillness before a card is taken, seconds."""
_LAIN: Final = 0.01
"""How far the corners of a card that nobody touched move, as a share of its short side."""
_SMALLEST: Final = 60.0
"""Of a card's short side in a picture that teaches, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What one picture may show.

    Attributes:
        whole: the picture's own corners.
        quads: outlines that lie in no other, plain ones first, then the largest.
    """

    whole: Array
    quads: tuple[Array, ...]


def look(picture: Picture, least: float = _LEAST) -> Seen:
    """Find what may be the card in a picture that teaches; `least` is what it covers of it."""
    height, width = picture.shape[:2]
    whole = np.array([(0, 0), (width, 0), (width, height), (0, height)], float) - 0.5
    found: list[Array] = []
    for strength in _STRENGTHS:
        for quad in outlines(picture, least=least, edges=strength):
            middle = quad.mean(axis=0)
            if _square(quad) and not any(_within(middle, outer) for outer in found):
                found.append(quad)
    return Seen(whole, tuple(found))


def _square(quad: Array) -> bool:
    ways = np.roll(quad, -1, axis=0) - quad
    ways /= np.maximum(1e-6, np.hypot(ways[:, 0], ways[:, 1]))[:, None]
    turns = np.abs(np.einsum("ij,ij->i", ways, np.roll(ways, -1, axis=0)))
    return float(turns.max()) < _UPRIGHT


def _within(point: Array, quad: Array) -> bool:
    ways = np.roll(quad, -1, axis=0) - quad
    to = point - quad
    return bool(np.all(ways[:, 0] * to[:, 1] - ways[:, 1] * to[:, 0] > 0))


def shape_of(pictures: Sequence[Seen]) -> float:
    """Long over short side of a deck's cards, by all pictures of it; 1 where there are none."""
    if not pictures:
        return 1.0
    first = [shape(seen.quads[0]) for seen in pictures if seen.quads]
    whole = [shape(seen.whole) for seen in pictures]
    if _agree(first) * len(first) < 0.6 * len(pictures) or _printed(pictures):
        return median(whole)
    return _common(first)


def _common(shapes: Sequence[float]) -> float:
    """The median of those that agree with the median."""
    middle = median(shapes)
    return median([one for one in shapes if _like(one, middle)])


def _agree(shapes: Sequence[float]) -> float:
    """Share of shapes that agree with their median."""
    return sum(_like(one, median(shapes)) for one in shapes) / len(shapes) if shapes else 0.0


def _like(one: float, other: float) -> bool:
    return max(one / other, other / one) < _ALIKE


def _printed(pictures: Sequence[Seen]) -> bool:
    """Whether the outlines lie in the same place of every picture, as a frame on scans does."""
    places = [seen.quads[0] / seen.whole[2] for seen in pictures if seen.quads]
    if len(places) < _SCANS:
        return False
    tops = [place[np.argmin(place.sum(axis=1))] for place in places]
    return float(np.std(tops, axis=0).max()) < _PRINTED


def card_in(seen: Seen, ratio: float) -> Array:
    """The corners of the card in a picture, clockwise from the top left as the picture stands.

    Args:
        seen: what the picture may show.
        ratio: long over short side of the deck's cards.

    Raises:
        TaughtError: there is none, there are several, or it is too small.
    """
    like = [quad for quad in seen.quads if _like(shape(quad), ratio)]
    large = [quad for quad in like if _area(quad) > _HALF * _area(like[0])]
    if len(large) > 1:
        raise TaughtError(f"{len(large)} cards lie in it, where one is taught at a time")
    if not large and not _like(shape(seen.whole), ratio):
        raise TaughtError("no card of the deck's shape can be found in it")
    quad = large[0] if large else seen.whole
    if min(sides(quad)) < _SMALLEST:
        raise TaughtError("the card in it is too small; go nearer")
    return np.roll(quad, -int(np.argmin(quad.sum(axis=1))), axis=0)


def cards_in(picture: Picture) -> list[list[Array]]:
    """The corners of the cards of one deck that lie apart in a picture, in rows, from left to right."""
    quads = look(picture, _LEAST_OF_MANY).quads
    usual = median([_area(quad) for quad in quads]) if quads else 0.0
    quads = tuple(quad for quad in quads if usual / _AS_LARGE < _area(quad) < usual * _AS_LARGE)
    ratio = _common([shape(quad) for quad in quads]) if quads else 1.0
    rows: list[list[Array]] = []
    for quad in sorted(quads, key=lambda quad: float(quad[:, 1].mean())):
        if min(sides(quad)) < _SMALLEST or not _like(shape(quad), ratio):
            continue
        if not rows or quad[:, 1].mean() > rows[-1][0][:, 1].max():
            rows.append([])
        rows[-1].append(np.roll(quad, -int(np.argmin(quad.sum(axis=1))), axis=0))
    return [sorted(row, key=lambda quad: float(quad[:, 0].mean())) for row in rows]


class CardTaker:
    """Takes a card that lies still, once each time that something has moved.

    Attributes:
        ratio: long over short side of the deck's cards; None until one is known.
        problem: why the still picture shown last gave no card; empty when it did, or while it moves.
    """

    def __init__(self, ratio: float | None) -> None:
        self.ratio = ratio
        self.problem = ""
        self._stillness = Stillness(_REST_S)
        self._last: Array | None = None
        self._moved = True

    def forget(self) -> None:
        """Take what lies there, also where it has been taken."""
        self._stillness.forget()
        self._last, self._moved, self.problem = None, True, ""

    def feed(self, image: Picture, at: float) -> tuple[Picture, Array] | None:
        """Look at a picture taken at so many seconds; the picture and the card's corners in it."""
        due = self._stillness.due(image, at)
        if self._stillness.moving:
            self._moved, self.problem = True, ""
        if not (due and self._moved):
            return None
        seen = look(image)
        if not seen.quads:
            self.problem = "no card is seen: lay it on a plain ground, whole and near the middle"
            return None
        ratio = self.ratio or shape_of([seen])
        try:  # the whole picture is never the card
            quad = card_in(Seen(seen.quads[0], seen.quads), ratio)
        except TaughtError as error:
            self.problem = str(error)
            return None
        if self._last is not None and np.abs(quad - self._last).max() < _LAIN * min(sides(quad)):
            self.problem = "it lies as before; the next card lies a little elsewhere"
            return None
        self._last, self._moved, self.problem = quad, False, ""
        self.ratio = ratio
        return image, quad


def _area(quad: Array) -> float:
    wide, high = sides(quad)
    return wide * high


def aspect_of(quads: Sequence[Array], ratio: float) -> float:
    """Width over height of a deck's cards: as most of them lie in their pictures."""
    tall = sum(sides(quad)[0] <= sides(quad)[1] for quad in quads)
    return 1 / ratio if 2 * tall >= len(quads) else ratio


def turned(quad: Array, aspect: float) -> Array:
    """The corners of a card, turned by a quarter where it lies across."""
    wide, high = sides(quad)
    return quad if (wide > high) == (aspect > 1) else np.roll(quad, 1, axis=0)
