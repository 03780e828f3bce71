"""What can be declared in Monster Mayhem: one small action each.

In light depth cards are not named: people say who won, or that it was a tie or a Monster Mashup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from companion.core.actions import Action
from companion.core.seats import Seat  # noqa: TC001 - the record's grammar reads annotations
from companion.core.words import CardId, argument
from companion.games.gmm import words  # noqa: TC001 - as above
from companion.games.gmm.words import Ability  # noqa: TC001 - as above


@dataclass(frozen=True, slots=True)
class Dealer(Action):
    """The table names who deals."""

    verb: ClassVar[str] = "dealer"
    example: ClassVar[str] = "table: dealer Ann"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """The dealer has shuffled all 60 cards and dealt them into face-down draw piles."""

    verb: ClassVar[str] = "dealt"
    example: ClassVar[str] = "Ann: dealt"


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """A player turns up the top card of the draw pile, in sudden death of the winnings pile."""

    verb: ClassVar[str] = "flip"
    example: ClassVar[str] = "Ann: flip blob"

    card: CardId


@dataclass(frozen=True, slots=True)
class Call(Action):
    """The declarer calls high or low."""

    verb: ClassVar[str] = "call"
    example: ClassVar[str] = "Ann: call high"

    call: words.Call


@dataclass(frozen=True, slots=True)
class Rate(Action):
    """A monster's six ratings are read off its card, or only the one that this round uses."""

    verb: ClassVar[str] = "rate"
    example: ClassVar[str] = "table: rate blob 8 10 5 4 5 4"

    card: CardId
    ratings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Winner(Action):
    """Light depth: this player's card has won the battle, or the sudden death."""

    verb: ClassVar[str] = "winner"
    example: ClassVar[str] = "table: winner Ben"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Tie(Action):
    """Light depth: the winning rating is shared; in sudden death it may be said by whom."""

    verb: ClassVar[str] = "tie"
    example: ClassVar[str] = "table: tie among Ann Ben"

    seats: tuple[Seat, ...] = argument(keyword="among", default=())


@dataclass(frozen=True, slots=True)
class Mashup(Action):
    """Light depth: two cards show the same monster."""

    verb: ClassVar[str] = "mashup"
    example: ClassVar[str] = "table: mashup"


@dataclass(frozen=True, slots=True)
class Count(Action):
    """A player has counted the own winnings pile."""

    verb: ClassVar[str] = "count"
    example: ClassVar[str] = "Ann: count 21"

    cards: int


@dataclass(frozen=True, slots=True)
class Confirm(Action):
    """All winnings piles have been counted and are as the program says."""

    verb: ClassVar[str] = "confirm"
    example: ClassVar[str] = "table: confirm"


@dataclass(frozen=True, slots=True)
class ChooseAbility(Action):
    """The table chooses the ability of the battle that decides a final tie."""

    verb: ClassVar[str] = "ability"
    example: ClassVar[str] = "table: ability fright"

    ability: Ability


@dataclass(frozen=True, slots=True)
class AdjustCount(Action):
    """By the table's ruling a winnings pile counts so many cards more or fewer."""

    verb: ClassVar[str] = "adjust-count"
    example: ClassVar[str] = "table: adjust-count Ann -3"

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class AdjustTrophy(Action):
    """By the table's ruling a round's Trophy goes to this player; the round being played ends."""

    verb: ClassVar[str] = "adjust-trophy"
    example: ClassVar[str] = "table: adjust-trophy 2 Ann"

    round: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class AdjustDeclarer(Action):
    """By the table's ruling this player is the one who declares."""

    verb: ClassVar[str] = "adjust-declarer"
    example: ClassVar[str] = "table: adjust-declarer Ann"

    seat: Seat


ACTIONS: Final[tuple[type[Action], ...]] = (
    Dealer,
    Dealt,
    Flip,
    Call,
    Rate,
    Winner,
    Tie,
    Mashup,
    Count,
    Confirm,
    ChooseAbility,
    AdjustCount,
    AdjustTrophy,
    AdjustDeclarer,
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""
