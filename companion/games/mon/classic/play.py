"""check and apply: every action of Classic and Arena, sent to where it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.actions import Roll
from companion.core.deeds import Deed, Deeds, by_seat, does, seat_does, table_deed
from companion.core.findings import Findings, stop
from companion.core.texts import tr
from companion.games.mon.classic import actions as act
from companion.games.mon.classic import (
    play_arena,
    play_challenge,
    play_fight,
    play_prize,
    play_setup,
    play_turn,
)
from companion.games.mon.classic.actions import ARENA_ACTIONS, CLASSIC_ACTIONS
from companion.games.mon.classic.state import Mode, Stage, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.actions import Action

_SEAT: Final[Mapping[type[Action], Deed[State]]] = {
    act.PickFaction: Deed(play_setup.check_faction, play_setup.apply_faction),
    act.Dealt: Deed(play_setup.check_dealt, play_setup.apply_dealt),
    act.Draw: Deed(play_turn.check_draw, play_turn.apply_draw),
    act.Rearrange: Deed(play_turn.check_rearrange, play_turn.apply_rearrange),
    act.Challenge: Deed(play_turn.check_challenge, play_turn.apply_challenge),
    act.EndTurn: Deed(by_seat(play_turn.check_end), lambda s, _a, _p: play_turn.apply_end(s)),
    act.EnterArena: Deed(play_arena.check_enter, play_arena.apply_enter),
    act.MeetArena: Deed(play_arena.check_meet, play_arena.apply_meet),
    act.ChangeArena: Deed(play_arena.check_change, play_arena.apply_change),
    act.Ready: Deed(play_challenge.check_ready, play_challenge.apply_ready),
    act.Refuse: Deed(by_seat(play_challenge.check_refuse), does(play_challenge.apply_refuse)),
    act.BuildFor: Deed(
        play_challenge.check_build_for, lambda s, a, _p: play_challenge.apply_build_for(s, a)
    ),
    act.Power: Deed(play_fight.check_power, play_fight.apply_power),
    act.Spell: Deed(play_fight.check_spell, play_fight.apply_spell),
    act.Yield: Deed(by_seat(play_fight.check_yield), seat_does(play_fight.apply_yield)),
    act.Pass: Deed(by_seat(play_fight.check_pass), seat_does(play_fight.apply_pass)),
    act.TakeDragon: Deed(play_prize.check_take, play_prize.apply_take),
}
"""Actions of one player."""

_TABLE: Final[Mapping[type[Action], Deed[State]]] = {
    act.DeckSize: table_deed(play_setup.check_deck, play_setup.apply_deck),
    act.Youngest: table_deed(
        play_setup.check_youngest, lambda s, a: play_setup.apply_youngest(s, a.seat)
    ),
    act.Complete: table_deed(play_challenge.check_complete, play_challenge.apply_complete),
    act.Flip: table_deed(play_fight.check_flip, play_fight.apply_flip),
    act.AdjustCard: table_deed(play_prize.check_adjust_card, play_prize.apply_adjust_card),
    act.AdjustDragon: table_deed(play_prize.check_adjust_dragon, play_prize.apply_adjust_dragon),
    act.AdjustDeck: table_deed(play_prize.check_adjust_deck, play_prize.apply_adjust_deck),
    act.AdjustPoints: table_deed(play_prize.check_adjust_points, play_prize.apply_adjust_points),
}
"""Actions of the table; anybody may declare them."""


_DEEDS: Final = Deeds("Monstructor", _SEAT, _TABLE)


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    if isinstance(action, Roll):
        return stop("X-4", tr("Monstructor has no dice"))
    if state.stage is Stage.OVER and not isinstance(action, act.AdjustDragon):
        return stop("MON-C24", tr("the game is over"))
    return _check_mode(state, action) or _DEEDS.check(state, action, len(state.players))


def _check_mode(state: State, action: Action) -> Findings:
    """MON-A1, MON-A2: the two modes differ in the way to a fight alone."""
    if state.mode is Mode.CLASSIC:
        if type(action) in CLASSIC_ACTIONS:
            return ()
        return stop("X-3", tr("Classic has no action {verb}", verb=action.verb))
    if type(action) in ARENA_ACTIONS:
        return ()
    if type(action) in CLASSIC_ACTIONS:
        return stop("MON-A2", tr("in Arena nobody is challenged: say enter-arena or meet-arena"))
    return stop("X-3", tr("Arena has no action {verb}", verb=action.verb))


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    return _DEEDS.apply(state, action)
