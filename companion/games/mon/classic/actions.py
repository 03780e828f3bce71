"""What can be declared in Classic and Arena: one small action each.

In light depth `card` stands for a part card, a Power card or a Spell, and `dragon` for a Dragon card.
In both depths `hidden` stands for a Power or Spell card that goes into a hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from companion.core.actions import Action
from companion.core.seats import Seat
from companion.core.words import CardId, argument
from companion.games.mon.words import Faction


class Answer(StrEnum):
    """What people say when they are asked."""

    YES = "yes"
    NO = "no"


class Move(StrEnum):
    """Which way a Dragon card goes."""

    TAKES = "takes"
    RETURNS = "returns"


# ---------------------------------------------------------------- setting up


@dataclass(frozen=True, slots=True)
class DeckSize(Action):
    """So many cards are in the deck, Dragon cards set aside (light depth)."""

    verb: ClassVar[str] = "deck"
    example: ClassVar[str] = "table: deck 120"

    count: int


@dataclass(frozen=True, slots=True)
class PickFaction(Action):
    """A player picks the faction to destroy."""

    verb: ClassVar[str] = "faction"
    example: ClassVar[str] = "Ann: faction ElementalMind"

    faction: Faction


@dataclass(frozen=True, slots=True)
class Youngest(Action):
    """The youngest player is named, who begins."""

    verb: ClassVar[str] = "youngest"
    example: ClassVar[str] = "table: youngest Ann"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """A player has drawn the first three cards: parts are named, hidden ones counted."""

    verb: ClassVar[str] = "dealt"
    example: ClassVar[str] = "Ann: dealt GM-B GM-H hidden"

    cards: tuple[CardId, ...]


# ---------------------------------------------------------------- the turn


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A player takes one card from the deck: a part, or `hidden`."""

    verb: ClassVar[str] = "draw"
    example: ClassVar[str] = "Ann: draw GM-B"

    card: CardId


@dataclass(frozen=True, slots=True)
class Rearrange(Action):
    """A player puts these cards together, and no others; how they are joined is not entered."""

    verb: ClassVar[str] = "rearrange"
    example: ClassVar[str] = "Ann: rearrange GM-B GM-H CW-L"

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The player's turn is over; the next player taking a card says as much."""

    verb: ClassVar[str] = "end-turn"
    example: ClassVar[str] = "Ann: end-turn"


@dataclass(frozen=True, slots=True)
class Challenge(Action):
    """A player challenges another; without cards with those put together before."""

    verb: ClassVar[str] = "challenge"
    example: ClassVar[str] = "Ann: challenge Ben with GM-B GM-H GM-L GM-T"

    target: Seat
    cards: tuple[CardId, ...] = argument(keyword="with", default=())


@dataclass(frozen=True, slots=True)
class EnterArena(Action):
    """A player's monster enters the Arena; without cards the one put together before."""

    verb: ClassVar[str] = "enter-arena"
    example: ClassVar[str] = "Ann: enter-arena with GM-B GM-H GM-L GM-T"

    cards: tuple[CardId, ...] = argument(keyword="with", default=())


@dataclass(frozen=True, slots=True)
class MeetArena(Action):
    """A player's monster meets the one in the Arena; without cards the one put together before."""

    verb: ClassVar[str] = "meet-arena"
    example: ClassVar[str] = "Ben: meet-arena with CW-B CW-H CW-L"

    cards: tuple[CardId, ...] = argument(keyword="with", default=())


@dataclass(frozen=True, slots=True)
class ChangeArena(Action):
    """The monster in the Arena is of these cards from now on; without cards it is withdrawn."""

    verb: ClassVar[str] = "change-arena"
    example: ClassVar[str] = "Ann: change-arena GM-B GM-H GM-L GM-T"

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Complete(Action):
    """People say whether a monster is complete, and the challenged player able (light depth)."""

    verb: ClassVar[str] = "complete"
    example: ClassVar[str] = "table: complete yes"

    answer: Answer


# ---------------------------------------------------------------- a challenge


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """The challenged player is ready; without cards with those put together before."""

    verb: ClassVar[str] = "ready"
    example: ClassVar[str] = "Ben: ready with CW-B CW-H CW-L"

    cards: tuple[CardId, ...] = argument(keyword="with", default=())


@dataclass(frozen=True, slots=True)
class Refuse(Action):
    """The challenged player refuses to build a monster."""

    verb: ClassVar[str] = "refuse"
    example: ClassVar[str] = "Ben: refuse"


