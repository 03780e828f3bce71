"""The state of a game: frozen, and nothing in it that players could not see on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from companion.core.findings import YES, Findings, stop
from companion.core.seats import FIRST, Seat, clockwise
from companion.core.state import GameState
from companion.core.switches import OnOff
from companion.core.texts import Wording, later, tr
from companion.core.words import UNNAMED, CardId, Cell, called, one_less
from companion.games.rsf.cards import DECK, Card, RsfCatalogue
from companion.games.rsf.house import RsfHouse
from companion.games.rsf.words import Mode, PieceRef

HAND: Final = 7  # RSF-S7
SUDDEN_DEATH: Final = 5  # RSF-O4: Phase 5 repeats
RULEBOOK_DOMINANCE: Final = frozenset({("robot", "insect")})  # RSF-F3b; the only pair it names


class Stage(Wording):
    """What the table is busy with; the values are for people."""

    SETUP = later("Setup: mixing the pile")
    STARTER = later("Setup: finding the starter")
    DEAL = later("Setup: drawing seven cards")
    READY = later("Ready")
    READY_DRAW = later("Ready: taking replacements")
    SET = later("Set")
    DRAW = later("Fight: draw")
    BEFORE = later("Fight: before combat")
    COMBAT = later("Fight: combat")
    ATTACK_ROLL = later("Fight: attack roll")
    DODGE = later("Fight: dodge or not")
    DODGE_ROLL = later("Fight: dodge roll")
    HIT = later("Fight: hit")
    SPECIAL_ROLL = later("Fight: special roll")
    RESOLVE = later("Fight: special")
    FORCED = later("Fight: forced removal")
    REPLACE_DRAW = later("Fight: drawing a replacement")
    ATTACH = later("Fight: connect or keep")
    AFTER = later("Fight: after combat")
    MUTATE = later("Mutate")
    OVER = later("Game over")


ROLLING: Final = frozenset({Stage.ATTACK_ROLL, Stage.DODGE_ROLL, Stage.SPECIAL_ROLL})
"""Stages in which a roll is open."""

FREE: Final = frozenset({Stage.BEFORE, Stage.COMBAT, Stage.AFTER})
"""Stages of a turn in which nothing is half done."""

RESOLVING: Final = ROLLING | {*(Stage.DODGE, Stage.HIT, Stage.RESOLVE, Stage.FORCED, Stage.REPLACE_DRAW, Stage.ATTACH)}
"""Stages in which an attack or special is half done."""

TURN: Final = frozenset({Stage.DRAW, *FREE})  # Stages of a turn, its draw included

FIGHT: Final = frozenset({Stage.MUTATE, *TURN, *RESOLVING})
"""The Fight phase from its first turn to its end."""


class Piece(NamedTuple):
    """A card in play.

    A named tuple: it is made and compared more often than anything else in the game.
    """

    cell: Cell  # where it lies. In light depth cells are mere counters, x from 0.
    card: CardId  # which card
    # how a hybrid is used; None for other cards, or while it is not declared
    mode: Mode | None = None


Monster = tuple[Piece, ...]  # All pieces of one monster, sorted by cell


def sort_pieces(pieces: Iterable[Piece]) -> Monster:
    """Put pieces into the order in which a state keeps them."""
    return tuple(sorted(pieces, key=lambda piece: (piece.cell.x, piece.cell.y)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sums of a Player Sheet (RSF-T3)."""

    attack: int = 0  # ATK
    defense: int = 0  # DEF
    special: int = 0  # SPC, specials a turn
    race: str | None = None  # the monster's race, or None
    attack_points: int = 0  # ATK from cards alone, without bonuses (RSF-F3y)


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card lying face up in the discard, and who put it there."""

    card: CardId
    by: Seat


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    # unconnected cards, sorted; `UNNAMED` for each that was not named
    hand: tuple[CardId, ...] = ()
    monster: Monster = ()  # pieces in play
    entered: Sheet | None = None  # the sheet that people entered in light depth
    # whether light depth waits for the sheet: a card came to the monster or left it since the sums
    # were entered (RSF-F4). Until then nobody knows DEF.
    sheet_due: bool = False
    # what the table added to ATK, DEF and SPC by its own rulings
    adjusted: tuple[int, int, int] = (0, 0, 0)
    exchanged: bool = False  # whether the exchange of the Ready phase is used up
    owed: int = 0  # replacements still to be taken in the Ready phase
    from_discard: bool = False  # whether these may come from what others discarded
    ready: bool = False  # whether the Ready phase is finished
    confirmed: bool = False  # whether the sheet is confirmed in the Set phase
    alive: bool = True  # whether the monster still fights

    @property
    def cards(self) -> tuple[CardId, ...]:
        """All cards of the player, connected or not."""
        return (*self.hand, *(piece.card for piece in self.monster))


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack being resolved."""

    target: Seat  # whose monster is attacked
    face: str | None = None  # what the attacker's die shows, once it is read
    score: int = 0  # ATK with dominance or weakness, without the die
    total: int = 0  # score plus die
    defense: int = 0  # the target's DEF it is compared with
    dodged_at: bool = False  # whether the defender has tried to dodge


