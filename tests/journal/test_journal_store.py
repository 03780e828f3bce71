import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import schema
from companion.journal.beside import index_of
from companion.journal.errors import JournalError, KnownReadingError
from companion.journal.rows import MANUAL, KeptReading, Provenance
from companion.journal.schema import FORMAT
from companion.journal.store import FILE, Journal

CARDS = ("a9b44cdb7df35700", "title = 'x'")
HEADER = "record: 1\ngame: pig\nseats: Ann, Ben\n---\n"


def reading(key, dice="d10=7"):
    return KeptReading(key, "camera:0", "camera", 1, dice, 0.998, b"jpeg")


@pytest.fixture(params=["memory", "file"])
def journal(request, tmp_path):
    with Journal(None if request.param == "memory" else tmp_path / "deep" / FILE) as journal:
        yield journal


def test_lines_come_back_as_they_were_committed(journal):
    table = journal.open_table("pig", HEADER)
    seen = Provenance("camera", 0.998, "camera#1")
    journal.keep_reading(table, reading("camera#1"))
    at = journal.append(table, 1, [("Ann: go", MANUAL), ("Ann: roll d10=7", seen)])
    journal.append(table, 3, [("Ann: hold ü", MANUAL)])
    lines = journal.lines(table)
    assert [(line.version, line.text) for line in lines] == [
        (1, "Ann: go"),
        (2, "Ann: roll d10=7"),
        (3, "Ann: hold ü"),
    ]
    assert lines[1].provenance == seen
    assert lines[0].at == lines[1].at == at


def test_tables_are_named_listed_and_apart(journal):
    first = journal.open_table("pig", HEADER)
    second = journal.open_table("pig", HEADER)
    assert first != second
    assert first.startswith("pig-")
    journal.append(first, 1, [("Ann: go", MANUAL)])
    assert journal.lines(second) == ()
    infos = {info.table_id: info for info in journal.tables()}
    assert infos[first].actions == 1
    assert infos[second].actions == 0
    assert journal.table(first).header == HEADER
    with pytest.raises(JournalError, match="there is no table nothing"):
        journal.table("nothing")


def test_the_table_changed_last_comes_first(tmp_path):
    times = iter(f"2026-01-0{day}T00:00:00+00:00" for day in range(1, 9))
    with Journal(tmp_path / FILE, now=lambda: next(times)) as journal:
        first, second = journal.open_table("pig", HEADER), journal.open_table("pig", HEADER)
        assert [info.table_id for info in journal.tables()] == [second, first]
        journal.append(first, 1, [("Ann: go", MANUAL)])
        assert [info.table_id for info in journal.tables()] == [first, second]


def test_a_lost_race_is_an_error_and_writes_nothing(journal):
    table = journal.open_table("pig", HEADER)
    journal.append(table, 1, [("Ann: go", MANUAL)])
    for version in (1, 3):
        with pytest.raises(JournalError, match="another program has written"):
            journal.append(table, version, [("Ann: hold", MANUAL)])
    assert len(journal.lines(table)) == 1


def test_the_same_roll_can_never_be_entered_twice(journal):
    table = journal.open_table("pig", HEADER)
    seen = Provenance("camera", 1.0, "camera#1")
    assert journal.keep_reading(table, reading("camera#1"))
    journal.append(table, 1, [("Ann: roll d10=7", seen)])
    with pytest.raises(KnownReadingError, match="entered already, as number 1"):
        journal.append(table, 2, [("Ann: roll d10=7", seen)])
    with pytest.raises(KnownReadingError):
        journal.keep_reading(table, reading("camera#1"))
    assert len(journal.lines(table)) == 1


def test_several_lines_are_committed_all_or_none(journal):
    table = journal.open_table("pig", HEADER)
    seen = Provenance("camera", 1.0, "camera#1")
    journal.keep_reading(table, reading("camera#1"))
    with pytest.raises(JournalError):
        journal.append(table, 1, [("Ann: roll d10=7", seen), ("Ann: roll d10=7", seen)])
    assert journal.lines(table) == ()


def test_a_reading_kept_but_not_used_may_be_heard_again(journal):
    table = journal.open_table("pig", HEADER)
    assert journal.keep_reading(table, reading("camera#1"))
    assert not journal.keep_reading(table, reading("camera#1"))
    assert len(journal.readings(table)) == 1


def test_an_action_cannot_point_to_a_reading_that_was_never_kept(journal):
    table = journal.open_table("pig", HEADER)
    with pytest.raises(JournalError):
        journal.append(table, 1, [("Ann: roll d10=7", Provenance("camera", 1.0, "nothing"))])
    assert journal.lines(table) == ()


