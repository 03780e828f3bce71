"""The journal's tables, and the format version that stands in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.journal.errors import JournalError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from companion.journal.rows import KeptReading, Line

FORMAT: Final = 2
APPLICATION: Final = 0x7AB1E51D  # marks the file as a journal of this program

_SCHEMA: Final = """
CREATE TABLE tables (
    table_id TEXT PRIMARY KEY,
    header TEXT NOT NULL,
    opened TEXT NOT NULL,
    catalogue TEXT,
    over INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE catalogues (
    digest TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE readings (
    table_id TEXT NOT NULL REFERENCES tables,
    key TEXT NOT NULL,
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    throw INTEGER NOT NULL,
    dice TEXT NOT NULL,
    confidence REAL NOT NULL,
    evidence BLOB,
    at TEXT NOT NULL,
    ids TEXT NOT NULL DEFAULT '',
    UNIQUE (table_id, key)
) STRICT;
CREATE TABLE actions (
    table_id TEXT NOT NULL REFERENCES tables,
    version INTEGER NOT NULL,
    line TEXT NOT NULL,
    at TEXT NOT NULL,
    source TEXT NOT NULL,
    confidence REAL,
    reading TEXT,
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, reading),
    FOREIGN KEY (table_id, reading) REFERENCES readings (table_id, key)
) STRICT;
"""

NUMBERED: Final = "tray"
"""Kind of the readings that their device numbers for ever, over all tables."""

_NUMBERED: Final = (
    f"CREATE UNIQUE INDEX numbered_rolls ON readings (key) WHERE kind = '{NUMBERED}';"
)
"""Such a roll is entered once, at whichever table."""

_STEPS: Final = {
    1: f"ALTER TABLE readings ADD COLUMN ids TEXT NOT NULL DEFAULT ''; {_NUMBERED}",
}
"""What brings a file of each older format to the next one."""


_OWN: Final = "sqlite_"
"""How SQLite's own tables begin."""

_COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    "tables": dict.fromkeys(("table_id", "header", "opened", "catalogue"), "TEXT")
    | {"over": "INTEGER"},
    "catalogues": dict.fromkeys(("digest", "text"), "TEXT"),
    "readings": dict.fromkeys(("table_id", "key", "source", "kind", "dice", "at", "ids"), "TEXT")
    | {"throw": "INTEGER", "confidence": "REAL", "evidence": "BLOB"},
    "actions": dict.fromkeys(("table_id", "line", "at", "source", "reading"), "TEXT")
    | {"version": "INTEGER", "confidence": "REAL"},
}
"""Columns that tables of any format may have, and what they hold."""


INSERT_ACTION: Final = (
    "INSERT INTO actions (table_id, version, line, at, source, confidence, reading)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
INSERT_READING: Final = (
    "INSERT OR IGNORE INTO readings"
    " (table_id, key, source, kind, throw, dice, confidence, evidence, at, ids)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def action_values(table_id: str, line: Line) -> tuple[object, ...]:
    """Return what `INSERT_ACTION` is given."""
    said = line.provenance
    return table_id, line.version, line.text, line.at, said.source, said.confidence, said.reading


def reading_values(table_id: str, one: KeptReading) -> tuple[object, ...]:
    """Return what `INSERT_READING` is given; a reading that is there already stays as it is."""
    return (
        table_id, one.key, one.source, one.kind, one.throw, one.dice, one.confidence, one.evidence,
        one.at, one.ids,
    )  # fmt: skip


def prepare(base: sqlite3.Connection, where: str) -> None:
    """Make the tables of a new file, or make sure that an old one can be used.

    Raises:
        JournalError: the file was written by a newer program, or is another program's.
    """
    found = _format(base, where)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("PRAGMA foreign_keys = ON")
    if not found:
        # The number last: a crash half-way rolls the whole back.
        base.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} {_NUMBERED} PRAGMA application_id = {APPLICATION};"
            f" PRAGMA user_version = {FORMAT}; COMMIT;"
        )
    elif found < FORMAT:
        _bring_up(base)


def check_readable(base: sqlite3.Connection, where: str) -> None:
    """Make sure that a file can be read; changes nothing in it.

    Raises:
        JournalError: as `prepare`, or nothing was ever written to it.
    """
    if not _format(base, where):
        raise JournalError(
            tr("{where}: the journal is empty; no table was opened yet", where=where)
        )


def _refuse_strange(base: sqlite3.Connection, where: str) -> None:
    """Refuse a journal that holds what this program never makes: it may come from anywhere.

    A trigger or a view would run with what is written or read, a table of another make could hold
    anything at all.
    """
    listed = base.execute("PRAGMA main.table_list").fetchall()
    for _, name, kind, _, _, strict in listed:
        if name.startswith(_OWN):
            continue
        if kind != "table" or name not in _COLUMNS or not strict:
            raise JournalError(_strange(where, f"{kind} {name}"))
        columns = base.execute(f"PRAGMA main.table_xinfo({name})").fetchall()
        for _, column, sort, _, _, _, hidden in columns:
            if hidden or _COLUMNS[name].get(column) != sort:
                raise JournalError(_strange(where, f"{name}.{column}"))
    trigger = base.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchone()
    if trigger is not None:
        raise JournalError(_strange(where, f"trigger {trigger[0]}"))


def _strange(where: str, what: str) -> str:
    return tr(
        "{where}: not a journal that this program made ({what}); move it away and start a new one",
        where=where,
        what=what,
    )


def _format(base: sqlite3.Connection, where: str) -> int:
    """Return the file's format, 0 for an empty one; refuse files that are not for us."""
    found = int(base.execute("PRAGMA user_version").fetchone()[0])
    application = base.execute("PRAGMA application_id").fetchone()[0]
    strange = base.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
    if strange and application != APPLICATION:
        raise JournalError(
            tr("{where}: this is another program's file, not a journal", where=where)
        )
    if found > FORMAT:
        raise JournalError(
            tr(
                "{where}: written by a newer Tableside (format {found}, this one knows {known});"
                " update this program",
                where=where,
                found=found,
                known=FORMAT,
            )
        )
    if strange:
        if found < 1:
            raise JournalError(_strange(where, f"format {found}"))
        _refuse_strange(base, where)
    return found if strange else 0


def _bring_up(base: sqlite3.Connection) -> None:
    """Bring an older file to today's format, all of it or nothing."""
    base.execute("BEGIN IMMEDIATE")  # another program may be doing the same
    try:
        found = base.execute("PRAGMA user_version").fetchone()[0]
        for step in range(found, FORMAT):
            for statement in _STEPS[step].split(";"):
                base.execute(statement)
        base.execute(f"PRAGMA user_version = {FORMAT}")
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise
