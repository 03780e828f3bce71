"""The journal: one SQLite file that survives a crash.

Append-only. One transaction an action, written to the disk before the screen shows it. The primary
key (table, version) makes a lost race an error; a unique key for readings makes it impossible to
enter the same roll twice. Lines are stored unparsed, each with a checksum that is chained to the one
before it: a table ends before the first line whose checksum is wrong.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

from companion.core.texts import later, tr
from companion.journal.connection import DAMAGED, Connection, say
from companion.journal.errors import JournalError, KnownReadingError, MovedOnError
from companion.journal.rows import KeptReading, Line, Provenance, Refusal, TableInfo
from companion.journal.schema import (
    CHAINED,
    DELETE_REFUSALS,
    FORMAT,
    INSERT_ACTION,
    INSERT_READING,
    INSERT_REFUSAL,
    INSERT_TABLE,
    LAST_ACTION,
    NUMBERED,
    OF_LINES,
    OF_REFUSALS,
    OF_TABLES,
    SELECT_READINGS,
    SELECT_REFUSALS,
    SELECT_TABLES,
    TEXT,
    Kinds,
    action_values,
    check_readable,
    fits,
    link,
    prepare,
    reading_values,
    table_values,
)

FILE: Final = "journal.sqlite3"  # Name of the journal within the home folder

OLD_STATES: Final = "states.sqlite3"

MAX_EVIDENCE: Final = 512 * 1024
MOST_REFUSALS: Final = 1000  # So many are kept of one table, the latest

_COMMITS: Final = 100  # After so many, the -wal is moved into the file


def utc_now() -> str:
    """Return the time, UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal:
    """A journal of tables. Use it from one thread.

    Args:
        path: of the file; it and its folder are made when missing. None keeps it in memory.
        now: tells the time, UTC, ISO 8601.
        read_only: look on while another program writes: the file must be there, is never made,
            brought up to date or written to, and may be of an older format.

    Raises:
        JournalError: it cannot be opened, is damaged, or was written by a newer program.
    """

    def __init__(self, path: Path | None, now: Callable[[], str] = utc_now, *, read_only: bool = False) -> None:
        self.where = tr("the journal in memory") if path is None else str(path)
        self._now = now
        self._commits = 0
        try:
            self._file = Connection(path, read_only=read_only)
        except (OSError, sqlite3.Error) as error:
            why = getattr(error, "strerror", None) or error
            raise self._wrong(later("{where}: cannot open the journal: {error}"), error=why) from error
        self._base = self._file.base
        try:
            with self._one_line():
                self._file.distrust()
                found = (check_readable if read_only else prepare)(self._base, self.where)
        except JournalError:
            self.close()
            raise
        self._chained = found >= CHAINED  # an older file is only read
        self._has_refusals = found == FORMAT
        if path is not None and not read_only:
            with suppress(OSError):  # a cache of earlier versions, which nothing reads any more
                path.with_name(OLD_STATES).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; twice is harmless."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def stamp(self) -> int:
        """Return a number that differs whenever another program has committed something."""
        with self._one_line():
            return int(self._base.execute("PRAGMA data_version").fetchone()[0])

    def fault(self) -> str:
        """Say what is damaged in one line; empty when nothing is. Reads everything."""
        try:
            with self._one_line():
                found = self._base.execute("PRAGMA integrity_check(1)").fetchone()[0]
                lost = self._base.execute("PRAGMA foreign_key_check").fetchone()
            if lost is not None:
                return tr("a row of {name} has no table", name=lost[0])
            if found != "ok":
                return str(found)
            for info in self.tables():
                sound, behind = self.split(self.table(info.table_id).table_id)
                if info.catalogue is not None:
                    self.catalogue(info.catalogue)
                if behind:
                    return tr("{table_id}: line {number} is damaged", table_id=info.table_id,
                              number=len(sound) + 1)  # fmt: skip
        except JournalError as error:
            return str(error).removeprefix(f"{self.where}: ")
        return ""

    def copy(self, path: Path) -> None:
        """Copy the journal to a new file as it is now; nobody waits for it. On the disk afterwards."""
        with self._one_line(), closing(sqlite3.connect(path)) as target:
            self._base.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, with none beside it

    # -- tables -----------------------------------------------------------------------------------

    def open_table(self, game: str, header: str, catalogue: tuple[str, str] | None = None) -> str:
        """Begin a table and return its id.

        Args:
            game: id of the game, the beginning of the table's id.
            header: text of the record's header.
            catalogue: digest and text of its cards, kept so that the table can always be resumed.
        """
        now = self._now()
        with self._transaction():
            if catalogue is not None:
                self._base.execute("INSERT OR IGNORE INTO catalogues (digest, text) VALUES (?, ?)", catalogue)
            stem = f"{game}-{now[:10].replace('-', '')}"
            table_id = self._free_id(stem)
            digest = catalogue[0] if catalogue else None
            self._base.execute(INSERT_TABLE, table_values(table_id, header, now, digest))
        return table_id

    def tables(self) -> tuple[TableInfo, ...]:
        """Return every table, the one changed last first."""
        infos = sorted(self._infos(), key=lambda info: (info.changed, info.table_id), reverse=True)
        return tuple(infos)

    def table(self, table_id: str) -> TableInfo:
        """Return one table.

        Raises:
            JournalError: there is none of that id, or its header is damaged.
        """
        found = self._infos(" WHERE t.table_id = ?", table_id)
        if not found:
            raise self._wrong(later("{where}: there is no table {table_id}"), table_id=table_id)
        info = found[0]
        fields = info.table_id, info.header, info.opened, info.catalogue
        if self._chained and self._mark(table_id, 0) != link(b"", fields):
            text = later(
                "{where}: the header of table {table_id} is damaged; `tableside sessions rescue`"
                " looks for it in the backups"
            )
            raise self._wrong(text, table_id=table_id)
        return info

    def catalogue(self, digest: str) -> str:
        """Return the text of a table's catalogue by its digest; raises `JournalError`."""
        with self._one_line():
            query = "SELECT text FROM catalogues WHERE digest = ?"
            row = self._base.execute(query, (digest,)).fetchone()
        if row is None:
            raise self._wrong(later("{where}: the catalogue {digest} is missing"), digest=digest)
        if not fits(digest, row[0]):
            raise JournalError(f"{self.where}: {tr(DAMAGED)}")
        return str(row[0])

    def delete_table(self, table_id: str) -> None:
        """Remove a table with its lines and readings; raises `JournalError` when there is none."""
        with self._transaction():
            if self._mark(table_id, 0) is None:
                self.table(table_id)
            for name in ("refusals", "actions", "readings", "tables"):
                self._base.execute(f"DELETE FROM {name} WHERE table_id = ?", (table_id,))  # noqa: S608 - the names stand in the line above

    # -- lines ------------------------------------------------------------------------------------

    def append(
        self,
        table_id: str,
        version: int,
        lines: Sequence[tuple[str, Provenance]],
        *,
        over: bool = False,
    ) -> str:
        """Commit actions, all or none. When this returns, they are on the disk.

        Args:
            table_id: of the table.
            version: number of the first of them.
            lines: text and provenance of each.
            over: whether the game has ended with them.

        Returns:
            When they were committed, UTC, ISO 8601.

        Raises:
            KnownReadingError: one of them uses a reading that was used before.
            JournalError: another program wrote to this table, or the disk refuses; nothing was
                written.
        """
        now = self._now()
        with self._transaction():
            mark = self._expect_version(table_id, version)
            for number, (text, provenance) in enumerate(lines, start=version):
                self._refuse_used(table_id, provenance.reading)
                values = action_values(table_id, Line(number, text, now, provenance), mark)
                self._base.execute(INSERT_ACTION, values)
                mark = values[-1]
            ended = "UPDATE tables SET over = ? WHERE table_id = ? AND over <> ?"
            self._base.execute(ended, (over, table_id, over))
        return now

    def lines(self, table_id: str, after: int = 0) -> tuple[Line, ...]:
        """Return a table's sound lines in order, from the one after the number `after`."""
        return self.split(table_id, after)[0]

    def split(self, table_id: str, after: int = 0) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        """Return a table's lines after a number: the sound ones, and those from the first damaged one.

        What follows a damaged line may be as it was entered, but not what it was an answer to.
        """
        chain = "chain" if self._chained else "NULL"
        with self._one_line():
            self._base.execute("BEGIN")  # so that all of it is of one moment
            mark = self._mark(table_id, after)
            last = self._base.execute(LAST_ACTION, (table_id,)).fetchone()[0]
            rows = self._base.execute(
                f"SELECT version, line, at, source, confidence, reading, {chain} FROM actions"  # noqa: S608 - one of the two words above
                " WHERE table_id = ? AND version > ? ORDER BY version",
                (table_id, after),
            ).fetchall()
            self._base.execute("COMMIT")
        if (rows[-1][0] if rows else min(after, last)) != last:
            raise JournalError(f"{self.where}: {tr(DAMAGED)}")  # an index leads to some rows only
        if not self._chained:
            self._refuse_odd(rows, OF_LINES)
        sound = 0
        for number, (*fields, found) in enumerate(rows, start=after + 1):
            mark = link(mark or b"", fields) if self._chained else None
            if fields[0] != number or found != mark:
                break
            sound += 1
        lines = tuple(Line(row[0], str(row[1]), row[2], Provenance(*row[3:6])) for row in rows)
        return lines[:sound], lines[sound:]

    def cut(self, table_id: str, number: int) -> None:
        """Remove the lines of a table after a number; their readings stay."""
        with self._transaction():
            where = "WHERE table_id = ?"
            self._base.execute(f"DELETE FROM actions {where} AND version > ?", (table_id, number))  # noqa: S608 - as above
            self._base.execute(f"UPDATE tables SET over = 0 {where}", (table_id,))  # noqa: S608 - as above

    # -- beside the lines -------------------------------------------------------------------------

    def keep_refusal(self, table_id: str, refusal: Refusal) -> None:
        """Keep what was refused at a table; of too many the oldest go. Raises `JournalError`."""
        words = refusal.who, refusal.what, " ".join(refusal.rules), self._now()
        with self._transaction():
            self._base.execute(INSERT_REFUSAL, (table_id, refusal.number, *words, table_id))
            self._base.execute(DELETE_REFUSALS, (table_id, table_id, MOST_REFUSALS))

    def refusals(self, table_id: str) -> tuple[Refusal, ...]:
        """Return what was refused at a table, the oldest first; none of an older file."""
        if not self._has_refusals:
            return ()
        return tuple(
            Refusal(number, who, what, tuple(rules.split()), at)
            for number, who, what, rules, at in self._rows(SELECT_REFUSALS, (table_id,), OF_REFUSALS)
        )

    # -- readings ---------------------------------------------------------------------------------

    def keep_reading(self, table_id: str, reading: KeptReading) -> bool:
        """Commit a settled reading, asked for or not.

        Returns:
            Whether it is new; False when this key was heard before and not used yet, as after a
            crash between reading and roll.

        Raises:
            KnownReadingError: an action uses it already, or it is a numbered roll of a tray that
                was entered at another table.
            JournalError: the disk refuses; nothing was written.
        """
        if reading.evidence is not None and len(reading.evidence) > MAX_EVIDENCE:
            reading = replace(reading, evidence=None)
        with self._transaction():
            self._expect_table(table_id)
            self._refuse_used(table_id, reading.key)
            if reading.kind == NUMBERED:
                self._refuse_elsewhere(table_id, reading.key)
            row = self._base.execute(LAST_ACTION, (table_id,)).fetchone()
            kept = replace(reading, at=self._now(), last_action=row[0])
            done = self._base.execute(INSERT_READING, reading_values(table_id, kept))
        return done.rowcount == 1

    def readings(self, table_id: str) -> tuple[KeptReading, ...]:
        """Return every sound reading of a table in the order they came, used or not."""
        return self._readings(table_id, " ORDER BY r.rowid", ())

    def last_reading(self, table_id: str) -> KeptReading | None:
        """Return a table's last reading when nothing was declared after it, else None.

        Which came first the log says, not the clock: clocks are put back.
        """
        where = f" AND r.last_action = ({LAST_ACTION}) AND a.version IS NULL"
        found = self._readings(table_id, f"{where} ORDER BY r.rowid DESC LIMIT 1", (table_id,))
        return found[0] if found else None

    def _readings(self, table_id: str, more: str, values: tuple[object, ...]) -> tuple[KeptReading, ...]:
        columns = "r.last_action, r.chain" if self._chained else "-1, NULL"
        query = f"{SELECT_READINGS.format(columns=columns)} WHERE r.table_id = ?{more}"
        with self._one_line():
            rows = self._base.execute(query, (table_id, *values)).fetchall()
        return tuple(
            one
            for one, mark in ((KeptReading(*row), mark) for *row, mark in rows)
            if not self._chained or reading_values(table_id, one)[-1] == mark
        )

    def keys(self, kind: str) -> tuple[str, ...]:
        """Return the keys of every reading that a sort of device gave, over all tables."""
        query = "SELECT key FROM readings WHERE kind = ? ORDER BY rowid"
        return tuple(row[0] for row in self._rows(query, (kind,), (TEXT,)))

    def _infos(self, more: str = "", *values: str) -> list[TableInfo]:
        rows = self._rows(SELECT_TABLES + more, values, OF_TABLES)
        return [replace(TableInfo(*row), over=bool(row[-1])) for row in rows]

    def _rows(self, query: str, values: tuple[object, ...], kinds: Kinds) -> list[tuple[Any, ...]]:
        """Return what a query finds, once it is what the columns can hold; raises `JournalError`."""
        with self._one_line():
            rows = self._base.execute(query, values).fetchall()
        self._refuse_odd(rows, kinds)
        return rows

    def _refuse_odd(self, rows: list[tuple[Any, ...]], kinds: Kinds) -> None:
        """Refuse rows of a damaged or forged file that hold what their columns cannot."""
        for column, kind in zip(zip(*rows, strict=True), kinds, strict=False):
            if not set(map(type, column)) <= kind:
                raise JournalError(f"{self.where}: {tr(DAMAGED)}")

    # -- inside -----------------------------------------------------------------------------------

    def _free_id(self, stem: str) -> str:
        taken = {row[0] for row in self._base.execute("SELECT table_id FROM tables")}
        return next(name for n in count(1) if (name := f"{stem}-{n}") not in taken)

    def _mark(self, table_id: str, number: int) -> bytes | None:
        """Return the checksum of an action, or for 0 that of the table; None when there is none."""
        if not self._chained:
            return None
        row = self._base.execute(
            "SELECT chain FROM actions WHERE table_id = ? AND version = ? UNION ALL"
            " SELECT chain FROM tables WHERE table_id = ? AND ? = 0",
            (table_id, number, table_id, number),
        ).fetchone()
        return None if row is None else row[0]

    def _expect_version(self, table_id: str, version: int) -> bytes:
        """Return the checksum that the action of this number is chained to."""
        row = self._base.execute(
            "SELECT version, chain FROM actions WHERE table_id = ? ORDER BY version DESC LIMIT 1",
            (table_id,),
        ).fetchone()
        last, mark = row or (0, self._expect_table(table_id))
        if last + 1 != version:
            text = later("{where}: another program has written to table {table_id}; resume it again")
            raise MovedOnError(tr(text, where=self.where, table_id=table_id))
        return bytes(mark)

    def _expect_table(self, table_id: str) -> bytes:
        """Return the checksum of a table."""
        mark = self._mark(table_id, 0)
        if mark is None:
            text = later("{where}: the table {table_id} is not there any more: another program has deleted it")
            raise self._wrong(text, table_id=table_id)
        return mark

    def _wrong(self, text: str, **gaps: object) -> JournalError:
        return JournalError(tr(text, where=self.where, **gaps))

    def _refuse_used(self, table_id: str, key: str | None) -> None:
        query = "SELECT version FROM actions WHERE table_id = ? AND reading = ?"
        row = self._base.execute(query, (table_id, key)).fetchone()  # none has the reading NULL
        if row is not None:
            text = tr("the roll {key} was entered already, as number {row}", key=key, row=row[0])
            raise KnownReadingError(text)

    def _refuse_elsewhere(self, table_id: str, key: str) -> None:
        # The kind stands in the statement, so that the index of these rolls can be used.
        query = "SELECT table_id FROM readings WHERE key = ? AND kind = 'tray' AND table_id <> ?"
        row = self._base.execute(query, (key, table_id)).fetchone()
        if row is not None:
            text = tr("the roll {key} was entered already, at the table {row}", key=key, row=row[0])
            raise KnownReadingError(text)

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        """Turn what SQLite says into one line for people."""
        try:
            yield
        except sqlite3.Error as error:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise JournalError(f"{self.where}: {say(error)}") from error
        except UnicodeDecodeError as error:  # SQLite quotes bytes of a damaged schema as they are
            raise JournalError(f"{self.where}: {tr(DAMAGED)}") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._one_line():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise
        self._commits += 1
        if self._commits % _COMMITS == 0:
            self._file.move_wal()
