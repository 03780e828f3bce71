"""The state of a game: frozen, and nothing in it that players could not see on the table.

Cards in hands and deck are counted, never named; nobody's Dimwit is known before scoring.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.core.dice import SCULPTED, DieFace, kind_name
from companion.core.seats import FIRST, Seat, clockwise
from companion.core.state import GameState
from companion.core.texts import Wording, later
from companion.games.md.cards import MdCatalogue
from companion.games.md.house import MdHouse
from companion.games.md.words import KINDS, DieId, Effect, HandCard, Special

DECK: Final = 40  # MD-S1
DEALT: Final = 2  # MD-S2


class Stage(Wording):
    """What the table is busy with; the values are for people."""

    SETUP = later("Setup: two cards each")
    ROLLOFF = later("Setup: roll-off")
    DRAW = later("Turn: draw")
    ROLL = later("Turn: roll")
    REROLL = later("Turn: re-roll or not")
    REROLLING = later("Turn: re-roll")
    TRIPLE = later("Turn: back from the infirmary")
    DEMOLITION = later("Turn: Die-molition")
    EFFECTS = later("Turn: effects")
    COUNTER = later("Turn: counter or not")
    STOLEN = later("Turn: rolling the stolen die")
    SCORING = later("Scoring")
    FINAL_ROLL = later("Scoring: roll-off of the tied")
    OVER = later("Game over")


ROLLING: Final = frozenset({Stage.ROLLOFF, Stage.ROLL, Stage.REROLLING, Stage.STOLEN, Stage.FINAL_ROLL})
"""Stages in which a roll is open."""

BORDERS: Final = frozenset({Stage.DRAW, Stage.ROLL, Stage.REROLL, Stage.TRIPLE, Stage.DEMOLITION, Stage.EFFECTS})
"""Stages of a turn between two steps, when nothing is half done: Surprise fits here (MD-K1a)."""

PLAY: Final = frozenset({*BORDERS, Stage.REROLLING, Stage.COUNTER, Stage.STOLEN})
"""A turn from its draw to its end."""

ENDED: Final = frozenset({Stage.SCORING, Stage.FINAL_ROLL, Stage.OVER})
"""Stages after the last round."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die of the table."""

    kind: str  # such as `md.teeth`
    owner: Seat  # who brought it to the game; never changes, and gives no right to it
    # side up, as printed; None when it has not been rolled since it came into the game or out of
    # the infirmary
    face: str | None = None
    used: bool = False  # whether its side was used by itself since it was rolled (MD-T5)
    paired: bool = False  # whether its side was used in a combo since it was rolled (MD-T5)

    @property
    def id(self) -> DieId:
        """Which die it is."""
        return DieId(self.kind, self.owner)

    @property
    def said(self) -> str:
        """What its kind is called."""
        return kind_name(self.kind)

    @property
    def sculpted(self) -> bool:
        """Whether the sculpted side is up."""
        return self.face == SCULPTED


def worth(face: str | None) -> int:
    """What a side adds to a sum, or counts in a triple: a sculpted one is a 1 (MD-S3, MD-I2)."""
    return 1 if face in {SCULPTED, None} else int(face)


def arranged(dice: Iterable[Die]) -> tuple[Die, ...]:
    """Put dice in the fixed order of a pool: by kind as the rulebook names them, then by owner."""
    return tuple(sorted(dice, key=lambda die: (KINDS.index(die.kind), die.owner)))


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    pool: tuple[Die, ...] = ()  # dice in play, in the order of `arranged`
    infirmary: tuple[Die, ...] = ()  # bitten dice, in the order of `arranged`
    hand: int = 0  # how many cards the hand has
    played: tuple[Special, ...] = ()  # special cards in front, face up, oldest first
    turns: int = 0  # turns finished
    adjusted: int = 0  # points that the table added by its own rulings
    # the hand as it was named for scoring (full depth); None before, and for one without cards
    shown: tuple[HandCard, ...] | None = None
    points: int | None = None  # points of the hand's point cards, once they are counted
    specials: int = 0  # special cards left in the hand, the Dimwit apart, once they are counted
    dimwits: int = 0  # how often the Dimwit was in the hand, once it is counted


