"""Following the table that another program plays: what is seen, when, and what troubles look like."""

import sqlite3

import pytest
from session_kit import SHELF, open_table, over, play_until, rolling

from companion.core.errors import CompanionError
from companion.core.game import Depth
from companion.journal.rows import MANUAL
from companion.journal.schema import FORMAT
from companion.journal.store import FILE, Journal
from companion.session.scene import NO_TABLE, Follower, Notice, scene_of

LIGHT = {"depth": Depth.LIGHT}


@pytest.fixture
def file(tmp_path):
    return tmp_path / FILE


@pytest.fixture
def follower(file):
    follower = Follower(file, SHELF)
    yield follower
    follower.close()


@pytest.fixture
def journal(file):
    with Journal(file) as journal:
        yield journal


def test_before_there_is_a_journal_there_is_no_table(follower, file):
    follower.make_sure()
    assert follower.look() is NO_TABLE
    assert not file.exists()
    with Journal(file) as journal:
        assert follower.look() is NO_TABLE
        table = open_table(journal)
        assert follower.look() == scene_of(table)


def test_each_committed_move_is_seen_and_nothing_new_is_the_same_object(follower, journal):
    table = open_table(journal)
    first = follower.look()
    assert follower.look() is first
    play_until(table, rolling)
    second = follower.look()
    assert second == scene_of(table) != first
    assert follower.look() is second
    play_until(table, over)
    assert follower.look() == scene_of(table)
    table.undo()
    seen = follower.look()
    assert seen == scene_of(table)
    assert not seen.view.over


def test_the_last_roll_is_the_last_one_in_effect(journal):
    table = open_table(journal)
    assert scene_of(table).roll is None
    play_until(table, rolling)
    version = table.version
    play_until(table, lambda table: table.version > version)
    roll, line = scene_of(table).roll
    assert (roll, line.number) == (table.match.log[version], version + 1)
    table.undo()
    scene = scene_of(table)
    assert scene.roll is None
    assert scene.held is not None


def clock():
    """A journal's clock that moves on: two tables within a millisecond have no order."""
    moments = iter(range(10_000))
    return lambda: f"2026-11-21T12:00:00.{next(moments):05}+00:00"


def test_the_table_changed_last_is_followed(follower, file):
    with Journal(file, clock()) as journal:
        old = open_table(journal, ("Ann", "Ben"), **LIGHT)
        assert follower.look().table_id == old.table_id
        new = open_table(journal, ("Cleo", "Dan"), **LIGHT)
        assert follower.look().seats == ("Cleo", "Dan")
        play_until(old, lambda table: table.version > 0)
        assert follower.look() == scene_of(old)
        journal.delete_table(old.table_id)
        assert follower.look() == scene_of(new)
        journal.delete_table(new.table_id)
        assert follower.look() is NO_TABLE


def test_a_table_that_was_named_is_kept_to(file):
    with Journal(file, clock()) as journal:
        old = open_table(journal, **LIGHT)
        follower = Follower(file, SHELF, old.table_id)
        follower.make_sure()
        open_table(journal, ("Cleo", "Dan"), **LIGHT)
        assert follower.look() == scene_of(old)
        journal.delete_table(old.table_id)
        assert follower.look() == Notice(f"the journal: there is no table {old.table_id}")
        follower.close()


@pytest.mark.usefixtures("journal")
def test_a_table_that_is_not_there_is_refused_at_once(file):
    with pytest.raises(CompanionError, match="there is no table rsf-1"):
        Follower(file, SHELF, "rsf-1").make_sure()


def test_another_table_under_the_id_of_a_deleted_one_is_another_table(follower, file):
    with Journal(file, clock()) as journal:
        first = open_table(journal, ("Ann", "Ben"), **LIGHT)
        play_until(first, lambda table: table.version > 3)
        assert follower.look() == scene_of(first)
        journal.delete_table(first.table_id)
        second = open_table(journal, ("Cleo", "Dan"), **LIGHT)
        assert second.table_id == first.table_id
        assert follower.look() == scene_of(second)


def test_a_journal_that_was_moved_away_is_let_go_and_found_again(follower, file, tmp_path):
    with Journal(file) as journal:
        first = open_table(journal, ("Ann", "Ben"), **LIGHT)
        assert follower.look() == scene_of(first)
    for part in tmp_path.iterdir():
        part.rename(tmp_path / f"old-{part.name}")
    assert follower.look() is NO_TABLE
    with Journal(file) as journal:
        second = open_table(journal, ("Cleo", "Dan"), **LIGHT)
        assert follower.look() == scene_of(second)


def test_a_table_of_an_unknown_game_is_a_notice_until_another_is_opened(follower, file):
    with Journal(file, clock()) as journal:
        journal.open_table("chess", "record: 1\ngame: chess\ndepth: light\nseats: Ann, Ben\n---\n")
        seen = follower.look()
        assert isinstance(seen, Notice)
        assert "there is no game 'chess'" in seen.text
        assert follower.look() is seen
        table = open_table(journal, **LIGHT)
        assert follower.look() == scene_of(table)


def test_a_line_not_understood_is_a_notice_that_names_it(follower, journal):
    table = open_table(journal, **LIGHT)
    play_until(table, rolling)
    follower.look()
    journal.append(table.table_id, table.version + 1, [("Ann: fly away", MANUAL)])
    seen = follower.look()
    assert isinstance(seen, Notice)
    assert f"line {table.version + 1}" in seen.text


def test_troubles_name_no_folder(follower, file):
    file.write_bytes(b"this is a letter, not a journal " * 40)
    with pytest.raises(CompanionError):
        follower.make_sure()
    seen = follower.look()
    assert isinstance(seen, Notice)
    assert str(file.parent) not in seen.text
    assert "journal" in seen.text


def test_a_newer_journal_is_a_notice(follower, file):
    Journal(file).close()
    base = sqlite3.connect(file)
    base.execute(f"PRAGMA user_version = {FORMAT + 1}")
    base.commit()
    base.close()
    seen = follower.look()
    assert isinstance(seen, Notice)
    assert "newer Tableside" in seen.text


def test_a_journal_that_is_held_is_a_notice_until_it_is_let_go(follower, file, monkeypatch):
    monkeypatch.setattr("companion.journal.connection._PATIENCE", 0.0)
    with Journal(file) as journal:
        table = open_table(journal, **LIGHT)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    assert follower.look() == Notice(
        "the journal: another program holds the journal; close it and try again"
    )
    holder.close()
    assert follower.look() == scene_of(table)
