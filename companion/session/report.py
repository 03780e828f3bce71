"""A finished or running game as one HTML page: scores, chart, dice, evidence, history.

The page stands alone: style, charts and pictures lie in it, nothing is fetched, nothing runs. What it
shows is what the shared screen may show, because history and score sheet already keep to that.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.core.actions import Roll
from companion.core.dice import kind_name
from companion.core.printable import markup_escaped as escape
from companion.core.texts import tr
from companion.journal.rows import MANUAL
from companion.rolls.fairness import Tally
from companion.session.chart_svg import chart, colour, told_columns
from companion.session.course import course
from companion.session.highlights import highlights
from companion.session.history import depth_line
from companion.session.luck import NOTE, luck
from companion.session.sheet_svg import headline

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.core.dice import DieFace
    from companion.core.score import ScoreSheet, Standing
    from companion.core.seats import Seat
    from companion.journal.rows import KeptReading
    from companion.session.course import Course
    from companion.session.told import Told

MAX_PICTURES: Final = 400
"""Pictures of dice in one page; the latest are kept."""

MAX_PICTURE_BYTES: Final = 16 * 1024 * 1024
"""What all pictures of one page may come to, so that it can be sent and opened on a telephone."""

_STYLE: Final = """
:root { color-scheme: light dark; --soft: #8883; --accent: #b3541e }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 2rem; margin: 0 } h2 { margin-top: 2.2rem; border-bottom: 2px solid var(--soft) }
table { border-collapse: collapse; width: 100% } td, th { padding: .25rem .6rem; text-align: left }
tr + tr td { border-top: 1px solid var(--soft) } td.n { text-align: right; white-space: nowrap; width: 3rem }
.won { font-size: 1.6rem; font-weight: 700; color: var(--accent) } .rule { opacity: .65 }
.undone { text-decoration: line-through; opacity: .55 } svg { width: 100%; height: auto }
.pictures { display: flex; flex-wrap: wrap; gap: .6rem } figure { margin: 0; max-width: 11rem }
figure img { width: 100%; border-radius: .4rem } figcaption { font-size: .85rem }
table.dice { width: auto } table.dice th { text-align: right } table.dice { margin-bottom: 1rem }
@media print { body { max-width: none; margin: 0 } h2 { break-after: avoid } }
"""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The picture of a roll.

    Attributes:
        number: of the action in the log.
        jpeg: the picture.
    """

    number: int
    jpeg: bytes


def evidence_of(readings: Iterable[KeptReading]) -> tuple[Evidence, ...]:
    """Return the pictures of the readings that moves were made of; dice nobody asked for stay out."""
    return tuple(
        Evidence(one.version, one.evidence)
        for one in readings
        if one.version is not None and one.evidence is not None
    )


def report(told: Told, evidence: Iterable[Evidence] = ()) -> str:
    """Write a game as one HTML page.

    Args:
        told: the game, over or not.
        evidence: pictures of its rolls.
    """
    game, names = told.match.game, told.seats
    standing, sheet, run = told.standing(), told.score(), course(told.match)
    history = told.history()
    began = next((line.at[:10] for line in history if line.at), "")
    title = f"{game.title}: {', '.join(names)}"
    moves = tr("{history} moves", history=len(history))
    about = " · ".join(filter(None, (", ".join(names), began, moves, depth_line(told.match))))
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(game.title)}</h1><p>{escape(about)}</p>",
        _won(told, standing),
        _places(names, standing),
        _moments(told),
        _charts(run, names),
        _sheet(names, sheet),
        _dice(told),
        _house_rules(told),
        _pictures(told, evidence),
        _history(told),
        "</body></html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _won(told: Told, standing: Standing) -> str:
    said = headline(told, standing) if standing.winners else tr("The game is not over yet")
    return f'<p class="won">{escape(said)}</p><p>{escape(standing.explanation)}</p>'


def _places(names: tuple[str, ...], standing: Standing) -> str:
    rows = "".join(
        f'<tr><td class="n">{place.rank}.</td><td>{escape(names[place.seat])}</td>'
        f"<td>{escape(place.why)}</td></tr>"
        for place in standing.places
    )
    word = tr("Final ranking") if standing.final else tr("Ranking now")
    return f"<h2>{word} {_rule(standing.rule)}</h2><table>{rows}</table>"


def _moments(told: Told) -> str:
    items = "".join(f"<li>{escape(one.text)}</li>" for one in highlights(told.match))
    return f"{_heading(tr('Moments'))}<ul>{items}</ul>" if items else ""


def _charts(run: Course, names: tuple[str, ...]) -> str:
    drawn = "".join(
        f"<h3>{escape(tr(column))}</h3>{chart(run, column, names)}" for column in told_columns(run)
    )
    return f"{_heading(tr('How it went'))}{drawn}" if drawn else ""


