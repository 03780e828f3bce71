"""The cards in a picture: named, asked about, or none of the deck."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

import cv2
import numpy as np

from calibration.arrays import Array, Picture
from vision.cards.compare import Closely, Ready
from vision.cards.eye import Spot, union
from vision.cards.lattice import lattices
from vision.cards.outlines import outlines, sides
from vision.cards.patches import Pyramid, Values, visible

CardStatus = Literal["read", "unsure", "none"]
"""How far a card may be trusted; `none`: it is none of the deck."""

SURE: Final = 0.95
_AT_ONCE: Final = 2
"""Cards that are looked at side by side: most of a look is OpenCV's and NumPy's, which let others run."""
_STEPS: Final = 4
_NEAR: Final = 0.55
"""Share of their union that a place and an outline have in common where they are one card."""
_SMALLER: Final = 0.3
"""How much smaller than the smallest place an outline may be; a smaller one has too little in common with any."""
_MANY: Final = 24
_FEW, _MORE = 4, 12
"""Pictures taught that an outline is laid over; cards that are looked at closely, and where more are nearly as like."""
_NEARLY: Final = 0.08
"""Likeness below the best one's that is nearly as like."""
_NEARER: Final = 12
"""Pictures taught, the likeliest, that a whole card is held against while it is laid closer."""
_AT_LEAST: Final = 2
_FAR: Final = 0.3
"""Likeness below the best by which a card is not looked at closely."""
_MOST_TINT: Final = 0.6
_MOST_LEAN: Final = 1.5
"""What shows more of a difference than both cards have shows no more of the one; far more is the light's doing."""
_TRUST: Final = 0.4
"""What a place counts towards which of two outlines is the card, beside how like a card it is."""
_LEAST_HIDDEN, _MOST_HIDDEN = 0.04, 0.62
"""Share of a card that lies under others: below the one it is whole, above the other it is no card."""
_LIKE, _THERE = 0.7, 0.82
"""What likeness to a card counts beside the chance that one lies there, and both together where something does."""
_AS_LARGE: Final = 1.7
"""How many times larger or smaller than the others a card may be that is not known."""
_ROWS: Final = 3
"""Sure cards that lie in rows before these say where others may lie."""
_KNOWN, _PLACED, _PLAIN = 1.1, 1.0, 0.8
"""What both must be beside rows, and in their places, or the chance alone: a mat's marks are little like a card."""
_LEAST_FIRM: Final = 0.3
_STRANGE: Final = 0.5
"""Likeness below which a card is never sure, as a share of what it is when it is laid badly."""
_NONE: Final = 0.1
"""The same share, below which it is none of the deck: that is a claim as any other, and wants sides that were seen."""
_FAIR: Final = 0.8
"""The same share, above which nothing but the runner-up makes unsure."""
_WEIGHTS: Final = (9.0, 10.0, 12.0)
"""What colours, print and likeness count towards the log-odds of two cards."""
_RULED_OUT: Final = 3.0
"""Log-odds by a look at one card alone from which on the other is not looked at closely."""
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
    """An outline with how like it is to each picture taught, (T, 2): as it stands, turned by a half.

    `over` are the cards that lie over it, `spot` is where it was found; `lined`: its sides were seen.
    """

    quad: Array
    lit: Values
    seen: Values
    like: Values
    spot: Spot
    over: tuple[Array, ...] = ()
    lined: bool = False

    def turned(self, over: int) -> _Candidate:
        """The same, or the same turned by a half."""
        if not over:
            return self
        back = (slice(None, None, -1), slice(None, None, -1))
        quad = np.roll(self.quad, 2, axis=0)
        return replace(self, quad=quad, lit=self.lit[back], seen=self.seen[back], like=self.like[:, ::-1])


