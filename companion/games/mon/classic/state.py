"""The state of a table of Classic or Arena.

Nothing hidden is in it: Power and Spell cards are a number until they are played, the deck is a
number, and what is on the backs of cards is never part of the state.

How the cards of a monster are joined is not entered. Players say which cards they have put
together; whether those can be joined without a free port is worked out from the ports that their
pictures show (MON-C9a), which is exact and spares everybody the wiring.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.core.seats import FIRST, Seat, clockwise
from companion.core.switches import OnOff
from companion.core.texts import Wording, later
from companion.core.words import CardId
from companion.games.mon.classic.house import ArenaHouse, ClassicHouse, FightHouse, ForcedComplete
from companion.games.mon.shared import MonState
from companion.games.mon.words import DRAGON, Faction, Kind

DEALT: Final = 3  # MON-C5


class Mode(StrEnum):
    """Which of the two modes is played."""

    CLASSIC = "classic"
    ARENA = "arena"


class Stage(Wording):
    """What the table is busy with."""

    SETUP = later("Setup")
    DEAL = later("Deal")
    DRAW = later("Draw")
    BUILD = later("Build")
    VERIFY = later("Is it complete?")
    CHALLENGE = later("Challenge")
    FLIP = later("Flip")
    REINFORCE = later("Reinforce")
    PRIZE = later("Prize")
    OVER = later("Game over")


@dataclass(frozen=True, slots=True)
class Dragon:
    """A Dragon card that somebody has won: of whose Dragon, and which; `dragon` in light depth."""

    faction: Faction
    card: CardId = DRAGON


@dataclass(frozen=True, slots=True)
class Player:
    """One player; the cards of one who has left stay here, out of the game (X-12)."""

    faction: Faction | None = None  # the faction to destroy; None until it is picked
    # part cards on the table, sorted, also those that fight or wait in the Arena; in light depth as
    # many times `card`
    parts: tuple[CardId, ...] = ()
    dragons: tuple[Dragon, ...] = ()  # Dragon cards won, oldest first
    hand: int = 0  # how many hidden Power and Spell cards are held
    # cards that the player has put together at home, sorted: some of the parts and Dragon cards
    # that neither fight nor wait in the Arena
    monster: tuple[CardId, ...] = ()
    dealt: bool = False  # whether the first three cards are there
    lost: int = 0  # Dragon cards of their own faction lost to Spells
    # Dragon cards of their own faction that the table brought (positive) or took away
    mended: int = 0

    @property
    def own_dragons(self) -> int:
        """How many Dragon cards of their own faction there are (MON-C24, MON-C25)."""
        return sum(1 for dragon in self.dragons if dragon.faction is self.faction)


@dataclass(frozen=True, slots=True)
class Played:
    """A Power or Spell card that was played in this fight, and so is public.

    It brings points to the side that played it and to the other one, where negative ones take away,
    and took cards off the other monster. In light depth it is `card`.
    """

    card: CardId
    kind: Kind
    own: int = 0
    theirs: int = 0
    off: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight."""

    seat: Seat  # whose monster
    # the monster, sorted; removed cards included. Empty until it is settled. In light depth as many
    # times `card` and `dragon`.
    cards: tuple[CardId, ...] = ()
    # the sum of the cards as entered in light depth, or as it stood when a flipped table became
    # light; None until then, and in full depth
    points: int | None = None
    removed: tuple[CardId, ...] = ()  # cards that Spells took off
    played: tuple[Played, ...] = ()  # Power and Spell cards, in order
    mended: int = 0  # points that the table gave or took

    @property
    def standing(self) -> tuple[CardId, ...]:
        """The cards that are still on the monster."""
        return minus(self.cards, self.removed)


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight from the challenge on, or from when somebody meets the monster in the Arena."""

    attacker: Side  # who challenged, or came to the Arena (MON-A4a)
    defender: Side  # the other one
    refused: bool = False  # whether the defender refused to build a monster (MON-C12)
    priority: Seat | None = None  # who may play cards; None before the cards are flipped
    acted: bool = False  # whether that player has played a card since getting priority
    passes: int = 0  # passes in a row

    @property
    def sides(self) -> tuple[Side, Side]:
        """Attacker and defender."""
        return (self.attacker, self.defender)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Attacker and defender."""
        return (self.attacker.seat, self.defender.seat)

    def side(self, seat: Seat) -> Side:
        """The side of a fighter."""
        return self.attacker if seat == self.attacker.seat else self.defender

    def other(self, seat: Seat) -> Side:
        """The side against a fighter."""
        return self.defender if seat == self.attacker.seat else self.attacker

    def with_side(self, side: Side) -> Fight:
        """Return the fight with one side replaced."""
        if side.seat == self.attacker.seat:
            return replace(self, attacker=side)
        return replace(self, defender=side)


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody says to have a complete monster, and people are asked whether it is (light depth).

    It is to fight `target`, or enters the Arena where that is None; if it is not complete, play goes
    `back` to that stage.
    """

    seat: Seat
    target: Seat | None
    back: Stage


@dataclass(frozen=True, slots=True)
class Waiting:
    """The monster in the Arena (MON-A2): whose, and of which cards; none in light depth."""

    seat: Seat
    cards: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight that is over, with the totals of attacker and defender.

    Nobody is the winner after a draw. The Dragon card is None until it is taken, after a draw, and
    when none was left.
    """

    attacker: Seat
    defender: Seat
    points: tuple[int, int]
    winner: Seat | None
    dragon: Dragon | None = None


