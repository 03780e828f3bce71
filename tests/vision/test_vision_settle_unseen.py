"""What the camera did not see happen is asked about, not taken for a throw."""

from __future__ import annotations

import pytest
from dice_stage import ColourLooker, Die, Stage, roll_in

from vision.settle import Settler, SettleSettings

SEVEN, TWO = Die(640, 360, 7), Die(400, 300, 2)


class Watch:
    """A settler that is fed at 15 frames a second."""

    def __init__(self, settings=None):
        self.stage, self.settler = Stage(), Settler(ColourLooker(), settings=settings)
        self.time, self.rolls = 0.0, []

    def see(self, *frames):
        for dice in frames:
            self.time += 1 / 15
            roll = self.settler.feed(self.stage.draw(*dice), self.time).roll
            if roll is not None:
                self.rolls.append(roll)

    def rest(self, *dice, frames=15):
        self.see(*[dice] * frames)


@pytest.fixture
def watch():
    watch = Watch()
    watch.rest()
    return watch


@pytest.mark.parametrize(("gap", "doubt"), [(1.0, ""), (3.0, "saw nothing")])
def test_dice_thrown_while_nothing_was_seen_are_asked_about(watch, gap, doubt):
    watch.time += gap  # one second is too short for a throw and another request
    watch.rest(SEVEN)
    (roll,) = watch.rolls
    assert doubt in roll.doubt
    assert bool(roll.doubt) == bool(doubt)


def test_a_die_that_was_rolling_when_the_picture_went_is_asked_about(watch):
    rolling = [(die,) for die in roll_in(SEVEN)]
    watch.see(*rolling[:6])
    watch.time += 3.0
    watch.rest(SEVEN)
    (roll,) = watch.rolls
    assert "saw nothing" in roll.doubt


def test_after_a_gap_over_a_calm_table_dice_count_again(watch):
    watch.time += 60.0
    watch.rest(frames=3)
    watch.see(*[(die,) for die in roll_in(SEVEN)])
    watch.rest(SEVEN)
    (roll,) = watch.rolls
    assert not roll.doubt


def test_only_the_first_roll_after_a_gap_is_asked_about(watch):
    watch.time += 3.0
    watch.rest(SEVEN)
    watch.rest(frames=10)
    watch.see(*[(die,) for die in roll_in(TWO)])
    watch.rest(TWO)
    assert [bool(roll.doubt) for roll in watch.rolls] == [True, False]


def test_a_camera_that_is_always_so_slow_can_be_told_so():
    watch = Watch(SettleSettings(unseen=10.0))
    watch.rest()
    watch.time += 3.0
    watch.rest(SEVEN)
    assert [roll.doubt for roll in watch.rolls] == [""]


@pytest.mark.parametrize("turn", [0, 14], ids=["shifted", "turned a little"])
def test_a_view_that_is_moved_with_a_die_in_it_is_asked_about(watch, turn):
    watch.see(*[(die,) for die in roll_in(SEVEN)])
    watch.rest(SEVEN)
    watch.rest(Die(SEVEN.x + 50, SEVEN.y + 20, 7, SEVEN.angle + turn))
    before, after = watch.rolls
    assert (before.doubt, after.throw > before.throw) == ("", True)
    assert "much as before" in after.doubt


def test_what_was_seen_of_a_camera_that_stood_still_is_no_ground_for_a_throw(watch):
    watch.see(*[(die,) for die in roll_in(TWO)[:8]])
    stood = watch.stage.draw(*[(die,) for die in roll_in(TWO)][7])
    for _ in range(12):
        watch.time += 1 / 15
        watch.settler.feed(stood, watch.time)
    watch.settler.blind()
    watch.rest(SEVEN)
    assert "saw nothing" in watch.rolls[-1].doubt
