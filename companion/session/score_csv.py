"""A game as tables for a spreadsheet: the score sheet, the totals, the moves. Text out.

A name or a reason that a spreadsheet would take for a formula gets an apostrophe in front, which is
how people enter such a text there: a table from elsewhere must not compute anything. Nor does any
cell hold what would not show.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from companion.core.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.session.told import Told

_FORMULA: Final = (*"=+-@", *"\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}",
                   *"\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}")  # fmt: skip
"""How a formula begins; the wide ones do where the spreadsheet speaks Japanese or Chinese."""
_QUOTE: Final = "'"


def sheet_csv(told: Told) -> str:
    """Write the score sheet, a row an item, the player who is first on top.

    A player without any item has one row without score and points.
    """
    sheet, standing = told.score(), told.standing()
    rows: list[Sequence[object]] = []
    for place in standing.places:
        name = told.seats[place.seat]
        lines = [line for line in sheet.lines if line.seat == place.seat]
        rows += [
            (place.rank, name, line.column, line.points, line.why, line.rule) for line in lines
        ]
        if not lines:
            rows.append((place.rank, name, "", "", place.why, standing.rule))
    return _text(("rank", "player", "score", "points", "why", "rule"), rows)


def totals_csv(told: Told) -> str:
    """Write what every player's scores come to, a row a player, the first on top."""
    sheet, standing = told.score(), told.standing()
    columns = list(dict.fromkeys(line.column for line in sheet.lines))
    rows = [
        (
            place.rank,
            told.seats[place.seat],
            *(sheet.total(place.seat, column) for column in columns),
            place.why,
        )
        for place in standing.places
    ]
    return _text(("rank", "player", *columns, "why"), rows)


def moves_csv(told: Told) -> str:
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
        for line in told.history()
    ]
    head = ("number", "at", "told", "line", "undone", "source", "confidence", "notes")
    return _text(head, rows)


def _text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([_cells(head), *map(_cells, rows)])
    return out.getvalue()


def _cells(row: Sequence[object]) -> list[object]:
    return [_cell(str(cell)) if isinstance(cell, str) else cell for cell in row]


def _cell(text: str) -> str:
    text = printable(text)
    return _QUOTE + text if text.lstrip().startswith(_FORMULA) else text
