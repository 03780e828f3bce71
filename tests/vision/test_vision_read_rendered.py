"""The face up is read, with a confidence that may be believed. Numerals here were never trained on."""

import numpy as np
import pytest

from models.workshop.rendering.glyphs import Glyphs, stroke_glyphs
from models.workshop.rendering.scene import Scene, lying, render_scene, table_camera
from models.workshop.rendering.style import MIRRORED, D10Style
from vision.read import Frame, correct_frame
from vision.reader import open_reader

COLOURS = [
    ((40.0, 30.0, 170.0), (245.0, 245.0, 245.0)),
    ((230.0, 235.0, 235.0), (15.0, 15.0, 15.0)),
    ((30.0, 30.0, 30.0), (230.0, 230.0, 230.0)),
    ((60.0, 150.0, 50.0), (250.0, 250.0, 250.0)),
    ((190.0, 120.0, 40.0), (20.0, 20.0, 20.0)),
]


@pytest.fixture(scope="module")
def reader():
    return open_reader()


def picture_of(value, yaw, *, hand=101, look=0, inradius=30, tilt=10.0, **style):
    body, ink = COLOURS[look % len(COLOURS)]
    die = D10Style(glyphs=stroke_glyphs(hand), body=body, ink=ink, **style)
    scene = Scene([lying(die, value, yaw)], table_camera((240, 320), inradius, tilt))
    return render_scene(scene, np.full((240, 320, 3), (90, 115, 105), np.uint8))[0]


def many(count):
    rng = np.random.default_rng(7)
    for number in range(count):
        yield (
            number % 10,
            picture_of(
                number % 10,
                float(rng.uniform(0, 360)),
                hand=101 + 2 * (number % 6),
                look=number,
                inradius=float(rng.uniform(14, 45)),
                tilt=float(rng.uniform(0, 18)),
            ),
        )


def test_nearly_every_face_is_read_right_and_hardly_one_wrong_in_silence(reader):
    right = silent = sure = 0
    for value, picture in many(80):
        (sighting,) = reader.look(picture)
        right += sighting.face == str(value)
        if sighting.status == "read":
            sure += 1
            silent += sighting.face != str(value)
    assert right >= 76
    assert sure >= 40
    assert silent <= 1


@pytest.mark.parametrize("value", range(10))
def test_each_face_is_read_however_the_die_is_turned(reader, value):
    faces = [reader.look(picture_of(value, yaw))[0].face for yaw in range(0, 360, 45)]
    assert faces.count(str(value)) >= 7


def test_the_same_picture_reads_the_same_twice(reader):
    picture = picture_of(3, 77.0)
    assert reader.look(picture) == reader.look(picture)


def test_confidence_and_runners_up_are_one_distribution(reader):
    for _, picture in many(12):
        (sighting,) = reader.look(picture)
        chances = [sighting.confidence, *(chance for _, chance in sighting.alternatives)]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1.001
        assert sighting.face not in dict(sighting.alternatives)


def test_a_die_without_numerals_is_never_read_as_sure(reader):
    blank = Glyphs("blank", np.zeros((10, 72, 72), np.uint8))
    style = D10Style(glyphs=blank, body=(40.0, 30.0, 170.0), mark="none")
    for yaw in range(0, 360, 30):
        scene = Scene([lying(style, 5, float(yaw))], table_camera((240, 320), 30, 10.0))
        picture, _ = render_scene(scene, np.full((240, 320, 3), (90, 115, 105), np.uint8))
        assert all(s.status != "read" for s in reader.look(picture))


def test_an_unmarked_six_or_nine_is_doubted_more_than_a_marked_one(reader):
    def doubt(mark, values):
        chances = []
        for value in (6, 9):
            for yaw in range(0, 360, 40):
                seen = reader.look(picture_of(value, float(yaw), mark=mark, values=values))
                chances.append(seen[0].confidence if seen[0].face == str(value) else 0.0)
        return 1 - float(np.mean(chances))

    shuffled = (6, 1, 3, 0, 8, 9, 4, 7, 2, 5)
    assert doubt("none", shuffled) > doubt("bar", shuffled)


def test_a_mirrored_numbering_is_read_by_its_numeral(reader):
    right = sum(
        reader.look(picture_of(value, 33.0 * value, values=MIRRORED))[0].face == str(value) for value in range(10)
    )
    assert right >= 8


def test_a_correction_moves_and_sizes_the_frame():
    frame = correct_frame(Frame(100.0, 50.0, 20.0), [0.5, -0.25, float(np.log(1.2))])
    assert (frame.x, frame.y, frame.half) == pytest.approx((110.0, 45.0, 24.0))


def test_a_wild_correction_is_held_back():
    frame = correct_frame(Frame(100.0, 50.0, 20.0), [9.0, -9.0, 9.0])
    assert abs(frame.x - 100) <= 12
    assert frame.half < 40
