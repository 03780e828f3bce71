"""Following the table that another program plays: what is seen, when, and what troubles look like.

A table in one program takes in what was committed to it in another.

Two programs at one table: the quicker one counts, the other sees it and goes on from there.
"""

import sqlite3

import pytest
from record_lines import record_text
from session_kit import SHELF, faces, fighting, open_table, over, play_until, rolling

from companion.core.actions import Roll, Undo
from companion.core.dice import RollRequest
from companion.core.errors import CompanionError
from companion.core.game import Depth
from companion.demo.players import next_action
from companion.journal.errors import JournalError, MovedOnError
from companion.journal.rows import MANUAL
from companion.journal.schema import FORMAT
from companion.journal.store import FILE, Journal
from companion.rolls.readings import DieReading, RollReading, SourceKind
from companion.session.rolldesk import RollDesk
from companion.session.scene import NO_TABLE, Follower, Notice, scene_of
from companion.session.table import Table, TableError

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
    table.declare(Undo(None))
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
    table.declare(Undo(None))
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
    assert follower.look() == Notice("the journal: another program holds the journal; close it and try again")
    holder.close()
    assert follower.look() == scene_of(table)


@pytest.fixture
def both(tmp_path):
    """The table that is played at, and one that looks on."""
    with Journal(tmp_path / FILE) as writer, Journal(tmp_path / FILE, read_only=True) as reader:
        played = open_table(writer)
        yield played, Table.resume(SHELF, reader, played.table_id)


def test_caught_up_tables_are_alike_at_every_step(both):
    played, watching = both
    heard = []
    watching.subscribe(heard.append)
    play_until(played, rolling)
    assert watching.version == 0
    changes = watching.catch_up()
    assert changes == tuple(heard)
    assert [change.number for change in changes] == list(range(1, played.version + 1))
    assert (watching.sheet(), watching.history()) == (played.sheet(), played.history())
    assert watching.catch_up() == ()
    play_until(played, over)
    watching.catch_up()
    assert (watching.standing(), record_text(watching)) == (played.standing(), record_text(played))


def test_what_came_before_a_line_not_understood_is_told_once_and_stands(both, tmp_path):
    played, watching = both
    play_until(played, rolling)
    with Journal(tmp_path / FILE) as other:
        other.append(played.table_id, played.version + 1, [("Ann: fly away", MANUAL)])
    heard = []
    watching.subscribe(heard.append)
    for _ in range(2):
        with pytest.raises(TableError, match=rf"{played.table_id}: line {played.version + 1}: "):
            watching.catch_up()
        assert [change.number for change in heard] == list(range(1, played.version + 1))
    assert watching.sheet() == played.sheet()


@pytest.fixture
def two(tmp_path):
    """Give one table, open in two programs, where a roll is asked for."""
    with Journal(tmp_path / FILE) as first, Journal(tmp_path / FILE) as second:
        table = open_table(first)
        play_until(table, fighting)
        play_until(table, rolling)
        yield table, Table.resume(SHELF, second, table.table_id), second


def die(face, key="tray:1#1"):
    return RollReading(SourceKind.TRAY, "tray:1", key, (DieReading("d10", face),), 0.0, 1)


def test_the_slower_program_is_told_and_sees_what_was_entered(two):
    table, other, _ = two
    request = table.pending()
    assert isinstance(request, RollRequest)
    assert table.declare(Roll(request.roller, faces(7))).legal
    with pytest.raises(MovedOnError, match=r"another program has just entered '.*roll d10=7'") as told:
        other.declare(Roll(request.roller, faces(3)))
    assert "\n" not in str(told.value)
    assert other.match.state == table.match.state
    assert other.pending() == table.pending()
    action = next_action(other.match)
    assert action is not None
    assert other.declare(action).legal
    with pytest.raises(MovedOnError):
        table.declare(action)
    assert table.match.state == other.match.state


def test_dice_that_came_too_late_are_not_entered_and_may_be_claimed(two):
    table, other, journal = two
    desk = RollDesk(other, journal)
    request = table.pending()
    assert table.declare(Roll(request.roller, faces(7))).legal
    with pytest.raises(MovedOnError):
        desk.hear(die("3"))
    lines = [line.line for line in other.history()]
    assert lines == [line.line for line in table.history()]
    play_until(other, rolling, rolls=(5,))
    heard = desk.claim()
    assert heard.verdict is None or heard.verdict.legal
    assert len([one for one in journal.readings(other.table_id) if one.version]) <= 1


def test_a_table_that_another_program_deleted_is_told(two):
    table, other, journal = two
    journal.delete_table(table.table_id)
    for attempt in (
        lambda: table.declare(Roll(table.pending().roller, faces(7))),
        lambda: RollDesk(table, table._journal).hear(die("7")),
    ):
        with pytest.raises(JournalError, match="another program has deleted it"):
            attempt()
    assert other.version == table.version
