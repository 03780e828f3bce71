"""What can still be read of a damaged journal, and a new one made of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeGuard

from companion.journal.beside import wal_of
from companion.journal.pages import read_pages
from companion.journal.rows import KeptReading, Line, Provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from companion.journal.pages import Row


@dataclass(frozen=True, slots=True)
class Salvaged:
    """One table, as far as it can be read.

    Attributes:
        table_id: of the table.
        header: text of the record's header; empty when it is lost.
        opened: when, UTC, ISO 8601; empty when that is lost.
        catalogue: digest of its catalogue, or None.
        over: whether its game had ended.
        lines: from the first on without a gap.
        behind: those behind a gap, which cannot be played without what is missing.
        readings: in the order they came.
    """

    table_id: str
    header: str = ""
    opened: str = ""
    catalogue: str | None = None
    over: bool = False
    lines: tuple[Line, ...] = ()
    behind: tuple[Line, ...] = ()
    readings: tuple[KeptReading, ...] = ()

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
    """All that can be read.

    Attributes:
        tables: by id.
        catalogues: text by digest.
    """

    tables: Mapping[str, Salvaged]
    catalogues: Mapping[str, str]


def salvage(path: Path) -> Salvage:
    """Read what can be read of a journal, its -wal included. Nothing is written.

    Raises:
        OSError: a file cannot be read at all.
    """
    return sorted_out(read_pages(path, wal_of(path)).rows())


@dataclass
class _Heap:
    tables: dict[str, Row] = field(default_factory=dict)
    catalogues: dict[str, str] = field(default_factory=dict)
    lines: dict[str, dict[int, Line]] = field(default_factory=dict)
    readings: dict[str, dict[str, KeptReading]] = field(default_factory=dict)

    def take(self, row: Row) -> None:
        """Know a row by its shape, as nothing else may be left that says what it is."""
        match row:
            case (
                str(table),
                int(version),
                str(text),
                str(at),
                str(source),
                confidence,
                reading,
            ) if version > 0 and _number(confidence) and _text(reading):
                said = Provenance(source, _float(confidence), reading)
                self.lines.setdefault(table, {}).setdefault(version, Line(version, text, at, said))
            case (str(table), str(), str(), catalogue, int()) if _text(catalogue):
                self.tables.setdefault(table, row)
            case (str(digest), str(text)):
                self.catalogues.setdefault(digest, text)
            case (
                str(table), str(key), str(source), str(kind), int(throw), str(dice),
                float() | int() as sure, evidence, str(at), *more,
            ) if evidence is None or isinstance(evidence, bytes):  # fmt: skip
                ids = str(more[0]) if more else ""
                kept = KeptReading(
                    key, source, kind, throw, dice, float(sure), evidence, at, ids=ids
                )
                self.readings.setdefault(table, {}).setdefault(key, kept)
            case _:
                return  # an index, the schema, or something that is broken


def sorted_out(rows: Iterable[Row]) -> Salvage:
    """Put rows together to tables; of two that say different things the first is believed."""
    heap = _Heap()
    for row in rows:
        heap.take(row)
    ids = heap.tables.keys() | heap.lines.keys()
    return Salvage({table: _table(heap, table) for table in sorted(ids)}, heap.catalogues)


def _table(heap: _Heap, table: str) -> Salvaged:
    lines = heap.lines.get(table, {})
    last = 0
    while last + 1 in lines:
        last += 1
    used = {line.provenance.reading: line.version for line in lines.values()}
    found = Salvaged(
        table,
        lines=tuple(lines[number] for number in range(1, last + 1)),
        behind=tuple(lines[number] for number in sorted(lines) if number > last),
        readings=tuple(
            replace(reading, version=used.get(reading.key))
            for reading in heap.readings.get(table, {}).values()
        ),
    )
    if table not in heap.tables:
        return found
    _, header, opened, catalogue, over = heap.tables[table]
    return replace(
        found,
        header=str(header),
        opened=str(opened),
        catalogue=None if catalogue is None else str(catalogue),
        over=bool(over),
    )


def _number(value: object) -> bool:
    return value is None or isinstance(value, float | int)


def _float(value: object) -> float | None:
    return float(value) if isinstance(value, float | int) else None


def _text(value: object) -> TypeGuard[str | None]:
    return value is None or isinstance(value, str)
