"""The doctor on the journal: whole, damaged, of another age, open elsewhere, tables that break."""

import errno
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from doctor_kit import append, case_of, found, levels, play, tree

from companion.cli import main
from companion.doctor import journal
from companion.doctor.case import Level
from companion.journal.schema import FORMAT
from companion.journal.store import FILE, Journal

OLD = Path(__file__).parents[1] / "journal" / "old"


@pytest.fixture
def case(tmp_path):
    case = case_of(tmp_path, tmp_path / "a home, 50% off?")
    case.home.mkdir()
    return case


def run_sql(case, *statements):
    with closing(sqlite3.connect(case.home / FILE, isolation_level=None)) as base:
        for statement in statements:
            base.execute(statement)


def test_no_journal_yet_is_well(case):
    assert levels(found(journal.check, case)) == {"journal": "ok", "tables": "ok"}
    assert list(case.home.iterdir()) == []


def test_a_whole_journal_is_counted(case):
    first, second = play(case.home), play(case.home, "fgt-light")
    before = tree(case.home)
    results = found(journal.check, case)
    assert levels(results) == {"journal-open": "ok", "journal": "ok", "tables": "ok"}
    data = results["tables"].data
    assert (data["tables"], data["broken"]) == (2, 0)
    assert {row["table"] for row in data["list"]} == {first, second}
    with Journal(case.home / FILE) as opened:
        assert data["actions"] == sum(info.actions for info in opened.tables())
    assert tree(case.home) == before


def kill_a_program(case):
    """Open a table in a program that is killed: it leaves its -wal file, and what stands in it counts."""
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from companion.journal.store import Journal\n"
        "journal = Journal(Path(sys.argv[1]))\n"
        "journal.open_table('rsf', 'record: 1\\ngame: rsf\\nseats: Ann, Ben\\n---\\n')\n"
        "os._exit(9)\n"
    )
    path = case.home / FILE
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert done.returncode == 9
    return path.with_name(f"{FILE}-wal")


def test_looking_changes_nothing_also_after_a_crash(case):
    assert kill_a_program(case).stat().st_size
    before = tree(case.home)
    results = found(journal.check, case)
    assert results["tables"].data["tables"] == 1
    assert tree(case.home) == before


