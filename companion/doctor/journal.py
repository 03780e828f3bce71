"""The journal: whether it is whole, of which format, and whether every table can be carried on.

All of it is done on a copy: opening a SQLite file, even only to read, may leave files beside it, and
nothing may change by being looked at.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.doctor.holders import holders
from companion.doctor.result import Level, Result
from companion.journal.beside import missing_tail, wal_of
from companion.journal.schema import APPLICATION, FORMAT
from companion.journal.store import FILE, Journal
from companion.record.header import parse_header
from companion.record.shelf import Shelf
from companion.session.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.doctor.case import Case
    from companion.doctor.holders import Holders
    from companion.journal.rows import TableInfo

LIMIT_S: Final = 120.0
_OF_THE_FILE_S: Final = 40.0
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_MOST_SAID: Final = 5
_WHOLE: Final = "ok"


@dataclass(frozen=True, slots=True)
class TableState:
    """How one table of the journal does.

    Attributes:
        table: its id.
        game: its game; empty where the header cannot be read.
        actions: how many it has.
        over: whether its game has ended.
        problem: why it cannot be carried on; empty when it can.
    """

    table: str
    game: str
    actions: int
    over: bool
    problem: str = ""


def check(case: Case) -> Iterator[Result]:
    """Look at the journal: who has it open, whether the file is whole, whether every table folds."""
    path = case.home / FILE
    if not path.exists():
        yield Result(
            "journal",
            Level.OK,
            tr("no journal yet; the first table begins one"),
            data={"exists": False},
        )
        yield _told_tables([])
        return
    held = holders(path, case.edges.proc)
    yield _told_open(held)
    try:
        with copied_journal(path, held) as copied:
            yield from _look(case, path, copied)
    except (OSError, sqlite3.Error) as error:
        yield _not_read(path, error)


def _not_read(path: Path, error: OSError | sqlite3.Error) -> Result:
    """Say why no copy could be made."""
    why = getattr(error, "strerror", None) or str(error)
    data = {"error": type(error).__name__}
    if getattr(error, "errno", None) in _NO_ROOM:
        said = tr("there is no room to look at the journal: {why}", why=why)
        todo = tr("make room in {folder}, where a copy of it is made", folder=gettempdir())
        return Result("journal", Level.WARNING, said, todo, data)
    said = tr("the journal cannot be read: {why}", why=why)
    todo = tr(
        "give yourself the right to read {file}; when the disk fails, copy the folder elsewhere now",
        file=path,
    )
    return Result("journal", Level.PROBLEM, said, todo, data)


def _told_open(held: Holders) -> Result:
    name = "journal-open"
    data = {"known": held.known, "process": held.process or None, "program": held.name or None}
    if not held.known:
        return Result(
            name,
            Level.NOTE,
            tr("whether another program has the journal open cannot be told here"),
            data=data,
        )
    if not held.process:
        return Result(name, Level.OK, tr("no other program has the journal open"), data=data)
    said = tr("another program has the journal open: {name} (process {process})",
              name=held.name or "?", process=held.process)  # fmt: skip
    return Result(
        name, Level.NOTE, said, tr("fine for looking on; play a table in one of them only"), data
    )


# ---------------------------------------------------------------- the copy


@contextmanager
def copied_journal(path: Path, held: Holders) -> Iterator[Path]:
    """Give a copy of a journal as it is just now, in a folder of its own that is gone afterwards."""
    with TemporaryDirectory(prefix="tableside-doctor-", ignore_cleanup_errors=True) as folder:
        copied = Path(folder) / FILE
        beside = wal_of(path)
        if held.process or (not held.known and beside.exists()):
            # Somebody may be writing: only SQLite knows what belongs together. What it needs
            # beside the file is there already.
            _backed_up(path, copied)
        else:
            shutil.copyfile(path, copied)
            if beside.exists():
                shutil.copyfile(beside, wal_of(copied))
        yield copied


def _backed_up(path: Path, copied: Path) -> None:
    name = f"{path.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(name, uri=True, timeout=2.0)) as base,
        closing(sqlite3.connect(copied)) as target,
    ):
        base.backup(target)


# ---------------------------------------------------------------- the file


def _look(case: Case, path: Path, copied: Path) -> Iterator[Result]:
    result = _file(path, copied)
    yield result
    if not result.data.get("readable"):
        return
    yield from _tables(case, copied)


def _file(path: Path, copied: Path) -> Result:
    """Judge the file as SQLite sees it."""
    data: dict[str, Any] = {"exists": True, "size": path.stat().st_size, "readable": False}
    try:
        with closing(sqlite3.connect(copied, isolation_level=None)) as base:
            data["format"] = int(base.execute("PRAGMA user_version").fetchone()[0])
            ours = base.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
            if not ours:
                return _strange(base, path, data)
            if data["format"] > FORMAT:
                said = tr("written by a newer Tableside (format {found}, this one knows {known})",
                          found=data["format"], known=FORMAT)  # fmt: skip
                return Result(
                    "journal", Level.PROBLEM, said, tr("bring this Tableside up to date"), data
                )
            damage = _damage(base)
    except (sqlite3.Error, UnicodeError) as error:  # a damaged schema is quoted as it is
        return _damaged(path, (str(error),), data)
    data["readable"] = True
    tail = missing_tail(path)
    if tail.frames:
        damage = (
            *damage,
            tr("{count} pages of {file} are missing", count=tail.frames, file=tail.path),
        )
    if damage:
        return _damaged(path, damage, data)
    said = tr(
        "whole: {size} kB, format {format}",
        size=max(1, data["size"] // 1000),
        format=data["format"],
    )
    if data["format"] < FORMAT:
        todo = tr("nothing: the next table brings it to format {known}", known=FORMAT)
        return Result("journal", Level.NOTE, said, todo, data)
    return Result("journal", Level.OK, said, "", data)


def _strange(base: sqlite3.Connection, path: Path, data: dict[str, Any]) -> Result:
    if base.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0] == 0:
        return Result(
            "journal", Level.OK, tr("the journal is empty; no table was opened yet"), data=data
        )
    todo = tr("move {file} away: it is another program's", file=path)
    return Result("journal", Level.PROBLEM, tr("the file is no journal"), todo, data, (str(path),))


def _damage(base: sqlite3.Connection) -> tuple[str, ...]:
    """Return what SQLite finds broken, at most some lines of it; empty for a file that is whole."""
    end = monotonic() + _OF_THE_FILE_S
    base.set_progress_handler(lambda: int(monotonic() > end), 10_000)
    try:
        rows = base.execute(f"PRAGMA integrity_check({_MOST_SAID})").fetchall()
        orphans = base.execute("PRAGMA foreign_key_check").fetchmany(_MOST_SAID)
    except sqlite3.OperationalError as error:
        if "interrupted" in str(error):
            return ()  # a journal so large is looked at table by table below
        raise
    finally:
        base.set_progress_handler(None, 0)
    found = [str(row[0]) for row in rows if row[0] != _WHOLE]
    found += [f"{row[0]}: row {row[1]} belongs to nothing" for row in orphans]
    return tuple(found)


def _damaged(path: Path, damage: tuple[str, ...], data: dict[str, Any]) -> Result:
    """Say what is broken: SQLite names pages, tables and rows, and nothing of what stands in them."""
    why = " ".join(damage[0].split())
    todo = tr(
        "close Tableside, then save all that can be read: tableside sessions rescue"
        " (the journal as it was is kept; better copy {folder} elsewhere first)",
        folder=path.parent,
    )
    return Result(
        "journal", Level.PROBLEM, tr("the journal is damaged: {why}", why=why), todo,
        {**data, "damage": list(damage)},
    )  # fmt: skip


# ---------------------------------------------------------------- the tables


def _tables(case: Case, copied: Path) -> Iterator[Result]:
    try:
        with Journal(copied, read_only=True) as journal:
            infos = journal.tables()
            states = []
            for info in infos:
                if case.given_up.is_set():
                    return
                states.append(_state(journal, info))
    except CompanionError as error:
        why = str(error).removeprefix(f"{copied}: ")
        yield Result(
            "tables", Level.PROBLEM, tr("the tables cannot be listed: {why}", why=why),
            tr("as said of the journal"), {"error": type(error).__name__}, (why,),
        )  # fmt: skip
        return
    yield _told_tables(states)


def _state(journal: Journal, info: TableInfo) -> TableState:
    """Carry on a table as resuming would, and compute who is ahead."""
    game = ""
    try:
        header, _ = parse_header(info.header.split("\n"), info.table_id)
        game = header.game
        lines = journal.lines(info.table_id)
        if [line.version for line in lines] != list(range(1, len(lines) + 1)):
            return TableState(info.table_id, game, len(lines), info.over, tr("actions are missing"))
        table = Table.resume(Shelf(), journal, info.table_id)
        table.score()
        table.standing()
        table.view()
    except Exception as error:  # noqa: BLE001 - a fault of the rules is a finding here as well
        known = isinstance(error, CompanionError)
        why = str(error) if known else f"{type(error).__name__}: {error}"
        return TableState(
            info.table_id, game, info.actions, info.over, " ".join(why.split()) or "?"
        )
    return TableState(info.table_id, game, info.actions, info.over)


def _told_tables(states: list[TableState]) -> Result:
    broken = [one for one in states if one.problem]
    actions = sum(one.actions for one in states)
    rows = [
        {"table": one.table, "game": one.game or None, "actions": one.actions, "over": one.over,
         "problem": one.problem or None}
        for one in states
    ]  # fmt: skip
    data = {"tables": len(states), "actions": actions, "broken": len(broken), "list": rows}
    if not states:
        return Result("tables", Level.OK, tr("no tables yet"), "", data)
    if not broken:
        said = tr("{tables} tables with {actions} actions, all of them can be carried on",
                  tables=len(states), actions=actions)  # fmt: skip
        return Result("tables", Level.OK, said, "", data)
    first = broken[0]
    said = tr("{broken} of {tables} tables cannot be carried on; {table}: {why}",
              broken=len(broken), tables=len(states), table=first.table, why=first.problem)  # fmt: skip
    todo = tr(
        "save its lines with `tableside sessions export {table} FILE` and report them",
        table=first.table,
    )
    return Result("tables", Level.PROBLEM, said, todo, data, tuple(one.problem for one in broken))
