"""check and apply: every action of the game, sent to the stage that knows it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.core.actions import Action, Roll, Withdraw
from companion.core.deeds import Deed, Deeds, by_seat, by_state, does, seat_does, table_deed
from companion.core.findings import YES, Findings, blocked, stop
from companion.core.texts import stage_text, tr
from companion.core.verdict import Note, Question
from companion.games.rsf import actions as act
from companion.games.rsf import play_fight, play_mutate, play_ready, play_setup, play_special
from companion.games.rsf.flow import back_to_combat, end_mutate, end_turn, settle
from companion.games.rsf.state import FREE, ROLLING, Stage, State
from companion.games.rsf.table import named_in_light, undeclared

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.core.seats import Seat


def _becomes(stage: Stage) -> Callable[[State, Any, Seat], State]:
    return lambda state, _action, _seat: replace(state, stage=stage)


def _skip(state: State) -> State:
    return end_mutate(state) if state.stage is Stage.MUTATE else back_to_combat(state)


_SEAT: Final[Mapping[type[Action], Deed[State]]] = {
    act.Draw: Deed(play_setup.check_draw, lambda s, a, p: play_setup.apply_draw(s, a.card, p)),
    act.Take: Deed(play_setup.check_take, lambda s, a, p: play_setup.apply_take(s, a.card, p)),
    act.Mulligan: Deed(by_seat(play_ready.check_mulligan), seat_does(play_ready.apply_mulligan)),
    act.Exchange: Deed(play_ready.check_exchange, play_ready.apply_exchange),
    act.Connect: Deed(play_ready.check_connect, play_ready.apply_connect),
    act.Done: Deed(by_seat(play_ready.check_done), seat_does(play_ready.apply_done)),
    act.DeclareMode: Deed(play_ready.check_mode, play_ready.apply_mode),
    act.Confirm: Deed(by_seat(play_ready.check_confirm), seat_does(play_ready.apply_confirm)),
    act.EnterSheet: Deed(play_ready.check_sheet, play_ready.apply_sheet),
    act.BeginCombat: Deed(by_seat(play_fight.check_begin_combat), _becomes(Stage.COMBAT)),
    act.Attack: Deed(
        play_fight.check_attack, lambda s, a, _p: play_fight.apply_attack(s, a.target)
    ),
    act.Special: Deed(by_seat(play_fight.check_special), does(play_fight.apply_special)),
    act.EndCombat: Deed(by_seat(play_fight.check_end_combat), _becomes(Stage.AFTER)),
    act.EndTurn: Deed(by_seat(play_fight.check_end_turn), does(end_turn)),
    act.Dodge: Deed(by_seat(play_fight.check_dodge), does(play_fight.apply_dodge)),
    act.Decline: Deed(by_seat(play_fight.check_decline), _becomes(Stage.HIT)),
    act.Destroy: Deed(play_fight.check_destroy, play_fight.apply_destroy),
    act.Steal: Deed(play_special.check_steal, play_special.apply_steal),
    act.Move: Deed(play_special.check_move, play_special.apply_move),
    act.Swap: Deed(play_special.check_swap, lambda s, a, _p: play_special.apply_swap(s, a)),
    act.Replace: Deed(play_special.check_replace, play_special.apply_replace),
    act.Keep: Deed(by_seat(play_special.check_keep), does(back_to_combat)),
    act.Force: Deed(
        play_special.check_force, lambda s, a, _p: play_special.apply_force(s, a.target)
    ),
    act.Remove: Deed(play_special.check_remove, play_special.apply_remove),
    act.Rearrange: Deed(play_mutate.check_rearrange, play_mutate.apply_rearrange),
    act.Skip: Deed(by_seat(play_mutate.check_skip), does(_skip)),
}
"""Actions of one player whose monster lives."""

_TABLE: Final[Mapping[type[Action], Deed[State]]] = {
    act.Mixed: Deed(by_state(play_setup.check_mixed), does(play_setup.apply_mixed)),
    act.Starter: table_deed(
        play_setup.check_starter, lambda s, a: play_setup.apply_starter(s, a.seat)
    ),
    act.Stalemate: Deed(by_state(play_mutate.check_stalemate), does(play_mutate.apply_stalemate)),
    act.AdjustCard: table_deed(play_mutate.check_adjust_card, play_mutate.apply_adjust_card),
    act.AdjustScore: table_deed(play_mutate.check_adjust_score, play_mutate.apply_adjust_score),
    act.AdjustActions: table_deed(
        play_mutate.check_adjust_actions, play_mutate.apply_adjust_actions
    ),
}
"""Actions of the table; anybody may declare them."""

_DEEDS: Final = Deeds("Ready, Set, Fight", _SEAT, _TABLE)
_AFTER_THE_END: Final = (act.AdjustCard, act.AdjustScore, act.AdjustActions)


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    if isinstance(action, Roll):
        return _check_roll(state, action)
    if isinstance(action, Withdraw):
        return play_fight.check_withdraw(state, action.actor)
    if state.stage is Stage.OVER and not isinstance(action, _AFTER_THE_END):
        return stop("RSF-E1a", tr("the game is over"))
    found = named_in_light(state, act.cards_said(action))
    found = found or _DEEDS.check(state, action, len(state.players))
    if blocked(found) or action.actor is None or type(action) not in _SEAT:
        return found
    return _hindered(state, action, action.actor) or found


def _check_roll(state: State, action: Roll) -> Findings:
    """The kernel has matched the dice with the open request; here only that there is one."""
    if state.stage not in ROLLING and play_setup.next_contender(state) is None:
        return stop(
            "X-4", tr("no roll is asked for; {stage_text}", stage_text=stage_text(state.stage))
        )
    if action.dice[0].face == "0" and state.stage is not Stage.SPECIAL_ROLL:
        return (
            Note(
                "RSF-F3f",
                tr("face 0 counts as {face_value}", face_value=play_setup.face_value(state, "0")),
            ),
        )
    return YES


def _hindered(state: State, action: Action, seat: Seat) -> Findings:
    """Who is out acts no more; and no turn goes on while a hybrid's use is not declared."""
    if not state.players[seat].alive:
        return stop("RSF-F0", tr("{name}'s monster is out of the game", name=state.name(seat)))
    if state.stage in FREE and not isinstance(action, act.DeclareMode):
        return owed_modes(state)
    return YES


def owed_modes(state: State) -> tuple[Question, ...]:
    """Questions about hybrids in play whose use their owners have not declared (RSF-T2c)."""
    return tuple(
        Question(
            seat,
            tr("How is {card} used: as a race or special?", card=piece.card),
            "RSF-T2c",
            ("mode",),
        )
        for seat in state.living
        for piece in undeclared(state, seat)
    )


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    if isinstance(action, Roll):
        return settle(_apply_roll(state, action))
    if isinstance(action, Withdraw):
        return play_fight.apply_withdraw(state)
    return settle(_DEEDS.apply(state, action))


def _apply_roll(state: State, action: Roll) -> State:
    match state.stage:
        case Stage.ATTACK_ROLL:
            return play_fight.roll_attack(state, action)
        case Stage.DODGE_ROLL:
            return play_fight.roll_dodge(state, action)
        case Stage.SPECIAL_ROLL:
            return play_special.roll_special(state, action)
        case _:
            return play_setup.roll_for_starter(state, action)
