"""Journals of every format that ever was open for ever: each is kept, with what stands in it."""

import hashlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.actions import Undo
from companion.journal.errors import JournalError
from companion.journal.rescue import damage
from companion.journal.schema import FORMAT
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.export import export_text
from companion.session.table import Table

OLD = Path(__file__).parents[1] / "journal" / "old"
JOURNALS = sorted(OLD.glob("*.sqlite3"))
SHELF = Shelf()
every = pytest.mark.parametrize("old", JOURNALS, ids=lambda path: path.stem)


@pytest.fixture
def file(old, home_of_its_own):
    path = home_of_its_own / FILE
    shutil.copy(old, path)
    return path


def known(old):
    """Return what is known of a journal's tables: written once, when it was made."""
    return json.loads(old.with_suffix(".json").read_text("utf-8"))


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def stands(table):
    """Return how a table stands, in no words that may be put better one day."""
    waits = table.pending()
    return {
        "ranks": [[place.rank, place.seat] for place in table.standing().places],
        "turn": table.view().turn,
        "waits": type(waits).__name__,
        "dice": list(getattr(waits, "kinds", ())),
    }


def test_there_is_a_journal_of_every_format():
    assert [path.stem for path in JOURNALS] == [f"format-{n}" for n in range(1, FORMAT + 1)]


@every
def test_every_table_of_an_old_journal_resumes_and_goes_on(old, file):
    with Journal(file) as journal:
        assert {info.table_id for info in journal.tables()} == set(known(old))
        for table_id, said in known(old).items():
            table = Table.resume(SHELF, journal, table_id)
            assert table.version == said["actions"]
            assert stands(table) == {key: said[key] for key in ("ranks", "turn", "waits", "dice")}
            assert len(journal.readings(table_id)) == said["readings"]
            if not said["over"]:
                assert table.declare(Undo(None)).legal
                assert len(journal.lines(table_id)) == said["actions"] + 1
    assert damage(file) == ""


@every
def test_every_table_of_an_old_journal_is_exported_as_it_always_was(old, file, capsys):
    for read_only in (True, False):
        with Journal(file, read_only=read_only) as journal:
            for table_id, said in known(old).items():
                assert digest(export_text(journal, table_id)) == said["record"]
    for table_id in known(old):
        assert main(["sessions", "export", table_id, "--as", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["table"] == table_id


def test_a_journal_of_a_newer_format_is_left_alone_by_everything(home_of_its_own, capsys):
    path = home_of_its_own / FILE
    shutil.copy(JOURNALS[-1], path)
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA user_version = {FORMAT + 1}")
    base.close()
    before = path.read_bytes()
    for words in (["list"], ["show", "x"], ["people"], ["delete", "x"], ["rescue"]):
        assert main(["sessions", *words]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        assert f"{path}: written by a newer Tableside (format {FORMAT + 1}" in told.err
    with pytest.raises(JournalError, match="newer"):
        Journal(path, read_only=True)
    assert path.read_bytes() == before
