"""Looking on: a journal opened for reading sees what another program commits, and writes nothing."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.journal.errors import JournalError
from companion.journal.rows import MANUAL
from companion.journal.schema import FORMAT
from companion.journal.store import FILE, Journal

HEADER = "record: 1\ngame: pig\nseats: Ann, Ben\n---\n"
OLD = Path(__file__).parent / "old"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a home, 50% off?" / FILE


def test_what_is_committed_meanwhile_is_seen_and_moves_the_stamp(file):
    with Journal(file) as writer, Journal(file, read_only=True) as reader:
        before = reader.stamp()
        assert reader.stamp() == before
        table = writer.open_table("pig", HEADER)
        writer.append(table, 1, [("Ann: go", MANUAL), ("Ann: hold", MANUAL)])
        assert reader.stamp() != before
        assert [line.text for line in reader.lines(table)] == ["Ann: go", "Ann: hold"]
        assert [line.version for line in reader.lines(table, after=1)] == [2]
        assert reader.lines(table, after=2) == ()


def test_nothing_can_be_written(file):
    with Journal(file) as writer:
        table = writer.open_table("pig", HEADER)
    with Journal(file, read_only=True) as reader:
        for attempt in (
            lambda: reader.open_table("pig", HEADER),
            lambda: reader.append(table, 1, [("Ann: go", MANUAL)]),
            lambda: reader.delete_table(table),
        ):
            with pytest.raises(JournalError, match="cannot be written"):
                attempt()
    with Journal(file) as again:
        assert [info.actions for info in again.tables()] == [0]


def test_a_missing_journal_is_not_made(file):
    with pytest.raises(JournalError, match="cannot open the journal"):
        Journal(file, read_only=True)
    assert not file.parent.exists()


def test_an_empty_file_says_that_no_table_was_opened(file):
    file.parent.mkdir()
    file.touch()
    with pytest.raises(JournalError, match="no table was opened yet"):
        Journal(file, read_only=True)
    assert file.stat().st_size == 0


def test_an_older_format_is_read_as_it_is(tmp_path):
    file = tmp_path / FILE
    shutil.copy(OLD / "format-1.sqlite3", file)
    with Journal(file, read_only=True) as reader:
        assert [reader.lines(info.table_id) for info in reader.tables()]
    base = sqlite3.connect(file)
    assert base.execute("PRAGMA user_version").fetchone() == (1,)
    base.close()


@pytest.mark.parametrize("read_only", [True, False])
def test_a_newer_format_and_other_programs_files_are_refused(file, tmp_path, read_only):
    Journal(file).close()
    base = sqlite3.connect(file)
    base.execute(f"PRAGMA user_version = {FORMAT + 1}")
    base.commit()
    base.close()
    with pytest.raises(JournalError, match="written by a newer Tableside"):
        Journal(file, read_only=read_only)
    other = tmp_path / "other.sqlite3"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE tables (x)")
    base.close()
    with pytest.raises(JournalError, match="another program's file"):
        Journal(other, read_only=read_only)
