"""The picture that people see has a box around each die; nothing of the die itself is covered."""

import numpy as np
import pytest

from companion.sources.camera import mark_dice
from vision.types import Box, DieSighting
from vision.view import evidence, evidence_corner

GREY = 90


def die(x, y, side=40, status="read"):
    return DieSighting("d10", "7", 0.9, status, Box(x, y, side, side))


def crop_of(*dice):
    frame = np.full((240, 320, 3), GREY, np.uint8)
    return evidence(frame, dice), dice


@pytest.mark.parametrize("corner", [(100, 80), (0, 0), (280, 200)])
def test_a_box_goes_around_the_die_and_hides_nothing_of_it(corner):
    crop, dice = crop_of(die(*corner))
    picture = mark_dice(crop, dice)
    assert (crop == GREY).all(), "the evidence itself is not written to"
    left, top = evidence_corner(dice)
    x, y = corner[0] - left, corner[1] - top
    box = dice[0].box
    inner = picture[y + 4 : y + box.h - 4, x + 4 : x + box.w - 4]
    assert (inner == GREY).all()
    assert (picture != GREY).any()
    if corner == (100, 80):
        assert (picture[y : y + box.h, x : x + box.w] == GREY).all()
        for side in (picture[y - 1, x : x + box.w], picture[y : y + box.h, x - 1]):
            assert (side != GREY).any(axis=1).all()


def test_a_doubtful_die_has_another_colour_than_a_sure_one():
    crop, dice = crop_of(die(60, 60), die(160, 60, status="unsure"))
    picture = mark_dice(crop, dice)
    left, top = evidence_corner(dice)
    sure, doubtful = (picture[one.box.y - top - 1, one.box.x - left + 5] for one in dice)
    assert tuple(sure) != tuple(doubtful)
