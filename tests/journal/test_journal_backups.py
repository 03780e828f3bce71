"""Backups: made while others write, never of a damaged journal, the last few kept, and put back.

What was refused is kept beside the lines (X-16): counted, bounded, and no part of any checksum.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import store
from companion.journal.backups import DAYS, back_up, backups, delete_from_backups, due
from companion.journal.errors import JournalError
from companion.journal.rescue import damage, rescue, restore
from companion.journal.rows import MANUAL, Refusal
from companion.journal.schema import FORMAT
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


OLD = Path(__file__).parent / "old"
REFUSED = Refusal(1, "Ann", "hold", ("PIG-2", "X-4"))


def chains(journal):
    return journal._base.execute("SELECT chain FROM actions ORDER BY table_id, version").fetchall()


def test_a_refusal_is_kept_beside_the_lines_and_goes_with_its_table(tmp_path):
    with Journal(tmp_path / FILE, now=lambda: "2026-01-01T00:00:00.000+00:00") as journal:
        first, second = journal.open_table("pig", HEADER), journal.open_table("pig", HEADER)
        journal.append(first, 1, [("Ann: go", MANUAL)])
        before = chains(journal), journal.tables()
        journal.keep_refusal(first, REFUSED)
        journal.keep_refusal(first, replace(REFUSED, who="", rules=()))
        at = "2026-01-01T00:00:00.000+00:00"
        assert journal.refusals(first) == (
            replace(REFUSED, at=at), Refusal(1, "", "hold", (), at),
        )  # fmt: skip
        assert journal.refusals(second) == ()
        assert (chains(journal), journal.tables()) == before
        assert journal.fault() == ""
        journal.delete_table(first)
        assert journal.refusals(first) == ()
        with pytest.raises(JournalError):
            journal.keep_refusal(first, REFUSED)


def test_only_the_latest_refusals_of_a_table_are_kept(monkeypatch):
    monkeypatch.setattr(store, "MOST_REFUSALS", 3)
    with Journal(None) as journal:
        table = journal.open_table("pig", HEADER)
        for number in range(5):
            journal.keep_refusal(table, replace(REFUSED, number=number))
        assert [one.number for one in journal.refusals(table)] == [2, 3, 4]


@pytest.mark.parametrize("old", ["format-1", "format-2", "format-3"])
def test_a_journal_from_before_has_none_is_read_as_it_is_and_takes_them(tmp_path, old):
    file = tmp_path / FILE
    shutil.copy(OLD / f"{old}.sqlite3", file)
    with Journal(file, read_only=True) as journal:
        (info, *_) = journal.tables()
        assert journal.refusals(info.table_id) == ()
        lines = journal.lines(info.table_id)
    with Journal(file) as journal:
        journal.keep_refusal(info.table_id, REFUSED)
        assert journal.lines(info.table_id) == lines
        assert journal.fault() == ""
    with Journal(file, read_only=True) as journal:
        assert len(journal.refusals(info.table_id)) == 1


def test_checksums_of_the_format_before_stay_as_they_were_and_damage_is_still_found(tmp_path):
    file = tmp_path / FILE
    shutil.copy(OLD / "format-3.sqlite3", file)
    base = sqlite3.connect(file)
    query = "SELECT chain FROM actions ORDER BY table_id, version"
    before = base.execute(query).fetchall()
    base.execute("UPDATE actions SET line = 'x' WHERE version = 40")
    base.commit()
    base.close()
    with Journal(file) as journal:
        assert journal._base.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        assert chains(journal) == before
        assert "line 40 is damaged" in journal.fault()
