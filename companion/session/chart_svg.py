"""A score chart: one line a seat, for the report and for sharing. Text in, shapes or SVG out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.core.texts import tr
from companion.session.course import Course, Line
from companion.session.shapes import ON_PAGE, Drawing, Path, Rule, Shape, Word, cut, svg

# In the order of `SEAT_HUES`.
# Okabe and Ito's colours, which people with any colour vision tell apart, but for their black,
# which a dark page swallows; dashes tell the lines apart without colour.
COLOURS: Final = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b3261e",
)  # fmt: skip
BADGES: Final = (
    "#0072b2", "#b34a00", "#00795a", "#a04d80", "#8f6200", "#2279ad", "#666666", "#b3261e",
)  # fmt: skip
"""The same, dark enough for a seat's number in white; the second screen's style sheet has them, too."""
_DASHES: Final = ((), (8, 3), (2, 3), (10, 3, 2, 3), (5, 5), (1, 4), (12, 2), (6, 2, 2, 2))

WIDTH: Final = 860
HEIGHT: Final = 320  # Of a chart on a page, in pixels

_TOP: Final = 14
_RIGHT: Final = 150  # for the names at the ends of the lines
_BOTTOM: Final = 34  # for the numbers of the moves
_MOST_MARKS: Final = 6
_SIZE: Final = 13


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns the number of a move, up to the last, and a score into a place between four sides."""

    left: int
    top: int
    right: int
    bottom: int
    last: int
    low: int
    high: int

    def x(self, number: float) -> float:
        """Place of a move, from the left."""
        return self.left + (self.right - self.left) * number / max(1, self.last)

    def y(self, total: float) -> float:
        """Place of a score, from the top."""
        tall = self.bottom - self.top
        return self.top + tall * (self.high - total) / max(1, self.high - self.low)


def chart(course: Course, column: str, names: tuple[str, ...]) -> str:
    """Draw one score of every seat, named clockwise, over the game as SVG, for a page."""
    shapes = chart_shapes(course, column, names, (0, 0, WIDTH, HEIGHT), 46)
    title = tr("{column} over the game", column=tr(column))
    return svg(Drawing(WIDTH, HEIGHT, title, shapes), ON_PAGE)


def chart_shapes(
    course: Course, column: str, names: tuple[str, ...], area: tuple[int, int, int, int], marks: int = 34
) -> tuple[Shape, ...]:
    """Draw one score of every seat, named clockwise, over the game.

    It lies in an area of the picture (left, top, width, height, in pixels), with so much room for
    the marks at its left.
    """
    lines = course.of(column)
    totals = [point.total for line in lines for point in line.points] or [0]
    x, y, width, height = area
    scale = Scale(
        x + marks, y + _TOP, x + width - _RIGHT, y + height - _BOTTOM,
        course.last, min(0, *totals), max(1, *totals),
    )  # fmt: skip
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
    widths = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
    width = next((one for one in widths if (high - low) / one <= most), 10_000)
    return tuple(range(-(-low // width) * width, high + 1, width))


def _marks(scale: Scale) -> Iterator[Shape]:
    for total in steps(scale.low, scale.high):
        y = scale.y(total)
        yield Rule(scale.left, y, scale.right, y)
        yield Word(scale.left - 6, y + 4, str(total), _SIZE, "end")
    for number in steps(0, scale.last):
        yield Word(scale.x(number), scale.bottom + 18, str(number), _SIZE, "middle")


def _line(line: Line, scale: Scale) -> Path:
    """Draw a line in steps: a score stands until it changes."""
    points: list[tuple[float, float]] = []
    for number, total in line.points:
        x, y = scale.x(number), scale.y(total)
        if points:
            points.append((x, points[-1][1]))
        points.append((x, y))
    return Path(tuple(points), colour(line.seat), dash=dash(line.seat))


def _names(lines: tuple[Line, ...], names: tuple[str, ...], scale: Scale) -> Iterator[Shape]:
    """Write names at the ends of their lines, moved apart where they would lie on each other."""
    x = scale.right + 8
    ordered = sorted(lines, key=lambda line: scale.y(line.now))
    places = apart([scale.y(line.now) for line in ordered], scale.bottom)
    for line, y in zip(ordered, places, strict=True):
        room = _RIGHT - 31 - _SIZE * (1 + len(str(line.now))) * 0.6
        yield Rule(x, y, x + 18, y, colour(line.seat), 2.5, dash(line.seat))
        yield Word(x + 23, y + 4, f"{line.seat + 1} {cut(names[line.seat], _SIZE, room - _SIZE)} {line.now}", _SIZE)


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
