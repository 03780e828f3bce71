"""Undo, redo, amend, ruling, void, claim and switch under fire: a sample of `make soak`.

What the long runs have found stands below, each as a plain test.
"""

from contextlib import closing

import pytest
from pig_kit import begin, go, hold, play, roll

from companion.core import log
from companion.core.actions import Amend, Redo, Ruling, SetSwitch, Undo
from companion.core.chain import Chain
from companion.core.game import Depth
from companion.session import changes, table
from companion.session.history import Chronicle, new_row
from models.workshop.soak.corrections.fire import Fire
from models.workshop.soak.corrections.machine import put_under_fire

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game_id", "depth"), [("rsf", Depth.FULL), ("md", Depth.LIGHT), ("mon-classic", Depth.FULL)])
def test_whatever_is_put_right_everybody_agrees_on_what_the_game_is(game_id, depth):
    count = put_under_fire(game_id, depth, machines=3, steps=12)
    assert count["steps"] > 40


def nothing(*_, **__):
    return ()


FAULTS = {
    "undone dice are lost": (log, "held_after", nothing),
    "held dice never land by themselves": (table, "_held_roll", lambda *_: None),
    "lines are told once and for all": (
        Chronicle,
        "steps",
        lambda self, number: tuple(filter(None, [self.rows[number - 1].step])),
    ),
    "a second reader sleeps": (table.Table, "catch_up", nothing),
    "no score is ever said to have changed": (changes, "_scores", nothing),
    "moves that are gone are not said": (changes, "_numbers", lambda _: frozenset()),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_program_with_a_fault_does_not_come_through(fault, monkeypatch, tmp_path):
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError):
        under_fire(Fire("md", Depth.LIGHT, tmp_path))


def test_without_a_fault_the_same_comes_through(tmp_path):
    under_fire(Fire("md", Depth.LIGHT, tmp_path))


def under_fire(fire):
    """What hypothesis would choose, in one fixed order."""
    with closing(fire):
        fire.warm_up(20)
        for times in (1, 2, 3) * 3:
            fire.thrown_and_undone(times)
            fire.amended()
            fire.crashed()
            fire.play(2)


def told(*actions, **switches):
    """The history of Pig after some actions."""
    match = begin(**switches)
    rows = Chain()
    for action in actions:
        notes = tuple(note.message() for note in match.check(action).notes)
        before, match = match, match.apply(action)
        rows = rows.append(new_row(before, match, action.verb, notes=notes))
    return Chronicle(match, rows)


def test_a_default_ruling_is_noted_only_while_it_plays_a_part():
    small = (go(), roll(4), hold())
    assert "PIG-3" in told(*small, low="yes")[2].notes[0]
    corrected = (*small, Amend(None, 2, roll(9)))
    assert told(*corrected, low="yes")[2].notes == ()
    assert "PIG-3" in told(*corrected, Undo(None), low="yes")[2].notes[0]
    large = (go(), roll(9), hold(), Amend(None, 2, roll(4)))
    assert "PIG-3" in told(*large, low="yes")[2].notes[0]


def test_a_corrected_line_is_told_as_it_went_and_as_before_once_that_is_undone():
    rolled = (go(), roll(7))
    first = told(*rolled)[1].told
    corrected = told(*rolled, Amend(None, 2, roll(3)))[1].told
    assert (("7" in first), ("3" in corrected), ("7" in corrected)) == (True, True, False)
    assert told(*rolled, Amend(None, 2, roll(3)), Undo(None))[1].told == first
    assert told(*rolled, Amend(None, 2, roll(3)), Undo(None), Redo(None))[1].told == corrected


def test_a_corrected_switch_or_ruling_is_told_as_it_is_now():
    switched = (SetSwitch(None, "pig.low", "yes"), Amend(None, 1, SetSwitch(None, "pig.low", "no")))
    assert told(*switched)[0].told.endswith("no")
    assert told(*switched, Undo(None))[0].told.endswith("yes")
    ruled = (Ruling(None, ("PIG-2",), "once"), Amend(None, 1, Ruling(None, ("PIG-4",), "once")))
    assert "PIG-4" in told(*ruled)[0].told


def test_corrections_undone_and_done_again_leave_the_dice_as_they_were_put_right():
    """The held dice showed 7, were put right to 8, and then lost their request."""
    corrected = (go(), roll(7), Amend(None, 2, roll(8)))
    match = play(begin(), *corrected, Amend(None, 1, go(), drops=(2,)))
    assert match.held().dice[0].face == "8"
    match = play(match, Undo(None), Undo(None), Undo(None))
    assert match.held().dice[0].face == "7"
    match = play(match, Redo(None), Redo(None), Redo(None))
    assert match.held().dice[0].face == "8"
