"""The board of Ready, Set, Fight: every monster with its scores, the pile and the discards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf.cards import RsfCatalogue
from companion.games.rsf.view import CardView, RsfView
from companion.games.rsf.words import Mode, PieceRef
from companion.tui.boards import rsf_draw as draw
from companion.tui.boards.base import plain_label
from companion.tui.boards.seated import SeatedBoard
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.catalogue import Catalogue
    from companion.core.seats import Seat
    from companion.games.rsf.view import PieceView, SeatView
    from companion.tui.boards.lead import Lead

WIDEST: Final = 400


class RsfBoard(SeatedBoard[RsfView]):
    """Draws an `RsfView`, and says cards and players for the menus."""

    shows = RsfView

    def draw(self, view: RsfView, across: int, down: int, focus: Seat | None) -> Canvas:
        """Draw everybody's monster, or a list and one."""
        return draw.draw_table(view, across, down, focus)

    def lead(self, view: RsfView) -> Lead:
        """Say whose monster stands best: by pieces, then by DEF and ATK (RSF-E2)."""
        return draw.lead(view)

    def pages(self, view: RsfView) -> list[tuple[str, Content]]:
        """Return a page a player, and one for the cards that lie in the middle."""
        pages = [(seat.name, _seat_page(view, seat)) for seat in view.seats]
        return [*pages, (tr("Cards in the middle"), _middle_page(view))]

    def label(self, value: object, actor: Seat | None) -> str:
        """Say a value for people; the actor's own pieces are looked up first."""
        view = self._view
        if view is None:
            return plain_label(value)
        match value:
            case PieceRef():
                return _piece_label(view, value, actor)
            case Mode():
                return (
                    tr("special ability")
                    if value.race is None
                    else tr("as {race}", race=value.race)
                )
            case Cell():
                return _cell_label(view, value, actor)
            case str():
                return _card_label(self.catalogue, CardId(value))
            case tuple() if value and all(isinstance(one, str) for one in value):
                return " + ".join(value)
            case _:
                return plain_label(value)


def _card_label(catalogue: Catalogue | None, card: CardId) -> str:
    known = catalogue.cards.get(card) if isinstance(catalogue, RsfCatalogue) else None
    if known is None:
        return tr("the card") if card == UNNAMED else card
    points = (known.attack, known.defense, known.special)
    return draw.card_line(CardView(card, known.name, known.races, known.hybrid, *points))


_SIDES: Final = (
    (tr("below"), 0, 1),
    (tr("left of"), 1, 0),
    (tr("above"), 0, -1),
    (tr("right of"), -1, 0),
)


def _cell_label(view: RsfView, cell: Cell, actor: Seat | None) -> str:
    """Say where a cell is by its neighbours: `0,1 · above R04 · left of H02`."""
    pieces = view.seats[actor].pieces if actor is not None else ()
    cards = {(piece.x, piece.y): piece.card.card for piece in pieces}
    beside = [
        f"{where} {cards[cell.x + x, cell.y + y]}"
        for where, x, y in _SIDES
        if (cell.x + x, cell.y + y) in cards
    ]
    return " · ".join([cell.word(), *beside])


def _piece_label(view: RsfView, ref: PieceRef, actor: Seat | None) -> str:
    owners = sorted(view.seats, key=lambda seat: seat.seat != actor)
    for seat in owners:
        for piece in seat.pieces:
            at = ref.cell is None or (piece.x, piece.y) == (ref.cell.x, ref.cell.y)
            if piece.card.card == ref.card and at:
                return _piece_line(piece)
    return ref.word()


def _piece_line(piece: PieceView) -> str:
    used = {"": "", "special": tr(" · used as special")}.get(
        piece.mode, tr(" · used as {mode}", mode=piece.mode)
    )
    return tr(
        "{card_line} · at {x},{y}{used}",
        card_line=draw.card_line(piece.card),
        x=piece.x,
        y=piece.y,
        used=used,
    )


def _seat_page(view: RsfView, seat: SeatView) -> Content:
    columns, rows = draw.extent(seat)
    size = draw.LARGE
    across = min(WIDEST, max(60, size.width(columns)))
    canvas = Canvas(across, size.height(rows) + 6)
    draw.draw_seat(canvas, (0, 0, across, canvas.height), view, seat)
    lines = [f"  {_piece_line(piece)}" for piece in seat.pieces]
    hand = [f"  {draw.card_line(card)}" for card in seat.hand]
    squares = [
        tr("  +{bonus} DEF {value}", bonus=square.bonus, value=square.race or tr("mixed"))
        for square in seat.squares
    ]
    sections = ((tr("Pieces"), lines), (tr("Squares"), squares), (tr("Hand"), hand))
    text = "".join(
        f"\n{name}\n" + "\n".join(entries) + "\n" for name, entries in sections if entries
    )
    return Content("\n").join([canvas.content(), Content(text)])


def _middle_page(view: RsfView) -> Content:
    lines = [
        tr("Pile: {pile} cards, face down", pile=view.pile),
        "",
        tr("Discard: {discard}", discard=len(view.discard)),
    ]
    lines += [
        tr(
            "  {card_line} · discarded by {seats}",
            card_line=draw.card_line(lying.card),
            seats=view.seats[lying.by].name,
        )
        for lying in reversed(view.discard)
    ]
    lines += ["", tr("Destroyed: {destroyed}", destroyed=len(view.destroyed))]
    lines += [f"  {draw.card_line(card)}" for card in reversed(view.destroyed)]
    return Content("\n".join(lines))


BOARD: Final = RsfBoard
