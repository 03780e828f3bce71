"""What can be declared in MonsterDice: one small action each.

A die is called by its kind, `teeth`; where a pool has several that lie differently, with the
number of the seat that brought it to the game, `teeth@2`. Cards of a hand are never named before
the hand is counted at the end; a special card is named when it is played, face up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from companion.core.actions import Action, Withdraw
from companion.core.seats import Seat
from companion.core.words import argument
from companion.games.md.words import DieRef, HandCard, Place, Special, Zone


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """Everybody has drawn two cards."""

    verb: ClassVar[str] = "dealt"
    example: ClassVar[str] = "table: dealt"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A card is drawn from the deck at the beginning of a turn."""

    verb: ClassVar[str] = "draw"
    example: ClassVar[str] = "Ann: draw"


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Two Die'vil: these own dice are rolled again."""

    verb: ClassVar[str] = "reroll"
    example: ClassVar[str] = "Ann: reroll teeth devil"

    dice: tuple[DieRef, ...]


@dataclass(frozen=True, slots=True)
class Skip(Action):
    """The player does not re-roll, or leaves Die-molition."""

    verb: ClassVar[str] = "skip"
    example: ClassVar[str] = "Ann: skip"


@dataclass(frozen=True, slots=True)
class Free(Action):
    """A triple brings a die back from the infirmary."""

    verb: ClassVar[str] = "free"
    example: ClassVar[str] = "Ann: free teeth"

    die: DieRef


@dataclass(frozen=True, slots=True)
class Demolish(Action):
    """Die-molition: all opponents' hands are looked at and one card is taken from each."""

    verb: ClassVar[str] = "demolish"
    example: ClassVar[str] = "Ann: demolish"


@dataclass(frozen=True, slots=True)
class Bite(Action):
    """Teeth-Die: one die of an opponent is bitten."""

    verb: ClassVar[str] = "bite"
    example: ClassVar[str] = "Ann: bite Ben spider"

    target: Seat
    die: DieRef


@dataclass(frozen=True, slots=True)
class BiteTwo(Action):
    """Teeth-Die and Die'vil: two dice are bitten, of one opponent or of two."""

    verb: ClassVar[str] = "bite-two"
    example: ClassVar[str] = "Ann: bite-two Ben spider Cleo eye"

    first: Seat
    first_die: DieRef
    second: Seat
    second_die: DieRef


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Squi'Die: a card is taken at random from an opponent's hand."""

    verb: ClassVar[str] = "take"
    example: ClassVar[str] = "Ann: take Ben"

    target: Seat


@dataclass(frozen=True, slots=True)
class Fetch(Action):
    """Squi'Die and Die'vil: a special card that another player has played goes into the hand."""

    verb: ClassVar[str] = "fetch"
    example: ClassVar[str] = "Ann: fetch Ben squid_knot"

    target: Seat
    card: Special


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """Spider-Die: a die is taken from an opponent's pool."""

    verb: ClassVar[str] = "steal"
    example: ClassVar[str] = "Ann: steal Ben devil"

    target: Seat
    die: DieRef


@dataclass(frozen=True, slots=True)
class Look(Action):
    """D'eye: an opponent's hand is looked at; what it shows is nobody else's business."""

    verb: ClassVar[str] = "look"
    example: ClassVar[str] = "Ann: look Ben"

    target: Seat


@dataclass(frozen=True, slots=True)
class LookTwo(Action):
    """D'eye and Die'vil: two opponents' hands are looked at; one, if there is only one."""

    verb: ClassVar[str] = "look-two"
    example: ClassVar[str] = "Ann: look-two Ben and Cleo"

    first: Seat
    second: Seat | None = argument(keyword="and", default=None)


@dataclass(frozen=True, slots=True)
class HandOver(Action):
    """Die'mwit: an opponent hands the Dimwit over to the player in turn."""

    verb: ClassVar[str] = "hand-over"
    example: ClassVar[str] = "Ben: hand-over"


