"""The figures that are published are counted by rules that can be told."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from vision.calibrate import Readings, check, fit
from vision.measure import HEAD, Known, Tally, overlap, read_manifest, table
from vision.model_card import Figure, with_figures, with_numbers
from vision.read import log_softmax
from vision.types import Box, DieSighting, ReadStatus

BOX = Box(10, 10, 20, 20)


def sighting(face, status=ReadStatus.READ, box=BOX):
    return DieSighting("d10", face, 0.9, status, box)


def counted(known, *seen):
    tally = Tally()
    tally.add(known, seen)
    return tally


def test_overlap_of_a_box_with_itself_half_itself_and_nothing():
    assert overlap(BOX, BOX) == 1.0
    assert overlap(BOX, Box(20, 10, 20, 20)) == pytest.approx(1 / 3)
    assert overlap(BOX, Box(30, 10, 5, 5)) == 0.0


def test_a_right_reading_counts_as_found_right_and_read():
    assert counted(Known("a", "c", 7, BOX), sighting("7")) == Tally(1, 1, 0, 1, 1, 0)


def test_a_wrong_reading_called_sure_is_silent_and_an_unsure_one_is_not():
    known = Known("a", "c", 7, BOX)
    assert counted(known, sighting("1")).silent == 1
    unsure = counted(known, sighting("1", ReadStatus.UNSURE))
    assert (unsure.silent, unsure.read, unsure.right) == (0, 0, 0)


def test_a_sighting_elsewhere_is_not_the_die():
    assert counted(Known("a", "c", 7, BOX), sighting("7", box=Box(200, 200, 20, 20))).found == 0


def test_without_a_known_box_two_sightings_are_no_finding():
    known = Known("a", "c", 7, None)
    assert counted(known, sighting("7")).found == 1
    both = counted(known, sighting("7"), sighting("7", box=Box(90, 90, 9, 9)))
    assert (both.found, both.extra) == (0, 1)
    assert counted(known).found == 0


def test_the_table_has_a_line_a_clip_and_one_for_all():
    clips = {"one": Tally(4, 4, 0, 2, 1, 0), "two": Tally(4, 2, 1, 2, 1, 1)}
    lines = table(clips).splitlines()
    assert lines[0] == HEAD
    assert lines[-1].split() == ["all", "8", "75.0", "50.0", "25.0", "1", "1"]


def test_a_manifest_gives_the_asked_kind_with_or_without_boxes(tmp_path):
    path = tmp_path / "manifest.csv"
    path.write_text(
        "path,die,value,x,y,w,h,clip\na.jpg,d10,3,1,2,3,4,one\nb.jpg,d10,4,,,,,one\nc.jpg,d6,4,,,,,two\n",
        encoding="utf-8",
    )
    assert read_manifest(path) == [
        Known("a.jpg", "one", 3, Box(1, 2, 3, 4)),
        Known("b.jpg", "one", 4, None),
    ]


def told(sharpness, count=4000):
    """Readings that are right as often as a temperature of `sharpness` makes them."""
    rng = np.random.default_rng(3)
    logits = rng.normal(0, 3, (count, 10))
    chances = np.exp(log_softmax(logits))
    faces = np.array([rng.choice(10, p=row) for row in chances])
    return Readings(log_softmax(logits * sharpness), faces, 0, 0)


@pytest.mark.parametrize("sharpness", [0.6, 1.0, 2.0])
def test_calibration_finds_how_far_a_reader_exaggerates(sharpness):
    found = fit(told(sharpness))
    assert found.temperature == pytest.approx(sharpness, rel=0.12)
    assert found.error < 0.03


def test_the_operating_point_keeps_silent_errors_rare():
    found = fit(told(1.0))
    assert 0 < found.read < 1
    assert found.silent <= 0.003


def test_a_calibration_is_checked_as_it_stands_and_not_fitted_anew():
    readings = told(2.0)
    found = fit(readings)
    again = check(readings, found.temperature, found.operating_point)
    assert again.right == found.right
    assert again.error == pytest.approx(found.error, rel=1e-3)
    assert again.read == pytest.approx(found.read, abs=1e-3)
    taken_over = check(readings, 1.0, 0.9)
    assert (taken_over.temperature, taken_over.operating_point) == (1.0, 0.9)
    assert taken_over.silent > found.silent


def test_a_reader_that_is_never_right_reads_next_to_nothing():
    rng = np.random.default_rng(4)
    logits = log_softmax(rng.normal(0, 3, (2000, 10)))
    found = fit(Readings(logits, (logits.argmax(axis=1) + 1) % 10, 0, 0))
    assert found.operating_point >= 0.999
    assert found.read < 0.02


def test_numbers_are_put_into_a_cards_own_lines():
    card = "[numbers]\ntemperature = 1.0\noperating_point = 0.97\n"
    changed = with_numbers(card, {"temperature": 1.25})
    assert changed == "[numbers]\ntemperature = 1.25\noperating_point = 0.97\n"
    with pytest.raises(ValueError, match="no line for lean"):
        with_numbers(card, {"lean": 2.0})


def test_a_figure_measured_again_replaces_the_one_before():
    card = "format = 1\n\n[numbers]\nx = 1.0\n"
    once = with_figures(card, [Figure("found", "0.9", "a"), Figure("right", "0.8", "b")])
    twice = with_figures(once, [Figure("found", "0.95", "a")])
    assert tomllib.loads(twice)["figures"] == [
        {"what": "right", "value": "0.8", "command": "b"},
        {"what": "found", "value": "0.95", "command": "a"},
    ]
    assert twice.startswith(card.rstrip())
