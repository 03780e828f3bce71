"""Words of Ready, Set, Fight: cards, pieces on the grid, and how a hybrid is used.

What `word` and `parse` do, `Word` in `companion/core/words.py` says.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from companion.core.texts import Wording, later, tr
from companion.core.words import CardId, Cell, WordError

_SPECIAL: Final = "special"
_RACE: Final = "race:"


@dataclass(frozen=True, slots=True, order=True)
class Mode:
    """How a hybrid in play is used (RSF-T2). In a record: `race:Plant` or `special`."""

    race: str | None  # the race it counts as; None when it is used as its special ability

    def word(self) -> str:
        return _SPECIAL if self.race is None else _RACE + self.race

    def display_name(self) -> str:
        """Return how people call it: a race, or special."""
        return tr("special") if self.race is None else tr(self.race)

    @classmethod
    def parse(cls, word: str) -> Self:
        if word == _SPECIAL:
            return cls(None)
        race = word.removeprefix(_RACE)
        if race in {word, ""}:
            text = tr("expected special or a race such as race:Plant, not {word!r}", word=word)
            raise WordError(text)
        return cls(race)


SPECIAL_MODE: Final = Mode(None)


@dataclass(frozen=True, slots=True, order=True)
class PieceRef:
    """A piece of a monster, called by its card. In a record: `R04`, or `R04@0,1` among copies."""

    card: CardId  # which card it is
    # where it lies; needed only when the monster has several copies of the card
    cell: Cell | None = None

    def word(self) -> str:
        return self.card if self.cell is None else f"{self.card}@{self.cell.word()}"

    @classmethod
    def parse(cls, word: str) -> Self:
        card, sign, cell = word.partition("@")
        if not card:
            raise WordError(tr("expected a piece such as R04 or R04@0,1, not {word!r}", word=word))
        return cls(CardId(card), Cell.parse(cell) if sign else None)


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """Where a piece goes when a monster mutates. In a record: `R04@0,1`, or `H01@0,1=special`."""

    card: CardId  # which card
    cell: Cell  # its new cell
    # tells copies of one hybrid apart when they are used in different ways
    mode: Mode | None = None

    def word(self) -> str:
        mode = "" if self.mode is None else f"={self.mode.word()}"
        return f"{self.card}@{self.cell.word()}{mode}"

    @classmethod
    def parse(cls, word: str) -> Self:
        card, sign, rest = word.partition("@")
        if not card or not sign:
            raise WordError(tr("expected a placement such as R04@0,1, not {word!r}", word=word))
        cell, sign, mode = rest.partition("=")
        return cls(CardId(card), Cell.parse(cell), Mode.parse(mode) if sign else None)


class Zone(Wording):
    """Where a card can be."""

    PILE = later("pile")
    DISCARD = later("discard")
    DESTROYED = later("destroyed")
    HAND = later("hand")
    MONSTER = later("monster")


class Column(StrEnum):
    """The scores of the Player Sheet."""

    ATK = "ATK"
    DEF = "DEF"
    SPC = "SPC"
