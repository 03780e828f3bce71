"""How dice lie, what hides them, and where the table's upward normal points.

The solid that is drawn is a d10, and what is called up lies up.
"""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.workshop.rendering.arrange import at_rest, beside, collides, contact, leaning
from models.workshop.rendering.clutter import KINDS, Spot, Table
from models.workshop.rendering.cube import CubeStyle
from models.workshop.rendering.geometry import (
    MIRRORED,
    STANDARD,
    camera_above,
    d10_solid,
    face_up,
    rest_rotation,
    upward,
)
from models.workshop.rendering.glyphs import stroke_glyphs
from models.workshop.rendering.hands import draw_hand, random_hand
from models.workshop.rendering.scene import Scene, hidden, render_scene, table_camera
from models.workshop.rendering.style import D10Style

SIZE = 200
CUBE = CubeStyle(rounding=0.02)
TEN = D10Style(glyphs=stroke_glyphs(1))


def blank():
    return np.full((SIZE, SIZE, 3), 120, np.uint8)


@given(st.floats(0, 40), st.floats(0, 360), st.floats(-8, 8), st.floats(-8, 8))
@settings(max_examples=60, deadline=None)
def test_up_is_as_long_as_the_sine_of_the_angle_from_straight_above(tilt, roll, x, y):
    camera = camera_above((0.0, 0.0, 0.0), tilt, 30.0, 10.0, (100.0, 100.0), roll)
    up = upward(camera, (x, y, 1.0))
    ray = camera.position - np.array([x, y, 1.0])
    cosine = ray[2] / np.linalg.norm(ray)
    # The part of `up` along the line of sight is left out: nothing at the picture's middle.
    assert np.hypot(*up) <= np.sqrt(1 - cosine**2) + 1e-9
    middle = upward(camera, (0.0, 0.0, 0.0))
    assert np.hypot(*middle) == pytest.approx(np.sin(np.deg2rad(tilt)), abs=1e-9)


@pytest.mark.parametrize(("roll", "way"), [(0, (0, -1)), (90, (1, 0)), (180, (0, 1)), (270, (-1, 0))])
def test_up_points_where_a_lifted_thing_moves_in_the_picture(roll, way):
    camera = camera_above((0.0, 0.0, 0.0), 30.0, 30.0, 10.0, (100.0, 100.0), float(roll))
    low, high = camera.project(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.5]]))
    moved = (high - low) / np.linalg.norm(high - low)
    up = np.array(upward(camera, (0.0, 0.0, 0.0)))
    assert np.allclose(moved, way, atol=1e-6)
    assert np.allclose(up, np.array(way) * 0.5, atol=1e-6)


@pytest.mark.parametrize("roll", [0.0, 50.0, 200.0])
def test_rolling_the_camera_turns_the_picture_clockwise_about_its_middle(roll):
    point = np.array([2.0, 1.0, 0.5])
    still = camera_above((0.0, 0.0, 0.0), 25.0, 30.0, 10.0, (0.0, 0.0)).project(point)
    rolled = camera_above((0.0, 0.0, 0.0), 25.0, 30.0, 10.0, (0.0, 0.0), roll).project(point)
    angle = np.deg2rad(roll)
    clockwise = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    assert np.allclose(clockwise @ still, rolled)


@pytest.mark.parametrize("yaw", [0.0, 20.0, 45.0])
@pytest.mark.parametrize("angle", [0.0, 0.7, 2.5])
def test_touching_dice_touch(yaw, angle):
    one, other = at_rest(CUBE, 0, yaw, 1.0, -1.0), at_rest(TEN, 3, 10.0, 0.0, 0.0)
    near = beside(one, other, angle, 0.03)
    assert not collides(near, [one])
    assert collides(beside(one, other, angle, -0.1), [one])
    aligned = contact(at_rest(CUBE, 0, 0.0, 0.0, 0.0), at_rest(CUBE, 0, 0.0, 0.0, 0.0), 0.0)
    assert aligned == pytest.approx(2.0, abs=0.05)


