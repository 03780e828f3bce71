"""The journal: one SQLite file that survives a crash.

Append-only. One transaction an action, written to the disk before the screen shows it. The primary
key (table, version) makes a lost race an error; a unique key for readings makes it impossible to
enter the same roll twice. Lines are stored unparsed.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Self

from companion.core.texts import tr
from companion.journal.beside import refuse_short
from companion.journal.errors import JournalError, KnownReadingError, MovedOnError
from companion.journal.rows import KeptReading, Line, Provenance, TableInfo
from companion.journal.schema import (
    INSERT_ACTION,
    INSERT_READING,
    NUMBERED,
    action_values,
    check_readable,
    prepare,
    reading_values,
)
from companion.system.files import make_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

FILE: Final = "journal.sqlite3"
"""Name of the journal within the home folder."""

OLD_STATES: Final = "states.sqlite3"

MAX_EVIDENCE: Final = 512 * 1024
MAX_ROW: Final = 8_000_000
"""Bytes of any row or text; the largest of ours is a card list."""
_PATIENCE: Final = 2.0  # seconds to wait for another program's transaction


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

    def __init__(
        self, path: Path | None, now: Callable[[], str] = utc_now, *, read_only: bool = False
    ) -> None:
        self.where = tr("the journal in memory") if path is None else str(path)
        self._now = now
        if path is not None and not read_only:
            refuse_short(path)
        try:
            self._base = _connect(path, read_only=read_only)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(
                tr("{where}: cannot open the journal: {error}", where=self.where, error=error)
            ) from error
        try:
            with self._one_line():
                _distrust(self._base)
                (check_readable if read_only else prepare)(self._base, self.where)
        except JournalError:
            self._base.close()
            raise
        if path is not None and not read_only:
            with suppress(OSError):  # a cache of earlier versions, which nothing reads any more
                path.with_name(OLD_STATES).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; twice is harmless."""
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def stamp(self) -> int:
        """Return a number that differs whenever another program has committed something."""
        with self._one_line():
            return int(self._base.execute("PRAGMA data_version").fetchone()[0])

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
                self._base.execute(
                    "INSERT OR IGNORE INTO catalogues (digest, text) VALUES (?, ?)", catalogue
                )
            stem = f"{game}-{now[:10].replace('-', '')}"
            table_id = self._free_id(stem)
            self._base.execute(
                "INSERT INTO tables (table_id, header, opened, catalogue) VALUES (?, ?, ?, ?)",
                (table_id, header, now, catalogue[0] if catalogue else None),
            )
        return table_id

    def tables(self) -> tuple[TableInfo, ...]:
        """Return every table, the one changed last first."""
        with self._one_line():
            rows = self._base.execute(_TABLES).fetchall()
        self._refuse_odd(rows, _OF_TABLES)
        found = [_info(row) for row in rows]
        return tuple(sorted(found, key=lambda info: (info.changed, info.table_id), reverse=True))

    def table(self, table_id: str) -> TableInfo:
        """Return one table.

        Raises:
            JournalError: there is none of that id.
        """
        with self._one_line():
            rows = self._base.execute(_TABLES + " WHERE t.table_id = ?", (table_id,)).fetchall()
        self._refuse_odd(rows, _OF_TABLES)
        if not rows:
            raise JournalError(
                tr("{where}: there is no table {table_id}", where=self.where, table_id=table_id)
            )
        return _info(rows[0])

    def catalogue(self, digest: str) -> str:
        """Return the text of a table's catalogue by its digest."""
        with self._one_line():
            row = self._base.execute(
                "SELECT text FROM catalogues WHERE digest = ?", (digest,)
            ).fetchone()
        if row is None:
            raise JournalError(
                tr("{where}: the catalogue {digest} is missing", where=self.where, digest=digest)
            )
        return str(row[0])

    def delete_table(self, table_id: str) -> None:
        """Remove a table with its lines and readings; raises `JournalError` when there is none."""
        self.table(table_id)
        with self._transaction():
            for name in ("actions", "readings", "tables"):
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
            self._expect_version(table_id, version)
            for number, (text, provenance) in enumerate(lines, start=version):
                self._refuse_used(table_id, provenance.reading)
                line = Line(number, text, now, provenance)
                self._base.execute(INSERT_ACTION, action_values(table_id, line))
            self._base.execute(
                "UPDATE tables SET over = ? WHERE table_id = ? AND over <> ?",
                (over, table_id, over),
            )
        return now

    def lines(self, table_id: str, after: int = 0) -> tuple[Line, ...]:
        """Return a table's lines in order, from the one after the number `after`."""
        with self._one_line():
            rows = self._base.execute(
                "SELECT version, line, at, source, confidence, reading FROM actions"
                " WHERE table_id = ? AND version > ? ORDER BY version",
                (table_id, after),
            ).fetchall()
        self._refuse_odd(rows, _OF_LINES)
        return tuple(Line(v, text, at, Provenance(s, c, r)) for v, text, at, s, c, r in rows)

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
            values = reading_values(table_id, replace(reading, at=self._now()))
            done = self._base.execute(INSERT_READING, values)
        return done.rowcount == 1

    def readings(self, table_id: str) -> tuple[KeptReading, ...]:
        """Return every reading of a table in the order they came, used or not."""
        with self._one_line():
            rows = self._base.execute(
                _READINGS + " WHERE r.table_id = ? ORDER BY r.rowid", (table_id,)
            ).fetchall()
        self._refuse_odd(rows, _OF_READINGS)
        return tuple(KeptReading(*row) for row in rows)

    def last_reading(self, table_id: str) -> KeptReading | None:
        """Return a table's last reading when nothing was declared after it, else None."""
        with self._one_line():
            row = self._base.execute(
                _READINGS + " WHERE r.table_id = ? ORDER BY r.rowid DESC LIMIT 1", (table_id,)
            ).fetchone()
            self._refuse_odd([] if row is None else [row], _OF_READINGS)
            found = None if row is None else KeptReading(*row)
            last = self._base.execute(
                "SELECT at FROM actions WHERE table_id = ? ORDER BY version DESC LIMIT 1",
                (table_id,),
            ).fetchone()
        at = "" if last is None else last[0]
        # A reading is kept before the action that it leads to.
        return found if found is not None and found.version is None and found.at >= at else None

    def keys(self, kind: str) -> tuple[str, ...]:
        """Return the keys of every reading that a sort of device gave, over all tables."""
        with self._one_line():
            rows = self._base.execute(
                "SELECT key FROM readings WHERE kind = ? ORDER BY rowid", (kind,)
            ).fetchall()
        self._refuse_odd(rows, (_TEXT,))
        return tuple(row[0] for row in rows)

    def _refuse_odd(self, rows: list[tuple[Any, ...]], kinds: _Kinds) -> None:
        """Refuse rows of a damaged or forged file that hold what their columns cannot."""
        for column, kind in zip(zip(*rows, strict=True), kinds, strict=False):
            if not set(map(type, column)) <= kind:
                raise JournalError(
                    tr("{where}: {damaged}", where=self.where, damaged=_say_damaged())
                )

    # -- inside -----------------------------------------------------------------------------------

    def _free_id(self, stem: str) -> str:
        rows = self._base.execute("SELECT table_id FROM tables").fetchall()
        taken = {row[0] for row in rows}
        count = 1
        while f"{stem}-{count}" in taken:
            count += 1
        return f"{stem}-{count}"

    def _expect_version(self, table_id: str, version: int) -> None:
        self._expect_table(table_id)
        row = self._base.execute(
            "SELECT COALESCE(MAX(version), 0) + 1 FROM actions WHERE table_id = ?", (table_id,)
        ).fetchone()
        if row[0] != version:
            raise MovedOnError(
                tr(
                    "{where}: another program has written to table {table_id}; resume it again",
                    where=self.where,
                    table_id=table_id,
                )
            )

    def _expect_table(self, table_id: str) -> None:
        row = self._base.execute("SELECT 1 FROM tables WHERE table_id = ?", (table_id,)).fetchone()
        if row is None:
            raise JournalError(
                tr(
                    "{where}: the table {table_id} is not there any more: another program has"
                    " deleted it",
                    where=self.where,
                    table_id=table_id,
                )
            )

    def _refuse_used(self, table_id: str, key: str | None) -> None:
        if key is None:
            return
        row = self._base.execute(
            "SELECT version FROM actions WHERE table_id = ? AND reading = ?", (table_id, key)
        ).fetchone()
        if row is not None:
            raise KnownReadingError(
                tr("the roll {key} was entered already, as number {row}", key=key, row=row[0])
            )

    def _refuse_elsewhere(self, table_id: str, key: str) -> None:
        row = self._base.execute(
            # The kind stands in the statement, so that the index of these rolls can be used.
            "SELECT table_id FROM readings WHERE key = ? AND kind = 'tray' AND table_id <> ?",
            (key, table_id),
        ).fetchone()
        if row is not None:
            raise KnownReadingError(
                tr("the roll {key} was entered already, at the table {row}", key=key, row=row[0])
            )

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        """Turn what SQLite says into one line for people."""
        try:
            yield
        except sqlite3.Error as error:
            raise JournalError(f"{self.where}: {_say(error)}") from error
        except UnicodeDecodeError as error:  # SQLite quotes bytes of a damaged schema as they are
            raise JournalError(f"{self.where}: {_say_damaged()}") from error

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