def read_cards(picture: Picture, ready: Ready) -> list[CardSighting]:
    """Read the cards of a deck in a picture; from top to bottom, then from left to right."""
    pyramid = Pyramid(picture)
    spots = ready.eye.spots(picture)
    least = _SMALLER * min((_area(spot.quad) for spot in spots), default=1.0) / picture[..., 0].size
    lined = list(outlines(picture, ready.deck.ratio, least)) if spots else []
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        candidates = list(pool.map(lambda spot: _candidate(pyramid, spot, lined, ready), spots))
        kept = _apart(pyramid, candidates, ready)
        plain = [one for one in kept if _plain(one)]
        found = list(zip(plain, pool.map(lambda one: _second_look(pyramid, one, ready), plain), strict=True))
    faint = [one for one in kept if not _plain(one)]
    if not _free([seen.corners for _, seen in found if seen.status == "read"]):  # nothing says how the others lie
        found, faint = found + [(one, _second_look(pyramid, one, ready)) for one in faint], []
    shown = new = [seen for _, seen in found if seen.status == "read"]
    while new:  # each that is sure says where others lie
        sure = [seen.corners for seen in shown if seen.status == "read"]
        free, left = _free(sure), [pair for pair in found if pair[1].status != "read"]
        found = [(one, _beside_sure(pyramid, one, seen, sure, free, ready)) for one, seen in left]
        new = [seen for _, seen in found if seen.status == "read"]
        new += _missed(pyramid, free, [*shown, *(seen for _, seen in found)], faint, ready)
        shown = [*shown, *new]
    usual = float(np.median([_area(seen.corners) for seen in shown])) if shown else 0.0
    shown += [seen for one, seen in found if seen.status != "read" and _as_large(one.quad, usual)]
    return sorted(shown, key=lambda one: (one.corners[:, 1].mean(), one.corners[:, 0].mean()))


def _candidate(pyramid: Pyramid, spot: Spot, lined: Sequence[Array], ready: Ready) -> _Candidate:
    """The outline of a place that is likest to a card."""
    near = [other for other in lined if union(spot.quad, other) > _NEAR]
    ways = [*near, *([spot.quad] if near else _shaped(spot.quad, ready.deck.ratio))]
    looks = [_first_look(pyramid, way, spot, ready) for way in ways]
    return replace(max(looks, key=_rank), lined=bool(near))


def _free(sure: Sequence[Array]) -> list[Array]:
    """Places next to sure cards that lie in rows."""
    return [place for rows in lattices(sure) if len(rows.places) >= _ROWS for place in rows.free(sure)]


def _missed(
    pyramid: Pyramid, places: Sequence[Array], shown: list[CardSighting], faint: Sequence[_Candidate], ready: Ready
) -> list[CardSighting]:
    """Cards in places of rows where none was found, or only faintly; `shown` are those that were."""
    known = len(shown)
    for place in places:
        spot = Spot(max((one.spot.likely for one in faint if union(one.spot.quad, place) > _NEAR), default=0.0), place)
        if not spot.likely and _firm(_seen(pyramid, place, spot, ready, ()), ready) < _STRANGE:
            continue
        one = _first_look(pyramid, place, spot, ready)
        there = _there(one) >= _PLACED
        alone = all(_hidden(quad, other.corners) < _MOST_HIDDEN for other in shown for quad in (place, one.quad))
        if alone and (there or _firm(one, ready) > _FAIR):
            seen = _second_look(pyramid, one, ready)
            shown += [seen] if there or seen.status == "read" else []
    return shown[known:]


def _beside_sure(pyramid: Pyramid, one: _Candidate, seen: CardSighting, sure: Sequence[Array],
                 free: Sequence[Array], ready: Ready) -> CardSighting:  # fmt: skip
    """Look once more at a card that is not sure, where the rows have it, or as large and turned as its neighbour."""
    place = max(free, key=lambda quad: _hidden(quad, one.spot.quad), default=one.quad)
    beside = min(sure, key=lambda quad: float(np.hypot(*(quad - one.quad).mean(axis=0))))
    ways = [beside - beside.mean(axis=0) + quad.mean(axis=0) for quad in (one.quad, one.spot.quad)]
    in_rows = place is not one.quad and _hidden(place, one.spot.quad) > _MOST_HIDDEN
    ways += [place] if in_rows else []
    looks = [one, *(_first_look(pyramid, way, one.spot, ready, one.over) for way in ways)]
    looks += [_seen(pyramid, place, one.spot, ready, one.over)] if in_rows else []
    # Where it gleams, what is laid astray may look more like a card than what is laid well.
    fits = [float(look.like.max()) * (union(look.quad, place) if in_rows else 1.0) for look in looks]
    best = int(np.argmax(fits))
    again = _second_look(pyramid, replace(looks[best], lined=one.lined), ready)
    better = again.confidence + fits[best] > seen.confidence + fits[0]
    return again if again.status != "none" and better else seen


