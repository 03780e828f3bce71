"""What stands beside a journal: a journal that lacks its end is not opened as if it were whole."""

import shutil
import sqlite3
import struct
import sys
from pathlib import Path

import pytest

from companion.journal import schema
from companion.journal.beside import (
    Harm,
    Log,
    index_of,
    missing_tail,
    read_log,
    refuse_short,
    rescued_of,
    wal_of,
)
from companion.journal.errors import JournalError
from companion.journal.rescue import damage, rescue
from companion.journal.rows import MANUAL, KeptReading
from companion.journal.schema import FORMAT, NUMBERED
from companion.journal.store import FILE, Journal

HEADER = "record: 1\ngame: pig\nseats: Ann, Ben\n---\n"
OLD = Path(__file__).parent / "old"
FIRST_PAGE = 32 + 24


@pytest.fixture
def left(file):
    """A journal as a kill leaves it: ten lines in the file, one more in the -wal."""
    with Journal(file) as journal:
        table = journal.open_table("pig", HEADER)
        for number in range(1, 11):
            journal.append(table, number, [("Ann: go", MANUAL)])
        journal._base.execute("PRAGMA wal_checkpoint")
        journal.append(table, 11, [("Ann: the last", MANUAL)])
        folder = file.parent / "left"
        folder.mkdir()
        for one in (file, wal_of(file), index_of(file)):
            shutil.copy(one, folder)
    return folder / FILE


def break_wal(path):
    data = wal_of(path).read_bytes()
    wal_of(path).write_bytes(data[:FIRST_PAGE] + bytes(64) + data[FIRST_PAGE + 64 :])


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda path: wal_of(path).unlink(), "missing; it held the last entries"),
        (lambda path: wal_of(path).write_bytes(b""), "cut short; it held the last entries"),
        (break_wal, "damaged, and the last entries come after that place"),
        (lambda path: rescued_of(path).touch(), "its rescue was cut short"),
    ],
)
def test_a_journal_that_lacks_its_end_is_refused_with_what_to_do(left, harm, said):
    refuse_short(left)
    harm(left)
    with pytest.raises(JournalError, match=said) as refused:
        refuse_short(left)
    assert "`tableside sessions rescue`" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_wal_that_nobody_may_read_is_left_for_sqlite_to_tell(left):
    wal_of(left).unlink()
    wal_of(left).mkdir()
    assert missing_tail(left).harm is Harm.NONE


def test_while_another_program_writes_nothing_is_said(left, monkeypatch):
    told = iter([b"before", b"after"])
    monkeypatch.setattr("companion.journal.beside._index", lambda _path: next(told))
    wal_of(left).unlink()
    assert missing_tail(left).harm is Harm.NONE


def test_a_wal_beside_a_journal_that_is_gone_is_refused_for_sqlite_would_remove_it(left):
    left.unlink()
    index_of(left).unlink()
    assert missing_tail(left).harm is Harm.BROKEN
    left.write_bytes(b"")
    assert missing_tail(left).harm is Harm.BROKEN


def test_of_an_index_in_another_layout_or_of_a_journal_with_large_pages_nothing_is_said(left):
    index = index_of(left).read_bytes()
    wal_of(left).unlink()
    assert missing_tail(left).harm is Harm.MISSING
    other = struct.pack("=I", 1) + index[4:48]
    index_of(left).write_bytes(other * 2 + index[96:])
    assert missing_tail(left).harm is Harm.NONE
    large = bytearray(index[:48])
    large[14:16] = struct.pack("=H", 1)  # so 65,536 is written
    index_of(left).write_bytes(bytes(large) * 2 + index[96:])
    assert missing_tail(left).harm is Harm.NONE


def test_of_a_wal_with_large_pages_nothing_is_said(left):
    index_of(left).unlink()
    data = wal_of(left).read_bytes()
    assert read_log(data).end
    assert read_log(data[:8] + struct.pack(">I", 8192) + data[12:]) == Log({})


def test_a_rescue_that_was_cut_short_is_damage_until_it_is_finished(left):
    rescued_of(left).touch()
    assert damage(left) == "its rescue was cut short"


