"""The score sheet as one picture: who won, the ranking, the chart, every item of every score."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.core.score import Place, ScoreSheet, Standing
from companion.core.seats import Seat
from companion.core.texts import listed, tr, trn
from companion.session.chart_svg import Frame, chart_shapes, colour, told_columns
from companion.session.course import Course, course
from companion.session.playthrough import Playthrough
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


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the picture: what is drawn, and how far down it reaches."""

    shapes: tuple[Shape, ...]
    bottom: float


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
    sheet, standing, run = play.score(), play.standing(), course(play.match)
    columns = tuple(dict.fromkeys(str(line.column) for line in sheet.lines))
    parts = [_head(play, standing)]
    parts.append(_ranking(play, sheet, standing, columns, parts[-1].bottom))
    parts.append(_charts(run, play.seats, parts[-1].bottom))
    parts.append(_items(play, sheet, standing, parts[-1].bottom))
    height = round(parts[-1].bottom + _EDGE)
    title = tr(
        "Score sheet of {game}: {seats}", game=play.match.game.title, seats=", ".join(play.seats)
    )
    shapes = (shape for part in parts for shape in part.shapes)
    return Drawing(WIDTH, height, title, (Box(0, 0, WIDTH, height, PAPER), *shapes))


# ---------------------------------------------------------------- who won


def _head(play: Playthrough, standing: Standing) -> Part:
    lines = play.history()
    began = next((line.at[:10] for line in lines if line.at), "")
    about = " · ".join(filter(None, (began, tr("{lines} moves", lines=len(lines)))))
    shapes: list[Shape] = [
        Word(_EDGE, 58, play.match.game.title, 28, bold=True),
        Word(WIDTH - _EDGE, 58, about, 14, "end", SOFT),
        Rule(_EDGE, 74, WIDTH - _EDGE, 74, ACCENT, 3),
    ]
    y = 88.0
    for line in wrapped(headline(play, standing), 24, _INNER):
        y += 30
        shapes.append(Word(_EDGE, y, line, 24, ink=ACCENT, bold=True))
    for line in wrapped(standing.explanation, 14, _INNER):
        y += 22
        shapes.append(Word(_EDGE, y, line, 14))
    return Part(tuple(shapes), y + 8)


def headline(play: Playthrough, standing: Standing) -> str:
    """Say who won, or where the game stands."""
    winners = [play.seats[seat] for seat in standing.winners]
    if not winners:
        return play.match.game.view(play.match.state).headline
    return trn("{names} wins", "{names} win", len(winners), names=listed(winners))


# ---------------------------------------------------------------- the ranking


def _ranking(
    play: Playthrough, sheet: ScoreSheet, standing: Standing, columns: tuple[str, ...], top: float
) -> Part:
    word = tr("Final ranking") if standing.final else tr("Ranking now")
    y = top + 34
    shapes: list[Shape] = [Word(_EDGE, y, word, 17, bold=True)]
    for at, column in enumerate(columns):
        x = WIDTH - _EDGE - _COLUMN * (len(columns) - 1 - at)
        shapes.append(Word(x, y, cut(tr(column), 13, _COLUMN - 10), 13, "end", SOFT))
    y += 12
    for place in standing.places:
        shapes += _place(play, sheet, place, columns, y)
        y += _ROW
    return Part(tuple(shapes), y)


def _place(
    play: Playthrough, sheet: ScoreSheet, place: Place, columns: tuple[str, ...], top: float
) -> list[Shape]:
    room = _INNER - 52 - _COLUMN * len(columns)
    shapes: list[Shape] = [
        Rule(_EDGE, top, WIDTH - _EDGE, top),
        Box(_EDGE, top + 9, 5, _ROW - 18, colour(place.seat)),
        Word(_EDGE + 38, top + 29, f"{place.rank}.", 20, "end", bold=place.rank == 1),
        Word(_EDGE + 52, top + 21, cut(play.seats[place.seat], 17, room), 17, bold=True),
        Word(_EDGE + 52, top + 37, cut(place.why, 12, room), 12, ink=SOFT),
    ]
    for at, column in enumerate(columns):
        x = WIDTH - _EDGE - _COLUMN * (len(columns) - 1 - at)
        total = str(sheet.total(place.seat, column))
        shapes.append(Word(x, top + 29, total, 20, "end", bold=place.rank == 1))
    return shapes


