"""How a score went over the game: one line a player, drawn with the dots of braille.

Every line has a colour and a sign of its own, which stands on the line and beside the name at its
end, so that lines can be told apart without colours; a row below says who led when.
"""

from dataclasses import dataclass
from typing import Any, Final

from textual import work
from textual.content import Content
from textual.widget import Widget

from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.sheet import DIM, SEAT_HUES
from companion.core.texts import later, tr
from companion.session.chart_svg import apart, steps, told_columns
from companion.session.course import Course, Lead, Line, course
from companion.tui.canvas import Canvas
from companion.tui.drawing.panels import cut
from companion.tui.screens.base import call_home

FIRST: Final = ("pieces", "Glory", "trophies", "dragons", "points", "cards")
"""Scores that decide a game: the first of these that moved is shown first."""

LEAST: Final = (24, 5)  # Cells across and down below which there is no chart, only the totals

READING: Final = later("Going through the game once more …")  # Said while a course is worked out

_LED: Final = later("led")
_EVERY: Final = 14  # cells between two signs on a line
_BRAILLE: Final = 0x2800
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # by row, then column


@dataclass(frozen=True, slots=True)
class Area:
    """Where the lines lie: cells, from the first row; at the edges the last move and the scores."""

    x: int
    across: int
    down: int
    last: int
    low: int
    high: int

    def column(self, number: int) -> int:
        """Column of dots of a move, from 0; two a cell."""
        return round((self.across * 2 - 1) * number / max(1, self.last))

    def row(self, total: int) -> int:
        """Row of dots of a score, from 0 at the top; four a cell."""
        return round((self.down * 4 - 1) * (self.high - total) / max(1, self.high - self.low))


def columns_of(course: Course) -> tuple[str, ...]:
    """Return the scores worth drawing, the one that decides first.

    Scores that came at the very end tell no story; if there are no others, they are better than
    nothing.
    """
    told = told_columns(course) or course.columns
    first = next((one for one in FIRST if one in told), None)
    return tuple(sorted(told, key=lambda one: one != first))


