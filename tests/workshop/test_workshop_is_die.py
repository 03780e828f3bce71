"""Which findings are dice: the fit that the finder's card holds."""

from types import SimpleNamespace

import numpy as np
import pytest

from models.workshop.measure.is_die import fitted, to_be_found, told_apart
from vision.find import Found


def drawn(count, weights, seed=0):
    """Evidence by chance, and dice as often as the weights say."""
    rng = np.random.default_rng(seed)
    evidence = rng.normal(0, 2, (count, 3))
    chance = 1 / (1 + np.exp(-(weights[0] + evidence @ weights[1:])))
    is_die = rng.random(count) < chance
    return [(tuple(row), bool(true)) for row, true in zip(evidence.tolist(), is_die, strict=True)]


def test_the_fit_finds_the_weights_again():
    found = fitted(drawn(20_000, np.array([-1.0, 2.0, 0.7, 0.3])))
    assert list(found) == ["bias", "by_score", "by_die", "by_face"]
    assert list(found.values()) == pytest.approx([-1.0, 2.0, 0.7, 0.3], abs=0.12)


@pytest.mark.parametrize("rows", [[], [((1.0, 1.0, 1.0), True)] * 3])
def test_nothing_is_fitted_to_one_sort_alone(rows):
    with pytest.raises(ValueError, match="dice and others"):
        fitted(rows)


def test_a_second_finding_of_one_die_counts_neither_way():
    truth = SimpleNamespace(middle=(50.0, 50.0), radius=10.0, shown=1.0)
    reading = SimpleNamespace(die=0.9, log_faces=np.log(np.array([0.8, 0.2])))
    seen = [
        (Found(51, 50, 20, 20, 0.9), reading),
        (Found(54, 50, 20, 20, 0.4), reading),
        (Found(90, 50, 20, 20, 0.3), reading),
    ]
    assert [is_die for _, is_die in told_apart(seen, [truth], (200, 200, 3))] == [True, False]
    truth.shown = 0.5
    assert [is_die for _, is_die in told_apart(seen, [truth], (200, 200, 3))] == [False]
    assert not to_be_found(SimpleNamespace(middle=(3, 50), radius=10.0, shown=1.0), (200, 200, 3))
