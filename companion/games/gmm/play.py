"""check and apply: every action of the game, sent to the room that knows it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.actions import Action, Roll
from companion.core.deeds import Deed, Deeds, by_seat, by_state, does, seat_does, table_deed
from companion.core.findings import Findings, stop
from companion.core.texts import tr
from companion.core.verdict import Note
from companion.games.gmm import actions as act
from companion.games.gmm import play_battle, play_round
from companion.games.gmm.flow import settle
from companion.games.gmm.state import Stage, State

if TYPE_CHECKING:
    from collections.abc import Mapping

_SEAT: Final[Mapping[type[Action], Deed[State]]] = {
    act.Dealt: Deed(by_seat(play_round.check_dealt), seat_does(play_round.apply_dealt)),
    act.Flip: Deed(
        play_battle.check_flip, lambda s, a, seat: play_battle.apply_flip(s, a.card, seat)
    ),
    act.Call: Deed(play_battle.check_call, play_battle.apply_call),
    act.Count: Deed(
        play_round.check_count, lambda s, a, seat: play_round.apply_count(s, a.cards, seat)
    ),
}
"""Actions of one player."""

_TABLE: Final[Mapping[type[Action], Deed[State]]] = {
    act.Dealer: table_deed(
        play_round.check_dealer, lambda s, a: play_round.apply_dealer(s, a.seat)
    ),
    act.Rate: table_deed(play_battle.check_rate, play_battle.apply_rate),
    act.Winner: table_deed(
        play_battle.check_winner, lambda s, a: play_battle.apply_winner(s, a.seat)
    ),
    act.Tie: table_deed(play_battle.check_tie, play_battle.apply_tie),
    act.Mashup: Deed(by_state(play_battle.check_mashup), does(play_battle.apply_mashup)),
    act.Confirm: Deed(by_state(play_round.check_confirm), does(play_round.apply_confirm)),
    act.ChooseAbility: table_deed(
        lambda s, _a: play_round.check_ability(s), play_round.apply_ability
    ),
    act.AdjustCount: table_deed(play_round.check_adjust_count, play_round.apply_adjust_count),
    act.AdjustTrophy: table_deed(play_round.check_adjust_trophy, play_round.apply_adjust_trophy),
    act.AdjustDeclarer: table_deed(
        play_round.check_adjust_declarer, lambda s, a: play_round.apply_adjust_declarer(s, a.seat)
    ),
}
"""Actions of the table; anybody may declare them."""

_DEEDS: Final = Deeds("Monster Mayhem", _SEAT, _TABLE)

_DEFAULT_RULINGS: Final = frozenset({"GMM-M3a", "GMM-D2a", "GMM-D3", "GMM-D4", "GMM-E3"})
"""Default rulings that carry themselves out; they are said before they do."""


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    if isinstance(action, Roll):
        return stop("X-4", tr("Monster Mayhem has no dice"))
    if state.stage is Stage.OVER and not isinstance(action, act.AdjustTrophy):
        return stop("GMM-E2", tr("the game is over"))
    found = stands_against(state, action)
    return found or _foretold(state, action)


def stands_against(state: State, action: Action) -> Findings:
    """Find what stands against an action, without what default rulings will do to it."""
    return _DEEDS.check(state, action, len(state.players))


def _foretold(state: State, action: Action) -> Findings:
    """Say which default rulings a legal action will bring into play."""
    news = apply(state, action).news
    return tuple(Note(one.rule, one.text) for one in news if one.rule in _DEFAULT_RULINGS)


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    return settle(_DEEDS.apply(replace(state, news=()), action))