def _connect(path: Path | None, *, read_only: bool) -> sqlite3.Connection:
    if path is None:
        return sqlite3.connect(":memory:", timeout=_PATIENCE, isolation_level=None)
    if read_only:
        name = f"{path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None, uri=True)
    make_folder(path.parent)
    return sqlite3.connect(str(path), timeout=_PATIENCE, isolation_level=None)


def _distrust(base: sqlite3.Connection) -> None:
    """Bound what a file from elsewhere can do: no functions in its schema, nothing huge."""
    base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW)
    base.execute("PRAGMA trusted_schema = OFF")
    base.execute("PRAGMA cell_size_check = ON")


_Kinds = tuple[frozenset[type], ...]
_TEXT, _WHOLE, _NUMBER = frozenset({str}), frozenset({int}), frozenset({int, float})
_NONE: Final = frozenset({type(None)})
_OF_TABLES: Final[_Kinds] = (_TEXT, _TEXT, _TEXT, _TEXT, _WHOLE, _TEXT | _NONE, _WHOLE)
_OF_LINES: Final[_Kinds] = (_WHOLE, _TEXT, _TEXT, _TEXT, _NUMBER | _NONE, _TEXT | _NONE)
_OF_READINGS: Final[_Kinds] = (
    _TEXT, _TEXT, _TEXT, _WHOLE, _TEXT, _NUMBER, frozenset({bytes}) | _NONE, _TEXT, _WHOLE | _NONE,
    _TEXT,
)  # fmt: skip
"""What each column may hold; SQLite promises it for files that it wrote itself."""

