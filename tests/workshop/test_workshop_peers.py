"""The classical readers truly read dice that suit them, and say so when they cannot."""

import cv2
import numpy as np
import pytest

from models.workshop.measure.match import overlap
from models.workshop.peers.pips import PipCounter
from models.workshop.peers.segment import find_dice, foreground
from models.workshop.peers.templates import TemplateReader
from vision.types import Box

WHERE = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
RED, WHITE, BLACK, CREAM = (40, 30, 170), (245, 245, 245), (20, 20, 20), (190, 225, 235)


def ground(shape=(240, 320), seed=1):
    grain = np.random.default_rng(seed).normal(0, 2.0, (*shape, 1))
    return np.clip(np.array([95.0, 120.0, 90.0]) + grain, 0, 255).astype(np.uint8)


def square(image, x, y, side, turn, colour):
    points = cv2.boxPoints(((x, y), (side, side), turn))
    cv2.fillPoly(image, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA)
    low, high = np.floor(points.min(axis=0)), np.ceil(points.max(axis=0))
    return Box(int(low[0]), int(low[1]), *(int(value) for value in high - low + 1))


def pip_die(image, value, x=160.0, y=120.0, side=48, turn=20.0, body=RED, ink=WHITE):
    box = square(image, x, y, side, turn, body)
    spin = np.deg2rad(turn)
    for across, down in WHERE[value]:
        a, b = across * side * 0.24, down * side * 0.24
        px, py = x + a * np.cos(spin) - b * np.sin(spin), y + a * np.sin(spin) + b * np.cos(spin)
        cv2.circle(image, (round(px * 16), round(py * 16)), round(side * 1.5), ink, -1, cv2.LINE_AA, 4)
    return box


def numeral_die(text, turn, body=CREAM, ink=BLACK, height=0.34, side=90, size=(240, 320)):
    """A flat die with one numeral, turned; `height` in sides of the die."""
    plate = np.zeros((side, side), np.uint8)
    scale = height * side / 22
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, round(3 * scale))
    at = (round((side - wide) / 2), round((side + high) / 2))
    cv2.putText(plate, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, round(3 * scale), cv2.LINE_AA)
    move = cv2.getRotationMatrix2D((side / 2, side / 2), turn, 1.0)
    move[:, 2] += (160 - side / 2, 120 - side / 2)
    inked = cv2.warpAffine(plate, move, size[::-1])[:, :, None] / 255.0
    image = ground(size)
    box = square(image, 160, 120, side, -turn, body)
    return (image * (1 - inked) + np.array(ink) * inked).astype(np.uint8), box


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(("body", "ink"), [(RED, WHITE), (CREAM, BLACK)])
def test_pips_are_counted_light_or_dark(value, body, ink):
    image = ground()
    box = pip_die(image, value, turn=11.0 * value, body=body, ink=ink)
    seen = PipCounter().read(image, box)
    assert (seen.kind, seen.face, seen.status) == ("d6", str(value), "read")


def test_a_blank_die_is_never_read():
    image = ground()
    box = square(image, 160, 120, 48, 20, RED)
    seen = PipCounter().read(image, box)
    assert seen.status == "unsure"
    assert seen.confidence < 0.5


@pytest.mark.parametrize(
    ("face", "turn"),
    [("0", 0), ("2", 75), ("3", 200), ("4", 310), ("5", 130), ("7", 20), ("8", 250)],
)
def test_numerals_are_matched_at_any_turn(face, turn):
    image, box = numeral_die(face, turn)
    seen = TemplateReader().read(image, box, frozenset({"d10"}))
    assert (seen.kind, seen.face) == ("d10", face)
    assert face not in dict(seen.alternatives)


def test_two_digits_are_a_d00():
    image, box = numeral_die("70", 30, height=0.32)
    seen = TemplateReader().read(image, box)
    assert (seen.kind, seen.face) == ("d00", "70")


def test_an_unmarked_six_is_not_called_sure():
    image, box = numeral_die("6", 0)
    seen = TemplateReader().read(image, box, frozenset({"d10"}))
    assert seen.face in {"6", "9"}
    assert seen.status == "unsure"


def test_a_die_without_a_numeral_is_unsure():
    image = ground()
    box = square(image, 160, 120, 90, 10, CREAM)
    assert TemplateReader().read(image, box).status == "unsure"


def test_dice_on_a_plain_ground_are_found_where_they_lie():
    image = ground((480, 640))
    boxes = [
        pip_die(image, 5, 120, 100, body=RED),
        pip_die(image, 2, 300, 330, body=CREAM, ink=BLACK, turn=40),
        pip_die(image, 6, 520, 200, body=BLACK, turn=70),
    ]
    found = find_dice(image)
    assert len(found) == 3
    assert all(overlap(box, one) > 0.8 for box, one in zip(boxes, found, strict=True))


def test_dice_that_touch_are_parted():
    image = ground((480, 640))
    boxes = [
        pip_die(image, 5, 300, 240, side=60, turn=0),
        pip_die(image, 2, 358, 250, side=60, turn=0),
    ]
    found = find_dice(image)
    assert len(found) == 2
    assert all(overlap(box, one) > 0.6 for box, one in zip(boxes, found, strict=True))


def test_nothing_is_found_on_an_empty_ground_or_at_the_rim():
    image = ground((480, 640))
    assert find_dice(image) == []
    square(image, 5, 240, 80, 0, RED)
    assert find_dice(image) == []
    assert foreground(ground()).max() in {0, 255}


@pytest.mark.parametrize("box", [Box(0, 0, 20, 20), Box(300, 220, 20, 20), Box(0, 0, 320, 240)])
def test_boxes_at_the_rim_and_of_the_whole_picture_are_no_problem(box):
    image = ground()
    for peer in (PipCounter(), TemplateReader()):
        seen = peer.read(image, box)
        assert seen.box == box
        assert seen.status == "unsure"
