"""The state of a table of Dominoes.

Nothing hidden is in it: a card in a closed hand is the word `card`, and the deck is a number. What
is on the backs of cards is never part of the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.seats import FIRST, Seat, clockwise
from companion.core.state import GameState
from companion.core.texts import Wording, later, tr
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import Card, MonCatalogue
from companion.games.mon.dominoes.house import Deck, DominoesHouse, Hands
from companion.games.mon.monster import EMPTY, Monster

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
    """One player.

    Attributes:
        hand: cards in the hand, sorted; `card` stands for one that is not known.
        collected: cards won, oldest first.
        monsters: how many cards each closed monster had, oldest first.
        mended: collected cards that the table itself brought (positive) or took away.
        points: the sum the player entered at the end of a game in light depth.
        adjusted: points that the table gave or took.
    """

    hand: tuple[CardId, ...] = ()
    collected: tuple[CardId, ...] = ()
    monsters: tuple[int, ...] = ()
    mended: int = 0
    points: int | None = None
    adjusted: int = 0


@dataclass(frozen=True, slots=True)
class State(GameState[DominoesHouse, Player]):
    """The whole table.

    Attributes:
        stage: what the table is busy with.
        turn: whose turn it is.
        youngest: who began (MON-D2b).
        kinds: what the deck was made of when it was dealt (MON-D2a).
        deck: cards in the deck; who they are, nobody knows.
        size: cards in use.
        centre: the monster in the centre.
        drew: whether the player in turn has taken a card (MON-D7).
        lost: who lost a turn with an empty deck since a card was last played (MON-D10a).
        discarded: unused cards at the end (MON-D11).
        gone: cards out of the game since their player left (X-12).
        ruled: how many oddities of a monster and monsters of two cards the table has allowed.
    """

    stage: Stage = Stage.SETUP
    turn: Seat = FIRST
    youngest: Seat = FIRST
    kinds: Deck = Deck.PARTS
    deck: int = 0
    size: int = 0
    centre: Monster = EMPTY
    drew: bool = False
    lost: tuple[Seat, ...] = ()
    discarded: tuple[CardId, ...] = ()
    gone: tuple[CardId, ...] = ()
    ruled: int = 0

    @property
    def named(self) -> bool:
        """Whether cards that go into a hand are named: open hands in full depth (MON-D1)."""
        return self.full and self.house.dominoes_hands is Hands.OPEN

    @property
    def catalogue(self) -> MonCatalogue | None:
        """The cards, when they are known."""
        return self.setup.catalogue  # type: ignore[return-value] # start() lets no other in

    @property
    def cards(self) -> Mapping[CardId, Card]:
        """The picture sides of all cards; none in light depth."""
        return self.catalogue.cards if self.full and self.catalogue else {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.stage is Stage.OVER

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats clockwise from the youngest."""
        return clockwise(len(self.players), self.youngest)

    def called_cards(self, cards: tuple[CardId, ...]) -> str:
        """Cards by id and name, as they are listed in the history."""
        return ", ".join(self.called_card(card) for card in cards)

    def called_card(self, card: CardId) -> str:
        """A card's id and name, for people."""
        known = self.cards.get(card)
        if known is None:
            return tr("a card") if card == UNNAMED else card
        return f"{card} {known.name}".rstrip()
