"""Laying out a whole table in any rectangle of cells."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from typing import Final

from companion.core.seats import Seat
from companion.core.sheet import BOLD, DIM, SEAT_HUES, Block, Centre, Fight, Line, Sheet
from companion.core.texts import tr
from companion.tui import bigtext
from companion.tui.canvas import Canvas
from companion.tui.drawing.blocks import (
    CHIPS,
    DETAILS,
    NAMED,
    ROW,
    SHORT,
    draw_block,
    is_card,
    meter_line,
    needs,
    shelf_rows,
)
from companion.tui.drawing.lead import lead_line
from companion.tui.drawing.panels import Box, fold, grid, pick, run, write
from companion.tui.drawing.tiles import draw_joined, flow

LEAST: Final = 8  # Rows from which one can be spared for who leads
ROOMY: Final = 30  # Rows from which there is air between the parts
VAST: Final = 40  # Rows from which the cards of a fight are drawn, and not only named
BIG_VERDICT: Final = 26  # Rows from which it is said in large letters how something came out
NARROW: Final = {CHIPS: 30, SHORT: 30, ROW: 40}  # Cells that a block needs across at some details
NARROWEST: Final = 20
SHORT_BOX: Final = 16  # Rows up to which the chips of the middle have one row
TIGHT: Final = 0.8  # What a layout counts that leaves no row between blocks
USUAL: Final = 22
UNBROKEN: Final = 60
"""Cells across from which rows of a block are seldom broken."""
CARD_DOWN: Final = 8
PIECE: Final = 10  # Cells across that a block with a card needs


def draw_sheet(
    sheet: Sheet, across: int, down: int, focus: Seat | None = None, *, shelf: bool = False, key: str = "b"
) -> Canvas:
    """Draw a table into so many cells, with the seat or the shelf that people turned to by a key."""
    canvas = Canvas(across, down)
    shelf, sheet = shelf or sheet.rests, replace(sheet, blocks=numbered(sheet.blocks))
    top = _draw_head(canvas, sheet)
    foot = _foot(sheet, across, down, shelf=shelf)
    blocks = sheet.shelf if shelf and sheet.shelf else sheet.blocks
    if sheet.shelf and not shelf and len(foot) > 1:
        found = _arranged(blocks, Box(0, 0, across, max(0, down - top - len(foot))))
        if found is None or found[1] > NAMED:
            said = tr("{key} shows {page}", key=key, page=sheet.shelf_words[1])
            foot = [((pick((said,), across), DIM),)]
    elif len(foot) >= down - top and sheet.meters:
        foot = foot[: max(0, down - top)]
    write(canvas, Box(0, down - len(foot), across, len(foot)), foot)
    box = Box(0, top, across, max(0, down - top - len(foot)))
    if not shelf:
        box = _draw_verdict(canvas, box, sheet)
    if sheet.fight is not None:
        box = _draw_fight(canvas, box, sheet.fight, len(blocks))
    if sheet.centre is not None:
        _draw_centre(canvas, box, sheet.blocks, sheet.centre)
    else:
        chosen = focus if focus is not None else sheet.focus or 0
        _draw_blocks(canvas, sheet, *_without_bare(canvas, box, blocks, chosen))
    return canvas


# -- above the seats -------------------------------------------------------------------------------


def _draw_head(canvas: Canvas, sheet: Sheet) -> int:
    """Draw who leads, the large words, who does what and the notes; return the first row below."""
    across, down = canvas.width, canvas.height
    row = 0
    if sheet.lead is not None and down >= LEAST:
        run(canvas, Box(0, 0, across, 1), lead_line(sheet.lead, across))
        row = 1
    air = 1 if down >= ROOMY else 0
    if sheet.heading is not None:
        row = _draw_heading(canvas, row, sheet)
    if sheet.bar is not None:
        words, style = sheet.bar
        canvas.put(0, row, f" {pick(words, across - 1)}".ljust(across), style)
        row += 1 + air
    spare = down - row - 1 - len(sheet.notes) - 2 * len(sheet.blocks)
    if spare < 0:  # then everybody has one row
        spare = max(0, spare + len(sheet.blocks))
    notes = sheet.notes
    if down < LEAST + 1:
        notes = notes[:1]
    elif down - row < len(sheet.blocks) + len(notes) + 1:
        notes = (notes[0], notes[-1]) if len(notes) > 1 else notes
    lines = [one for line in notes for one in fold(line, across, max(1, min(3, 1 + spare)))]
    write(canvas, Box(0, row, across, down - row), lines)
    roomy = bool(lines) and down - row >= 3 * len(sheet.blocks) + 6
    return row + len(lines) + (1 if roomy else 0)


def _draw_heading(canvas: Canvas, top: int, sheet: Sheet) -> int:
    """Draw one or two words in the largest letters that hold both; return the row below.

    Where both are too much, the first alone is large, and the bar below says the other.
    """
    head = sheet.heading
    if head is None:
        return top
    across, down = canvas.width, max(1, canvas.height // 6)
    both = bigtext.fitting(f"{head.text}  {head.more}".rstrip(), across, down)
    scale = both or bigtext.fitting(head.text, across, down)
    if scale is None:
        canvas.put(0, top, pick((head.text.upper(),), across), BOLD)
        more = f"{head.mark} {head.more.upper()}".strip()
        canvas.put(max(len(head.text) + 2, across - len(more)), top, more, head.style)
        return top + 1
    first = BOLD if head.more else head.style
    canvas.stamp(0, top, bigtext.draw(head.text, scale), first)
    if head.more and both:
        x = across - bigtext.width(head.more, scale)
        canvas.stamp(x, top, bigtext.draw(head.more, scale), head.style)
    return top + scale.rows + (1 if canvas.height >= ROOMY else 0)


def _draw_fight(canvas: Canvas, box: Box, fight: Fight, seats: int) -> Box:
    """Draw both sides of a fight beside each other; return what is left of the box."""
    most = box.down - seats
    if most < 3:  # noqa: PLR2004 - who fights whom, and the totals
        return box
    run(canvas, box, fight.head)
    across = grid(box, len(fight.sides), len(fight.sides), (2, 0))[0].across
    large = box.down >= 24  # noqa: PLR2004 - a tall screen
    for detail in DETAILS if box.down >= VAST else DETAILS[CHIPS:]:
        found = [needs(side, across, detail) for side in fight.sides]
        rows = max(one or 0 for one in found)
        if None in found or rows + 1 > most:
            continue
        rows = min(most - 1, rows + (6 if large else 3))
        inner = Box(box.x, box.y + 1, box.across, rows)
        parts = grid(inner, len(fight.sides), len(fight.sides), (2, 0))
        for part, side in zip(parts, fight.sides, strict=True):
            draw_block(canvas, part, side, detail, len(side.title[-1]) + 1)
        taken = 1 + rows + (1 if large else 0)
        return Box(box.x, box.y + taken, box.across, box.down - taken)
    return Box(box.x, box.y + 1, box.across, box.down - 1)


def _draw_verdict(canvas: Canvas, box: Box, sheet: Sheet) -> Box:
    """Say at the bottom of a box how something came out; return what is left of it."""
    if not sheet.verdict or box.down < 2:  # noqa: PLR2004 - a row for the seats
        return box
    style, bright = sheet.verdict_style
    bottom = box.y + box.down - 1
    canvas.put(box.x, bottom, f" {pick(sheet.verdict[:1], box.across - 1)}".ljust(box.across), style)
    taken = 1
    scale = bigtext.fitting(sheet.verdict[-1], box.across, 4) if box.down >= BIG_VERDICT else None
    if scale is not None:
        large = bigtext.draw(sheet.verdict[-1], scale)
        canvas.stamp(box.x + 1, bottom - 1 - scale.rows, large, bright)
        taken = scale.rows + 3
    return replace(box, down=box.down - taken)


# -- below the seats -------------------------------------------------------------------------------


def _foot(sheet: Sheet, across: int, down: int, *, shelf: bool) -> list[Line]:
    """Return the last rows: bars, what is of less weight, piles."""
    wide = max((len(one.name) for one in sheet.meters), default=0)
    lines = [meter_line(one, wide, across) for one in sheet.meters]
    if sheet.shelf and not shelf:
        tall = down >= ROOMY
        lines += ([()] if tall else []) + shelf_rows(sheet.shelf, across, tall=tall)
    style = sheet.rows_style
    return [*lines, *(((pick(words, across), style),) for words in sheet.rows)]


def numbered(seats: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks of the seats with their numbers before their names."""
    return tuple(
        replace(block, title=tuple(f"{seat} {words.lstrip()}" for words in block.title), hue=f"$on-{hue}")
        for seat, (block, hue) in enumerate(zip(seats, cycle(SEAT_HUES), strict=False), start=1)
    )


