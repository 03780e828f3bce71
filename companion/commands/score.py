"""`tableside score RECORD`: the score sheet and the standing, also in the middle of a game."""

import argparse
from pathlib import Path
from typing import Any

from companion.commands.check import finding_line
from companion.commands.common import open_shelf
from companion.commands.output import FINDINGS, FINE, add_json, print_error, print_json, put
from companion.commands.sharing import Form, add_as, form_of, shared
from companion.core.errors import UsageError
from companion.core.log import Match
from companion.core.texts import of, tr
from companion.record.replay import replay
from companion.session.export import score_json, totals
from companion.session.history import play_through


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    add("record", metavar="RECORD", help=tr("the record to score"))
    add_as(parser, (form for form in Form if form is not Form.RECORD))
    add("-o", "--output", metavar="FILE", help=tr("write it there; default: print"))
    add("--overwrite", action="store_true", help=tr("replace FILE when it exists"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Score a record as far as it goes."""
    form = _form(args)
    record, match = open_shelf(args).read_record(Path(args.record))
    found = replay(record, match)
    for remark in found.remarks:
        if remark.against:
            print_error(finding_line(args.record, remark))
    if found.unchecked:
        print_error(tr("{record}: {count} actions after that are not scored", record=args.record,
                       count=found.unchecked))  # fmt: skip
    if form is not None:
        put(shared(form, play_through(record, match, found)), args.output, overwrite=args.overwrite)
        if args.output is not None:
            print(tr("{record} is written to {output}", record=args.record, output=args.output))
    elif args.json:
        print_json({"file": args.record, **score_json(found.match)})
    else:
        print_score(found.match)
    return FINE if found.sound else FINDINGS


def _form(args: argparse.Namespace) -> Form | None:
    """Return the form to write; None when the sheet is only to be printed."""
    if args.form is None and args.output is None:
        return None
    form = form_of(args.form, args.output)
    if form is Form.RECORD:
        known = ", ".join(one for one in Form if one is not Form.RECORD)
        raise UsageError(tr("{output}: as what? add --as {known}", output=args.output, known=known))
    return form


def print_score(match: Match[Any]) -> None:
    """Print score sheet and standing for people."""
    sheet, standing = match.game.score(match.state), match.game.standing(match.state)
    seats = match.seats
    width = max((len(tr(line.column)) for line in sheet.lines), default=0)
    view = match.game.view(match.state)
    print(f"{match.game.title} · {view.headline}")
    for name, columns in totals(sheet, seats):
        print(f"\n{name}: " + ", ".join(f"{tr(column)} {total}" for column, total in columns))
        for line in sheet.lines:
            if seats[line.seat] == name:
                print(f"  {tr(line.column):<{width}} {line.points:>+4}  {line.why} ({line.rule})")
    said = tr("Final standing") if standing.final else tr("Standing now")
    said = tr("Called off: the standing then") if view.called_off else said
    print(f"\n{said} ({standing.rule})")
    for place in standing.places:
        print(of(f"  {place.rank}. {seats[place.seat]}", place.why))
    if standing.explanation:
        print(f"  {standing.explanation}")