@dataclass(frozen=True, slots=True)
class State(MonState[FightHouse, Player]):
    """The whole table."""

    stage: Stage = Stage.SETUP
    mode: Mode = Mode.CLASSIC  # Classic or Arena
    # whose turn ended last, who may challenge until a card is taken (MON-C10a)
    before: Seat | None = None
    claim: Claim | None = None  # what people are asked about in light depth
    fight: Fight | None = None  # the fight going on
    arena: Waiting | None = None  # the monster waiting in the Arena
    then: Seat = FIRST  # whose turn follows once the prize is taken (MON-C23)
    fights: tuple[Outcome, ...] = ()  # all fights that are over, oldest first
    known: tuple[CardId, ...] = ()  # cards that were flipped in some fight, sorted

    @property
    def order(self) -> tuple[Seat, ...]:
        """Everybody who plays, clockwise from the youngest."""
        return self._here(self.youngest)

    @property
    def shown(self) -> bool:
        """Whether the program says who could fight (MON-C10c)."""
        return self.house.show_complete is OnOff.ON

    @property
    def short(self) -> bool:
        """Whether three cards with a head are enough to be made fight (MON-C12a)."""
        house = self.house
        return isinstance(house, ClassicHouse) and house.forced_complete is ForcedComplete.SHORT

    @property
    def locked(self) -> bool:
        """Whether a monster waiting in the Arena is left as it is (MON-A5a)."""
        house = self.house
        return not isinstance(house, ArenaHouse) or house.arena_locked is OnOff.ON

    @property
    def fought(self) -> Fight:
        """The fight going on, in the stages of one."""
        assert self.fight is not None  # noqa: S101 - asked for in these stages alone
        return self.fight

    def after(self, seat: Seat) -> Seat:
        """The next player clockwise (MON-C6)."""
        return next(iter(self._here(Seat((seat + 1) % len(self.players)))), seat)

    def _here(self, start: Seat) -> tuple[Seat, ...]:
        """The players who have not left, clockwise from a seat on (X-12)."""
        return tuple(x for x in clockwise(len(self.players), start) if x not in self.setup.left)


def minus(cards: tuple[CardId, ...], gone: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Take cards out of others, one copy for each; what is not there is passed over."""
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def common(cards: tuple[CardId, ...], others: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """The cards that are among others too, sorted, one copy for each."""
    return tuple(sorted((Counter(cards) & Counter(others)).elements()))
