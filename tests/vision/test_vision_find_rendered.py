"""Dice are found where they lie, in any size, and nothing else is."""

import cv2
import numpy as np
import pytest

from models.workshop.measure.match import overlap
from models.workshop.rendering.die import random_light
from models.workshop.rendering.glyphs import stroke_glyphs
from models.workshop.rendering.scene import Scene, lying, render_scene, table_camera
from models.workshop.rendering.style import D10Style
from models.workshop.rendering.surfaces import cut_ground, ground
from vision.find import Found, keep_distinct
from vision.reader import open_reader
from vision.types import Box

STYLE = D10Style(glyphs=stroke_glyphs(101), body=(40.0, 30.0, 170.0), ink=(245.0, 245.0, 245.0))


@pytest.fixture(scope="module")
def reader():
    return open_reader()


def table(size=(480, 640), level=(70, 105, 60)):
    return np.full((*size, 3), level, np.uint8)


def boxed(truth):
    return Box(*(round(side) for side in truth.box))


@pytest.mark.parametrize("inradius", [9, 14, 22, 40, 70, 110])
def test_one_die_of_any_size_is_found_where_it_lies(reader, inradius):
    scene = Scene([lying(STYLE, 4, 35.0, x=0.4)], table_camera((480, 640), inradius, 12.0))
    picture, (truth,) = render_scene(scene, table())
    (sighting,) = reader.look(picture)
    assert overlap(sighting.box, boxed(truth)) > 0.7
    assert sighting.kind == "d10"


def test_six_dice_on_a_wide_frame_are_six_sightings_from_left_to_right(reader):
    dice = [lying(STYLE, n, 40.0 * n, x=-14 + 5.5 * n, y=3 * (n % 2)) for n in range(6)]
    scene = Scene(dice, table_camera((720, 1280), 28, 10.0))
    picture, truths = render_scene(scene, table((720, 1280)))
    sightings = reader.look(picture)
    assert len(sightings) == 6
    for sighting, truth in zip(sightings, truths, strict=True):
        assert overlap(sighting.box, boxed(truth)) > 0.7


def test_two_dice_that_touch_are_two(reader):
    dice = [lying(STYLE, 1, 0.0, x=-1.25), lying(STYLE, 6, 90.0, x=1.35)]
    picture, _ = render_scene(Scene(dice, table_camera((480, 640), 24)), table())
    assert len(reader.look(picture)) == 2


def empty_tables():
    rng = np.random.default_rng(2)
    yield "plain", table()
    yield "black", np.zeros((480, 640, 3), np.uint8)
    yield "white", np.full((480, 640, 3), 255, np.uint8)
    yield "noise", rng.integers(100, 150, (480, 640, 3), dtype=np.uint8)
    ramp = np.linspace(40, 220, 640, dtype=np.uint8)[None, :, None]
    yield "ramp", np.ascontiguousarray(np.broadcast_to(ramp, (480, 640, 3)))
    disc = table()
    cv2.circle(disc, (300, 200), 60, (40, 160, 200), -1, cv2.LINE_AA)
    yield "disc", disc
    yield "tiny", np.full((9, 12, 3), 90, np.uint8)


@pytest.mark.parametrize(("name", "picture"), list(empty_tables()))
def test_a_picture_without_a_die_shows_none(reader, name, picture):
    assert reader.look(picture) == (), name


def test_most_dice_on_strange_ground_in_strange_light_are_found(reader):
    rng = np.random.default_rng(20)
    found = extra = 0
    for number in range(40):
        scene = Scene(
            [lying(STYLE, number % 10, float(rng.uniform(0, 360)))],
            table_camera((320, 320), float(rng.uniform(12, 60)), float(rng.uniform(0, 30))),
            random_light(rng),
        )
        background = cut_ground(rng, ground(rng), (320, 320))
        picture, (truth,) = render_scene(scene, background)
        hits = [overlap(s.box, boxed(truth)) > 0.5 for s in reader.look(picture)]
        found += any(hits)
        extra += len(hits) - any(hits)
    assert found >= 38
    assert extra <= 6


def test_asking_for_a_die_lets_a_fainter_one_count_but_no_more_than_asked(reader):
    rng = np.random.default_rng(5)
    for _ in range(6):
        background = cut_ground(rng, ground(rng), (320, 320))
        plain = reader.look(background)
        asked = reader.look(background, expect=("d10",))
        assert len(asked) >= len(plain)
        assert len(asked) <= max(1, len(plain))


def test_a_box_inside_another_is_the_same_die():
    whole = Found(100, 100, 80, 80, 0.9)
    part = Found(110, 120, 30, 25, 0.6)
    beside = Found(190, 100, 80, 80, 0.8)
    assert keep_distinct([whole, beside, part]) == [whole, beside]


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((20, 20), np.uint8),
        np.zeros((20, 20, 4), np.uint8),
        np.zeros((20, 20, 3), np.float32),
        np.zeros((0, 20, 3), np.uint8),
    ],
)
def test_an_array_that_is_no_colour_picture_is_refused(reader, array):
    with pytest.raises(ValueError, match="expected"):
        reader.look(array)
