"""A game as one JSON object (docs/json.md): who sat there, the score, every move, every reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.session.highlights import highlights
from companion.session.luck import luck

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.log import Match
    from companion.core.score import ScoreSheet
    from companion.journal.rows import KeptReading
    from companion.record.header import Header
    from companion.session.history import HistoryLine
    from companion.session.luck import Luck
    from companion.session.told import Told

TYPE: Final = "game"


def game_json(
    told: Told, table_id: str | None = None, readings: Iterable[KeptReading] = ()
) -> dict[str, Any]:
    """Return a whole game; pictures are left out.

    Args:
        told: the game.
        table_id: its name in the journal, or None for a record.
        readings: what the sources read at that table.
    """
    score = score_json(told.match)
    return {
        "type": TYPE,
        "table": table_id,
        "title": told.match.game.title,
        **_header(told.header),
        **{key: value for key, value in score.items() if key not in {"game", "depth", "seats"}},
        "highlights": [
            {"sort": one.sort.value, "number": one.number, "text": one.text}
            for one in highlights(told.match)
        ],
        "luck": [_luck(one, told.seats[one.seat]) for one in luck(told.match)],
        "history": [line_json(line) for line in told.history()],
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
    seats = match.setup.seats
    return {
        "game": match.game.id,
        "depth": match.setup.depth.value,
        "depth_now": match.depth.value,
        "seats": list(seats),
        "actions": len(match.log),
        "headline": match.game.view(match.state, None).headline,
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
                {"rank": place.rank, "seat": seats[place.seat], "why": place.why}
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
