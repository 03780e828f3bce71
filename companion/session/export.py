"""A game as text for elsewhere: a record, one JSON object (docs/json.md), tables for a spreadsheet.

A name or a reason that a spreadsheet would take for a formula gets an apostrophe in front, which is
how people enter such a text there: a table from elsewhere must not compute anything. Nor does any
cell hold what would not show.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.core.game import setup_of
from companion.core.log import Match
from companion.core.printable import printable
from companion.core.score import ScoreSheet
from companion.journal.rows import MANUAL, KeptReading, Line, Provenance
from companion.journal.store import Journal
from companion.record.header import Header
from companion.session.highlights import highlights
from companion.session.history import HistoryLine
from companion.session.luck import Luck, luck
from companion.session.playthrough import Playthrough

TYPE: Final = "game"

_FORMULA: Final = (*"=+-@", *"\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}",
                   *"\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}")  # fmt: skip
"""How a formula begins; the wide ones do where the spreadsheet speaks Japanese or Chinese."""
_QUOTE: Final = "'"


def export_text(journal: Journal, table_id: str) -> str:
    """Return the record of a table; its lines stand as they were journalled.

    No line is parsed, so a table that this program cannot resume can still be exported.

    Raises:
        JournalError: there is no such table.
    """
    info = journal.table(table_id)
    lines = [f"{_with_source(line)}\n" for line in journal.lines(table_id)]
    return info.header + "".join(lines)


def _with_source(line: Line) -> str:
    comment = source_comment(line.provenance)
    return f"{line.text}  ; {comment}" if comment else line.text


def source_comment(provenance: Provenance) -> str:
    """Return what a record says behind `;` about where a line came from; empty for people."""
    source, confidence = provenance.source, provenance.confidence
    if source == MANUAL.source:
        return ""
    return source if confidence is None else f"{source} {confidence:.3f}"


# ---------------------------------------------------------------- JSON


def game_json(
    play: Playthrough, table_id: str | None = None, readings: Iterable[KeptReading] = ()
) -> dict[str, Any]:
    """Return a whole game; pictures are left out.

    Args:
        play: the game.
        table_id: its name in the journal, or None for a record.
        readings: what the sources read at that table.
    """
    score = score_json(play.match)
    return {
        "type": TYPE,
        "table": table_id,
        "title": play.match.game.title,
        **_header(play.header),
        **{key: value for key, value in score.items() if key not in {"game", "depth"}},
        "highlights": [
            {"sort": one.sort.value, "number": one.number, "text": one.text}
            for one in highlights(play.match)
        ],
        "luck": [_luck(one, play.seats[one.seat]) for one in luck(play.match)],
        "history": [line_json(line) for line in play.history()],
        "readings": [_reading(one) for one in readings],
    }


def _header(header: Header) -> dict[str, Any]:
    cards = header.catalogue
    return {
        "game": header.game,
        "depth": header.depth.value,
        "seats": list(header.seats),
        "switches": dict(header.switches),
        "catalogue": None if cards is None else {"name": cards.name, "sha256": cards.digest},
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
        "lines": [
            {
                "seat": seats[line.seat],
                "column": line.column,
                "points": line.points,
                "rule": line.rule,
                "why": line.why,
            }
            for line in sheet.lines
        ],
        "totals": {name: dict(columns) for name, columns in totals(sheet, seats)},
        "standing": {
            "final": standing.final,
            "rule": standing.rule,
            "explanation": standing.explanation,
            "places": [
                {
                    "rank": place.rank,
                    "seat": seats[place.seat],
                    "why": place.why,
                    "left": place.seat in left,
                }
                for place in standing.places
            ],
            "winners": [seats[seat] for seat in standing.winners],
        },
    }


def totals(
    sheet: ScoreSheet, seats: tuple[str, ...]
) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Add up the lines of each seat that has any, by column, in the sheet's own order."""
    found = []
    for seat in dict.fromkeys(line.seat for line in sheet.lines):
        columns = dict.fromkeys(line.column for line in sheet.lines if line.seat == seat)
        sums = tuple((str(column), sheet.total(seat, column)) for column in columns)
        found.append((seats[seat], sums))
    return tuple(found)


def line_json(line: HistoryLine) -> dict[str, Any]:
    """Return one move."""
    return {
        "number": line.number,
        "at": line.at,
        "line": line.line,
        "told": line.told,
        "undone": line.undone,
        "notes": list(line.notes),
        "source": line.source,
        "confidence": line.confidence,
    }


def _luck(one: Luck, name: str) -> dict[str, Any]:
    return {
        "seat": name,
        "kind": one.kind,
        "dice": one.dice,
        "came": one.came,
        "expected": round(one.expected, 3),
        "chance": one.chance,
        "words": one.words(name),
    }


def _reading(one: KeptReading) -> dict[str, Any]:
    return {
        "key": one.key,
        "source": one.source,
        "kind": one.kind,
        "throw": one.throw,
        "dice": one.dice,
        "ids": one.ids,
        "confidence": one.confidence,
        "at": one.at,
        "number": one.version,
    }


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
        rows += [
            (place.rank, name, line.column, line.points, line.why, line.rule) for line in lines
        ]
        if not lines:
            rows.append((place.rank, name, "", "", place.why, standing.rule))
    return _csv_text(("rank", "player", "score", "points", "why", "rule"), rows)


def totals_csv(play: Playthrough) -> str:
    """Write what every player's scores come to, a row a player, the first on top."""
    sheet, standing = play.score(), play.standing()
    columns = list(dict.fromkeys(line.column for line in sheet.lines))
    rows = [
        (
            place.rank,
            play.seats[place.seat],
            *(sheet.total(place.seat, column) for column in columns),
            place.why,
        )
        for place in standing.places
    ]
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
    writer.writerows([_cells(head), *map(_cells, rows)])
    return out.getvalue()


def _cells(row: Sequence[object]) -> list[object]:
    return [_cell(str(cell)) if isinstance(cell, str) else cell for cell in row]


def _cell(text: str) -> str:
    text = printable(text)
    return _QUOTE + text if text.lstrip().startswith(_FORMULA) else text
