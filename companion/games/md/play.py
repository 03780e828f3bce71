"""check and apply: every action of the game, sent to the room that knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.actions import Action, Roll, Withdraw
from companion.core.deeds import Deed, Deeds, by_seat, by_state, does, seat_does, table_deed
from companion.core.findings import YES, Findings, stop
from companion.core.texts import stage_text, tr
from companion.games.md import actions as act
from companion.games.md import play_cards, play_effects, play_end, play_setup, play_turn
from companion.games.md.play_effects import declare
from companion.games.md.state import ROLLING, Aim, Stage, State
from companion.games.md.words import Effect

if TYPE_CHECKING:
    from collections.abc import Mapping

_SEAT: Final[Mapping[type[Action], Deed[State]]] = {
    act.Draw: Deed(by_seat(play_turn.check_draw), seat_does(play_turn.apply_draw)),
    act.Reroll: Deed(play_turn.check_reroll, play_turn.apply_reroll),
    act.Skip: Deed(by_seat(play_turn.check_skip), does(play_turn.apply_skip)),
    act.Free: Deed(play_turn.check_free, play_turn.apply_free),
    act.Demolish: Deed(by_seat(play_turn.check_demolish), seat_does(play_turn.apply_demolish)),
    act.Bite: Deed(play_effects.check_bite, lambda s, a, _p: play_effects.apply_bite(s, a)),
    act.BiteTwo: Deed(
        play_effects.check_bite_two, lambda s, a, _p: play_effects.apply_bite_two(s, a)
    ),
    act.Take: Deed(
        play_effects.check_take, lambda s, a, _p: declare(s, Effect.TAKE, Aim(a.target))
    ),
    act.Fetch: Deed(
        play_effects.check_fetch,
        lambda s, a, _p: declare(s, Effect.FETCH, Aim(a.target, card=a.card)),
    ),
    act.Steal: Deed(play_effects.check_steal, lambda s, a, _p: play_effects.apply_steal(s, a)),
    act.Look: Deed(
        play_effects.check_look, lambda s, a, _p: declare(s, Effect.LOOK, Aim(a.target))
    ),
    act.LookTwo: Deed(
        play_effects.check_look_two, lambda s, a, _p: play_effects.apply_look_two(s, a)
    ),
    act.HandOver: Deed(by_seat(play_cards.check_hand_over), seat_does(play_cards.apply_hand_over)),
    act.SendDimwit: Deed(play_cards.check_send, lambda s, a, _p: play_cards.apply_send(s, a)),
    act.Counter: Deed(play_effects.check_counter, play_effects.apply_counter),
    act.Allow: Deed(by_seat(play_effects.check_answer), seat_does(play_effects.apply_allow)),
    act.Surprise: Deed(play_cards.check_surprise, play_cards.apply_surprise),
    act.EndTurn: Deed(by_seat(play_turn.check_end_turn), does(play_turn.apply_end_turn)),
    act.Show: Deed(play_end.check_show, play_end.apply_show),
    act.HandTotal: Deed(play_end.check_total, play_end.apply_total),
}
"""Actions of one player."""

_TABLE: Final[Mapping[type[Action], Deed[State]]] = {
    act.Dealt: Deed(by_state(play_setup.check_dealt), does(play_setup.apply_dealt)),
    act.DimwitHolder: table_deed(play_end.check_dimwit, play_end.apply_dimwit),
    act.AdjustDie: table_deed(play_end.check_adjust_die, play_end.apply_adjust_die),
    act.AdjustCard: table_deed(play_end.check_adjust_card, play_end.apply_adjust_card),
    act.AdjustScore: table_deed(play_end.check_adjust_score, play_end.apply_adjust_score),
}
"""Actions of the table; anybody may declare them."""


_DEEDS: Final = Deeds("MonsterDice", _SEAT, _TABLE)


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    if isinstance(action, Roll):
        return _check_roll(state)
    if isinstance(action, Withdraw):
        return play_turn.check_withdraw(state, action.actor)
    if state.stage is Stage.OVER and not isinstance(action, act.AdjustScore):
        return stop("MD-Z1", tr("the game is over"))
    return _DEEDS.check(state, action, len(state.players))


def _check_roll(state: State) -> Findings:
    """The kernel has matched the dice with the open request; here only that there is one."""
    if state.stage not in ROLLING:
        return stop(
            "X-4", tr("no roll is asked for; {stage_text}", stage_text=stage_text(state.stage))
        )
    return YES


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    if isinstance(action, Roll):
        return _apply_roll(state, action)
    if isinstance(action, Withdraw):
        return play_turn.apply_withdraw(state)
    return _DEEDS.apply(state, action)


def _apply_roll(state: State, action: Roll) -> State:
    match state.stage:
        case Stage.ROLL:
            return play_turn.roll_turn(state, action)
        case Stage.REROLLING:
            return play_turn.roll_again(state, action)
        case Stage.STOLEN:
            return play_turn.roll_stolen(state, action)
        case _:
            return play_setup.roll_off(state, action)