_READINGS: Final = (
    "SELECT r.key, r.source, r.kind, r.throw, r.dice, r.confidence, r.evidence, r.at,"
    " a.version, r.ids FROM readings r LEFT JOIN actions a"
    " ON a.table_id = r.table_id AND a.reading = r.key"
)

# Numbers have no gaps, so the last one is how many there are: nothing is counted, however long
# a table is.
_TABLES: Final = (
    "SELECT t.table_id, t.header, t.opened, COALESCE(a.at, t.opened), COALESCE(a.version, 0),"
    " t.catalogue, t.over FROM tables t LEFT JOIN actions a ON a.table_id = t.table_id"
    " AND a.version = (SELECT MAX(version) FROM actions WHERE table_id = t.table_id)"
)


def _info(row: tuple[Any, ...]) -> TableInfo:
    return replace(TableInfo(*row), over=bool(row[-1]))


def _say_damaged() -> str:
    return tr(
        "the journal is damaged; `tableside sessions rescue` saves all that can be read of it"
    )


def _say(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    known = {
        sqlite3.SQLITE_BUSY: tr("another program holds the journal; close it and try again"),
        sqlite3.SQLITE_LOCKED: tr("another program holds the journal; close it and try again"),
        sqlite3.SQLITE_FULL: tr("the disk is full; make room and try again"),
        sqlite3.SQLITE_READONLY: tr(
            "the journal cannot be written: no permission; give yourself the right to write there,"
            " or choose another folder with --home"
        ),
        sqlite3.SQLITE_CANTOPEN: tr(
            "the journal cannot be opened: no permission to read it or to write beside it; give"
            " yourself that right, or choose another folder with --home"
        ),
        sqlite3.SQLITE_CORRUPT: _say_damaged(),
        sqlite3.SQLITE_NOTADB: tr(
            "this is no journal; move it away, or `tableside sessions rescue` if it was one"
        ),
        sqlite3.SQLITE_IOERR: tr(
            "the disk refuses to read or write the journal; see that it is there and not full, and"
            " try again"
        ),
    }
    return known.get(primary, str(error)) if primary is not None else str(error)
