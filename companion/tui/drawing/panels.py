"""Parts that tables are put together from: runs of coloured words, title bars, frames, a grid of boxes."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import Final

from companion.core.sheet import DIM, Line, Part, Words
from companion.tui.canvas import Canvas

SQUARE: Final = "┌┐└┘─│"
ROUND: Final = "╭╮╰╯─│"
DOUBLE: Final = "╔╗╚╝═║"  # Signs of a frame: its four corners, then level and upright lines

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_CORNERS: Final = dict(zip((3, 6, 12, 9, 7, 14, 13, 11, 15), "└┌┐┘├┬┤┴┼", strict=True))
"""The sign for each way in which lines leave a corner."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells: upper left corner and size."""

    x: int
    y: int
    across: int
    down: int


def cut(text: str, across: int) -> str:
    """Shorten a text to so many characters, with a mark where something is missing."""
    return text if len(text) <= across else text[: max(0, across - 1)] + "…"[: max(0, across)]


def whole_parts(line: Line, across: int) -> Line:
    """Return a line without the last parts that have no room, but never without its first."""
    while len(line) > 1 and sum(len(text) for text, _ in line) > across:
        line = line[:-1]
    return line


def pick(words: Words, across: int) -> str:
    """Return the first wording that fits; the last one cut where none does."""
    return next((one for one in words if len(one) <= across), cut(words[-1], across))


def run(canvas: Canvas, box: Box, parts: Iterable[Part], row: int = 0) -> int:
    """Write parts one behind the other in a row of a box, cut at its edge; return where it ended.

    Parts are dropped from the first that has no room at all; the one at the edge is shortened.
    """
    at = 0
    for text, style in cut_line(parts, box.across) if 0 <= row < box.down else ():
        canvas.put(box.x + at, box.y + row, text, style)
        at += len(text)
    return at


def cut_line(parts: Iterable[Part], across: int) -> Line:
    """Return the parts that have room in so many cells; the one at the edge is shortened."""
    line: Line = ()
    for text, style in parts:
        if across <= 0:
            break
        line += ((cut(text, across), style),)
        across -= len(text)
    return line


def write(canvas: Canvas, box: Box, lines: Sequence[Line]) -> None:
    """Write lines one below the other into a box."""
    for row, line in enumerate(lines[: max(0, box.down)]):
        run(canvas, box, line, row)


def title_bar(title: Words, right: Words, style: str, across: int) -> Line:
    """Return a title over the whole width, with something at its right end where there is room."""
    for text in title:
        for end in right:
            if len(text) + len(end) < across:
                return ((text.ljust(across - len(end)) + end, style),)
    return ((pick(title, across).ljust(across), style),)


def with_hue(row: Line, hue: str) -> Line:
    """Return a row whose first sign, a seat's number, is filled with the seat's colour."""
    (text, style), *rest = row
    at = len(text) - len(text.lstrip())
    return ((text[:at], style), (text[at], hue), (text[at + 1 :], style), *rest) if hue and text.strip() else row


def frame(canvas: Canvas, box: Box, style: str = DIM, lines: str = SQUARE) -> None:
    """Draw a frame on the edge of a box; `lines` is `SQUARE`, `ROUND` or `DOUBLE`."""
    if box.across < 2 or box.down < 2:  # noqa: PLR2004 - a frame has two sides
        return
    level, upright = lines[4], lines[5]
    bottom = box.y + box.down - 1
    for row, first, last in ((box.y, lines[0], lines[1]), (bottom, lines[2], lines[3])):
        canvas.put(box.x, row, first + level * (box.across - 2) + last, style)
    for row in range(box.y + 1, bottom):
        canvas.put(box.x, row, upright, style)
        canvas.put(box.x + box.across - 1, row, upright, style)


class JoinedFrames:
    """Draws frames that share their edges, and at last their corners: where lines meet they cross."""

    def __init__(self) -> None:
        self._arms: dict[tuple[int, int], int] = {}
        self._styles: dict[tuple[int, int], str] = {}

    def draw(self, canvas: Canvas, box: Box, style: str = DIM) -> None:
        """Draw the sides of a frame on the edge of a box of 2 x 2 cells or more."""
        right, bottom = box.x + box.across - 1, box.y + box.down - 1
        for row in (box.y, bottom):
            canvas.put(box.x + 1, row, "─" * (box.across - 2), style)
        for row in range(box.y + 1, bottom):
            canvas.put(box.x, row, "│", style)
            canvas.put(right, row, "│", style)
        arms = {
            (box.x, box.y): _EAST | _SOUTH,
            (right, box.y): _WEST | _SOUTH,
            (box.x, bottom): _NORTH | _EAST,
            (right, bottom): _NORTH | _WEST,
        }
        for corner, leaving in arms.items():
            self._arms[corner] = self._arms.get(corner, 0) | leaving
            if style != DIM or corner not in self._styles:
                self._styles[corner] = style

    def join(self, canvas: Canvas) -> None:
        """Draw the corners of all frames."""
        for (x, y), arms in self._arms.items():
            canvas.put(x, y, _CORNERS[arms], self._styles[x, y])


def fold(line: Line, across: int, rows: int) -> list[Line]:
    """Break a line into at most so many rows, between its parts or at blanks."""
    if across < 1 or rows < 1:
        return []
    text = "".join(part for part, _ in line)
    if len(text) <= across or rows == 1:
        return [line]
    ends = [end for end in accumulate(len(part) for part, _ in line) if end <= across]
    far = [end for end in ends if end >= across // 2 and text[end : end + 1] == " "]
    between = [end for end in far if text[end : end + 2] == "  "] or far
    wrapped = textwrap.wrap(text, across, drop_whitespace=False)
    first = between[-1] if between else len(wrapped[0].rstrip())
    rest = _after(line, first + (text[first:].startswith(" ")))
    return [_before(line, first), *fold((("  ", ""), *bare(rest)), across, rows - 1)]


def bare(line: Line) -> Line:
    """Return a line without the blanks and the dot that it begins with."""
    return ((line[0][0].lstrip(" ·"), line[0][1]), *line[1:]) if line else line


def _before(line: Line, end: int) -> Line:
    parts: Line = ()
    for text, style in line:
        if end > 0:
            parts += ((text[:end], style),)
        end -= len(text)
    return parts


def _after(line: Line, start: int) -> Line:
    parts: Line = ()
    for text, style in line:
        if len(text) > start:
            parts += ((text[max(0, start) :], style),)
        start -= len(text)
    return parts


def grid(box: Box, count: int, columns: int, gap: tuple[int, int] = (1, 1)) -> list[Box]:
    """Divide a box into `count` boxes, row by row, the first the narrowest; gaps across and down."""
    rows = ceil(count / columns)
    edges = [at * (box.across + gap[0]) // columns for at in range(columns + 1)]
    down = max(0, (box.down - gap[1] * (rows - 1)) // rows)
    return [
        Box(
            box.x + edges[at % columns],
            box.y + at // columns * (down + gap[1]),
            max(0, edges[at % columns + 1] - edges[at % columns] - gap[0]),
            down,
        )
        for at in range(count)
    ]
