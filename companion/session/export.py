"""A game as text for elsewhere: a record, one JSON object (docs/json.md), a link, tables for a spreadsheet.

A name or a reason that a spreadsheet would take for a formula gets an apostrophe in front, which is
how people enter such a text there: a table from elsewhere must not compute anything. Nor does any
cell hold what would not show.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from companion.core.game import setup_of
from companion.core.log import Match
from companion.core.printable import printable
from companion.core.score import ScoreSheet
from companion.journal.rows import MANUAL, KeptReading, Provenance
from companion.journal.store import Journal
from companion.session.highlights import deciding, highlights
from companion.session.history import Playthrough
from companion.session.luck import Luck, luck

_FORMULA: Final = (*"=+-@", *"\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}",
                   *"\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}")  # fmt: skip
"""How a formula begins; the wide ones do where the spreadsheet speaks Japanese or Chinese."""


def export_text(journal: Journal, table_id: str) -> str:
    """Return the record of a table; its lines stand as they were journalled.

    No line is parsed, so a table that this program cannot resume can still be exported.

    Raises:
        JournalError: there is no such table.
    """
    info = journal.table(table_id)
    lines = [info.header]
    for line in journal.lines(table_id):
        comment = source_comment(line.provenance)
        lines.append(f"{line.text}  ; {comment}\n" if comment else f"{line.text}\n")
    return "".join(lines)


def source_comment(provenance: Provenance) -> str:
    """Return what a record says behind `;` about where a line came from; empty for people."""
    source, confidence = provenance.source, provenance.confidence
    if source == MANUAL.source:
        return ""
    return source if confidence is None else f"{source} {confidence:.3f}"


# ---------------------------------------------------------------- JSON


def game_json(play: Playthrough, table_id: str | None = None, readings: Iterable[KeptReading] = ()) -> dict[str, Any]:
    """Return a whole game with what was read at its table; None for a record. No pictures."""
    header, cards, score = play.header, play.header.catalogue, score_json(play.match)
    return {
        "type": "game",
        "table": table_id,
        "title": play.match.game.title,
        "game": header.game,
        "depth": header.depth.value,
        "seats": list(header.seats),
        "switches": dict(header.switches),
        "catalogue": None if cards is None else {"name": cards.name, "sha256": cards.digest},
        **{key: value for key, value in score.items() if key not in {"game", "depth"}},
        "highlights": [asdict(one) for one in highlights(play.match)],
        "luck": [_luck(one, play.seats[one.seat]) for one in luck(play.match)],
        "history": [asdict(line) for line in play.history()],
        "readings": [_reading(one) for one in readings],
    }


def score_json(match: Match[Any]) -> dict[str, Any]:
    """Return score and standing."""
    sheet, standing = match.game.score(match.state), match.game.standing(match.state)
    seats, view, left = match.seats, match.game.view(match.state), setup_of(match.state).left
    return {
        "game": match.game.id,
        "depth": match.setup.depth.value,
        "depth_now": match.depth.value,
        "seats": list(seats),
        "actions": len(match.log),
        "headline": view.headline,
        "called_off": view.called_off,
        "lines": [asdict(line) | {"seat": seats[line.seat]} for line in sheet.lines],
        "totals": {name: dict(columns) for name, columns in totals(sheet, seats)},
        "standing": {
            "final": standing.final,
            "rule": standing.rule,
            "explanation": standing.explanation,
            "places": [
                {"rank": one.rank, "seat": seats[one.seat], "why": one.why, "left": one.seat in left}
                for one in standing.places
            ],
            "winners": [seats[seat] for seat in standing.winners],
        },
    }


def totals(sheet: ScoreSheet, seats: tuple[str, ...]) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Add up the lines of each seat that has any, by column, in the sheet's own order."""
    found = []
    for seat in dict.fromkeys(line.seat for line in sheet.lines):
        columns = dict.fromkeys(line.column for line in sheet.lines if line.seat == seat)
        sums = tuple((str(column), sheet.total(seat, column)) for column in columns)
        found.append((seats[seat], sums))
    return tuple(found)


def _luck(one: Luck, name: str) -> dict[str, Any]:
    expected = round(one.expected, 3)
    return asdict(one) | {"seat": name, "expected": expected, "words": one.words(name)}


