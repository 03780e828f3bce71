"""X-12 to X-14 at a live table: the journal, the history, the voice, pages and counts say it."""

import json

import pytest
from pig_kit import ANN, BEN, go, hold, on_the_shelf, roll
from record_lines import record_text

from companion.commands.score import print_score
from companion.core.actions import Amend, CallOff, Join, Leave, Undo
from companion.core.seats import Seat
from companion.journal.rows import KeptReading, Provenance
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.session.announcer import Announcer, moment
from companion.session.changes import Changes
from companion.session.course import course
from companion.session.export import game_json, score_json
from companion.session.highlights import highlights
from companion.session.luck import luck
from companion.session.people import finished
from companion.session.report import report
from companion.session.rolldesk import RollDesk
from companion.session.rolled import rolled_dice
from companion.session.scene import scene_of
from companion.session.sheet_svg import sheet_svg
from companion.session.table import Table

SHELF = Shelf()
CLEO = Seat(2)
LATE = CallOff(None, "it is late")


@pytest.fixture(autouse=True)
def shelf():
    with on_the_shelf():
        yield


@pytest.fixture
def journal():
    with Journal(None) as journal:
        yield journal


def open_table(journal, *names):
    return Table.open(SHELF, journal, SHELF.header("pig", names or ("Ann", "Ben", "Cleo")))


def played(journal, *actions, names=()):
    table = open_table(journal, *names)
    for action in actions:
        assert table.declare(action).legal, action
    return table


def told(table):
    return [line.told for line in table.history()]


def resumed(journal, table):
    return Table.resume(SHELF, journal, table.table_id)


def test_inv1_a_table_is_taken_up_again_with_whoever_left_joined_and_why(tmp_path):
    with Journal(tmp_path / "journal.sqlite3") as journal:
        table = played(journal, Join(None, "Dan D", ANN), go(), roll(7), Leave(None, BEN))
        table.declare(Undo(None))
        table.declare(Leave(None, Seat(3)))
        table.declare(Amend(None, 1, Join(None, "Dora", ANN)))
        table.declare(LATE)
        lines = record_text(table)
    with Journal(tmp_path / "journal.sqlite3") as journal:  # nothing was closed properly but this
        again = resumed(journal, table)
        assert again.seats == ("Ann", "Dora", "Ben", "Cleo")
        assert again.match.state == table.match.state
        assert record_text(again) == lines
        assert again.declare(Undo(None)).legal
        assert not again.view().over
        assert journal.table(table.table_id).over is False


def test_another_window_sees_who_joined(journal):
    table = open_table(journal, "Ann", "Ben")
    other = resumed(journal, table)
    table.declare(Join(None, "Dan", ANN))
    (change,) = other.catch_up()
    assert change.told == "Dan joins the table, after Ann"
    assert other.seats == ("Ann", "Dan", "Ben")
    assert other.declare(other.understand("Ann: go")).legal
    other.declare(other.understand("1"))
    assert other.declare(other.understand("go")).legal
    assert other.pending().roller == Seat(1)


def test_the_history_says_it_plainly(journal):
    table = played(journal, Join(None, "Dan"), go(), Leave(None, BEN), Leave(None, CLEO), LATE)
    assert told(table) == [
        "Dan joins the table",
        "Ann throws",
        "Ben leaves the table",
        "Cleo leaves the table",
        "Called off: it is late",
    ]
    alone = played(journal, Leave(None, BEN), names=("Ann", "Ben"))
    assert told(alone) == ["Ben leaves the table; the game is called off: only Ann is left"]


def test_the_voice_says_it_and_that_nobody_has_won(journal):
    table = open_table(journal)
    heard, changes = Announcer().pass_over(moment(table)), []
    table.subscribe(changes.append)
    table.declare(Leave(None, ANN))
    heard, said = heard.after(changes, moment(table), Changes())
    assert said == ("Ann leaves the table.", "Ben's turn.")
    changes.clear()
    table.declare(LATE)
    _, said = heard.after(changes, moment(table), Changes())
    assert said == ("Called off: it is late.",)


def test_report_score_sheet_and_json_say_who_left_and_that_it_was_called_off(journal, capsys):
    table = played(journal, go(), roll(9), hold(), Leave(None, BEN), LATE)
    print_score(table.match)
    assert "Called off: the standing then (PIG-7)" in capsys.readouterr().out
    page = report(table)
    assert '<p class="won">Called off: it is late</p>' in page
    assert " Ben</td><td>left</td>" in page
    assert "Called off: it is late" in sheet_svg(table)
    found = json.loads(json.dumps(score_json(table.match)))
    assert found["called_off"] == "it is late"
    assert found["standing"]["winners"] == []
    assert [(one["seat"], one["left"]) for one in found["standing"]["places"]] == [
        ("Ann", False),
        ("Cleo", False),
        ("Ben", True),
    ]


def test_what_is_written_about_a_game_has_whoever_joined(journal):
    thrown = (go(), roll(1), go(BEN), roll(9, BEN), hold(BEN))
    table = played(journal, Join(None, "Dan", ANN), *thrown, names=("Ann", "Ben"))
    assert game_json(table)["seats"] == ["Ann", "Dan", "Ben"]
    assert [(one.seat, one.now) for one in course(table.match).lines] == [(0, 0), (1, 9), (2, 0)]
    assert {table.seats[one.seat] for one in luck(table.match)} == {"Ann", "Dan"}
    assert all("Ben" not in one.text for one in highlights(table.match))
    assert "Dan" in report(table)
    assert scene_of(table).seats == ("Ann", "Dan", "Ben")


def test_dice_that_know_whose_they_are_know_whoever_has_joined(journal):
    table = open_table(journal, "Ann", "Ben")
    desk = RollDesk(table, journal)
    assert desk._arbiter.seats == ("Ann", "Ben")
    table.declare(Join(None, "Dan"))
    assert desk._arbiter.seats == ("Ann", "Ben", "Dan")


def test_dice_are_counted_for_whoever_has_joined(journal):
    table = played(journal, Join(None, "Dan", ANN), go(), roll(1), go(BEN), names=("Ann", "Ben"))
    reading = KeptReading("k", "camera:0", "camera", 1, "d10=7", 0.9)
    journal.keep_reading(table.table_id, reading)
    table.declare(roll(7, BEN), Provenance("camera", 0.9, "k"))
    assert [(one.player, one.face) for one in rolled_dice(journal, SHELF)] == [("Dan", "7")]


def test_a_game_that_was_called_off_counts_for_nobody_and_who_left_has_not_played(journal):
    with on_the_shelf():
        from companion.games.pig.verbs import Adjust
    played(journal, Adjust(None, ANN, 20), LATE)
    won = played(journal, Leave(None, CLEO), Adjust(None, BEN, 50))
    (game,), unread = finished(SHELF, journal)
    assert unread == ()
    assert game.table_id == won.table_id
    assert game.ranks == {"Ben": 1, "Ann": 2}
