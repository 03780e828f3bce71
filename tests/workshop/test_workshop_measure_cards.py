"""What was measured stands in the card, once for each command."""

import tomllib

import pytest

from models.workshop.measure.cards import with_figures, with_numbers
from vision.network import Figure


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
