"""What all modes share: the cards of a table, the deck as people count it, rulings about it (X-7).

And what the picture side of a card shows, in words and colours; of its back, nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from companion.core.findings import YES, Findings, stop
from companion.core.seats import FIRST, Seat
from companion.core.sheet import bold, colour, joined
from companion.core.state import GameState
from companion.core.switches import HouseRules
from companion.core.texts import Wording, later, tr, trn
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId, called
from companion.games.mon.cards import Card, MonCatalogue
from companion.games.mon.words import DRAGON, HIDDEN, Kind, Port

MOST_DECK: Final = 500  # Cards that no deck exceeds

MOST: Final = 99  # Cards that one ruling may add or take away

_UNKNOWN: Final = {
    UNNAMED: later("a card"),
    HIDDEN: later("a hidden card"),
    DRAGON: later("a Dragon card"),
}

# Colour is never alone: ids and factions stand in words.
FACTIONS: Final = {
    "undeadend": "$green",
    "impclick": "$red",
    "mechanowar": "$blue",
    "elementalmind": "$sand",
    "creaturescreecher": "$violet",
}

H = TypeVar("H", bound=HouseRules)
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class MonState(GameState[H, P]):
    """What a table of every mode has."""

    stage: Wording  # what the table is busy with
    turn: Seat = FIRST  # whose turn it is; of the winner while a prize is taken
    youngest: Seat = FIRST  # who began (MON-C6, MON-D2b)
    deck: int = 0  # cards in the deck; who they are, nobody knows
    size: int = 0  # cards in use, those of Dragons in Classic and Arena not counted (MON-I1)

    @property
    def catalogue(self) -> MonCatalogue | None:
        """The cards, when they are known."""
        return self.setup.catalogue  # type: ignore[return-value] # start() lets no other in

    @property
    def cards(self) -> Mapping[CardId, Card]:
        """The picture sides of all cards; none in light depth."""
        return self.catalogue.cards if self.full and self.catalogue else {}

    @property
    def acting(self) -> Seat | None:
        """Whose turn it is, while turns are taken."""
        return None if self.stage.name in {"SETUP", "DEAL", "OVER"} else self.turn

    def called_card(self, card: CardId) -> str:
        """A card's id and name, for people."""
        known = self.cards.get(card)
        return tr(_UNKNOWN.get(card, card)) if known is None else f"{card} {known.name}".rstrip()

    def called_cards(self, cards: Iterable[CardId]) -> str:
        """Cards by id and name, as they are listed in the history; those without are counted."""
        return called(cards, self.called_card)

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
        return tr("The deck has {counted}", counted=trn("{count} card", "{count} cards", self.count))


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


def faction_name(card: Card | None) -> str:
    """Return the faction of a card; empty for one without."""
    return card.faction.value if card and card.faction else ""


def faction_style(card: Card | None) -> str:
    """Return the colour of a card's faction."""
    return colour(faction_name(card), FACTIONS)


def id_style(card: Card | None) -> str:
    """Return the style of a card's id."""
    return bold(faction_style(card))


def part_name(card: Card | None) -> str:
    """Return which part of a monster a card is; empty for none."""
    return card.part.said if card and card.part else ""


def ports_text(ports: tuple[Port, ...]) -> str:
    """Write ports by their letters, as drawn: `WWnn` for two wide and two narrow ones."""
    return "".join("W" if port is Port.WIDE else "n" for port in ports)


def ports_words(card: Card) -> str:
    """Say ports in words: `wide narrow`."""
    return " ".join(port.said for port in card.ports)


def part_text(card: Card) -> str:
    """Say part and ports in a few characters: `dragon body WWnn`."""
    dragon = tr("dragon ") if card.kind is Kind.DRAGON and card.part else ""
    return f"{dragon}{part_name(card)} {ports_text(card.ports)}".strip()


def card_line(card: Card) -> str:
    """Say the picture side of a card in one line: `GM-B Grim · UndeadEnd · body · wide narrow`."""
    named = f"{card.id} {card.name}".strip()
    if card.part is None:
        return joined(named, card.kind.said)
    dragon = tr("Dragon card") if card.kind is Kind.DRAGON else ""
    return joined(named, dragon, faction_name(card), part_name(card), ports_words(card))
