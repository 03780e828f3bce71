"""The figures that are published are counted by rules that can be told."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from vision.calibrate import Readings, check, fit
from vision.model_card import Figure, with_figures, with_numbers
from vision.read import log_softmax


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
