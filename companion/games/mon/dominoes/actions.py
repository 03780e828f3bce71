"""What can be declared in Dominoes: one small action each.

In light depth, and for what is dealt or taken into a closed hand, the word `card` stands for a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from companion.core.actions import Action
from companion.core.seats import Seat
from companion.core.words import CardId, argument
from companion.games.mon.words import PartRef, PortRef


class Zone(StrEnum):
    """Where a card can be."""

    DECK = "deck"
    HAND = "hand"
    CENTRE = "centre"
    COLLECTED = "collected"
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class DeckSize(Action):
    """So many cards are in the deck before anybody is dealt some (light depth)."""

    verb: ClassVar[str] = "deck"
    example: ClassVar[str] = "table: deck 80"

    count: int


@dataclass(frozen=True, slots=True)
class Youngest(Action):
    """The youngest player is named, who begins."""

    verb: ClassVar[str] = "youngest"
    example: ClassVar[str] = "table: youngest Ann"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """Everybody has five cards; with open hands each player's five are named."""

    verb: ClassVar[str] = "dealt"
    example: ClassVar[str] = "Ann: dealt GM-B GM-H CW-L RM-T SS-H"

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Put(Action):
    """A card is put in the empty centre to begin a monster."""

    verb: ClassVar[str] = "put"
    example: ClassVar[str] = "Ann: put GM-B"

    card: CardId


@dataclass(frozen=True, slots=True)
class Attach(Action):
    """A card is attached to the monster, at a port, or at several at once.

    The port need not be said where it makes no difference. In light depth the monster stays open.
    """

    verb: ClassVar[str] = "attach"
    example: ClassVar[str] = "Ann: attach GM-H to GM-B.1"

    card: CardId
    ports: tuple[PortRef, ...] = argument(keyword="to", default=())


@dataclass(frozen=True, slots=True)
class Close(Action):
    """A card is attached and leaves no port free (light depth, where people see to it)."""

    verb: ClassVar[str] = "close"
    example: ClassVar[str] = "Ann: close card"

    card: CardId


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A player with nothing to attach takes one card; `card` when it is not named."""

    verb: ClassVar[str] = "draw"
    example: ClassVar[str] = "Ann: draw card"

    card: CardId


@dataclass(frozen=True, slots=True)
class LoseTurn(Action):
    """The player has nothing that fits and loses the turn."""

    verb: ClassVar[str] = "lose-turn"
    example: ClassVar[str] = "Ann: lose-turn"


@dataclass(frozen=True, slots=True)
class Refill(Action):
    """A player without cards takes five new ones; they are named when hands are open."""

    verb: ClassVar[str] = "refill"
    example: ClassVar[str] = "Ann: refill"

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Points(Action):
    """A player has added up the points of the collected cards (light depth)."""

    verb: ClassVar[str] = "points"
    example: ClassVar[str] = "Ann: points 23"

    points: int


@dataclass(frozen=True, slots=True)
class AdjustCard(Action):
    """The table puts a card somewhere else by its own ruling."""

    verb: ClassVar[str] = "adjust-card"
    example: ClassVar[str] = "table: adjust-card card from deck to hand for Ann"

    card: PartRef
    source: Zone = argument(keyword="from")
    target: Zone = argument(keyword="to")
    source_seat: Seat | None = argument(keyword="of", default=None)
    target_seat: Seat | None = argument(keyword="for", default=None)


@dataclass(frozen=True, slots=True)
class AdjustDeck(Action):
    """The table says that the deck has so many cards more or fewer (light depth)."""

    verb: ClassVar[str] = "adjust-deck"
    example: ClassVar[str] = "table: adjust-deck -2"

    cards: int


@dataclass(frozen=True, slots=True)
class AdjustScore(Action):
    """The table changes a player's points by so many, by its own ruling."""

    verb: ClassVar[str] = "adjust-score"
    example: ClassVar[str] = "table: adjust-score Ann -2"

    seat: Seat
    points: int


ACTIONS: Final[tuple[type[Action], ...]] = (
    DeckSize,
    Youngest,
    Dealt,
    Put,
    Attach,
    Close,
    Draw,
    LoseTurn,
    Refill,
    Points,
    AdjustCard,
    AdjustDeck,
    AdjustScore,
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""
