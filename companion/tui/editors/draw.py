"""Drawing a grid that is edited: cards, free cells, squares and the cursor, at any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.tui.boards.joined import JoinedFrames
from companion.tui.boards.panels import DIM, DOUBLE, LEAD, TURN, Box, cut, frame
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.tui.editors.base import XY, Look, Mark, Tile


@dataclass(frozen=True, slots=True)
class CellSize:
    """Inner width and height of a cell, and whether it has a frame."""

    across: int
    down: int
    framed: bool

    @property
    def step(self) -> tuple[int, int]:
        """Cells of the screen from one cell of the grid to the next."""
        return (self.across + 1, self.down + (1 if self.framed else 0))

    def room(self, box: tuple[int, int]) -> tuple[int, int]:
        """Return how many columns and rows of the grid fit."""
        edge = 1 if self.framed else 0
        return (box[0] - edge) // self.step[0], (box[1] - edge) // self.step[1]


SIZES: Final = (
    CellSize(14, 3, framed=True),
    CellSize(10, 3, framed=True),
    CellSize(8, 2, framed=True),
    CellSize(10, 1, framed=True),
    CellSize(8, 1, framed=False),
)


def span(cells: Iterable[int]) -> tuple[int, int]:
    """Return the least and the greatest of some columns or rows."""
    listed = list(cells)
    return min(listed), max(listed)


def fitting(look: Look, box: tuple[int, int]) -> CellSize:
    """Return the largest cells with which all cards fit; the smallest where none do.

    Free cells may lie outside: the cursor brings them in. So cards hardly change their size as it
    moves.
    """
    cells = [tile.at for tile in look.tiles] or [(0, 0)]
    (left, right), (bottom, top) = span(x for x, _ in cells), span(y for _, y in cells)
    for size in SIZES:
        columns, rows = size.room(box)
        if right - left < columns and top - bottom < rows:
            return size
    return SIZES[-1]


def seen(look: Look, axis: int, cursor: int, room: int) -> int:
    """Return the first column, or row, to show: of free cells only as many as there is room for."""
    cards = [tile.at[axis] for tile in look.tiles]
    low, high = span([*cards, *(xy[axis] for xy in look.free), cursor])
    if high - low >= room:
        low, high = span([*cards, cursor])
    return window(low, high, cursor, room)


def window(low: int, high: int, cursor: int, room: int) -> int:
    """Return the first of `room` cells in a row to show: all of them, or those about the cursor."""
    size = high - low + 1
    if size <= room:
        return low - (room - size) // 2
    return max(low, min(cursor - room // 2, high - room + 1))


def draw(look: Look, at: XY, across: int, down: int) -> Canvas:
    """Draw a draft into so many cells, the cursor always in sight."""
    canvas = Canvas(across, down)
    size = fitting(look, (across, down))
    columns, rows = (max(1, room) for room in size.room((across, down)))
    left, bottom = seen(look, 0, at[0], columns), seen(look, 1, at[1], rows)
    spots = {
        (left + column, bottom + rows - 1 - row): (column * size.step[0], row * size.step[1])
        for column in range(columns)
        for row in range(rows)
    }
    tiles = {tile.at: tile for tile in look.tiles}
    lit = _lit(look.marks)
    shown = [xy for xy in spots if xy in tiles or xy in look.free or xy == at]
    if size.framed:
        _frames(canvas, {spots[xy]: xy in lit for xy in shown}, size)
        _cursor(canvas, spots[at], size)
    for xy in shown:
        _cell(canvas, spots[xy], size, tiles.get(xy), (xy in look.free, xy == at, lit.get(xy)))
    for mark in look.marks:
        _mark(canvas, mark, spots, size)
    return canvas


def _lit(marks: tuple[Mark, ...]) -> dict[XY, bool]:
    lit: dict[XY, bool] = {}
    for mark in marks:
        for xy in mark.cells:
            lit[xy] = lit.get(xy, False) or mark.pure
    return lit


def _cell(
    canvas: Canvas,
    spot: tuple[int, int],
    size: CellSize,
    tile: Tile | None,
    state: tuple[bool, bool, bool | None],
) -> None:
    """Draw one cell; `state` is whether it is free, under the cursor, and part of a square."""
    free, cursor, square = state
    inset = 1 if size.framed else 0
    x, y = spot[0] + inset, spot[1] + inset
    if tile is None:
        text = "+" if free else "·" if cursor else ""
        if cursor and not size.framed:
            text = f"[{text}]"
        canvas.put(
            x + (size.across // 2 if size.framed else 0), y + size.down // 2, text, _at(free)
        )
        return
    flag = "▸" if tile.held else "*" if tile.fresh else ""
    style = f"bold {tile.style}".strip()
    first = f"{flag}{tile.lines[0]}"
    if size.down == 1 and size.framed:
        first = f"{first} {' '.join(tile.lines[1:2])}".rstrip()
    if not size.framed and cursor:
        first = f"[{first}]"
    if square is not None and size.across > len(first) + 1:
        canvas.put(x + size.across - 1, y, "★" if square else "◆", LEAD)
    canvas.put(x, y, cut(first, size.across), f"{style} reverse" if tile.held else style)
    for row, line in enumerate(tile.lines[1 : size.down], 1):
        canvas.put(x, y + row, cut(line, size.across), tile.style if row == 1 else DIM)


def _at(free: bool) -> str:  # noqa: FBT001 - a private helper with one meaning
    return LEAD if free else DIM


def _box(spot: tuple[int, int], size: CellSize) -> Box:
    return Box(*spot, size.across + 2, size.down + 2)


def _frames(canvas: Canvas, lit: dict[tuple[int, int], bool], size: CellSize) -> None:
    """Draw the frames of cells; those of squares, which stand out, over the others."""
    frames = JoinedFrames()
    for spot in sorted(lit, key=lambda spot: lit[spot]):
        frames.draw(canvas, _box(spot, size), LEAD if lit[spot] else DIM)
    frames.join(canvas)


def _cursor(canvas: Canvas, spot: tuple[int, int], size: CellSize) -> None:
    """Draw a double frame about the cell that the keys are about."""
    frame(canvas, _box(spot, size), TURN, DOUBLE)


def _mark(canvas: Canvas, mark: Mark, spots: dict[XY, tuple[int, int]], size: CellSize) -> None:
    """Write what a square counts where its four cards meet."""
    spot = spots.get((mark.at[0] + 1, mark.at[1]))
    if spot is not None and size.framed:
        canvas.put(spot[0] - len(mark.text) // 2, spot[1], mark.text, LEAD)
