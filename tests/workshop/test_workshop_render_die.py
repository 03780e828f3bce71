"""What is drawn is what the truth says: asked of the pixels, not of the code that wrote them."""

import cv2
import numpy as np
import pytest

from models.workshop.rendering.die import Light
from models.workshop.rendering.geometry import d10_solid, rest_rotation, turned
from models.workshop.rendering.glyphs import HEIGHT, SIDE, Glyphs, marked, stroke_glyphs
from models.workshop.rendering.scene import PlacedDie, Scene, lying, render_scene, table_camera
from models.workshop.rendering.style import D10Style

SIZE = 240
LIGHT = Light(shadow=0.0, ambient=1.0)


def blank(level=0):
    return np.full((SIZE, SIZE, 3), level, np.uint8)


def one_inked(value):
    """Numerals of which only one is not blank: a solid block."""
    masks = np.zeros((10, SIDE, SIDE), np.uint8)
    low, high = (SIDE - HEIGHT) // 2, (SIDE + HEIGHT) // 2
    masks[value, low:high, low:high] = 255
    return Glyphs("block", masks)


def ink_seen(value, shown, tilt=0.0, yaw=40.0):
    """Where ink is visible when only `shown` is printed and `value` lies up."""
    style = D10Style(
        glyphs=one_inked(shown),
        body=(0.0, 0.0, 200.0),
        second=(0.0, 0.0, 200.0),
        ink=(0.0, 255.0, 0.0),
        mark="none",
        gloss=0.0,
        lift=0.0,
    )
    scene = Scene([lying(style, value, yaw)], table_camera((SIZE, SIZE), 40, tilt), LIGHT)
    picture, (truth,) = render_scene(scene, blank())
    return picture[..., 1] > 120, truth


@pytest.mark.parametrize("value", range(10))
def test_the_face_called_up_is_the_one_seen_largest_from_above(value):
    areas = {shown: int(ink_seen(value, shown)[0].sum()) for shown in range(10)}
    assert max(areas, key=areas.get) == value
    assert areas[9 - value] == 0


@pytest.mark.parametrize("yaw", [0.0, 75.0, 200.0, 310.0])
def test_the_top_numeral_lies_around_the_middle_and_turned_as_told(yaw):
    style = D10Style(glyphs=stroke_glyphs(0), lift=0.0)
    scene = Scene([lying(style, 4, yaw)], table_camera((SIZE, SIZE), 40), LIGHT)
    _, (truth,) = render_scene(scene, blank())
    assert truth.value == 4
    assert truth.flat == pytest.approx(1.0)
    assert truth.turn == pytest.approx(yaw, abs=1.0)
    seen, _ = ink_seen(4, 4, yaw=yaw)
    rows, columns = np.nonzero(seen)
    assert abs(rows.mean() - SIZE / 2) < 4
    assert abs(columns.mean() - SIZE / 2) < 4


def test_numerals_away_from_the_apex_turn_round():
    away = D10Style(glyphs=stroke_glyphs(0), towards_apex=False)
    scene = Scene([lying(away, 4, 30.0)], table_camera((SIZE, SIZE), 40), LIGHT)
    _, (truth,) = render_scene(scene, blank())
    assert truth.turn == pytest.approx(210.0, abs=1.0)


@pytest.mark.parametrize("tilt", [0.0, 25.0, 40.0])
def test_the_box_holds_every_pixel_of_the_die_and_little_else(tilt):
    light = (200.0, 200.0, 200.0)
    style = D10Style(glyphs=stroke_glyphs(0), body=light, ink=light, rounding=0.03)
    camera = table_camera((SIZE, SIZE), 40, tilt)
    picture, (truth,) = render_scene(Scene([lying(style, 7, 20.0)], camera, LIGHT), blank())
    rows, columns = np.nonzero(picture.max(axis=2) > 25)
    left, top, width, height = truth.box
    assert abs(columns.min() - left) < 3
    assert abs(rows.min() - top) < 3
    assert abs(columns.max() - left - width) < 3
    assert abs(rows.max() - top - height) < 3
    assert truth.radius == pytest.approx(np.sqrt(len(rows) / np.pi), rel=0.03)


