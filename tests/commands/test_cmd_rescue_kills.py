"""`tableside sessions` where the journal is damaged, or where nothing can be written."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.beside import index_of, wal_of
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table

RECORDS = Path(__file__).parents[1] / "records"
SHELF = Shelf()
PAGE = 4096


@pytest.fixture
def file(home_of_its_own):
    return home_of_its_own / FILE


def play(file, name, moves=None):
    record, _ = SHELF.read_record(RECORDS / f"{name}.record")
    cards = SHELF.shipped(record.header.game) if record.header.catalogue else None
    with Journal(file) as journal:
        table = Table.open(SHELF, journal, record.header, cards)
        for action in record.actions[:moves]:
            assert table.declare(action).legal
    return table


def spoil(file, table, number):
    """Break the page on which an action stands."""
    row = table.table_id.encode() + bytes([number]) + table.history()[number - 1].line.encode()
    data = bytearray(file.read_bytes())
    page = data.index(row) // PAGE
    data[page * PAGE : (page + 1) * PAGE] = b"\xa5" * PAGE
    file.write_bytes(data)


def run(capsys, *words):
    status = main(["sessions", *words])
    told = capsys.readouterr()
    return status, told.out.splitlines(), told.err.splitlines()


def test_a_whole_journal_is_left_alone(file, capsys):
    play(file, "rsf-light", 5)
    before = file.read_bytes()
    status, out, err = run(capsys, "rescue")
    assert (status, err) == (0, [])
    assert out == [f"{file} is undamaged; there is nothing to rescue"]
    assert file.read_bytes() == before


def test_without_a_journal_there_is_nothing_to_rescue(file, capsys):
    status, out, err = run(capsys, "rescue")
    assert (status, out) == (2, [])
    assert len(err) == 1
    assert str(file) in err[0]


def test_a_rescue_says_how_much_was_saved_and_the_game_goes_on(file, capsys):
    long, short = play(file, "rsf-light"), play(file, "fgt-light", 20)
    spoil(file, long, 120)
    status, out, err = run(capsys, "show", long.table_id)
    assert (status, out) == (2, [])
    assert len(err) == 1
    assert "tableside sessions rescue" in err[0]
    status, out, err = run(capsys, "rescue")
    assert (status, err) == (1, [])
    assert len(out) == 3
    assert out[0] == f"{short.table_id}: 20 actions"
    assert out[1].startswith(f"{long.table_id}: ")
    assert f" of {long.version} actions; " in out[1]
    assert out[2].endswith("damaged-1")
    status, out, err = run(capsys, "list")
    assert (status, len(out), err) == (0, 2, [])
    assert main(["sessions", "show", long.table_id]) == 0
    assert main(["sessions", "export", short.table_id]) == 0


def test_a_rescue_in_json(file, capsys):
    table = play(file, "rsf-light")
    spoil(file, table, 120)
    status, out, _ = run(capsys, "rescue", "--json")
    assert status == 1
    said = json.loads(out[0])
    assert (said["type"], said["table"], said["known"]) == (
        "rescued",
        table.table_id,
        table.version,
    )
    assert 0 < said["saved"] < 121
    rest = Path(said["rest"]).read_text().splitlines()
    assert len(rest) < table.version - said["saved"]
    assert set(said) == {"type", "table", "saved", "known", "rest", "missing_pages", "kept"}


def test_a_missing_wal_is_told_before_anything_is_built_on_it(file, capsys, tmp_path):
    with Journal(file):
        table = play(file, "rsf-light", 9)
        for one in (file, index_of(file)):
            shutil.copy(one, tmp_path)
    left = tmp_path / FILE
    for words in (["sessions"], ["sessions", "show", table.table_id]):
        assert main([*words, "--home", str(tmp_path)]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert str(wal_of(left)) in told
        assert "tableside sessions rescue" in told
    assert not wal_of(left).exists()
    assert main(["sessions", "rescue", "--home", str(tmp_path)]) in (1, 2)


LOCKED = """
import ctypes, sys
if sys.platform == "linux":  # the superuser may write everywhere, until it gives that up
    head, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capset(head, none)
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""


