"""What the editors of a monster share: how cards, squares and sums are said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import tr
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.table import remonster, totals
from companion.games.rsf.view import CardView
from companion.tui.boards import rsf_draw as draw
from companion.tui.boards.panels import LEAD
from companion.tui.editors.base import XY, Mark, Tile

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.verdict import Verdict
    from companion.core.words import CardId, Cell
    from companion.games.rsf.state import Monster, Piece, Sheet, State
    from companion.games.rsf.words import Mode


def tile_of(state: State, piece: Piece, *, fresh: bool = False, held: bool = False) -> Tile:
    """Return a piece as it is drawn."""
    known = state.card(piece.card)
    xy = (piece.cell.x, piece.cell.y)
    if known is None:
        return Tile(xy, (piece.card,), "", fresh, held)
    shown = card_view(state, piece.card)
    mode = "" if piece.mode is None else piece.mode.race or "special"
    race = mode or (known.races[0] if len(known.races) == 1 else "")
    style = LEAD if mode == "special" else draw.race_style(race)
    lines = (piece.card, draw.card_points(shown, mode), known.name)
    return Tile(xy, lines, style, fresh, held)


def card_view(state: State, card: CardId) -> CardView:
    """Return what is printed on a card."""
    known = state.card(card)
    if known is None:
        return CardView(card, "", (), hybrid=False, attack=0, defense=0, special=0)
    points = (known.attack, known.defense, known.special)
    return CardView(card, known.name, known.races, known.hybrid, *points)


def marks_of(state: State, pieces: Monster) -> tuple[Mark, ...]:
    """Return the squares of a layout as they would count."""
    if not state.catalogue:
        return ()
    found = arithmetic.squares(state.catalogue.cards, state.house, pieces)
    return tuple(
        Mark((one.x, one.y), f"{'★' if one.race else '◆'}+{one.bonus}", bool(one.race))
        for one in found
    )


def sums_text(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Say each score, with the one before where it differs: `DEF 12→17`."""
    pairs = (
        ("ATK", before.attack, after.attack),
        ("DEF", before.defense, after.defense),
        ("SPC", before.special, after.special),
        (tr("RACE"), before.race or tr("none"), after.race or tr("none")),
    )
    return tuple(
        f"{name} {new}" if old == new else f"{name} {old}→{new}" for name, old, new in pairs
    )


def sheet_with(state: State, seat: Seat, pieces: Monster) -> Sheet:
    """Return a player's sums with another layout."""
    return totals(remonster(state, seat, pieces), seat)


def around(pieces: Monster) -> tuple[Cell, ...]:
    """Return the free cells at a monster; an empty one may begin at 0,0."""
    return arithmetic.open_cells(pieces)


def xy_of(cell: Cell) -> XY:
    """Return column and row of a cell."""
    return (cell.x, cell.y)


def use_of(mode: Mode | None) -> str:
    """Say how a hybrid is used."""
    if mode is None:
        return tr("not said yet")
    return "special" if mode.race is None else mode.race


def middle(pieces: Monster) -> XY:
    """Return the free cell nearest to the middle of a monster, where the cursor begins."""
    if not pieces:
        return (0, 0)
    x = sum(piece.cell.x for piece in pieces) / len(pieces)
    y = sum(piece.cell.y for piece in pieces) / len(pieces)
    return min(map(xy_of, around(pieces)), key=lambda xy: (abs(xy[0] - x) + abs(xy[1] - y), xy))


def piece_at(pieces: Monster, at: XY) -> Piece | None:
    """Return the piece in a cell, if one lies there."""
    return next((piece for piece in pieces if xy_of(piece.cell) == at), None)


def why_not(verdict: Verdict) -> str:
    """Say why something is refused; empty when it is not."""
    return "" if verdict.legal else verdict.message()
