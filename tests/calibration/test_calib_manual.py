"""Without a mat: four corners by hand, the whole picture, and outlines kept within the picture."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mat_pictures import Shot, angle

from calibration.errors import CalibrationError
from calibration.judge import Code
from calibration.measure import measure_corners, measure_picture, within_picture
from calibration.profile import Trust

SIZE = (320, 180)
GREY = np.full((180, 320, 3), 120, np.uint8)
TRAY = np.array([(48.5, 5.0), (248.5, 5.0), (248.5, 205.0), (48.5, 205.0)])


@given(
    tilt=st.floats(0, 38),
    toward=st.floats(0, 360),
    turn=st.floats(0, 360),
    focal=st.floats(0.75, 0.97),
    order=st.permutations(range(4)),
    in_pixels=st.booleans(),
)
def test_four_corners_tell_the_zone_and_roughly_the_pose(
    tilt, toward, turn, focal, order, in_pixels
):
    shot = Shot(size=SIZE, tilt=tilt, toward=toward, turn=turn, focal=focal, fill=0.6)
    corners = shot.project(TRAY)
    given_corners = (corners if in_pixels else corners / shot.size)[list(order)]
    found = measure_corners(GREY, [(float(x), float(y)) for x, y in given_corners])
    for corner in corners / shot.size:
        assert min(np.abs(np.array(found.zone.corners) - corner).max(axis=1)) < 1e-6
    assert angle(found.camera.normal, shot.normal) < 6
    assert found.camera.tilt_deviation >= 3
    assert found.quality.trust is Trust.LOW
    assert Code.NO_MAT in [one.code for one in found.quality.findings]


@pytest.mark.parametrize(
    "corners",
    [
        [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9)],
        [(0.1, 0.1), (0.1, 0.1), (0.9, 0.9), (0.1, 0.9)],
        [(0.1, 0.1), (0.2, 0.2), (0.3, 0.3), (0.4, 0.4)],
        [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.7, 0.3)],
        [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (-0.1, 0.9)],
        [(10, 10), (330, 10), (300, 170), (10, 170)],
        [(float("nan"), 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)],
        [(float("inf"), 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)],
    ],
)
def test_what_is_no_shape_of_four_corners_is_refused(corners):
    with pytest.raises(CalibrationError):
        measure_corners(GREY, corners)


def test_corners_marked_aslant_warn_of_the_tilt():
    shot = Shot(size=SIZE, tilt=38.0, fill=0.6)
    corners = [(float(x), float(y)) for x, y in shot.project(TRAY)]
    found = measure_corners(GREY, corners)
    assert Code.STEEP in [one.code for one in found.quality.findings]


def test_without_anything_the_whole_picture_counts():
    found = measure_picture(GREY)
    assert found.zone.corners == ((0, 0), (1, 0), (1, 1), (0, 1))
    assert found.camera is None
    assert found.gains == (1, 1, 1)
    assert found.quality.trust is Trust.LOW


@given(
    x=st.floats(-1, 1.5), y=st.floats(-1, 1.5), w=st.floats(0.05, 2), h=st.floats(0.05, 2),
    turn=st.floats(0, 3), spot=st.tuples(st.floats(0.01, 0.99), st.floats(0.01, 0.99)),
)  # fmt: skip
def test_an_outline_cut_at_the_picture_holds_what_it_held(x, y, w, h, turn, spot):
    box = np.array([(0, 0), (w, 0), (w, h), (0, h)]) - (w / 2, h / 2)
    sine, cosine = np.sin(turn), np.cos(turn)
    spin = np.array([(cosine, -sine), (sine, cosine)])
    polygon = box @ spin.T + (x, y)
    local = (np.array(spot) - (x, y)) @ spin
    edge = np.abs(local) - (w / 2, h / 2)
    try:
        zone = within_picture(polygon)
    except CalibrationError:
        assert edge.max() > -0.02  # nothing of it is in the picture, or next to nothing
        return
    assert all(0 <= value <= 1 for corner in zone.corners for value in corner)
    if abs(edge.max()) > 1e-6:
        assert zone.contains(*spot) == (edge.max() < 0)
