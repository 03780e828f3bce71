"""What came of every known die, and the counts over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from companion.rolls.fairness import wilson
from models.workshop.measure.manifest import KnownDie
from models.workshop.measure.shares import clustered

if TYPE_CHECKING:
    from vision.types import DieSighting

EDGES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Bins of confidence, finer at the top, where the decision falls; upper edges belong to a bin."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One known die and what was made of it.

    Attributes:
        die: what is true.
        path: of its picture.
        scene: what its errors hang together with: the clip, or the picture where there is none.
        seen: what was said of it; None where nothing was.
        known: whether the reader knows this kind of die at all.
        close: whether the boxes overlap by as much as a found die's must.
    """

    die: KnownDie
    path: str
    scene: str
    seen: DieSighting | None
    known: bool = True
    close: bool = True

    @property
    def found(self) -> bool:
        """Whether there is a sighting of it, and the boxes agree."""
        return self.seen is not None and self.close

    @property
    def sure(self) -> bool:
        """Whether it was answered without asking, right or wrong, known kind or not."""
        return self.seen is not None and self.seen.status == "read"

    @property
    def read(self) -> bool:
        """Whether it counts as read: answered without asking, of a kind that the reader knows."""
        return self.known and self.sure

    @property
    def right(self) -> bool:
        """Whether the best guess, sure or not, names kind and printed face."""
        return (
            self.known and self.seen is not None and (self.seen.kind, self.seen.face) == (self.die.kind, self.die.face)
        )

    @property
    def silent(self) -> bool:
        """Whether nobody would have noticed: read, and wrong."""
        return self.read and not self.right


@dataclass(frozen=True, slots=True)
class Extra:
    """A sighting that is no known die, and the picture's clip and dice."""

    clip: str
    physical_die: str
    seen: DieSighting


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, with three bounds of 95 % each.

    Attributes:
        hits: how many.
        of: of how many.
        apart: if all stood alone (Wilson).
        scenes: if those of one scene hang together (bootstrap over scenes); None with one scene.
        dice: if those of one physical die do; None where fewer than two are named.
    """

    hits: int
    of: int
    apart: tuple[float, float]
    scenes: tuple[float, float] | None
    dice: tuple[float, float] | None

    @property
    def value(self) -> float | None:
        """The share in [0, 1]; None of nothing."""
        return self.hits / self.of if self.of else None


def share(
    outcomes: Iterable[Outcome],
    hit: Callable[[Outcome], bool],
    counts: Callable[[Outcome], bool] = lambda _: True,
) -> Share:
    """Count a share of dice, with its bounds; those over physical dice rest on the named ones."""
    trials = [(one, counts(one), hit(one)) for one in outcomes]
    of = sum(counted for _, counted, _ in trials)
    hits = sum(counted and was for _, counted, was in trials)
    return Share(
        hits,
        of,
        wilson(hits, of),
        clustered((one.scene, counted, was) for one, counted, was in trials),
        clustered((one.die.physical_die, counted, was) for one, counted, was in trials if one.die.physical_die),
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over dice.

    Attributes:
        dice: known dice looked at.
        found: of them.
        right: best guess right, of all dice, found or not.
        read: answered without asking.
        asked: all others: a person must say what they show.
        silent: of those read, wrong.
        extra: findings that are no known die.
        extra_sure: of those, read as if sure.
    """

    dice: int = 0
    found: int = 0
    right: int = 0
    read: int = 0
    asked: int = 0
    silent: int = 0
    extra: int = 0
    extra_sure: int = 0


def tally(outcomes: Iterable[Outcome], extra: Iterable[Extra] = ()) -> Tally:
    """Count."""
    outcomes, extra = list(outcomes), list(extra)
    return Tally(
        dice=len(outcomes),
        found=sum(one.found for one in outcomes),
        right=sum(one.right for one in outcomes),
        read=sum(one.read for one in outcomes),
        asked=sum(not one.read for one in outcomes),
        silent=sum(one.silent for one in outcomes),
        extra=len(extra),
        extra_sure=sum(one.seen.status == "read" for one in extra),
    )


def by_key(
    outcomes: Iterable[Outcome],
    extra: Iterable[Extra],
    die_key: Callable[[Outcome], str],
    extra_key: Callable[[Extra], str] | None = None,
) -> dict[str, Tally]:
    """Count apart by a key, in the order of the keys.

    Args:
        outcomes: known dice.
        extra: findings that are none.
        die_key: what a die is counted under.
        extra_key: what a finding is counted under; None where it belongs to no key.
    """
    dice: dict[str, list[Outcome]] = {}
    for one in outcomes:
        dice.setdefault(die_key(one), []).append(one)
    others: dict[str, list[Extra]] = {key: [] for key in dice}
    for finding in extra if extra_key is not None else ():
        assert extra_key is not None  # noqa: S101 - what the line above says, for the type checker
        others.setdefault(extra_key(finding), []).append(finding)
    return {key: tally(dice.get(key, ()), others[key]) for key in sorted(others)}


def confusion(outcomes: Iterable[Outcome]) -> Counter[tuple[str, str]]:
    """Count true against guessed, as `kind/face`; a die of which nothing was said is guessed `-`."""
    return Counter(
        (
            f"{one.die.kind}/{one.die.face}",
            "-" if one.seen is None else f"{one.seen.kind}/{one.seen.face}",
        )
        for one in outcomes
    )


@dataclass(frozen=True, slots=True)
class Bin:
    """Dice whose confidence lies in (low, high]: how many, their mean, and how many were right."""

    low: float
    high: float
    count: int
    confidence: float
    right: int


def reliability(outcomes: Iterable[Outcome]) -> tuple[Bin, ...]:
    """Lay confidence beside truth, over dice of which something was said, of known kinds."""
    rows = [(one.seen.confidence, one.right) for one in outcomes if one.seen is not None and one.known]
    bins = []
    for low, high in pairwise(EDGES):
        inside = [row for row in rows if low < row[0] <= high or (low == 0.0 == row[0])]
        count = len(inside)
        mean = sum(value for value, _ in inside) / count if count else 0.0
        bins.append(Bin(low, high, count, mean, sum(was for _, was in inside)))
    return tuple(bins)


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """Expected calibration error: how far confidence and truth lie apart, weighed by count.

    Guo et al., On Calibration of Modern Neural Networks, 2017, equation 3, over the bins of
    `EDGES`. None where nothing was found.
    """
    total = sum(one.count for one in bins)
    if not total:
        return None
    return sum(abs(one.confidence * one.count - one.right) for one in bins) / total


def shares(outcomes: Sequence[Outcome]) -> Mapping[str, Share]:
    """The shares that decide: found, right, asked and silent of all; silent of those read."""
    return {
        "found": share(outcomes, lambda one: one.found),
        "right": share(outcomes, lambda one: one.right),
        "asked": share(outcomes, lambda one: not one.read),
        "silent": share(outcomes, lambda one: one.silent),
        "silent_of_read": share(outcomes, lambda one: one.silent, lambda one: one.read),
    }
