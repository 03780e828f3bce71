"""A machine for the doctor to look at: real files, and edges that tests can bend."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.doctor import files
from companion.doctor.case import Case, Edges
from companion.journal.rows import KeptReading, Provenance
from companion.journal.store import FILE, Journal
from companion.record.header import Header
from companion.record.shelf import Shelf
from companion.session.table import Table

RECORDS = Path(__file__).parents[3] / "tests" / "records"
NOW = datetime(2026, 12, 24, 18, 0, tzinfo=UTC)
ENVIRON = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}


def edges(folder, **others):
    """The edges of a machine without any device."""
    for name in ("dev", "proc", "sys"):
        (folder / name).mkdir(exist_ok=True, parents=True)
    usual = {
        "environ": ENVIRON,
        "platform": "linux",
        "dev": folder / "dev",
        "proc": folder / "proc",
        "sys": folder / "sys",
        "now": lambda: NOW,
        "ports": lambda: (),
    }
    return Edges(**{**usual, **others})


def case_of(tmp_path, home=None, *, machine=None, **others):
    """A case: a home folder, and the edges that `machine` names."""
    home = tmp_path / "home" if home is None else home
    return Case(home, edges=edges(tmp_path / "machine", **(machine or {})), **others)


def home_files(case):
    """Everything that is said of the small files of a home."""
    return [look(case) for look in files.ALL.values()]


def play(home, name="rsf-sudden-death", seats=None, evidence=None):
    """Play a record at a table of a home folder's journal; returns the table's id."""
    path = home / FILE
    if path.exists():
        return _play(path, name, seats, evidence)
    table, data = _played(name, seats, evidence)
    path.write_bytes(data)
    return table


@lru_cache(maxsize=8)
def _played(name, seats, evidence):
    """The same, as a journal of its own: each action takes a disk its time."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        return _play(path, name, seats, evidence), path.read_bytes()


def _play(path, name, seats, evidence):
    shelf = Shelf()
    record, _ = shelf.read_record(RECORDS / f"{name}.record")
    header = record.header
    if seats is not None:
        header = Header(header.game, seats, header.depth, header.catalogue, header.switches)
    with Journal(path) as journal:
        cards = None if header.catalogue is None else shelf.shipped(header.game)
        table = Table.open(shelf, journal, header, cards)
        for action in record.actions:
            assert table.declare(action).legal
        if evidence is not None:
            reading = KeptReading("camera:0#1", "camera:0", "camera", 1, "d10=7", 0.9, evidence)
            journal.keep_reading(table.table_id, reading)
    return table.table_id


def append(home, table, text):
    """Write a line into a journal as no program of ours would."""
    with Journal(home / FILE) as journal:
        version = journal.table(table).actions + 1
        journal.append(table, version, [(text, Provenance())])


def tree(folder):
    """Everything in a folder: names, bytes and times."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
