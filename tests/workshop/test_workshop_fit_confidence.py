"""Fitting what may be believed to dice that are known, and measuring it on others."""

from dataclasses import replace

import numpy as np
import pytest

from models.labels import LABELS, SCULPTED
from models.workshop.measure.fit_confidence import (
    SILENT,
    Calibration,
    check,
    expected_error,
    fit,
    note,
)
from models.workshop.measure.readings import Readings
from vision.decide import Choices
from vision.network import Figure

CHOICES = Choices([label.text for label in LABELS])
TEN = 10


def readings(count, *, sharpness=1.0, seed=0, leaning=0):
    """Dice whose chances are true, but told `sharpness` times too surely; the last ones lean."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 1, (count, len(LABELS)))
    logits[:, TEN:] = -30
    logits[np.arange(count), rng.integers(0, TEN, count)] += rng.uniform(0, 14, count)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    labels = np.array([rng.choice(len(LABELS), p=row) for row in chances])
    leans = np.arange(count) >= count - leaning
    cocked = np.where(leans, 0.9, rng.uniform(0, 0.2, count))
    log_faces = np.log(np.maximum(chances, 1e-30)) * sharpness
    return Readings(log_faces, labels, cocked, leans, np.ones(count), 3, 2)


def joined(some, others):
    """All dice of both."""
    fields = ("log_faces", "labels", "cocked", "leans", "visible")
    return replace(some, **{one: np.concatenate([getattr(some, one), getattr(others, one)]) for one in fields})


@pytest.mark.parametrize("sharpness", [0.6, 1.8])
def test_the_temperature_undoes_what_was_told_too_surely_of_another_renderers_dice(sharpness):
    told = readings(4000, sharpness=sharpness)
    found = fit(readings(500, seed=9), CHOICES, told)
    assert found.temperature == pytest.approx(sharpness, rel=0.12)
    numbers = (found.temperature, found.operating_point, found.operating_point_pips, found.cocked)
    assert check(told, CHOICES, numbers).error < 0.02


def test_the_operating_point_keeps_silent_errors_on_other_dice_within_what_was_asked():
    some = readings(6000, seed=1)
    found = fit(some, CHOICES)
    numbers = (found.temperature, found.operating_point, found.operating_point_pips, found.cocked)
    other = check(readings(6000, seed=2), CHOICES, numbers)
    assert other.read > 0.4
    assert other.silent <= 2 * SILENT
    assert other.silent <= other.bound < 0.01


def test_dice_that_lean_are_not_called_sure_and_flat_ones_are_hardly_ever_doubted_for_it():
    some = readings(3000, seed=3, leaning=300)
    found = fit(some, CHOICES)
    assert found.leaning == 1.0
    assert (some.flat().cocked >= found.cocked / 2).mean() == pytest.approx(0.01, abs=0.002)


def test_a_reader_that_guesses_is_never_called_sure():
    rng = np.random.default_rng(5)
    blind = readings(2000, seed=4)
    shuffled = Readings(blind.log_faces, rng.integers(0, TEN, 2000), blind.cocked, blind.leans, blind.visible, 0, 0)
    found = fit(shuffled, CHOICES)
    assert found.operating_point >= 0.999
    assert found.read < 0.02


def test_expected_error_is_the_mean_gap_between_belief_and_truth():
    belief = np.full(1000, 0.9)
    truth = np.arange(1000) % 10 < 7
    assert expected_error(belief, truth, bins=1) == pytest.approx(0.2)
    assert expected_error(np.full(1000, 0.7), truth, bins=1) == pytest.approx(0.0)


def test_a_card_keeps_its_other_lines_when_numbers_are_noted(tmp_path):
    card = tmp_path / "read.toml"
    card.write_text(
        "format = 1\n\n[numbers]\ntemperature = 1.0\noperating_point = 0.5\noperating_point_pips = 0.5\n"
        "cocked = 0.8\ndie = 0.5\n",
        encoding="utf-8",
    )
    found = Calibration(1.25, 0.991, 0.97, 0.4, 0.9, 0.8, 0.001, 0.002, 0.01, 0.9)
    note(card, [Figure("best guess right", "0.9", "command")], found)
    text = card.read_text(encoding="utf-8")
    points = ("operating_point = 0.991", "operating_point_pips = 0.97")
    for line in ("temperature = 1.25", *points, "cocked = 0.4", "die = 0.5"):
        assert line in text
    assert 'value = "0.9"' in text


def test_what_is_sure_has_to_be_so_on_drawn_dice_and_elsewhere():
    drawn, elsewhere = readings(3000, seed=6), readings(400, seed=7)
    points = [fit(drawn, CHOICES, some).operating_point for some in (drawn, elsewhere)]
    blind = elsewhere.kept(np.ones(400, bool))
    blind.labels[:] = np.random.default_rng(8).integers(0, TEN, 400)
    assert fit(drawn, CHOICES, blind).read < 0.02 < fit(drawn, CHOICES, elsewhere).read
    assert min(points) >= fit(drawn, CHOICES).operating_point - 0.002


def test_pips_that_are_told_apart_surely_are_sure_sooner_than_what_is_written():
    written, drawn = readings(3000, seed=11), readings(3000, seed=12)
    pips = [at for at, label in enumerate(LABELS) if label.style == "pips"]
    drawn.log_faces[:, pips], drawn.labels[:] = drawn.log_faces[:, : len(pips)], pips[0]
    drawn.log_faces[:, :TEN] = -30.0
    drawn.log_faces[:, pips[0]] = 1.0
    found = fit(joined(written, drawn), CHOICES)
    assert found.operating_point_pips < found.operating_point


def test_what_is_taken_for_an_emblem_is_asked_about_anyway_and_makes_no_other_die_doubtful():
    some, emblems, elsewhere = (readings(count, seed=count) for count in (3000, 300, 2900))
    emblems.log_faces[:, SCULPTED] = 40.0
    alone, together = (fit(drawn, CHOICES, elsewhere) for drawn in (some, joined(some, emblems)))
    assert together.operating_point == pytest.approx(alone.operating_point, abs=0.01)
    assert together.silent == pytest.approx(alone.silent, abs=0.001)


def test_hidden_faces_do_not_make_the_reader_ask_about_open_ones():
    some = readings(3000, seed=10)
    hidden = np.arange(3000) < 300
    some.labels[hidden] = (some.labels[hidden] + 1) % TEN
    strict = fit(some, CHOICES).read
    some.visible[hidden] = 0.3
    assert fit(some, CHOICES).read > strict + 0.05
