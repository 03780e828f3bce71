"""A deck made ready: what is cut out of a picture is held against every card taught."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array
from vision.cards.deck import Deck
from vision.cards.eye import card_eye
from vision.cards.patches import COARSE, FINE, Lens, Model, Pyramid, Values, has_paper, moved, size_for, visible
from vision.errors import TaughtError

_BLURS: Final = (0.0, 0.7, 1.2)
"""How unsharp a card may be seen, pixels of a coarse cut: the one that fits best counts."""
_GAIN: Final = 0.75
"""Least share of its contrast that a card may be seen with."""
_ASIDE: Final = np.array((0.02, 0.015))
"""How far a card is laid aside to learn what that does to its likeness, as shares of its sides."""
_TAUGHT_STEPS: Final = 2
_BLURRED: Final = 1.0
"""Blur of a second look, pixels of a fine cut."""
_SUM: Final = np.ones((1, 3), np.float32)
_REACH: Final = np.ones((3, 3), np.uint8)
"""How far lines may lie beside one another without being another thing."""
_ENOUGH: Final = 0.1
"""Share of a card that must be the same before its light and contrast are taken from there."""
_HELD: Final = 0.002
"""How much its contrast is held to what it is."""
_OFTEN, _UNUSUAL = 0.7, 3.0
"""What two pictures of one place differ by is the light's doing; what differs so many times as much is not."""
_AROUND: Final = (7, 7)
_STRANGE: Final = 0.1
"""Places of a fine cut, and how far, squared, they are from two cards where they tell half of what they would."""
_DIFFERS: Final = 0.06
"""Least that two cards differ in a pixel that tells them apart."""
CLOSE: Final = 120.0
"""Side of a square of a card's area when two cards are told apart, pixels: letters must be seen there."""
_SOFT: Final = 0.6
"""Blur of such a look, pixels."""
_COLOUR: Final = np.array((1, 1 / 3, 1 / 3), np.float32)
"""What light and colours count there: small print has no colour, but what is filled has."""
_PLACE: Final = (round(CLOSE / 14) | 1,) * 2
"""Sides of the places that are compared, pixels."""
_INNER: Final = 6
"""Pixels along its sides in which nothing tells a card: the table shows there where it is not laid exactly."""
_PLAIN: Final = 0.03
"""How much must be printed in a place before it can look different."""
_BESIDE: Final = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
"""How far a place may lie beside its own, pixels: down and across."""
_TELLING: Final = 0.2
"""How unlike two cards are on the whole where print tells them apart as well as it can."""
_USUAL: Final = 0.6
"""Share of a card in which two pictures of it differ by light and dust alone."""


class Closely(NamedTuple):
    """A cut laid exactly over one picture taught: where it lies then, how like it is, what is seen, how unlike.

    `soft`: (3, N) for the N pixels of a second look; `shown`: (N,) of what others leave free, None for all.
    """

    taught: int
    quad: Array
    like: float
    soft: Values
    shown: Values | None
    unlike: Values


class Difference(NamedTuple):
    """Where two pictures taught differ, (height, width), and where not, (N,) for N pixels, of 1 and 0.

    `mean`, `less`: what both show on the mean, and where they differ the one less the other, (3, N);
    `of`: the sum of squares of the latter.
    """

    where: NDArray[np.bool_]
    same: Values
    mean: Values
    less: Values
    of: float

    @property
    def share(self) -> float:
        """The share of a card in which they differ."""
        return float(self.where.mean())

    def lean(self, seen: Values, shown: Values | None) -> float:
        """To which of both what is shown there leans: 0.5 is the one, -0.5 the other.

        Where it is like neither, as in glare, it counts for less.
        """
        if not self.of:
            return 0.0
        same = self.same if shown is None else self.same * shown
        many = float(same.sum())
        off = seen - self.mean
        if many > _ENOUGH * self.where.size:
            kept = seen * same
            middle, aim = kept.sum(axis=1) / many, np.einsum("cn,n->c", self.mean, same) / many
            both = np.einsum("cn,cn->c", kept, self.mean) / many - middle * aim
            gain = _gain(both, np.einsum("cn,cn->c", kept, seen) / many - middle * middle)
            off = seen * gain[:, None] - self.mean + (aim - middle * gain)[:, None]
        towards = np.einsum("cn,cn->n", off, self.less)
        # The square of how far it is from the nearer of both: less is 0 where they do not differ.
        squares = np.einsum("cn,cn->n", off, off) + np.einsum("cn,cn->n", self.less, self.less) / 4
        far = _blurred((squares - abs(towards)).reshape(self.where.shape), _AROUND).ravel() / _STRANGE
        towards /= 1 + far * far
        return float((towards if shown is None else towards * shown).sum()) / self.of


