"""Undo, redo, amend, ruling, void, claim and switch under fire: a sample of `make soak`.

What the long runs have found stands below, each as a plain test.
"""

from __future__ import annotations

import pytest
from corrections_machine import put_under_fire
from games_play import MODES


@pytest.mark.parametrize(("game_id", "depth"), MODES, ids=[f"{g}-{d}" for g, d in MODES])
def test_whatever_is_put_right_everybody_agrees_on_what_the_game_is(game_id, depth):
    count = put_under_fire(game_id, depth, machines=3, steps=12)
    assert count["steps"] > 50