@given(st.floats(12, 40), st.floats(0, 6.28), st.integers(0, 5), st.sampled_from([CUBE, TEN]))
@settings(max_examples=40, deadline=None)
def test_a_leaning_die_stands_on_the_floor_and_is_lifted_on_the_side_told(degrees, angle, face, style):
    die = leaning(at_rest(style, face, 30.0, 0.5, 0.5), angle, degrees)
    corners = style.solid.kites.reshape(-1, 3) @ die.rotation.T + np.array(die.position)
    assert corners[:, 2].min() == pytest.approx(0.0, abs=2 * style.rounding)
    normal = die.rotation @ style.solid.normals[face]
    assert normal[2] == pytest.approx(np.cos(np.deg2rad(degrees)))
    # The face up looks away from the lifted side.
    assert np.cos(angle) * normal[0] + np.sin(angle) * normal[1] < 0


def test_a_leaning_die_is_called_cocked_and_a_lying_one_is_not():
    camera = table_camera((SIZE, SIZE), 30)
    flat = at_rest(CUBE, 0, 10.0, 0.0, 0.0)
    for die, cocked in ((flat, False), (leaning(flat, 1.0, 12.0), True)):
        _, (truth,) = render_scene(Scene([die], camera), blank())
        assert truth.cocked is cocked
        assert truth.face == 0


