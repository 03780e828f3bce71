"""Where up is, as several dice of one picture tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reader import FOCAL, agreeing

WIDE, HIGH = 1280, 720
TILTS = st.floats(-35, 35)


def true_up(tilt_x, tilt_y):
    """`up` at a pixel by the definition, for a table whose normal is turned by two angles."""
    x, y = np.deg2rad([tilt_x, tilt_y])
    normal = np.array([np.sin(x), -np.sin(y), -1.0])
    normal /= np.linalg.norm(normal)

    def up_at(column, row):
        focal = FOCAL * WIDE
        ray = np.array([(column - WIDE / 2) / focal, (row - HIGH / 2) / focal, 1.0])
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
