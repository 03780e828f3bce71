"""`tableside score RECORD`: the score sheet and the standing, also in the middle of a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.check import FINDINGS, FINE, finding_line
from companion.commands.common import add_json, open_shelf
from companion.commands.printing import print_error, print_json
from companion.core.errors import CompanionError
from companion.record.replay import replay

if TYPE_CHECKING:
    import argparse

    from companion.core.log import Match
    from companion.core.score import ScoreSheet


@dataclass(frozen=True, slots=True)
class Sums:
    """One seat's score lines by column, in the sheet's own order."""

    seat: str
    columns: tuple[tuple[str, int], ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("record", metavar="RECORD", help="the record to score")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Score a record as far as it goes."""
    record, match = open_shelf(args).read_record(Path(args.record))
    found = replay(record, match)
    for remark in found.remarks:
        if remark.against:
            print_error(CompanionError(finding_line(args.record, remark)))
    if found.unchecked:
        print_error(
            CompanionError(f"{args.record}: {found.unchecked} actions after that are not scored")
        )
    if args.json:
        print_json(as_json(args.record, found.match))
    else:
        print_score(found.match)
    return FINE if found.sound else FINDINGS


def as_json(name: str, match: Match[Any]) -> dict[str, object]:
    """Return score and standing as in docs/json.md."""
    sheet, standing = match.game.score(match.state), match.game.standing(match.state)
    seats = match.setup.seats
    return {
        "file": name,
        "game": match.game.id,
        "depth": match.setup.depth.value,
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
        "totals": {sums.seat: dict(sums.columns) for sums in _sums(sheet, seats)},
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


def print_score(match: Match[Any]) -> None:
    """Print score sheet and standing for people."""
    sheet, standing = match.game.score(match.state), match.game.standing(match.state)
    seats = match.setup.seats
    width = max((len(line.column) for line in sheet.lines), default=0)
    print(f"{match.game.title} · {match.game.view(match.state, None).headline}")
    for sums in _sums(sheet, seats):
        print(f"\n{sums.seat}: " + ", ".join(f"{column} {total}" for column, total in sums.columns))
        for line in sheet.lines:
            if seats[line.seat] == sums.seat:
                print(f"  {line.column:<{width}} {line.points:>+4}  {line.why} ({line.rule})")
    print(f"\n{'Final standing' if standing.final else 'Standing now'} ({standing.rule})")
    for place in standing.places:
        print(f"  {place.rank}. {seats[place.seat]}: {place.why}")
    if standing.explanation:
        print(f"  {standing.explanation}")


def _sums(sheet: ScoreSheet, seats: tuple[str, ...]) -> list[Sums]:
    found = []
    for seat in dict.fromkeys(line.seat for line in sheet.lines):
        columns = dict.fromkeys(line.column for line in sheet.lines if line.seat == seat)
        totals = tuple((column, sheet.total(seat, column)) for column in columns)
        found.append(Sums(seats[seat], totals))
    return found
