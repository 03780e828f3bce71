"""What a table gains by learning: evenings are drawn, played with it and without, and its belief fitted."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from taught_stage import PixelEmbedder, table

from models.framing import Frame
from models.labels import FEATURES
from models.workshop.measure.learnt import FIRST, Case, Evenings, Player, Thrown, fit
from vision.reader import open_reader
from vision.taught.learnt import BELIEF
from vision.taught.recognise import TURNS_TAUGHT, Looks
from vision.taught.sets import Origin, example_from
from vision.types import Box, DieSighting

EXAMPLE = example_from(table((80, 80, "cat", "S", 0)), Frame(80, 80, 40), Origin.TABLE)
READER = SimpleNamespace(embedder=PixelEmbedder())


def thrown(guess, truth, way):
    """A die that is read as `guess`, not sure, and looks one way."""
    sighting = DieSighting("d10", guess, 0.95, "unsure", Box(0, 0, 9, 9), (("1", 0.03),))
    features = np.zeros((1, TURNS_TAUGHT, FEATURES), np.float32)
    features[..., way] = 1.0
    looks = Looks(features, np.zeros((1, 3), np.float32), np.full((1, 9), 50.0, np.float32))
    return Thrown(("d10", truth), sighting, looks.turned((0,)), EXAMPLE, looks)


@pytest.mark.parametrize(("learns", "asked"), [(False, (10, 5)), (True, (2, 0))])
def test_what_is_asked_is_counted_of_the_first_rolls_and_of_the_next_ones(learns, asked):
    evening = [[thrown(face, face, int(face))] for face in "84" * 7 + "8"]
    player = Player(READER, BELIEF, 0.0, learns=learns)
    player.play(evening)
    assert (player.first.rolls, player.later.rolls) == (FIRST, 5)
    assert (player.first.asked, player.later.asked) == asked
    assert player.first.silent == player.later.silent == 0


def test_who_always_errs_and_takes_a_wrong_guess_makes_silent_errors_that_are_counted():
    player = Player(READER, BELIEF, 1.0, learns=True)
    player.play([[thrown("3", "8", 1)] for _ in range(4)])
    assert (player.first.asked, player.first.silent) == (1, 3)
    assert "silent 3 (75.00%)" in player.first.text()


def test_the_belief_that_is_fitted_weighs_what_tells_right_from_wrong():
    rng, cases = np.random.default_rng(3), []
    for _ in range(4000):
        weighed = np.column_stack([rng.normal(-4, 2, 10), rng.exponential(1, 10), rng.random(10) < 0.3])
        weighed[weighed[:, 2] == 1, 1] = 0
        total = weighed @ (0.5, 2.0, 3.0)
        true = rng.choice(10, p=np.exp(total) / np.exp(total).sum())
        cases.append(Case(weighed, int(true), int(total.argmax())))
    found = fit(cases)
    assert (found.read, found.alike, found.unmet) == pytest.approx((0.5, 2.0, 3.0), abs=0.2)
    assert 0.9 < found.point < 1.0


@pytest.mark.slow
def test_an_evening_is_drawn_with_the_same_dice_roll_after_roll():
    evening = Evenings(open_reader(threads=1), 5, alike=True).evening(3)
    assert len(evening) == 3
    assert all([die.truth[0] for die in roll] == ["d10", "d10"] for roll in evening)
    assert any(die.looks is not None for roll in evening for die in roll)
