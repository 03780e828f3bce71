"""Undo, redo, amend, ruling, void, claim and switch under fire: a sample of `make soak`.

What the long runs have found stands below, each as a plain test.
"""

from __future__ import annotations

import pytest
from corrections_machine import put_under_fire
from games_play import MODES
from pig_kit import begin, go, hold, roll

from companion.core.actions import Amend, Undo
from companion.session.chronicle import Chronicle


@pytest.mark.parametrize(("game_id", "depth"), MODES, ids=[f"{g}-{d}" for g, d in MODES])
def test_whatever_is_put_right_everybody_agrees_on_what_the_game_is(game_id, depth):
    count = put_under_fire(game_id, depth, machines=3, steps=12)
    assert count["steps"] > 50


# ---------------------------------------------------------------- what was found


def told(*actions, **switches):
    """The history of Pig after some actions."""
    match = begin(**switches)
    history = Chronicle(match)
    for action in actions:
        notes = tuple(note.message() for note in match.check(action).notes)
        match = match.apply(action)
        history = history.after(match, action.verb, notes=notes)
    return history


def test_a_default_ruling_is_noted_only_while_it_plays_a_part():
    small = (go(), roll(4), hold())
    assert "PIG-3" in told(*small, low="yes")[2].notes[0]
    corrected = (*small, Amend(None, 2, roll(9)))
    assert told(*corrected, low="yes")[2].notes == ()
    assert "PIG-3" in told(*corrected, Undo(None), low="yes")[2].notes[0]
    large = (go(), roll(9), hold(), Amend(None, 2, roll(4)))
    assert "PIG-3" in told(*large, low="yes")[2].notes[0]
