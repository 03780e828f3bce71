"""A damaged journal: what can be read of it is read, and a new one is made with it."""

import os
import random
import shutil
import sqlite3
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import rescue as rescuing
from companion.journal.backups import back_up
from companion.journal.beside import Harm, index_of, missing_tail, wal_of
from companion.journal.errors import JournalError, KnownReadingError
from companion.journal.rescue import damage, rescue
from companion.journal.rows import MANUAL, KeptReading, Provenance
from companion.journal.salvage import salvage
from companion.journal.store import FILE, Journal

HEADER = "record: 1\ngame: pig\nseats: Ann, Ben\n---\n"
OLD = Path(__file__).parent / "old"
PAGE = 4096


def cards(text):
    return sha256(text.encode()).hexdigest()[:16], text


def fill(journal, actions, words=20, evidence=3000):
    """Open a table with a roll every third action."""
    table = journal.open_table("pig", HEADER, cards("title = 'x'\n" + "# a card\n" * 2000))
    for number in range(1, actions + 1):
        said = MANUAL
        if number % 3 == 0:
            key = f"tray:{table}/1#{number}"
            kept = KeptReading(key, "tray:1", "tray", number, "d10=7", 0.5, bytes([number % 251]) * evidence)
            journal.keep_reading(table, kept)
            said = Provenance("tray", 0.5, key)
        journal.append(table, number, [(f"Ann: go {number} " + "ü" * words, said)])
    return table


@pytest.fixture
def filled(file):
    with Journal(file) as journal:
        return [fill(journal, 100), fill(journal, 25)]


def unused(readings):
    """Leave out which action used a reading: that stands in the action."""
    return tuple(replace(one, version=None) for one in readings)


def same(journal, found):
    """Say whether everything was found as the journal tells it."""
    for info in journal.tables():
        one = found.tables[info.table_id]
        assert (one.header, one.opened, one.catalogue, one.over) == (
            info.header,
            info.opened,
            info.catalogue,
            info.over,
        )
        assert one.lines == journal.lines(info.table_id)
        assert one.behind == ()
        assert one.readings == unused(journal.readings(info.table_id))
        assert found.catalogues[info.catalogue] == journal.catalogue(info.catalogue)
    assert set(found.tables) == {info.table_id for info in journal.tables()}


def test_all_of_a_whole_journal_is_found(file, filled):
    with Journal(file) as journal:
        assert len(filled) == 2
        same(journal, salvage(file))


def test_all_of_an_open_journal_is_found_in_its_wal(file):
    with Journal(file) as journal:
        fill(journal, 200)
        assert wal_of(file).stat().st_size > 100_000
        same(journal, salvage(file))


def test_what_people_deleted_is_not_dug_up(file, filled):
    with Journal(file) as journal:
        journal.delete_table(filled[0])
    assert set(salvage(file).tables) == {filled[1]}


@pytest.mark.parametrize("old", sorted(OLD.glob("*.sqlite3")), ids=lambda path: path.stem)
def test_all_of_every_old_journal_is_found(old, file):
    shutil.copy(old, file)
    found = salvage(file)
    with Journal(file) as journal:
        for info in journal.tables():
            assert found.tables[info.table_id].lines == journal.lines(info.table_id)
            readings = unused(journal.readings(info.table_id))
            assert [one.key for one in found.tables[info.table_id].readings] == [one.key for one in readings]


@pytest.mark.usefixtures("filled")
def test_an_action_whose_row_holds_something_else_ends_what_is_sound(file):
    loose = "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'actions'"
    for line in (loose, "UPDATE actions SET source = x'00' WHERE version = 5"):
        base = sqlite3.connect(file)
        with base:
            base.execute("PRAGMA writable_schema = 1")
            base.execute(line)
        base.close()
    assert all(len(one.lines) == 4 for one in salvage(file).tables.values())


