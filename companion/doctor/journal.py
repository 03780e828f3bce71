"""The journal: who has it open, whether it is undamaged, and whether every table can be resumed.

All of it is done on a copy: opening a SQLite file, even only to read, may leave files beside it, and
the doctor changes nothing.
"""

import errno
import os
import sqlite3
import struct
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Final, NamedTuple

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.doctor.case import Case, Data, Result, note, ok, problem, warning, why_of
from companion.journal.beside import (
    MOST_COPIED,
    check_parts,
    copied,
    index_of,
    missing_tail,
    wal_of,
)
from companion.journal.errors import JournalError
from companion.journal.rows import TableInfo
from companion.journal.schema import FORMAT, check_readable
from companion.journal.store import FILE, Journal
from companion.record.header import parse_header
from companion.record.shelf import Shelf
from companion.session.table import Table

_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})

# SQLite's own: every program that has a journal open in WAL mode holds a shared lock on this byte
# of the -shm file (UNIX_SHM_DMS in os_unix.c), and on these of the journal itself while it reads.
_SHM_BYTE: Final = 128
_PENDING: Final = 0x4000_0000
_RANGE: Final = 512

_LAYOUTS: Final = {
    "linux": ("@hhqqi", "type whence start length process"),
    "darwin": ("@qqihh", "start length process type whence"),
}
"""Of `struct flock`, by system: its format and its fields."""


def check(case: Case) -> Iterator[Result]:
    """Look who has the journal open, whether the file is undamaged, whether every table folds."""
    path = case.home / FILE
    if not path.exists():
        text = tr("no journal yet; the first table begins one")
        yield ok("journal", text, {"exists": False})
        yield _tables_result([])
        return
    try:
        check_parts(path, MOST_COPIED)
        held = holders(path, case.edges.proc)
        yield _open_result(held)
        with copied_journal(path, held) as copied:
            result = _file(path, copied)
            yield result
            if result.data.get("readable"):
                yield from _tables(case, copied)
    except (OSError, sqlite3.Error) as error:
        yield _not_copied(path, error)


def _not_copied(path: Path, error: OSError | sqlite3.Error) -> Result:
    """Report why no copy could be made."""
    why = getattr(error, "strerror", None) or str(error)
    data: Data = {"error": type(error).__name__}
    if getattr(error, "errno", None) in _NO_ROOM:
        text = tr("there is no room to look at the journal: {why}", why=why)
        todo = tr("make room in {folder}, where a copy of it is made", folder=gettempdir())
        return warning("journal", text, todo, data)
    text = tr("the journal cannot be read: {why}", why=why)
    todo = tr("give yourself the right to read {file}; if the disk fails, copy the folder elsewhere"
              " now", file=path)  # fmt: skip
    return problem("journal", text, todo, data)


# ---------------------------------------------------------------- who has it open


class Holders(NamedTuple):
    """Who has a journal open."""

    known: bool  # whether this system tells
    process: int = 0  # number of one such process; 0 for none
    name: str = ""  # of that process; empty where it is unknown


def holders(journal: Path, proc: Path) -> Holders:
    """Ask the system who holds locks on a journal; `proc` is the folder of processes, on Linux."""
    layout = _LAYOUTS.get(sys.platform)
    if layout is None or struct.calcsize("P") < 8:  # noqa: PLR2004 - the layouts are of 64 bits
        return Holders(known=False)
    for path, start, length in ((index_of(journal), _SHM_BYTE, 1), (journal, _PENDING, _RANGE)):
        if process := _locked_by(path, start, length, layout):
            name = ""
            with suppress(OSError):
                name = (proc / str(process) / "comm").read_text("utf-8", "replace").strip()
            return Holders(known=True, process=process, name=name)
    return Holders(known=True)


def _locked_by(path: Path, start: int, length: int, layout: tuple[str, str]) -> int:
    """Return a process that holds a lock on part of a file, else 0; takes no lock."""
    import fcntl

    form, order = layout
    asked = {"type": fcntl.F_WRLCK, "start": start, "length": length}
    question = struct.pack(form, *(asked.get(name, 0) for name in order.split()))
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would wait for a writer
    except OSError:
        return 0
    try:
        answer = struct.unpack(form, fcntl.fcntl(handle, fcntl.F_GETLK, question))
    except OSError:
        return 0
    finally:
        os.close(handle)
    locked = dict(zip(order.split(), answer, strict=True))
    return 0 if locked["type"] == fcntl.F_UNLCK else int(locked["process"])


def _open_result(held: Holders) -> Result:
    name = "journal-open"
    process, program = held.process or None, held.name or None
    data: Data = {"known": held.known, "process": process, "program": program}
    if not held.known:
        text = tr("this system does not tell whether another program has it open")
        return note(name, text, "", data)
    if not held.process:
        return ok(name, tr("no other program has the journal open"), data)
    text = tr("another program has the journal open: {name} (process {process})",
              name=held.name or "?", process=held.process)  # fmt: skip
    return note(name, text, tr("fine for watching; play a table in one of them only"), data)


# ---------------------------------------------------------------- the copy