# -- the seats -------------------------------------------------------------------------------------


def _without_bare(canvas: Canvas, box: Box, blocks: Sequence[Block], chosen: int) -> tuple[Box, Sequence[Block], int]:
    """Draw those who have nothing but a title in one row at the bottom; return what is left."""
    bare = [
        one for one in blocks
        if one == Block(one.title, style=one.style, short=one.short, hue=one.hue)
    ]  # fmt: skip
    if not bare or len(bare) == len(blocks) or box.down <= len(blocks):
        return box, blocks, chosen
    line: Line = ()
    for one in bare:
        line += ((pick(one.title, box.across), one.style), ("   ", ""))
    run(canvas, box, line, box.down - 1)
    left = [one for one in blocks if one not in bare]
    focus = blocks[chosen % len(blocks)]
    return replace(box, down=box.down - 1), left, left.index(focus) if focus in left else 0


def _width(blocks: Sequence[Block], detail: int) -> int:
    if all(map(is_card, blocks)) and detail < CHIPS:
        return PIECE
    if any(block.grid is not None for block in blocks):
        return USUAL
    return NARROW.get(detail, USUAL)


def _arranged(
    blocks: Sequence[Block], box: Box, details: Sequence[int] = DETAILS[:ROW]
) -> tuple[list[Box], int] | None:
    """Choose how much of everybody is drawn, and in how many columns; None where not all fit."""
    cards = all(map(is_card, blocks))
    for detail in details:
        best: tuple[float, list[Box]] | None = None
        for gap in (0,) if cards or detail == SHORT else (1, 0):
            for columns in range(1, len(blocks) + 1):
                boxes = grid(box, len(blocks), columns, (1 if cards else 2, gap))
                across, down = boxes[0].across, boxes[0].down
                if across < _width(blocks, detail):
                    break
                rows = [needs(block, across, detail) for block in blocks]
                most = max((one for one in rows if one is not None), default=0)
                if None in rows or most > down:
                    continue
                roomy = min(across / USUAL, down / (CARD_DOWN if cards else most))
                if not any(block.card for block in blocks):
                    # A row that is broken reads worse; one that is not has larger numbers beside it.
                    roomy = columns if across >= UNBROKEN else 1 / columns
                roomy *= 1 if gap else TIGHT
                if best is None or roomy > best[0]:
                    best = (roomy, boxes)
        if best is not None:
            return best[1], detail
    return None


