"""`tableside sessions`: list, show, export, resume or delete tables, and what people have played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import sessions_people, sessions_rescue
from companion.commands.common import add_json, open_journal, open_shelf
from companion.commands.printing import print_json
from companion.commands.sharing import Form, add_as, form_of, shared
from companion.commands.writing import put, write_new
from companion.core.errors import CompanionError, UsageError
from companion.core.texts import tr
from companion.journal.looking import looked_at
from companion.journal.store import FILE
from companion.record.header import parse_header
from companion.session.export import export_text
from companion.session.game_json import line_json
from companion.session.table import Table
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse

    from companion.journal.rows import TableInfo
    from companion.journal.store import Journal

WHAT = ("list", "show", "export", "people", "resume", "delete", "rescue")
OF_ALL = ("list", "people", "rescue")
"""What is about all tables, so that none is named."""

_HARMFUL = re.compile(r"\.|(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|\Z)", re.IGNORECASE)
"""Names of files that are hidden, which shells and others read on their own, and of devices."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=WHAT,
        default="list",
        help=tr(
            "default: list; people: wins, averages, head to head and dice of every player; rescue:"
            " make a damaged journal anew of all that can be read of it"
        ),
    )
    parser.add_argument("table", nargs="?", metavar="ID", help=tr("a table, as `list` names it"))
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help=tr("where to export; default: print")
    )
    add_as(parser, Form)
    parser.add_argument(
        "--no-pictures", action="store_true", help=tr("leave the pictures of dice out of a page")
    )
    parser.add_argument("--overwrite", action="store_true", help=tr("replace FILE when it exists"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    if args.what not in OF_ALL and args.table is None:
        raise UsageError(
            tr(
                "sessions {what} needs the ID of a table; `sessions list` shows them",
                what=args.what,
            )
        )
    if args.file is not None and args.what != "export":
        raise UsageError(
            tr(
                "sessions {what} writes no file; {file!r} is too much",
                what=args.what,
                file=args.file,
            )
        )
    if args.form is not None and args.what != "export":
        raise UsageError(
            tr("sessions {what} writes no file; --as belongs to export", what=args.what)
        )
    if args.what in ("people", "rescue") and args.table is not None:
        raise UsageError(
            tr(
                "sessions {what} is about all tables; {table!r} is too much",
                what=args.what,
                table=args.table,
            )
        )
    if args.what == "resume":
        return _resume(args)
    if args.what == "rescue":
        return sessions_rescue.run(args)
    return _with_journal(args)


def _with_journal(args: argparse.Namespace) -> int:
    """Do what needs the journal open; all but deleting works where nothing can be written."""
    if args.what == "delete":
        with open_journal(args) as journal:
            journal.delete_table(args.table)
        print(tr("{table} is deleted", table=args.table))
        return 0
    with looked_at(home_folder(args.home) / FILE) as journal:
        match args.what:
            case "show":
                _show(args, journal)
            case "export":
                _export(args, journal)
            case "people":
                return sessions_people.run(args, journal)
            case _:
                _list(args, journal)
    return 0


def _list(args: argparse.Namespace, journal: Journal) -> None:
    tables = journal.tables()
    for info in tables:
        if args.json:
            print_json(table_json(info))
        else:
            print(table_line(info))
    if not tables and not args.json:
        print(tr("no tables yet in {where}", where=journal.where))


def table_json(info: TableInfo) -> dict[str, object]:
    """Return a table as in docs/json.md."""
    try:
        header, _ = parse_header(info.header.split("\n"), info.table_id)
    except CompanionError:
        header = None
    return {
        "type": "table",
        "table": info.table_id,
        "game": header.game if header else None,
        "depth": header.depth.value if header else None,
        "seats": list(header.seats) if header else [],
        "opened": info.opened,
        "changed": info.changed,
        "actions": info.actions,
        "over": info.over,
    }


def table_line(info: TableInfo) -> str:
    """Return a table as one line for people."""
    try:
        header, _ = parse_header(info.header.split("\n"), info.table_id)
        seats = ", ".join(header.seats)
    except CompanionError:
        seats = tr("a table that this program cannot read; it can be exported")
    when = info.changed[:16].replace("T", " ")
    ended = "  (over)" if info.over else ""
    return tr(
        "{table_id}  {when} UTC  {actions:>4} actions  {seats}{ended}",
        table_id=info.table_id,
        when=when,
        actions=info.actions,
        seats=seats,
        ended=ended,
    )


def _show(args: argparse.Namespace, journal: Journal) -> None:
    table = Table.resume(open_shelf(args), journal, args.table)
    for line in table.history():
        if args.json:
            print_json({"type": "action", "table": args.table, **line_json(line)})
        else:
            mark = "-" if line.undone else " "
            print(f"{line.number:>4}{mark} {line.line:<40} {line.told}")
    if not args.json:
        print(table.view().headline)


def _export(args: argparse.Namespace, journal: Journal) -> None:
    form = form_of(args.form, args.file)
    if form is Form.RECORD:
        _export_record(args, journal)
        return
    table = Table.resume(open_shelf(args), journal, args.table)
    readings = journal.readings(args.table)
    made = shared(form, table, args.table, readings, pictures=not args.no_pictures)
    put(made, args.file, overwrite=args.overwrite)
    if args.file is not None:
        print(tr("{table} is written to {file}", table=args.table, file=args.file))


def _export_record(args: argparse.Namespace, journal: Journal) -> None:
    put(export_text(journal, args.table), args.file, overwrite=args.overwrite)
    if args.file is None:
        return
    print(tr("{table} is written to {file}", table=args.table, file=args.file))
    info = journal.table(args.table)
    try:
        header, _ = parse_header(info.header.split("\n"), args.table)
        shipped = open_shelf(args).shipped(header.game)
    except CompanionError:
        return  # of another version, or of a game that is not here: the lines are out, as they were
    known = shipped is not None and shipped.ref.digest == info.catalogue
    if info.catalogue is not None and header.catalogue is not None and not known:
        beside = Path(args.file).parent / header.catalogue.name
        if _HARMFUL.match(beside.name):  # a journal from elsewhere must not make a shell's own file
            print(tr("its catalogue is not written: {name!r} is no name for it", name=beside.name))
        elif not beside.exists():
            write_new(beside, journal.catalogue(info.catalogue), overwrite=False)
            print(tr("its catalogue is written to {beside}", beside=beside))


def _resume(args: argparse.Namespace) -> int:
    with open_journal(args) as journal:
        journal.table(args.table)
    from companion.commands.app import need_terminal

    need_terminal()
    from companion.commands.hosting import House
    from companion.tui.app import run_app

    house = House(home_folder(args.home))
    run_app(house, lambda: house.resume(args.table))
    return 0
