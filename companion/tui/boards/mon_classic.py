"""The board of Monstructor Classic and Arena: Dragons, cards by their pictures, Arena and fight."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.core.texts import tr, trn
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import MonCatalogue
from companion.games.mon.classic.view import CardView, MonView
from companion.games.mon.words import PartRef
from companion.tui.boards import mon_draw as draw
from companion.tui.boards.base import plain_label
from companion.tui.boards.mon_fight import played_text, sum_text
from companion.tui.boards.mon_parts import card_line, progress
from companion.tui.boards.panels import Box
from companion.tui.boards.seated import SeatedBoard
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.catalogue import Catalogue
    from companion.core.seats import Seat
    from companion.games.mon.classic.view import SeatView, SideView
    from companion.tui.boards.lead import Lead

PAGE: Final = 72


class MonBoard(SeatedBoard[MonView]):
    """Draws a `MonView`, and says cards by what their pictures show."""

    shows = MonView

    def draw(self, view: MonView, across: int, down: int, focus: Seat | None) -> Canvas:
        """Draw the fight or the Arena, every player, and the piles."""
        return draw.draw_table(view, across, down, focus)

    def lead(self, view: MonView) -> Lead:
        """Say who has most Dragon cards of the own faction (MON-C24, MON-C25)."""
        return draw.lead(view)

    def pages(self, view: MonView) -> list[tuple[str, Content]]:
        """Return a page a player, and one for Arena, fight and Dragons."""
        pages = [(seat.name, _seat_page(view, seat)) for seat in view.seats]
        return [*pages, (tr("Arena, fight and Dragons"), _middle_page(view))]

    def label(self, value: object, actor: Seat | None) -> str:
        """Say a value for people; of a card only what its picture shows, never its back."""
        match value:
            case PartRef():
                copy = tr(", copy {copy}", copy=value.copy) if value.copy > 1 else ""
                return self._card(value.card) + copy
            case tuple() if value:
                change = self._change(value, actor)
                return change or " + ".join(self._brief(one, actor) for one in value)
            case str() if type(value) is str:
                return self._card(CardId(value))
            case _:
                return plain_label(value)

    def _change(self, cards: tuple[object, ...], actor: Seat | None) -> str:
        """Say a monster that is one card more or fewer than the one on the table by that card."""
        if self._view is None or actor is None or not all(type(one) is str for one in cards):
            return ""
        before = Counter(card.card for card in self._view.seats[actor].monster)
        after = Counter(str(one) for one in cards)
        more, fewer = list((after - before).elements()), list((before - after).elements())
        if len(more) + len(fewer) != 1:
            return ""
        card = self._card(CardId((more or fewer)[0]))
        return tr("with {card}", card=card) if more else tr("without {card}", card=card)

    def _brief(self, value: object, actor: Seat | None) -> str:
        return value if type(value) is str else self.label(value, actor)

    def _card(self, card: CardId) -> str:
        return _picture(self.catalogue, card)


def _picture(catalogue: Catalogue | None, card: CardId) -> str:
    known = catalogue.cards.get(card) if isinstance(catalogue, MonCatalogue) else None
    if known is None:
        plain = {str(UNNAMED): tr("the card"), "hidden": tr("hidden: a Power or Spell card")}
        return plain.get(str(card), str(card))
    if known.part is None:
        return " · ".join(
            part for part in (f"{card} {known.name}".strip(), known.kind.value) if part
        )
    dragon = known.kind.value == "dragon"
    faction = known.faction.value if known.faction else ""
    ports = tuple(port.value for port in known.ports)
    return card_line(
        CardView(
            card,
            known.name,
            known.monster,
            faction,
            known.part.value,
            ports,
            dragon=dragon,
            flipped=False,
            points=None,
            icons=(),
        )
    )


def _seat_page(view: MonView, seat: SeatView) -> Content:
    canvas = Canvas(PAGE, 1)
    draw.draw_seat(canvas, Box(0, 0, PAGE, 1), view, seat, draw.Size.NONE)
    lines = [
        tr(
            "Dragon of {value}: {progress}",
            value=seat.faction or tr("no faction yet"),
            progress=progress(seat.own_dragons),
        )
    ]
    lines += [f"  {card_line(card)}" for card in seat.dragons]
    lines += ["", tr("Hidden Power and Spell cards: {hand_count}", hand_count=seat.hand_count)]
    lines += ["", tr("Parts on the table: {table_count}", table_count=seat.table_count)]
    for name, cards in ((tr("Put together"), seat.monster), (tr("Loose"), seat.loose)):
        if cards:
            lines += ["", f"{name}: {len(cards)}", *(f"  {card_line(card)}" for card in cards)]
    return Content("\n").join([canvas.content(), Content("\n".join(lines))])


def _side_lines(side: SideView, role: str) -> list[str]:
    total = "" if side.total is None else f": {side.total}, "
    lines = [f"{side.name} {role}{total or ': '}{sum_text(side)}"]
    lines += [f"  {card_line(card)}" for card in side.cards]
    lines += [f"  {played_text(one)}" for one in side.played]
    lines += [tr("  taken off: {card_line}", card_line=card_line(card)) for card in side.removed]
    return lines


def _middle_page(view: MonView) -> Content:
    lines: list[str] = []
    if view.fight is not None:
        lines += [*_side_lines(view.fight.attacker, tr("attacks")), ""]
        lines += [*_side_lines(view.fight.defender, tr("defends")), ""]
    if view.arena is not None:
        lines += [tr("In the Arena: {arena}'s monster", arena=view.arena.name)]
        lines += [*(f"  {card_line(card)}" for card in view.arena.cards), ""]
    if view.last is not None:
        lines += ["".join(text for text, _ in draw.last_parts(view)), ""]
    lines += [
        tr("Fights so far: {fights}", fights=view.fights),
        tr("Deck: {plural}, face down", plural=trn("{count} card", "{count} cards", view.deck)),
    ]
    lines += ["", tr("Dragon cards set aside")]
    for one in view.dragons:
        lines += [f"  {one.faction}: {one.left}", *(f"    {card_line(card)}" for card in one.cards)]
    return Content("\n".join(lines))


BOARD: Final = MonBoard
