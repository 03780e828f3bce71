"""Which cards of a deck look alike, and where they differ."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.cards.compare import Ready

_NEAREST: Final = 3
"""Cards that each card is compared with closely."""
_LIKE: Final = 0.6
"""Least likeness of two cards that could be taken for one another."""
_SAME, _SPECK = 0.97, 0.001
"""Least likeness, and the largest share in which they differ, of two pictures of one card in one light."""
_SMALL: Final = 0.08
"""Share of a card below which a difference is small."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Two cards that differ in little.

    Attributes:
        one, other: the cards.
        share: the share of the card in which they differ; 0 where nothing tells them apart.
        where: `top left`, `top`, ... `middle`, ... `bottom right`.
    """

    one: str
    other: str
    share: float
    where: str


def alike_cards(ready: Ready, only: str = "") -> list[Alike]:
    """The pairs of cards that look alike, those that differ least first; `only` those of one card."""
    first = [int(np.argmax(ready.owner == card)) for card in range(len(ready.names))]
    pairs: set[tuple[int, int]] = set()
    for card, taught in enumerate(first):
        if only not in {"", ready.names[card]}:
            continue
        like = ready.likeness_of(taught)[first].max(axis=1)
        like[card] = -1.0
        near = [int(other) for other in np.argsort(-like)[:_NEAREST] if like[other] > _LIKE]
        pairs |= {(min(card, other), max(card, other)) for other in near}
    found = [_compared(ready, one, other, first) for one, other in sorted(pairs)]
    return sorted((pair for pair in found if pair.share < _SMALL), key=lambda pair: pair.share)


def same_as(ready: Ready, card: str) -> str:
    """The other card that the last picture of a card shows once more, in the same light; or none."""
    own = ready.names.index(card)
    last = int(np.flatnonzero(ready.owner == own)[-1])
    like = ready.likeness_of(last).max(axis=1)
    like[ready.owner == own] = -1.0
    near = int(np.argmax(like))
    same = like[near] > _SAME and ready.difference(near, last).share <= _SPECK
    return ready.names[ready.owner[near]] if same else ""


def _compared(ready: Ready, one: int, other: int, first: list[int]) -> Alike:
    there = ready.difference(first[one], first[other])
    where = "middle"
    if there.share:
        y, x = (axis.mean() / size for axis, size in
                zip(np.nonzero(there.where), there.where.shape, strict=True))  # fmt: skip
        rows, columns = ("top", "", "bottom"), ("left", "", "right")
        where = f"{rows[min(2, int(3 * y))]} {columns[min(2, int(3 * x))]}".strip() or "middle"
    return Alike(ready.names[one], ready.names[other], there.share, where)
