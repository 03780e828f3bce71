"""Drawing a grid that is edited: cards, free cells, squares and the cursor, at any size."""

from collections.abc import Iterable
from typing import Final

from companion.core.sheet import DIM, LEAD, TURN, Line, Mark, Tile, bold, plain
from companion.tui.canvas import Canvas
from companion.tui.drawing.panels import DOUBLE, Box, JoinedFrames, frame
from companion.tui.drawing.tiles import CellSize, draw_tile
from companion.tui.editors.base import XY, Look

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


def cells_of(look: Look) -> dict[XY, Tile]:
    """Return the cards of a draft by their cells."""
    return {tile.at: tile for tile in look.grid.tiles if tile.at is not None}


def fitting(look: Look, box: tuple[int, int]) -> CellSize:
    """Return the largest cells with which all cards fit; the smallest where none do.

    Free cells may lie outside: the cursor brings them in. So cards hardly change their size as it
    moves.
    """
    cells = list(cells_of(look)) or [(0, 0)]
    (left, right), (bottom, top) = span(x for x, _ in cells), span(y for _, y in cells)
    for size in SIZES:
        columns, rows = size.room(*box)
        if right - left < columns and top - bottom < rows:
            return size
    return SIZES[-1]


def seen(look: Look, axis: int, cursor: int, room: int) -> int:
    """Return the first column, or row, to show: of free cells only as many as there is room for."""
    cards = [at[axis] for at in cells_of(look)]
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
    columns, rows = (max(1, room) for room in size.room(across, down))
    left, bottom = seen(look, 0, at[0], columns), seen(look, 1, at[1], rows)
    spots = {
        (left + column, bottom + rows - 1 - row): (column * size.step[0], row * size.step[1])
        for column in range(columns)
        for row in range(rows)
    }
    tiles, squares = cells_of(look), _squares(look.grid.marks)
    shown = [xy for xy in spots if xy in tiles or xy in look.free or xy == at]
    if size.framed:
        _frames(canvas, {spots[xy]: xy in squares for xy in shown}, size)
        frame(canvas, _box(spots[at], size), TURN, DOUBLE)
    for xy in shown:
        if xy in tiles:
            _card(canvas, spots[xy], size, tiles[xy], _flag(look, xy), cursor=xy == at)
            if xy in squares and size.across > len(plain(tiles[xy].lines[0])) + 2:
                inset = 1 if size.framed else 0
                canvas.put(spots[xy][0] + inset + size.across - 1, spots[xy][1] + inset, squares[xy], LEAD)
        else:
            _empty(canvas, spots[xy], size, free=xy in look.free, cursor=xy == at)
    for mark in look.grid.marks if size.framed else ():
        spot = spots.get((mark.at[0] + 1, mark.at[1]))
        if spot is not None:
            canvas.put(spot[0] - len(mark.text) // 2, spot[1], mark.text, LEAD)
    return canvas


def _squares(marks: tuple[Mark, ...]) -> dict[XY, str]:
    """Return the sign of the best square that each cell is part of."""
    signs: dict[XY, str] = {}
    for mark in sorted(marks, key=lambda mark: mark.text[:1] == "★"):
        x, y = mark.at
        signs |= dict.fromkeys([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)], mark.text[:1])
    return signs


def _flag(look: Look, at: XY) -> str:
    return "▸" if at == look.held else "*" if at in look.fresh else ""


def _card(canvas: Canvas, spot: tuple[int, int], size: CellSize, tile: Tile, flag: str, *, cursor: bool) -> None:
    """Write a card into its cell; one that is taken up is reversed."""
    style = bold(tile.style)
    first = f"{flag}{plain(tile.lines[0])}"
    if size.down == 1 and size.framed and len(tile.lines) > 1:
        first = f"{first} {plain(tile.lines[1])}"
    if not size.framed and cursor:
        first = f"[{first}]"
    head: Line = ((first, f"{style} reverse" if flag == "▸" else style),)
    draw_tile(canvas, spot, size, (head, *tile.lines[1:]))


def _empty(canvas: Canvas, spot: tuple[int, int], size: CellSize, *, free: bool, cursor: bool) -> None:
    text = "+" if free else "·"
    if cursor and not size.framed:
        text = f"[{text}]"
    inset = 1 if size.framed else 0
    middle = size.across // 2 if size.framed else 0
    canvas.put(spot[0] + inset + middle, spot[1] + inset + size.down // 2, text, LEAD if free else DIM)


def _box(spot: tuple[int, int], size: CellSize) -> Box:
    return Box(*spot, size.across + 2, size.down + 2)


def _frames(canvas: Canvas, lit: dict[tuple[int, int], bool], size: CellSize) -> None:
    """Draw the frames of cells; those of squares, which stand out, over the others."""
    frames = JoinedFrames()
    for spot in sorted(lit, key=lambda spot: lit[spot]):
        frames.draw(canvas, _box(spot, size), LEAD if lit[spot] else DIM)
    frames.join(canvas)
