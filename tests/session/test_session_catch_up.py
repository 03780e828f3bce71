"""A table in one program takes in what was committed to it in another."""

import pytest
from session_kit import SHELF, open_table, over, play_until, rolling

from companion.journal.rows import MANUAL
from companion.journal.store import FILE, Journal
from companion.session.table import Table, TableError


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
    assert (watching.standing(), watching.record()) == (played.standing(), played.record())


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
