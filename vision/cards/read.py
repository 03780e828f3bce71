"""The cards in a picture: named, asked about, or none of the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from calibration.arrays import Array, Picture
from vision.cards.compare import Closely, Ready
from vision.cards.lattice import lattices
from vision.cards.outlines import outlines, sides
from vision.cards.patches import Pyramid, Values

CardStatus = Literal["read", "unsure", "none"]
"""How far a card may be trusted; `none`: it is none of the deck."""

SURE: Final = 0.95
_NEARLY_SQUARE: Final = 1.2
_STEPS: Final = 2
_MANY: Final = 12
_FEW: Final = 4
"""Pictures taught that an outline is laid over, and cards that are looked at closely."""
_AT_LEAST: Final = 2
_FAR: Final = 0.3
"""Likeness below the best by which a card is not looked at closely."""
_MOST_TINT: Final = 0.6
_MOST_LEAN: Final = 1.5
"""What shows more of a difference than both cards have shows no more of the one."""
_OVERLAP: Final = 0.25
"""Share of the smaller of two outlines that may lie in the other."""
_AS_LARGE: Final = 2.0
"""How many times larger or smaller than the others an unknown card may be."""
_NOTHING: Final = 0.12
"""Likeness below which an outline is no card at all, if it does not look like one."""
_KNOWN: Final = 0.4
"""Likeness of an outline from which on it is surely a card, and others may lie beside it."""
_ROUNDS: Final = 12
_MOST_TRIED: Final = 120
"""How often, and at how many places, cards are looked for beside others."""
_OUTSIDE: Final = 0.15
"""Share of its short side by which such a place may lie outside of the picture."""
_SAME_PLACE: Final = 0.15
"""Share of its short side within which another place is the same."""
_LEAST_FIRM: Final = 0.3
_STRANGE: Final = 0.5
"""Likeness below which a card is never sure, as a share of what it is when it is laid badly."""
_NONE: Final = 0.05
"""The same share, below which it is none of the deck: that is a claim as any other."""
_FAIR: Final = 0.8
"""The same share, above which nothing but the runner-up makes unsure."""
_WEIGHTS: Final = (11.0, 3.0, 12.0)
"""What colours, print and likeness count towards the log-odds of two cards."""
_SAME: Final = 0.45
_ANOTHER: Final = 0.75
"""How unlike a card may be in its unlikest place: from there on it is less sure, and from there on not at all."""
_ALTERNATIVES: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class CardSighting:
    """One card in one picture.

    Attributes:
        card: its id, best guess when unsure; None for a card that is none of the deck.
        confidence: how likely `card` is right, 0 to 1.
        status: whether the reading may be used as it stands.
        corners: (4, 2) pixels of the picture, clockwise from the card's own top left corner.
        alternatives: runners-up (card, probability), likeliest first.
    """

    card: str | None
    confidence: float
    status: CardStatus
    corners: Array
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """An outline with how like it is to each picture taught, (T, 2): as it stands, turned by a half."""

    quad: Array
    lit: Values
    seen: Values
    like: Values

    def turned(self, over: int) -> _Candidate:
        """The same, or the same turned by a half."""
        if not over:
            return self
        back = (slice(None, None, -1), slice(None, None, -1))
        quad = np.roll(self.quad, 2, axis=0)
        return _Candidate(quad, self.lit[back], self.seen[back], self.like[:, ::-1])


def read_cards(picture: Picture, ready: Ready) -> list[CardSighting]:
    """Read the cards of a deck in a picture; from top to bottom, then from left to right."""
    pyramid = Pyramid(picture)
    candidates = [_first_look(pyramid, quad, ready) for quad in outlines(picture, ready.deck.ratio)]
    candidates = _with_neighbours(pyramid, _apart(candidates), ready)
    found = [_second_look(pyramid, one, ready) for one in candidates]
    known = [one for one in found if one.status != "none" and one.confidence]
    usual = float(np.median([_area(one.corners) for one in known])) if known else 0.0
    shown = [one for one in found if one in known or _as_large(one.corners, usual)]
    return sorted(shown, key=lambda one: (one.corners[:, 1].mean(), one.corners[:, 0].mean()))


def _area(quad: Array) -> float:
    wide, high = sides(quad)
    return wide * high


def _as_large(quad: Array, usual: float) -> bool:
    """Whether an outline is as large as the cards that were recognised beside it."""
    return usual == 0.0 or 1 / _AS_LARGE < _area(quad) / usual < _AS_LARGE


def _first_look(pyramid: Pyramid, quad: Array, ready: Ready) -> _Candidate:
    """Turn an outline as it fits best, and lay it a little closer."""
    wide, high = sides(quad)
    across = (wide > high) != (ready.deck.aspect > 1)
    turns = [int(across)] if max(wide / high, high / wide) > _NEARLY_SQUARE else [0, 1]
    ways = [np.roll(quad, turn, axis=0) for turn in turns]
    best = max((_seen(pyramid, way, ready) for way in ways), key=lambda one: float(one.like.max()))
    for _ in range(_STEPS):
        taught, over = np.unravel_index(int(best.like.argmax()), best.like.shape)
        best = best.turned(int(over))
        best = _seen(pyramid, ready.closer(best.quad, best.seen, int(taught)), ready, best.lit)
    return best


def _seen(pyramid: Pyramid, quad: Array, ready: Ready, lit: Values | None = None) -> _Candidate:
    cut = pyramid.cut(quad, ready.coarse.size)
    lit = ready.coarse.lit(cut) if lit is None else lit
    seen = ready.coarse.see(cut, lit)
    return _Candidate(quad, lit, seen, ready.likeness(seen))


def _apart(candidates: list[_Candidate]) -> list[_Candidate]:
    """The best outlines that do not lie in one another."""
    kept: list[_Candidate] = []
    for one in sorted(candidates, key=lambda one: -float(one.like.max())):
        if one.like.max() >= _NOTHING and all(_shared(one.quad, other.quad) < _OVERLAP for other in kept):
            kept.append(one)
    return kept


def _with_neighbours(pyramid: Pyramid, candidates: list[_Candidate], ready: Ready) -> list[_Candidate]:
    """Look beside each card that was recognised, where the next one of its row or column would lie."""
    known = [one for one in candidates if one.like.max() > _KNOWN]
    tried: list[Array] = []
    for _ in range(_ROUNDS):
        quads = [one.quad for one in known]
        places = [lattice.quad_at(place) for lattice in lattices(quads) for place in lattice.beside()]
        more: list[_Candidate] = []
        for quad in places:
            if len(tried) >= _MOST_TRIED:
                break
            if _free(quad, [*quads, *(one.quad for one in more)], tried, pyramid):
                tried.append(quad)
                one = _first_look(pyramid, quad, ready)
                if one.like.max() > _KNOWN:
                    more.append(one)
        if not more:
            break
        known += more
    return _apart([*candidates, *known])


def _free(quad: Array, taken: list[Array], tried: list[Array], pyramid: Pyramid) -> bool:
    """Whether a place lies in the picture, was not looked at yet, and no card lies there."""
    inside = np.clip(quad, 0, np.array(pyramid.shape[::-1]))
    if np.abs(inside - quad).max() > _OUTSIDE * min(sides(quad)):
        return False
    near = _SAME_PLACE * min(sides(quad))
    middle = quad.mean(axis=0)
    return all(np.abs(other.mean(axis=0) - middle).max() > near for other in tried) and all(
        _shared(quad, other) < _OVERLAP for other in taken
    )


def _shared(one: Array, other: Array) -> float:
    """Share of the smaller of two outlines that lies in the other."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    both, _ = cv2.intersectConvexConvex(first, second)
    return both / max(1e-6, min(cv2.contourArea(first), cv2.contourArea(second)))