def _area(quad: Array) -> float:
    wide, high = sides(quad)
    return wide * high


def _as_large(quad: Array, usual: float) -> bool:
    """Whether an outline is as large as the cards beside it that are sure."""
    return usual == 0.0 or 1 / _AS_LARGE < _area(quad) / usual < _AS_LARGE


def _shaped(spot: Array, ratio: float) -> list[Array]:
    """A place as it was found, and with the shape of the deck's cards: as long, or as wide, as it was found."""
    wide, high = sides(spot)
    middle, across, down = spot.mean(axis=0), (spot[1] - spot[0]) / 2, (spot[3] - spot[0]) / 2
    if wide > high:
        wide, high, across, down = high, wide, down, -across
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    shapes = [(1.0, 1.0), (high / ratio / wide, 1.0), (1.0, wide * ratio / high)]
    return [middle + signs @ np.stack([across * one, down * other]) for one, other in shapes]


def _rank(one: _Candidate) -> float:
    return float(one.like.max()) + _TRUST * one.spot.likely


def _there(one: _Candidate) -> float:
    """How much speaks for a card."""
    return _LIKE * float(one.like.max()) + one.spot.likely


def _plain(one: _Candidate) -> bool:
    """Whether a card lies there, most likely one of the deck or another one."""
    return _there(one) >= _KNOWN or one.spot.likely >= _PLAIN


def _firm(one: _Candidate, ready: Ready) -> float:
    """How like a card an outline is, as a share of what that card is when it is laid badly."""
    like = one.like.max(axis=1)
    return float(like.max()) / max(_LEAST_FIRM, ready.firm[int(like.argmax())])


def _first_look(pyramid: Pyramid, quad: Array, spot: Spot, ready: Ready, over: tuple[Array, ...] = ()) -> _Candidate:
    """Turn an outline as it fits best, and lay it closer as long as that helps."""
    wide, high = sides(quad)
    best = _seen(pyramid, np.roll(quad, int((wide > high) != (ready.deck.aspect > 1)), axis=0), spot, ready, over)
    for _ in range(_STEPS):
        taught, turn = np.unravel_index(int(best.like.argmax()), best.like.shape)
        best = best.turned(int(turn))
        shown = visible(best.quad, over, ready.coarse.size)
        nearer = _seen(pyramid, ready.closer(best.quad, best.seen, int(taught), shown), spot, ready, over, best)
        if nearer.like.max() <= best.like.max():
            break
        best = nearer
    return best


def _seen(pyramid: Pyramid, quad: Array, spot: Spot, ready: Ready, over: tuple[Array, ...],
          before: _Candidate | None = None) -> _Candidate:  # fmt: skip
    cut = pyramid.cut(quad, ready.coarse.size)
    lit = ready.coarse.lit(cut) if before is None else before.lit
    seen = ready.coarse.see(cut, lit)
    shown = visible(quad, over, ready.coarse.size)
    if before is None:
        return _Candidate(quad, lit, seen, ready.likeness(seen, shown), spot, over)
    like, few = before.like.copy(), np.argsort(-before.like.max(axis=1))[: None if over else _NEARER].tolist()
    like[few] = ready.likeness(seen, shown, few)
    return _Candidate(quad, lit, seen, like, spot, over)


def _apart(pyramid: Pyramid, candidates: list[_Candidate], ready: Ready) -> list[_Candidate]:
    """The best outlines; those that others lie over are looked at again, by what is to be seen of them."""
    kept: list[_Candidate] = []
    left = sorted(candidates, key=lambda one: -_rank(one))
    for one in left:
        shares = [(_hidden(one.quad, other.quad), other.quad) for other in kept]
        if sum(share for share, _ in shares) > _MOST_HIDDEN:
            continue
        over = tuple(quad for share, quad in shares if share > _LEAST_HIDDEN)
        again = replace(_first_look(pyramid, one.quad, one.spot, ready, over), lined=False) if over else one
        if _there(again) >= _THERE:
            kept.append(again)
    return kept