def test_where_files_cannot_be_locked_a_journal_is_rescued_all_the_same(left, monkeypatch):
    """Windows has no `fcntl`; there the system refuses to replace a file that is open."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    wal_of(left).unlink()
    assert rescue(left, {}).missing
    assert damage(left) == ""


def test_a_numbered_roll_that_stands_at_two_tables_is_rescued_at_the_first(file):
    with Journal(file) as journal:
        tables = [journal.open_table("pig", HEADER) for _ in range(2)]
        kept = KeptReading("tray:1/1#1", "tray:1", NUMBERED, 1, "d10=7", 1.0)
        journal.keep_reading(tables[0], kept)
        journal._base.execute("DROP INDEX numbered_rolls")
        journal._base.execute(
            "INSERT INTO readings (table_id, key, source, kind, throw, dice, confidence, at, ids)"
            " SELECT ?, key, source, kind, throw, dice, confidence, at, ids FROM readings",
            (tables[1],),
        )
        schema.add_chain(journal._base)
    assert rescue(file, {}).complete
    with Journal(file) as journal:
        assert [one.key for one in journal.readings(tables[0])] == [kept.key]
        assert journal.readings(tables[1]) == ()


def changed(file, *statements):
    """Make a journal and change its schema as no Tableside does."""
    Journal(file).close()
    base = sqlite3.connect(file, isolation_level=None)
    for statement in statements:
        base.execute(statement)
    base.close()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE VIEW spy AS SELECT * FROM actions", "view spy"),
        ("CREATE TABLE more (x TEXT) STRICT", "table more"),
        ("ALTER TABLE actions ADD COLUMN more TEXT", "actions.more"),
        ("CREATE TRIGGER spy AFTER INSERT ON actions BEGIN DELETE FROM tables; END", "trigger spy"),
        ("PRAGMA user_version = 0", "format 0"),
    ],
)
def test_a_journal_that_holds_what_no_tableside_makes_is_refused(file, statement, named):
    changed(file, statement)
    with pytest.raises(JournalError, match=f"not a journal that this program made .{named}."):
        Journal(file)


def test_tables_that_sqlite_keeps_for_itself_are_nothing_strange(file):
    changed(file, "ANALYZE")
    Journal(file).close()


def test_a_disk_that_is_full_while_a_file_is_brought_up_leaves_the_old_one(file, monkeypatch):
    shutil.copy(OLD / "format-1.sqlite3", file)
    large = "CREATE TABLE more (x); INSERT INTO more VALUES (zeroblob(100000))"
    monkeypatch.setattr(schema, "_STEPS", {1: large})
    base = sqlite3.connect(file, isolation_level=None)
    pages = base.execute("PRAGMA page_count").fetchone()[0]
    base.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        schema.prepare(base, "here")
    assert not base.in_transaction
    assert base.execute("PRAGMA user_version").fetchone()[0] == 1 < FORMAT
    base.close()


@pytest.mark.parametrize("read_only", [True, False])
def test_states_that_an_earlier_version_kept_beside_are_taken_away_by_whoever_may_write(file, read_only):
    Journal(file).close()
    states = file.with_name("states.sqlite3")
    states.write_bytes(b"SQLite format 3")
    Journal(file, read_only=read_only).close()
    assert states.exists() == read_only


def test_a_forged_row_is_refused_in_one_line(file):
    with Journal(file) as journal:
        table = journal.open_table("pig", HEADER)
        journal.append(table, 1, [("Ann: go", MANUAL)])
        with pytest.raises(JournalError, match="is damaged"):
            journal._refuse_odd([(1, b"bytes")], (frozenset({int}), frozenset({str})))


def test_a_table_that_another_program_deleted_takes_no_line_and_no_reading(file):
    with Journal(file) as journal, Journal(file) as other:
        table = journal.open_table("pig", HEADER)
        other.delete_table(table)
        with pytest.raises(JournalError, match="another program has deleted it"):
            journal.append(table, 1, [("Ann: go", MANUAL)])
        with pytest.raises(JournalError, match="another program has deleted it"):
            journal.keep_reading(table, KeptReading("k", "camera", "camera", 1, "d10=7", 1.0))


def test_a_damaged_schema_that_is_no_text_is_told_in_one_line(file):
    """SQLite quotes its bytes as they are, at which Python stumbles."""
    Journal(file).close()
    data = file.read_bytes()
    file.write_bytes(data.replace(b"tableactionsactions", b"table\xff\xd7tionsactions"))
    assert file.read_bytes() != data
    with pytest.raises(JournalError, match="is damaged") as refused:
        Journal(file)
    assert "\n" not in str(refused.value)
    assert isinstance(refused.value.__cause__, UnicodeDecodeError)
    assert damage(file)
