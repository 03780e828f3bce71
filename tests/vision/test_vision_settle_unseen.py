"""What the camera did not see happen is asked about, not taken for a throw."""

import pytest
from dice_stage import SEVEN, Die, Table, roll_in

from vision.settle import SettleSettings

TWO = Die(400, 300, 2)


def empty(settings=None):
    """A table that is seen fifteen times a second, and on which nothing lies yet."""
    table = Table(rate=15.0, settings=settings)
    table.show(frames=15)
    return table


@pytest.fixture
def table():
    return empty()


def wait(table, seconds):
    """Let a table go unseen for so long."""
    table.frame += round(seconds * table.rate)


@pytest.mark.parametrize(("gap", "doubt"), [(1.0, ""), (3.0, "saw nothing")])
def test_dice_thrown_while_nothing_was_seen_are_asked_about(table, gap, doubt):
    wait(table, gap)  # one second is too short for a throw and another request
    table.show(SEVEN, frames=15)
    (roll,) = table.rolls
    assert doubt in roll.doubt
    assert bool(roll.doubt) == bool(doubt)


def test_a_die_that_was_rolling_when_the_picture_went_is_asked_about(table):
    for die in roll_in(SEVEN)[:6]:
        table.show(die)
    wait(table, 3.0)
    table.show(SEVEN, frames=15)
    (roll,) = table.rolls
    assert "saw nothing" in roll.doubt


def test_after_a_gap_over_a_calm_table_dice_count_again(table):
    wait(table, 60.0)
    table.show(frames=3)
    table.throw(SEVEN)
    (roll,) = table.rolls
    assert not roll.doubt


def test_only_the_first_roll_after_a_gap_is_asked_about(table):
    wait(table, 3.0)
    table.show(SEVEN, frames=15)
    table.show(frames=10)
    table.throw(TWO)
    assert [bool(roll.doubt) for roll in table.rolls] == [True, False]


def test_a_camera_that_is_always_so_slow_can_be_told_so():
    table = empty(SettleSettings(unseen=10.0))
    wait(table, 3.0)
    table.show(SEVEN, frames=15)
    assert [roll.doubt for roll in table.rolls] == [""]


@pytest.mark.parametrize("turn", [0, 14], ids=["shifted", "turned a little"])
def test_a_view_that_is_moved_with_a_die_in_it_is_asked_about(table, turn):
    table.throw(SEVEN)
    table.show(Die(SEVEN.x + 50, SEVEN.y + 20, 7, SEVEN.angle + turn), frames=15)
    before, after = table.rolls
    assert (before.doubt, after.throw > before.throw) == ("", True)
    assert "much as before" in after.doubt


def test_what_was_seen_of_a_camera_that_stood_still_is_no_ground_for_a_throw(table):
    for die in roll_in(TWO)[:8]:
        table.show(die)
    stood = table.stage.draw(roll_in(TWO)[7])
    for _ in range(12):
        table.settler.feed(stood, table.now)
        table.frame += 1
    table.settler.blind()
    table.show(SEVEN, frames=15)
    assert "saw nothing" in table.rolls[-1].doubt