def _arranged_narrow(blocks: Sequence[Block], box: Box) -> tuple[list[Box], int] | None:
    """Say everybody in a row each, in as many columns as it takes."""
    for columns in range(1, 1 + box.across // NARROWEST):
        rows = -(-len(blocks) // columns)
        if 0 < rows <= box.down:
            return grid(replace(box, down=rows), len(blocks), columns, (1, 0)), ROW
    return None


def _draw_blocks(canvas: Canvas, sheet: Sheet, box: Box, blocks: Sequence[Block], focus: int) -> None:
    """Draw everybody as large as it goes; where that is too much, a list and whoever matters most."""
    wide = max((len(block.title[-1]) for block in blocks), default=0) + 1
    found = _arranged(blocks, box) or _arranged_narrow(blocks, box)
    placed = any(block.grid is not None for block in blocks)
    if found is None or found[1] == ROW or (placed and found[1] == SHORT):
        _list_and_one(canvas, box, blocks, focus, wide, found)
        return
    boxes, detail = found
    if sheet.extra or sheet.extra_short:
        taken = max(one.y + (needs(block, one.across, detail) or 0) for one, block in zip(boxes, blocks, strict=True))
        shown = _extra(sheet, box.y + box.down - taken)
        write(canvas, box, shown)
        rest = Box(box.x, box.y + len(shown), box.across, box.down - len(shown))
        boxes = (_arranged(blocks, rest, (detail,)) or (boxes, detail))[0]
    for one, block in zip(boxes, blocks, strict=True):
        draw_block(canvas, one, block, detail, wide)


def _extra(sheet: Sheet, room: int) -> list[Line]:
    """Return lines that stand there where there is room for all of them, or else one row of them."""
    if len(sheet.extra) < room and sheet.extra:
        return [*sheet.extra, ()]
    return [sheet.extra_short] if room > 0 and sheet.extra_short else []


def _list_and_one(
    canvas: Canvas, box: Box, blocks: Sequence[Block], focus: int, wide: int, found: tuple[list[Box], int] | None
) -> None:
    """List all blocks, and draw one below; with too few rows the list begins with that one."""
    count = len(blocks)
    left = box.down - count - 1
    one = blocks[focus % count] if blocks else None
    fits = one is not None and left >= (needs(one, box.across, CHIPS) or 99)
    if not fits and found is not None:
        for place, block in zip(found[0], blocks, strict=True):
            draw_block(canvas, place, block, found[1], wide)
        return
    first = 0 if box.down >= count else focus
    for row in range(min(box.down, count)):
        line = replace(box, y=box.y + row, down=1)
        draw_block(canvas, line, blocks[(first + row) % count], ROW, wide)
    if one is not None and fits:
        place = Box(box.x, box.y + count + 1, box.across, left)
        detail = (_arranged((one,), place) or ([], CHIPS))[1]
        draw_block(canvas, place, one, detail)


def _draw_centre(canvas: Canvas, box: Box, blocks: Sequence[Block], centre: Centre) -> None:
    """Draw everybody in as few rows as do, and below them what lies in the middle."""
    most = 2 if box.down > SHORT_BOX else 1
    chips = flow(centre.chips, box.across, most) if centre.chips else []
    top = _draw_rows(canvas, box, blocks, max(1, (box.down - len(chips)) // 2))
    room = box.down
    if chips and room - top > len(chips):
        room -= len(chips)
        write(canvas, replace(box, y=box.y + room, down=len(chips)), chips)
    air = 1 if room - top > 6 else 0  # noqa: PLR2004 - where a blank row costs no card
    inner = Box(box.x, box.y + top + air, box.across, room - top - 2 * air)
    if centre.grid.tiles:
        draw_joined(canvas, inner, centre.grid)
    elif inner.down > 0:
        run(canvas, inner, ((centre.empty, DIM),), inner.down // 2)


def _draw_rows(canvas: Canvas, box: Box, blocks: Sequence[Block], most: int) -> int:
    """Draw blocks in as few rows as do, at most so many; return how many these are."""
    count = len(blocks)
    columns = max(1, min(count, box.across // 34))
    lines = -(-count // columns)
    columns = -(-count // lines)
    across = grid(box, count, columns, (2, 0))[0].across
    detail = next(
        one
        for one in (CHIPS, SHORT, ROW)
        if one == ROW or max(needs(b, across, one) or 0 for b in blocks) * lines <= most
    )
    down = max(needs(block, across, detail) or 1 for block in blocks)
    boxes = grid(replace(box, down=down * lines), count, columns, (2, 0))
    wide = max(len(block.title[-1]) for block in blocks) + 1
    for one, block in zip(boxes, blocks, strict=True):
        draw_block(canvas, one, block, detail, wide)
    return down * lines