@dataclass(frozen=True, slots=True)
class Aim:
    """What an effect goes for."""

    seat: Seat  # whose
    die: DieId | None = None  # which die, for bites and the Spider-Die
    card: Special | None = None  # which played card, for Squi'Die + Die'vil


@dataclass(frozen=True, slots=True)
class Declared:
    """An effect that was declared and waits for its targets' answers (MD-K6)."""

    effect: Effect  # which
    by: Seat  # whose effect it is
    aims: tuple[Aim, ...]  # what it goes for
    # targets that have not answered, clockwise from whose effect it is
    waiting: tuple[Seat, ...] = ()
    countered: tuple[Seat, ...] = ()  # targets for whom it was stopped

    @property
    def targets(self) -> tuple[Seat, ...]:
        """Whom it is aimed at."""
        return tuple(aim.seat for aim in self.aims)


@dataclass(frozen=True, slots=True)
class LastRoll:
    """The last dice that counted, and what came of them."""

    roller: Seat  # who threw
    dice: tuple[DieFace, ...]  # what they showed, in pool order
    purpose: str  # "roll-off", "turn", "re-roll" or "stolen die"
    outcome: str  # for people
    rule: str  # the rule that asked for the roll


Throws = tuple[tuple[Seat, int | None], ...]
"""One round of a roll-off: who takes part, and each one's sum once rolled."""


@dataclass(frozen=True, slots=True)
class State(GameState[MdHouse, Player]):
    """The whole table."""

    stage: Stage = Stage.SETUP  # what the table is busy with
    turn: Seat = FIRST  # whose turn it is; the first seat until the roll-off is decided
    starter: Seat = FIRST  # who won the roll-off and begins every round (MD-S3)
    round: int = 0  # 0 before the first round
    deck: int = DECK  # cards in the deck; which they are, nobody knows
    cards: int = DECK  # how many cards the deck had at the beginning
    # rounds of the roll-off so far, of the beginning or of a tie at the end
    rolloff: tuple[Throws, ...] = ()
    # dice that this turn's rolls threw; only these give re-roll, triple, Die-molition
    thrown: tuple[DieId, ...] = ()
    # dice whose sides do not count this turn (MD-E3a next_roll, MD-K1a void)
    waiting: tuple[DieId, ...] = ()
    rerolled: bool = False  # whether the turn's one re-roll is used up (MD-C5a)
    demolished: bool = False  # whether the turn's Die-molition is used up (MD-X1)
    # whether the re-roll comes within the effects, after a stolen Die'vil (MD-T4)
    later: bool = False
    chosen: tuple[DieId, ...] = ()  # dice of the declared re-roll
    triples: int = 0  # triples of the turn's roll that may still bring a die back (MD-I2a)
    declared: Declared | None = None  # the effect that waits for answers
    stolen: DieId | None = None  # the stolen die that is rolled at once
    # the table as it was when this step came between; the step there then goes on
    held: State | None = None
    # whether nobody has the Dimwit: so the table ruled, or the box had none (light depth)
    nobody: bool = False
    last_roll: LastRoll | None = None  # the last dice that counted

    @property
    def catalogue(self) -> MdCatalogue | None:
        """The cards, when they are entered."""
        return self.setup.catalogue if self.full else None  # type: ignore[return-value] # start() lets no other in

    @property
    def order(self) -> tuple[Seat, ...]:
        """Everybody clockwise from the starter (MD-S3)."""
        return self.clockwise_from(self.starter)

    @property
    def active(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn]

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """Everybody but the player in turn, clockwise from there."""
        return self.others(self.turn)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody who has not left, clockwise from a seat."""
        return tuple(one for one in clockwise(len(self.players), seat) if one not in self.setup.left)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody but the player of a seat, clockwise from there."""
        return tuple(one for one in self.clockwise_from(seat) if one != seat)
