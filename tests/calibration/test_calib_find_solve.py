"""The mat in pictures of a pretend camera: found, its zone and the camera's pose as they truly are.

Has the mat moved? Told from its corners, and not from what is in the way.
"""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mat_pictures import Shot, angle, measured, printed

from calibration.balance import pixels_per_mm, rectify
from calibration.errors import CalibrationError, MatNotFoundError
from calibration.find import find_mat, mat_moved
from calibration.mat import Mat, Paper, corners_of
from calibration.measure import measure_picture
from calibration.profile import Provenance, Trust, make_profile
from calibration.solve import CameraPose, solve

PLAIN = Shot(fill=0.95)


def zone_miss(shot, zone):
    """Largest distance of the zone's true corners from the polygon's nearest, in fractions.

    Corners that lie outside the picture cannot be the polygon's.
    """
    true = shot.project(corners_of(Mat(shot.paper).zone)) / shot.size
    polygon = np.array(zone.corners)
    return max(np.abs(polygon - corner).max(axis=1).min() for corner in true if corner.min() >= 0 and corner.max() <= 1)


shots = st.builds(
    Shot,
    paper=st.sampled_from(Paper),
    tilt=st.floats(0, 40),
    toward=st.floats(0, 360),
    turn=st.floats(0, 360),
    focal=st.floats(0.65, 1.25),
    bend=st.sampled_from([0.0, 0.0, -0.1, 0.04]),
    fill=st.floats(0.7, 0.95),
    blur=st.floats(0.5, 1.6),
    noise=st.floats(0, 6),
    light=st.floats(0.5, 1.05),
    seed=st.integers(0, 10**6),
)


@settings(max_examples=12)
@given(shot=shots)
def test_the_mat_is_found_its_zone_within_a_hundredth_and_up_within_two_degrees(shot):
    found = measured(shot.draw())
    assert found.sheet.mat == Mat(shot.paper).name
    assert zone_miss(shot, found.zone) < 0.01
    assert angle(found.camera.normal, shot.normal) < 2
    assert abs(found.quality.tilt - shot.tilt) < 2


@settings(max_examples=30)
@given(shot=shots, x=st.floats(0, 1280), y=st.floats(0, 720))
def test_up_is_the_mats_normal_without_its_part_along_the_ray(shot, x, y):
    pose = CameraPose(shot.focal, shot.bend, tuple(shot.normal), 0.1, 0.01)
    ray = np.array(pose.ray(x, y, 1280, 720))
    on_sheet = shot.sheet_at(np.array([[x, y]]))
    assert np.linalg.norm(ray) == pytest.approx(1)
    assert shot.project(on_sheet)[0] == pytest.approx([x, y], abs=0.01)
    w, h = Mat(shot.paper).size
    solid = np.append(on_sheet[0] - (w / 2, h / 2), 0.0)
    away = shot.rotation @ solid + shot.shift
    assert angle(away, ray) < 0.05
    n = np.array(shot.normal)
    assert pose.up_at(x, y, 1280, 720) == pytest.approx((n - (n @ ray) * ray)[:2], abs=1e-9)


def test_up_leans_to_where_dice_rise_in_the_picture():
    shot = replace(PLAIN, tilt=25.0)
    foot = np.array([[100.0, 90.0]])
    up = measured(shot.draw()).camera.up_at(*shot.project(foot)[0], 1280, 720)
    w, h = Mat(shot.paper).size
    top = shot.rotation @ np.array([100 - w / 2, 90 - h / 2, -10.0]) + shot.shift
    seen = top[:2] / top[2] * shot.scale + np.array(shot.size) / 2
    assert angle(up, seen - shot.project(foot)[0]) < 3


def test_up_holds_for_the_same_picture_at_another_size():
    pose = measured(PLAIN.draw()).camera
    assert pose.up_at(300, 200, 1280, 720) == pytest.approx(pose.up_at(600, 400, 2560, 1440))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 480), (720, 1280), (2880, 1620)])
def test_pictures_of_other_sizes(size):
    shot = replace(PLAIN, size=size, blur=max(size) / 1600, turn=90.0 if size[1] > size[0] else 5.0)
    found = measured(shot.draw())
    assert found.size == size
    assert zone_miss(shot, found.zone) < 0.01
    assert angle(found.camera.normal, shot.normal) < 2


def test_a_bent_lens_is_measured_and_the_zone_follows_it():
    shot = replace(PLAIN, bend=-0.18, tilt=10.0)
    found = measured(shot.draw())
    assert found.camera.lens_measured
    assert found.camera.bend == pytest.approx(-0.18, abs=0.04)
    assert zone_miss(shot, found.zone) < 0.01
    assert len(found.zone.corners) > 4


def test_a_small_mat_in_the_middle_tells_little_of_the_lens_and_that_is_said():
    found = measured(replace(PLAIN, fill=0.4, tilt=3.0).draw())
    assert not found.camera.lens_measured
    assert "lens-assumed" in [one.code for one in found.quality.findings]


def test_seen_from_above_the_tilt_comes_with_its_doubt_and_more_views_take_it():
    above = replace(PLAIN, tilt=14.0, toward=0.0, focal=1.15, blur=0.6, fill=0.55)
    aslant = [replace(above, tilt=38.0, toward=t) for t in (0.0, 120.0, 240.0)]
    alone = measured(above.draw())
    together = measured(*(shot.draw() for shot in aslant), above.draw())
    assert together.quality.views == 4
    assert together.camera.tilt_deviation <= alone.camera.tilt_deviation
    assert together.camera.focal == pytest.approx(1.15, rel=0.02)
    assert angle(together.camera.normal, above.normal) < 1


