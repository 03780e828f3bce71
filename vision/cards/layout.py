"""Cards that lie in rows and columns: which card lies in which cell, decoded together with the deck's copies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.arrays import Array
from vision.cards.lattice import lattices
from vision.cards.read import SURE, CardSighting, CardStatus

_OTHER: Final = 0.02
"""How likely a card is none of those that were named for it."""
_ROUNDS: Final = 12
_UPSIDE: Final = 0.7
"""Share of a layout's cards that must stand on their heads before it is read from the other side."""


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A card with its place: row and column count from 0, from the top left as most cards stand."""

    row: int
    column: int
    card: CardSighting


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Cards that lie together, row by row, and those that lie elsewhere."""

    cells: tuple[Cell, ...] = ()
    loose: tuple[CardSighting, ...] = ()

    @property
    def rows(self) -> int:
        """How many rows there are, empty ones between them among them."""
        return max((cell.row + 1 for cell in self.cells), default=0)

    @property
    def columns(self) -> int:
        """How many columns there are, empty ones between them among them."""
        return max((cell.column + 1 for cell in self.cells), default=0)


def layout_of(cards: Sequence[CardSighting], copies: Mapping[str, int] | None = None) -> Layout:
    """Put the cards of one picture into rows and columns: the largest group of cards that lie so.

    Args:
        cards: as `read_cards` found them.
        copies: how many of each card the deck has; a card that is not there may lie as often as it likes.
    """
    known = [card for card in by_copies(cards, copies or {}) if card.card is not None]
    none = [card for card in cards if card.card is None]
    together = lattices([card.corners for card in known])
    if not together:
        return Layout(loose=tuple(none))
    lattice = together[0]
    right = _right(known, lattice.places, lattice.turned)
    places = {at: place for at, place in lattice.places.items()
              if known[at].status == "read" or _beside(place, lattice.places.values())}  # fmt: skip
    spots = {at: right @ np.array(place) for at, place in places.items()}
    first = np.min([*spots.values()] or [(0, 0)], axis=0)
    cells = [Cell(int(row - first[1]), int(column - first[0]), known[at])
             for at, (column, row) in spots.items()]  # fmt: skip
    loose = [card for at, card in enumerate(known) if at not in spots]
    cells.sort(key=lambda cell: (cell.row, cell.column))
    return Layout(tuple(cells), (*loose, *none))


def _beside(place: tuple[int, int], places: Iterable[tuple[int, int]]) -> bool:
    """Whether a card lies edge to edge with another: a doubtful one that does not would shift all rows."""
    return any(abs(place[0] - other[0]) + abs(place[1] - other[1]) == 1 for other in places)


def _right(cards: Sequence[CardSighting], places: Mapping[int, tuple[int, int]], turned: frozenset[int]) -> Array:
    """(2, 2) that turns places so that most cards stand upright; where they do not agree, as it is seen."""
    down = [float((card.corners[2:] - card.corners[:2]).sum(axis=0)[1]) * (-1 if at in turned else 1)
            for at, card in enumerate(cards) if at in places]  # fmt: skip
    share = len(turned) / len(places)
    if _UPSIDE > share > 1 - _UPSIDE:
        return np.eye(2, dtype=int) * (1 if sum(down) >= 0 else -1)
    return np.eye(2, dtype=int) * (-1 if share >= _UPSIDE else 1)


# ---------------------------------------------------------------- how often a card can lie there


def by_copies(cards: Sequence[CardSighting], copies: Mapping[str, int]) -> list[CardSighting]:
    """Weigh what each card may be by what the others are: no card lies there more often than there are copies."""
    chances = [_chances(card) for card in cards]
    lies = [card.confidence / max(1e-6, first[card.card]) if card.card else 0.0
            for card, first in zip(cards, chances, strict=True)]  # fmt: skip
    now = [dict(one) for one in chances]
    for _ in range(_ROUNDS):  # all at once, and by halves: two that are equally likely stay so
        there: dict[str, dict[int, float]] = {}
        for at, one in enumerate(now):
            for name, chance in one.items():
                there.setdefault(name, {})[at] = min(1.0, lies[at] * chance)
        for at, one in enumerate(chances):
            free = {name: chance * _free(copies.get(name), at, there[name]) for name, chance in one.items()}
            whole = (sum(free.values()) + _OTHER) / (1 + _OTHER)
            now[at] = {name: (now[at][name] + chance / whole) / 2 for name, chance in free.items()}
    return [_weighed(*each) for each in zip(cards, now, lies, strict=True)]


def _chances(card: CardSighting) -> dict[str, float]:
    """How likely each card is that was named, taken that it is one of the deck."""
    others = dict(card.alternatives)
    return {card.card: max(1e-6, 1 - sum(others.values())), **others} if card.card else {}


def _free(copies: int | None, at: int, there: Mapping[int, float]) -> float:
    """How likely one copy of a card at least does not lie elsewhere."""
    if copies is None:
        return 1.0
    counts = np.ones(1)
    for other, chance in there.items():
        if other != at:
            counts = np.convolve(counts, (1 - chance, chance))
    return float(counts[:copies].sum())


def _weighed(card: CardSighting, chances: Mapping[str, float], lies: float) -> CardSighting:
    if not chances:
        return card
    first, *rest = sorted(chances.items(), key=lambda each: -each[1])
    confidence = min(1.0, first[1] * lies)
    status: CardStatus = "read" if confidence >= SURE else "unsure"
    return replace(card, card=first[0], confidence=confidence, status=status, alternatives=tuple(rest))