def _hidden(one: Array, other: Array) -> float:
    """Share of an outline that lies in another, or of the other in it: cards are as large as one another."""
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
        size = ready.coarse.size
        quad = ready.closer(way.quad, way.seen, taught, visible(way.quad, one.over, size))
        seen = ready.coarse.see(pyramid.cut(quad, size), way.lit)
        like = float(ready.likeness(seen, visible(quad, one.over, size), [taught])[0, 0])
        card = int(ready.owner[taught])
        if card not in found or like > found[card][0]:
            found[card] = (like, taught, replace(way, quad=quad, seen=seen))
    order = sorted(found.values(), key=lambda each: -each[0])[:_MORE]
    return [each for at, each in enumerate(order) if at < _FEW or each[0] > order[0][0] - _NEARLY]


def _second_look(pyramid: Pyramid, one: _Candidate, ready: Ready) -> CardSighting:
    """Look closely at the few cards that are likest, and tell them apart."""
    looks = _looks(pyramid, one, ready)
    looks.sort(key=lambda look: -look.like)
    odds = cache(lambda one, other: _odds(ready, looks[one], looks[other].taught,
                                          looks[one].like - looks[other].like, looks[other]))  # fmt: skip
    first = 0
    for at in range(1, len(looks)):
        first = at if odds(first, at) < 0 else first
    best = looks[first]
    others = sorted((odds(first, at), at) for at in range(len(looks)) if at != first)[:_ALTERNATIVES]
    weights = np.exp([0.0, *(-against for against, _ in others)])
    weights /= weights.sum()
    named = [ready.names[ready.owner[looks[at].taught]] for _, at in others]
    alternatives = tuple(zip(named, weights[1:].tolist(), strict=True))
    firm = _likely(best, ready)
    if firm < _NONE and one.lined:
        return CardSighting(None, 1 - max(0.0, firm), "none", best.quad, alternatives)
    name = ready.names[ready.owner[best.taught]]
    sure = float(weights[0]) * float(np.clip((firm - _STRANGE) / (_FAIR - _STRANGE), 0, 1))
    sure *= float(np.clip((_ANOTHER - best.unlike.max()) / (_ANOTHER - _SAME), 0, 1))
    status: CardStatus = "read" if sure >= SURE else "unsure"
    return CardSighting(name, sure, status, best.quad, alternatives)


def _looks(pyramid: Pyramid, one: _Candidate, ready: Ready) -> list[Closely]:
    """Look closely at the likest card, and at those that are not ruled out by what is seen of it."""
    found: list[Closely] = []
    plain, most = False, 0.0
    for like, taught, laid in _likeliest(pyramid, one, ready):
        if plain and _odds(ready, found[0], taught, most - like) > _RULED_OUT:
            continue
        found.append(ready.look(pyramid, laid.quad, laid.lit, taught, laid.over))
        if len(found) == 1:
            most, plain = like, _likely(found[0], ready) > _FAIR and float(found[0].unlike.max()) < _SAME
    return found


def _likely(look: Closely, ready: Ready) -> float:
    """How like a card a close look at it is, as a share of what that card is when it is laid badly."""
    return look.like / max(_LEAST_FIRM, ready.firm[look.taught])


def _odds(ready: Ready, one: Closely, other: int, liker: float, theirs: Closely | None = None) -> float:
    """Log-odds that a card is the one rather than the other, which it is so much liker; low while only one was seen."""
    tint = ready.tint(one, other)
    if theirs is not None:
        tint = (tint - ready.tint(theirs, one.taught)) / 2
    tint = float(np.copysign(max(0.0, min(abs(tint), 2 * _MOST_TINT - abs(tint))), tint))
    lean = float(np.clip(ready.leaning(one, other, theirs), -_MOST_LEAN, _MOST_LEAN))
    return _WEIGHTS[0] * tint + _WEIGHTS[1] * lean + _WEIGHTS[2] * liker
