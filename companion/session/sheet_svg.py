"""The score sheet as one picture: who won, the ranking, the chart, every item of every score."""

from collections import Counter
from typing import Final, NamedTuple

from companion.core.score import ScoreSheet, Standing
from companion.core.seats import Seat
from companion.core.texts import listed, of, tr, trn
from companion.session.chart_svg import chart_shapes, colour, told_columns
from companion.session.course import course
from companion.session.history import Playthrough
from companion.session.shapes import (
    ACCENT,
    FAINT,
    ON_PAPER,
    PAPER,
    SOFT,
    Box,
    Drawing,
    Rule,
    Shape,
    Word,
    cut,
    svg,
    wide,
    wrapped,
)

WIDTH: Final = 960
MAX_ITEMS: Final = 40
"""Items of one player that are drawn; what the others come to is summed up below them."""

MAX_CHARTS: Final = 3

_EDGE: Final = 40
_INNER: Final = WIDTH - 2 * _EDGE
_GUTTER: Final = 36
_HALF: Final = (_INNER - _GUTTER) / 2
_COLUMN: Final = 92  # room for one score of the ranking
_ROW: Final = 44
_ITEM: Final = 19
_CHART: Final = 230


class Item(NamedTuple):
    """Like lines of a score sheet, drawn as one."""

    times: int
    points: int
    column: str
    why: str


def sheet_svg(play: Playthrough) -> str:
    """Write the score sheet of a game as an SVG picture."""
    return svg(sheet_drawing(play), ON_PAPER) + "\n"


def sheet_drawing(play: Playthrough) -> Drawing:
    """Draw the score sheet of a game, over or not."""
    page = _Page(play)
    page.draw_head()
    page.draw_ranking()
    page.draw_charts()
    page.draw_items()
    height = round(page.y + _EDGE)
    title = tr("Score sheet of {game}: {seats}", game=play.match.game.title, seats=", ".join(play.seats))
    return Drawing(WIDTH, height, title, (Box(0, 0, WIDTH, height, PAPER), *page.shapes))


def headline(play: Playthrough, standing: Standing) -> str:
    """Say who won, or where the game stands."""
    winners = [play.seats[seat] for seat in standing.winners]
    if not winners:
        return play.view().headline
    return trn("{names} wins", "{names} win", len(winners), names=listed(winners))