def _reading(one: KeptReading) -> dict[str, Any]:
    public = ("key", "source", "kind", "throw", "dice", "ids", "confidence", "at")
    return {name: getattr(one, name) for name in public} | {"number": one.version}


def bg_stats(play: Playthrough) -> str:
    """Return the link that adds a game to BG Stats, as its page "push plays to BG Stats" describes it.

    What is not known is left out: a record has no date, and only a score that decides is one. The date
    is that of the end, in UTC. `startPlayer` always stands there: the app for Android is said to need it.
    """
    match, standing, sheet, rows = play.match, play.standing(), play.score(), play.history().rows
    begun, ended = (rows[0].at, rows[match.now.number - 1].at) if rows else ("", "")
    turns = ((step.seats, match.game.view(step.state).turn) for step in match.steps())
    starter = next((names[seat] for names, seat in turns if seat is not None), "")
    title, column, players = match.game.title, next(iter(deciding(match)), ""), []
    for place in sorted(standing.places, key=lambda one: one.seat):
        name, points = play.seats[place.seat], sheet.total(place.seat, column)
        players.append({
            "name": name, "sourcePlayerId": _uuid(f"tableside player {name}"), "startPlayer": name == starter,
            "winner": place.seat in standing.winners, "rank": place.rank, **({"score": points} if column else {}),
        })  # fmt: skip
    table = f"{begun or [row.line for row in rows]} {' '.join(play.header.seats)}"
    data = {
        "sourceName": "Tableside", "sourcePlayId": _uuid(f"tableside {title} {table}"),
        "playDate": f"{ended[:10]} {ended[11:19]}".strip(), "durationMin": _minutes(begun, ended),
        "comments": standing.explanation, "players": players,
        "game": {"name": title, "sourceGameId": _uuid(f"tableside {title}"), "highestWins": True,
                 "noPoints": not column},
    }  # fmt: skip
    text = json.dumps({key: value for key, value in data.items() if value}, separators=(",", ":"))
    return f"https://app.bgstatsapp.com/createPlay.html?data={quote(text, safe='')}"


def _uuid(name: str) -> str:
    """Return the same id for the same thing, so that a play pushed twice is one."""
    return str(uuid5(NAMESPACE_URL, name))


def _minutes(begun: str, ended: str) -> int:
    with suppress(ValueError, TypeError):
        taken = datetime.fromisoformat(ended) - datetime.fromisoformat(begun)
        return max(0, round(taken.total_seconds() / 60))
    return 0


# ---------------------------------------------------------------- CSV


def sheet_csv(play: Playthrough) -> str:
    """Write the score sheet, a row an item, the player who is first on top.

    A player without any item has one row without score and points.
    """
    sheet, standing = play.score(), play.standing()
    rows: list[Sequence[object]] = []
    for place in standing.places:
        name = play.seats[place.seat]
        lines = [line for line in sheet.lines if line.seat == place.seat]
        rows += [(place.rank, name, line.column, line.points, line.why, line.rule) for line in lines]
        if not lines:
            rows.append((place.rank, name, "", "", place.why, standing.rule))
    return _csv_text(("rank", "player", "score", "points", "why", "rule"), rows)


def totals_csv(play: Playthrough) -> str:
    """Write what every player's scores come to, a row a player, the first on top."""
    sheet, standing = play.score(), play.standing()
    columns = list(dict.fromkeys(line.column for line in sheet.lines))
    rows = []
    for place in standing.places:
        sums = (sheet.total(place.seat, column) for column in columns)
        rows.append((place.rank, play.seats[place.seat], *sums, place.why))
    return _csv_text(("rank", "player", *columns, "why"), rows)


def moves_csv(play: Playthrough) -> str:
    """Write the history, a row a move; undone ones are marked with `yes`."""
    rows = [
        (
            line.number,
            line.at,
            line.told,
            line.line,
            "yes" if line.undone else "no",
            line.source,
            "" if line.confidence is None else line.confidence,
            " / ".join(line.notes),
        )
        for line in play.history()
    ]
    head = ("number", "at", "told", "line", "undone", "source", "confidence", "notes")
    return _csv_text(head, rows)


def _csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (head, *rows):
        writer.writerow(_cell(cell) if isinstance(cell, str) else cell for cell in row)
    return out.getvalue()


def _cell(text: str) -> str:
    text = printable(str(text))
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
