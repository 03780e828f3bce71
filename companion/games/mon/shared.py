"""What all modes share: the cards of a table, the deck as people count it, rulings about it (X-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from companion.core.findings import YES, Findings, stop
from companion.core.seats import FIRST, Seat
from companion.core.state import GameState
from companion.core.switches import HouseRules
from companion.core.texts import Wording, later, tr, trn
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import Card, MonCatalogue
from companion.games.mon.words import DRAGON, HIDDEN, Kind

MOST_DECK: Final = 500
"""Cards that no deck exceeds."""

MOST: Final = 99
"""Cards that one ruling may add or take away."""

_UNKNOWN: Final = {
    UNNAMED: tr("a card"),
    HIDDEN: tr("a hidden card"),
    DRAGON: tr("a Dragon card"),
}

H = TypeVar("H", bound=HouseRules)
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class MonState(GameState[H, P]):
    """What a table of every mode has.

    Attributes:
        stage: what the table is busy with.
        turn: whose turn it is; of the winner while a prize is taken.
        youngest: who began (MON-C6, MON-D2b).
        deck: cards in the deck; who they are, nobody knows.
        size: cards in use, those of Dragons in Classic and Arena not counted (MON-I1).
    """

    stage: Wording
    turn: Seat = FIRST
    youngest: Seat = FIRST
    deck: int = 0
    size: int = 0

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
        """Whether the game has ended, at the stage that every mode has last."""
        return self.stage.name == "OVER"

    @property
    def acting(self) -> Seat | None:
        """Whose turn it is, while turns are taken."""
        return None if self.stage.name in {"SETUP", "DEAL", "OVER"} else self.turn

    def called_card(self, card: CardId) -> str:
        """A card's id and name, for people."""
        known = self.cards.get(card)
        return _UNKNOWN.get(card, card) if known is None else f"{card} {known.name}".rstrip()

    def called_cards(self, cards: Iterable[CardId]) -> str:
        """Cards by id and name, as they are listed in the history."""
        return ", ".join(self.called_card(card) for card in cards)

    def remaining(self, kinds: Container[Kind], gone: Iterable[CardId]) -> dict[CardId, int]:
        """Cards of these kinds without those that are gone, with how many of each, by id."""
        away = Counter(gone)
        return {
            card.id: card.copies - away[card.id]
            for card in self.cards.values()
            if card.kind in kinds and card.copies > away[card.id]
        }


S = TypeVar("S", bound=MonState[Any, Any])


@dataclass(frozen=True, slots=True)
class CountDeck(Verb[S]):
    """So many cards are in the deck before anybody takes some (light depth)."""

    verb, by_table = "deck", True
    menu = later("Say how many cards the deck has")

    count: int

    def check_count(self, state: S, dealt: str, least: int) -> Findings:
        """Refuse a deck that a catalogue lists, that cannot be dealt from, or that nobody has.

        Args:
            state: the table.
            dealt: the rule by which cards are dealt.
            least: cards that are dealt to all players.
        """
        if state.full:
            text = tr("the catalogue says it: the deck has {deck} cards", deck=state.deck)
            return stop(self.rule, text)
        if least <= self.count <= MOST_DECK:
            return YES
        text = later("a deck for {players} has {least} to {most} cards")
        return stop(dealt, tr(text, players=len(state.present), least=least, most=MOST_DECK))

    def tell(self, before: S, after: S) -> str:
        return tr(
            "The deck has {counted}", counted=trn("{count} card", "{count} cards", self.count)
        )


@dataclass(frozen=True, slots=True)
class RecountDeck(Verb[S]):
    """The table says that the deck has that many cards more or fewer (light depth)."""

    verb, example, rule = "adjust-deck", "table: adjust-deck -2", "X-7"
    said = later("By ruling the deck has {cards:+} cards (X-7)")
    near = later("the deck had {cards:+} cards")
    by_table = True

    cards: int

    def facts(self, state: S) -> Findings:
        """X-7: without a catalogue people may have counted the deck wrongly."""
        if state.full:
            text = tr("the catalogue says how many cards there are; move a card instead")
            return stop("X-7", text)
        if 0 < abs(self.cards) <= MOST and state.deck + self.cards >= 0:
            return YES
        return stop("X-7", tr("say by how many; the deck has {deck} cards", deck=state.deck))

    def apply(self, state: S) -> S:
        """The deck has that many cards more, or fewer."""
        return replace(state, deck=state.deck + self.cards, size=state.size + self.cards)


def tell_card(card: str, source: str, target: str) -> str:
    """Say that a card goes from one place to another."""
    text = later("By ruling {card} goes from {source} to {target} (X-7)")
    return tr(text, card=card, source=source, target=target)
