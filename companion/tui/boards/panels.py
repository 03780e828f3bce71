"""Parts that boards are put together from: title bars, runs of coloured words, frames, a grid."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.tui.canvas import Canvas

DIM: Final = "dim"
TURN: Final = "$turn"
DANGER: Final = "$danger"
HURT: Final = "$in-danger"
LEAD: Final = "$lead"
WINNER: Final = "$winner"
BRIGHT: Final = "$bright"
OTHERS: Final = ("$orange", "$red", "$teal", "$cyan", "$mist")
"""Colours for names that no rulebook has; a name keeps its colour."""

SQUARE: Final = "┌┐└┘─│"
ROUND: Final = "╭╮╰╯─│"
DOUBLE: Final = "╔╗╚╝═║"
"""Signs of a frame: its four corners, then level and upright lines."""

Part = tuple[str, str]
"""A piece of text and its style."""


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


def colour(name: str, known: Mapping[str, str]) -> str:
    """Return a name's colour; empty for no name."""
    if not name:
        return ""
    return known.get(name.casefold()) or OTHERS[sum(map(ord, name)) % len(OTHERS)]


def run(canvas: Canvas, box: Box, parts: Iterable[Part], row: int = 0) -> int:
    """Write parts one behind the other in a row of a box, cut at its edge; return where it ended.

    Parts are dropped from the first that has no room at all; the one at the edge is shortened.
    """
    at = 0
    if not 0 <= row < box.down:
        return at
    for text, style in parts:
        room = box.across - at
        if room <= 0:
            break
        shown = cut(text, room)
        canvas.put(box.x + at, box.y + row, shown, style)
        at += len(shown)
    return at


def bar(canvas: Canvas, box: Box, text: str, style: str, right: str = "") -> None:
    """Draw a title over the whole width, with something at its right end where there is room."""
    if box.down < 1:
        return
    canvas.put(box.x, box.y, cut(text, box.across).ljust(box.across), style)
    if right and len(text) + len(right) + 1 <= box.across:
        canvas.put(box.x + box.across - len(right), box.y, right, style)


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


def fold(text: str, across: int, rows: int) -> list[str]:
    """Break a text into at most so many rows; the last is marked where something is missing."""
    if across < 1 or rows < 1:
        return []
    lines = textwrap.wrap(text, across) or [""]
    if len(lines) > rows:
        lines = [*lines[: rows - 1], cut(" ".join(lines[rows - 1 :]), across)]
    return lines


def grid(box: Box, count: int, columns: int, gap: tuple[int, int] = (1, 1)) -> list[Box]:
    """Divide a box into `count` boxes of the same size, row by row; gaps across and down."""
    if count < 1 or columns < 1:
        return []
    rows = ceil(count / columns)
    across = max(0, (box.across - gap[0] * (columns - 1)) // columns)
    down = max(0, (box.down - gap[1] * (rows - 1)) // rows)
    return [
        Box(
            box.x + (number % columns) * (across + gap[0]),
            box.y + (number // columns) * (down + gap[1]),
            across,
            down,
        )
        for number in range(count)
    ]


def fitted(
    box: Box, count: int, least: tuple[int, int], gap: tuple[int, int] = (1, 1)
) -> list[Box]:
    """Divide a box so that every part is as roomy as can be; empty when a part gets too small.

    Args:
        box: what to divide.
        count: how many parts.
        least: the least width and height of a part; also what they are measured by.
        gap: cells between parts, across and down.
    """
    best: tuple[float, list[Box]] = (0.0, [])
    for columns in range(1, count + 1):
        boxes = grid(box, count, columns, gap)
        roomy = min(boxes[0].across / least[0], boxes[0].down / least[1])
        if roomy >= 1 and roomy > best[0]:
            best = (roomy, boxes)
    return best[1]


def tally(counts: Sequence[tuple[str, int]]) -> str:
    """Say a count a name, leaving out what there is none of: `2 Robot, 1 Human`."""
    return ", ".join(f"{number} {name}" for name, number in counts if number)
