"""Cards of Monstructor as words and colours: ids, parts, ports, and points once they are flipped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.tui.boards.panels import DIM, Box, Part, colour, run

if TYPE_CHECKING:
    from companion.games.mon.classic.view import CardView
    from companion.tui.canvas import Canvas

# Colour is never alone: ids and factions stand in words.
FACTIONS: Final = {
    "undeadend": "$green",
    "impclick": "$red",
    "mechanowar": "$blue",
    "elementalmind": "$sand",
    "creaturescreecher": "$violet",
}
DRAGON_CARDS: Final = 5

Chips = list[list[Part]]
"""Pieces of text that are laid one behind the other and never broken."""


def faction_style(faction: str) -> str:
    """Return a faction's colour."""
    return colour(faction, FACTIONS)


def progress(count: int) -> str:
    """Draw how many of a Dragon's five cards there are: `●●○○○ 2/5`."""
    full = min(max(0, count), DRAGON_CARDS)
    return f"{'●' * full}{'○' * (DRAGON_CARDS - full)} {count}/{DRAGON_CARDS}"


def ports_text(ports: tuple[str, ...]) -> str:
    """Write ports by their letters, as drawn: `WWnn` for two wide and two narrow ones."""
    return "".join("W" if port == "wide" else "n" for port in ports)


def _what(card: CardView) -> str:
    dragon = tr("dragon ") if card.dragon and card.part else ""
    return f"{dragon}{card.part} {ports_text(card.ports)}".strip()


def _back(card: CardView) -> str:
    """Say points and icons of a flipped card; nothing of one whose back is not to be seen."""
    if not card.flipped or card.points is None:
        return ""
    return " ".join([str(card.points), *card.icons])


def chip(card: CardView, *, named: bool = False) -> list[Part]:
    """Say a card in a few characters: `GM-B body WWnn`, flipped `GM-B 5 spear sword`."""
    style = f"bold {faction_style(card.faction)}".strip()
    name: Part = (f" {card.name}" if named and card.name else "", "")
    back = _back(card)
    if back:
        return [(card.card, style), name, (f" {back}", "bold")]
    what = _what(card)
    return [(card.card, style), name, (f" {what}" if what else "", DIM)]


def card_parts(card: CardView) -> tuple[list[Part], list[Part]]:
    """Say a card in two rows: its id with points once flipped; part and ports."""
    style = f"bold {faction_style(card.faction)}".strip()
    back = _back(card)
    return [(card.card, style), (f" {back}" if back else "", "bold")], [(_what(card), "")]


def card_line(card: CardView) -> str:
    """Say a card in one line, for lists."""
    ports = " ".join(card.ports)
    dragon = tr("Dragon card") if card.dragon else ""
    back = ""
    if card.flipped and card.points is not None:
        back = ", ".join([tr("{points} points", points=card.points), *card.icons])
    named = f"{card.card} {card.name}".strip()
    known = (named, dragon, card.faction, card.part, ports, back)
    return " · ".join(part for part in known if part)


# -- laying chips ----------------------------------------------------------------------------------


def _width(parts: list[Part]) -> int:
    return sum(len(text) for text, _ in parts)


def _laid(chips: Chips, across: int, gap: int) -> list[list[list[Part]]]:
    """Distribute chips over rows."""
    rows: list[list[list[Part]]] = [[]]
    used = 0
    for one in chips:
        wide = _width(one)
        if rows[-1] and used + gap + wide > across:
            rows.append([])
            used = 0
        used += wide + (gap if rows[-1] else 0)
        rows[-1].append(one)
    return rows


def flow_rows(chips: Chips, across: int, gap: int = 2) -> int:
    """Return how many rows chips take."""
    return len(_laid(chips, max(1, across), gap))


def flow(canvas: Canvas, box: Box, chips: Chips, gap: int = 2) -> int:
    """Lay chips row by row; say how many more there are where room ends. Return the rows used."""
    if box.down < 1 or box.across < 1:
        return 0
    rows = _laid(chips, box.across, gap)
    shown = rows[: box.down]
    hidden = sum(len(row) for row in rows[box.down :])
    for number, row in enumerate(shown):
        parts: list[Part] = []
        for one in row:
            parts += [(" " * gap, "")] if parts else []
            parts += one
        if hidden and number == len(shown) - 1:
            more = tr("  +{hidden} more: B", hidden=hidden)
            room = Box(box.x, box.y, max(0, box.across - len(more)), box.down)
            at = run(canvas, room, parts, number)
            canvas.put(box.x + at, box.y + number, more[: box.across - at], DIM)
        else:
            run(canvas, box, parts, number)
    return len(shown)
