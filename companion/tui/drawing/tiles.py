"""Drawing cards and dice: in a row one behind the other, in cells, or joined to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from string import ascii_lowercase
from typing import Final

from companion.core.sheet import BRIGHT, DIM, LEAD, Grid, Line, Link, Tile, plain
from companion.core.texts import tr
from companion.tui import bigtext
from companion.tui.canvas import Canvas
from companion.tui.drawing.panels import ROUND, Box, JoinedFrames, cut_line, frame, run, whole_parts, write

WIDEST: Final = 16  # Cells across of the largest card
NARROWEST: Final = 5  # Cells across of the smallest die, what lies between two included
LOOSE: Final = 20  # Cells across of a card that lies in a row, its edge included
SOME_APART: Final = 2  # Connections that may be marked rather than drawn where some have to be
BIG: Final = bigtext.SCALES[-1]
Place = tuple[int, int]  # Column to the right and row downwards


# -- one behind the other --------------------------------------------------------------------------


def flow(chips: Sequence[Line], across: int, most: int | None = None, gap: int = 2) -> list[Line]:
    """Lay pieces of text row by row; where room ends, say how many more there are."""
    rows: list[list[Line]] = [[]]
    used = 0
    for one in chips:
        wide = len(plain(one))
        if rows[-1] and used + gap + wide > across:
            rows.append([])
            used = 0
        used += wide + (gap if rows[-1] else 0)
        rows[-1].append(one)
    between = (" " * gap, "")
    lines = [tuple(part for one in row for part in (between, *one))[1:] for row in rows]
    if most is None or len(rows) <= most:
        return lines
    if most < 1:
        return []
    more = tr("  +{hidden} more: B", hidden=sum(len(row) for row in rows[most:]))
    return [*lines[: most - 1], (*cut_line(lines[most - 1], across - len(more)), (more, DIM))]


def framed_rows(tiles: Sequence[Tile], across: int, *, large: bool) -> list[Line] | None:
    """Draw tiles in frames; None where there is no room for one, or none would be large."""
    if large and not any(tile.big for tile in tiles):
        return None
    wide = min(LOOSE, 3 + _widest(tiles))
    down = 2 + max(len(tile.lines) for tile in tiles) + (2 if large else 0)
    if wide > across or (large and wide * len(tiles) > across + 1):
        return None
    canvas, boxes = _places(len(tiles), across, wide, down)
    for tile, box in zip(tiles, boxes, strict=True):
        frame(canvas, box, tile.style, ROUND)
        lines = tile.lines
        if large and tile.big:
            style = lines[0][0][1] if lines[0] else ""
            rows = bigtext.draw(tile.big, BIG)
            lines = (*(((text.center(box.across - 2), style),) for text in rows), *lines[1:])
        write(canvas, Box(box.x + 1, box.y + 1, box.across - 2, box.down - 2), lines)
    return canvas.lines()


def open_rows(tiles: Sequence[Tile], across: int) -> list[Line] | None:
    """Draw tiles without frames; those with three lines have an edge at their left."""
    if not tiles:
        return []
    down = max(len(tile.lines) for tile in tiles)
    edge = 1 if down > 2 else 0  # noqa: PLR2004 - dice need none
    wide = min(LOOSE, edge + 1 + _widest(tiles))
    if not edge:  # narrower dice are better than a second row
        wide = max(NARROWEST, min(wide, (across + 1) // len(tiles)))
    if wide > across + 1:
        return None
    canvas, boxes = _places(len(tiles), across, wide, down)
    for tile, box in zip(tiles, boxes, strict=True):
        for row in range(down if edge else 0):
            canvas.put(box.x, box.y + row, "▌", tile.style)
        inner = Box(box.x + edge, box.y, wide - edge - 1, down)
        lines = tile.lines if edge else [whole_parts(one, inner.across) for one in tile.lines]
        write(canvas, inner, lines)
    return canvas.lines()


def _widest(tiles: Sequence[Tile]) -> int:
    """Return the width of the widest line, names at the end counting for little."""
    first = [len(plain(line)) for tile in tiles for line in tile.lines[:2]]
    rest = [min(WIDEST, len(plain(line))) for tile in tiles for line in tile.lines[2:]]
    return max([6, *first, *rest])


def _places(count: int, across: int, wide: int, down: int) -> tuple[Canvas, list[Box]]:
    each = max(1, min(count, (across + 1) // wide))
    canvas = Canvas(across, down * -(-count // each))
    return canvas, [Box(at % each * wide, at // each * down, wide - 1 if wide > 1 else 1, down) for at in range(count)]


# -- in cells --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CellSize:
    """Inner width and height of a cell, whether it has a frame, and what lies between two."""

    across: int
    down: int
    framed: bool
    apart: tuple[int, int] = (0, 0)

    @property
    def step(self) -> Place:
        """Cells of the screen from one cell to the next."""
        edge = 0 if not self.framed else 2 if any(self.apart) else 1
        if not any(self.apart):
            return self.across + 1, self.down + edge
        return self.across + edge + self.apart[0], self.down + edge + self.apart[1]

    def room(self, across: int, down: int) -> Place:
        """Return how many columns and rows fit."""
        edge = 1 if self.framed and not any(self.apart) else 0
        between = self.apart[1] if any(self.apart) else 0
        right = self.apart[0] if any(self.apart) else 0 if self.framed else 1
        return (across - edge + right) // self.step[0], (down - edge + between) // self.step[1]

    def size(self, columns: int, rows: int) -> Place:
        """Return the cells of the screen that so many columns and rows take."""
        edge = 1 if self.framed and not any(self.apart) else 0
        right = self.apart[0] if any(self.apart) else 0 if self.framed else 1
        return (max(0, columns * self.step[0] + edge - right), max(0, rows * self.step[1] + edge - self.apart[1]))


def sizes_of(grid: Grid) -> tuple[CellSize, ...]:
    """Return the sizes at which a grid may be drawn, the largest first."""
    apart = (2, 1) if grid.links or all(tile.at is None for tile in grid.tiles) else (0, 0)

    def wide(first: int, last: int, most: int) -> int:
        lines = (line for tile in grid.tiles for line in tile.lines[first:last])
        return min(most, max([3, *(len(plain(line)) for line in lines)]))

    two = max(6, wide(0, 2, 11))
    return (
        CellSize(max(12, wide(0, 3, WIDEST)), 3, framed=True, apart=apart),
        CellSize(12, 3, framed=True, apart=apart),
        CellSize(two, 2, framed=True, apart=apart),
        CellSize(two, 2, framed=False, apart=apart),
        CellSize(7 if any(apart) else 5, 1, framed=False, apart=apart),
    )


def cells_rows(grid: Grid, size: CellSize, across: int) -> list[Line] | None:
    """Draw tiles in their cells; None where they are too wide."""
    placed = [(tile, tile.at) for tile in grid.tiles if tile.at is not None]
    if not placed:
        return []
    left, top = min(at[0] for _, at in placed), max(at[1] for _, at in placed)
    columns = max(at[0] for _, at in placed) - left + 1
    rows = top - min(at[1] for _, at in placed) + 1
    wide, down = size.size(columns, rows)
    if wide > across:
        return None
    canvas = Canvas(across, down)
    spots = {at: ((at[0] - left) * size.step[0], (top - at[1]) * size.step[1]) for _, at in placed}
    if size.framed:
        frames = JoinedFrames()
        for spot in spots.values():
            frames.draw(canvas, Box(*spot, size.across + 2, size.down + 2))
        frames.join(canvas)
    for tile, at in placed:
        draw_tile(canvas, spots[at], size, tile.lines)
    for mark in grid.marks if size.framed else ():
        spot = spots[mark.at[0] + 1, mark.at[1]]
        canvas.put(spot[0] - 1, spot[1], mark.text, LEAD)
    return canvas.lines()


def draw_tile(canvas: Canvas, spot: Place, size: CellSize, lines: Sequence[Line]) -> None:
    """Write what stands on a card into its cell."""
    inset = 1 if size.framed else 0
    write(canvas, Box(spot[0] + inset, spot[1] + inset, size.across, size.down), lines)


# -- joined ----------------------------------------------------------------------------------------


def draw_joined(canvas: Canvas, box: Box, grid: Grid) -> None:
    """Draw joined cards as large as it goes; where they do not fit, say each in a few characters."""
    found = None if not grid.links and len(grid.tiles) > 1 else _fitting(grid, box)
    if found is None:
        chips = [tile.chips[-1] for tile in grid.tiles]
        write(canvas, box, flow(chips, box.across, box.down))
        return
    size, layout = found
    wide, down = size.size(*layout.size)
    x, y = box.x + max(0, (box.across - wide) // 2), box.y + max(0, (box.down - down) // 2)
    step = size.step
    spots = {word: (x + column * step[0], y + row * step[1]) for word, (column, row) in layout.places.items()}
    for tile in grid.tiles:
        _draw_joined_tile(canvas, spots[tile.word], tile, size, _marks(layout, tile.word))
    for link in layout.beside:
        _draw_link(canvas, (spots[link.one], spots[link.other]), size, link)
    if layout.apart and y + down < box.y + box.down:
        said = tr("cards with the same ~ letter are joined")
        run(canvas, box, [(said, DIM)], box.down - 1)


def _fitting(grid: Grid, box: Box) -> tuple[CellSize, Layout] | None:
    """Choose the largest cards with which every connection is drawn, or else nearly every one."""
    found: list[tuple[CellSize, Layout]] = []
    for size in sizes_of(grid):
        columns, rows = size.room(box.across, box.down)
        layout = laid_out(grid, columns, rows) if columns > 0 and rows > 0 else None
        if layout is not None:
            found.append((size, layout))
    drawn = [one for one in found if not one[1].apart and one[0].down > 1]
    nearly = [one for one in found if len(one[1].apart) <= SOME_APART]
    return next(iter(drawn or nearly), min(found, key=lambda one: len(one[1].apart), default=None))


def _marks(layout: Layout, word: str) -> str:
    """Name the connections of a card that cannot be drawn: the same letter at both ends."""
    pairs = zip(cycle(ascii_lowercase), layout.apart, strict=False)
    return "".join(letter for letter, link in pairs if word in {link.one, link.other})


def _draw_joined_tile(canvas: Canvas, spot: Place, tile: Tile, size: CellSize, marks: str) -> None:
    if size.framed:
        edge = BRIGHT if tile.chosen else DIM
        frame(canvas, Box(*spot, size.across + 2, size.down + 2), edge, ROUND)
    lines = tile.lines if size.down > 1 else (tile.chips[-1],)
    first = lines[0]
    if marks:
        first = (first[0], (f"~{marks}", LEAD), *first[1:])
    if size.down > 1 and len(plain(first)) > size.across:
        first = first[: 2 if marks else 1]
    draw_tile(canvas, spot, size, (first, *lines[1:]))


def _draw_link(canvas: Canvas, spots: tuple[Place, Place], size: CellSize, link: Link) -> None:
    """Draw a connection between two cards side by side: double when wide, single when narrow."""
    (one, other), (across, down) = spots, size.step
    x, y = min(one[0], other[0]), min(one[1], other[1])
    if one[1] == other[1]:
        canvas.put(x + across - 2, y + (down - 1) // 2, "══" if link.wide else "──", LEAD)
    else:
        canvas.put(x + (across - 2) // 2, y + down - 1, "║" if link.wide else "│", LEAD)


# -- finding a place for joined cards -------------------------------------------------------------

_SIDES: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(slots=True)
class Layout:
    """Column and row of each card by its word; connections drawn side by side, or to be marked."""

    places: dict[str, Place] = field(default_factory=dict)
    beside: list[Link] = field(default_factory=list)
    apart: list[Link] = field(default_factory=list)

    @property
    def size(self) -> Place:
        """Columns and rows."""
        xs, ys = zip(*self.places.values(), strict=True) if self.places else ((-1,), (-1,))
        return max(xs) + 1, max(ys) + 1


def laid_out(grid: Grid, columns: int, rows: int) -> Layout | None:
    """Place joined cards on a grid of at most so many columns and rows.

    Each goes beside the card that it was attached to, where it has the most room; where there is
    none, to the nearest free place. Cards stay where they lay when more come, as long as all fit.
    None when there are too many cards.
    """
    if len(grid.tiles) > columns * rows:
        return None
    places: dict[str, Place] = {}
    for tile in grid.tiles:
        home = next((places[one.one] for one in grid.links if one.other == tile.word), (0, 0))
        taken = list(places.values())
        places[tile.word] = _place_for(home, taken, (columns, rows), grows=tile.grows)
    left = min(x for x, _ in places.values()) if places else 0
    top = min(y for _, y in places.values()) if places else 0
    layout = Layout({word: (x - left, y - top) for word, (x, y) in places.items()})
    drawn: set[frozenset[str]] = set()
    for link in grid.links:
        (x, y), (a, b) = layout.places[link.one], layout.places[link.other]
        pair = frozenset((link.one, link.other))
        near = abs(x - a) + abs(y - b) == 1 and pair not in drawn
        (layout.beside if near else layout.apart).append(link)
        drawn.add(pair)
    return layout


def _place_for(home: Place, taken: list[Place], most: Place, *, grows: bool) -> Place:
    """The best free place: beside `home`, else the nearest one.

    A card that others can be attached to goes where there is room around it, one with a single port
    where there is least.
    """
    if not taken:
        return home
    xs, ys = [x for x, _ in taken], [y for _, y in taken]

    def fits(place: Place) -> bool:
        x, y = place
        across = max(*xs, x) - min(*xs, x) + 1
        down = max(*ys, y) - min(*ys, y) + 1
        return place not in taken and across <= most[0] and down <= most[1]

    def grade(place: Place) -> tuple[int, int, int]:
        x, y = place
        open_sides = sum(1 for dx, dy in _SIDES if fits((x + dx, y + dy)))
        far = abs(x - home[0]) + abs(y - home[1])
        return far, -open_sides if grows else open_sides, abs(x) + abs(y)

    near = [place for place in ((home[0] + dx, home[1] + dy) for dx, dy in _SIDES) if fits(place)]
    if not near:
        reach = range(-max(most), max(most) + 1)
        near = [(x, y) for y in reach for x in reach if fits((x, y))]
    return min(near, key=grade)