def test_the_last_place_of_a_mat_that_was_moved_counts():
    first, last = replace(PLAIN, off=(40.0, 20.0)), replace(PLAIN, turn=12.0, seed=2)
    found = measured(*[first.draw()] * 3, *[last.draw()] * 3)
    assert zone_miss(last, found.zone) < 0.01
    assert found.quality.views == 2


@pytest.mark.slow
def test_noise_is_averaged_over_pictures():
    noisy = [replace(PLAIN, noise=14.0, blur=1.2, seed=seed).draw() for seed in range(5)]
    alone, together = measured(noisy[0]), measured(*noisy)
    assert zone_miss(PLAIN, together.zone) < 0.002
    assert together.quality.miss_pixels <= alone.quality.miss_pixels


def cover(image, points, colour=(90, 110, 140)):
    cv2.fillPoly(image, [np.array(points, np.int32)], colour)
    return image


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_one_corner_may_be_covered(hidden):
    image = PLAIN.draw()
    rect = list(Mat(PLAIN.paper).corner_markers().values())[hidden]
    cover(image, PLAIN.project(corners_of(rect) + np.array([(-9, -9), (3, -9), (3, 3), (-9, 3)])))
    found = measured(image)
    assert found.quality.trust is Trust.FAIR
    assert "mat-covered" in [one.code for one in found.quality.findings]
    assert zone_miss(PLAIN, found.zone) < 0.01
    assert angle(found.camera.normal, PLAIN.normal) < 2


@pytest.mark.parametrize("strip", [True, False], ids=["strip", "corners"])
def test_the_corners_and_the_strip_are_found_alone_too(strip):
    image, mat = PLAIN.draw(), Mat(PLAIN.paper)
    for rect in [mat.strip] if strip else mat.corner_markers().values():
        cover(image, PLAIN.project(corners_of(rect)))
    found = measured(image)
    assert zone_miss(PLAIN, found.zone) < (0.01 if strip else 0.03)
    assert found.quality.points == 16 if strip else found.quality.trust is Trust.FAIR


def test_a_marker_of_another_print_does_not_mislead():
    image = PLAIN.draw()
    other = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(0), 12, 60)
    image[20:120, 20:120] = 255
    image[40:100, 40:100] = other[:, :, None]
    found = measured(image)
    assert zone_miss(PLAIN, found.zone) < 0.01


def test_a_zone_that_reaches_out_of_the_picture_is_cut_there():
    shot = replace(PLAIN, off=(120.0, 0.0))
    found = measured(shot.draw())
    assert "mat-cut" in [one.code for one in found.quality.findings]
    assert min(x for x, _ in found.zone.corners) == 0.0
    assert found.zone.contains(*(shot.project(np.array([[200.0, 100.0]]))[0] / shot.size))


def test_a_mirrored_picture_is_refused_with_its_reason():
    with pytest.raises(CalibrationError, match="mirrored"):
        measured(np.ascontiguousarray(PLAIN.draw()[:, ::-1]))


@pytest.mark.parametrize(
    "images",
    [
        [],
        *([np.full((720, 1280, 3), level, np.uint8)] for level in (0, 90, 255)),
        *([np.zeros(shape, np.uint8)] for shape in ((1, 1, 3), (8, 8, 3), (5, 4000, 3), (4000, 3, 3))),
        list(np.random.default_rng(5).integers(0, 256, (5, 480, 640, 3), dtype=np.uint8)),
    ],
    ids=["none", "black", "grey", "white", "1", "8", "flat", "narrow", "noise"],
)
def test_pictures_of_nothing_show_no_mat(images):
    with pytest.raises(MatNotFoundError):
        measured(*images)


def test_a_dark_picture_says_that_it_is_dark():
    with pytest.raises(MatNotFoundError, match="dark"):
        measured(replace(PLAIN, light=0.02).draw())


def test_rectified_the_sheet_is_the_sheet_again():
    shot = replace(PLAIN, blur=0.0, noise=0.0)
    view = find_mat(shot.draw())
    straight = rectify(shot.draw(), view.homography, (0, 0, *view.mat.size), 4.0)
    truth = cv2.resize(printed(), straight.shape[1::-1], interpolation=cv2.INTER_AREA)
    inside = (slice(8, -8), slice(8, -8))
    assert float(np.median(np.abs(straight[inside].astype(int) - truth[inside]))) <= 2
    assert float(np.mean(np.abs(straight[inside].astype(int) - truth[inside]) > 90)) < 0.03


def test_pixels_a_millimetre_are_those_of_the_narrowest_direction():
    shot = replace(PLAIN, tilt=35.0, toward=0.0, turn=0.0)
    view = find_mat(shot.draw())
    at = np.array([148.5, 105.0])
    steps = [(0.5 * np.cos(a), 0.5 * np.sin(a)) for a in np.linspace(0, np.pi, 60)]
    seen = [np.linalg.norm(np.diff(shot.project(np.array([at - s, at + s])), axis=0)) for s in steps]
    assert pixels_per_mm(view.homography, tuple(at)) == pytest.approx(min(seen), rel=0.01)


def test_points_that_no_camera_explains_are_left_out():
    view = find_mat(PLAIN.draw())
    seen = view.seen.copy()
    seen[3] += (15, -9)
    pose = solve([replace(view, seen=seen)]).pose
    assert angle(pose.normal, PLAIN.normal) < 1


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
