"""The state of a game: frozen, and nothing in it that players could not see on the table.

Backs show Families, so the Family of a face-down Warrior is public; which Warrior it is, is not in
here before it is turned up.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from companion.core.seats import FIRST, Seat, clockwise
from companion.core.state import GameState, sure
from companion.core.texts import Wording, later, tr
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.cards import WARRIORS, Ability, ArenaCard, FgtCatalogue, Warrior
from companion.games.fgt.house import FamilyMemory, FgtHouse
from companion.games.fgt.words import Family, FamilyCount

HAND: Final = 5  # FGT-S1
OPENED: Final = 3  # FGT-S3, FGT-D4: Warriors that begin a Graveyard
ROUNDS: Final = 7  # FGT-P1
DRAWN: Final = 2  # FGT-D2

Power = Fraction  # A current power: whole, unless `fgt.round` is `exact`


class Stage(Wording):
    """What the table is busy with; the values are for people."""

    SETUP = later("Setup: dealing the Warriors")
    STARTER = later("Setup: finding the first player")
    ARENA = later("A new Arena")
    PLAY = later("Playing Main and Boost")
    BOOST = later("Resolving the Boosts")
    REVEAL = later("Turning up Warriors of the Reserves")
    RESHUFFLE = later("Reserves depleted: shuffling the Graveyard")
    JUDGE = later("Who wins the Arena")
    DRAW = later("Drawing two Warriors")
    OVER = later("Game over")


FIGHT: Final = frozenset({Stage.PLAY, Stage.BOOST, Stage.REVEAL, Stage.JUDGE})
"""Stages of a Fight; a reshuffle may interrupt one as well."""

DRAWING: Final = frozenset({Stage.REVEAL, Stage.RESHUFFLE})
"""Stages in which cards are half drawn or half shuffled."""


class BoostState(Wording):
    """What became of a Boost (FGT-I6)."""

    FACEDOWN = later("facedown")
    ACTIVE = later("active")
    SCORED = later("scored")
    STOLEN = later("stolen")
    LOST = later("lost")  # only with fgt.dead_boost = lost


IN_FIGHT: Final = frozenset({BoostState.FACEDOWN, BoostState.ACTIVE, BoostState.LOST})
"""A Boost in one of these still lies beneath its Main."""


class Step(NamedTuple):
    """One change of a Main's power."""

    by: Seat | None  # whose Boost, or None for the table itself
    card: CardId  # the Boost that did it; `UNNAMED` for the table itself
    ability: Ability | None  # what it does; None when people said by how much
    amount: int  # points that people said; 0 with an ability
    power: Power  # the power that came of it, after rounding


@dataclass(frozen=True, slots=True)
class Main:
    """A Warrior played face up (FGT-P3)."""

    card: CardId  # which; `UNNAMED` in light depth
    family: Family
    printed: int | None  # power on the card; None in light depth
    steps: tuple[Step, ...] = ()  # what changed the power, in order
    alive: bool = True  # whether it still fights (FGT-B4)

    @property
    def power(self) -> Power | None:
        """The current power; None in light depth."""
        if self.printed is None:
            return None
        return self.steps[-1].power if self.steps else Fraction(self.printed)


@dataclass(frozen=True, slots=True)
class Boost:
    """A Warrior played face down beneath the Main (FGT-P4).

    Its card is known once it is active and cards are entered.
    """

    family: Family
    state: BoostState = BoostState.FACEDOWN
    card: CardId | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """A Warrior face down in a scored pile; its Family is read from its back."""

    family: Family | None  # None when the table put it there without saying
    card: CardId | None = None  # which, when everybody saw it before; never shown again


@dataclass(frozen=True, slots=True)
class Arena:
    """An Arena that has come up in a round, 1 to 7; its card is not known in light depth."""

    card: CardId | None
    glory: int
    round: int


@dataclass(frozen=True, slots=True)
class Award:
    """How the last Arena was decided."""

    arena: Arena
    winner: Seat | None  # who took it; None when nobody did (FGT-A4)
    tied: tuple[Seat, ...]  # who were equally good under the condition
    why: str  # for people
    rule: str
    first: Seat  # who was first player


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    hand: int = 0  # how many Warriors it has
    # their Families as read from the backs, as long as that holds; None when not asked
    told: tuple[FamilyCount, ...] | None = None
    main: Main | None = None
    boost: Boost | None = None
    scored: tuple[Scored, ...] = ()
    arenas: tuple[Arena, ...] = ()  # those won
    adjusted: int = 0  # Glory that the table added by its own rulings
    owed: int = 0  # Warriors still to be drawn
    out: tuple[Scored, ...] = ()  # Warriors out of the game since the player left

    @property
    def glory(self) -> int:
        """Glory of won Arenas (FGT-E2)."""
        return sum(arena.glory for arena in self.arenas)

    @property
    def score(self) -> int:
        """Glory of won Arenas and 1 a scored Warrior (FGT-E2), with what the table adjusted."""
        return self.glory + len(self.scored) + self.adjusted

    @property
    def undecided(self) -> bool:
        """Whether their own Boost is still to be activated or scored (FGT-B1)."""
        return self.boost is not None and self.boost.state is BoostState.FACEDOWN


