"""What can be declared in Ready, Set, Fight: one small action each.

In light depth, and for cards drawn into a hidden hand, the word `card` stands for the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from companion.core.actions import Action, Withdraw
from companion.core.seats import Seat
from companion.core.words import (
    CardId,
    Cell,
    argument,
)
from companion.games.rsf.words import Column, Mode, PieceRef, Placement, Zone


@dataclass(frozen=True, slots=True)
class Mixed(Action):
    """Everybody has mixed the pile by hand, all cards face down."""

    verb: ClassVar[str] = "mixed"
    example: ClassVar[str] = "table: mixed"


@dataclass(frozen=True, slots=True)
class Starter(Action):
    """The starter is named: the oldest player, or whoever the table chose."""

    verb: ClassVar[str] = "starter"
    example: ClassVar[str] = "table: starter Ann"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A card is drawn from the pile; `card` when it is not named."""

    verb: ClassVar[str] = "draw"
    example: ClassVar[str] = "Ann: draw R04"

    card: CardId


@dataclass(frozen=True, slots=True)
class Take(Action):
    """A face-up card is taken from the discard."""

    verb: ClassVar[str] = "take"
    example: ClassVar[str] = "Ann: take R04"

    card: CardId


@dataclass(frozen=True, slots=True)
class Mulligan(Action):
    """A hand without attack or without defense is discarded, to be drawn anew."""

    verb: ClassVar[str] = "mulligan"
    example: ClassVar[str] = "Ann: mulligan"


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Up to three cards, or four, are discarded; as many are taken one at a time afterwards."""

    verb: ClassVar[str] = "exchange"
    example: ClassVar[str] = "Ann: exchange R04 P02"

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Connect(Action):
    """A card from the hand is connected to the monster; a hybrid says how it is used."""

    verb: ClassVar[str] = "connect"
    example: ClassVar[str] = "Ann: connect H01 at 0,1 as race:Plant"

    card: CardId
    cell: Cell | None = argument(keyword="at", default=None)
    mode: Mode | None = argument(keyword="as", default=None)


@dataclass(frozen=True, slots=True)
class Done(Action):
    """The player has built the monster and ends the Ready phase."""

    verb: ClassVar[str] = "done"
    example: ClassVar[str] = "Ann: done"


@dataclass(frozen=True, slots=True)
class DeclareMode(Action):
    """A hybrid in play is used as one of its races or as its special ability."""

    verb: ClassVar[str] = "mode"
    example: ClassVar[str] = "Ann: mode H01 special"

    piece: PieceRef
    mode: Mode


@dataclass(frozen=True, slots=True)
class Confirm(Action):
    """The player has added up the Player Sheet and agrees with it."""

    verb: ClassVar[str] = "confirm"
    example: ClassVar[str] = "Ann: confirm"


@dataclass(frozen=True, slots=True)
class EnterSheet(Action):
    """The sums of the Player Sheet are entered (light depth)."""

    verb: ClassVar[str] = "sheet"
    example: ClassVar[str] = "Ann: sheet atk 8 def 12 spc 1 pieces 6 race Robot"

    attack: int = argument(keyword="atk")
    defense: int = argument(keyword="def")
    special: int = argument(keyword="spc")
    pieces: int = argument(keyword="pieces")
    race: str | None = argument(keyword="race", default=None)


@dataclass(frozen=True, slots=True)
class BeginCombat(Action):
    """Combat begins; an attack or special says so by itself."""

    verb: ClassVar[str] = "begin-combat"
    example: ClassVar[str] = "Ann: begin-combat"


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Another monster is attacked; one d10 follows."""

    verb: ClassVar[str] = "attack"
    example: ClassVar[str] = "Ann: attack Ben"

    target: Seat


@dataclass(frozen=True, slots=True)
class Special(Action):
    """A special ability is used in place of an attack; one d10 says which."""

    verb: ClassVar[str] = "special"
    example: ClassVar[str] = "Ann: special"


