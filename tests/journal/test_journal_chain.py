"""Checksums: a changed letter is known, and the table ends before the line that it stands in.

Folders and files that are still there after a power cut, and whole whatever happens.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from calibration import files
from companion.journal.beside import PAGE
from companion.journal.errors import JournalError
from companion.journal.rescue import damage, go_on, rescue
from companion.journal.rows import MANUAL, KeptReading, Provenance
from companion.journal.store import Journal

HEADER = "record: 1\ngame: pig\nseats: Ann, Ben\n---\n"
OLD = Path(__file__).parent / "old"


@pytest.fixture
def table(file):
    with Journal(file) as journal:
        table = journal.open_table("pig", HEADER)
        journal.keep_reading(table, KeptReading("k", "camera", "camera", 1, "d10=7", 0.5))
        for number in range(1, 10):
            said = Provenance("camera", 0.5, "k") if number == 5 else MANUAL
            journal.append(table, number, [(f"Ann: go {number}", said)], over=number == 9)
    return table


def change(file, statement):
    with closing(sqlite3.connect(file)) as base:
        base.execute(statement)
        base.commit()


CHANGES = [
    "UPDATE actions SET line = 'Ann: go 6' WHERE version = 5",
    "UPDATE actions SET line = CAST(x'416e6e3a20676fff35' AS TEXT) WHERE version = 5",
    "UPDATE actions SET at = '2026' WHERE version = 5",
    "UPDATE actions SET source = 'tray' WHERE version = 5",
    "UPDATE actions SET confidence = 0.75 WHERE version = 5",
    "UPDATE actions SET reading = NULL WHERE version = 5",
    "UPDATE actions SET chain = x'00' WHERE version = 5",
    "UPDATE actions SET version = 15 WHERE version = 5",
    "DELETE FROM actions WHERE version = 5",
]


@pytest.mark.parametrize("statement", CHANGES)
def test_a_changed_letter_is_located_and_the_table_ends_before_it(file, table, statement):
    change(file, statement)
    assert damage(file) == f"{table}: line 5 is damaged"
    with Journal(file) as journal:
        sound, behind = journal.split(table)
        assert journal.lines(table) == sound
        assert [line.text for line in sound] == [f"Ann: go {n}" for n in range(1, 5)]
        assert behind[-1].version in {9, 15}


@pytest.mark.parametrize("statement", CHANGES)
def test_a_table_goes_on_from_its_last_sound_line_and_the_rest_is_kept_aside(file, table, statement):
    change(file, statement)
    with Journal(file, read_only=True) as journal:
        rest = journal.split(table)[1]
    kept = go_on(file, table, 4)
    assert kept.read_text() == "".join(f"{line.version}  {line.text}\n" for line in rest)
    with Journal(file) as journal:
        journal.append(table, 5, [("Ann: hold", MANUAL)])
        assert len(journal.lines(table)) == 5
        assert not journal.table(table).over
        assert journal.fault() == ""


@pytest.mark.parametrize("statement", CHANGES)
def test_a_rescue_copies_no_line_from_the_damaged_one_on(file, table, statement):
    change(file, statement)
    (rescued,) = rescue(file, {}).tables
    assert [line.version for line in rescued.lines] == [1, 2, 3, 4]
    with Journal(file) as journal:
        assert journal.lines(table) == rescued.lines


def test_lines_that_another_program_adds_go_on_from_those_that_are_known(file, table):
    with Journal(file) as journal, Journal(file) as other:
        other.append(table, 10, [("Ann: go 10", MANUAL), ("Ann: go 11", MANUAL)])
        assert [line.version for line in journal.lines(table, 9)] == [10, 11]
        change(file, "UPDATE actions SET line = 'x' WHERE version = 11")
        sound, behind = journal.split(table, 9)
        assert ([line.version for line in sound], behind[0].text) == ([10], "x")


@pytest.mark.parametrize("column", ["header", "opened", "catalogue"])
def test_a_changed_header_is_told_and_the_table_can_be_deleted(file, table, column):
    change(file, f"UPDATE tables SET {column} = 'record: 1'")  # noqa: S608 - of the three above
    assert "header" in damage(file)
    with Journal(file) as journal:
        with pytest.raises(JournalError, match=f"the header of table {table} is damaged") as told:
            journal.table(table)
        assert "\n" not in str(told.value)
        journal.delete_table(table)
        assert journal.tables() == ()


def test_a_changed_catalogue_is_told_and_a_rescue_takes_one_that_is_at_hand(file):
    cards = sha256(b"title = 1").hexdigest()[:16], "title = 1"
    with Journal(file) as journal:
        journal.open_table("pig", HEADER, cards)
    change(file, "UPDATE catalogues SET text = 'title = 2'")
    assert "damaged" in damage(file)
    with Journal(file) as journal, pytest.raises(JournalError, match="damaged"):
        journal.catalogue(cards[0])
    rescue(file, dict([cards]))
    with Journal(file) as journal:
        assert journal.catalogue(cards[0]) == cards[1]


def test_a_changed_reading_is_left_out_and_offered_to_nobody(file, table):
    with Journal(file) as journal:
        journal.keep_reading(table, KeptReading("new", "camera", "camera", 2, "d10=7", 0.5))
        assert journal.last_reading(table).key == "new"
        change(file, "UPDATE readings SET dice = 'd10=8' WHERE key = 'new'")
        assert journal.last_reading(table) is None
        assert [one.key for one in journal.readings(table)] == ["k"]


def test_an_index_that_leads_to_some_rows_only_is_told(file, table):
    data = bytearray(file.read_bytes())
    at = len(data)
    root = 8 * PAGE  # of the index of tables and versions
    for _ in range(3):  # cells are laid down from the end of a page
        at = data.rindex(table.encode(), root, min(at, root + PAGE))
    data[at : at + 3] = b"zig"
    file.write_bytes(data)
    with Journal(file) as journal, pytest.raises(JournalError, match="is damaged"):
        journal.lines(table)
    (rescued,) = rescue(file, {}).tables
    assert len(rescued.lines) == 9
    with Journal(file) as journal:
        assert journal.table(table).over


def test_a_row_that_belongs_to_no_table_is_a_fault(file, table):
    change(file, "DELETE FROM tables")
    assert "has no table" in damage(file)
    assert table


@pytest.mark.parametrize("old", ["format-1", "format-2"])
def test_an_older_journal_gets_its_chain_when_it_is_opened_and_is_read_without(file, old):
    shutil.copy(OLD / f"{old}.sqlite3", file)
    with Journal(file, read_only=True) as journal:
        lines = {info.table_id: journal.lines(info.table_id) for info in journal.tables()}
        assert journal.fault() == ""
    with Journal(file) as journal:
        assert {info.table_id: journal.lines(info.table_id) for info in journal.tables()} == lines
        assert journal.fault() == ""
    change(file, "UPDATE actions SET line = 'x' WHERE version = 40")
    with Journal(file) as journal:
        assert {len(journal.lines(table)) for table in lines} == {39}


def test_a_gap_in_an_older_journal_is_found_without_a_chain(file):
    shutil.copy(OLD / "format-2.sqlite3", file)
    change(file, "DELETE FROM actions WHERE version = 40")
    assert "line 40 is damaged" in damage(file)
    assert {len(table.lines) for table in rescue(file, {}).tables} == {39}


def test_the_readings_of_a_journal_of_the_format_before_are_read_without_a_chain(file):
    shutil.copy(OLD / "format-2.sqlite3", file)
    with Journal(file, read_only=True) as journal:
        assert len(journal.readings("rsf-20261121-1")) == 6


@pytest.fixture
def synced(monkeypatch):
    """Hear what was made durable, in order."""
    seen = []
    real = os.fsync

    def fsync(handle):
        seen.append(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return seen


def inode(path):
    return path.stat().st_ino


def test_a_new_folder_is_made_sure_in_the_one_above_it(tmp_path, synced):
    files.make_folder(tmp_path / "a" / "b")
    assert synced == [inode(tmp_path), inode(tmp_path / "a")]


def test_a_folder_that_is_there_costs_nothing(tmp_path, synced):
    files.make_folder(tmp_path)
    assert synced == []


def test_a_file_is_sure_before_it_takes_the_place_of_another(tmp_path, synced):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    files.replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert synced == [inode(path), inode(tmp_path)]
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path):
    files.sync_folder(tmp_path / "nowhere")
