"""Whole games of the records, played again at a table of a journal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.record.shelf import Shelf
from companion.session.table import Table

if TYPE_CHECKING:
    from companion.journal.store import Journal

RECORDS = Path(__file__).parents[1] / "records"
SHELF = Shelf()


def played(journal: Journal, name: str, moves: int | None = None) -> Table:
    """Play a record's first moves, or all of them, at a new table."""
    record, _ = SHELF.read_record(RECORDS / f"{name}.record")
    header = record.header
    cards = SHELF.shipped(header.game) if header.catalogue else None
    table = Table.open(SHELF, journal, header, cards)
    for entry in record.actions[:moves]:
        assert table.declare(getattr(entry, "action", entry)).legal, entry
    return table