@dataclass(frozen=True, slots=True)
class Search:
    """Warriors being turned up from the Reserves by an ability (FGT-K6)."""

    seat: Seat  # whose ability
    # what goes to the scored pile; None when people say which cards do
    families: frozenset[Family] | None
    revealed: tuple[CardId, ...] = ()  # turned up so far and kept apart (FGT-K11)
    scored: tuple[Scored, ...] = ()  # those of them that people said are scored
    stage: Stage = Stage.BOOST  # what it interrupts


@dataclass(frozen=True, slots=True)
class State(GameState[FgtHouse, Player]):
    """The whole table."""

    deck: int = WARRIORS  # how many Warriors the box holds
    reserves: int = WARRIORS  # cards in the Reserves; who they are, nobody knows
    stage: Stage = Stage.SETUP
    turn: Seat = FIRST  # whose move it is; in stages of the table the first player
    starter: Seat = FIRST  # who had the first-player card in the first Arena
    first: Seat = FIRST  # who has it now
    round: int = 0  # 0 during the setup, then 1 to 7
    # face up, oldest first; `UNNAMED` for each that was not named
    graveyard: tuple[CardId, ...] = ()
    arena: Arena | None = None  # the Arena of this Fight, once it is entered
    coming: CardId | None = None  # the next face of the Arena pile, when it was named
    entered: tuple[Arena, ...] = ()  # every Arena that has come up
    aside: tuple[Arena, ...] = ()  # Arenas that nobody took (FGT-A4), or whoever took them has left
    last_family: Family | None = None  # Family of the last played Main, in this Fight or before
    search: Search | None = None
    resume: Stage = Stage.DRAW  # what a reshuffle interrupts
    # whether hands may differ from five: a draw ended short (FGT-D5), or by a ruling
    uneven: bool = False
    award: Award | None = None

    @property
    def catalogue(self) -> FgtCatalogue | None:
        """The cards, in full depth."""
        return self.setup.catalogue if self.full else None  # type: ignore[return-value] # start() lets no other in

    @property
    def order(self) -> tuple[Seat, ...]:
        """All who play, clockwise from the first player (FGT-P5, FGT-B1, FGT-D3)."""
        seats = clockwise(len(self.players), self.first)
        return tuple(seat for seat in seats if seat not in self.setup.left)

    @property
    def in_fight(self) -> bool:
        """Whether a Fight goes on, even while one of its abilities draws."""
        return self.stage in FIGHT or self.search is not None

    @property
    def turned_up(self) -> tuple[CardId, ...]:
        """Warriors that an ability turned up and that are kept apart for the moment (FGT-K11)."""
        if self.search is None:
            return ()
        scored = (one.card for one in self.search.scored if one.card is not None)
        return (*self.search.revealed, *scored)

    @property
    def decided(self) -> tuple[Arena, ...]:
        """Every Arena that was won or set aside, by round."""
        won = [arena for player in self.players for arena in player.arenas]
        return tuple(sorted((*won, *self.aside), key=lambda arena: arena.round))

    @property
    def last_main(self) -> Family | None:
        """Family of the last played Main, where it still counts (FGT-P6a)."""
        played = any(player.main for player in self.players)
        counts = played or self.house.family_memory is FamilyMemory.GAME
        return self.last_family if counts else None

    def main_of(self, seat: Seat) -> Main:
        """The Main of a seat that has played in this Fight."""
        return sure(self.players[seat].main)

    def power_of(self, seat: Seat) -> Power:
        """The current power of a Main in full depth."""
        return sure(self.main_of(seat).power)

    def boost_of(self, seat: Seat) -> Boost:
        """The Boost of a seat that has played one in this Fight."""
        return sure(self.players[seat].boost)

    def warrior(self, card: CardId | None) -> Warrior | None:
        """The Warrior with this id; None when it is unnamed or unknown."""
        return self.catalogue.warriors.get(card) if self.catalogue and card else None

    def arena_card(self, card: CardId | None) -> ArenaCard | None:
        """The Arena with this id; None when it is unnamed or unknown."""
        return self.catalogue.arenas.get(card) if self.catalogue and card else None

    def called_cards(self, cards: tuple[CardId, ...]) -> str:
        """Names of Warriors, as they are listed in the history."""
        return ", ".join(map(self.called_card, cards))

    def called_card(self, card: CardId) -> str:
        """A Warrior's id and name, for people."""
        if known := self.warrior(card):
            return f"{card} {known.name}"
        return tr("a Warrior") if card == UNNAMED else card
