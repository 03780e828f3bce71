"""Setup (FGT-S) and the Arenas that come up."""

from __future__ import annotations

import re

import pytest
from fgt_kit import NAMES, A, B, box, findings, new_game, notes, play, shipped, warrior
from sheet_kit import seen

from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.switches import SwitchError
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.state import Stage
from companion.games.fgt.words import Family, Shown


def cards(*names):
    return tuple(CardId(name) for name in names)


DEALT = act.Dealt(None, cards("H01", "A02", "R03"))
LIGHT = act.Dealt(None, ())


def at_arena(seats=3, depth=Depth.FULL):
    dealt = DEALT if depth is Depth.FULL else LIGHT
    return play(new_game(seats, depth), dealt, act.Starter(None, B))


def test_fgt_s0_a_warrior_lies_in_one_place_only():
    twice = act.Dealt(None, cards("H01", "H01", "R03"))
    assert findings(new_game(), twice) == ("FGT-S3",)
    state = play(at_arena(), act.EnterArena(None, CardId("P01")))
    main = act.Play(B, Shown(CardId("H01"), None), Family.ALIEN)
    (found,) = GAME.check(state, main)
    assert (found.rule, found.text) == ("FGT-S0", "H01 lies in the Graveyard")


def test_fgt_s0_an_arena_is_worth_4_to_8():
    state = at_arena(depth=Depth.LIGHT)
    assert findings(state, act.EnterGlory(None, 3)) == ("FGT-S0",)
    assert findings(state, act.EnterGlory(None, 9)) == ("FGT-S0",)
    assert (
        findings(state, act.EnterGlory(None, 4)) == findings(state, act.EnterGlory(None, 8)) == ()
    )
    assert findings(state, act.EnterGlory(None, 0)) == ("FGT-S0",)


def test_fgt_d7_glory_is_said_as_an_arena_comes_up():
    assert findings(new_game(depth=Depth.LIGHT), act.EnterGlory(None, 6)) == ("FGT-D7",)
    fought = play(at_arena(depth=Depth.LIGHT), act.EnterGlory(None, 6))
    assert findings(fought, act.EnterGlory(None, 6)) == ("FGT-D7",)


def test_fgt_s1_five_are_dealt_to_each_once():
    assert GAME.pending(new_game()).verbs == ("dealt",)
    state = play(new_game(4), DEALT)
    assert [player.hand for player in state.players] == [5] * 4
    assert findings(state, DEALT) == ("FGT-S1",)


@pytest.mark.parametrize(("seats", "reserves"), [(2, 47), (3, 42), (4, 37), (5, 32), (8, 17)])
@pytest.mark.parametrize("depth", list(Depth))
def test_fgt_s2_all_others_are_the_reserves(seats, reserves, depth):
    state = play(new_game(seats, depth), DEALT if depth is Depth.FULL else LIGHT)
    assert state.reserves == reserves


def test_fgt_s3_three_warriors_begin_the_graveyard():
    start = new_game()
    assert findings(start, act.Dealt(None, cards("H01", "A02"))) == ("FGT-S3",)
    assert findings(start, act.Dealt(None, cards("H01", "A02", "Z99"))) == ("FGT-S3",)
    assert play(start, DEALT).graveyard == ("H01", "A02", "R03")
    light = new_game(depth=Depth.LIGHT)
    assert findings(light, DEALT) == ("FGT-S3",)
    assert len(play(light, LIGHT).graveyard) == 3
    assert GAME.pending(start).rule == "FGT-S3"


def test_fgt_s4_arenas_come_up_once_each():
    state = at_arena()
    assert findings(state, act.EnterArena(None, CardId("Z1"))) == ("FGT-S4",)
    assert findings(state, act.EnterArena(None, CardId("P01"), CardId("P01"))) == ("FGT-S4",)
    assert findings(state, act.EnterGlory(None, 5)) == ("FGT-S4",)
    light = at_arena(depth=Depth.LIGHT)
    assert findings(light, act.EnterArena(None, CardId("P01"))) == ("FGT-S4",)
    begun = play(state, act.EnterArena(None, CardId("P01"), CardId("P02")))
    assert (begun.arena.card, begun.coming, begun.stage) == ("P01", "P02", Stage.PLAY)
    assert findings(begun, act.EnterArena(None, CardId("P02"))) == ("FGT-D7",)
    shown = seen(GAME, begun)
    assert "ARENA 1 of 7  P01 Rainlight Bowl  6 Glory" in shown
    assert re.search(r"Next: P02 .* · The highest power wins\.", shown)


def test_fgt_s5_the_oldest_is_the_first_player():
    state = play(new_game(), DEALT)
    assert GAME.pending(state).rule == "FGT-S5"
    assert findings(state, act.Starter(None, 3)) == ("FGT-S5",)
    state = play(state, act.Starter(None, B))
    assert (state.first, state.turn, state.round) == (B, B, 1)
    assert findings(state, act.Starter(None, A)) == ("FGT-S5",)
    begun = play(state, act.EnterArena(None, CardId("P01")))
    assert begun.turn == B


@pytest.mark.parametrize(
    ("seats", "said"), [(2, ()), (5, ()), (6, ("FGT-S6a",)), (8, ("FGT-S6a",))]
)
def test_fgt_s6a_above_five_it_is_said_that_warriors_may_run_out(seats, said):
    assert notes(new_game(seats), DEALT) == said


def test_switch_players():
    assert notes(new_game(8, switches={"fgt.players": "2..8"}), DEALT) == ()


@pytest.mark.parametrize("seats", [1, 9])
def test_fgt_s6a_others_are_refused(seats):
    with pytest.raises(UsageError, match="Fight! is for 2 to 8 players"):
        GAME.start(Setup(tuple("abcdefghi"[:seats]), Depth.LIGHT))


def test_full_depth_needs_enough_cards():
    with pytest.raises(UsageError, match="full depth needs a card catalogue"):
        GAME.start(Setup(NAMES[:3], Depth.FULL))
    few = box(warrior("H1"), size=42)
    with pytest.raises(UsageError, match="42 Warriors; 8 players need 43"):
        GAME.start(Setup(NAMES, Depth.FULL, {}, few))
    seven = dict(list(shipped().arenas.items())[:6])
    short = type(few)("few", invented=True, warnings=(), warriors=few.warriors, arenas=seven)
    with pytest.raises(UsageError, match="6 Arenas; a game needs 7"):
        GAME.start(Setup(NAMES[:2], Depth.FULL, {}, short))


def test_an_unknown_switch_is_refused():
    with pytest.raises(SwitchError, match="there is no switch"):
        new_game(switches={"fgt.nonsense": "on"})