def test_readings_say_which_action_used_them(journal):
    table = journal.open_table("pig", HEADER)
    for number in (1, 2):
        journal.keep_reading(table, reading(f"camera#{number}", "d10=7 d6=3"))
    journal.append(table, 1, [("Ann: roll d10=7", Provenance("camera", 1.0, "camera#2"))])
    first, second = journal.readings(table)
    assert (first.version, second.version) == (None, 1)
    assert first.dice == "d10=7 d6=3"
    assert first.evidence == b"jpeg"
    assert first.at


def test_evidence_is_bounded(journal):
    table = journal.open_table("pig", HEADER)
    huge = KeptReading("k", "camera:0", "camera", 1, "d10=7", 1.0, b"x" * 600_000)
    journal.keep_reading(table, huge)
    assert journal.readings(table)[0].evidence is None


def test_catalogues_are_kept_with_the_table(journal):
    table = journal.open_table("pig", HEADER, CARDS)
    journal.open_table("pig", HEADER, CARDS)
    assert journal.table(table).catalogue == CARDS[0]
    assert journal.catalogue(CARDS[0]) == CARDS[1]
    with pytest.raises(JournalError, match="catalogue nothing is missing"):
        journal.catalogue("nothing")


def test_a_deleted_table_leaves_the_others(journal):
    first, second = journal.open_table("pig", HEADER), journal.open_table("pig", HEADER)
    for table in (first, second):
        journal.keep_reading(table, reading("camera#1"))
        journal.append(table, 1, [("Ann: roll d10=7", Provenance("camera", 1.0, "camera#1"))])
    journal.delete_table(first)
    assert [info.table_id for info in journal.tables()] == [second]
    assert len(journal.lines(second)) == 1
    with pytest.raises(JournalError, match="no table"):
        journal.delete_table(first)


def test_every_commit_reaches_the_disk_before_it_is_acknowledged(tmp_path):
    with Journal(tmp_path / FILE) as journal:
        pragma = journal._base.execute
        assert pragma("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert pragma("PRAGMA synchronous").fetchone()[0] == 2  # FULL
        assert pragma("PRAGMA foreign_keys").fetchone()[0] == 1
        assert pragma("PRAGMA user_version").fetchone()[0] == FORMAT


@pytest.mark.parametrize("content", [b"hello, this is no database at all" * 40, b"\x00" * 4096])
def test_a_damaged_or_strange_file_is_named_in_one_line(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(JournalError) as caught:
        Journal(tmp_path / FILE)
    assert str(tmp_path / FILE) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (tmp_path / FILE).read_bytes() == content


def test_damage_within_the_file_is_told_when_it_is_met(tmp_path):
    with Journal(tmp_path / FILE) as journal:
        table = journal.open_table("pig", HEADER)
        for version in range(1, 200):
            journal.append(table, version, [("Ann: go " + "x" * 200, MANUAL)])
    data = bytearray((tmp_path / FILE).read_bytes())
    for place in range(4096 * 3, len(data)):
        data[place] = 0xA5
    (tmp_path / FILE).write_bytes(bytes(data))
    with pytest.raises(JournalError, match="damaged"), Journal(tmp_path / FILE) as journal:
        journal.lines(table)


def test_a_journal_that_cannot_be_opened_is_told_in_one_line(tmp_path):
    (tmp_path / "file").write_text("in the way")
    for path in (tmp_path / "file" / FILE, tmp_path):
        with pytest.raises(JournalError) as caught:
            Journal(path)
        assert "\n" not in str(caught.value)


def test_a_journal_held_by_another_program_is_told_and_nothing_is_lost(tmp_path):
    with Journal(tmp_path / FILE) as journal:
        table = journal.open_table("pig", HEADER)
        journal._base.execute("PRAGMA busy_timeout = 10")
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="another program holds the journal"):
            journal.append(table, 1, [("Ann: go", MANUAL)])
        other.execute("ROLLBACK")
        other.close()
        journal.append(table, 1, [("Ann: go", MANUAL)])
        assert len(journal.lines(table)) == 1


def test_a_full_disk_is_told_and_what_was_committed_stays(tmp_path):
    with Journal(tmp_path / FILE) as journal:
        table = journal.open_table("pig", HEADER)
        journal.append(table, 1, [("Ann: go", MANUAL)])
        pages = journal._base.execute("PRAGMA page_count").fetchone()[0]
        journal._base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="the disk is full"):
            journal.append(table, 2, [("Ann: " + "x" * 50_000, MANUAL)])
        assert len(journal.lines(table)) == 1
        journal._base.execute("PRAGMA max_page_count = 100000")
        journal.append(table, 2, [("Ann: hold", MANUAL)])
        assert len(journal.lines(table)) == 2


