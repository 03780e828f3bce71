"""What Classic and Arena cite of the rules, their switches, and how their verdicts read."""

from __future__ import annotations

from dataclasses import fields

import pytest
from games_play import new_match
from mon_classic_kit import FACTIONS, A, B, C, cards_of, new_game

from companion.core.actions import Lighten, Roll, Ruling, Undo
from companion.core.dice import DieFace
from companion.core.game import Depth, Setup
from companion.core.switches import SwitchError
from companion.core.verdict import VerdictKind
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.classic.house import ArenaHouse, ClassicHouse, FightHouse

FIRST = ("GM-B GM-H GM-L", "CW-B CW-H CW-L", "BB-B BB-H hidden")


def begun(game=CLASSIC):
    """Three cards each, and Ann has taken a card."""
    match = new_match(game.id, Depth.FULL, 3)
    for seat in (A, B, C):
        match = match.apply(act.PickFaction(seat, FACTIONS[seat]))
    match = match.apply(act.Youngest(None, A))
    for seat, cards in zip((A, B, C), FIRST, strict=True):
        match = match.apply(act.Dealt(seat, cards_of(cards)))
    return match.apply(act.Draw(A, cards_of("GM-T")[0]))


def test_each_mode_has_the_switches_that_concern_it():
    common = {one.name for one in fields(FightHouse)}
    assert len(common) == 7
    assert {one.name for one in fields(ClassicHouse)} - common == {"forced_complete"}
    assert {one.name for one in fields(ArenaHouse)} - common == {"arena_locked"}
    with pytest.raises(SwitchError):
        CLASSIC.start(Setup(("Ann", "Ben"), Depth.LIGHT, {"mon.arena_locked": "off"}))


# ---------------------------------------------------------------- verdicts


def test_a_stated_rule_forbids_and_a_default_ruling_leaves_it_to_the_table():
    match = begun()
    verdict = match.check(act.Draw(A, cards_of("GM-T")[0]))
    assert verdict.kind is VerdictKind.ILLEGAL
    waiting = begun(ARENA).apply(act.EnterArena(A, cards_of("GM-B GM-H GM-L GM-T")))
    assert waiting.state.arena is not None
    changed = act.ChangeArena(A, ())
    assert waiting.check(changed).kind is VerdictKind.NEEDS_RULING
    assert "mon.arena_locked" in waiting.check(changed).message()
    ruled = waiting.apply(Ruling(None, ("MON-A5a",), "let her"))
    assert ruled.apply(changed).state.arena is None


@pytest.mark.parametrize("game", [CLASSIC, ARENA])
def test_dice_are_never_asked_for(game):
    match = begun(game)
    (found,) = game.check(match.state, Roll(A, (DieFace("d10", "1"),)))
    assert (found.rule, found.forceable) == ("X-4", False)


def test_one_players_action_needs_a_player_who_sits_there():
    state = begun().state
    assert [one.rule for one in CLASSIC.check(state, act.EndTurn(None))] == ["X-3"]
    assert [one.rule for one in CLASSIC.check(state, act.EndTurn(9))] == ["X-4"]


@pytest.mark.parametrize(
    ("actions", "line"),
    [
        ([act.EndTurn(A)], "Ann ends the turn"),
        ([act.Draw(B, cards_of("hidden")[0])], "Ben takes a hidden card (MON-C6)"),
        ([act.Rearrange(A, cards_of("GM-B"))], "Ann puts together GM-B Gravemoss Ribs"),
        ([act.Rearrange(A, ())], "Ann takes the monster apart"),
        (
            [act.Challenge(A, B, cards_of("GM-B GM-H"))],
            (
                "Ann challenges Ben (MON-C10) · void: Ann's monster lacks 3 cards (MON-C8); "
                "the turn goes on (MON-C10c)"
            ),
        ),
        (
            [act.AdjustCard(None, cards_of("GM-B")[0], A, B)],
            "By ruling GM-B Gravemoss Ribs goes from Ann to Ben (X-7)",
        ),
    ],
)
def test_history_lines(actions, line):
    match = begun()
    for action in actions:
        before, match = match.state, match.apply(action)
    assert CLASSIC.tell(before, actions[-1], match.state) == line


@pytest.mark.parametrize("action", [Undo(None), Lighten(None)])
def test_what_every_game_can_do_is_told_by_its_verb(action):
    state = new_game()
    assert CLASSIC.tell(state, action, state) == action.verb