@pytest.mark.parametrize("backed_up", [False, True])
def test_whichever_page_is_broken_no_line_is_foreign_and_a_backup_gives_all_back(file, filled, backed_up):
    if backed_up:
        back_up(file)
    data = bytearray(file.read_bytes())
    before = salvage(file)
    for page in range(len(data) // PAGE):
        broken = data.copy()
        broken[page * PAGE : (page + 1) * PAGE] = b"\xa5" * PAGE
        file.write_bytes(broken)
        after = salvage(file)
        for table in filled:
            one, lines = after.tables.get(table), before.tables[table].lines
            assert one is None or one.lines == lines[: len(one.lines)]
            assert not backed_up or (one.header, one.lines) == (HEADER, lines)


def test_the_first_page_may_be_lost(file, filled):
    before = salvage(file)
    data = file.read_bytes()
    file.write_bytes(b"\x00" * PAGE + data[PAGE:])
    assert salvage(file) == before
    assert len(before.tables) == len(filled)


@settings(max_examples=20)
@given(st.binary(max_size=3 * PAGE), st.binary(max_size=3 * PAGE))
def test_no_bytes_at_all_are_too_much(tmp_path_factory, data, wal):
    path = tmp_path_factory.getbasetemp() / "any.sqlite3"
    path.write_bytes(data)
    wal_of(path).write_bytes(wal)
    assert salvage(path).tables == {}


def test_flipped_bytes_never_break_the_reading_of_what_is_left(file, filled):
    chance = random.Random(5)
    data = file.read_bytes()
    for _ in range(60):
        broken = bytearray(data)
        for _ in range(chance.choice((1, 10, 200))):
            broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
        file.write_bytes(broken)
        for one in salvage(file).tables.values():
            assert [line.text.split()[2] for line in one.lines] == [
                str(number) for number in range(1, len(one.lines) + 1)
            ]
    assert filled


def broken_at(file, page):
    data = bytearray(file.read_bytes())
    data[page * PAGE : (page + 1) * PAGE] = b"\xa5" * PAGE
    file.write_bytes(data)
    return bytes(data)


def page_of(file, text):
    """Return the number, from 0, of the page of the actions where a text stands."""
    return file.read_bytes().index(text.encode()) // PAGE


def test_a_whole_journal_has_nothing_to_rescue(file, filled):
    assert damage(file) == ""
    with Journal(file):
        assert damage(file) == ""
    assert filled


def test_looking_for_damage_changes_nothing(file, filled):
    broken = broken_at(file, 4)
    assert damage(file)
    assert file.read_bytes() == broken
    assert [one.name for one in file.parent.iterdir()] == [FILE]
    assert filled


def test_a_damaged_journal_is_replaced_by_one_that_opens_with_what_can_be_read(file, filled):
    wanted = salvage(file).tables[filled[1]]
    broken = broken_at(file, page_of(file, "Ann: go 50 "))
    rescued = rescue(file, {})
    assert not rescued.complete
    first, second = rescued.tables
    with Journal(file) as journal:
        assert damage(file) == ""
        assert journal.lines(filled[0]) == first.lines
        assert 1 < first.lines[-1].version < 50
        assert journal.lines(filled[1]) == second.lines == wanted.lines
        assert unused(journal.readings(filled[1])) == wanted.readings
        journal.append(filled[0], len(first.lines) + 1, [("Ann: hold", MANUAL)])
    assert (rescued.kept / FILE).read_bytes() == broken
    rest = rescued.rest(first).read_text()
    assert rest.splitlines()[-1].startswith("100  Ann: go 100 ")
    assert first.known == 100


def test_a_second_rescue_finds_nothing_to_do_and_keeps_the_first(file, filled):
    broken_at(file, page_of(file, "Ann: go 50 "))
    kept = rescue(file, {}).kept
    assert damage(file) == ""
    broken_at(file, page_of(file, "Ann: go 10 "))
    assert rescue(file, {}).kept != kept
    assert kept.is_dir()
    assert filled


def test_a_roll_whose_reading_is_lost_still_counts_only_once(file):
    with Journal(file) as journal:
        table = fill(journal, 30, evidence=3500)
    key = f"tray:{table}/1#9"
    broken_at(file, page_of(file, f"{key}tray:1"))
    rescued = rescue(file, {})
    assert [len(one.lines) for one in rescued.tables] == [30]
    with Journal(file) as journal, pytest.raises(KnownReadingError):
        journal.keep_reading(table, KeptReading(key, "tray:1", "tray", 9, "d10=7", 0.5))


def test_a_lost_catalogue_is_taken_from_the_program(file):
    with Journal(file) as journal:
        digest, text = cards("title = 'x'" + " " * 3500)
        journal.open_table("pig", HEADER, (digest, text))
    broken_at(file, page_of(file, "title = 'x'"))
    rescue(file, {digest: text, "other": "no"})
    with Journal(file) as journal:
        assert journal.catalogue(digest) == text
        with pytest.raises(JournalError, match="missing"):
            journal.catalogue("other")


def test_a_table_without_its_header_is_written_down(file, filled):
    data = file.read_bytes()
    file.write_bytes(data.replace(b"record: 1", b"\x00" * 9))
    rescued = rescue(file, {})
    assert [one.header for one in rescued.tables] == ["", ""]
    assert len(rescued.rest(rescued.tables[0]).read_text().splitlines()) == 100
    with Journal(file) as journal:
        assert journal.tables() == ()
    assert filled


@pytest.mark.parametrize("content", [b"hello, this is no database" * 400, b"\x00" * PAGE, b""])
def test_a_file_without_anything_of_a_journal_is_left_alone(file, content):
    file.write_bytes(content)
    with pytest.raises(JournalError, match="read as a journal"):
        rescue(file, {})
    assert file.read_bytes() == content
    assert [one.name for one in file.parent.iterdir()] == [FILE]


def test_another_programs_and_a_newer_file_have_nothing_to_rescue(file):
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE tables (x)")
    base.commit()
    base.close()
    with pytest.raises(JournalError, match="another program's file"):
        damage(file)
    file.unlink()
    Journal(file).close()
    base = sqlite3.connect(file)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(JournalError, match="newer Tableside"):
        damage(file)


def test_a_journal_that_a_program_has_open_is_not_replaced(file, filled):
    if not hasattr(os, "fork"):
        pytest.skip("another process is needed that holds a lock")
    script = (
        "import sys; from pathlib import Path; from companion.journal.store import Journal;"
        "journal = Journal(Path(sys.argv[1])); journal.tables(); print('open', flush=True);"
        "sys.stdin.read()"
    )
    import subprocess
    import sys

    with subprocess.Popen(
        [sys.executable, "-c", script, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(JournalError, match="another program has it open"):
            rescue(file, {})
        other.stdin.close()
        other.wait()
    assert rescue(file, {}).complete
    assert filled


def test_a_rescue_that_was_cut_short_is_finished_by_the_next(file, filled, monkeypatch):
    broken_at(file, page_of(file, "Ann: go 50 "))
    wanted = salvage(file)

    def cut(*_):
        raise OSError(5, "cut short")

    with monkeypatch.context() as patch:
        patch.setattr(rescuing, "_put_in_place", cut)
        with pytest.raises(OSError, match="cut short"):
            rescue(file, {})
    wal_of(file).unlink(missing_ok=True)
    with pytest.raises(JournalError, match="cut short"):
        Journal(file)
    assert "cut short" in damage(file)
    assert [len(one.behind) for one in rescue(file, {}).tables] == [len(one.behind) for one in wanted.tables.values()]
    assert damage(file) == ""
    with Journal(file) as journal:
        assert journal.lines(filled[0]) == wanted.tables[filled[0]].lines
    assert sorted(one.name for one in file.parent.iterdir()) == ["damaged-1", FILE]


def killed(file, tmp_path, *, checkpoint=True):
    """Return a journal as a program leaves it that was killed, soon after a checkpoint or not."""
    with Journal(file) as journal:
        table = fill(journal, 10)
        if checkpoint:
            journal._base.execute("PRAGMA wal_checkpoint")
        journal.append(table, 11, [("Ann: the last", MANUAL)])
        left = tmp_path / "left"
        left.mkdir()
        for one in (file, wal_of(file), index_of(file)):
            shutil.copy(one, left)
    return left / FILE, table


def test_a_wal_that_is_all_there_misses_nothing(file, tmp_path):
    left, table = killed(file, tmp_path)
    assert missing_tail(left).frames == 0
    with Journal(left) as journal:
        assert len(journal.lines(table)) == 11
        assert missing_tail(left).frames == 0
    assert missing_tail(left).frames == 0
    assert missing_tail(file.parent / "nothing").frames == 0


def test_a_wal_that_is_gone_or_cut_short_is_known(file, tmp_path):
    left, _ = killed(file, tmp_path, checkpoint=False)
    whole = wal_of(left).read_bytes()
    wal_of(left).write_bytes(whole[:-1])
    assert missing_tail(left).frames == 1
    assert missing_tail(left).harm is Harm.SHORT
    wal_of(left).unlink()
    assert missing_tail(left).frames > 1
    assert missing_tail(left).harm is Harm.MISSING


def test_a_rescue_without_the_wal_says_that_something_is_lost(file, tmp_path):
    left, table = killed(file, tmp_path)
    wal_of(left).unlink()
    assert "-wal is not complete" in damage(left)
    rescued = rescue(left, {})
    assert rescued.missing
    assert not rescued.complete
    assert damage(left) == ""
    with Journal(left) as journal:
        assert len(journal.lines(table)) == 10


def test_a_wal_whose_beginning_is_lost_is_still_read(file):
    with Journal(file) as journal:
        table = fill(journal, 40)
        data = wal_of(file).read_bytes()
        left = file.with_name("left.sqlite3")
        left.write_bytes(b"")
        for lost in (b"\x00" * PAGE, b"\xa5" * PAGE):
            wal_of(left).write_bytes(lost + data[PAGE:])
            found = salvage(left).tables[table]
            assert (*found.lines, *found.behind)[-1] == journal.lines(table)[-1]
            assert missing_tail(left).harm is Harm.BROKEN
