"""What can still be read of a damaged journal: rows that SQLite reads and whose checksums are right.

Its -wal and its backups are read as well. Nothing is written.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

from companion.journal.backups import backups
from companion.journal.beside import PAGE, read_log, wal_of
from companion.journal.connection import MAX_ROW, read_text
from companion.journal.rows import KeptReading, Line, Provenance
from companion.journal.schema import action_values, fits, link, prepare, reading_values

Row = tuple[Any, ...]

_COLUMNS: Final = {
    "tables": "table_id, header, opened, catalogue, chain, over",
    "catalogues": "digest, text",
    "readings": "chain, table_id, key, source, kind, throw, dice, confidence, evidence, at, NULL, ids, last_action",
    "actions": "chain, table_id, version, line, at, source, confidence, reading",
}
_MOST_LEAPS: Final = 300
"""Over what cannot be read, each one row longer than the one before: 45,000 rows in all."""

_OF_A_TABLE_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Salvaged:
    """One table, as far as it can be read."""

    table_id: str  # of the table
    header: str = ""  # text of the record's header; empty when it is lost
    opened: str = ""  # when, UTC, ISO 8601; empty when that is lost
    catalogue: str | None = None  # digest of its catalogue, or None
    over: bool = False  # whether its game had ended
    lines: tuple[Line, ...] = ()  # the sound ones, from the first on without a gap
    # those behind a gap or a damaged line, which cannot be played without what is missing
    behind: tuple[Line, ...] = ()
    readings: tuple[KeptReading, ...] = ()  # in the order they came

    @property
    def known(self) -> int:
        """How many actions it had at the least."""
        return self.behind[-1].version if self.behind else len(self.lines)

    @property
    def whole(self) -> bool:
        """Whether it can be played from its beginning to the last action that is known."""
        return bool(self.header) and not self.behind


@dataclass(frozen=True, slots=True)
class Salvage:
    """All that can be read."""

    tables: Mapping[str, Salvaged]  # by id
    catalogues: Mapping[str, str]  # text by digest


def salvage(path: Path) -> Salvage:
    """Read what can be read of a journal.

    Raises:
        OSError: a file cannot be read at all.
    """
    heap = _Heap()
    with TemporaryDirectory(prefix="tableside-", ignore_cleanup_errors=True) as folder:
        heap.take(_image(path, Path(folder)))
        for backup in backups(path):
            heap.take(backup)
    ids = heap.tables.keys() | heap.lines.keys()
    return Salvage({table: heap.table(table) for table in sorted(ids)}, heap.catalogues)


def _image(path: Path, folder: Path) -> Path:
    """Make one file of a journal and its -wal that SQLite opens, whatever state they are in.

    Its first page, without which nothing can be read, is the same in every journal.
    """
    data = bytearray(path.read_bytes() if path.exists() else b"")
    wal = wal_of(path).read_bytes() if wal_of(path).exists() else b""
    pages = read_log(wal).pages
    with closing(sqlite3.connect(folder / "fresh", isolation_level=None)) as base:
        prepare(base, str(path))
    fresh = (folder / "fresh").read_bytes()
    data += fresh[len(data) :]
    count = max(-(-len(data) // PAGE), *pages, 1)
    data += bytes(count * PAGE - len(data))
    for number, page in pages.items():
        data[(number - 1) * PAGE : number * PAGE] = page
    data[:PAGE] = fresh[:PAGE]
    data[28:32] = count.to_bytes(4, "big")
    image = folder / "image"
    image.write_bytes(data)
    return image


@dataclass
class _Heap:
    """Rows of a journal and its backups; of two that say different things the first is believed."""

    chained: bool = False
    tables: dict[str, Row] = field(default_factory=dict)
    catalogues: dict[str, str] = field(default_factory=dict)
    lines: dict[str, dict[int, list[tuple[Line, bytes]]]] = field(default_factory=dict)
    readings: dict[str, dict[str, KeptReading]] = field(default_factory=dict)

    def take(self, path: Path) -> None:
        """Take what can be read of a file."""
        with closing(sqlite3.connect(path, isolation_level=None)) as base:
            base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW)
            base.text_factory = read_text
            rows = {name: list(_rows(base, name)) for name in _COLUMNS}
        # A file of an older format has no checksums at all.
        self.chained |= any(row[0] for row in rows["actions"]) or any(row[4] for row in rows["tables"])
        for row in rows["tables"]:
            *fields, chain, _ = row
            sound = chain == link(b"", fields) or not self.chained
            if sound and _are(row, str, str, str, str | None, bytes, int):
                self.tables.setdefault(row[0], row)
        self.catalogues |= {row[0]: row[1] for row in rows["catalogues"] if fits(*row)}
        for row in rows["actions"]:
            if _are(row, bytes, str, int, str, str, str, float | None, str | None):
                chain, table, version, text, at, *come = row
                line = Line(version, text, at, Provenance(*come))
                self.lines.setdefault(table, {}).setdefault(version, []).append((line, chain))
        for row in rows["readings"]:
            if _are(row, bytes, str, str, str, str, int, str, float, bytes | None, str):
                chain, table, *fields = row
                one = KeptReading(*fields)
                if not self.chained or reading_values(table, one)[-1] == chain:
                    self.readings.setdefault(table, {}).setdefault(one.key, one)

    def table(self, table: str) -> Salvaged:
        """Put a table together: its lines as far as their chain goes."""
        known = self.lines.get(table, {})
        readings = tuple(self.readings.get(table, {}).values())
        if table not in self.tables:
            return Salvaged(table, behind=_firsts(known, 0), readings=readings)
        _, header, opened, catalogue, mark, over = self.tables[table]
        lines: list[Line] = []
        while found := [
            one
            for one in known.get(len(lines) + 1, ())
            if not self.chained or action_values(table, one[0], mark)[-1] == one[1]
        ]:
            line, mark = found[0]
            lines.append(line)
        rest = tuple(lines), _firsts(known, len(lines)), readings
        return Salvaged(table, header, opened, catalogue, bool(over), *rest)


def _firsts(known: dict[int, list[tuple[Line, bytes]]], number: int) -> tuple[Line, ...]:
    """Return the lines after a number."""
    return tuple(known[version][0][0] for version in sorted(known) if version > number)


def _are(row: Row, *kinds: Any) -> bool:
    """Tell whether the values of a row are what its columns hold."""
    return all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=False))


def _rows(base: sqlite3.Connection, name: str) -> Iterator[Row]:
    """Give every row of a table that SQLite can read, leaping over those that it cannot."""
    end = monotonic() + _OF_A_TABLE_S
    base.set_progress_handler(lambda: int(monotonic() > end), 10_000)
    query = f"SELECT rowid, {_COLUMNS[name]} FROM {name} WHERE rowid > ? ORDER BY rowid"  # noqa: S608 - names of our own
    last = leap = 0
    while leap < _MOST_LEAPS:
        try:
            for number, *row in base.execute(query, (last,)):
                last, leap = max(last, number), 0
                yield tuple(row)
        except sqlite3.Error:
            leap += 1
            last += leap
        else:
            return
