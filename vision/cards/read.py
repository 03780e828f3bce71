"""The cards in a picture: named, asked about, or none of the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from calibration.arrays import Array, Picture
from vision.cards.compare import Closely, Ready
from vision.cards.outlines import outlines, sides
from vision.cards.patches import Pyramid, Values

CardStatus = Literal["read", "unsure", "none"]
"""How far a card may be trusted; `none`: it is none of the deck."""

SURE: Final = 0.95
_NEARLY_SQUARE: Final = 1.2
_STEPS: Final = 2
_FEW: Final = 4
"""Cards that are looked at closely."""
_OVERLAP: Final = 0.25
"""Share of the smaller of two outlines that may lie in the other."""
_AS_LARGE: Final = 2.0
"""How many times larger or smaller than the others an unknown card may be."""
_NOTHING: Final = 0.12
"""Likeness below which an outline is no card at all, if it does not look like one."""
_STRANGE: Final = 0.3
"""Likeness below which a card is none of the deck."""
_FAIR: Final = 0.5
"""Likeness above which nothing but the runner-up makes unsure."""
_WEIGHTS: Final = (11.0, 12.0)
"""What the second look and the likeness count towards the log-odds of two cards."""
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
    like: Values


def read_cards(picture: Picture, ready: Ready) -> list[CardSighting]:
    """Read the cards of a deck in a picture; from top to bottom, then from left to right."""
    aspect = max(ready.deck.aspect, 1 / ready.deck.aspect)
    pyramid = Pyramid(picture)
    candidates = [_first_look(pyramid, quad, ready) for quad in outlines(picture, aspect)]
    found = [_second_look(pyramid, one, ready) for one in _apart(candidates)]
    known = [one for one in found if one.card is not None]
    usual = float(np.median([_area(one.corners) for one in known])) if known else 0.0
    shown = [one for one in found if one.card is not None or _as_large(one.corners, usual)]
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
        way = np.roll(best.quad, 2 * int(over), axis=0)
        seen = ready.coarse.see(pyramid.cut(way, ready.coarse.size))
        best = _seen(pyramid, ready.closer(way, seen, int(taught)), ready)
    return best


def _seen(pyramid: Pyramid, quad: Array, ready: Ready) -> _Candidate:
    seen = ready.coarse.see(pyramid.cut(quad, ready.coarse.size))
    return _Candidate(quad, ready.likeness(seen))


def _apart(candidates: list[_Candidate]) -> list[_Candidate]:
    """The best outlines that do not lie in one another."""
    kept: list[_Candidate] = []
    for one in sorted(candidates, key=lambda one: -float(one.like.max())):
        if one.like.max() >= _NOTHING and all(
            _shared(one.quad, other.quad) < _OVERLAP for other in kept
        ):
            kept.append(one)
    return kept


def _shared(one: Array, other: Array) -> float:
    """Share of the smaller of two outlines that lies in the other."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    both, _ = cv2.intersectConvexConvex(first, second)
    return both / max(1e-6, min(cv2.contourArea(first), cv2.contourArea(second)))


def _second_look(pyramid: Pyramid, one: _Candidate, ready: Ready) -> CardSighting:
    """Look closely at the few cards that are likest, and tell them apart."""
    looks: list[Closely] = []
    cards: list[int] = []
    for taught in np.argsort(-one.like.max(axis=1)):
        card = int(ready.owner[taught])
        if card not in cards and len(cards) < _FEW:
            cards.append(card)
            quad = np.roll(one.quad, 2 * int(one.like[taught].argmax()), axis=0)
            looks.append(ready.look(pyramid, quad, int(taught)))
    looks.sort(key=lambda look: -look.like)
    best = looks[0]
    for look in looks[1:]:
        if _odds(ready, best, look) < 0:
            best = look
    odds = [(look, 0.0 if look is best else -_odds(ready, best, look)) for look in looks]
    weights = np.exp([value for _, value in odds])
    weights /= weights.sum()
    likely = sorted(zip(weights, odds, strict=True), key=lambda each: -each[0])
    named = [(ready.names[ready.owner[look.taught]], float(p)) for p, (look, _) in likely]
    if best.like < _STRANGE:
        return CardSighting(None, 1 - best.like, "none", best.quad, tuple(named[:_ALTERNATIVES]))
    name = ready.names[ready.owner[best.taught]]
    sure = float(weights[looks.index(best)]) * min(1.0, (best.like - _STRANGE) / (_FAIR - _STRANGE))
    others = tuple(each for each in named if each[0] != name)[:_ALTERNATIVES]
    return CardSighting(name, sure, "read" if sure >= SURE else "unsure", best.quad, others)


def _odds(ready: Ready, one: Closely, other: Closely) -> float:
    """Log-odds that a card is the one rather than the other."""
    return _WEIGHTS[0] * ready.leaning(one, other) + _WEIGHTS[1] * (one.like - other.like)
