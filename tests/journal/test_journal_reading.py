"""Looking at a journal where nothing can be written: what it has is read from a copy."""

import shutil

import pytest

from companion.journal import beside, reading
from companion.journal.errors import JournalError
from companion.journal.reading import can_write, open_to_read
from companion.journal.rows import MANUAL
from companion.journal.store import FILE, Journal

HEADER = "record: 1\ngame: pig\nseats: Ann, Ben\n---\n"


@pytest.fixture
def file(tmp_path):
    """A journal with one table, left behind as a kill leaves it: its last line in the -wal."""
    live = tmp_path / "live"
    with Journal(live / FILE) as journal:
        table = journal.open_table("pig", HEADER)
        journal.append(table, 1, [("Ann: go", MANUAL)])
        shutil.copytree(live, tmp_path / "left")
    return tmp_path / "left" / FILE


@pytest.fixture
def locked(file, monkeypatch):
    """The same where SQLite can open nothing, and nothing can be written."""

    def opened(path):
        if path == file:
            raise JournalError(f"{path}: cannot open the journal")
        return Journal(path)

    monkeypatch.setattr(reading, "Journal", opened)
    monkeypatch.setattr(reading.os, "access", lambda _path, _mode: False)
    return file


def lines(journal):
    return [line.text for info in journal.tables() for line in journal.lines(info.table_id)]


def test_a_journal_that_opens_is_looked_at_itself(file):
    with open_to_read(file) as journal:
        assert lines(journal) == ["Ann: go"]
        assert journal.where == str(file)


def test_where_nothing_can_be_written_a_copy_is_looked_at_and_speaks_of_the_journal(locked):
    before = {one.name: one.read_bytes() for one in locked.parent.iterdir()}
    with open_to_read(locked) as journal:
        assert lines(journal) == ["Ann: go"]
        assert journal.where == str(locked)
    assert {one.name: one.read_bytes() for one in locked.parent.iterdir()} == before


def test_a_locked_journal_that_was_closed_has_no_wal_to_copy(locked):
    Journal(locked).close()
    assert [one.name for one in locked.parent.iterdir()] == [FILE]
    with open_to_read(locked) as journal:
        assert lines(journal) == ["Ann: go"]


def test_a_locked_journal_that_cannot_be_read_either_is_told_in_one_line(locked, monkeypatch):
    def refused(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(beside.shutil, "copyfile", refused)
    with (
        pytest.raises(JournalError, match=r"journal.sqlite3: permission denied$"),
        open_to_read(locked),
    ):
        pytest.fail("it was opened")


def test_what_cannot_be_opened_though_it_can_be_written_is_told_as_it_is(file):
    for one in list(file.parent.iterdir()):
        one.unlink()
    file.write_bytes(b"no journal" * 100)
    with pytest.raises(JournalError, match=r"journal\.sqlite3: "), open_to_read(file):
        pytest.fail("it was opened")


def test_a_journal_that_is_not_there_is_copied_from_nowhere(locked):
    locked.unlink()
    with pytest.raises(JournalError, match="cannot open"), open_to_read(locked):
        pytest.fail("it was opened")


def test_a_journal_can_be_written_when_it_and_its_folder_can(file, monkeypatch):
    assert can_write(file)
    assert can_write(file.with_name("new.sqlite3"))
    monkeypatch.setattr(reading.os, "access", lambda path, _mode: path != file)
    assert not can_write(file)
    assert can_write(file.with_name("new.sqlite3"))
    monkeypatch.setattr(reading.os, "access", lambda path, _mode: path != file.parent)
    assert not can_write(file)
