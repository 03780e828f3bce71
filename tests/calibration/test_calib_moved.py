"""Has the mat moved? Told from its corners, and not from what is in the way."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from mat_pictures import Shot, measured

from calibration.find import mat_moved
from calibration.mat import Mat, corners_of
from calibration.measure import measure_picture
from calibration.profile import Provenance, make_profile

SHOT = Shot(fill=0.95)
PROVENANCE = Provenance("2026-01-02", "0", 1280, 720, 1, "A4-1", "5")


@lru_cache(maxsize=1)
def profile():
    return make_profile("kitchen", measured(SHOT.draw()), PROVENANCE)


def hidden(image, *numbers):
    rects = list(Mat(SHOT.paper).corner_markers().values())
    for number in numbers:
        points = SHOT.project(corners_of(rects[number])).astype(int)
        (left, top), (right, bottom) = points.min(axis=0) - 3, points.max(axis=0) + 3
        image[top:bottom, left:right] = (90, 110, 140)
    return image


@pytest.mark.parametrize(
    ("change", "moved"),
    [
        *(({"seed": seed, "noise": 5.0, "light": 0.7}, False) for seed in (2, 3)),
        ({"off": (1.5, 1.0)}, False),  # two millimetres
        ({"off": (8.0, 0.0)}, True),
        ({"off": (0.0, -70.0)}, True),
        ({"turn": 12.0}, True),
        ({"tilt": 24.0}, True),
    ],
)
def test_a_mat_or_camera_that_moved_is_noticed(change, moved):
    assert mat_moved(profile(), replace(SHOT, **change).draw()) is moved


@pytest.mark.parametrize("numbers", [(0,), (1, 2), (0, 2, 3)])
def test_a_hand_over_corners_hides_no_more_than_these(numbers):
    assert mat_moved(profile(), hidden(SHOT.draw(), *numbers)) is False


def test_with_all_corners_hidden_nothing_can_be_told():
    assert mat_moved(profile(), hidden(SHOT.draw(), 0, 1, 2, 3)) is None
    assert mat_moved(profile(), np.zeros((720, 1280, 3), np.uint8)) is None


def test_a_picture_of_another_size_is_looked_at_just_so():
    large = replace(SHOT, size=(1920, 1080), blur=1.2)
    assert mat_moved(profile(), large.draw()) is False
    assert mat_moved(profile(), np.zeros((480, 640, 3), np.uint8)) is True


def test_without_a_mat_nothing_can_be_told():
    image = SHOT.draw()
    bare = make_profile("x", measure_picture(image), PROVENANCE)
    assert mat_moved(bare, image) is None