class Ready:
    """A deck ready to be recognised.

    Attributes:
        deck: as it was taught.
        names: of its cards.
        coarse, fine, close: how its cards are seen at first, laid over one another, and told apart.
        firm: how like itself each picture taught stays when it is laid badly; little where its
            lines are thin.
    """

    def __init__(self, deck: Deck) -> None:
        """Look at every picture; raises `TaughtError`: there are none, or one is no picture."""
        pictures = deck.pictures()
        if not pictures:
            raise TaughtError(f"deck {deck.name}: nothing was taught yet; tableside teach --deck")
        self.deck, self.names = deck, deck.names()
        places = {name: at for at, name in enumerate(self.names)}
        self.owner = np.array([places[card] for card, _ in pictures])
        self._pictures = [Pyramid(picture) for _, picture in pictures]
        self._whole = deck.size.corners
        coarse, fine = size_for(deck.aspect, COARSE), size_for(deck.aspect, FINE)
        self.eye = card_eye()
        cuts = [picture.cut(self._whole, coarse) for picture in self._pictures]
        paper = sum(map(has_paper, cuts)) * 2 > len(cuts)
        self.coarse, self.fine = Lens(coarse, paper=paper), Lens(fine, paper=paper)
        self.close = Lens(size_for(deck.aspect, CLOSE), paper=paper)
        self._coarse = [Model(self.coarse, self.coarse.see(cut)) for cut in cuts]
        self._rows = np.stack([self._variants(model.seen, self.coarse) for model in self._coarse])
        self._norms = np.linalg.norm(self._rows, axis=2)
        self.firm = [self._firmness(at) for at in range(len(pictures))]
        self.fine_model = lru_cache(maxsize=256)(self._fine_model)
        self._print = lru_cache(maxsize=256)(self._printed)
        self.laid_over = lru_cache(maxsize=600)(self._laid_over)
        self.apart = lru_cache(maxsize=600)(self._compared)
        self.difference = lru_cache(maxsize=400)(self._tinted)

    def _variants(self, seen: Values, lens: Lens) -> Values:
        scale = np.sqrt(lens.count / self.coarse.count)
        soft = (seen if blur == 0 else cv2.GaussianBlur(seen, (0, 0), blur * scale) for blur in _BLURS)
        return np.stack([lens.vector(np.asarray(one, np.float32)) for one in soft])

    def _firmness(self, taught: int) -> float:
        aside = self._whole + _ASIDE * self._whole.max(axis=0)
        cut = self._pictures[taught].cut(aside, self.coarse.size)
        return float(self.likeness(self.coarse.see(cut), few=[taught])[0, 0])

    # ---- first look

    def likeness(self, seen: Values, shown: Values | None = None, few: list[int] | slice = slice(None)) -> Values:
        """How like some pictures taught a coarse cut is, as it stands and turned by a half, by what is shown of it.

        Returns:
            (T, 2), 1 for the same.
        """
        row = self.coarse.vector(seen, shown).reshape(3, -1)
        turns = np.stack([row, row[:, ::-1]]).reshape(2, -1)
        rows, norms = self._rows[few], self._norms[few]
        # Not by BLAS: its threads wait for one another far longer than so small a product takes.
        products = np.einsum("tn,wn->wt", rows.reshape(-1, turns.shape[1]), turns).reshape(2, -1, len(_BLURS))
        if shown is not None:
            norms = np.stack([self.coarse.norms(rows, free) for free in (shown, shown[::-1, ::-1])])
        return np.asarray(_alike(products, norms, float(np.linalg.norm(row))).max(axis=2).T, np.float32)

    def likeness_of(self, taught: int) -> Values:
        """How like each picture taught one of them is, as likeness says it."""
        return self.likeness(self._coarse[taught].seen)

    def closer(self, quad: Array, seen: Values, taught: int, shown: Values | None = None) -> Array:
        """A coarse cut's quadrilateral, laid a step closer over a picture taught."""
        return moved(quad, self.coarse.size, self._coarse[taught].step(seen, shown))

    # ---- second look

    def _fine_model(self, taught: int) -> tuple[Model, Values, Values]:
        seen = self.fine.see(self._pictures[taught].cut(self._whole, self.fine.size))
        rows = self._variants(seen, self.fine)
        return Model(self.fine, seen), rows, np.asarray(np.linalg.norm(rows, axis=1), np.float32)

    def look(self, picture: Pyramid, quad: Array, lit: Values, taught: int, over: Sequence[Array] = ()) -> Closely:
        """Lay a quadrilateral exactly over a picture taught, and look again at what others leave free of it."""
        model, rows, norms = self.fine_model(taught)
        seen = self.fine.see(picture.cut(quad, self.fine.size), lit)
        quad = moved(quad, self.fine.size, model.step(seen, visible(quad, over, self.fine.size)))
        seen, shown = self.fine.see(picture.cut(quad, self.fine.size), lit), visible(quad, over, self.fine.size)
        close = self.close.see(picture.cut(quad, self.close.size), lit)
        unlike = self._unlike(_Print.of(close), self._print(taught))
        free = visible(quad, over, self.close.size)
        row, norms = self.fine.vector(seen, shown), norms if shown is None else self.fine.norms(rows, shown)
        like = float(_alike(np.einsum("tn,n->t", rows, row), norms, float(np.linalg.norm(row))).max())
        return Closely(taught, quad, like, _planes(_softened(seen)),
                       None if shown is None else shown.ravel(), unlike if free is None else unlike * free)  # fmt: skip

    def _printed(self, taught: int) -> _Print:
        return _Print.of(self.close.see(self._pictures[taught].cut(self._whole, self.close.size)))

    def _unlike(self, one: _Print, other: _Print) -> Values:
        """(height, width) of how unlike two cards are in each place: 0 for the same, 1 for anything else."""
        high, wide = other.busy.shape
        beside = (one.shown[_INNER - down :, _INNER - right :][:high, :wide] for down, right in _BESIDE)
        off = np.minimum.reduce([_busy(shown - other.shown[_INNER:-_INNER, _INNER:-_INNER]) for shown in beside])
        unlike = np.pad(off / (one.busy + other.busy + _PLAIN), _INNER)
        return np.asarray(unlike * self.close.mask, np.float32)

    def _laid_over(self, one: int, other: int) -> NDArray[np.float64]:
        """(4, 2) corners in the other picture that let it lie upon the one as well as can be."""
        model = self.fine_model(one)[0]
        over = self.likeness(self._coarse[other].seen, few=[one]).argmax()
        quad = np.roll(self._whole, 2 * int(over), axis=0)
        for _ in range(_TAUGHT_STEPS):
            seen = self.fine.see(self._pictures[other].cut(quad, self.fine.size))
            quad = moved(quad, self.fine.size, model.step(seen))
        return quad

    def _compared(self, one: int, other: int) -> Values:
        """How unlike two pictures taught are in each place, the other laid over the one."""
        quad = self.laid_over(one, other)
        seen = self.close.see(self._pictures[other].cut(quad, self.close.size))
        unlike = self._unlike(_Print.of(seen), self._print(one))
        usual = np.quantile(unlike[self.close.mask], _USUAL)
        return np.asarray(np.maximum(0, unlike - usual), np.float32)

    def leaning(self, one: Closely, other: int, theirs: Closely | None = None) -> float:
        """Where two cards differ: 1 for just as the one, -1 for just as the other; of the one alone 0 is most."""
        there = self.apart(one.taught, other)
        unlike = -one.unlike
        if theirs is not None:
            turned = np.abs(one.quad - theirs.quad).sum() > np.abs(one.quad - theirs.quad[[2, 3, 0, 1]]).sum()
            unlike = (theirs.unlike[::-1, ::-1] if turned else theirs.unlike) - one.unlike
        whole = float((there * there).sum())
        telling = min(1.0, float(np.sqrt(whole / self.close.count)) / _TELLING)
        return telling * float((there * unlike).sum()) / max(1e-6, whole)

    def _tinted(self, one: int, other: int) -> Difference:
        """In what two pictures taught differ, the other laid over the one."""
        quad = self.laid_over(one, other)
        seen = self.fine.see(self._pictures[other].cut(quad, self.fine.size))
        ours = _softened(self.fine_model(one)[0].seen)
        theirs = self._evened(_softened(seen), ours)
        off = _beyond(ours, theirs) + _beyond(theirs, ours)
        usual = float(np.quantile(off[self.fine.mask], _OFTEN))
        where = (off > max(_DIFFERS, _UNUSUAL * usual)) & self.fine.mask
        same, mean = self.fine.mask & ~where, np.asarray((ours + theirs) / 2, np.float32)
        less = _planes((ours - theirs) * where[:, :, None])
        return Difference(where, same.astype(np.float32).ravel(), _planes(mean), less, float((less * less).sum()))

    def _evened(self, seen: Values, like: Values) -> Values:
        """What is seen with light and contrast as another has them, by the half in which they agree best."""
        off = cv2.transform(np.abs(seen - like), _SUM)
        half = self.fine.mask & (off <= np.median(off[self.fine.mask]))
        return _toned(seen, seen[half], like[half])

    def tint(self, one: Closely, other: int) -> float:
        """Whose colours the one has where two differ: 0.5 for just its own, -0.5 for the other's."""
        return self.difference(one.taught, other).lean(one.soft, one.shown)