@dataclass(frozen=True, slots=True)
class EndCombat(Action):
    """Combat ends; cards may be connected again."""

    verb: ClassVar[str] = "end-combat"
    example: ClassVar[str] = "Ann: end-combat"


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The turn ends; unused actions lapse."""

    verb: ClassVar[str] = "end-turn"
    example: ClassVar[str] = "Ann: end-turn"


@dataclass(frozen=True, slots=True)
class Dodge(Action):
    """The defender wants to dodge the hit; one d10 follows."""

    verb: ClassVar[str] = "dodge"
    example: ClassVar[str] = "Ben: dodge"


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """The defender does not try to dodge."""

    verb: ClassVar[str] = "decline"
    example: ClassVar[str] = "Ben: decline"


@dataclass(frozen=True, slots=True)
class Destroy(Action):
    """The defender gives up one piece to a hit; it is out of the game."""

    verb: ClassVar[str] = "destroy"
    example: ClassVar[str] = "Ben: destroy R04"

    piece: PieceRef


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """Special 1-2: an outside card of another monster is stolen."""

    verb: ClassVar[str] = "steal"
    example: ClassVar[str] = "Ann: steal Ben P02"

    target: Seat
    piece: PieceRef


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Special 3-4: one of the own pieces is moved to another cell."""

    verb: ClassVar[str] = "move"
    example: ClassVar[str] = "Ann: move R04 to 1,0"

    piece: PieceRef
    cell: Cell | None = argument(keyword="to", default=None)


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Special 5-6: a piece of one monster and a piece of another change places."""

    verb: ClassVar[str] = "swap"
    example: ClassVar[str] = "Ann: swap Ann R04 Ben P02"

    first: Seat
    first_piece: PieceRef
    second: Seat
    second_piece: PieceRef


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """Special 7-8: one of the own pieces is discarded; a card is drawn for it next."""

    verb: ClassVar[str] = "replace"
    example: ClassVar[str] = "Ann: replace R04"

    piece: PieceRef


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """The card just drawn or stolen stays in the hand."""

    verb: ClassVar[str] = "keep"
    example: ClassVar[str] = "Ann: keep"


@dataclass(frozen=True, slots=True)
class Force(Action):
    """Special 9-0: another player is named, who must remove a piece."""

    verb: ClassVar[str] = "force"
    example: ClassVar[str] = "Ann: force Ben"

    target: Seat


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """The player forced to removes one of the own pieces and discards it."""

    verb: ClassVar[str] = "remove"
    example: ClassVar[str] = "Ben: remove P02"

    piece: PieceRef


@dataclass(frozen=True, slots=True)
class Rearrange(Action):
    """Mutate: all pieces in play are laid out anew; without a layout in light depth."""

    verb: ClassVar[str] = "rearrange"
    example: ClassVar[str] = "Ann: rearrange R04@0,0 P02@1,0 H01@1,1"

    layout: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Skip(Action):
    """The player leaves the monster as it is instead of mutating."""

    verb: ClassVar[str] = "skip"
    example: ClassVar[str] = "Ann: skip"


@dataclass(frozen=True, slots=True)
class Stalemate(Action):
    """The table calls the game after quiet Sudden Death rounds."""

    verb: ClassVar[str] = "stalemate"
    example: ClassVar[str] = "table: stalemate"


@dataclass(frozen=True, slots=True)
class AdjustCard(Action):
    """The table puts a card somewhere else by its own ruling."""

    verb: ClassVar[str] = "adjust-card"
    example: ClassVar[str] = "table: adjust-card R04 from discard to hand for Ann"

    piece: PieceRef
    source: Zone = argument(keyword="from")
    target: Zone = argument(keyword="to")
    source_seat: Seat | None = argument(keyword="of", default=None)
    target_seat: Seat | None = argument(keyword="for", default=None)
    cell: Cell | None = argument(keyword="at", default=None)
    mode: Mode | None = argument(keyword="as", default=None)


@dataclass(frozen=True, slots=True)
class AdjustScore(Action):
    """The table changes a score of the Player Sheet by so many points, by its own ruling."""

    verb: ClassVar[str] = "adjust-score"
    example: ClassVar[str] = "table: adjust-score Ann DEF -2"

    seat: Seat
    column: Column
    points: int


@dataclass(frozen=True, slots=True)
class AdjustActions(Action):
    """The table grants or takes actions for the turn being played, by its own ruling."""

    verb: ClassVar[str] = "adjust-actions"
    example: ClassVar[str] = "table: adjust-actions 1"

    actions: int


def cards_said(action: Action) -> tuple[CardId, ...]:
    """The cards that an action calls by their names, or as `card`."""
    match action:
        case Draw(card=card) | Take(card=card) | Connect(card=card):
            return (card,)
        case Exchange(cards=cards):
            return cards
        case (
            Destroy(piece=piece)
            | Steal(piece=piece)
            | Move(piece=piece)
            | Replace(piece=piece)
            | Remove(piece=piece)
            | AdjustCard(piece=piece)
        ):
            return (piece.card,)
        case Swap(first_piece=one, second_piece=two):
            return (one.card, two.card)
        case Rearrange(layout=layout):
            return tuple(place.card for place in layout)
        case _:
            return ()


ACTIONS: Final[tuple[type[Action], ...]] = (
    Mixed,
    Starter,
    Draw,
    Take,
    Mulligan,
    Exchange,
    Connect,
    Done,
    DeclareMode,
    Confirm,
    EnterSheet,
    BeginCombat,
    Attack,
    Special,
    EndCombat,
    EndTurn,
    Dodge,
    Decline,
    Destroy,
    Steal,
    Move,
    Swap,
    Replace,
    Keep,
    Force,
    Remove,
    Rearrange,
    Skip,
    Stalemate,
    Withdraw,
    AdjustCard,
    AdjustScore,
    AdjustActions,
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""