def test_a_cover_over_half_the_face_leaves_half_of_it_visible_and_a_smaller_box():
    scene = Scene([at_rest(CUBE, 0, 0.0, 0.0, 0.0)], table_camera((SIZE, SIZE), 40, 0.0, 200.0))
    _, (truth,) = render_scene(scene, blank())
    assert (truth.visible, truth.shown) == (1.0, 1.0)
    cover = np.zeros((SIZE, SIZE), np.uint8)
    cover[:, SIZE // 2 :] = 255
    half = hidden(truth, [], cover)
    assert half.visible == pytest.approx(0.5, abs=0.03)
    assert half.shown == pytest.approx(0.5, abs=0.03)
    assert half.box[2] == pytest.approx(truth.box[2] / 2, abs=2.5)
    assert half.box[3] == pytest.approx(truth.box[3], abs=2.5)
    assert half.middle == truth.middle
    assert hidden(truth, [], np.full_like(cover, 255)).visible == 0
    assert hidden(truth, [], np.zeros_like(cover)) is truth


def test_a_die_upon_another_hides_part_of_its_face_and_one_beside_it_none():
    camera = table_camera((SIZE, SIZE), 30)
    below = at_rest(CUBE, 0, 0.0, 0.0, 0.0)
    above = leaning(at_rest(CUBE, 2, 0.0, 1.4, 0.0), 0.0, 0.0, 2.0)
    next_to = beside(below, at_rest(CUBE, 1, 0.0, 0.0, 0.0), 2.0, 0.1)
    _, truths = render_scene(Scene([below, above, next_to], camera), blank())
    assert 0.3 < truths[0].visible < 0.9
    assert truths[1].visible == 1.0
    assert truths[2].visible == 1.0


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_covers_what_its_mask_says_and_casts_its_shadow_beyond(seed):
    rng = np.random.default_rng(seed)
    picture = np.full((SIZE, SIZE, 3), 255, np.uint8)
    parts = random_hand(rng, (100.0, 100.0), 20.0, 0.5)
    cover = draw_hand(rng, picture, parts, (0.4, -0.6), 20.0)
    changed = (picture != 255).any(axis=2)
    inner = cv2.erode(cover, np.ones((7, 7), np.uint8)) > 127
    assert inner.sum() > 300
    assert changed[inner].all()
    # Skin is redder than blue wherever it is no nail; a shadow has no colour.
    middle = picture[inner].astype(int)
    assert (middle[:, 2] > middle[:, 0]).mean() > 0.75
    outside = cv2.dilate(cover, np.ones((7, 7), np.uint8)) == 0
    shadow = picture[outside].astype(int)
    assert np.ptp(shadow, axis=1).max() <= 2


@pytest.mark.parametrize("kind", KINDS)
def test_every_thing_is_drawn_where_it_is_told(kind):
    for seed in range(3):
        picture = blank()
        picture[::7] = 90
        before = picture.copy()
        table = Table(np.random.default_rng(seed), picture, [stroke_glyphs(3)])
        thing = table.put(Spot((100.0, 90.0), 24.0, 35.0, (0.1, -0.3)), kind)
        assert (picture != before).any()
        assert np.hypot(thing.middle[0] - 100, thing.middle[1] - 90) < 12
        assert 5 < thing.radius < 60
        rows, columns = np.nonzero((picture != before).any(axis=2))
        box = thing.outline.min(axis=0), thing.outline.max(axis=0)
        inside = (columns > box[0][0]) & (columns < box[1][0]) & (rows > box[0][1])
        assert (inside & (rows < box[1][1])).sum() > 20


FACES = len(STANDARD)
# Left and right neighbour of a value on a standard die, seen from outside with the apex up.
NEIGHBOURS = ((8, 4), (9, 7), (6, 8), (7, 5), (0, 6), (3, 9), (4, 2), (1, 3), (2, 0), (5, 1))
LEANS = st.floats(42.0, 50.0)


@given(LEANS)
def test_each_kite_is_flat_touches_the_unit_sphere_and_lies_inside_every_face(lean):
    solid = d10_solid(lean)
    assert (np.einsum("fci,gi->fcg", solid.kites, solid.normals) <= 1 + 1e-9).all()
    for kite, normal in zip(solid.kites, solid.normals, strict=True):
        assert np.allclose(kite @ normal, 1.0)


@pytest.mark.parametrize("values", [STANDARD, MIRRORED])
def test_opposite_faces_sum_to_nine(values):
    solid = d10_solid()
    for face in range(FACES):
        opposite = int((solid.normals @ solid.normals[face]).argmin())
        assert np.allclose(solid.normals[opposite], -solid.normals[face])
        assert values[face] + values[opposite] == 9


def neighbour(face, corner):
    """The face that shares the apex and one more corner with `face`."""
    kites = d10_solid().kites
    (found,) = [
        other
        for other in range(FACES)
        if other != face
        and np.allclose(kites[other, 0], kites[face, 0])
        and any(np.allclose(point, kites[face, corner]) for point in kites[other])
    ]
    return found


@pytest.mark.parametrize("face", range(FACES))
def test_neighbours_stand_as_on_a_standard_die(face):
    left, right = STANDARD[neighbour(face, 3)], STANDARD[neighbour(face, 1)]
    assert NEIGHBOURS[STANDARD[face]] == (left, right)


@given(LEANS, st.integers(0, FACES - 1), st.floats(0, 360))
def test_a_die_laid_down_shows_the_face_it_was_laid_with(lean, face, yaw):
    solid = d10_solid(lean)
    rotation = rest_rotation(solid, face, yaw)
    assert np.allclose(rotation @ rotation.T, np.eye(3))
    assert np.linalg.det(rotation) == pytest.approx(1.0)
    assert face_up(solid, rotation) == face
    assert np.allclose(rotation @ solid.normals[face], [0, 0, 1])


def test_its_apex_points_where_the_yaw_says():
    solid = d10_solid()
    up = rest_rotation(solid, 3, 90.0) @ solid.ups[3]
    assert np.allclose(up, [1, 0, 0])


def test_a_camera_from_above_does_not_mirror():
    camera = camera_above((0.0, 0.0, 0.0), 0.0, 20.0, 10.0, (100.0, 100.0))
    right, away = camera.project(np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    assert np.allclose(right, [110.0, 100.0])
    assert np.allclose(away, [100.0, 90.0])