class _Print(NamedTuple):
    """What a card shows, as it is compared place by place, and how much stands in each place but its sides."""

    shown: Values
    busy: Values

    @classmethod
    def of(cls, seen: Values) -> _Print:
        shown = np.asarray(cv2.GaussianBlur(seen * _COLOUR, (0, 0), _SOFT), np.float32)
        return cls(shown, _busy(shown[_INNER:-_INNER, _INNER:-_INNER]))


def _busy(inner: Values) -> Values:
    """(height, width) of how much a picture varies around each pixel."""
    mean = _blurred(inner, _PLACE)
    square = _blurred(np.asarray(cv2.transform(inner * inner, _SUM), np.float32), _PLACE)
    return np.asarray(np.maximum(0, square - cv2.transform(mean * mean, _SUM)), np.float32)


def _blurred(values: Values, place: tuple[int, int]) -> Values:
    return np.asarray(cv2.blur(values, place, borderType=cv2.BORDER_REPLICATE), np.float32)


def _alike(products: Values, norms: Values, norm: float) -> Values:
    """How like rows of numbers are, 1 for the same; the contrast may differ a little."""
    gain = np.clip(norms / max(1e-6, norm), _GAIN, 1 / _GAIN)
    return np.asarray(2 * gain * products / ((gain * norm) ** 2 + norms**2 + 1e-9), np.float32)


