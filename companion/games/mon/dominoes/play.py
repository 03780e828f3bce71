"""check and apply: every action of Dominoes, sent to where it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.actions import Roll
from companion.core.deeds import Deed, Deeds, by_seat, seat_does, table_deed
from companion.core.findings import Findings, stop
from companion.core.texts import tr
from companion.games.mon.dominoes import actions as act
from companion.games.mon.dominoes import play_end, play_setup, play_turn
from companion.games.mon.dominoes.state import Stage, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.actions import Action

_SEAT: Final[Mapping[type[Action], Deed[State]]] = {
    act.Put: Deed(play_turn.check_put, play_turn.apply_put),
    act.Attach: Deed(play_turn.check_attach, play_turn.apply_attach),
    act.Close: Deed(play_turn.check_close, play_turn.apply_close),
    act.Draw: Deed(play_turn.check_draw, play_turn.apply_draw),
    act.LoseTurn: Deed(by_seat(play_turn.check_lose), seat_does(play_turn.apply_lose)),
    act.Refill: Deed(play_turn.check_refill, play_turn.apply_refill),
    act.Points: Deed(play_end.check_points, play_end.apply_points),
}
"""Actions of one player."""

_TABLE: Final[Mapping[type[Action], Deed[State]]] = {
    act.DeckSize: table_deed(play_setup.check_deck, play_setup.apply_deck),
    act.Youngest: table_deed(
        play_setup.check_youngest, lambda s, a: play_setup.apply_youngest(s, a.seat)
    ),
    act.Dealt: table_deed(play_setup.check_dealt, play_setup.apply_dealt),
    act.AdjustCard: table_deed(play_end.check_adjust_card, play_end.apply_adjust_card),
    act.AdjustDeck: table_deed(play_end.check_adjust_deck, play_end.apply_adjust_deck),
    act.AdjustScore: table_deed(play_end.check_adjust_score, play_end.apply_adjust_score),
}
"""Actions of the table; anybody may declare them."""

_DEEDS: Final = Deeds("Dominoes", _SEAT, _TABLE)
_AFTER_THE_END: Final = (act.AdjustCard, act.AdjustScore)


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    if isinstance(action, Roll):
        return stop("X-4", tr("Dominoes has no dice"))
    if state.stage is Stage.OVER and not isinstance(action, _AFTER_THE_END):
        return stop("MON-D10", tr("the game is over"))
    return _DEEDS.check(state, action, len(state.players))


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    return _DEEDS.apply(state, action)
