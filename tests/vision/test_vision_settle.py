"""Settling: what counts as a roll, when it is read, and what is no throw."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from dice_stage import SEVEN, ColourLooker, Die, Table, roll_in, unsure

from vision.settle import SettleSettings, SettleState


@pytest.fixture
def table():
    """A table on which nothing lies yet."""
    table = Table()
    table.show(frames=10)
    return table


@pytest.fixture
def thrown(table):
    """A table on which a seven came to rest."""
    table.throw(SEVEN)
    return table


def faces(roll):
    return [one.face for one in roll.sightings]


def test_a_throw_is_handed_out_once_with_its_face(table):
    assert table.settler.state is SettleState.EMPTY
    table.throw(SEVEN, rest=60)
    (roll,) = table.rolls
    assert faces(roll) == ["7"]
    assert roll.throw >= 1
    assert not roll.nudged
    assert not roll.doubt
    assert roll.fresh == (True,)
    assert roll.sightings[0].status == "read"
    assert abs(roll.sightings[0].box.centre[0] - 640) < 6


@pytest.mark.parametrize(
    ("rate", "spoil", "status"),
    [*((rate, None, "read") for rate in (10.0, 15.0, 25.0, 30.0, 60.0)), (25.0, unsure, "unsure")],
)
def test_at_most_400_ms_from_rest_to_the_reading(rate, spoil, status):
    table = Table(rate=rate)
    if spoil is not None:
        table.looker.spoil = spoil
    table.show(frames=10)
    table.throw(SEVEN, rest=int(rate))
    (roll,) = table.rolls
    assert roll.sightings[0].status == status
    assert roll.settled_at - table.came_to_rest <= 0.4
    assert abs(roll.first_still_at - table.came_to_rest) <= 1.5 / rate


@pytest.mark.parametrize("turn", [4.0, 6.0, 15.0])
def test_a_die_that_still_spins_on_the_spot_is_no_roll(turn):
    table = Table()
    table.throw(SEVEN, rest=0)
    for k in range(60):
        assert table.show(replace(SEVEN, angle=20 + turn * k)) is not SettleState.SETTLED
    assert table.rolls == []


@pytest.mark.parametrize("noise", [0.0, 4.0, 10.0, 16.0])
def test_noise_is_not_motion(noise):
    table = Table(noise=noise)
    table.show(frames=10)
    table.throw(SEVEN, rest=40)
    assert len(table.rolls) == 1
    assert table.settler.state is SettleState.SETTLED


def test_slow_light_and_exposure_steps_are_no_throw(thrown):
    for k in range(60):
        thrown.show(SEVEN, gain=1.0 + 0.004 * k)
    thrown.show(SEVEN, gain=0.9, frames=20)
    assert len(thrown.rolls) == 1


def test_dice_that_lie_there_from_the_first_frame_have_throw_0():
    table = Table()
    table.show(SEVEN, frames=20)
    (roll,) = table.rolls
    assert roll.throw == 0
    assert roll.fresh == (False,)


def test_exposure_of_a_waking_camera_is_no_throw():
    table = Table(settings=SettleSettings(warm_up=1.5))
    for k in range(20):
        table.show(SEVEN, gain=0.05 + 0.05 * k)
    table.show(SEVEN, frames=30)
    (roll,) = table.rolls
    assert roll.throw == 0


def test_each_throw_has_a_higher_number(thrown):
    thrown.take_away()
    assert thrown.settler.state is SettleState.EMPTY
    thrown.throw(Die(500, 300, 3, 50))
    assert [faces(roll) for roll in thrown.rolls] == [["7"], ["3"]]
    assert thrown.rolls[1].throw > thrown.rolls[0].throw


@pytest.mark.parametrize("rests", [0, 75])
def test_a_hand_that_passes_or_rests_over_the_die_is_no_throw(thrown, rests):
    for reach in range(40, 480, 60):
        thrown.show(SEVEN, hand=(640, reach))
    thrown.show(SEVEN, hand=(640, 460), frames=rests)
    for reach in range(460, -160, -60):
        thrown.show(SEVEN, hand=(640, reach))
    thrown.show(SEVEN, frames=30)
    assert len(thrown.rolls) == 1
    assert thrown.settler.state is SettleState.SETTLED


@pytest.mark.parametrize("leaves", [True, False])
def test_a_still_hand_is_waited_for_but_not_for_ever(leaves):
    table = Table()
    table.show(frames=20)
    for die in roll_in(SEVEN):
        table.show(die, hand=(900, 420))
    table.show(SEVEN, hand=(900, 420), frames=20)
    assert table.rolls == []
    if leaves:
        for reach in range(420, -160, -60):
            table.show(SEVEN, hand=(900, reach))
        table.show(SEVEN, frames=15)
    else:
        table.show(SEVEN, hand=(900, 420), frames=40)
    (roll,) = table.rolls
    assert faces(roll) == ["7"]


def test_a_nudge_is_reported_with_the_number_of_its_throw(thrown):
    for k in range(1, 6):
        thrown.show(replace(SEVEN, x=640 + 4 * k, angle=20 + 3 * k))
    thrown.show(replace(SEVEN, x=660, angle=35), frames=20)
    first, second = thrown.rolls
    assert second.nudged
    assert second.throw == first.throw
    assert second.part == 1
    assert faces(second) == ["7"]


@pytest.mark.parametrize(("asked", "rolls"), [(1, [["7"], ["7", "3"]]), (2, [["7", "3"]])])
def test_of_dice_that_come_one_after_the_other_the_roll_that_is_asked_for_waits(asked, rolls):
    table, three = Table(), Die(1000, 400, 3, 50)
    table.show(frames=10)
    for die, lying in ((SEVEN, ()), (three, (SEVEN,))):
        for step in roll_in(die, start=(1200.0, 60.0)):
            table.show(step, *lying, expect=("d10",) * asked)
        table.show(die, *lying, frames=15, expect=("d10",) * asked)
    assert [faces(roll) for roll in table.rolls] == rolls
    assert table.rolls[-1].fresh == (asked == len("73"), True)


def test_dice_that_nobody_touched_are_looked_for_beside_those_that_are_asked_for(thrown):
    three, five = Die(1000, 400, 3, 50), Die(300, 200, 5)
    for die, lying in ((three, (SEVEN,)), (five, (SEVEN, three))):
        for step in roll_in(die, start=(1200.0, 60.0)):
            thrown.show(step, *lying, expect=("d10", "d10"))
        thrown.show(die, *lying, frames=15, expect=("d10", "d10"))
    assert [faces(roll) for roll in thrown.rolls] == [["7"], ["5", "7", "3"]]
    assert thrown.rolls[-1].fresh == (True, False, True)
    assert thrown.looker.expected[-1] == ("d10",) * 3


def test_dice_that_do_not_come_are_not_waited_for_for_ever():
    table = Table()
    table.throw(SEVEN, rest=2)
    table.show(SEVEN, frames=15, expect=("d10", "d10"))
    assert table.rolls == []
    table.show(SEVEN, frames=15, expect=("d10", "d10"))
    assert [faces(roll) for roll in table.rolls] == [["7"]]


def test_a_die_that_tips_over_untouched_is_doubtful(thrown):
    for k in range(1, 6):
        thrown.show(replace(SEVEN, x=640 + 4 * k, face=2))
    thrown.show(replace(SEVEN, x=660, face=2), frames=20)
    first, second = thrown.rolls
    assert second.throw > first.throw
    assert second.doubt
    assert second.sightings[0].status == "unsure"


def test_a_die_pushed_far_is_a_new_throw(thrown):
    for k in range(1, 11):
        thrown.show(replace(SEVEN, x=640 + 20 * k))
    thrown.show(replace(SEVEN, x=840), frames=20)
    first, second = thrown.rolls
    assert second.throw > first.throw
    assert not second.nudged


@pytest.mark.parametrize("end", [replace(SEVEN, x=800, y=420), replace(SEVEN, x=652, y=366, angle=45)])
def test_a_die_that_rolled_free_of_the_rim_is_a_throw_however_it_ends(thrown, end):
    for reach in range(40, 480, 60):
        thrown.show(SEVEN, hand=(640, reach))
    for reach in range(480, -160, -60):
        thrown.show(hand=(640, reach))
    thrown.throw(end)  # at once: the zone was never at rest without it
    first, second = thrown.rolls
    assert (second.doubt, second.fresh, faces(second)) == ("", (True,), ["7"])
    assert second.throw > first.throw


@pytest.mark.parametrize(
    ("end", "doubt"),
    [
        (replace(SEVEN, x=652, y=366, face=3), ""),
        (replace(SEVEN, x=652, y=366, angle=75), ""),
        (replace(SEVEN, x=652, y=366, angle=30), "much as before"),
    ],
)
def test_a_die_that_was_seen_to_be_away_is_thrown_where_it_lay_as_it_is_elsewhere(thrown, end, doubt):
    thrown.show(frames=2)  # nothing was over it, and the zone was never at rest without it
    thrown.show(end, frames=20)
    first, second = thrown.rolls
    assert (second.fresh, doubt in second.doubt, bool(second.doubt)) == ((True,), True, bool(doubt))
    assert second.throw > first.throw


def test_a_die_that_was_away_and_lies_as_it_lay_was_not_thrown(thrown):
    thrown.show(frames=2)
    thrown.show(SEVEN, frames=20)
    assert len(thrown.rolls) == 1


def test_a_die_that_a_hand_pushes_far_and_fast_is_asked_about(thrown):
    for reach in range(40, 330, 60):
        thrown.show(SEVEN, hand=(640, reach))
    for step in range(6):
        at = replace(SEVEN, x=640 + 25 * step, y=360 + 25 * step)
        thrown.show(at, hand=(at.x, at.y - 80))
    for reach in range(400, -160, -60):
        thrown.show(at, hand=(at.x, reach))
    thrown.show(at, frames=20)
    assert "much as before" in thrown.rolls[-1].doubt


def test_a_die_back_where_it_lay_with_the_same_face_under_a_hand_is_doubtful(thrown):
    moved = replace(SEVEN, x=655, angle=75)
    for reach in range(40, 480, 60):
        thrown.show(SEVEN, hand=(640, reach))
    for reach in range(480, -160, -60):
        thrown.show(moved, hand=(640, reach))
    thrown.show(moved, frames=20)
    _, second = thrown.rolls
    assert second.doubt
    assert second.sightings[0].status == "unsure"


def test_when_one_of_two_dice_is_taken_the_rest_is_the_same_throw_touched():
    table = Table()
    three = Die(1000, 400, 3, 50)
    table.show(frames=10)
    for one, two in zip(roll_in(SEVEN), roll_in(three, start=(1200.0, 60.0)), strict=True):
        table.show(one, two)
    table.show(SEVEN, three, frames=15)
    table.take_away(three)
    first, second = table.rolls
    assert faces(first) == ["7", "3"]
    assert faces(second) == ["3"]
    assert second.nudged
    assert second.throw == first.throw
    table.throw(SEVEN, three, start=(80.0, 600.0))
    assert table.rolls[-1].throw > first.throw or len(table.rolls) == 2


def test_a_blink_of_the_camera_is_no_throw(thrown):
    thrown.frame += 200
    thrown.show(SEVEN, frames=20)
    assert len(thrown.rolls) == 1


def test_a_black_moment_is_no_throw(thrown):
    for _ in range(30):
        thrown.settler.feed(np.zeros((720, 1280, 3), np.uint8), thrown.now)
        thrown.frame += 1
    thrown.show(SEVEN, frames=30)
    assert len(thrown.rolls) == 1


def test_a_stream_that_changes_size_goes_on(thrown):
    image = cv2.resize(thrown.stage.draw(SEVEN), (640, 360), interpolation=cv2.INTER_AREA)
    for _ in range(30):
        assert thrown.settler.feed(image, thrown.now).roll is None
        thrown.frame += 1
    assert thrown.settler.state is SettleState.SETTLED
    thrown.throw(Die(300, 200, 4))
    assert faces(thrown.rolls[-1]) == ["4"]
    assert thrown.rolls[-1].throw > thrown.rolls[0].throw


def test_at_rest_counts_dice_that_are_still_but_not_read_yet(table):
    before = table.settler.at_rest
    for die in roll_in(SEVEN):
        table.show(die)
        assert table.settler.at_rest == before
    table.show(SEVEN)
    assert table.settler.state is SettleState.SETTLING
    resting = table.settler.at_rest
    assert resting > before
    table.show(SEVEN, frames=20)
    assert table.rolls[0].throw == resting


def test_a_die_missed_at_first_is_found_without_motion():
    table = Table()
    table.looker.spoil = lambda die, look: die if look > 8 else None
    table.show(frames=10)
    table.throw(SEVEN, rest=120)
    (roll,) = table.rolls
    assert faces(roll) == ["7"]


def test_a_camera_that_finds_its_focus_is_waited_for(table):
    table.throw(SEVEN, rest=0)
    for blur in np.geomspace(4, 0.7, 9):
        step = table.settler.feed(cv2.GaussianBlur(table.stage.draw(SEVEN), (0, 0), blur), table.now)
        assert step.roll is None
        table.frame += 1
    table.show(SEVEN, frames=10)
    assert len(table.rolls) == 1


def test_a_flickering_die_is_unsure(table):
    table.looker.spoil = lambda die, look: die if look % 2 else None
    table.throw(SEVEN, rest=20)
    (roll,) = table.rolls
    assert roll.sightings[0].status == "unsure"


def test_the_same_frames_give_the_same_rolls():
    def play():
        table = Table(seed=5)
        table.show(frames=10)
        table.throw(SEVEN)
        table.take_away()
        table.throw(Die(500, 300, 3, 50))
        return [(r.throw, faces(r), r.settled_at, r.evidence.tobytes()) for r in table.rolls]

    assert play() == play()


def test_the_evidence_shows_the_die(thrown):
    crop = thrown.rolls[0].evidence
    assert crop.dtype == np.uint8
    assert crop.ndim == 3
    assert 60 < crop.shape[0] < 200
    (seen,) = ColourLooker().look(np.ascontiguousarray(crop))
    assert seen.face == "7"
