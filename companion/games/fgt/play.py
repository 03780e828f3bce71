"""check and apply: every action of the game, sent to the stage that knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.deeds import NOBODY, Deed, by_seat, seat_does
from companion.core.findings import Findings, stop
from companion.games.fgt import actions as act
from companion.games.fgt import (
    play_adjust,
    play_boost,
    play_draw,
    play_judge,
    play_main,
    play_setup,
)
from companion.games.fgt.state import Stage, State
from companion.games.fgt.table import is_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.actions import Action

_SEAT_DEEDS: Final[Mapping[type[Action], Deed[State]]] = {
    act.HandFamilies: Deed(play_main.check_hand, play_main.apply_hand),
    act.Play: Deed(play_main.check_play, play_main.apply_play),
    act.Activate: Deed(play_boost.check_activate, play_boost.apply_activate),
    act.ScoreBoost: Deed(by_seat(play_boost.check_decides), seat_does(play_boost.apply_score)),
    act.Reveal: Deed(play_draw.check_reveal, play_draw.apply_reveal),
    act.Drew: Deed(play_draw.check_drew, play_draw.apply_drew),
}
"""Actions of one player."""

_TABLE_DEEDS: Final[Mapping[type[Action], Deed[State]]] = {
    act.Dealt: Deed(play_setup.check_dealt, play_setup.apply_dealt),
    act.Starter: Deed(play_setup.check_starter, play_setup.apply_starter),
    act.EnterArena: Deed(play_setup.check_arena, play_setup.apply_arena),
    act.EnterGlory: Deed(play_setup.check_glory, play_setup.apply_glory),
    act.AllDrew: Deed(play_draw.check_all_drew, play_draw.apply_all_drew),
    act.Reshuffled: Deed(play_draw.check_reshuffled, play_draw.apply_reshuffled),
    act.Winner: Deed(play_judge.check_winner, play_judge.apply_winner),
    act.NobodyWins: Deed(play_judge.check_nobody, play_judge.apply_nobody),
    act.AdjustPower: Deed(play_adjust.check_power, play_adjust.apply_power),
    act.AdjustGlory: Deed(play_adjust.check_glory, play_adjust.apply_glory),
    act.AdjustCard: Deed(play_adjust.check_card_move, play_adjust.apply_card_move),
}
"""Actions of the table; anybody may declare them."""

_AFTER_THE_END: Final = (act.AdjustPower, act.AdjustGlory, act.AdjustCard)


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    if state.stage is Stage.OVER and not isinstance(action, _AFTER_THE_END):
        return stop("FGT-E1", "the game is over")
    seat = action.actor
    if seat is not None and not is_seat(state, seat):
        return stop("X-3", "nobody sits there")
    deed = _TABLE_DEEDS.get(type(action))
    if deed is not None:
        return deed.check(state, action, NOBODY)
    deed = _SEAT_DEEDS.get(type(action))
    if deed is None:
        return stop("X-3", f"Fight! has no action {action.verb}")
    if seat is None:
        return stop("X-3", f"{action.verb} is one player's action: say whose")
    return deed.check(state, action, seat)


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    deed = _TABLE_DEEDS.get(type(action)) or _SEAT_DEEDS[type(action)]
    seat = action.actor if action.actor is not None else NOBODY
    return deed.apply(state, action, seat)
