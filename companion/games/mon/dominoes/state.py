"""The state of a table of Dominoes.

Nothing hidden is in it: a card in a closed hand is the word `card`, and the deck is a number. What
is on the backs of cards is never part of the state.
"""

from dataclasses import dataclass
from typing import Final

from companion.core.seats import Seat, clockwise
from companion.core.texts import Wording, later
from companion.core.words import CardId
from companion.games.mon.dominoes.house import Deck, DominoesHouse, Hands
from companion.games.mon.monster import EMPTY, Monster
from companion.games.mon.shared import MonState

HAND: Final = 5  # MON-D2
SPARE: Final = 10  # MON-D2b


class Stage(Wording):
    """What the table is busy with."""

    SETUP = later("Setup")
    DEAL = later("Deal")
    START = later("Start")
    TURN = later("Turn")
    REFILL = later("Refill")
    COUNT = later("Count")
    OVER = later("Game over")


@dataclass(frozen=True, slots=True)
class Player:
    """One player."""

    # cards in the hand, sorted; `card` stands for one that is not known
    hand: tuple[CardId, ...] = ()
    collected: tuple[CardId, ...] = ()  # cards won, oldest first
    monsters: tuple[int, ...] = ()  # how many cards each closed monster had, oldest first
    mended: int = 0  # collected cards that the table itself brought (positive) or took away
    points: int | None = None  # the sum the player entered at the end of a game in light depth
    adjusted: int = 0  # points that the table gave or took


@dataclass(frozen=True, slots=True)
class State(MonState[DominoesHouse, Player]):
    """The whole table."""

    stage: Stage = Stage.SETUP
    kinds: Deck = Deck.PARTS  # what the deck was made of when it was dealt (MON-D2a)
    centre: Monster = EMPTY  # the monster in the centre
    drew: bool = False  # whether the player in turn has taken a card (MON-D7)
    # who lost a turn with an empty deck since a card was last played (MON-D10a)
    lost: tuple[Seat, ...] = ()
    discarded: tuple[CardId, ...] = ()  # unused cards at the end (MON-D11)
    gone: tuple[CardId, ...] = ()  # cards out of the game since their player left
    ruled: int = 0  # how many oddities of a monster and monsters of two cards the table has allowed

    @property
    def named(self) -> bool:
        """Whether cards that go into a hand are named: open hands in full depth (MON-D1)."""
        return self.full and self.house.dominoes_hands is Hands.OPEN

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats clockwise from the youngest."""
        return clockwise(len(self.players), self.youngest)