# ---------------------------------------------------------------- the charts


def _charts(run: Course, names: tuple[str, ...], top: float) -> Part:
    shapes: list[Shape] = []
    y = top
    for column in told_columns(run)[:MAX_CHARTS]:
        y += 40
        shapes.append(
            Word(_EDGE, y, tr("{column} over the game", column=tr(column)), 17, bold=True)
        )
        y += 8
        frame = Frame(_INNER, 230, left=34, right=150, x=_EDGE, y=round(y))
        shapes += chart_shapes(run, column, names, frame)
        y += frame.height
    return Part(tuple(shapes), y)


# ---------------------------------------------------------------- the items


def _items(play: Playthrough, sheet: ScoreSheet, standing: Standing, top: float) -> Part:
    """Write the items of every player in two columns, each player where there is more room."""
    seats = [place.seat for place in standing.places]
    seats = [seat for seat in seats if any(line.seat == seat for line in sheet.lines)]
    if not seats:
        return Part((), top)
    y = top + 40
    shapes: list[Shape] = [Word(_EDGE, y, tr("Score sheet"), 17, bold=True)]
    ends = [y, y]
    for seat in seats:
        side = ends.index(min(ends))
        part = _seat(play, sheet, seat, _EDGE + side * (_HALF + _GUTTER), ends[side])
        shapes += part.shapes
        ends[side] = part.bottom
    return Part(tuple(shapes), max(ends))


def _seat(play: Playthrough, sheet: ScoreSheet, seat: Seat, left: float, top: float) -> Part:
    items = items_of(sheet, seat)
    columns = dict.fromkeys(item.column for item in items)
    totals = ", ".join(f"{tr(column)} {sheet.total(seat, column)}" for column in columns)
    y = top + 28
    room = _HALF - wide(totals, 13) - 12
    shapes: list[Shape] = [
        Word(left, y, cut(play.seats[seat], 15, max(room, 60)), 15, bold=True),
        Word(left + _HALF, y, totals, 13, "end"),
        Rule(left, y + 7, left + _HALF, y + 7, colour(seat), 2),
    ]
    y += 8
    shown = items if len(items) <= MAX_ITEMS else items[: MAX_ITEMS - 1]
    for item in shown:
        y += _ITEM
        shapes += _item(item, left, y, several=len(columns) > 1)
    left_out = items[len(shown) :]
    if left_out:
        y += _ITEM
        shapes.append(Word(left + 46, y, cut(_rest(left_out), 12, _HALF - 46), 12, ink=SOFT))
    return Part(tuple(shapes), y + 12)


def _item(item: Item, left: float, y: float, *, several: bool) -> list[Shape]:
    why = f"{tr(item.column)}: {item.why}" if several else item.why
    counted = f"{why} ×{item.times}" if item.times > 1 else why  # noqa: RUF001 - times, not x
    return [
        Word(left + 36, y, f"{item.points * item.times:+d}", 13, "end"),
        Word(left + 46, y, cut(counted, 12, _HALF - 46), 12, ink=SOFT),
        Rule(left, y + 6, left + _HALF, y + 6, FAINT, 0.5),
    ]


def items_of(sheet: ScoreSheet, seat: Seat) -> tuple[Item, ...]:
    """Return a seat's items in the sheet's order; those that are the same are put together."""
    counts = Counter(
        (line.points, str(line.column), line.why) for line in sheet.lines if line.seat == seat
    )
    return tuple(Item(times, *line) for line, times in counts.items())


def _rest(items: tuple[Item, ...]) -> str:
    sums: Counter[str] = Counter()
    for item in items:
        sums[item.column] += item.points * item.times
    said = ", ".join(f"{tr(column)} {total:+d}" for column, total in sums.items())
    return tr("and {items} more: {said}", items=sum(item.times for item in items), said=said)
