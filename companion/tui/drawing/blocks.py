"""Drawing one block of a table, a seat for instance, at several details: from all of it to one row."""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from companion.core.sheet import BOLD, DIM, Block, Card, Figure, Group, Line, Meter, plain
from companion.tui import bigtext
from companion.tui.canvas import Canvas
from companion.tui.drawing.panels import (
    DOUBLE,
    ROUND,
    Box,
    bare,
    cut,
    fold,
    frame,
    pick,
    run,
    title_bar,
    whole_parts,
    with_hue,
    write,
)
from companion.tui.drawing.tiles import cells_rows, flow, framed_rows, open_rows, sizes_of

# How much of a block is drawn, the most first.
LARGE: Final = 0  # tiles in frames with large letters, or the largest cells
FRAMED: Final = 1  # tiles in frames
OPEN: Final = 2  # tiles without frames, each in several rows
NAMED: Final = 3  # tiles in one row each, in many words
CHIPS: Final = 4  # tiles in one row each, in few words
SHORT: Final = 5  # the title and one row
ROW: Final = 6  # all in one row
DETAILS: Final = (LARGE, FRAMED, OPEN, NAMED, CHIPS, SHORT, ROW)

CARD_WIDTH: Final = (10, 22, 60)
"""Cells across that a card needs for its frame: alone, below a title; and that it has at most."""
SLIM: Final = 24  # Cells across below which what stands on a card has less air beside it
CARD_LEAST: Final = 7  # Rows that it needs where a title stands above it
CARD_ROWS: Final = 20  # Rows that a card has at most where it is not alone
AMPLE: Final = 14
"""Spare rows from which several numbers are drawn larger than the smallest letters."""
PACKED: Final = bigtext.SCALES[-1]
_STROKE: Final = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}"
_FIGURES: Final = (bigtext.Scale(4, 1), bigtext.Scale(2, 1), PACKED)


@lru_cache(maxsize=4096)
def needs(block: Block, across: int, detail: int) -> int | None:
    """Return the rows that a block needs at least; None where it is too wide at that detail."""
    rows = block_rows(block, across, detail)
    return None if rows is None else len(rows)


def block_rows(block: Block, across: int, detail: int, room: int | None = None) -> list[Line] | None:
    """Draw a block at a detail of `DETAILS` into rows; None where the width does not do for that.

    There are so many rows of room; None for as few as the detail needs.
    """
    if detail == ROW:
        return [line_of(block, across, len(block.title[-1]) + 1)]
    title = with_hue(title_bar(block.title, block.right, block.style, across), block.hue)
    if detail == SHORT:
        rows = [_first_row(block, across - 2)]
        if block.groups and room is not None:
            rows = flow(_chips(block.groups, -1), across - 2, max(1, room - 1))
        return [title, *((("  ", ""), *row) for row in rows)]
    if block.card is not None and is_card(block) and _is_framed(across, detail, alone=True):
        name = with_hue(((f" {pick(block.title, across - 3)} ", block.style),), block.hue)
        return card_rows(block.card, min(across, CARD_WIDTH[2]), detail, room, name)
    inner = _inner(block, across - 1, detail)
    if inner is None:
        return None
    inline = 1 if any(one.label for one in block.figures) else 0
    wide = min(across, CARD_WIDTH[2])
    least = 1 + len(inner) + inline
    least += 0 if block.card is None else len(card_rows(block.card, wide, detail, None))
    shows_foot = detail < OPEN or (room is not None and room > least)
    foot = [block.foot] if block.foot and shows_foot else []
    least += len(foot)
    lines = _lines(block, plain(title), across, detail, None if room is None else room - least)
    spare = 0 if room is None else room - least - len(lines) + inline
    figures = figure_rows(block.figures, across, spare)
    above = [title, *figures, *lines, *inner]
    card: list[Line] = []
    if block.card is not None:
        down = None if room is None else room - len(above) - len(foot)
        card = card_rows(block.card, wide, detail, down)
    return [*above, *card, *foot]


def _lines(block: Block, title: str, across: int, detail: int, spare: int | None) -> list[Line]:
    """Return the first of a block's lines, and of the rest what there is room for; ` · hand 3` is said once."""
    left = (tuple(one for one in line if not one[0].startswith(" · ") or one[0] not in title) for line in block.lines)
    first, *rest = [fold(bare(line), across, 2) if plain(line) else [] for line in left] or [[]]
    if detail == CHIPS:
        return first[: max(0, spare or 0)]
    air = 6 if block.card is not None else 0
    return first if spare is None else sum(rest, first)[: max(len(first), spare - air)]


def is_card(block: Block) -> bool:
    """Tell whether a block is nothing but a card: then its title stands in the frame."""
    return block.card is not None and not (block.right or block.figures or block.lines)


