"""A finished or running game as one HTML page: scores, chart, dice, evidence, history.

The page stands alone: style, charts and pictures lie in it, nothing is fetched, nothing runs. What it
shows is what the shared screen may show, because history and score sheet already keep to that.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from companion.core.actions import Roll
from companion.core.dice import DieFace, kind_name
from companion.core.score import ScoreLine, ScoreSheet
from companion.core.seats import Seat
from companion.core.texts import tr, trn
from companion.journal.rows import KeptReading
from companion.rolls.fairness import Tally
from companion.session.chart_svg import BADGES, chart, colour, told_columns
from companion.session.course import course
from companion.session.export import bg_stats
from companion.session.highlights import highlights, retold
from companion.session.history import Playthrough, depth_line
from companion.session.html import render
from companion.session.luck import NOTE, luck
from companion.session.sheet_svg import MAX_CHARTS, headline, sheet_svg

MAX_PICTURES: Final = 400  # Pictures of dice in one page; the latest are kept

MAX_PICTURE_BYTES: Final = 16 * 1024 * 1024
"""What all pictures of one page may come to, so that it can be sent and opened on a telephone."""


_Rows = list[tuple[Seat, str, list[int]]]
"""Who threw, with which dice, and how often each face came."""


def report(play: Playthrough, readings: Iterable[KeptReading] = ()) -> str:
    """Write a game, over or not, as one HTML page.

    It has the pictures of the readings that moves were made of; dice nobody asked for stay out.
    """
    from markupsafe import Markup  # with the templates: few commands write a page

    match, names, history, run = play.match, play.seats, play.history(), course(play.match)
    standing, over = play.standing(), match.game.view(match.state).over
    began = next((line.at[:10] for line in history if line.at), "")
    moves = trn("{count} move", "{count} moves", len(history))
    there = sorted(
        (one.version, one.evidence)
        for one in readings
        if one.evidence is not None and one.version and one.version in range(len(history) + 1)
    )
    return render(
        "companion.session",
        "report.html",
        game=match.game,
        names=names,
        about=" · ".join(filter(None, (", ".join(names), began, moves, depth_line(match)))),
        result=headline(play, standing) if over else tr("The game is not over yet"),
        standing=standing,
        moments=retold(highlights(match)),
        picture=Markup(sheet_svg(play)),  # noqa: S704 - our own, escaped already
        charts=[
            (tr(column), Markup(chart(run, column, names)))  # noqa: S704 - our own, escaped already
            for column in told_columns(run)[MAX_CHARTS:]
        ],
        sheet=[*_sheet(names, play.score())],
        dice=_dice(play),
        shade=_shade,
        badge=lambda seat: BADGES[seat % len(BADGES)],
        luck=luck(match),
        note=tr(NOTE),
        switches=play.header.switches,
        pictures=len(there),
        kept=[(history[number - 1], b64encode(jpeg).decode()) for number, jpeg in _latest(there)],
        history=history,
        push=bg_stats(play) if began and standing.final else "",
    )


def _sheet(names: tuple[str, ...], sheet: ScoreSheet) -> Iterator[tuple[str, str, list[ScoreLine]]]:
    """Yield each player's name, totals and lines."""
    for seat in dict.fromkeys(line.seat for line in sheet.lines):
        lines = [line for line in sheet.lines if line.seat == seat]
        columns = dict.fromkeys(line.column for line in lines)
        totals = ", ".join(f"{tr(column)} {sheet.total(seat, column)}" for column in columns)
        yield names[seat], totals, lines


def _dice(play: Playthrough) -> dict[tuple[str, ...], _Rows]:
    """Count what each player threw: by the faces of a kind, a row for each player and kind."""
    counts: dict[tuple[str, Seat], Counter[str]] = {}
    for step in play.match.settled():
        action = step.action
        if isinstance(action, Roll) and action.actor is not None:
            for die in action.dice:
                counts.setdefault((die.kind, action.actor), Counter())[_face(die)] += 1
    tables: dict[tuple[str, ...], _Rows] = {}
    for (kind, seat), shown in sorted(counts.items()):
        faces = Tally.of(kind).faces
        row = seat, kind_name(kind), [shown[face] for face in faces]
        tables.setdefault(faces, []).append(row)
    return tables


def _shade(seat: Seat, count: int, most: int) -> str:
    """Return the colour of a count, the deeper the oftener."""
    return f"{colour(seat)}{round(140 * count / most):02x}"


def _face(die: DieFace) -> str:
    """Return a face as it is counted: some makers print 10 where others print 0."""
    return "0" if (die.kind, die.face) == ("d10", "10") else die.face


def _latest(there: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Keep as many of the last pictures as a page may have."""
    latest = there[-MAX_PICTURES:]
    while sum(len(jpeg) for _, jpeg in latest) > MAX_PICTURE_BYTES:
        del latest[0]
    return latest
