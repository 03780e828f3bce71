"""The state of a game: frozen. Draw piles are counted; all that was turned up is public."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.core.seats import FIRST, Seat, clockwise
from companion.core.state import GameState
from companion.core.texts import Wording, later
from companion.core.words import CardId
from companion.games.gmm.cards import DECK, GmmCatalogue, Ratings
from companion.games.gmm.house import GmmHouse
from companion.games.gmm.words import ABILITIES, Ability, Call

ROUNDS: Final = len(ABILITIES)  # GMM-R1


class Stage(Wording):
    """What the table is busy with; the values are for people."""

    DEALER = later("Setup: finding the dealer")
    DEAL = later("Deal")
    DECLARE = later("Declare")
    FLIP = later("Battle")
    COUNT = later("Count")
    SUDDEN_DEATH = later("Sudden death")
    ABILITY = later("Final tie: choosing the ability")
    OVER = later("Game over")


BATTLE: Final = frozenset({Stage.DECLARE, Stage.FLIP})
"""Stages in which cards come from the draw piles."""

SHOWING: Final = frozenset({*BATTLE, Stage.SUDDEN_DEATH})  # Stages in which cards are turned up

Flip = tuple[CardId | None, ...]
"""One card a seat, turned up together; None where none is turned up (yet)."""


class Result(Wording):
    """How cards that were turned up came out; the values are for people."""

    WON = later("won")
    TIE = later("tie")
    MASHUP = later("Monster Mashup")
    SPENT = later("tie, and no cards left")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The last battle, or the last cards of a sudden death, as they came out."""

    result: Result
    rule: str  # the rule that decided it
    flips: tuple[Flip, ...]  # the cards, the newest last
    call: Call | None
    ability: Ability
    declarer: Seat
    winner: Seat | None
    cards: int  # how many cards changed place
    sudden: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    draw: int = 0  # cards left in the draw pile
    # the winnings pile of this round, sorted; `UNNAMED` for each in light depth
    won: tuple[CardId, ...] = ()
    adjusted: int = 0  # what the table's own rulings add to the count of that pile
    counted: bool = False  # whether that pile was counted at the end of the round

    @property
    def winnings(self) -> int:
        """What the winnings pile counts (GMM-E1)."""
        return min(DECK, max(0, len(self.won) + self.adjusted))


@dataclass(frozen=True, slots=True)
class Award:
    """A Trophy that was won, by GMM-E1, GMM-D1, or X-7 for a ruling of the table.

    `cards` is what each seat's winnings pile counted when the round ended.
    """

    winner: Seat
    rule: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sudden:
    """A sudden death (GMM-D1), or the battle that decides a final tie (GMM-E3)."""

    tied: tuple[Seat, ...]  # who began it
    # who turns up cards now; fewer than `tied` by house rule (GMM-D2a)
    contenders: tuple[Seat, ...]
    ability: Ability
    final: bool = False  # whether it decides a final tie
    # cards turned up since the piles were last shuffled, apart from those being compared
    spent: tuple[Flip, ...] = ()
    shuffles: int = 0  # how often the piles were shuffled again (GMM-D3)


class News(NamedTuple):
    """Something that an action brought about, with the rule that did it."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class State(GameState[GmmHouse, Player]):
    """The whole table; once it is light, its catalogue has all monsters known by then."""

    stage: Stage = Stage.DEALER
    round: int = 1  # 1 to 6
    dealer: Seat = FIRST  # who deals this round; the first seat until one is named
    declarer: Seat = FIRST
    ruled: bool = False  # whether the declarer was set by a ruling of the table
    call: Call | None = None  # high or low, once it is declared
    # cards of this battle or sudden death; the last flip is the one being turned up
    flips: tuple[Flip, ...] = ()
    discard: tuple[CardId, ...] = ()  # cards of this round that nobody won
    out: tuple[CardId, ...] = ()  # cards out of this round since their player left
    sudden: Sudden | None = None
    awards: tuple[Award, ...] = ()  # a Trophy for each finished round, in their order
    champion: Seat | None = None  # who won the battle that decided a final tie
    replays: int = 0  # rounds that were played again (GMM-D4)
    fought: int = 0  # battles of this round so far
    typed: tuple[tuple[CardId, Ratings], ...] = ()  # ratings typed at the table, sorted by card
    outcome: Outcome | None = None  # how the last cards came out; None at the beginning of a round
    news: tuple[News, ...] = ()  # what the last action brought about beyond itself

    @property
    def catalogue(self) -> GmmCatalogue | None:
        """The monsters known beforehand; a table that has become light keeps what it had learnt."""
        cards = self.setup.catalogue
        return cards if isinstance(cards, GmmCatalogue) else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise, also those of players who have left."""
        return clockwise(len(self.players), FIRST)

    @property
    def ability(self) -> Ability:
        """What is compared now (GMM-R1); in the battle for a final tie what the table chose."""
        return self.sudden.ability if self.sudden else ABILITIES[self.round - 1]

    @property
    def showing(self) -> tuple[Seat, ...]:
        """Who turns up a card in this flip: everybody, or those of the sudden death."""
        return self.sudden.contenders if self.sudden else self.present

    @property
    def decided(self) -> bool:
        """Whether all six Trophies have been won."""
        final = self.sudden is not None and self.sudden.final
        return final or self.stage in {Stage.OVER, Stage.ABILITY}

    @property
    def piled(self) -> bool:
        """Whether there are winnings piles: once cards are dealt, until the Trophy is won."""
        return self.stage in {*SHOWING, Stage.COUNT} and not self.decided

    def left(self, seat: Seat) -> Seat:
        """Who plays to the left of a seat (GMM-M2, GMM-R3): clockwise, as seats are counted."""
        order = clockwise(len(self.players), Seat((seat + 1) % len(self.players)))
        return next(other for other in order if other in self.present)
