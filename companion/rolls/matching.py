"""Fitting the dice of a reading to the dice of a request."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import heappop, heappush
from math import prod
from typing import TYPE_CHECKING, Final

from companion.core.dice import FACES, DieFace
from companion.rolls.decisions import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.dice import RollRequest
    from companion.rolls.readings import DieReading

MAX_CANDIDATES: Final = 4


@dataclass(frozen=True, slots=True)
class Fit:
    """The dice of a reading, put in the request's order.

    Attributes:
        kinds: the kinds of the request, one entry a die, in its order.
        dice: the die that fills each place.
        guessed: dice of unknown kind were spread over several kinds in the order they came.
    """

    kinds: tuple[str, ...]
    dice: tuple[DieReading, ...]
    guessed: bool


def places(request: RollRequest) -> tuple[str, ...]:
    """Return the kinds wanted in the request's own order, one entry a die."""
    return tuple(spec.kind for spec in request.dice for _ in range(spec.count))


def fit(dice: Sequence[DieReading], request: RollRequest) -> Fit | None:
    """Put `dice` in the request's order, or return None when the kinds differ (INV-8).

    Dice of a known kind take their places first; dice of unknown kind fill the remaining places
    in a fixed order, theirs and the request's.
    """
    kinds = places(request)
    if len(dice) != len(kinds):
        return None
    known: dict[str, list[DieReading]] = {}
    for die in dice:
        known.setdefault(die.kind, []).append(die)
    unknown = known.pop("", [])
    placed = [(known[kind].pop(0) if known.get(kind) else None) for kind in kinds]
    if any(known.values()):
        return None
    open_kinds = {kind for kind, die in zip(kinds, placed, strict=True) if die is None}
    filled = tuple(die or unknown.pop(0) for die in placed)
    return Fit(kinds, filled, guessed=len(open_kinds) > 1)


def faces(placed: Fit) -> tuple[DieFace, ...] | None:
    """Return the faces as read, or None when a die shows a face that its kind does not have."""
    if not all(
        die.face in FACES.get(k, ()) for k, die in zip(placed.kinds, placed.dice, strict=True)
    ):
        return None
    return tuple(DieFace(k, die.face) for k, die in zip(placed.kinds, placed.dice, strict=True))


def candidates(placed: Fit) -> tuple[Candidate, ...]:
    """Return the likeliest outcomes, best first, at most `MAX_CANDIDATES`.

    Only legal faces are offered. Best-first search over the product of each die's own list, so
    eight dice cost no more than one.
    """
    columns = [_column(k, die) for k, die in zip(placed.kinds, placed.dice, strict=True)]
    if not columns or not all(columns):
        return ()
    start = (0,) * len(columns)
    heap = [(-_probability(columns, start), start)]
    seen, found = {start}, list[Candidate]()
    while heap and len(found) < MAX_CANDIDATES:
        minus, picks = heappop(heap)
        outcome = tuple(column[i][0] for column, i in zip(columns, picks, strict=True))
        found.append(Candidate(outcome, -minus))
        for place, pick in enumerate(picks):
            step = (*picks[:place], pick + 1, *picks[place + 1 :])
            if pick + 1 < len(columns[place]) and step not in seen:
                seen.add(step)
                heappush(heap, (-_probability(columns, step), step))
    return tuple(found)


def seen_text(dice: Sequence[DieReading]) -> str:
    """Say how many dice of which kinds are there: `2 d10 and 1 d6`."""
    counts = Counter(die.kind or "dice" for die in dice)
    return " and ".join(f"{count} {kind}" for kind, count in sorted(counts.items())) or "no dice"


def _column(kind: str, die: DieReading) -> list[tuple[DieFace, float]]:
    legal = FACES.get(kind, ())
    offered = ((die.face, die.confidence), *die.alternatives)
    rows = [(DieFace(kind, face), p) for face, p in offered if face in legal]
    return sorted(rows, key=lambda row: -row[1])


def _probability(columns: list[list[tuple[DieFace, float]]], picks: tuple[int, ...]) -> float:
    return prod(column[i][1] for column, i in zip(columns, picks, strict=True))
