"""One of several programs on one journal: `python -m models.workshop.soak.kills.together own|same HOME RECORD [TABLE]`.

`own` plays a record at a table of its own. `same` plays a record at a table that others play too:
it enters the record's next action whenever nobody else was quicker. Both print each number that
was acknowledged to them, and a word for each time that they were told to look again.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.journal.errors import MovedOnError
from companion.journal.store import FILE, Journal
from models.workshop.soak.kills import play as play_kit


def own(home: Path, name: str) -> None:
    """Play a record at a new table."""
    record, _ = play_kit.SHELF.read_record(play_kit.RECORDS / f"{name}.record")
    cards = play_kit.SHELF.shipped(record.header.game) if record.header.catalogue else None
    with Journal(home / FILE) as journal:
        table = play_kit.Table.open(play_kit.SHELF, journal, record.header, cards)
        print(table.table_id, flush=True)
        for action in record.actions:
            assert table.declare(action).legal
            print(table.version, flush=True)


def same(home: Path, name: str, table_id: str) -> None:
    """Play a record at a table that others play at the same time."""
    record, _ = play_kit.SHELF.read_record(play_kit.RECORDS / f"{name}.record")
    with Journal(home / FILE) as journal:
        table = play_kit.Table.resume(play_kit.SHELF, journal, table_id)
        while table.version < len(record.actions):
            try:
                assert table.declare(record.actions[table.version]).legal
                print(table.version, flush=True)
            except MovedOnError:
                print("late", flush=True)


def started(*words: object) -> subprocess.Popen[str]:
    """Start such a program."""
    return subprocess.Popen(
        [sys.executable, "-m", "models.workshop.soak.kills.together", *map(str, words)],
        stdout=subprocess.PIPE,
        text=True,
    )


def ended(programs: Sequence[subprocess.Popen[str]]) -> list[list[str]]:
    """Wait for programs and return what each has printed; none may fail."""
    told = [program.communicate()[0].split() for program in programs]
    assert [program.returncode for program in programs] == [0] * len(programs)
    return told


if __name__ == "__main__":
    if sys.argv[1] == "own":
        own(Path(sys.argv[2]), sys.argv[3])
    else:
        same(Path(sys.argv[2]), sys.argv[3], sys.argv[4])
