"""The journal's tables, and the format version that stands in the file."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache
from hashlib import blake2b, sha256
from typing import Any, Final

from companion.core.texts import later, tr
from companion.journal.beside import PAGE
from companion.journal.errors import JournalError
from companion.journal.rows import KeptReading, Line

FORMAT: Final = 4
CHAINED: Final = 3  # The first format whose rows have checksums

APPLICATION: Final = 0x7AB1E51D  # marks the file as a journal of this program

_SCHEMA: Final = """
CREATE TABLE tables (
    table_id TEXT PRIMARY KEY,
    header TEXT NOT NULL,
    opened TEXT NOT NULL,
    catalogue TEXT,
    over INTEGER NOT NULL DEFAULT 0,
    chain BLOB NOT NULL DEFAULT x''
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
    last_action INTEGER NOT NULL DEFAULT -1,
    chain BLOB NOT NULL DEFAULT x'',
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
    chain BLOB NOT NULL DEFAULT x'',
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, reading),
    FOREIGN KEY (table_id, reading) REFERENCES readings (table_id, key)
) STRICT;
"""

NUMBERED: Final = "tray"  # Kind of the readings that their device numbers for ever, over all tables

_NUMBERED: Final = f"CREATE UNIQUE INDEX numbered_rolls ON readings (key) WHERE kind = '{NUMBERED}';"
"""Such a roll is entered once, at whichever table."""

_REFUSALS: Final = """
CREATE TABLE refusals (
    table_id TEXT NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    rules TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
"""
"""Behind all that older files have, so that a rescue finds the rest of a file where it always was."""

_STEPS: Final = {
    1: f"ALTER TABLE readings ADD COLUMN ids TEXT NOT NULL DEFAULT ''; {_NUMBERED}",
    # Only of the last reading of a table can it matter which action came before it.
    2: "ALTER TABLE tables ADD COLUMN chain BLOB NOT NULL DEFAULT x'';"
    " ALTER TABLE readings ADD COLUMN last_action INTEGER NOT NULL DEFAULT -1;"
    " ALTER TABLE readings ADD COLUMN chain BLOB NOT NULL DEFAULT x'';"
    " ALTER TABLE actions ADD COLUMN chain BLOB NOT NULL DEFAULT x'';"
    " UPDATE readings SET last_action = (SELECT COALESCE(MAX(version), 0) FROM actions"
    " WHERE table_id = readings.table_id AND at <= readings.at)"
    " WHERE rowid IN (SELECT MAX(rowid) FROM readings GROUP BY table_id)",
    3: _REFUSALS,
}
"""What brings a file of each older format to the next one."""


INSERT_TABLE: Final = "INSERT INTO tables (table_id, header, opened, catalogue, chain) VALUES (?, ?, ?, ?, ?)"
INSERT_ACTION: Final = (
    "INSERT INTO actions (table_id, version, line, at, source, confidence, reading, chain)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_READING: Final = (
    "INSERT OR IGNORE INTO readings (table_id, key, source, kind, throw, dice, confidence, at, ids,"
    " last_action, evidence, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_REFUSAL: Final = (
    "INSERT INTO refusals (table_id, number, version, who, what, rules, at)"
    " SELECT ?, COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ? FROM refusals WHERE table_id = ?"
)
DELETE_REFUSALS: Final = (
    "DELETE FROM refusals WHERE table_id = ? AND number <= (SELECT MAX(number) FROM refusals WHERE table_id = ?) - ?"
)

Kinds = tuple[frozenset[type], ...]
TEXT, _WHOLE, _NUMBER = frozenset({str}), frozenset({int}), frozenset({int, float})
_NONE: Final = frozenset({type(None)})
OF_TABLES: Final[Kinds] = (TEXT, TEXT, TEXT, TEXT, _WHOLE, TEXT | _NONE, _WHOLE)
OF_LINES: Final[Kinds] = (_WHOLE, TEXT, TEXT, TEXT, _NUMBER | _NONE, TEXT | _NONE)
OF_REFUSALS: Final[Kinds] = (_WHOLE, TEXT, TEXT, TEXT, TEXT)
"""What each column may hold; SQLite promises it for files that it wrote itself."""

LAST_ACTION: Final = "SELECT COALESCE(MAX(version), 0) FROM actions WHERE table_id = ?"
SELECT_REFUSALS: Final = "SELECT version, who, what, rules, at FROM refusals WHERE table_id = ? ORDER BY number"
SELECT_READINGS: Final = (
    "SELECT r.key, r.source, r.kind, r.throw, r.dice, r.confidence, r.evidence, r.at,"
    " a.version, r.ids, {columns} FROM readings r LEFT JOIN actions a"
    " ON a.table_id = r.table_id AND a.reading = r.key"
)

# Numbers have no gaps, so the last one is how many there are: nothing is counted, however long
# a table is.
SELECT_TABLES: Final = (
    "SELECT t.table_id, t.header, t.opened, COALESCE(a.at, t.opened), COALESCE(a.version, 0),"
    " t.catalogue, t.over FROM tables t LEFT JOIN actions a ON a.table_id = t.table_id"
    " AND a.version = (SELECT MAX(version) FROM actions WHERE table_id = t.table_id)"
)


def link(before: bytes, fields: Sequence[object]) -> bytes:
    """Return the checksum of a row, chained to that of the row before it.

    It shows that something in a row was changed, and where. It keeps nobody from doing so on
    purpose: whoever can write to the file can also write new checksums.
    """
    text = "\x1f".join(map(str, fields))
    return blake2b(before + text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def fits(digest: object, text: object) -> bool:
    """Tell whether a digest is that of the text of a catalogue."""
    return sha256(str(text).encode()).hexdigest().startswith(str(digest) or "-")


def table_values(table_id: str, header: str, opened: str, catalogue: str | None) -> tuple[Any, ...]:
    """Return what `INSERT_TABLE` is given; its checksum begins the chain of the actions."""
    fields = table_id, header, opened, catalogue
    return *fields, link(b"", fields)


def action_values(table_id: str, line: Line, before: bytes) -> tuple[Any, ...]:
    """Return what `INSERT_ACTION` is given, its checksum last.

    Args:
        table_id: of the table.
        line: the action.
        before: the checksum of the action before it, or that of the table.
    """
    come = line.provenance
    sure = None if come.confidence is None else float(come.confidence)
    fields = line.version, line.text, line.at, come.source, sure, come.reading
    return table_id, *fields, link(before, fields)


def reading_values(table_id: str, one: KeptReading) -> tuple[Any, ...]:
    """Return what `INSERT_READING` is given; a reading that is there already stays as it is.

    Its checksum stands alone, so that one that is lost costs no other, and leaves out its picture.
    """
    fields = (
        table_id, one.key, one.source, one.kind, one.throw, one.dice, float(one.confidence),
        one.at, one.ids, one.last_action,
    )  # fmt: skip
    return *fields, one.evidence, link(b"", fields)


def prepare(base: sqlite3.Connection, where: str) -> int:
    """Make the tables of a new file, or make sure that an old one can be used; return its format.

    Raises:
        JournalError: the file was written by a newer program, or is another program's.
    """
    found = _format(base, where)
    base.execute(f"PRAGMA page_size = {PAGE}")  # of a new file
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("PRAGMA foreign_keys = ON")
    base.execute("PRAGMA wal_autocheckpoint = 0")  # see `Journal`
    if not found:
        # The number last: a crash half-way rolls the whole back.
        base.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} {_NUMBERED} {_REFUSALS} PRAGMA application_id = {APPLICATION};"
            f" PRAGMA user_version = {FORMAT}; COMMIT;"
        )
    elif found < FORMAT:
        _bring_up(base)
    return FORMAT


def check_readable(base: sqlite3.Connection, where: str) -> int:
    """Make sure that a file can be read, and return its format; changes nothing in it.

    Raises:
        JournalError: as `prepare`, or nothing was ever written to it.
    """
    found = _format(base, where)
    if not found:
        text = tr("{where}: the journal is empty; no table was opened yet", where=where)
        raise JournalError(text)
    return found


@cache
def _columns() -> Mapping[str, Mapping[str, str]]:
    """Return the columns that tables of any format may have, and what they hold."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(_SCHEMA + _REFUSALS)
        names = [row[1] for row in base.execute("PRAGMA main.table_list")]
        rows = {name: base.execute(f"PRAGMA main.table_xinfo({name})").fetchall() for name in names}
    return {name: {row[1]: row[2] for row in rows[name]} for name in names}


def _refuse_strange(base: sqlite3.Connection, where: str) -> None:
    """Refuse a journal that holds what this program never makes: it may come from anywhere.

    A trigger or a view would run with what is written or read, a table of another make could hold
    anything at all.
    """
    listed = base.execute("PRAGMA main.table_list").fetchall()
    for _, name, kind, _, _, strict in listed:
        if name.startswith("sqlite_"):  # SQLite's own
            continue
        if kind != "table" or name not in _columns() or not strict:
            raise _strange(where, f"{kind} {name}")
        columns = base.execute(f"PRAGMA main.table_xinfo({name})").fetchall()
        for _, column, sort, _, _, _, hidden in columns:
            if hidden or _columns()[name].get(column) != sort:
                raise _strange(where, f"{name}.{column}")
    trigger = base.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchone()
    if trigger is not None:
        raise _strange(where, f"trigger {trigger[0]}")


def _strange(where: str, what: str) -> JournalError:
    text = later("{where}: not a journal that this program made ({what}); move it away and start a new one")
    return JournalError(tr(text, where=where, what=what))


def _format(base: sqlite3.Connection, where: str) -> int:
    """Return the file's format, 0 for an empty one; refuse files that are not for us."""
    found = int(base.execute("PRAGMA user_version").fetchone()[0])
    application = base.execute("PRAGMA application_id").fetchone()[0]
    strange = base.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
    if strange and application != APPLICATION:
        text = tr("{where}: this is another program's file, not a journal", where=where)
        raise JournalError(text)
    if found > FORMAT:
        text = later(
            "{where}: written by a newer Tableside (format {found}, this one knows {known}); update this program"
        )
        raise JournalError(tr(text, where=where, found=found, known=FORMAT))
    if not strange:
        return 0
    if found < 1:
        raise _strange(where, f"format {found}")
    _refuse_strange(base, where)
    return found


def _bring_up(base: sqlite3.Connection) -> None:
    """Bring an older file to today's format, all of it or nothing."""
    base.execute("BEGIN IMMEDIATE")  # another program may be doing the same
    try:
        found = base.execute("PRAGMA user_version").fetchone()[0]
        for step in range(found, FORMAT):
            for statement in _STEPS[step].split(";"):
                base.execute(statement)
        if found < CHAINED:  # what is damaged since then must stay so
            add_chain(base)
        base.execute(f"PRAGMA user_version = {FORMAT}")
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise


def add_chain(base: sqlite3.Connection) -> None:
    """Give every row of an older file its checksum, as it stands there."""
    ends: dict[str, bytes] = {}
    for *fields, rowid in base.execute("SELECT table_id, header, opened, catalogue, rowid FROM tables").fetchall():
        ends[fields[0]] = link(b"", fields)
        base.execute("UPDATE tables SET chain = ? WHERE rowid = ?", (ends[fields[0]], rowid))
    for table_id, *fields, rowid in base.execute(
        "SELECT table_id, version, line, at, source, confidence, reading, rowid FROM actions ORDER BY table_id, version"
    ).fetchall():
        ends[table_id] = link(ends.get(table_id, b""), fields)
        base.execute("UPDATE actions SET chain = ? WHERE rowid = ?", (ends[table_id], rowid))
    for *fields, rowid in base.execute(
        "SELECT table_id, key, source, kind, throw, dice, confidence, at, ids, last_action, rowid FROM readings"
    ).fetchall():
        base.execute("UPDATE readings SET chain = ? WHERE rowid = ?", (link(b"", fields), rowid))