@contextmanager
def copied_journal(path: Path, held: Holders) -> Iterator[Path]:
    """Give a copy of a journal as it is now, in a folder of its own that is removed afterwards."""
    check_parts(path, MOST_COPIED)
    with TemporaryDirectory(prefix="tableside-doctor-", ignore_cleanup_errors=True) as folder:
        if held.process or (not held.known and wal_of(path).exists()):
            # Another program may be writing: only SQLite knows what belongs together. The files
            # it needs beside the journal exist already.
            name = f"{path.absolute().as_uri()}?mode=ro"
            with (
                closing(sqlite3.connect(name, uri=True, timeout=2.0)) as base,
                closing(sqlite3.connect(Path(folder) / path.name)) as target,
            ):
                base.backup(target)
        else:
            copied(path, Path(folder))
        yield Path(folder) / path.name


# ---------------------------------------------------------------- the file


def _file(path: Path, copied: Path) -> Result:
    """Judge the file as SQLite and its own checksums see it."""
    data: Data = {"exists": True, "size": path.stat().st_size, "readable": False}
    try:
        with closing(sqlite3.connect(copied, isolation_level=None)) as base:
            if not base.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]:
                return ok("journal", tr("the journal is empty; no table was opened yet"), data)
            data["format"] = check_readable(base, str(path))
        with Journal(copied, read_only=True) as journal:
            fault = journal.fault()
    except JournalError as error:  # another program's, or of a newer one
        why, _, todo = str(error).removeprefix(f"{path}: ").partition("; ")
        usual = tr("move {file} away: it belongs to another program", file=path)
        return problem("journal", why, todo or usual, data, str(path))
    except (sqlite3.Error, UnicodeError) as error:  # a damaged schema is quoted as it is
        return _damaged(path, [str(error)], data)
    data["readable"] = True
    damage, tail = [fault] if fault else [], missing_tail(path)
    if tail.frames:
        damage.append(tr("{count} pages of {file} are missing", count=tail.frames, file=tail.path))
    if damage:
        return _damaged(path, damage, data)
    size = max(1, data["size"] // 1000)
    text = tr("undamaged: {size} kB, format {format}", size=size, format=data["format"])
    if data["format"] < FORMAT:
        todo = tr("nothing: the next table updates it to format {known}", known=FORMAT)
        return note("journal", text, todo, data)
    return ok("journal", text, data)


def _damaged(path: Path, damage: list[str], data: Data) -> Result:
    """Report what is broken: SQLite names pages, tables and rows, and nothing of their content."""
    text = tr("the journal is damaged: {why}", why=" ".join(damage[0].split()))
    todo = tr("close Tableside, then save all that can be read: tableside sessions rescue"
              " (the journal as it was is kept; better copy {folder} elsewhere first)",
              folder=path.parent)  # fmt: skip
    return problem("journal", text, todo, {**data, "damage": damage})


# ---------------------------------------------------------------- the tables


def _tables(case: Case, copied: Path) -> Iterator[Result]:
    rows: list[Data] = []
    try:
        with Journal(copied, read_only=True) as journal:
            for info in journal.tables():
                if case.given_up.is_set():
                    return
                rows.append(_state(journal, info))
    except CompanionError as error:
        why = str(error).removeprefix(f"{copied}: ")
        text = tr("the tables cannot be listed: {why}", why=why)
        todo = tr("see what is said about the journal")
        yield problem("tables", text, todo, {"error": type(error).__name__}, why)
        return
    yield _tables_result(rows)


def _state(journal: Journal, info: TableInfo) -> Data:
    """Resume a table and compute who is ahead; `problem` says why that is impossible, if it is."""
    row: Data = {"table": info.table_id, "game": None, "actions": info.actions, "over": info.over}
    try:
        header, _ = parse_header(info.header.split("\n"), info.table_id)
        row["game"] = header.game or None
        table = Table.resume(Shelf(), journal, info.table_id)
        table.score()
        table.standing()
        table.view()
    except Exception as error:  # noqa: BLE001 - a fault of the rules is a result here as well
        return {**row, "problem": why_of(error, CompanionError)}
    return {**row, "problem": None}


def _tables_result(rows: list[Data]) -> Result:
    broken = [row for row in rows if row["problem"]]
    actions = sum(row["actions"] for row in rows)
    data: Data = {"tables": len(rows), "actions": actions, "broken": len(broken), "list": rows}
    if not rows:
        return ok("tables", tr("no tables yet"), data)
    if not broken:
        text = tr("{tables} tables with {actions} actions, all of them can be resumed",
                  tables=len(rows), actions=actions)  # fmt: skip
        return ok("tables", text, data)
    first = broken[0]
    text = tr("{broken} of {tables} tables cannot be resumed; {table}: {why}", broken=len(broken),
              tables=len(rows), table=first["table"], why=first["problem"])  # fmt: skip
    todo = tr("save its lines with `tableside sessions export {table} FILE`; `tableside sessions rescue`"
              " looks for a damaged line in the backups, and `tableside sessions resume {table}` offers"
              " to go on from the line before it", table=first["table"])  # fmt: skip
    return problem("tables", text, todo, data, *(row["problem"] for row in broken))
