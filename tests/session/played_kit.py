"""Whole games of the records: told, or played again at a table of a journal.

Most tests only look at a game. They share one that was played through once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.journal.store import Journal
from companion.record.replay import replay
from companion.record.shelf import Shelf
from companion.session.history import Playthrough, play_through
from companion.session.table import Table

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


@cache
def finished(name: str) -> Table:
    """A whole game at a table that others look at, too: its journal is closed, it takes no more."""
    with Journal(None) as journal:
        return played(journal, name)


@cache
def told(name: str) -> Playthrough:
    """A whole record as it is told; frozen all through, so that tests may share it."""
    record, match = SHELF.read_record(RECORDS / f"{name}.record")
    return play_through(record, match, replay(record, match))