def test_a_shadow_darkens_the_table_away_from_the_lamp():
    style = D10Style(glyphs=stroke_glyphs(0))
    light = Light(towards=(0.8, 0.0, 0.6), shadow=0.7, softness=0.2)
    camera = table_camera((SIZE, SIZE), 30)
    picture, (truth,) = render_scene(Scene([lying(style, 1, 0.0)], camera, light), blank(200))
    left, top, width, height = (round(v) for v in truth.box)
    middle = top + height // 2
    assert picture[middle, left - 12].max() < picture[middle, left + width + 12].min() - 40


def test_drawing_leaves_the_background_it_was_given():
    background = blank(90)
    style = D10Style(glyphs=stroke_glyphs(0))
    render_scene(Scene([lying(style, 1, 0.0)], table_camera((SIZE, SIZE), 30)), background)
    assert (background == 90).all()


def test_the_nearer_die_hides_the_farther():
    near = D10Style(glyphs=stroke_glyphs(0), body=(0.0, 0.0, 220.0), ink=(0.0, 0.0, 220.0))
    far = D10Style(glyphs=stroke_glyphs(0), body=(220.0, 0.0, 0.0), ink=(220.0, 0.0, 0.0))
    camera = table_camera((SIZE, SIZE), 30, tilt=60.0)
    dice = [lying(near, 0, 0.0, y=-1.0), lying(far, 0, 0.0, y=1.6)]
    picture, truths = render_scene(Scene(dice, camera, LIGHT), blank())
    behind = render_scene(Scene(dice[::-1], camera, LIGHT), blank())[0]
    assert (picture == behind).all()
    assert [truth.value for truth in truths] == [0, 0]


def test_a_die_partly_outside_the_picture_is_drawn_as_far_as_it_reaches():
    style = D10Style(glyphs=stroke_glyphs(0))
    camera = table_camera((SIZE, SIZE), 40)
    picture, (truth,) = render_scene(Scene([lying(style, 2, 0.0, x=3.0)], camera), blank())
    assert truth.box[0] + truth.box[2] > SIZE
    assert picture[:, -1].max() > 50


def test_stroke_numerals_are_ten_different_shapes():
    masks = stroke_glyphs(5).masks > 127
    for one in range(10):
        for other in range(one):
            shared = (masks[one] & masks[other]).sum() / (masks[one] | masks[other]).sum()
            assert shared < 0.85, (one, other)


def test_a_stroke_nine_is_a_six_turned_round():
    masks = stroke_glyphs(5).masks
    turned = cv2.rotate(masks[6], cv2.ROTATE_180)
    assert np.abs(turned.astype(int) - masks[9]).mean() < 12


@pytest.mark.parametrize("mark", ["bar", "dash", "dot"])
def test_a_mark_tells_six_from_nine_below_its_foot(mark):
    plain = stroke_glyphs(5).masks[6]
    added = np.nonzero(marked(plain, mark).astype(int) - plain > 100)[0]
    assert len(added) > 0
    assert added.mean() > SIDE / 2 + HEIGHT / 2 - 6


def test_an_unknown_mark_is_refused():
    with pytest.raises(ValueError, match="star"):
        marked(stroke_glyphs(5).masks[6], "star")


def test_a_die_in_the_air_tells_how_flat_it_lies():
    style = D10Style(glyphs=stroke_glyphs(0))
    tipped = turned(np.array([1.0, 0.0, 0.0]), 20.0) @ rest_rotation(d10_solid(), 0, 0.0)
    die = PlacedDie(style, tipped, (0.0, 0.0, 2.0))
    _, (truth,) = render_scene(Scene([die], table_camera((SIZE, SIZE), 30)), blank())
    assert truth.value == 0
    assert truth.flat == pytest.approx(np.cos(np.deg2rad(20.0)))
