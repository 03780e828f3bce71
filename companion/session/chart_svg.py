"""A score chart: one line a seat, for the report and for sharing. Text in, shapes or SVG out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.texts import tr
from companion.session.course import Course, Line
from companion.session.shapes import ON_PAGE, Drawing, Path, Rule, Shape, Word, cut, svg

# Okabe and Ito's colours, which people with any colour vision tell apart, but for their black,
# which a dark page swallows; dashes tell the lines apart without colour.
COLOURS: Final = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#999900",
)  # fmt: skip
_DASHES: Final = ((), (8, 3), (2, 3), (10, 3, 2, 3), (5, 5), (1, 4), (12, 2), (6, 2, 2, 2))

_MOST_MARKS: Final = 6
_SIZE: Final = 13


@dataclass(frozen=True, slots=True)
class Frame:
    """Where on the picture the chart lies, in pixels.

    Attributes:
        width: of the whole chart.
        height: of the whole chart.
        left: room for the numbers of the scores.
        right: room for the names at the ends of the lines.
        top: room above.
        bottom: room for the numbers of the moves.
        x: its left side.
        y: its upper side.
    """

    width: int = 860
    height: int = 320
    left: int = 46
    right: int = 150
    top: int = 14
    bottom: int = 34
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns a move's number and a score into a place on the picture."""

    frame: Frame
    last: int
    low: int
    high: int

    def x(self, number: float) -> float:
        """Place of a move, from the left."""
        frame = self.frame
        wide = frame.width - frame.left - frame.right
        return frame.x + frame.left + wide * number / max(1, self.last)

    def y(self, total: float) -> float:
        """Place of a score, from the top."""
        frame = self.frame
        tall = frame.height - frame.top - frame.bottom
        return frame.y + frame.top + tall * (self.high - total) / max(1, self.high - self.low)


def chart(course: Course, column: str, names: tuple[str, ...], frame: Frame = Frame()) -> str:
    """Draw one score of every seat, named clockwise, over the game as SVG, for a page."""
    shapes = chart_shapes(course, column, names, frame)
    return svg(
        Drawing(frame.width, frame.height, tr("{column} over the game", column=tr(column)), shapes),
        ON_PAGE,
    )


def chart_shapes(
    course: Course, column: str, names: tuple[str, ...], frame: Frame
) -> tuple[Shape, ...]:
    """Draw one score of every seat, named clockwise, over the game."""
    lines = course.of(column)
    totals = [point.total for line in lines for point in line.points] or [0]
    scale = Scale(frame, course.last, min(0, *totals), max(1, *totals))
    return (*_marks(scale), *(_line(line, scale) for line in lines), *_names(lines, names, scale))


def told_columns(course: Course) -> tuple[str, ...]:
    """Return the scores that moved more than once: one that came at the very end tells no story."""
    return tuple(
        column
        for column in course.columns
        if len({point.number for line in course.of(column) for point in line.points}) > 2  # noqa: PLR2004 - start and end
    )


def steps(low: int, high: int, most: int = _MOST_MARKS) -> tuple[int, ...]:
    """Return round numbers from `low` to `high`, at most `most` + 1 of them."""
    width = 1
    for factor in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000):
        width = factor
        if (high - low) / factor <= most:
            break
    first = -(-low // width) * width
    return tuple(range(first, high + 1, width))


def _marks(scale: Scale) -> list[Shape]:
    frame = scale.frame
    left, right = frame.x + frame.left, frame.x + frame.width - frame.right
    bottom = frame.y + frame.height - frame.bottom
    marks: list[Shape] = []
    for total in steps(scale.low, scale.high):
        y = scale.y(total)
        marks.append(Rule(left, y, right, y))
        marks.append(Word(left - 6, y + 4, str(total), _SIZE, "end"))
    marks += [
        Word(scale.x(number), bottom + 18, str(number), _SIZE, "middle")
        for number in steps(0, scale.last)
    ]
    return marks


def _line(line: Line, scale: Scale) -> Path:
    """Draw a line in steps: a score stands until it changes."""
    points: list[tuple[float, float]] = []
    for number, total in line.points:
        x, y = scale.x(number), scale.y(total)
        if points:
            points.append((x, points[-1][1]))
        points.append((x, y))
    return Path(tuple(points), colour(line.seat), dash=dash(line.seat))


def _names(lines: tuple[Line, ...], names: tuple[str, ...], scale: Scale) -> list[Shape]:
    """Write names at the ends of their lines, moved apart where they would lie on each other."""
    frame = scale.frame
    x = frame.x + frame.width - frame.right + 8
    ordered = sorted(lines, key=lambda line: scale.y(line.now))
    places = apart([scale.y(line.now) for line in ordered], frame.y + frame.height - frame.bottom)
    parts: list[Shape] = []
    for line, y in zip(ordered, places, strict=True):
        room = frame.right - 31 - _SIZE * (1 + len(str(line.now))) * 0.6
        parts.append(Rule(x, y, x + 18, y, colour(line.seat), 2.5, dash(line.seat)))
        parts.append(Word(x + 23, y + 4, f"{cut(names[line.seat], _SIZE, room)} {line.now}", _SIZE))
    return parts


def apart(places: list[float], lowest: float, gap: float = 16) -> list[float]:
    """Move places, sorted from the top, so far apart as `gap`, and none below `lowest`."""
    found = list(places)
    for at in range(1, len(found)):
        found[at] = max(found[at], found[at - 1] + gap)
    for at in reversed(range(len(found))):
        below = lowest if at == len(found) - 1 else found[at + 1] - gap
        found[at] = min(found[at], below)
    return found


def colour(seat: int) -> str:
    """Return the colour of a seat's lines."""
    return COLOURS[seat % len(COLOURS)]


def dash(seat: int) -> tuple[int, ...]:
    """Return how a seat's lines are dashed; the first one's are not."""
    return _DASHES[seat % len(_DASHES)]