def draw_chart(course: Course, column: str, names: tuple[str, ...], across: int, down: int) -> Canvas:
    """Draw one score, a column, of every seat over the game, into so many cells."""
    canvas = Canvas(across, down)
    lines = course.of(column)
    if across < LEAST[0] or down < LEAST[1] or not lines:
        _totals(canvas, lines, names)
        return canvas
    totals = [point.total for line in lines for point in line.points]
    low, high = min(0, *totals), max(1, *totals)
    left = max(len(tr(_LED)), len(str(low)), len(str(high))) + 1
    right = min(across // 3, 4 + max(len(_named(line, names)) for line in lines))
    area = Area(left + 1, across - left - 1 - right, down - 3, course.last, low, high)
    _axes(canvas, area)
    _lines(canvas, area, lines)
    _ends(canvas, area, lines, names)
    _leaders(canvas, area, course.leads, down - 1)
    return canvas


def sign(seat: Seat) -> tuple[str, str]:
    """Return a seat's number, which is its sign, and its style."""
    return str(seat + 1), f"bold ${SEAT_HUES[seat % len(SEAT_HUES)]}"


def _named(line: Line, names: tuple[str, ...]) -> str:
    return f"{names[line.seat]} {line.now}"


def _totals(canvas: Canvas, lines: tuple[Line, ...], names: tuple[str, ...]) -> None:
    """Say the totals alone: there is no room for lines, or there are none."""
    if not lines:
        canvas.put(0, 0, cut(tr("No score has changed yet"), canvas.width), DIM)
    for row, line in enumerate(sorted(lines, key=lambda one: -one.now)):
        mark, style = sign(line.seat)
        canvas.put(0, row, mark, style)
        canvas.put(2, row, cut(_named(line, names), canvas.width - 2))


def _axes(canvas: Canvas, area: Area) -> None:
    """Draw round numbers on both sides, and faint lines at the scores."""
    edge = area.x - 1
    for row in range(area.down):
        canvas.put(edge, row, "│", DIM)
    for total in steps(area.low, area.high, max(1, area.down // 2)):
        row = area.row(total) // 4
        canvas.put(edge - 1 - len(str(total)), row, str(total), DIM)
        canvas.put(edge, row, "┤" + "┈" * area.across, DIM)
    canvas.put(edge, area.down, "└" + "─" * area.across, DIM)
    free = 0
    for number in steps(0, area.last, max(1, area.across // 12)):
        at = area.x + area.column(number) // 2
        canvas.put(at, area.down, "┴", DIM)
        start = max(free, at - len(str(number)) // 2)
        canvas.put(start, area.down + 1, str(number), DIM)
        free = start + len(str(number)) + 1
    said = tr("moves")
    if free + len(said) <= canvas.width:
        canvas.put(max(free, area.x + area.across - len(said)), area.down + 1, said, DIM)


def _lines(canvas: Canvas, area: Area, lines: tuple[Line, ...]) -> None:
    """Draw lines in steps; where several run together, they take turns.

    A column of dots holds any number of moves: a line goes through all its heights once, however
    many moves a game has.
    """
    cells: dict[tuple[int, int], list[Line]] = {}
    dots: dict[tuple[int, int], int] = {}
    heights = [_heights(area, line) for line in lines]
    for line, spans in zip(lines, heights, strict=True):
        for column, (top, bottom) in enumerate(spans):
            for row in range(top, bottom + 1):
                at = column // 2, row // 4
                dots[at] = dots.get(at, 0) | _DOTS[row % 4][column % 2]
                shared = cells.setdefault(at, [])
                if line not in shared:
                    shared.append(line)
    for (x, y), mask in dots.items():
        shared = cells[x, y]
        _, style = sign(shared[x // 2 % len(shared)].seat)
        canvas.put(area.x + x, y, chr(_BRAILLE + mask), style)
    for number, (line, spans) in enumerate(zip(lines, heights, strict=True)):
        mark, style = sign(line.seat)
        for x in range(2 + 3 * (number % 4), area.across - 2, _EVERY):
            top, bottom = spans[2 * x]
            if top == bottom:
                canvas.put(area.x + x, top // 4, mark, style)


def _heights(area: Area, line: Line) -> list[tuple[int, int]]:
    """Return for every column of dots the highest and the lowest row that the line goes through."""
    spans: dict[int, tuple[int, int]] = {}
    ends: dict[int, int] = {}
    row = area.row(line.points[0].total)
    for point in line.points:
        column, ends_at = area.column(point.number), area.row(point.total)
        known = spans.get(column, (row, row))
        spans[column] = min(row, ends_at, known[0]), max(row, ends_at, known[1])
        ends[column] = row = ends_at
    heights: list[tuple[int, int]] = []
    row = area.row(line.points[0].total)
    for column in range(area.across * 2):
        heights.append(spans.get(column, (row, row)))
        row = ends.get(column, row)
    return heights


def _ends(canvas: Canvas, area: Area, lines: tuple[Line, ...], names: tuple[str, ...]) -> None:
    """Write names and totals at the ends of the lines, moved apart where they would collide."""
    ordered = sorted(lines, key=lambda line: (area.row(line.now), line.seat))
    rows = apart([float(area.row(line.now) // 4) for line in ordered], area.down - 1, 1)
    x = area.x + area.across + 1
    for row, line in zip(rows, ordered, strict=True):
        mark, style = sign(line.seat)
        canvas.put(x, round(row), mark, style)
        canvas.put(x + 2, round(row), cut(_named(line, names), canvas.width - x - 2), "bold")


def _leaders(canvas: Canvas, area: Area, leads: tuple[Lead, ...], row: int) -> None:
    """Draw who led when: the sign of whoever stood first, `=` where several did."""
    canvas.put(area.x - 1 - len(tr(_LED)), row, tr(_LED), DIM)
    first = {area.column(lead.number) // 2: lead.seats for lead in leads}
    seats: tuple[Seat, ...] = ()
    for x in range(area.across):
        seats = first.get(x, seats)
        if len(seats) == 1:
            mark, style = sign(seats[0])
            canvas.put(area.x + x, row, mark, style)
        elif seats:
            canvas.put(area.x + x, row, "=", DIM)


class Chart(Widget):
    """Shows one score of a course at a time, as large as there is room."""

    DEFAULT_CSS = "Chart { width: 1fr; height: 1fr; }"

    def __init__(self, key: str, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Show nothing yet; `key` turns to the next score, as people read it."""
        super().__init__(id=id)
        self._key = key
        self._course: Course | None = None
        self._names: tuple[str, ...] = ()
        self._at = 0

    @property
    def columns(self) -> tuple[str, ...]:
        """The scores there are to show."""
        return () if self._course is None else columns_of(self._course)

    @property
    def column(self) -> str:
        """Which score is shown; empty when there is none."""
        return self.columns[self._at % len(self.columns)] if self.columns else ""

    def show(self, course: Course, names: tuple[str, ...]) -> None:
        """Draw another course."""
        self._course, self._names = course, names
        self.refresh()

    def turn(self, step: int = 1) -> None:
        """Show the next score, or one before."""
        self._at = (self._at + step) % max(1, len(self.columns))
        self.refresh()

    def render(self) -> Content:
        """Draw at the size there is."""
        if self._course is None:
            return Content.styled(tr(READING), DIM)
        if not self.columns:
            return Content.styled(tr("Nothing to tell yet."), DIM)
        across, down = self.content_size
        head, count = tr("{column} over the game", column=tr(self.column)), len(self.columns)
        if count > 1 and self._key:
            text = tr("({at} of {count} · {key} next score)", at=self._at + 1, count=count, key=self._key)
            head = f"{head}  {text}"
        chart = draw_chart(self._course, self.column, self._names, across, max(0, down - 1))
        return Content("\n").join([Content.styled(cut(head, across), "bold"), chart.content()])


class TableChart(Chart):
    """The chart beside a table where there is room: it follows the game, away from the keys."""

    def __init__(self) -> None:
        super().__init__("", id="scores")
        self._match: Match[Any] | None = None  # up to where the game is wanted
        self._busy = False
        self._known: dict[int, Any] = {}

    def follow(self, match: Match[Any]) -> None:
        """Show how a game went up to now; nothing is worked out where nobody sees it."""
        if self.display and match is not self._match:
            self._match = match
            if not self._busy:
                self._busy = True
                self._go_through(match)

    @work(thread=True, group="chart")
    def _go_through(self, match: Match[Any]) -> None:
        call_home(self.screen, self._gone_through, match, course(match, self._known))

    def _gone_through(self, match: Match[Any], run: Course) -> None:
        self._busy = match is not self._match
        self.show(run, match.seats)
        if self._busy and self._match is not None:
            self._go_through(self._match)

    def render(self) -> Content:
        """Draw the first score; before anything is scored there is nothing to see."""
        return super().render() if self.columns else Content("")
