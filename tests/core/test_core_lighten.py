"""X-8: what the kernel demands of a table that becomes light, with a game that has two depths."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import pytest
from pig_kit import ANN, BEN, BOOK, PIG, go, hold, on_the_shelf, play, roll

from companion.core.actions import Amend, Lighten, Redo, Ruling, SetSwitch, Undo
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.steps import take_step
from companion.core.verdict import IllegalActionError, VerdictKind

with on_the_shelf():
    from companion.games.pig.state import State
    from companion.games.pig.verbs import Adjust

LIGHT, UNDO, REDO = Lighten(None), Undo(None), Redo(None)


@dataclass(frozen=True, slots=True)
class DeepState(State):
    """A table of Pig that knows how deep it is played."""

    depth: Depth = Depth.FULL


def start(setup):
    state = PIG.start(setup)
    flat = {field.name: getattr(state, field.name) for field in fields(state)}
    return DeepState(**flat, depth=setup.depth)


GAME = replace(
    PIG,
    start=start,
    depth_of=lambda state: state.depth,
    lighten=lambda state: replace(state, depth=Depth.LIGHT),
)
WIN = Adjust(None, ANN, 50)


def begin(depth=Depth.FULL):
    return Match.begin(GAME, BOOK, Setup(("Ann", "Ben"), depth))


def refusal(match, action):
    verdict = match.check(action)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert not verdict.forceable
    with pytest.raises(IllegalActionError):
        match.apply(action)
    return [(reason.rule, reason.text) for reason in verdict.reasons]


def test_x8_a_table_in_full_depth_becomes_light_and_nothing_else_changes():
    match = play(begin(), go(), roll(7))
    light = play(match, LIGHT)
    assert light.state == replace(match.state, depth=Depth.LIGHT)
    assert light.log[-1] == LIGHT
    assert light.setup.depth is Depth.FULL


def test_x7_it_is_for_the_whole_table():
    assert refusal(begin(), Lighten(ANN)) == [("X-7", "light is for the whole table")]


@pytest.mark.parametrize("match", [begin(Depth.LIGHT), play(begin(), LIGHT)])
def test_x8_a_light_table_becomes_no_lighter(match):
    assert refusal(match, LIGHT) == [("X-8", "this table is already in light depth")]


def test_x8_after_the_end_it_is_too_late():
    over = play(begin(), WIN)
    assert refusal(over, LIGHT) == [("X-8", "the game is over; its cards are all counted")]


def test_x6_it_is_undone_and_redone_like_anything_else():
    match = play(begin(), go(), LIGHT)
    back = play(match, UNDO)
    assert back.state == play(begin(), go()).state
    assert back.check(LIGHT).legal
    assert play(back, REDO).state == match.state


def test_x7_it_uses_up_no_ruling():
    match = play(begin(), Ruling(None, ("PIG-2",), "once"), LIGHT)
    assert match.now.licence == {"PIG-2"}
    assert match.check(hold()).legal


def test_x6_it_takes_no_held_throw():
    match = play(begin(), go(), roll(7), UNDO, LIGHT)
    assert [die.face for die in match.held().dice] == ["7"]


def test_it_is_judged_legal_whenever_it_is_looked_at_again():
    match = play(begin(), LIGHT)
    assert match.judge_again(match.now).legal


def test_x10_a_correction_before_it_leaves_it_in_force():
    match = play(begin(), go(), roll(7), LIGHT, hold())
    amended = play(match, Amend(None, 2, roll(9)))
    assert amended.state.totals == (9, 0)
    assert amended.state.depth is Depth.LIGHT


def test_x10_a_correction_may_drop_it():
    match = play(begin(), go(), LIGHT, roll(7))
    amended = play(match, Amend(None, 1, go(), (2,)))
    assert amended.state.depth is Depth.FULL
    assert amended.state.pot == 7
    assert amended.check(LIGHT).legal


def test_x10_a_correction_that_ends_the_game_before_it_leaves_the_end_alone():
    match = play(begin(), Adjust(None, ANN, 40), LIGHT)
    amended = play(match, Amend(None, 1, WIN))
    assert amended.state == play(begin(), WIN).state


def test_x10_folded_anew_over_a_table_that_is_light_it_changes_nothing_and_keeps_a_licence():
    light = play(begin(), go(), LIGHT)
    licensed = replace(light.now, licence=frozenset({"PIG-2"}))
    again = take_step(GAME, licensed, 3, LIGHT)
    assert again.state is light.state
    assert again.licence == {"PIG-2"}


def test_x10_a_ruling_for_what_is_dropped_does_not_take_it_along():
    ruled = (Ruling(None, ("PIG-4",), "again"), LIGHT, go())
    match = play(begin(), go(), roll(7), go(), *ruled, roll(3))
    drops = match.with_drops(Amend(None, 2, roll(1))).drops
    assert drops == (3, 4, 6, 7)
    amended = play(match, Amend(None, 2, roll(1), drops))
    assert amended.state.depth is Depth.LIGHT
    assert amended.state.turn == BEN


def test_x15_it_is_taken_out_or_comes_in_like_any_other_action():
    match = play(begin(), go(), LIGHT, SetSwitch(None, "pig.low", "yes"))
    assert play(match, Amend(None, 2, None)).state.depth is Depth.FULL
    earlier = play(match, Amend(None, 2, None), Amend(None, 1, LIGHT, (), (go(),)))
    assert earlier.state.depth is Depth.LIGHT
