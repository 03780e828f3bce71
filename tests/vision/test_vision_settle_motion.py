"""The motion measure: noise, light and mains flicker are nothing, a die's smallest move is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from dice_stage import Die, Stage

from calibration.zone import RollZone
from vision.motion import Background, MotionMeter

DIE = Die(640, 360, 7)


def area(meter, one, other):
    return meter.largest(meter.moved(meter.shrink(one), meter.shrink(other))).area


@pytest.mark.parametrize("gain", [0.7, 0.9, 1.1, 1.2])
def test_a_step_of_exposure_moves_nothing(gain):
    stage = Stage(noise=2.0)
    assert area(MotionMeter(), stage.draw(DIE), stage.draw(DIE, gain=gain)) < 5


def banded(image):
    """The picture under mains light: bands that lie elsewhere in every frame, and light up what is light the most."""
    bands = 1 + 0.15 * np.sin(np.arange(720) / 40)[:, None, None]
    return np.clip(image * bands, 0, 255).astype(np.uint8)


def test_bands_of_mains_light_move_nothing_not_even_a_white_die():
    stage = Stage(noise=2.0)
    before, now = stage.draw(DIE), stage.draw(DIE)
    before[300:360, 300:360] = now[300:360, 300:360] = 225
    assert area(MotionMeter(), before, banded(now)) < 5


def test_a_die_that_moves_shows_through_bands_of_mains_light():
    stage = Stage(noise=2.0)
    assert area(MotionMeter(), stage.draw(DIE), banded(stage.draw(replace(DIE, angle=35)))) >= 5


TREMBLES = [(0.6, 0.0), (1.0, -1.0), (-1.0, 1.5)]


def shaken(image, shift):
    """The picture from a camera that moved by so many pixels."""
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    return cv2.warpAffine(image, move, (1280, 720), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.parametrize("shift", TREMBLES)
def test_a_camera_that_trembles_moves_nothing(shift):
    stage, other = Stage(noise=2.0), Die(300, 300, 3)
    assert area(MotionMeter(), stage.draw(DIE, other), shaken(stage.draw(DIE, other), shift)) < 5


def test_a_tremble_of_a_pixel_moves_nothing_even_where_one_white_die_alone_is_seen():
    stage = Stage(noise=2.0)
    before, now = stage.draw(), stage.draw()
    before[330:390, 610:670] = now[330:390, 610:670] = 225
    assert area(MotionMeter(), before, shaken(now, (0.8, -0.8))) < 5


@pytest.mark.parametrize("size", [(1, 640), (2, 640)])
def test_a_picture_too_small_for_a_tremble_is_compared_as_it_is(size):
    before = np.full(size, 60, np.float32)
    now = before.copy()
    now[-1, -1] = 150
    assert MotionMeter().moved(before, now).sum() == 1


@pytest.mark.parametrize("shift", TREMBLES)
def test_a_die_that_turns_shows_while_the_camera_trembles(shift):
    stage, other = Stage(noise=2.0), Die(300, 300, 3)
    turned = stage.draw(replace(DIE, angle=28), other)
    assert area(MotionMeter(), stage.draw(DIE, other), shaken(turned, shift)) >= 5


@pytest.mark.parametrize("moved", [replace(DIE, x=642), replace(DIE, y=357), replace(DIE, angle=28), Die(300, 300, 3)])
def test_the_smallest_move_of_a_die_shows(moved):
    stage = Stage(noise=3.0)
    assert area(MotionMeter(), stage.draw(DIE), stage.draw(moved)) >= 5


def test_a_polygon_hides_what_is_beside_it():
    zone = RollZone(((0.0, 0.0), (0.5, 0.0), (0.0, 1.0)))
    stage = Stage(noise=0.0)
    empty = stage.draw()[:, :640]
    inside, beside = stage.draw(Die(150, 150))[:, :640], stage.draw(Die(500, 600))[:, :640]
    assert area(MotionMeter(zone), empty, inside) > 100
    assert area(MotionMeter(zone), empty, beside) == 0


def test_an_arm_touches_the_rim_and_a_die_does_not():
    meter, stage = MotionMeter(), Stage(noise=0.0)
    empty = meter.shrink(stage.draw())
    arm = meter.largest(meter.changed(empty, meter.shrink(stage.draw(hand=(600, 300)))))
    die = meter.largest(meter.changed(empty, meter.shrink(stage.draw(DIE))))
    assert arm.at_rim
    assert not die.at_rim
    assert arm.share > 0.03 > die.share


@pytest.mark.parametrize("gain", [0.8, 1.2])
def test_the_table_under_a_die_is_known_in_the_light_that_came_while_the_die_lay_there(gain):
    meter, stage = MotionMeter(), Stage(noise=2.0)
    background, empty = Background(meter), meter.shrink(stage.draw())
    under = np.zeros(empty.shape, np.bool_)
    background.learn(empty, under)
    under[150:210, 290:350] = True
    background.learn(meter.shrink(stage.draw(DIE, gain=gain)), under)
    now = meter.shrink(stage.draw(gain=gain))
    assert background.bare(now).mean() > 0.99
    assert background.free_things(now) == []


def test_a_zone_with_a_corner_outside_the_picture_is_refused():
    with pytest.raises(ValueError, match="outside the picture"):
        RollZone(((0.0, 0.0), (1.2, 0.0), (0.5, 0.5)))


def test_a_zone_mask_and_its_point_test_agree():
    zone = RollZone(((0.1, 0.2), (0.9, 0.1), (0.7, 0.9), (0.4, 0.4)))
    mask = zone.mask(80, 60)
    for row in range(60):
        for column in range(80):
            assert mask[row, column] == zone.contains((column + 0.5) / 80, (row + 0.5) / 60)
