"""What the editors of a monster share: how cards, squares and sums are said."""

from companion.core.seats import Seat
from companion.core.sheet import Grid
from companion.core.texts import tr
from companion.core.verdict import Verdict
from companion.core.words import Cell
from companion.games.rsf import board
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.state import Monster, Piece, State
from companion.games.rsf.table import totals
from companion.tui.editors.base import XY


def grid_of(state: State, pieces: Monster) -> Grid:
    """Return pieces as they are drawn, with the squares as they would count."""
    return Grid(tuple(board.tile(state, piece) for piece in pieces), board.marks(state, pieces))


def sums_text(state: State, seat: Seat, pieces: Monster) -> tuple[str, ...]:
    """Say each score with another layout, and the one before where it differs: `DEF 12→17`."""
    before, after = totals(state, seat), totals(state.change(seat, monster=pieces), seat)
    pairs = (
        ("ATK", before.attack, after.attack),
        ("DEF", before.defense, after.defense),
        ("SPC", before.special, after.special),
        (tr("RACE"), *(tr(one.race or "") or tr("none") for one in (before, after))),
    )
    return tuple(f"{name} {new}" if old == new else f"{name} {old}→{new}" for name, old, new in pairs)


def xy_of(cell: Cell) -> XY:
    """Return column and row of a cell."""
    return (cell.x, cell.y)


def around(pieces: Monster) -> tuple[XY, ...]:
    """Return the free cells at a monster; an empty one may begin at 0,0."""
    return tuple(map(xy_of, arithmetic.open_cells(pieces)))


def piece_at(pieces: Monster, at: XY) -> Piece | None:
    """Return the piece in a cell, if one lies there."""
    return next((piece for piece in pieces if xy_of(piece.cell) == at), None)


def why_not(verdict: Verdict) -> str:
    """Say why something is refused; empty when it is not."""
    return "" if verdict.legal else verdict.message()