class Result(StrEnum):
    """What a special does, by the rule that says so."""

    STEAL = "RSF-X1"
    MOVE = "RSF-X2"
    SWAP = "RSF-X3"
    REPLACE = "RSF-X4"
    FORCE = "RSF-X5"


@dataclass(frozen=True, slots=True)
class LastRoll:
    """The last dice that counted, and what came of them."""

    face: str  # as printed
    outcome: str  # for people
    rule: str  # the rule that decided it


@dataclass(frozen=True, slots=True)
class State(GameState[RsfHouse, Player]):
    """The whole table."""

    stage: Stage = Stage.SETUP  # what the table is busy with
    turn: Seat = FIRST  # whose turn or choice order it is; the starter until play begins
    starter: Seat = FIRST  # who begins every ordered step (RSF-S8)
    deck: int = DECK  # how many cards the box holds
    pile: int = DECK  # cards in the pile; who they are, nobody knows
    discard: tuple[Discarded, ...] = ()  # face up, oldest first
    destroyed: tuple[CardId, ...] = ()  # out of the game
    # who died, earliest first; seats that died by one effect stand together
    fallen: tuple[tuple[Seat, ...], ...] = ()
    phase: int = 0  # 0 before the Fight phase, then 1 to 5
    sd_round: int = 0  # round of Sudden Death, 0 before Phase 5
    actions_used: int = 0  # attacks and specials of this turn
    specials_used: int = 0  # specials of this turn
    granted: int = 0  # actions that the table added to this turn's budget
    beyond: int = 0  # actions of this turn that only a ruling allowed
    strike: Strike | None = None  # the attack being resolved
    result: Result | None = None  # what the special being resolved does
    victim: Seat | None = None  # who must remove a piece
    drawn: CardId | None = None  # the card that may be connected at once
    # whose attack or special is half done, when a ruling allowed it out of turn or stage
    by: Seat | None = None
    # the stage to go back to when the roll is withdrawn, and after what `by` does
    resume: Stage = Stage.BEFORE
    # rolls for the starter so far, by seat; None while a contender has not rolled
    rolloff: tuple[tuple[Seat, int | None], ...] = ()
    quiet: int = 0  # whole Sudden Death rounds in a row in which no card left any monster
    stirred: bool = False  # whether a card left a monster in this Sudden Death round
    called: bool = False  # whether the table called the game
    last_roll: LastRoll | None = None  # the last dice that counted
    hits: int = 0  # hits that were not dodged so far
    mended: int = 0  # destroyed cards that the table itself brought (positive) or took away

    @property
    def catalogue(self) -> RsfCatalogue | None:
        """The cards, when they are known."""
        return self.setup.catalogue  # type: ignore[return-value] # start() lets no other in

    @property
    def box(self) -> RsfCatalogue | None:
        """The cards, where they are entered: in full depth, which never goes without."""
        return self.catalogue if self.full else None

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats clockwise from the starter (RSF-S8)."""
        return clockwise(len(self.players), self.starter)

    @property
    def living(self) -> tuple[Seat, ...]:
        """Seats that play on, clockwise from the starter: neither dead nor left."""
        return tuple(seat for seat in self.order if self.players[seat].alive)

    @property
    def at_hand(self) -> State:
        """The table as questions see it: with whoever acts in turn, out of turn by ruling too."""
        return self if self.by is None else replace(self, turn=self.by)

    @property
    def playing(self) -> bool:
        """Whether a turn is being played; what a ruling put in between is none."""
        return self.stage in TURN or (self.stage in RESOLVING and self.by is None)

    @property
    def acting(self) -> Seat:
        """Whose attack or special is half done, or else who is in turn."""
        return self.turn if self.by is None else self.by

    @property
    def budget(self) -> int:
        """Actions of this turn (RSF-F3, RSF-O4a) with what the table granted."""
        return self.phase + self.granted

    @property
    def actions_left(self) -> int:
        """Actions that the turn still has."""
        return max(0, self.budget - self.actions_used)

    def card(self, card: CardId) -> Card | None:
        """The card with this id; None when it is unnamed or unknown."""
        return self.catalogue.cards.get(card) if self.catalogue else None

    def called_card(self, card: CardId) -> str:
        """A card's id and name, for people."""
        known = self.card(card)
        return tr("a card") if known is None else f"{card} {known.name}"

    def called_cards(self, cards: tuple[CardId, ...]) -> str:
        """Cards by id and name, as they are listed in the history; those without are counted."""
        return called(cards, self.called_card)

    def dominates(self, strong: str | None, weak: str | None) -> bool:
        """Tell whether one race dominates another (RSF-F3b).

        Without a catalogue only the pair that the rulebook names is known. In light depth people
        write races as they like.
        """
        if strong is None or weak is None:
            return False
        if self.box:
            return (strong, weak) in self.box.dominance
        known = RULEBOOK_DOMINANCE
        if self.catalogue:
            known = frozenset((x.casefold(), y.casefold()) for x, y in self.catalogue.dominance)
        return (strong.casefold(), weak.casefold()) in known

    def check_living(self, seat: Seat, rule: str) -> Findings:
        """Refuse a seat that there is not, or whose monster is dead."""
        wrong = self.check_seat(seat, rule)
        if wrong or self.players[seat].alive:
            return wrong
        return stop(rule, tr("{name}'s monster is out of the game", name=self.name(seat)))

    def check_built(self, seats: Iterable[Seat], rule: str) -> Findings:
        """Refuse a seat whose monster has no piece, or none yet."""
        bare = [self.name(seat) for seat in seats if not self.players[seat].monster]
        return stop(rule, tr("{name}'s monster has no piece", name=bare[0])) if bare else YES

    # -- pile, discard and hands ------------------------------------------------------------------

    @property
    def reshuffles(self) -> bool:
        """Whether the next draw needs the discard as a new pile (RSF-F1a)."""
        return self.pile == 0 and self.house.reshuffle is OnOff.ON and bool(self.discard)

    @property
    def can_draw(self) -> bool:
        """Whether a card can be drawn from the pile (RSF-F1a)."""
        return self.pile > 0 or self.reshuffles

    def replenish(self) -> State:
        """Shuffle the discard into a new pile when the pile is empty (RSF-F1a)."""
        return self if self.pile else replace(self, pile=len(self.discard), discard=())

    def to_hand(self, seat: Seat, card: CardId) -> State:
        """Put a card into a hand."""
        return self.change(seat, hand=tuple(sorted((*self.players[seat].hand, card))))

    def from_hand(self, seat: Seat, card: CardId) -> State:
        """Take a card out of a hand; one that was not named stands for it when it is not there."""
        hand = self.players[seat].hand
        return self.change(seat, hand=one_less(hand, card if card in hand else UNNAMED))

    def to_discard(self, seat: Seat, *cards: CardId) -> State:
        """Lay cards face up on the discard."""
        return replace(self, discard=(*self.discard, *(Discarded(card, seat) for card in cards)))

    def from_discard(self, at: int) -> State:
        """Take one card off the discard."""
        return replace(self, discard=(*self.discard[:at], *self.discard[at + 1 :]))

    # -- monsters ---------------------------------------------------------------------------------

    def pieces_called(self, seat: Seat, ref: PieceRef) -> list[Piece]:
        """The pieces of a monster that may be meant; in light depth none is told from another."""
        return [
            piece
            for piece in self.players[seat].monster
            if piece.card == ref.card and (ref.cell in {None, piece.cell} or not self.full)
        ]

    def piece(self, seat: Seat, ref: PieceRef) -> Piece:
        """The piece that is meant, once there is known to be one."""
        return self.pieces_called(seat, ref)[-1]

    def put_piece(self, seat: Seat, card: CardId, cell: Cell | None, mode: Mode | None) -> State:
        """Add a piece to a monster; in light depth it only counts."""
        pieces = self.players[seat].monster
        if cell is None or not self.full:
            cell = Cell(len(pieces), 0)
        pieces = sort_pieces((*pieces, Piece(cell, card, mode)))
        return self.change(seat, monster=pieces, sheet_due=not self.full)

    def take_piece(self, seat: Seat, piece: Piece) -> State:
        """Take a piece out of a monster; a card has left a monster this round (RSF-E3)."""
        rest = one_less(self.players[seat].monster, piece)
        return replace(self, stirred=True).change(seat, monster=rest, sheet_due=not self.full)