@dataclass(frozen=True, slots=True)
class BuildFor(Action):
    """The attacker builds the monster of somebody who has refused."""

    verb: ClassVar[str] = "build-for"
    example: ClassVar[str] = "Ann: build-for Ben with CW-B CW-H CW-L"

    target: Seat
    cards: tuple[CardId, ...] = argument(keyword="with", default=())


# ---------------------------------------------------------------- the fight


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Both monsters are flipped; in light depth each fighter says points, cards and Dragon cards."""

    verb: ClassVar[str] = "flip"
    example: ClassVar[str] = "table: flip"

    points: int | None = argument(keyword="points", default=None)
    cards: int | None = argument(keyword="cards", default=None)
    dragons: int = argument(keyword="dragons", default=0)


@dataclass(frozen=True, slots=True)
class Power(Action):
    """A fighter plays a Power card; its points are said in light depth alone."""

    verb: ClassVar[str] = "power"
    example: ClassVar[str] = "Ann: power PSW-2"

    card: CardId
    points: int | None = argument(keyword="points", default=None)


@dataclass(frozen=True, slots=True)
class Spell(Action):
    """A fighter plays a Spell.

    What it takes off the other monster is named. Points that it brings to the own side or to the
    other are said in light depth, and when only people can read what it does.
    """

    verb: ClassVar[str] = "spell"
    example: ClassVar[str] = "Ben: spell S-LIMB off GM-L"

    card: CardId
    off: tuple[CardId, ...] = argument(keyword="off", default=())
    own: int | None = argument(keyword="own", default=None)
    theirs: int | None = argument(keyword="theirs", default=None)


@dataclass(frozen=True, slots=True)
class Yield(Action):
    """A fighter has played cards and leaves it to the other."""

    verb: ClassVar[str] = "yield"
    example: ClassVar[str] = "Ann: yield"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A fighter plays no card; two passes in a row end the fight."""

    verb: ClassVar[str] = "pass"
    example: ClassVar[str] = "Ben: pass"


@dataclass(frozen=True, slots=True)
class TakeDragon(Action):
    """The winner takes a Dragon card; in light depth `dragon`, of the own faction unless said."""

    verb: ClassVar[str] = "take-dragon"
    example: ClassVar[str] = "Ann: take-dragon DR-EL-1"

    card: CardId
    faction: Faction | None = argument(keyword="of", default=None)


# ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AdjustCard(Action):
    """The table moves a part card or a hidden card: a seat that is left out means the deck."""

    verb: ClassVar[str] = "adjust-card"
    example: ClassVar[str] = "table: adjust-card GM-B from Ann to Ben"

    card: CardId
    source: Seat | None = argument(keyword="from", default=None)
    target: Seat | None = argument(keyword="to", default=None)


@dataclass(frozen=True, slots=True)
class AdjustDragon(Action):
    """The table lets a player take a Dragon card, or return one to those set aside."""

    verb: ClassVar[str] = "adjust-dragon"
    example: ClassVar[str] = "table: adjust-dragon Ann takes DR-EL-1"

    seat: Seat
    move: Move
    card: CardId
    faction: Faction | None = argument(keyword="of", default=None)


@dataclass(frozen=True, slots=True)
class AdjustDeck(Action):
    """The table says that the deck has so many cards more or fewer (light depth)."""

    verb: ClassVar[str] = "adjust-deck"
    example: ClassVar[str] = "table: adjust-deck -2"

    cards: int


@dataclass(frozen=True, slots=True)
class AdjustPoints(Action):
    """The table changes what a fighter's side counts by so many points."""

    verb: ClassVar[str] = "adjust-points"
    example: ClassVar[str] = "table: adjust-points Ann -2"

    seat: Seat
    points: int


_BEFORE: Final = (DeckSize, PickFaction, Youngest, Dealt, Draw, Rearrange)
_AFTER: Final = (
    Flip,
    Power,
    Spell,
    Yield,
    Pass,
    TakeDragon,
    AdjustCard,
    AdjustDragon,
    AdjustDeck,
    AdjustPoints,
)

CLASSIC_ACTIONS: Final[tuple[type[Action], ...]] = (
    *_BEFORE,
    Challenge,
    Complete,
    EndTurn,
    Ready,
    Refuse,
    BuildFor,
    *_AFTER,
)
"""Every verb of Classic in the order of play; the verbs of all games come on top."""

ARENA_ACTIONS: Final[tuple[type[Action], ...]] = (
    *_BEFORE,
    EnterArena,
    MeetArena,
    ChangeArena,
    Complete,
    EndTurn,
    *_AFTER,
)
"""Every verb of Arena in the order of play; the verbs of all games come on top."""
