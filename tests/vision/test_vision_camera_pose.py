"""Where up is, as several dice of one picture tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.framing import FOCAL
from models.workshop.rendering.arrange import at_rest, leaning
from models.workshop.rendering.clip import dice
from models.workshop.rendering.scene import Scene, render_scene, table_camera
from models.workshop.training.dice import Maker
from vision.level import Level, agreeing, leans
from vision.reader import open_reader

WIDE, HIGH = 1280, 720
TILTS = st.floats(-35, 35)


def true_up(tilt_x, tilt_y, focal=FOCAL):
    """`up` at a pixel by the definition, for a table whose normal is turned by two angles."""
    x, y = np.deg2rad([tilt_x, tilt_y])
    normal = np.array([np.sin(x), -np.sin(y), -1.0])
    normal /= np.linalg.norm(normal)

    def up_at(column, row):
        ray = np.array([(column - WIDE / 2) / focal / WIDE, (row - HIGH / 2) / focal / WIDE, 1.0])
        ray /= np.linalg.norm(ray)
        up = normal - (normal @ ray) * ray
        return up[0], up[1]

    return up_at


@given(TILTS, TILTS)
def test_dice_that_agree_tell_up_everywhere_in_the_picture(across, along):
    truth = true_up(across, along)
    seen = [(x, y, *truth(x, y)) for x, y in [(200, 150), (900, 600)]]
    group, up = agreeing(seen, WIDE, HIGH)
    assert group == (0, 1)
    assert up(1100, 80) == pytest.approx(truth(1100, 80), abs=1e-6)


def test_dice_that_contradict_one_another_tell_nothing():
    seen = [(200.0, 150.0, 0.4, 0.0), (900.0, 600.0, -0.4, 0.0)]
    assert agreeing(seen, WIDE, HIGH) == ((), None)
    assert agreeing(seen[:1], WIDE, HIGH) == ((), None)


@given(TILTS, TILTS, st.integers(0, 3))
def test_one_die_that_contradicts_the_others_is_left_out(across, along, odd):
    truth = true_up(across, along)
    seen = [(x, y, *truth(x, y)) for x, y in [(200, 150), (900, 600), (500, 300), (700, 90)]]
    x, y, *_ = seen[odd]
    other = true_up(across + (40 if across < 0 else -40), along)
    seen[odd] = (x, y, *other(x, y))
    group, up = agreeing(seen, WIDE, HIGH)
    assert set(group) == {0, 1, 2, 3} - {odd}
    assert up(1100, 80) == pytest.approx(truth(1100, 80), abs=1e-6)


def test_a_camera_straight_above_sees_up_point_outwards():
    truth = true_up(0, 0)
    _, up = agreeing([(x, 300, *truth(x, 300)) for x in (300, 800)], WIDE, HIGH)
    assert up(WIDE / 2, HIGH / 2) == pytest.approx((0, 0), abs=1e-9)
    assert up(WIDE, HIGH / 2)[0] > 0.3
    assert up(WIDE / 2, 0)[1] < -0.2


@given(TILTS, TILTS, st.floats(0.65, 1.8), st.integers(0, 9))
def test_dice_all_over_the_picture_tell_how_narrow_the_camera_sees(across, along, focal, seed):
    truth, rng = true_up(across, along, focal), np.random.default_rng(seed)
    seen = [(x, y, *(truth(x, y) + rng.normal(0, 0.03, 2))) for x in (100, 640, 1180) for y in (80, 360, 640)]
    _, up = agreeing(seen, WIDE, HIGH)
    assert up(40, 700) == pytest.approx(truth(40, 700), abs=0.13)


# -- a camera that stands still


def told(level, truth, count=6):
    for number in range(count):
        x, y = 150 + 90 * number, 100 + 70 * number
        level.note([(x, y, *truth(x, y))], WIDE, HIGH)


def test_dice_that_lay_there_before_tell_where_up_is_once_there_are_enough():
    level, truth = Level(), true_up(4, 12)
    told(level, truth, 7)  # the last two pictures are not counted yet
    assert level.up(WIDE, HIGH) is None
    told(level, truth, 1)
    assert level.up(WIDE, HIGH)(1100, 80) == pytest.approx(truth(1100, 80), abs=1e-6)
    assert level.up(HIGH, WIDE) is None  # of pictures of another shape nothing is known


def test_a_camera_that_was_moved_is_followed_and_meanwhile_nothing_is_told():
    level, before, after = Level(), true_up(0, 0), true_up(0, 30)
    told(level, before, 9)
    told(level, after, 13)  # two of them are not counted yet
    assert level.up(WIDE, HIGH) is None
    told(level, after, 1)
    assert level.up(WIDE, HIGH)(640, 360) == pytest.approx(after(640, 360), abs=1e-6)


@pytest.mark.parametrize(("stray", "known"), [(5, True), (10, False)])
def test_where_many_of_the_dice_say_otherwise_nobody_knows_where_up_is(stray, known):
    level = Level()
    told(level, true_up(0, 0), 12)
    told(level, true_up(0, 30), stray)
    assert (level.up(WIDE, HIGH) is not None) == known


def test_a_camera_that_is_held_in_a_hand_tells_nothing():
    level, steady = Level(), Level()
    for number in range(18):
        told(level, true_up(16 * (number % 2), 0), 1)
        told(steady, true_up(4 * (number % 2), 0), 1)
    assert level.up(WIDE, HIGH) is None
    assert steady.up(WIDE, HIGH) is not None


def test_a_die_that_lies_there_for_long_does_not_outvote_those_before():
    level, before, after = Level(), true_up(0, 0), true_up(0, 30)
    told(level, before)
    for _ in range(30):
        level.note([(640, 360, *after(640, 360))], WIDE, HIGH)
    assert level.up(WIDE, HIGH)(640, 360) == pytest.approx(before(640, 360), abs=1e-6)


def test_what_a_die_says_is_not_held_against_it_while_it_settles():
    level, before = Level(), true_up(0, 0)
    told(level, before, 8)
    known = level.up(WIDE, HIGH)(640, 360)
    for _ in range(2):
        level.note([(640, 360, *true_up(0, 15)(640, 360))], WIDE, HIGH)
        assert level.up(WIDE, HIGH)(640, 360) == pytest.approx(known, abs=1e-6)


def test_what_speaks_for_a_lean_adds_up():
    assert not leans(0.02, 0.08)
    assert not leans(0.3, 0.02)
    assert leans(0.1, 0.25)
    assert leans(0.9, 0.12)


def test_a_single_die_that_leans_is_cocked_where_those_before_lay_flat():
    reader, level, camera = open_reader(), Level(), table_camera((480, 480), 20.0, 10.0, 22.0)
    ground, styles = np.full((480, 480, 3), (62, 92, 52), np.uint8), list(dice().values())

    def look(number, lean):
        die = at_rest(styles[number % 3], number % 10, 50.0 * number, number % 3 - 1.0, 0.5)
        die = leaning(die, 2.0, lean) if lean else die
        image, _ = render_scene(Scene([die], camera), ground)
        (seen,) = reader.look(image, ("d10",), level=level)
        return seen.status

    flat = [look(number, 0.0) for number in range(12)]
    assert "cocked" not in flat
    leant = [look(number, 30.0) for number in range(6)]
    assert leant.count("cocked") >= 5
    assert "read" not in leant


def test_dice_before_a_camera_that_was_moved_are_not_called_cocked_for_ever():
    reader, level = open_reader(), Level()
    ground, styles = np.full((480, 480, 3), (62, 92, 52), np.uint8), list(dice().values())

    def throw(number, camera):
        die = at_rest(styles[number % 3], number % 10, 50.0 * number, number % 4 - 1.5, number % 3 - 1.0)
        image, _ = render_scene(Scene([die], camera), ground)
        looks = [reader.look(image, ("d10",), level=level) for _ in range(3)]
        return looks[-1][0].status

    first, then = (table_camera((480, 480), 20.0, tilt, 22.0) for tilt in (0.0, 30.0))
    assert "cocked" not in [throw(number, first) for number in range(8)]
    after = [throw(number, then) for number in range(14)]
    assert "cocked" in after[:5], "this camera was not moved enough to test anything"
    assert "cocked" not in after[5:]


def test_a_doubtful_die_that_lies_alone_is_told_where_up_was_before():
    reader, level, camera = open_reader(), Level(), table_camera((480, 480), 24.0, 10.0, 22.0)
    ground = np.full((480, 480, 3), (62, 92, 52), np.uint8)
    maker = Maker(5, held_out=True, kinds=("d10",))

    def thrown():
        image, _ = render_scene(Scene([at_rest(maker.style(), 3, maker.rng.uniform(0, 360), 0.5, 0.5)], camera), ground)
        return image

    for _ in range(20):
        reader.look(thrown(), level=level)
    told = 0
    for image in [thrown() for _ in range(12)]:
        (_, alone), (_, reading) = *reader.examine(image), *reader.examine(image, level=level)
        if reading.up != alone.up:
            told += 1
            assert reading.up == pytest.approx(level.up(480, 480)(alone.frame.x, alone.frame.y), abs=0.02)
    assert told