def locked(home, *words):
    """Run a command as somebody who may not write there."""
    return subprocess.run(
        [sys.executable, "-c", LOCKED, *words, "--home", str(home)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def shut(tmp_path_factory):
    """Give a home that can be read and not written, and open its way."""
    if os.name == "nt":
        pytest.skip("rights of folders are another matter there")
    home = tmp_path_factory.mktemp("shut")
    yield home
    home.chmod(0o755)


def shut_up(home):
    for one in home.iterdir():
        one.chmod(0o444)
    home.chmod(0o555)


@pytest.mark.parametrize("alive", [False, True])
def test_a_home_that_cannot_be_written_can_be_read(shut, alive):
    source = shut.parent / f"source-{alive}" / FILE
    table = play(source, "rsf-light", 30)
    with Journal(source) as journal:
        if alive:
            journal.append(table.table_id, 31, [("Ann: hold", journal.lines(table.table_id)[0].provenance)])
            shutil.copy(wal_of(source), shut)
        shutil.copy(source, shut)
    shut_up(shut)
    for words in (["sessions"], ["sessions", "export", table.table_id]):
        done = locked(shut, *words)
        assert (done.returncode, done.stderr) == (0, "")
        assert table.table_id in done.stdout or "Ann" in done.stdout
    assert done.stdout.count("\n") == table.header.text().count("\n") + 30 + alive
    done = locked(shut, "sessions", "delete", table.table_id)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert str(shut / FILE) in done.stderr
    assert "--home" in done.stderr


def test_a_home_that_cannot_be_made_is_told_in_one_line(shut):
    shut_up(shut)
    done = locked(shut / "new", "sessions")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Permission denied" in done.stderr or "no permission" in done.stderr


def test_a_wal_that_may_not_be_read_is_told_and_nothing_is_built_without_it(shut):
    source = shut.parent / "source-unreadable" / FILE
    table = play(source, "rsf-light", 9)
    with Journal(source) as journal:
        journal.append(table.table_id, 10, [("Ann: hold", journal.lines(table.table_id)[0].provenance)])
        for one in (source, wal_of(source), index_of(source)):
            shutil.copy(one, shut)
    wal_of(shut / FILE).chmod(0)
    done = locked(shut, "sessions")
    wal_of(shut / FILE).chmod(0o644)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert str(shut / FILE) in done.stderr
    assert "permission" in done.stderr
    with Journal(shut / FILE) as journal:
        assert len(journal.lines(table.table_id)) == 10


def change(file, number):
    with closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE actions SET line = line || 'x' WHERE version = ?", (number,))
        base.commit()


def test_what_can_be_read_of_a_damaged_table_is_exported_and_the_rest_is_told(file, capsys):
    table = play(file, "rsf-light", 30)
    change(file, 20)
    status, out, err = run(capsys, "export", table.table_id)
    assert (status, len(out)) == (1, table.header.text().count("\n") + 19)
    assert err[0].endswith(f"{table.table_id}: line 20 is damaged: it and what comes after are left out")
    status, out, err = run(capsys, "show", table.table_id)
    assert (status, out, len(err)) == (2, [], 1)
    assert f"{table.table_id}: line 20: it is damaged" in err[0]


def test_a_backup_is_made_and_restored(file, capsys):
    table = play(file, "rsf-light", 30)
    status, out, _ = run(capsys, "backup")
    (backup,) = (file.parent / "backups").iterdir()
    assert (status, out) == (0, [f"the journal is backed up to {backup}"])
    change(file, 20)
    status, out, err = run(capsys, "backup")
    assert (status, out, len(err)) == (2, [], 1)
    assert "not backed up" in err[0]
    status, out, _ = run(capsys, "restore", "--json")
    said = json.loads(out[0])
    assert (status, said["type"], said["file"]) == (0, "restored", str(backup))
    assert (Path(said["kept"]) / FILE).exists()
    assert run(capsys, "show", table.table_id)[0] == 0
    assert run(capsys, "restore", backup.stem)[0] == 0
    assert run(capsys, "restore", "nothing")[2] == [f"tableside: there is no backup 'nothing'; known: {backup.stem}"]


def test_what_is_deleted_is_deleted_from_the_backups_too(file, capsys):
    table, other = play(file, "rsf-light", 3), play(file, "fgt-light", 3)
    assert run(capsys, "backup", "--json")[0] == 0
    assert run(capsys, "delete", table.table_id)[0] == 0
    assert run(capsys, "restore")[0] == 0
    status, out, _ = run(capsys, "list")
    assert (status, len(out)) == (0, 1)
    assert out[0].startswith(other.table_id)


def test_without_a_backup_there_is_nothing_to_restore(file, capsys):
    play(file, "rsf-light", 3)
    status, out, err = run(capsys, "restore")
    assert (status, out, len(err)) == (2, [], 1)
    assert "none was made yet" in err[0]
