"""Which sighting is which known die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from models.workshop.measure.manifest import KnownDie

if TYPE_CHECKING:
    from vision.types import Box, DieSighting

OVERLAP: Final = 0.5
"""Intersection over union from which a box counts as found (the usual measure of PASCAL VOC)."""


@dataclass(frozen=True, slots=True)
class Matched:
    """How known dice and sightings belong together.

    Attributes:
        seen: for each known die its sighting, None where it was not found.
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


def match(dice: Sequence[KnownDie], seen: Sequence[DieSighting], least: float = OVERLAP) -> Matched:
    """Pair known dice and sightings one to one, those that overlap most first.

    A single die without a box counts as found when there is exactly one sighting; when there are
    more, nobody knows which is the die, so it is not found, and all but the surest finding are
    extra.

    Args:
        dice: of one picture.
        seen: what a reader found there.
        least: overlap from which a box counts as found, in (0, 1].
    """
    if len(dice) == 1 and dice[0].box is None:
        if len(seen) == 1:
            return Matched((seen[0],), ())
        return Matched((None,), tuple(sorted(seen, key=lambda one: one.found)[:-1]))
    pairs = sorted(
        (
            (-overlap(die.box, one.box), at, by)
            for at, die in enumerate(dice)
            for by, one in enumerate(seen)
            if die.box is not None and overlap(die.box, one.box) >= least
        ),
    )
    taken: dict[int, int] = {}
    for _, at, by in pairs:
        if at not in taken and by not in taken.values():
            taken[at] = by
    found = set(taken.values())
    return Matched(
        tuple(seen[taken[at]] if at in taken else None for at in range(len(dice))),
        tuple(one for by, one in enumerate(seen) if by not in found),
    )
