"""`tableside sessions`: list, show, export, resume or delete tables; players; a damaged journal."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.common import open_journal, open_shelf, tally_json
from companion.commands.output import (
    FINDINGS,
    FINE,
    add_json,
    file_errors,
    print_either,
    print_error,
    print_json,
    put,
    write_new,
)
from companion.commands.sharing import Form, add_as, form_of, shared
from companion.core.dice import kind_name
from companion.core.errors import CompanionError, FileProblemError, UsageError
from companion.core.game import setup_of
from companion.core.seats import TABLE
from companion.core.texts import later, tr, trn
from companion.journal.backups import back_up, backups, delete_from_backups
from companion.journal.reading import open_to_read
from companion.journal.rows import TableInfo
from companion.journal.store import FILE, Journal
from companion.record.header import Header, parse_header
from companion.record.shelf import Shelf
from companion.rolls.fairness import Counted, judge, tallies
from companion.session.export import export_text
from companion.session.people import Person, Unread, finished, people, person_lines
from companion.session.playtest import playtest_json, playtest_lines, playtests
from companion.session.rolled import rolled_dice
from companion.session.table import Table
from companion.system.home import home_folder

if TYPE_CHECKING:
    from companion.journal.rescue import Rescued
    from companion.journal.salvage import Salvaged

WORDS = (
    "list", "show", "export", "people", "playtest", "resume", "delete", "rescue", "backup", "restore",
)  # fmt: skip
OF_ONE = ("show", "export", "resume", "delete")
OF_ALL = ("people", "rescue", "backup")

_HARMFUL = re.compile(r"\.|(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|\Z)", re.IGNORECASE)
"""Names of hidden files, which shells and others read on their own, and of devices."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    about = tr(
        "default: list; people: wins, averages, head to head and dice of every player;"
        " playtest: what all tables tell of a game; rescue: replace a damaged journal by one"
        " with all that can be read of it; backup: copy the journal; restore: put the newest"
        " backup, or the one that ID names, in its place"
    )
    add("what", nargs="?", choices=WORDS, default="list", help=about)
    about = tr("a table, as `list` names it; of playtest: a game")
    add("table", nargs="?", metavar="ID", help=about)
    add("file", nargs="?", metavar="FILE", help=tr("where to export; default: print"))
    add_as(parser, Form)
    add("--no-pictures", action="store_true", help=tr("leave the pictures of dice out of a page"))
    add("--overwrite", action="store_true", help=tr("replace FILE when it exists"))
    add("--refusals", action="store_true", help=tr("show: what the rules refused at the table"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    if problem := _misuse(args):
        raise UsageError(problem)
    changing = {"resume": _resume, "delete": _delete, "rescue": _rescue, "backup": _back_up,
                "restore": _restore}  # fmt: skip
    if args.what in changing:
        return changing[args.what](args)
    reading = {"list": _list, "show": _show, "export": _export, "people": _people,
               "playtest": _playtest}  # fmt: skip
    with open_to_read(home_folder(args.home) / FILE) as journal:  # also where nothing can be written
        return reading[args.what](args, journal)


def _misuse(args: argparse.Namespace) -> str:
    """Return what is wrong with words that do not belong together; empty when nothing is."""
    what = args.what
    if what in OF_ONE and args.table is None:
        return tr("sessions {what} needs the ID of a table; `sessions list` shows them", what=what)
    if what != "export" and (args.file is not None or args.form is not None):
        return tr("sessions {what} writes no file; FILE and --as belong to export", what=what)
    if what != "show" and args.refusals:
        return tr("--refusals belongs to sessions show")
    if what in OF_ALL and args.table is not None:
        return tr("sessions {what} is about all tables; leave out the ID of one", what=what)
    return ""


# ---------------------------------------------------------------- tables


def _header(info: TableInfo) -> Header | None:
    """Return the header of a table; None for one of another version."""
    try:
        return parse_header(info.header.split("\n"), info.table_id)[0]
    except CompanionError:
        return None


def _list(args: argparse.Namespace, journal: Journal) -> int:
    tables = journal.tables()
    for info in tables:
        print_either(table_json(info), table_line(info), as_json=args.json)
    if not tables and not args.json:
        print(tr("no tables yet in {where}", where=journal.where))
    return FINE


def table_json(info: TableInfo) -> dict[str, object]:
    """Return a table as in docs/json.md."""
    header = _header(info)
    return {
        "type": "table", "table": info.table_id,
        "game": header.game if header else None, "depth": header.depth.value if header else None,
        "seats": list(header.seats) if header else [], "opened": info.opened,
        "changed": info.changed, "actions": info.actions, "over": info.over,
    }  # fmt: skip


def table_line(info: TableInfo) -> str:
    """Return a table as one line for people."""
    header, when = _header(info), info.changed[:16].replace("T", " ")
    seats = tr("a table that this program cannot read; it can be exported")
    if header is not None:
        seats = ", ".join(header.seats)
    return tr("{table_id}  {when} UTC  {actions:>4} actions  {seats}{ended}", table_id=info.table_id,
              when=when, actions=info.actions, seats=seats,
              ended="  (over)" if info.over else "")  # fmt: skip


def _show(args: argparse.Namespace, journal: Journal) -> int:
    if args.refusals:
        return _show_refusals(args, journal)
    table = Table.resume(open_shelf(args), journal, args.table)
    for line in table.history():
        mark = "-" if line.undone else " "
        text = f"{line.number:>4}{mark} {line.line:<40} {line.told}"
        value = {"type": "action", "table": args.table, **asdict(line)}
        print_either(value, text, as_json=args.json)
    if not args.json:
        for seat in setup_of(table.match.state).left:
            print(tr("{name} has left the table", name=table.seats[seat]))
        print(table.view().headline)
    return FINE


def _show_refusals(args: argparse.Namespace, journal: Journal) -> int:
    """Print what was tried and refused; it stands beside the log (X-16)."""
    journal.table(args.table)
    found = journal.refusals(args.table)
    for one in found:
        who, rules = one.who or TABLE, ", ".join(one.rules)
        text = f"{one.number:>4}  {one.at[:19]}  {who}: {one.what} ({rules})"
        value = {"type": "refusal", "table": args.table, "number": one.number, "at": one.at,
                 "who": one.who, "what": one.what, "rules": list(one.rules)}  # fmt: skip
        print_either(value, text, as_json=args.json)
    if not found and not args.json:
        print(tr("nothing was refused at this table"))
    return FINE


def _export(args: argparse.Namespace, journal: Journal) -> int:
    form = form_of(args.form, args.file)
    if form is Form.RECORD:
        _export_record(args, journal)
        sound, behind = journal.split(args.table)
        if not behind:
            return FINE
        print_error(tr("{table}: line {number} is damaged: it and what comes after are left out",
                       table=args.table, number=len(sound) + 1))  # fmt: skip
        return FINDINGS
    table = Table.resume(open_shelf(args), journal, args.table)
    readings = journal.readings(args.table)
    _write(args, shared(form, table, args.table, readings, pictures=not args.no_pictures))
    return FINE


def _write(args: argparse.Namespace, made: str | bytes) -> None:
    put(made, args.file, overwrite=args.overwrite)
    if args.file is not None:
        print(tr("{table} is written to {file}", table=args.table, file=args.file))


def _export_record(args: argparse.Namespace, journal: Journal) -> None:
    """Write a record, and beside a file the catalogue of people's own that it was played with."""
    _write(args, export_text(journal, args.table))
    info = journal.table(args.table)
    header = _header(info)
    if args.file is None or header is None or header.catalogue is None or info.catalogue is None:
        return
    try:
        shipped = open_shelf(args).shipped(header.game)
    except CompanionError:
        return  # of a game that is not here
    beside = Path(args.file).parent / header.catalogue.name
    if shipped is not None and shipped.ref.digest == info.catalogue:
        return
    if _HARMFUL.match(beside.name):  # a journal from elsewhere must not make a shell's own file
        print(tr("its catalogue is not written: {name!r} is not a safe name", name=beside.name))
    elif not beside.exists():
        write_new(beside, journal.catalogue(info.catalogue), overwrite=False)
        print(tr("its catalogue is written to {beside}", beside=beside))


def _delete(args: argparse.Namespace) -> int:
    with open_journal(args) as journal:
        journal.delete_table(args.table)
    delete_from_backups(home_folder(args.home) / FILE, args.table)
    print(tr("{table} is deleted", table=args.table))
    return FINE


def _resume(args: argparse.Namespace) -> int:
    from companion.commands.app import need_terminal

    with open_journal(args) as journal:
        journal.table(args.table)
    need_terminal()
    from companion.commands.hosting import LocalHost
    from companion.tui.app import TablesideApp, run_app

    host = LocalHost(home_folder(args.home))
    camera = host.camera_of(args.table)
    last = (camera, lambda: host.resume(args.table, seeing=False)) if camera else None
    run_app(TablesideApp(host, lambda: host.resume(args.table), last=last))
    return FINE


# ---------------------------------------------------------------- players


def _people(args: argparse.Namespace, journal: Journal) -> int:
    """Print what all finished tables together say of each player."""
    shelf = open_shelf(args)
    games, unread = finished(shelf, journal)
    found = people(games)
    dice = _dice_of(shelf, journal, found)
    titles = {game: shelf.game(game).title for person in found for game in person.games}
    for person in found:
        rolled = dice[person.name]
        lines = (*person_lines(person, titles), *map(_dice_line, rolled))
        print_either(_person_json(person, rolled), *lines, as_json=args.json)
    _print_unread(unread, as_json=args.json)
    if not found and not args.json:
        print(tr("no game has ended yet in {where}", where=journal.where))
    return FINE


def _print_unread(unread: Iterable[Unread], *, as_json: bool) -> None:
    for table, why in ((one.table_id, one.why) for one in unread):
        if as_json:
            print_json({"type": "unread", "table": table, "why": why})
        else:
            print_error(tr("{table_id} is left out: {why}", table_id=table, why=why))


def _playtest(args: argparse.Namespace, journal: Journal) -> int:
    """Print what all tables tell of every game, or of the one that is named."""
    shelf = open_shelf(args)
    if args.table is not None:
        shelf.game(args.table)
    found, unread = playtests(shelf, journal, args.table)
    for told in map(playtest_json, found):
        print_either(told, *playtest_lines(told), as_json=args.json)
    _print_unread(unread, as_json=args.json)
    if not found and not args.json:
        print(tr("no tables yet in {where}", where=journal.where))
    return FINE


def _dice_of(shelf: Shelf, journal: Journal, found: tuple[Person, ...]) -> dict[str, list[Counted]]:
    """Return every player's tallies over all tables, unfinished ones too."""
    names = {person.name.casefold(): person.name for person in found}
    rows = (
        replace(row, player=names[row.player.casefold()])
        for row in rolled_dice(journal, shelf)
        if row.player.casefold() in names
    )
    counted = tallies(rows).players
    return {name: [one for one in counted if one.who == name] for name in names.values()}


def _dice_line(one: Counted) -> str:
    rolls = trn("{count:,} roll", "{count:,} rolls", one.tally.n)
    return f"  {kind_name(one.tally.kind)}, {rolls}: {judge(one.tally).words}"


def _person_json(person: Person, dice: list[Counted]) -> dict[str, object]:
    games = {}
    for game, count in person.games.items():
        means = {column: round(mean, 3) for column, mean in person.averages[game].items()}
        games[game] = {"played": count, "won": person.wins[game], "averages": means}
    return {
        "type": "person", "name": person.name, "played": person.played, "won": person.won,
        "games": games, "against": {other: asdict(how) for other, how in person.against.items()},
        "dice": [tally_json(one.tally) for one in dice],
    }  # fmt: skip


# ---------------------------------------------------------------- backups, and a damaged journal


def _back_up(args: argparse.Namespace) -> int:
    path = home_folder(args.home) / FILE
    with file_errors(path):
        made = back_up(path)
    line = tr("the journal is backed up to {file}", file=made)
    print_either({"type": "backup", "file": str(made)}, line, as_json=args.json)
    return FINE


def _restore(args: argparse.Namespace) -> int:
    """Put a backup in the journal's place: the newest, or the one that is named."""
    from companion.journal.rescue import restore

    path = home_folder(args.home) / FILE
    there = {backup.stem: backup for backup in backups(path)}
    name = args.table or next(iter(there), "")
    if name not in there:
        known = ", ".join(there) or tr("none was made yet")
        raise UsageError(tr("there is no backup {name!r}; known: {known}", name=name, known=known))
    with file_errors(path):
        kept = restore(path, there[name])
    line = tr("{name} is restored; the journal as it was is kept in {folder}",
              name=name, folder=kept)  # fmt: skip
    value = {"type": "restored", "file": str(there[name]), "kept": str(kept)}
    print_either(value, line, as_json=args.json)
    return FINE


def _rescue(args: argparse.Namespace) -> int:
    """Rescue the journal and print how much was saved; 0 when nothing is known to be lost."""
    from companion.journal.rescue import damage, rescue

    path = home_folder(args.home) / FILE
    with file_errors(path):
        if not path.exists():
            raise FileProblemError(str(path), tr("there is no such file"))
        if not damage(path):
            if not args.json:
                print(tr("{path} is undamaged; there is nothing to rescue", path=path))
            return FINE
        shelf = open_shelf(args)
        shipped = filter(None, map(shelf.shipped, shelf.ids()))
        rescued = rescue(path, {cards.ref.digest: cards.text for cards in shipped})
    for table in rescued.tables:
        line = _rescued_line(table, rescued)
        print_either(_rescued_json(table, rescued), line, as_json=args.json)
    if not args.json:
        print(_rescue_summary(rescued))
    return FINE if rescued.complete else FINDINGS


def _rescued_line(table: Salvaged, rescued: Rescued) -> str:
    name, saved, behind = table.table_id, len(table.lines), len(table.behind)
    if table.header and not behind:
        return trn("{table}: {count} action", "{table}: {count} actions", saved, table=name)
    file = rescued.rest(table)
    if table.header:
        text = later("{table}: {saved} of {known} actions; {count} after the gap are in {file}")
        return tr(text, table=name, saved=saved, known=table.known, count=behind, file=file)
    text = later("{table}: its header is lost and it cannot be played on; {count} actions are in"
                 " {file}")  # fmt: skip
    return tr(text, table=name, count=saved + behind, file=file)


def _rescue_summary(rescued: Rescued) -> str:
    kept = tr("the journal as it was is kept in {folder}", folder=rescued.kept)
    if rescued.missing:
        lost = tr("what was entered last may be lost: {count} pages of the -wal are missing",
                  count=rescued.missing)  # fmt: skip
        return f"{lost}; {kept}"
    return f"{tr('nothing is known to be lost')}; {kept}" if rescued.complete else kept


def _rescued_json(table: Salvaged, rescued: Rescued) -> dict[str, object]:
    """Return what became of a table as in docs/json.md."""
    return {
        "type": "rescued", "table": table.table_id,
        "saved": len(table.lines) if table.header else 0, "known": table.known,
        "rest": str(rescued.rest(table)) if table.behind or not table.header else None,
        "missing_pages": rescued.missing, "kept": str(rescued.kept),
    }  # fmt: skip