class _Page:
    """The picture as far as it is drawn; each part adds its shapes below the one before."""

    def __init__(self, play: Playthrough) -> None:
        self.play = play
        self.sheet = play.score()
        self.standing = play.standing()
        self.shapes: list[Shape] = []
        self.y = 0.0

    def draw_head(self) -> None:
        """Say which game it was, when, and who won."""
        lines = self.play.history()
        began = next((line.at[:10] for line in lines if line.at), "")
        about = " · ".join(filter(None, (began, trn("{count} move", "{count} moves", len(lines)))))
        self.shapes += [
            Word(_EDGE, 58, self.play.match.game.title, 28, bold=True),
            Word(WIDTH - _EDGE, 58, about, 14, "end", SOFT),
            Rule(_EDGE, 74, WIDTH - _EDGE, 74, ACCENT, 3),
        ]
        self.y = 88.0
        for line in wrapped(headline(self.play, self.standing), 24, _INNER):
            self.y += 30
            self.shapes.append(Word(_EDGE, self.y, line, 24, ink=ACCENT, bold=True))
        for line in wrapped(self.standing.explanation, 14, _INNER):
            self.y += 22
            self.shapes.append(Word(_EDGE, self.y, line, 14))
        self.y += 8

    def draw_ranking(self) -> None:
        """Draw every player's place, with the scores in columns at the right."""
        columns = tuple(dict.fromkeys(str(line.column) for line in self.sheet.lines))
        ends = [WIDTH - _EDGE - _COLUMN * at for at in reversed(range(len(columns)))]
        room = _INNER - 52 - _COLUMN * len(columns)
        self.y += 34
        word = tr("Final ranking") if self.standing.final else tr("Ranking now")
        self.shapes.append(Word(_EDGE, self.y, word, 17, bold=True))
        for x, column in zip(ends, columns, strict=True):
            name = cut(tr(column), 13, _COLUMN - 10)
            self.shapes.append(Word(x, self.y, name, 13, "end", SOFT))
        self.y += 12
        for place in self.standing.places:
            seat, top, bold = place.seat, self.y, place.rank == 1
            self.shapes += [
                Rule(_EDGE, top, WIDTH - _EDGE, top),
                Box(_EDGE, top + 9, 5, _ROW - 18, colour(seat)),
                Word(_EDGE + 38, top + 29, f"{place.rank}.", 20, "end", bold=bold),
                Word(_EDGE + 52, top + 21, cut(self.play.seats[seat], 17, room), 17, bold=True),
                Word(_EDGE + 52, top + 37, cut(place.why, 12, room), 12, ink=SOFT),
            ]
            for x, column in zip(ends, columns, strict=True):
                total = str(self.sheet.total(seat, column))
                self.shapes.append(Word(x, top + 29, total, 20, "end", bold=bold))
            self.y += _ROW

    def draw_charts(self) -> None:
        """Draw how the scores went."""
        run = course(self.play.match)
        for column in told_columns(run)[:MAX_CHARTS]:
            title = tr("{column} over the game", column=tr(column))
            self.shapes.append(Word(_EDGE, self.y + 40, title, 17, bold=True))
            self.y += 48
            area = (_EDGE, round(self.y), _INNER, _CHART)
            self.shapes += chart_shapes(run, column, self.play.seats, area)
            self.y += _CHART

    def draw_items(self) -> None:
        """Write the items of every player in two columns, each player where there is more room."""
        seats = [place.seat for place in self.standing.places]
        seats = [seat for seat in seats if any(line.seat == seat for line in self.sheet.lines)]
        if not seats:
            return
        self.y += 40
        self.shapes.append(Word(_EDGE, self.y, tr("Score sheet"), 17, bold=True))
        ends = [self.y, self.y]
        for seat in seats:
            side = ends.index(min(ends))
            ends[side] = self._draw_seat(seat, _EDGE + side * (_HALF + _GUTTER), ends[side])
        self.y = max(ends)

    def _draw_seat(self, seat: Seat, left: float, top: float) -> float:
        """Write the items of one player; return how far down they reach."""
        items = items_of(self.sheet, seat)
        columns = dict.fromkeys(item.column for item in items)
        totals = ", ".join(f"{tr(column)} {self.sheet.total(seat, column)}" for column in columns)
        y = top + 28
        name = cut(self.play.seats[seat], 15, max(_HALF - wide(totals, 13) - 12, 60))
        self.shapes += [
            Word(left, y, name, 15, bold=True),
            Word(left + _HALF, y, totals, 13, "end"),
            Rule(left, y + 7, left + _HALF, y + 7, colour(seat), 2),
        ]
        y += 8
        shown = items if len(items) <= MAX_ITEMS else items[: MAX_ITEMS - 1]
        for item in shown:
            y += _ITEM
            why = of(tr(item.column), item.why) if len(columns) > 1 else item.why
            counted = f"{why} ×{item.times}" if item.times > 1 else why  # noqa: RUF001 - times, not x
            self.shapes += [
                Word(left + 36, y, f"{item.points * item.times:+d}", 13, "end"),
                Word(left + 46, y, cut(counted, 12, _HALF - 46), 12, ink=SOFT),
                Rule(left, y + 6, left + _HALF, y + 6, FAINT, 0.5),
            ]
        left_out = items[len(shown) :]
        if left_out:
            y += _ITEM
            rest = cut(_rest(left_out), 12, _HALF - 46)
            self.shapes.append(Word(left + 46, y, rest, 12, ink=SOFT))
        return y + 12


def items_of(sheet: ScoreSheet, seat: Seat) -> tuple[Item, ...]:
    """Return a seat's items in the sheet's order; those that are the same are put together."""
    counts = Counter((line.points, str(line.column), line.why) for line in sheet.lines if line.seat == seat)
    return tuple(Item(times, *line) for line, times in counts.items())


def _rest(items: tuple[Item, ...]) -> str:
    sums: Counter[str] = Counter()
    for item in items:
        sums[item.column] += item.points * item.times
    said = ", ".join(f"{tr(column)} {total:+d}" for column, total in sums.items())
    return tr("and {items} more: {said}", items=sum(item.times for item in items), said=said)