def test_a_damaged_page_is_found_wherever_it_lies(case):
    play(case.home)
    path = case.home / FILE
    whole = path.read_bytes()
    seen = 0
    for at in range(100, len(whole) - 4096, max(1, len(whole) // 12)):
        torn = bytearray(whole)
        torn[at : at + 4096] = b"\x5a" * 4096
        path.write_bytes(bytes(torn))
        results = found(journal.check, case)
        if results["journal"].level is Level.PROBLEM:
            seen += 1
            assert "rescue" in results["journal"].todo
    assert seen >= 11


def test_what_it_says_to_do_about_damage_helps(case, capsys):
    play(case.home)
    path = case.home / FILE
    torn = bytearray(path.read_bytes())
    torn[8192:12288] = bytes(4096)
    path.write_bytes(bytes(torn))
    assert "tableside sessions rescue" in found(journal.check, case)["journal"].todo
    main(["sessions", "rescue", "--home", str(case.home)])
    capsys.readouterr()
    results = found(journal.check, case)
    assert levels(results) == {"journal-open": "ok", "journal": "ok", "tables": "ok"}
    assert results["tables"].data["tables"] == 1


def test_a_wal_that_is_not_all_there_is_damage(case):
    """Who copies the journal alone, or deletes what lies beside it, loses what came last."""
    play(case.home)
    wal = kill_a_program(case)
    assert found(journal.check, case)["journal"].level is Level.OK
    wal.write_bytes(wal.read_bytes()[:-4200])
    result = found(journal.check, case)["journal"]
    assert result.level is Level.PROBLEM
    assert "missing" in result.found


def test_a_file_cut_short_is_damaged(case):
    play(case.home)
    path = case.home / FILE
    path.write_bytes(path.read_bytes()[:-8192])
    assert found(journal.check, case)["journal"].level is Level.PROBLEM


@pytest.mark.parametrize("data", [b"no journal at all" * 500, b"SQLite format 3\0" + bytes(4080)])
def test_what_is_no_journal_is_said(case, data):
    (case.home / FILE).write_bytes(data)
    results = found(journal.check, case)
    assert results["journal"].level is Level.PROBLEM
    assert (case.home / FILE).read_bytes() == data


def test_an_empty_file_is_no_problem(case):
    (case.home / FILE).touch()
    assert found(journal.check, case)["journal"].level is Level.OK


def test_another_programs_file_is_said(case):
    run_sql(case, "CREATE TABLE photos (id INTEGER)")
    result = found(journal.check, case)["journal"]
    assert result.level is Level.PROBLEM
    assert "not a journal" in result.found


def test_a_newer_journal_is_left_alone(case):
    play(case.home)
    run_sql(case, f"PRAGMA user_version = {FORMAT + 1}")
    results = found(journal.check, case)
    assert results["journal"].level is Level.PROBLEM
    assert "update" in results["journal"].todo
    assert "tables" not in results


@pytest.mark.parametrize(
    ("statement", "check", "said"),
    [
        ("DELETE FROM actions WHERE version = 3", "tables", "line 3: it is damaged"),
        ("DELETE FROM tables", "journal", "has no table"),
    ],
)
def test_rows_that_are_missing_are_a_problem(case, statement, check, said):
    play(case.home)
    run_sql(case, "PRAGMA foreign_keys = OFF", statement)
    result = found(journal.check, case)[check]
    assert (result.level, said in result.found) == (Level.PROBLEM, True)


@pytest.mark.parametrize("old", sorted(OLD.glob("*.sqlite3")), ids=lambda path: path.stem)
def test_an_older_journal_is_read_as_it_is(case, old):
    shutil.copy(old, case.home / FILE)
    before = tree(case.home)
    results = found(journal.check, case)
    assert results["journal"].level in {Level.NOTE, Level.OK}
    assert results["tables"].data["tables"] >= 1
    assert tree(case.home) == before


@pytest.mark.parametrize(
    ("number", "level", "said"),
    [
        (errno.EACCES, Level.PROBLEM, "right to read"),
        (errno.EIO, Level.PROBLEM, "copy the folder"),
        (errno.ENOSPC, Level.WARNING, "make room"),
    ],
)
def test_a_disk_that_refuses_is_told_from_damage(case, monkeypatch, number, level, said):
    def refuses(*_):
        raise OSError(number, "no")

    play(case.home)
    monkeypatch.setattr(shutil, "copyfile", refuses)
    results = found(journal.check, case)
    assert results["journal"].level is level
    assert said in results["journal"].todo


def test_a_table_that_does_not_fold_is_named_with_what_to_do(case):
    good, bad = play(case.home), play(case.home, "fgt-light")
    append(case.home, bad, "nonsense of Zaphod")
    result = found(journal.check, case)["tables"]
    assert result.level is Level.PROBLEM
    assert bad in result.found
    assert f"export {bad}" in result.todo
    rows = {row["table"]: row["problem"] for row in result.data["list"]}
    assert rows[good] is None
    assert rows[bad] in result.quoted, "it may repeat what people typed"


HOLDER = """
import sys
from pathlib import Path
from companion.journal.store import Journal
journal = Journal(Path(sys.argv[1]))
table = journal.open_table("rsf", "record: 1\\ngame: rsf\\nseats: Ann, Ben\\n---\\n")
print("open", flush=True)
sys.stdin.readline()
journal.close()
"""


@pytest.mark.skipif(sys.platform not in {"linux", "darwin"}, reason="asks the system for locks")
def test_another_program_that_has_it_open_is_told_and_not_disturbed(case):
    path = case.home / FILE
    assert found(journal.check, case).get("journal-open") is None
    words, pipe = [sys.executable, "-c", HOLDER, str(path)], subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as holder:
        assert holder.stdout.readline() == "open\n"
        before = set(case.home.iterdir())
        results = found(journal.check, case)
        assert results["journal-open"].level is Level.NOTE
        assert results["journal-open"].data["process"] == holder.pid
        assert results["journal"].level is Level.OK
        assert results["tables"].data["tables"] == 1, "also what only stands in the -wal file"
        assert set(case.home.iterdir()) == before
        holder.stdin.write("\n")
        holder.stdin.close()
        assert holder.wait(20) == 0
    assert found(journal.check, case)["journal-open"].data["process"] is None
