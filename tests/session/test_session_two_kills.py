"""Two programs at one table: the quicker one counts, the other sees it and goes on from there."""

import pytest
from session_kit import SHELF, faces, fighting, open_table, play_until, rolling

from companion.core.actions import Roll
from companion.core.dice import RollRequest
from companion.demo.players import next_action
from companion.journal.errors import JournalError, MovedOnError
from companion.journal.store import FILE, Journal
from companion.rolls.readings import DieReading, RollReading, SourceKind
from companion.session.rolldesk import RollDesk
from companion.session.table import Table


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
    with pytest.raises(
        MovedOnError, match=r"another program has just entered '.*roll d10=7'"
    ) as told:
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
