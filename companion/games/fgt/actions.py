"""What can be declared in Fight!: one small action each.

In light depth Warriors are not named: a Main is entered by its Family, and the word `card` stands
for a Boost that is activated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from companion.core.actions import Action
from companion.core.seats import Seat
from companion.core.words import CardId, argument
from companion.games.fgt.words import Family, FamilyCount, Shown, Zone


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """The Warriors are shuffled and dealt, five each, and three begin the Graveyard.

    In light depth the three are not named.
    """

    verb: ClassVar[str] = "dealt"
    example: ClassVar[str] = "table: dealt H01 A02 R03"

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Starter(Action):
    """The oldest player is named, who is the first player in the first Arena."""

    verb: ClassVar[str] = "starter"
    example: ClassVar[str] = "table: starter Ann"

    seat: Seat


@dataclass(frozen=True, slots=True)
class EnterArena(Action):
    """The next Arena of the pile comes up; the face under it may be named too."""

    verb: ClassVar[str] = "arena"
    example: ClassVar[str] = "table: arena P03 next P07"

    arena: CardId
    coming: CardId | None = argument(keyword="next", default=None)


@dataclass(frozen=True, slots=True)
class EnterGlory(Action):
    """The next Arena comes up and is worth so much Glory (light depth)."""

    verb: ClassVar[str] = "arena-glory"
    example: ClassVar[str] = "table: arena-glory 6"

    glory: int


@dataclass(frozen=True, slots=True)
class HandFamilies(Action):
    """The Families of a hand are counted from the backs, as a Family may have to be repeated."""

    verb: ClassVar[str] = "hand"
    example: ClassVar[str] = "Ann: hand Robot=4 Alien=1"

    counts: tuple[FamilyCount, ...]


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A Main is played face up, and beneath it a Boost of which only the Family is seen."""

    verb: ClassVar[str] = "play"
    example: ClassVar[str] = "Ann: play R04 boost Alien"

    main: Shown
    boost: Family | None = argument(keyword="boost", default=None)


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """The Boost is turned up and its ability happens.

    What the ability leaves open is said with it: whose Main is changed, whose Boost is taken. Of an
    ability that only people can carry out, and in light depth, they say what it did: points added
    to Mains, a Boost taken, Warriors to be drawn from the Reserves, Mains killed.
    """

    verb: ClassVar[str] = "activate"
    example: ClassVar[str] = "Ann: activate H01 on Ben"

    card: CardId
    targets: tuple[Seat, ...] = argument(keyword="on", default=())
    points: tuple[int, ...] = argument(keyword="by", default=())
    steals: Seat | None = argument(keyword="steals", default=None)
    draws: int = argument(keyword="draws", default=0)
    kills: tuple[Seat, ...] = argument(keyword="kills", default=())


@dataclass(frozen=True, slots=True)
class ScoreBoost(Action):
    """The Boost goes face down to the own scored pile instead."""

    verb: ClassVar[str] = "score"
    example: ClassVar[str] = "Ann: score"


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """Warriors are turned up from the Reserves for an ability; one at a time or several."""

    verb: ClassVar[str] = "reveal"
    example: ClassVar[str] = "Ann: reveal H11 A12 R01 X04 X05"

    cards: tuple[CardId, ...]
    scores: tuple[CardId, ...] = argument(keyword="scores", default=())


@dataclass(frozen=True, slots=True)
class Drew(Action):
    """So many Warriors were drawn; in light depth also for an ability, with those it scores."""

    verb: ClassVar[str] = "drew"
    example: ClassVar[str] = "Ann: drew 2"

    count: int
    scores: tuple[Family, ...] = argument(keyword="scores", default=())


@dataclass(frozen=True, slots=True)
class AllDrew(Action):
    """Everybody has drawn the two Warriors of the clean-up."""

    verb: ClassVar[str] = "all-drew"
    example: ClassVar[str] = "table: all-drew"


@dataclass(frozen=True, slots=True)
class Reshuffled(Action):
    """The Graveyard was shuffled into new Reserves, and three of them begin a new Graveyard."""

    verb: ClassVar[str] = "reshuffled"
    example: ClassVar[str] = "table: reshuffled H04 D05 X06"

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Winner(Action):
    """Who meets the Arena's condition best; of several the tie-break takes one."""

    verb: ClassVar[str] = "winner"
    example: ClassVar[str] = "table: winner Ann"

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NobodyWins(Action):
    """Everybody has lost; the Arena is set aside."""

    verb: ClassVar[str] = "nobody-wins"
    example: ClassVar[str] = "table: nobody-wins"


@dataclass(frozen=True, slots=True)
class AdjustPower(Action):
    """The table changes the current power of a Main by its own ruling."""

    verb: ClassVar[str] = "adjust-power"
    example: ClassVar[str] = "table: adjust-power Ann -3"

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class AdjustGlory(Action):
    """The table gives or takes Glory by its own ruling."""

    verb: ClassVar[str] = "adjust-glory"
    example: ClassVar[str] = "table: adjust-glory Ann 2"

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class AdjustCard(Action):
    """The table puts a Warrior somewhere else by its own ruling; `card` is one not named."""

    verb: ClassVar[str] = "adjust-card"
    example: ClassVar[str] = "table: adjust-card H07 from graveyard to scored for Ann"

    card: CardId
    source: Zone = argument(keyword="from")
    target: Zone = argument(keyword="to")
    source_seat: Seat | None = argument(keyword="of", default=None)
    target_seat: Seat | None = argument(keyword="for", default=None)


ACTIONS: Final[tuple[type[Action], ...]] = (
    Dealt,
    Starter,
    EnterArena,
    EnterGlory,
    HandFamilies,
    Play,
    Activate,
    ScoreBoost,
    Reveal,
    Drew,
    AllDrew,
    Reshuffled,
    Winner,
    NobodyWins,
    AdjustPower,
    AdjustGlory,
    AdjustCard,
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""
