"""Values that stand in a record as one word each, and how action fields are written.

An action class says with plain annotations what its arguments are; the record's grammar reads them.
A field may be a `Seat`, an `int`, a `str`, an enum, a class with `word` and `parse` as below, a
`tuple[X, ...]` of these (takes every word up to the next keyword), another `Action` (written as a
quoted line), or `X | None`. Fields with a default are optional and need a keyword.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, field
from typing import Any, Final, NewType, Protocol, Self, TypeVar

from companion.core.texts import tr, trn

KEYWORD: Final = "keyword"

T = TypeVar("T")

CardId = NewType("CardId", str)
"""A card's id in a catalogue, as people type it: `R04`. Copies of a card share it."""

UNNAMED: Final = CardId("card")
"""Stands for a card whose identity is not entered: a hidden card, or any card in light depth."""


def unnamed(cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Return as many cards, none of which has a name."""
    return (UNNAMED,) * len(cards)


def one_less(things: tuple[T, ...], one: T) -> tuple[T, ...]:
    """Return things without one that is among them, the first of several that are equal."""
    at = things.index(one)
    return (*things[:at], *things[at + 1 :])


def called(cards: Iterable[CardId], call: Callable[[CardId], str]) -> str:
    """Name cards for people, one after the other; several without names are counted."""
    listed = list(cards)
    count = listed.count(UNNAMED)
    named = [call(card) for card in listed if card != UNNAMED or count == 1]
    return ", ".join([trn("{count} card", "{count} cards", count), *named] if count > 1 else named)


class WordError(ValueError):
    """A word that does not say what it should; the message is for people."""


class Word(Protocol):
    """A value that a record writes as one word."""

    def word(self) -> str:
        """Return the form used in records, without blanks."""

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read that form; raises `WordError`."""


def argument(*, keyword: str | None = None, default: Any = MISSING) -> Any:
    """Declare an action's field.

    Args:
        keyword: the word that introduces this argument in a record; required when it may be absent
            or follows a variadic argument.
        default: value when it is absent.
    """
    return field(default=default, metadata={KEYWORD: keyword} if keyword else {})


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A square of the grid that monsters are built on: x rightwards, y upwards; `2,-1`."""

    x: int
    y: int

    def word(self) -> str:
        """Return the form used in records."""
        return f"{self.x},{self.y}"

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read `2,-1`.

        Raises:
            WordError: it is not two whole numbers with a comma, or one is beyond +-999.
        """
        try:
            x, y = (int(part) for part in word.split(","))
        except ValueError:
            raise WordError(tr("expected a cell such as 2,-1, not {word!r}", word=word)) from None
        if max(abs(x), abs(y)) > 999:  # noqa: PLR2004 - no table is larger
            raise WordError(tr("cell {word!r} is off any table", word=word))
        return cls(x, y)

    @property
    def sides(self) -> tuple[Cell, Cell, Cell, Cell]:
        """The four cells that share a side with this one: north, east, south, west."""
        x, y = self.x, self.y
        return (Cell(x, y + 1), Cell(x + 1, y), Cell(x, y - 1), Cell(x - 1, y))