def _likeliest(pyramid: Pyramid, one: _Candidate, ready: Ready) -> list[tuple[float, int, _Candidate]]:
    """The few cards that are likest once the outline is laid over each of them, likest first."""
    found: dict[int, tuple[float, int, _Candidate]] = {}
    likes = one.like.max(axis=1)
    for taught in np.argsort(-likes)[:_MANY].tolist():
        if likes[taught] < likes.max() - _FAR and len(found) >= _AT_LEAST:
            break
        way = one.turned(int(one.like[taught].argmax()))
        quad = ready.closer(way.quad, way.seen, taught)
        seen = ready.coarse.see(pyramid.cut(quad, ready.coarse.size), way.lit)
        like = ready.likeness_to(seen, taught)
        card = int(ready.owner[taught])
        if card not in found or like > found[card][0]:
            found[card] = (like, taught, _Candidate(quad, way.lit, seen, one.like))
    return sorted(found.values(), key=lambda each: -each[0])[:_FEW]


def _second_look(pyramid: Pyramid, one: _Candidate, ready: Ready) -> CardSighting:
    """Look closely at the few cards that are likest, and tell them apart."""
    looks = [ready.look(pyramid, laid.quad, laid.lit, taught) for _, taught, laid in _likeliest(pyramid, one, ready)]
    looks.sort(key=lambda look: -look.like)
    best = looks[0]
    for look in looks[1:]:
        if _odds(ready, best, look) < 0:
            best = look
    others = sorted((_odds(ready, best, look), at) for at, look in enumerate(looks) if look is not best)
    weights = np.exp([0.0, *(-odds for odds, _ in others)])
    weights /= weights.sum()
    named = [ready.names[ready.owner[looks[at].taught]] for _, at in others]
    alternatives = tuple(zip(named, weights[1:].tolist(), strict=True))[:_ALTERNATIVES]
    firm = best.like / max(_LEAST_FIRM, ready.firm[best.taught])
    if firm < _NONE:
        return CardSighting(None, 1 - max(0.0, firm), "none", best.quad, alternatives)
    name = ready.names[ready.owner[best.taught]]
    sure = float(weights[0]) * float(np.clip((firm - _STRANGE) / (_FAIR - _STRANGE), 0, 1))
    sure *= float(np.clip((_ANOTHER - best.unlike.max()) / (_ANOTHER - _SAME), 0, 1))
    status: CardStatus = "read" if sure >= SURE else "unsure"
    return CardSighting(name, sure, status, best.quad, alternatives)


def _odds(ready: Ready, one: Closely, other: Closely) -> float:
    """Log-odds that a card is the one rather than the other."""
    tint = float(np.clip(ready.tint(one, other), -_MOST_TINT, _MOST_TINT))
    lean = float(np.clip(ready.leaning(one, other), -_MOST_LEAN, _MOST_LEAN))
    return _WEIGHTS[0] * tint + _WEIGHTS[1] * lean + _WEIGHTS[2] * (one.like - other.like)
