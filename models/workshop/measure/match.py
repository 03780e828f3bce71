"""Which sighting is which known die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING, Final

from models.workshop.measure.manifest import KnownDie

if TYPE_CHECKING:
    from vision.types import Box, DieSighting

OVERLAP: Final = 0.5
"""Intersection over union from which a box counts as found (the usual measure of PASCAL VOC)."""
_TOUCH: Final = 0.05
"""Overlap from which a finding that is nearest to a die is that die."""


@dataclass(frozen=True, slots=True)
class Matched:
    """How known dice and sightings belong together.

    Attributes:
        seen: for each known die its sighting, however little the boxes overlap; None without one.
        extra: sightings that are no known die.
    """

    seen: tuple[DieSighting | None, ...]
    extra: tuple[DieSighting, ...]


def overlap(one: Box, other: Box) -> float:
    """Intersection over union of two boxes, in [0, 1]."""
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    if across <= 0 or down <= 0:
        return 0.0
    shared = across * down
    return shared / (one.w * one.h + other.w * other.h - shared)


def lies_on(die: Box, seen: Box) -> bool:
    """Whether a finding's middle is in a die's box, or no farther from its middle than half its size."""
    (x, y), away = seen.centre, dist(die.centre, seen.centre)
    inside = die.x <= x < die.x + die.w and die.y <= y < die.y + die.h
    return inside or away <= max(die.w, die.h) / 2


def match(dice: Sequence[KnownDie], seen: Sequence[DieSighting], least: float = OVERLAP) -> Matched:
    """Pair known dice and sightings one to one.

    Boxes that overlap by `least` go first, the largest overlap before the others. Then come
    findings that lie on a die or touch the die nearest to them, the shortest distance first.

    A single die without a box is the only sighting when there is exactly one; when there are
    more, nobody knows which is the die, so it is not found, and all but the surest finding are
    extra.

    Args:
        dice: of one picture.
        seen: what a reader found there.
        least: overlap of good pairs, in (0, 1].
    """
    if len(dice) == 1 and dice[0].box is None:
        if len(seen) == 1:
            return Matched((seen[0],), ())
        return Matched((None,), tuple(sorted(seen, key=lambda one: one.found)[:-1]))
    known = {at: die.box for at, die in enumerate(dice) if die.box is not None}
    pairs = []
    for by, one in enumerate(seen):
        away = {at: dist(box.centre, one.box.centre) for at, box in known.items()}
        for at, box in known.items():
            shared = overlap(box, one.box)
            touches = shared > _TOUCH and away[at] == min(away.values())
            if shared >= least or touches or lies_on(box, one.box):
                pairs.append((-shared if shared >= least else 0.0, away[at], at, by))
    taken: dict[int, int] = {}
    for _, _, at, by in sorted(pairs):
        if at not in taken and by not in taken.values():
            taken[at] = by
    found = set(taken.values())
    return Matched(
        tuple(seen[taken[at]] if at in taken else None for at in range(len(dice))),
        tuple(one for by, one in enumerate(seen) if by not in found),
    )