def test_a_journal_without_permission_is_told(tmp_path):
    with Journal(tmp_path / FILE) as journal:
        table = journal.open_table("pig", HEADER)
        journal._base.execute("PRAGMA query_only = ON")
        with pytest.raises(JournalError, match="no permission"):
            journal.append(table, 1, [("Ann: go", MANUAL)])
        assert journal.lines(table) == ()


WRITER = f"""
import sys
from pathlib import Path
from companion.journal.rows import MANUAL
from companion.journal.store import Journal
journal = Journal(Path(sys.argv[1]))
table = journal.open_table("pig", {HEADER!r})
print(table, flush=True)
version = 0
while True:
    version += 1
    journal.append(table, version, [(f"Ann: go {{version}}", MANUAL)])
    print(version, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path):
    path = tmp_path / FILE
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    table = writer.stdout.readline().strip()
    acknowledged = 0
    while acknowledged < 25:
        acknowledged = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    for line in writer.stdout:
        if line.endswith("\n"):
            acknowledged = int(line)
    writer.wait()
    writer.stdout.close()
    with Journal(path) as journal:
        lines = journal.lines(table)
        assert len(lines) >= acknowledged
        assert [line.version for line in lines] == list(range(1, len(lines) + 1))
        assert all(line.text == f"Ann: go {line.version}" for line in lines)
        journal.append(table, len(lines) + 1, [("Ann: go on", MANUAL)])


OLD = Path(__file__).parent / "old"


def test_a_journal_of_format_1_opens_and_takes_new_lines(tmp_path):
    shutil.copy(OLD / "format-1.sqlite3", tmp_path / FILE)
    with Journal(tmp_path / FILE) as journal:
        (table,) = journal.tables()
        assert (table.table_id, table.actions) == ("rsf-20261121-1", 60)
        kept = journal.readings(table.table_id)
        assert (len(kept), kept[-1].dice, kept[-1].version, kept[-1].ids) == (6, "d10=7", 60, "")
        journal.keep_reading(table.table_id, numbered(1, ids="pixels:1a"))
        seen = Provenance("tray", 0.998, numbered(1).key)
        journal.append(table.table_id, 61, [("Ann: roll d10=7", seen)])
        assert journal._base.execute("PRAGMA user_version").fetchone()[0] == FORMAT
    with Journal(tmp_path / FILE) as journal:
        assert journal.readings(table.table_id)[-1].ids == "pixels:1a"


def test_an_old_and_a_new_journal_have_the_same_shape(tmp_path):
    shutil.copy(OLD / "format-1.sqlite3", tmp_path / "old")
    Journal(tmp_path / "new").close()
    Journal(tmp_path / "old").close()

    def shape(name):
        base = sqlite3.connect(tmp_path / name)
        columns = [base.execute(f"PRAGMA table_info({t})").fetchall() for t in ("readings", "actions")]
        indexes = base.execute("SELECT name FROM sqlite_schema WHERE type = 'index'").fetchall()
        base.close()
        return columns, sorted(indexes)

    assert shape("old") == shape("new")


def test_a_bringing_up_that_is_cut_short_leaves_the_old_file(tmp_path, monkeypatch):
    shutil.copy(OLD / "format-1.sqlite3", tmp_path / FILE)
    broken = {1: schema._STEPS[1] + " CREATE TABLE readings (x);"}
    with monkeypatch.context() as patch:
        patch.setattr(schema, "_STEPS", broken)
        with pytest.raises(JournalError):
            Journal(tmp_path / FILE)
    base = sqlite3.connect(tmp_path / FILE)
    assert base.execute("PRAGMA user_version").fetchone()[0] == 1
    base.close()
    Journal(tmp_path / FILE).close()


def numbered(seq, ids=""):
    key = f"tray:T-1/0a1b2c3d#{seq}"
    return KeptReading(key, "tray:/dev/rfcomm0", "tray", seq, "d10=7", 0.998, ids=ids)


def test_a_numbered_roll_is_entered_at_one_table_only(journal):
    first, second = journal.open_table("pig", HEADER), journal.open_table("pig", HEADER)
    assert journal.keep_reading(first, numbered(1))
    assert not journal.keep_reading(first, numbered(1))
    with pytest.raises(KnownReadingError, match=f"entered already, at the table {first}"):
        journal.keep_reading(second, numbered(1))
    assert journal.keep_reading(second, numbered(2))
    assert journal.keys("tray") == (numbered(1).key, numbered(2).key)


def test_the_same_clip_may_be_looked_at_for_two_tables(journal):
    first, second = journal.open_table("pig", HEADER), journal.open_table("pig", HEADER)
    assert journal.keep_reading(first, reading("camera#1"))
    assert journal.keep_reading(second, reading("camera#1"))
    assert journal.keys("camera") == ("camera#1", "camera#1")


def test_the_last_reading_is_one_that_nothing_followed(journal):
    table = journal.open_table("pig", HEADER)
    assert journal.last_reading(table) is None
    journal.keep_reading(table, reading("camera#1"))
    assert journal.last_reading(table).key == "camera#1"
    journal.append(table, 1, [("Ann: roll d10=7", Provenance("camera", 0.9, "camera#1"))])
    assert journal.last_reading(table) is None
    journal.keep_reading(table, reading("camera#2"))
    assert journal.last_reading(table).key == "camera#2"


def test_a_declaration_after_the_last_reading_leaves_none(tmp_path):
    times = (f"2026-11-21T12:00:{n:02}.000+00:00" for n in range(60))
    with Journal(tmp_path / FILE, now=lambda: next(times)) as journal:
        table = journal.open_table("pig", HEADER)
        journal.keep_reading(table, reading("camera#1"))
        journal.append(table, 1, [("Ann: go", MANUAL)])
        assert journal.last_reading(table) is None


def test_a_reading_that_was_kept_before_the_clock_went_back_is_still_the_last(tmp_path):
    now = ["2026-11-21T12:00:00.000+00:00"]
    with Journal(tmp_path / FILE, now=lambda: now[0]) as journal:
        table = journal.open_table("pig", HEADER)
        journal.append(table, 1, [("Ann: go", MANUAL)])
        now[0] = "2026-11-21T11:00:00.000+00:00"
        journal.keep_reading(table, reading("camera#1"))
    with Journal(tmp_path / FILE) as journal:
        assert journal.last_reading(table).key == "camera#1"
    now[0] = "2026-11-21T10:00:00.000+00:00"
    with Journal(tmp_path / FILE, now=lambda: now[0]) as journal:
        journal.append(table, 2, [("Ann: hold", MANUAL)])
        assert journal.last_reading(table) is None


def test_the_wal_is_moved_into_the_file_only_while_nobody_can_write(tmp_path, monkeypatch):
    """See https://sqlite.org/wal.html#walresetbug."""
    path = tmp_path / FILE
    monkeypatch.setattr("companion.journal.store._COMMITS", 3)
    with Journal(path) as journal, Journal(path) as other:
        assert journal._base.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
        journal._base.execute("PRAGMA busy_timeout = 10")
        table = journal.open_table("pig", HEADER)
        journal.append(table, 1, [("Ann: go", MANUAL)])
        before = path.read_bytes()
        other._base.execute("BEGIN IMMEDIATE")
        journal._file.move_wal()  # another program writes: it is put off, and nothing is said
        assert path.read_bytes() == before
        other._base.execute("ROLLBACK")
        journal.append(table, 2, [("Ann: go", MANUAL)])
        assert len(path.read_bytes()) > len(before)
        other.append(table, 3, [("Ann: go", MANUAL)])
        assert len(journal.lines(table)) == 3


def test_a_journal_in_memory_has_no_wal_to_move(monkeypatch):
    monkeypatch.setattr("companion.journal.store._COMMITS", 1)
    with Journal(None) as journal:
        assert journal.open_table("pig", HEADER)


TAKES = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)
"""
"""What SQLite does to learn that nobody else uses the -shm; it then begins it anew."""


@pytest.mark.skipif(os.name == "nt", reason="locks are another matter there")
def test_looking_into_a_journal_a_second_time_drops_no_lock_of_the_first(tmp_path):
    with Journal(tmp_path / FILE) as journal:
        journal.open_table("pig", HEADER)
        with Journal(tmp_path / FILE) as again:
            again.tables()
        words = [sys.executable, "-c", TAKES, str(index_of(tmp_path / FILE))]
        other = subprocess.run(words, capture_output=True, check=False)
    assert b"BlockingIOError" in other.stderr
