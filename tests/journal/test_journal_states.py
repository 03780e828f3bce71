"""States kept beside a journal: a cache, which nobody misses and which never stops anybody."""

from __future__ import annotations

import sqlite3

import pytest

from companion.journal.states import FILE, FORMAT, MAX_STATE, StateStore
from companion.journal.store import FILE as JOURNAL
from companion.journal.store import Journal

TABLE = "pig-20260101-1"
DIGEST = b"d" * 32


@pytest.fixture
def path(tmp_path):
    return tmp_path / FILE


@pytest.fixture
def store(path):
    store = StateStore(path)
    store.keep(TABLE, 512, DIGEST, b"one")
    return store


def test_what_is_kept_is_found_by_table_and_number(store):
    store.keep(TABLE, 1024, DIGEST, b"two")
    store.keep("another", 512, DIGEST, b"three")
    assert store.find(TABLE) == {512: (DIGEST, b"one"), 1024: (DIGEST, b"two")}


def test_a_newer_state_of_the_same_number_takes_its_place(store):
    store.keep(TABLE, 512, b"e" * 32, b"new")
    assert store.find(TABLE) == {512: (b"e" * 32, b"new")}


def test_what_is_forgotten_is_found_no_more(store):
    store.keep("another", 512, DIGEST, b"three")
    store.forget(TABLE)
    assert store.find(TABLE) == {}
    assert list(store.find("another")) == [512]


def test_a_deleted_table_leaves_no_state(tmp_path):
    with Journal(tmp_path / JOURNAL) as journal:
        table = journal.open_table("pig", "header")
        journal.states.keep(table, 512, DIGEST, b"one")
        assert journal.states.find(table)
        journal.delete_table(table)
        assert journal.states.find(table) == {}


@pytest.mark.parametrize("read_only", [False, True])
def test_where_there_is_no_file_nothing_is_found_and_none_is_made_to_forget(path, read_only):
    store = StateStore(path, read_only=read_only)
    assert store.find(TABLE) == {}
    store.forget(TABLE)
    assert not path.exists()


@pytest.mark.usefixtures("store")
def test_who_only_looks_keeps_and_forgets_nothing(path):
    looking = StateStore(path, read_only=True)
    looking.keep(TABLE, 1024, DIGEST, b"two")
    looking.forget(TABLE)
    assert looking.find(TABLE) == {512: (DIGEST, b"one")}


def test_a_journal_in_memory_keeps_no_state():
    store = StateStore(None)
    store.keep(TABLE, 512, DIGEST, b"one")
    store.forget(TABLE)
    assert store.find(TABLE) == {}


def test_a_state_that_is_too_large_is_neither_kept_nor_found(store, path):
    store.keep(TABLE, 1024, DIGEST, b"x" * (MAX_STATE + 1))
    assert list(store.find(TABLE)) == [512]
    with sqlite3.connect(path) as base:
        base.execute("UPDATE states SET state = zeroblob(?)", (MAX_STATE + 1,))
    base.close()
    assert store.find(TABLE) == {}


def test_a_file_of_another_format_says_nothing_and_is_made_anew_when_something_is_kept(store, path):
    with sqlite3.connect(path) as base:
        base.execute(f"PRAGMA user_version = {FORMAT + 1}")
    base.close()
    assert store.find(TABLE) == {}
    store.keep(TABLE, 1024, DIGEST, b"two")
    assert store.find(TABLE) == {1024: (DIGEST, b"two")}


def test_a_damaged_file_says_nothing_and_is_thrown_away_when_something_is_kept(store, path):
    path.write_bytes(b"no database at all" * 100)
    assert store.find(TABLE) == {}
    store.keep(TABLE, 1024, DIGEST, b"two")
    assert not path.exists()
    store.keep(TABLE, 1024, DIGEST, b"two")
    assert store.find(TABLE) == {1024: (DIGEST, b"two")}


def test_a_file_that_another_program_holds_is_passed_over_and_stays(store, path):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    store.keep(TABLE, 1024, DIGEST, b"two")
    assert store.find(TABLE) == {}
    other.execute("ROLLBACK")
    other.close()
    assert store.find(TABLE) == {512: (DIGEST, b"one")}


def test_a_table_whose_name_no_file_can_hold_is_passed_over(store):
    store.keep("pig-\ud800", 512, DIGEST, b"one")
    assert store.find("pig-\ud800") == {}
