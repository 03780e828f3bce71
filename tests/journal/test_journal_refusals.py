"""What was refused is kept beside the lines (X-16): counted, bounded, and no part of any checksum."""

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import store
from companion.journal.errors import JournalError
from companion.journal.rows import MANUAL, Refusal
from companion.journal.schema import FORMAT
from companion.journal.store import FILE, Journal

OLD = Path(__file__).parent / "old"
HEADER = "record: 1\ngame: pig\nseats: Ann, Ben\n---\n"
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
