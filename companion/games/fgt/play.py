"""check and apply: every action of the game, sent to the stage that knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.deeds import Deed, Deeds, by_seat, seat_does, table_deed
from companion.core.findings import Findings, stop
from companion.core.texts import tr
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

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.actions import Action

_SEAT: Final[Mapping[type[Action], Deed[State]]] = {
    act.HandFamilies: Deed(play_main.check_hand, play_main.apply_hand),
    act.Play: Deed(play_main.check_play, play_main.apply_play),
    act.Activate: Deed(play_boost.check_activate, play_boost.apply_activate),
    act.ScoreBoost: Deed(by_seat(play_boost.check_decides), seat_does(play_boost.apply_score)),
    act.Reveal: Deed(play_draw.check_reveal, play_draw.apply_reveal),
    act.Drew: Deed(play_draw.check_drew, play_draw.apply_drew),
}
"""Actions of one player."""

_TABLE: Final[Mapping[type[Action], Deed[State]]] = {
    act.Dealt: table_deed(play_setup.check_dealt, play_setup.apply_dealt),
    act.Starter: table_deed(play_setup.check_starter, play_setup.apply_starter),
    act.EnterArena: table_deed(play_setup.check_arena, play_setup.apply_arena),
    act.EnterGlory: table_deed(play_setup.check_glory, play_setup.apply_glory),
    act.AllDrew: table_deed(play_draw.check_all_drew, play_draw.apply_all_drew),
    act.Reshuffled: table_deed(play_draw.check_reshuffled, play_draw.apply_reshuffled),
    act.Winner: table_deed(play_judge.check_winner, play_judge.apply_winner),
    act.NobodyWins: table_deed(play_judge.check_nobody, play_judge.apply_nobody),
    act.AdjustPower: table_deed(play_adjust.check_power, play_adjust.apply_power),
    act.AdjustGlory: table_deed(play_adjust.check_glory, play_adjust.apply_glory),
    act.AdjustCard: table_deed(play_adjust.check_card_move, play_adjust.apply_card_move),
}
"""Actions of the table; anybody may declare them."""

_DEEDS: Final = Deeds("Fight!", _SEAT, _TABLE)
_AFTER_THE_END: Final = (act.AdjustPower, act.AdjustGlory, act.AdjustCard)


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    if state.stage is Stage.OVER and not isinstance(action, _AFTER_THE_END):
        return stop("FGT-E1", tr("the game is over"))
    return _DEEDS.check(state, action, len(state.players))


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    return _DEEDS.apply(state, action)
