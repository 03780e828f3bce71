"""What could be better: each finding where its cause is, and none where all is well."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from mat_pictures import Shot, measured

from calibration.balance import MOST_GAIN, balance_colours
from calibration.judge import Code, Weight, edge_blur, judge_picture

GOOD = Shot(tilt=12.0, focal=0.8, fill=1.0, blur=0.7)


@lru_cache(maxsize=1)
def good():
    return GOOD.draw()


def findings(*images):
    return measured(*images).quality.findings


def codes(*images):
    return {one.code for one in findings(*images)}


def lit(image, light):
    return np.clip(image * light, 0, 255).astype(np.uint8)


def across(start, end):
    return np.linspace(start, end, 1280)[None, :, None]


def lamp(image):
    ys, xs = np.mgrid[:720, :1280]
    spot = 400 * np.exp(-(((xs - 640) / 40) ** 2) - ((ys - 360) / 25) ** 2)
    return np.clip(image * 0.85 + spot[..., None], 0, 255).astype(np.uint8)


def corner_hidden(image):
    image = image.copy()
    image[:250, :420] = 90
    return image


def colourless(image):
    return np.repeat(image.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)


def shaded_below(image):
    return lit(image, np.linspace(1.1, 0.2, 720)[:, None, None])


def hand(image):
    return cv2.circle(image.copy(), (500, 330), 110, (120, 140, 180), -1)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda image: lit(image, 0.3), Code.DARK),
        (lambda image: lit(image, 1.5), Code.BRIGHT),
        (lambda image: lit(image, across(1.2, 0.1)), Code.UNEVEN),
        (shaded_below, Code.UNEVEN),
        (lamp, Code.GLARE),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 2), Code.SOFT),
        (corner_hidden, Code.COVERED),
        (colourless, Code.COLOURLESS),
        (hand, Code.LITTERED),
    ],
)
def test_each_trouble_is_named(change, code):
    found = {one.code: one for one in findings(change(good()))}
    assert code in found
    assert found[code].text
    assert found[code].text.isprintable()


def test_a_good_picture_has_nothing_to_improve_and_a_hand_is_no_uneven_light():
    assert codes(good()) == set()
    assert codes(lit(good(), across(1.0, 0.8))) == set()  # a gentle slope of light
    assert codes(hand(good())) == {Code.LITTERED}


def test_uneven_light_names_the_dark_side():
    (text,) = (one.text for one in findings(lit(good(), across(1.2, 0.1))) if one.code is Code.UNEVEN)
    assert "the mat's right gets" in text


@pytest.mark.parametrize(("tilt", "steep"), [(23.0, False), (27.0, True), (35.0, True)])
def test_a_tilt_above_twenty_five_degrees_is_steep(tilt, steep):
    assert (Code.STEEP in codes(replace(GOOD, tilt=tilt, fill=1.3).draw())) == steep


def test_a_die_of_less_than_thirty_pixels_is_too_small_and_not_called_soft():
    found = codes(replace(GOOD, fill=0.55).draw())
    assert Code.SMALL in found
    assert Code.SOFT not in found


def test_a_camera_that_never_stands_still_is_told_so():
    places = [replace(GOOD, fill=0.8, off=(12.0 * k, 0.0), noise=0.0).draw() for k in range(-3, 4)]
    assert Code.RESTLESS in codes(*places)


def test_the_greys_balance_the_light():
    tinted = replace(GOOD, gains=(0.6, 0.85, 1.0))
    gains = measured(tinted.draw()).gains
    assert gains == pytest.approx((0.85 / 0.6, 1.0, 0.85), rel=0.02)
    paper = balance_colours(tinted.draw(), gains)[330:390, 600:680].reshape(-1, 3).mean(axis=0)
    assert np.ptp(paper) < 4


def test_no_light_is_so_coloured_that_a_gain_has_no_bound():
    found = measured(replace(GOOD, gains=(0.2, 0.8, 1.0), noise=0.5).draw())
    assert max(found.gains) <= MOST_GAIN


def test_balancing_clips_and_leaves_the_picture_as_it_was():
    image = np.array([[[100, 200, 250]]], np.uint8)
    assert balance_colours(image, (1.5, 1.0, 1.2)).tolist() == [[[150, 200, 255]]]
    assert image.tolist() == [[[100, 200, 250]]]
    assert balance_colours(image, (1.0, 1.0, 1.0)) is image


@pytest.mark.parametrize("blur", [0.7, 1.0, 1.5, 2.0, 3.0])
def test_blur_is_measured_at_edges_of_any_direction(blur):
    image = np.full((200, 200, 3), 220, np.float32)
    box = cv2.boxPoints(((100, 100), (90, 90), 17))
    cv2.fillPoly(image, [np.int32(box * 16)], (30, 30, 30), cv2.LINE_AA, 4)
    image = cv2.GaussianBlur(image, (0, 0), blur)
    image += np.random.default_rng(1).normal(0, 3, image.shape)
    assert edge_blur(np.clip(image, 0, 255).astype(np.uint8)) == pytest.approx(blur, rel=0.15)


def test_a_picture_without_edges_has_no_blur():
    assert edge_blur(np.full((100, 100, 3), 128, np.uint8)) == 0
    assert edge_blur(np.zeros((3, 3, 3), np.uint8)) == 0


@pytest.mark.parametrize(("level", "code"), [(3, Code.DARK), (45, Code.DARK), (255, Code.BRIGHT)])
def test_a_picture_without_a_mat_is_judged_by_its_light(level, code):
    (found,) = judge_picture(np.full((100, 100, 3), level, np.uint8))
    assert found.code is code
    assert found.weight is Weight.IMPROVE


def test_a_soft_picture_without_a_mat_is_called_soft():
    image = np.full((200, 200, 3), 60, np.uint8)
    image[60:140, 60:140] = 200
    assert judge_picture(image) == []
    (found,) = judge_picture(cv2.GaussianBlur(image, (0, 0), 4))
    assert found.code is Code.SOFT
