"""What the editors of a monster share: how cards, squares and sums are said."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.seats import Seat
from companion.core.sheet import Grid
from companion.core.texts import tr
from companion.core.verdict import Verdict
from companion.core.words import CardId, Cell
from companion.games.rsf import board
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.state import Monster, Piece, Sheet, State
from companion.games.rsf.table import remonster, totals
from companion.games.rsf.words import Mode
from companion.tui.editors.base import XY


def grid_of(state: State, pieces: Iterable[Piece], layout: Monster) -> Grid:
    """Return pieces as they are drawn, with the squares of a layout as they would count."""
    return Grid(tuple(board.tile(state, piece) for piece in pieces), board.marks(state, layout))


def card_line(state: State, card: CardId) -> str:
    """Say what is printed on a card."""
    return board.card_line(card, state.card(card))


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
