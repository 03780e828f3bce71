"""What the picture side of a card shows, in words and colours; of its back, nothing."""

from __future__ import annotations

from typing import Final

from companion.core.sheet import bold, colour, joined
from companion.core.texts import tr
from companion.games.mon.cards import Card
from companion.games.mon.words import Kind, Port

# Colour is never alone: ids and factions stand in words.
FACTIONS: Final = {
    "undeadend": "$green",
    "impclick": "$red",
    "mechanowar": "$blue",
    "elementalmind": "$sand",
    "creaturescreecher": "$violet",
}


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
    return card.part.value if card and card.part else ""


def ports_text(ports: tuple[Port, ...]) -> str:
    """Write ports by their letters, as drawn: `WWnn` for two wide and two narrow ones."""
    return "".join("W" if port is Port.WIDE else "n" for port in ports)


def ports_words(card: Card) -> str:
    """Say ports in words: `wide narrow`."""
    return " ".join(port.value for port in card.ports)


def part_text(card: Card) -> str:
    """Say part and ports in a few characters: `dragon body WWnn`."""
    dragon = tr("dragon ") if card.kind is Kind.DRAGON and card.part else ""
    return f"{dragon}{part_name(card)} {ports_text(card.ports)}".strip()


def card_line(card: Card) -> str:
    """Say the picture side of a card in one line: `GM-B Grim · UndeadEnd · body · wide narrow`."""
    named = f"{card.id} {card.name}".strip()
    if card.part is None:
        return joined(named, card.kind.value)
    dragon = tr("Dragon card") if card.kind is Kind.DRAGON else ""
    return joined(named, dragon, faction_name(card), part_name(card), ports_words(card))