def _sheet(names: tuple[str, ...], sheet: ScoreSheet) -> str:
    parts = []
    for seat in dict.fromkeys(line.seat for line in sheet.lines):
        lines = [line for line in sheet.lines if line.seat == seat]
        columns = dict.fromkeys(line.column for line in lines)
        totals = ", ".join(f"{tr(column)} {sheet.total(seat, column)}" for column in columns)
        rows = "".join(
            f'<tr><td class="n">{line.points:+d}</td><td>{escape(tr(line.column))}</td>'
            f"<td>{escape(line.why)} {_rule(line.rule)}</td></tr>"
            for line in lines
        )
        parts.append(f"<h3>{escape(names[seat])}: {escape(totals)}</h3><table>{rows}</table>")
    return f"{_heading(tr('Score sheet'))}{''.join(parts)}" if parts else ""


def _dice(told: Told) -> str:
    """Count what each player threw: a row for each and every kind, a column a face."""
    counts: dict[tuple[str, Seat], Counter[str]] = {}
    for step in told.match.steps():
        action = step.action
        if isinstance(action, Roll) and action.actor is not None:
            for die in action.dice:
                counts.setdefault((die.kind, action.actor), Counter())[_face(die)] += 1
    tables: dict[tuple[str, ...], list[str]] = {}
    for (kind, seat), shown in sorted(counts.items()):
        faces = Tally.empty(kind).faces
        cells = "".join(_cell(shown[face], shown, seat) for face in faces)
        tables.setdefault(faces, []).append(
            f"<tr><td>{escape(told.seats[seat])}</td><td>{escape(kind_name(kind))}</td>"
            f'<td class="n">{shown.total()}</td>{cells}</tr>'
        )
    drawn = "".join(
        f'<table class="dice"><tr><th></th><th></th><th>{escape(tr("dice"))}</th>'
        f"{''.join(f'<th>{escape(face)}</th>' for face in faces)}</tr>{''.join(rows)}</table>"
        for faces, rows in tables.items()
    )
    return f"{_heading(tr('Dice'))}{drawn}{_luck(told)}" if drawn else ""


def _face(die: DieFace) -> str:
    """Return a face as it is counted: some makers print 10 where others print 0."""
    return "0" if (die.kind, die.face) == ("d10", "10") else die.face


def _cell(count: int, shown: Counter[str], seat: Seat) -> str:
    """Write how often a face came, the deeper in colour the oftener."""
    if not count:
        return '<td class="n"></td>'
    share = round(140 * count / max(shown.values()))
    return f'<td class="n" style="background:{colour(seat)}{share:02x}">{count}</td>'


def _luck(told: Told) -> str:
    items = "".join(
        f"<li>{escape(one.words(told.seats[one.seat]))}</li>" for one in luck(told.match)
    )
    return (
        f"{_heading(tr('High and low'), 3)}<ul>{items}</ul><p>{escape(NOTE)}</p>" if items else ""
    )


def _house_rules(told: Told) -> str:
    chosen: Mapping[str, str] = told.header.switches
    if not chosen:
        return ""
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>"
        for name, value in sorted(chosen.items())
    )
    return f"{_heading(tr('House rules'))}<table>{rows}</table>"


def _pictures(told: Told, evidence: Iterable[Evidence]) -> str:
    history = told.history()
    there = sorted(
        (one for one in evidence if 0 < one.number <= len(history)), key=lambda one: one.number
    )
    kept = _latest(there)
    figures = "".join(
        f"<figure{' class=undone' if history[one.number - 1].undone else ''}>"
        f'<img alt="" src="data:image/jpeg;base64,{b64encode(one.jpeg).decode()}">'
        f"<figcaption>{one.number}: {escape(history[one.number - 1].told)}</figcaption></figure>"
        for one in kept
    )
    fewer = (
        f"<p>{tr('The latest {kept} of {there} pictures.', kept=len(kept), there=len(there))}</p>"
        if len(kept) < len(there)
        else ""
    )
    page = f'{_heading(tr("The dice as they lay"))}{fewer}<div class="pictures">{figures}</div>'
    return page if there else ""


def _latest(there: list[Evidence]) -> list[Evidence]:
    """Keep as many of the last pictures as a page may have."""
    kept: list[Evidence] = []
    room = MAX_PICTURE_BYTES
    for one in reversed(there[-MAX_PICTURES:]):
        room -= len(one.jpeg)
        if room < 0:
            break
        kept.insert(0, one)
    return kept


def _history(told: Told) -> str:
    rows = "".join(
        f'<tr{" class=undone" if line.undone else ""}><td class="n">{line.number}</td>'
        f"<td>{escape(line.told)}{''.join(f' <em>{escape(note)}</em>' for note in line.notes)}</td>"
        f'<td class="rule">{escape(_source(line.source, line.confidence))}</td></tr>'
        for line in told.history()
    )
    return f"{_heading(tr('Move by move'))}<table>{rows}</table>"


def _source(source: str, confidence: float | None) -> str:
    if source == MANUAL.source:
        return ""
    return source if confidence is None else f"{source} {confidence:.1%}"


def _heading(text: str, level: int = 2) -> str:
    return f"<h{level}>{escape(text)}</h{level}>"


def _rule(rule: str) -> str:
    return f'<span class="rule">({escape(rule)})</span>'