def _softened(seen: Values) -> Values:
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), _BLURRED), np.float32)


def _toned(seen: Values, ours: Values, theirs: Values) -> Values:
    """What is seen, with light and contrast changed as they are from ours to theirs, (N, 3) each."""
    middle, aim = ours.mean(axis=0), theirs.mean(axis=0)
    ours, theirs = ours - middle, theirs - aim
    gain = _gain((ours * theirs).mean(axis=0), (ours * ours).mean(axis=0))
    return np.asarray((seen - middle) * gain + aim, np.float32)


def _gain(both: Values, ours: Values) -> Values:
    """How much contrast changes, (3,), of the mean product of both and the mean square of ours."""
    return np.asarray(np.clip((both + _HELD) / (ours + _HELD), 0.6, 1.6), np.float32)


def _planes(seen: Values) -> Values:
    """(3, height * width) of (height, width, 3), for sums over pixels."""
    return np.ascontiguousarray(seen.reshape(-1, 3).T)


def _beyond(seen: Values, other: Values) -> Values:
    """(height, width) of how far each pixel lies beyond all that the other shows around it."""
    above = np.maximum(seen - cv2.dilate(other, _REACH), 0)
    off = above + np.maximum(cv2.erode(other, _REACH) - seen, 0)
    return np.asarray(cv2.transform(off, _SUM), np.float32)
