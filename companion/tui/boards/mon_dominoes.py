"""The board of Dominoes: the monster in the centre, its free ports, hands and what was won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from companion.core.texts import tr, trn
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import MonCatalogue
from companion.games.mon.dominoes.view import CardView, DominoesView
from companion.games.mon.words import PartRef, PortRef
from companion.tui.boards import mon_dominoes_draw as draw
from companion.tui.boards.base import plain_label
from companion.tui.boards.seated import SeatedBoard

if TYPE_CHECKING:
    from companion.core.catalogue import Catalogue
    from companion.core.seats import Seat
    from companion.games.mon.dominoes.view import PieceView, SeatView
    from companion.tui.boards.lead import Lead
    from companion.tui.canvas import Canvas


class DominoesBoard(SeatedBoard[DominoesView]):
    """Draws a `DominoesView`, and says cards and ports for the menus."""

    shows = DominoesView

    def draw(self, view: DominoesView, across: int, down: int, focus: Seat | None) -> Canvas:
        """Draw the monster, every player, and the piles."""
        return draw.draw_table(view, across, down, focus)

    def lead(self, view: DominoesView) -> Lead:
        """Say who has won most cards, at the end most points (MON-D12)."""
        return draw.lead(view)

    def pages(self, view: DominoesView) -> list[tuple[str, Content]]:
        """Return a page a player, and one for the monster in the centre."""
        pages = [(seat.name, _seat_page(seat)) for seat in view.seats]
        return [*pages, (tr("The monster in the centre"), _centre_page(view))]

    def label(self, value: object, actor: Seat | None) -> str:
        """Say a value for people; of a card only what its picture shows, never its back."""
        match value:
            case PortRef():
                return _port_label(self._view, value)
            case PartRef():
                copy = tr(", copy {copy}", copy=value.copy) if value.copy > 1 else ""
                return _card_label(self.catalogue, value.card) + copy
            case tuple() if len(value) == 1:
                return self.label(value[0], actor)
            case tuple() if value:
                return " + ".join(plain_label(one) for one in value)
            case str() if type(value) is str:
                return _card_label(self.catalogue, CardId(value))
            case _:
                return plain_label(value)


def _card_label(catalogue: Catalogue | None, card: CardId) -> str:
    known = catalogue.cards.get(card) if isinstance(catalogue, MonCatalogue) else None
    if known is None:
        return tr("the card") if card == UNNAMED else card
    part = known.part.value if known.part else known.kind.value
    faction = known.faction.value if known.faction else ""
    ports = tuple(port.value for port in known.ports)
    return draw.card_line(CardView(card, known.name, known.monster, faction, part, ports))


def _port_label(view: DominoesView | None, value: PortRef) -> str:
    """Say a port with its width and card: `GM-B.2 · wide · Gravemoss Ribs`."""
    for piece in view.centre if view else ():
        for port in piece.ports:
            if port.word == value.word():
                return " · ".join(part for part in (port.word, port.width, piece.card.name) if part)
    return value.word()


def _seat_page(seat: SeatView) -> Content:
    lines = [draw.right(seat).strip(), ""]
    for name, cards in ((tr("Hand"), seat.hand), (tr("Won, newest first"), seat.collected[::-1])):
        if cards:
            lines += [name, *(f"  {draw.card_line(card)}" for card in cards), ""]
    return Content("\n".join(lines))


def _centre_page(view: DominoesView) -> Content:
    if not view.centre:
        return Content(tr("The centre is empty."))
    lines = [f"{trn('{count} card', '{count} cards', len(view.centre))}", ""]
    for piece in view.centre:
        lines += [draw.card_line(piece.card), *_ports(piece)]
    return Content("\n".join(lines))


def _ports(piece: PieceView) -> list[str]:
    free = tr("free")
    return [f"  {port.word} {port.width}: {port.joined or free}" for port in piece.ports]


BOARD = DominoesBoard
