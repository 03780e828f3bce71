"""A damaged journal is replaced by a new one with all that can be read of it; the old one is kept."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from calibration.files import make_folder, sync_folder, write_synced
from companion.core.texts import later, tr
from companion.journal.backups import backups
from companion.journal.beside import (
    MOST_COPIED,
    PAGE,
    Harm,
    Tail,
    check_parts,
    copied,
    index_of,
    missing_tail,
    rescued_of,
    wal_of,
)
from companion.journal.errors import JournalError
from companion.journal.rows import KeptReading, Line
from companion.journal.salvage import Salvage, Salvaged, salvage
from companion.journal.schema import (
    INSERT_ACTION,
    INSERT_READING,
    INSERT_TABLE,
    NUMBERED,
    action_values,
    check_readable,
    prepare,
    reading_values,
    table_values,
)
from companion.journal.store import Journal

KEPT: Final = "damaged-{number}"  # Folder beside the journal that the damaged one is kept in

_LOCKS: Final = (0x40000002, 510)
"""Where SQLite holds a lock on the file for as long as a program has it open: start and length."""


@dataclass(frozen=True, slots=True)
class Rescued:
    """What became of a journal."""

    # all that were found, by id; those without a header are not in the new journal
    tables: tuple[Salvaged, ...]
    kept: Path  # the folder with the damaged journal, and with the lines that could not be used
    missing: int  # pages of the -wal that are not there

    @property
    def complete(self) -> bool:
        """Whether nothing is known to be lost."""
        return not self.missing and all(table.whole for table in self.tables)

    def rest(self, table: Salvaged) -> Path:
        """Return the file with the lines of a table that the new journal could not take."""
        return _rest(self.kept, table.table_id)


def damage(path: Path) -> str:
    """Say what is wrong with a journal in a word or two; empty when it is whole.

    It is looked at in a copy: SQLite may write to what it opens.

    Raises:
        JournalError: it is another program's, or of a newer format: there is nothing to rescue.
        OSError: it cannot be read.
    """
    check_parts(path, MOST_COPIED)
    if rescued_of(path).exists():
        return tr("its rescue was cut short")
    if path.stat().st_size < PAGE and backups(path):
        return tr("it is empty")
    tail = missing_tail(path)
    if tail.harm is not Harm.NONE:
        return tr("{name} is not complete", name=tail.path.name)
    with TemporaryDirectory(prefix="tableside-", ignore_cleanup_errors=True) as folder:
        copy = copied(path, Path(folder))
        try:
            with closing(sqlite3.connect(copy, isolation_level=None)) as base:
                check_readable(base, str(path))
        except (sqlite3.Error, UnicodeError) as error:  # a damaged schema is quoted as it is
            return str(error)
        with Journal(copy, read_only=True) as journal:
            journal.where = str(path)
            return journal.fault()


def go_on(path: Path, table_id: str, number: int) -> Path:
    """Let a table end after a line; return the file in which the lines after it are kept.

    Raises:
        JournalError: the journal cannot be written.
        OSError: the disk refuses; the table stands as it was.
    """
    with Journal(path) as journal:
        sound, behind = journal.split(table_id, number)
        kept = _kept(path, _free_number(path))
        make_folder(kept)
        _write_rest(kept, table_id, (*sound, *behind))
        sync_folder(kept)
        journal.cut(table_id, number)
    return _rest(kept, table_id)


def restore(path: Path, backup: Path) -> Path:
    """Put a backup in the place of a journal; return the folder in which that one is kept.

    Raises:
        JournalError: another program has the journal open, or the backup is damaged.
        OSError: the disk refuses; the journal stands as it was.
    """
    _refuse_in_use(path)
    with Journal(backup, read_only=True) as journal:
        wrong = journal.fault()
    if wrong:
        raise JournalError(tr("{backup}: it is damaged: {wrong}", backup=backup, wrong=wrong))
    kept = _keep(path)
    _replace(path, lambda made: shutil.copyfile(backup, made))
    return kept


def rescue(path: Path, catalogues: Mapping[str, str]) -> Rescued:
    """Replace a damaged journal by one with everything that can be read of it.

    Args:
        path: of the journal.
        catalogues: texts by digest that are at hand, for tables whose own is lost.

    Raises:
        JournalError: another program has it open, or nothing of it can be read; it stands as it
            was.
        OSError: the disk refuses; it stands as it was.
    """
    _refuse_in_use(path)
    if rescued_of(path).exists():
        return _finished(path)
    missing = _missed(missing_tail(path))
    found = salvage(path)
    if not found.tables:
        text = later("{where}: nothing in this file can be read as a journal; it is left alone")
        raise JournalError(tr(text, where=path))
    tables = tuple(found.tables.values())
    kept = _keep(path)
    for table in tables:
        rest = table.behind if table.header else (*table.lines, *table.behind)
        _write_rest(kept, table.table_id, rest)
    sync_folder(kept)
    _replace(path, lambda made: _build(made, found, catalogues))
    return Rescued(tables, kept, missing)


def _finished(path: Path) -> Rescued:
    """Finish a rescue that was cut short when all but the moving was done."""
    kept = _kept(path, _free_number(path) - 1)
    tail = missing_tail(kept / path.name)
    found = salvage(kept / path.name)
    _put_in_place(path)
    return Rescued(tuple(found.tables.values()), kept, _missed(tail))


def _missed(tail: Tail) -> int:
    return 0 if tail.harm is Harm.BROKEN else tail.frames


def _replace(path: Path, make: Callable[[Path], object]) -> None:
    """Make a new journal beside the old one, and put it in its place once it is on the disk."""
    with TemporaryDirectory(dir=path.parent, prefix=".rescue-") as folder:
        made = Path(folder) / path.name
        make(made)
        with made.open("rb") as file:
            os.fsync(file.fileno())
        made.replace(rescued_of(path))
        sync_folder(path.parent)
    _put_in_place(path)


def _put_in_place(path: Path) -> None:
    # The old -wal first: SQLite would write it into whatever file stands there.
    index_of(path).unlink(missing_ok=True)
    wal_of(path).unlink(missing_ok=True)
    sync_folder(path.parent)
    rescued_of(path).replace(path)
    sync_folder(path.parent)


def _refuse_in_use(path: Path) -> None:
    """Refuse a journal that another program has open."""
    try:
        import fcntl
    except ImportError:
        return  # Windows refuses to replace a file that is open
    with suppress(FileNotFoundError), path.open("r+b") as file:
        start, length = _LOCKS
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
        except BlockingIOError:
            text = later("{where}: another program has it open; close it and try again")
            raise JournalError(tr(text, where=path)) from None


def _free_number(path: Path) -> int:
    return next(number for number in count(1) if not _kept(path, number).exists())


def _kept(path: Path, number: int) -> Path:
    return path.parent / KEPT.format(number=number)


def _rest(kept: Path, table_id: str) -> Path:
    name = "".join(one if one.isalnum() or one in "-_" else "_" for one in table_id)
    return kept / f"{name}.txt"


def _keep(path: Path) -> Path:
    """Keep a journal as it is; return the folder that it is kept in."""
    kept = _kept(path, _free_number(path))
    make_folder(kept)
    for one in (path, wal_of(path), index_of(path)):
        if one.exists():
            write_synced(kept / one.name, one.read_bytes())
    sync_folder(kept)
    return kept


def _write_rest(kept: Path, table_id: str, lines: Sequence[Line]) -> None:
    """Write down the lines that cannot be played."""
    if lines:
        text = "".join(f"{line.version}  {line.text}\n" for line in lines)
        write_synced(_rest(kept, table_id), text.encode("utf-8", "backslashreplace"))


def _build(made: Path, found: Salvage, catalogues: Mapping[str, str]) -> None:
    tables = [table for table in found.tables.values() if table.header]
    wanted = {table.catalogue for table in tables}
    texts = {**found.catalogues, **catalogues}
    with closing(sqlite3.connect(made, isolation_level=None)) as base:
        prepare(base, str(made))
        base.execute("BEGIN IMMEDIATE")
        base.executemany(
            "INSERT INTO catalogues (digest, text) VALUES (?, ?)",
            [(digest, text) for digest, text in texts.items() if digest in wanted],
        )
        rolls: set[str] = set()
        for table in tables:
            _insert(base, table, rolls)
        base.execute("COMMIT")


def _insert(base: sqlite3.Connection, table: Salvaged, rolls: set[str]) -> None:
    values = table_values(table.table_id, table.header, table.opened, table.catalogue)
    base.execute(INSERT_TABLE, values)
    if table.over and table.whole:
        base.execute("UPDATE tables SET over = 1 WHERE table_id = ?", (table.table_id,))
    mark = values[-1]
    known = set()
    for one in table.readings:
        if one.kind == NUMBERED and one.key in rolls:
            continue  # at another table already
        rolls.add(one.key)
        known.add(one.key)
        base.execute(INSERT_READING, reading_values(table.table_id, one))
    for line in table.lines:
        source, key = line.provenance.source, line.provenance.reading
        if key is not None and key not in known:
            # A reading that is lost is entered by its key alone, so that its roll counts only once.
            known.add(key)
            lost = KeptReading(key, source, source, 0, "", 0.0, at=line.at)
            base.execute(INSERT_READING, reading_values(table.table_id, lost))
        action = action_values(table.table_id, line, mark)
        base.execute(INSERT_ACTION, action)
        mark = action[-1]
