"""The turn clock: whose turns took how long, by the times in the journal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from companion.core.game import Depth
from companion.demo.players import next_action
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.session import clock
from companion.session.clock import TurnClock, clock_text
from companion.session.table import Table

START = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


class Time:
    """What the journal and the clock are told the time is."""

    def __init__(self):
        self.now = START

    def __call__(self):
        return self.now

    def pass_by(self, seconds):
        self.now += timedelta(seconds=seconds)


def table_at(time):
    shelf = Shelf()
    cards = shelf.shipped("mon-dominoes")
    header = shelf.header("mon-dominoes", ("Ann", "Ben"), Depth.FULL, None, cards)
    journal = Journal(None, now=lambda: time().isoformat())
    return Table.open(shelf, journal, header, cards)


def played(table, until):
    while not until():
        assert table.declare(next_action(table.match)).legal


def test_each_seat_is_given_its_own_turns_and_an_undone_one_is_not_counted():
    time = Time()
    table = table_at(time)
    times = TurnClock(table, time)
    played(table, lambda: table.view().turn == 0)
    time.pass_by(30)
    assert times.seconds() == ([30.0, 0.0], 0)
    played(table, lambda: table.view().turn == 1)
    time.pass_by(65)
    assert times.seconds() == ([30.0, 65.0], 1)
    while table.view().turn == 1:
        assert table.declare(table.understand("table: undo")).legal
    assert times.seconds() == ([95.0, 0.0], 0), "it is Ann's turn still"


def test_a_break_counts_for_twenty_minutes_at_most_and_a_closed_table_not_at_all():
    time = Time()
    table = table_at(time)
    times = TurnClock(table, time)
    played(table, lambda: table.view().turn == 0)
    time.pass_by(8 * 3600)
    assert times.seconds() == ([clock.PAUSE_S, 0.0], 0)
    assert TurnClock(table, time).seconds() == ([0.0, 0.0], 0), "taken up again just now"


def test_times_are_written_as_on_a_clock():
    assert [clock_text(one) for one in (0.0, 65.9, 3723)] == ["0:00", "1:05", "1:02:03"]