def line_of(block: Block, across: int, wide: int) -> Line:
    """Say a block in one row, its name in so many cells."""
    wide = min(wide, max(1, across // 2))
    rest = block.short or _first_row(block, across - wide)
    while rest and len(plain(rest)) >= across - wide and rest[-1][0].startswith(" · "):
        rest = rest[:-1]
    name = ((cut(block.title[-1], wide).ljust(wide), block.style), (" ", ""), *rest)
    return with_hue(name, block.hue)


def _first_row(block: Block, across: int) -> Line:
    """Return what matters most of a block, in one row."""
    if any(one.label for one in block.figures):
        return _figure_line(block.figures, across)
    if block.card is not None and block.card.short:
        foot: Line = (("  ", ""), *block.card.foot[0]) if block.card.foot else ()
        return (*whole_parts(block.card.short, across - len(plain(foot))), *foot)
    chips = flow(_chips(block.groups, -1), across, 1)
    if block.groups and chips:
        return chips[0]
    return block.lines[0] if block.lines else ()


def _inner(block: Block, across: int, detail: int) -> list[Line] | None:
    """Draw the tiles and the grid of a block; None where they are too wide."""
    rows: list[Line] = []
    if detail >= NAMED:
        chips = _chips(block.groups, 0 if detail == NAMED else -1)
        rows = [((" ", ""), *row) for row in flow(chips, across)] if chips else []
    else:
        for group in block.groups:
            if all(len(tile.lines) == 1 for tile in group.tiles):
                rows += flow(_chips([group], -1), across)
                continue
            drawn = (
                open_rows(group.tiles, across)
                if detail == OPEN
                else framed_rows(group.tiles, across, large=detail == LARGE)
            )
            if drawn is None:
                return None
            rows += [group.label, *drawn] if group.label else drawn
    if block.grid is not None:
        cells = cells_rows(block.grid, sizes_of(block.grid)[detail], across + 1)
        if cells is None:
            return None
        rows += cells
    return rows


def _chips(groups: Sequence[Group], wording: int) -> list[Line]:
    chips: list[Line] = []
    for group in groups:
        said = [tile.chips[wording] for tile in group.tiles]
        if said and group.label:
            said[0] = (*group.label, *said[0])
        chips += said
    return chips


# -- numbers ---------------------------------------------------------------------------------------


def figure_rows(figures: Sequence[Figure], across: int, spare: int) -> list[Line]:
    """Draw numbers as large as so many spare rows allow, or else those with labels in one row."""
    if not figures:
        return []
    top = 1 if any(one.label for one in figures) else 0
    for scale in _FIGURES if len(figures) == 1 or spare >= AMPLE else _FIGURES[-1:]:
        wide = sum(_figure_width(one, scale) + 3 for one in figures) - 3
        if top + scale.rows <= spare and wide <= across:
            return _large_figures(figures, scale, Canvas(wide, top + scale.rows), top)
    return [_figure_line(figures, across)] if top else []


def _figure_width(one: Figure, scale: bigtext.Scale) -> int:
    return max(5, len(one.text) if one.word else bigtext.width(one.text, scale))


def _large_figures(figures: Sequence[Figure], scale: bigtext.Scale, canvas: Canvas, top: int) -> list[Line]:
    x = 0
    for one in figures:
        canvas.put(x, 0, one.label, DIM)
        if one.word:
            canvas.put(x, top + 1, one.text, one.style)
        else:
            canvas.stamp(x, top, bigtext.draw(one.text, scale), one.style)
        x += _figure_width(one, scale) + 3
    return canvas.lines()


def _figure_line(figures: Sequence[Figure], across: int) -> Line:
    """Say numbers in one row: `ATK 12  DEF 7  robot`."""
    gap = "  " if across >= 32 else " "  # noqa: PLR2004 - air, where there is room for it
    parts: Line = ()
    for one in figures:
        label = "" if one.word else f"{one.label} "
        parts += ((label, DIM), (one.text, one.style), (gap, ""))
    if len(plain(parts)) - len(gap) <= across:
        return parts
    # Numbers tell more than their labels: `12/7/0 robot`.
    numbers = "/".join(one.text for one in figures if not one.word)
    words = [(f"  {one.text}", one.style) for one in figures if one.word]
    return ((numbers, figures[0].style), *words)


# -- a card ----------------------------------------------------------------------------------------


def _is_framed(across: int, detail: int, *, alone: bool) -> bool:
    return detail <= (NAMED if alone else OPEN) and across >= CARD_WIDTH[0 if alone else 1]


def card_rows(card: Card, across: int, detail: int, down: int | None, name: Line = ()) -> list[Line]:
    """Draw a card with its number as large as it goes; without a frame where there is little room.

    Where there is a name, it stands in the frame in place of the card's own title.
    """
    alone = bool(name)
    if not _is_framed(across, detail, alone=alone):
        rows = (whole_parts(card.short, across - 2), *card.foot)
        return [(("  ", ""), *one) for one in rows if one][:2]
    pad = 1 if across < SLIM else 2
    wide = across - 2 * pad
    top = [card.head] if card.head else []
    if card.title and (name or len(card.title) > wide - 2):
        air = 0 if down is None else down - CARD_LEAST
        named = textwrap.wrap(card.title, wide) if air > 0 and not top else [card.title]
        named = named if len(named) <= 2 else [card.title]  # noqa: PLR2004 - rows of a name
        top = [*(((cut(one, wide).center(wide), card.style),) for one in named), *top]
    elif card.title:
        name = ((f" {card.title} ", card.style),)
    lines = [row for line in card.lines for row in fold(line, wide, 2)]
    foot = [row for line in card.foot for row in fold(line, wide, 2 if detail == LARGE else 1)]
    number = (5, 3, 3, 1)[detail] if card.big or card.hatched else 0
    least = 2 + len(top) + (len(foot) + 1 if foot else 0) + number
    least += len(lines) if detail <= FRAMED else 0
    least = max(least, 3 if alone else CARD_LEAST)
    height = least if down is None else max(least, min(down, CARD_ROWS))
    canvas = Canvas(across, height)
    frame(canvas, Box(0, 0, across, height), card.style, DOUBLE if card.chosen else ROUND)
    if card.hatched:
        for row in range(height - 2):
            canvas.put(1, 1 + row, (f"{_STROKE}   " * across)[row % 4 : row % 4 + across - 2], DIM)
    inset = 1 if len(plain(name)) > across - 4 else 2
    run(canvas, Box(inset, 0, across - 2 * inset, 1), name)
    inner = Box(pad, 1, wide, height - 2)
    bare = not (card.big or card.hatched or lines or foot)
    write(canvas, replace(inner, y=inner.y + (inner.down - len(top)) // 2 if bare else 1), top)
    _draw_foot(canvas, inner, card, foot)
    room = inner.down - len(top) - (len(foot) + 1 if foot else 0)
    shown = lines if room - len(lines) >= (PACKED.rows if card.big else 0) else []
    middle = Box(inner.x, inner.y + len(top), inner.across, room - len(shown))
    _draw_number(canvas, middle, card)
    write(canvas, replace(middle, y=middle.y + middle.down, down=len(shown)), shown)
    return canvas.lines()


def _draw_foot(canvas: Canvas, inner: Box, card: Card, foot: Sequence[Line]) -> None:
    if not foot:
        return
    row = inner.down - len(foot)
    left, line, right = "╠═╣" if card.chosen else "├─┤"
    canvas.put(0, inner.y + row - 1, f"{left}{line * (canvas.width - 2)}{right}", card.style)
    write(canvas, replace(inner, y=inner.y + row, down=len(foot)), foot)


def _draw_number(canvas: Canvas, box: Box, card: Card) -> None:
    """Draw the number of a card in the middle of a box, as large as it goes."""
    if not card.big:
        return
    air = bigtext.fitting(card.big, box.across, box.down - 1)
    scale = air or bigtext.fitting(card.big, box.across, box.down)
    if scale is None and card.head:
        return  # it stands above already
    rows = (cut(card.big, box.across),) if scale is None else bigtext.draw(card.big, scale)
    left = box.x + (box.across - len(rows[0])) // 2
    top = box.y + max(0, (box.down - len(rows)) // 2)
    if card.hatched:
        for row in range(max(box.y, top - 1), min(box.y + box.down, top + len(rows) + 1)):
            canvas.put(1, row, " " * (canvas.width - 2))
    canvas.stamp(left, top, rows, card.big_style)


# -- blocks of less weight -------------------------------------------------------------------------


def shelf_rows(blocks: Sequence[Block], across: int, *, tall: bool) -> list[Line]:
    """Draw blocks side by side in one row, or in two where there is room for that."""
    wide = across // len(blocks)
    canvas = Canvas(across, 2 if tall else 1)
    for at, block in enumerate(blocks):
        room = across - at * wide if at == len(blocks) - 1 else wide - 1
        note = plain(block.short)
        if tall:
            canvas.put(at * wide, 0, pick(block.title, room).ljust(room), block.style)
            canvas.put(at * wide, 1, cut(note, room).ljust(room), block.style)
        else:
            text = f"{block.title[-1]}{note.replace(' ', '')}"
            canvas.put(at * wide, 0, text[:room].ljust(room), block.style)
    return canvas.lines()


def meter_line(meter: Meter, wide: int, across: int) -> Line:
    """Draw a row with a bar, its name in so many cells."""
    room = max(0, across - wide - len(meter.number) - len(plain(meter.tail)) - 3)
    full = round(room * meter.filled / max(1, meter.whole))
    bar = (("█" * full, meter.bar), ("·" * (room - full), DIM))
    name = (meter.name.ljust(wide), meter.style)
    return (name, (" ", ""), *bar, (f" {meter.number} ", BOLD), *meter.tail)


def draw_block(canvas: Canvas, box: Box, block: Block, detail: int, wide: int = 0) -> None:
    """Draw a block into a box; `wide` are the cells of a name where all stands in one row."""
    if detail == ROW:
        run(canvas, box, line_of(block, box.across, wide))
        return
    write(canvas, box, block_rows(block, box.across, detail, box.down) or [])
