"""Backups: made while others write, never of a damaged journal, the last few kept, and put back."""

import os
import sqlite3
from contextlib import closing

import pytest

from companion.journal.backups import DAYS, back_up, backups, delete_from_backups, due
from companion.journal.errors import JournalError
from companion.journal.rescue import damage, rescue, restore
from companion.journal.rows import MANUAL
from companion.journal.store import FILE, Journal

HEADER = "record: 1\ngame: pig\nseats: Ann, Ben\n---\n"
DAY = 24 * 3600


@pytest.fixture
def table(file):
    with Journal(file) as journal:
        table = journal.open_table("pig", HEADER)
        journal.append(table, 1, [("Ann: go 1", MANUAL), ("Ann: go 2", MANUAL)])
    return table


def spoil(file):
    with closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE actions SET line = 'x' WHERE version = 2")
        base.commit()


def test_a_backup_is_made_while_a_table_is_played_and_nobody_waits(file, table):
    with Journal(file) as journal:
        journal._base.execute("BEGIN IMMEDIATE")  # in the middle of a commit
        made = back_up(file)
        journal._base.execute("ROLLBACK")
        journal.append(table, 3, [("Ann: go 3", MANUAL)])
    assert [one.name for one in made.parent.iterdir()] == ["journal-000001.sqlite3"]
    with Journal(made, read_only=True) as copy:
        assert [line.text for line in copy.lines(table)] == ["Ann: go 1", "Ann: go 2"]
        assert copy.fault() == ""


def test_a_damaged_journal_takes_the_place_of_no_sound_backup(file, table):
    made = back_up(file)
    spoil(file)
    with pytest.raises(JournalError, match=f"not backed up: {table}: line 2 is damaged"):
        back_up(file)
    assert [one.name for one in made.parent.iterdir()] == [made.name]


def test_the_last_backup_of_each_of_the_last_days_is_kept(file, table):
    assert due(file)
    for ago in range(DAYS + 1, 0, -1):
        for _ in range(2):
            os.utime(back_up(file), times=(0, file.stat().st_mtime - ago * DAY))
    assert due(file)
    newest = back_up(file)
    assert not due(file)
    assert newest == backups(file)[0]
    assert len(backups(file)) == DAYS
    assert table


def test_what_people_delete_is_deleted_from_the_backups_too(file, table):
    with Journal(file) as journal:
        other = journal.open_table("pig", HEADER)
    made = back_up(file)
    delete_from_backups(file, table)
    delete_from_backups(file, "never-there")
    with Journal(made) as copy:
        assert [info.table_id for info in copy.tables()] == [other]


def test_a_journal_that_is_not_there_is_not_made_by_its_backup(file):
    with pytest.raises(JournalError, match="there is no such file"):
        back_up(file)
    assert not file.parent.joinpath("backups").exists()


def test_a_damaged_line_comes_back_from_the_backup_and_later_ones_go_on_from_it(file, table):
    back_up(file)
    with Journal(file) as journal:
        journal.append(table, 3, [("Ann: go 3", MANUAL)])
        lines = journal.lines(table)
    spoil(file)
    assert rescue(file, {}).complete
    with Journal(file) as journal:
        assert journal.lines(table) == lines


def test_an_emptied_journal_comes_back_from_its_backup(file, table):
    back_up(file)
    file.write_bytes(b"")
    assert damage(file) == "it is empty"
    (rescued,) = rescue(file, {}).tables
    assert (rescued.table_id, len(rescued.lines)) == (table, 2)


def test_a_backup_is_put_in_the_journals_place_and_that_one_is_kept(file, table):
    made = back_up(file)
    spoil(file)
    before = file.read_bytes()
    kept = restore(file, made)
    assert (kept / FILE).read_bytes() == before
    assert damage(file) == ""
    with Journal(file) as journal:
        assert len(journal.lines(table)) == 2


def test_a_damaged_backup_is_not_put_anywhere(file, table):
    made = back_up(file)
    spoil(made)
    before = file.read_bytes()
    with pytest.raises(JournalError, match=f"{made}: it is damaged: {table}: line 2"):
        restore(file, made)
    assert file.read_bytes() == before