@dataclass(frozen=True, slots=True)
class SendDimwit(Action):
    """Die'mwit and Die'vil: the Dimwit goes from whoever has it to another; or nobody has it."""

    verb: ClassVar[str] = "send-dimwit"
    example: ClassVar[str] = "Ann: send-dimwit from Ben to Cleo"

    giver: Seat | None = argument(keyword="from", default=None)
    taker: Seat | None = argument(keyword="to", default=None)


@dataclass(frozen=True, slots=True)
class Counter(Action):
    """The target of an effect plays the card that stops it."""

    verb: ClassVar[str] = "counter"
    example: ClassVar[str] = "Ben: counter in_your_teeth"

    card: Special


@dataclass(frozen=True, slots=True)
class Allow(Action):
    """The target of an effect lets it happen."""

    verb: ClassVar[str] = "allow"
    example: ClassVar[str] = "Ben: allow"


@dataclass(frozen=True, slots=True)
class Surprise(Action):
    """Surprise is played: all dice of two pools change places."""

    verb: ClassVar[str] = "surprise"
    example: ClassVar[str] = "Ben: surprise Ann"

    target: Seat


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The turn ends; what was not used lapses."""

    verb: ClassVar[str] = "end-turn"
    example: ClassVar[str] = "Ann: end-turn"


@dataclass(frozen=True, slots=True)
class Show(Action):
    """The hand is laid open at the end: values of point cards, names of special cards."""

    verb: ClassVar[str] = "show"
    example: ClassVar[str] = "Ann: show 5 3 8 myopia dimwit"

    cards: tuple[HandCard, ...]


@dataclass(frozen=True, slots=True)
class HandTotal(Action):
    """The points of a hand's point cards are entered (light depth), the Dimwit not counted."""

    verb: ClassVar[str] = "total"
    example: ClassVar[str] = "Ann: total 16 specials 1"

    points: int
    specials: int = argument(keyword="specials", default=0)


@dataclass(frozen=True, slots=True)
class DimwitHolder(Action):
    """The holder of the Dimwit is named at the end (light depth)."""

    verb: ClassVar[str] = "dimwit"
    example: ClassVar[str] = "table: dimwit with Ben"

    seat: Seat | None = argument(keyword="with", default=None)


@dataclass(frozen=True, slots=True)
class AdjustDie(Action):
    """The table puts a die somewhere else by its own ruling: any die, by kind and owner."""

    verb: ClassVar[str] = "adjust-die"
    example: ClassVar[str] = "table: adjust-die teeth@2 to infirmary of Ann"

    die: DieRef
    place: Place = argument(keyword="to")
    seat: Seat = argument(keyword="of")


@dataclass(frozen=True, slots=True)
class AdjustCard(Action):
    """The table puts a card somewhere else by its own ruling; one in front is named."""

    verb: ClassVar[str] = "adjust-card"
    example: ClassVar[str] = "table: adjust-card from hand to played of Ben for Ann is myopia"

    source: Zone = argument(keyword="from")
    target: Zone = argument(keyword="to")
    source_seat: Seat | None = argument(keyword="of", default=None)
    target_seat: Seat | None = argument(keyword="for", default=None)
    card: Special | None = argument(keyword="is", default=None)


@dataclass(frozen=True, slots=True)
class AdjustScore(Action):
    """The table changes a player's points by its own ruling."""

    verb: ClassVar[str] = "adjust-score"
    example: ClassVar[str] = "table: adjust-score Ann -2"

    seat: Seat
    points: int


ACTIONS: Final[tuple[type[Action], ...]] = (
    Dealt,
    Draw,
    Reroll,
    Skip,
    Free,
    Demolish,
    Bite,
    BiteTwo,
    Take,
    Fetch,
    Steal,
    Look,
    LookTwo,
    HandOver,
    SendDimwit,
    Counter,
    Allow,
    Surprise,
    EndTurn,
    Show,
    HandTotal,
    DimwitHolder,
    Withdraw,
    AdjustDie,
    AdjustCard,
    AdjustScore,
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""
