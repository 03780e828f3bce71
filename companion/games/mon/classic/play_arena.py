"""To the fight in Arena: enter, meet, change what waits there (MON-A2 to MON-A5a)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.findings import YES, Findings, against, stop
from companion.core.texts import tr
from companion.games.mon.classic import flow
from companion.games.mon.classic.play_turn import FIGHT, check_monster
from companion.games.mon.classic.state import Claim, Stage, State, Waiting, minus
from companion.games.mon.classic.table import free_cards, lacking, stage_text, why_void

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.mon.classic.actions import ChangeArena, EnterArena, MeetArena

_TURN: Final = frozenset({Stage.DRAW, Stage.BUILD})


def check_enter(state: State, action: EnterArena, seat: Seat) -> Findings:
    """MON-A2, MON-A2a, MON-A5: a complete monster into an empty Arena."""
    if state.stage in FIGHT:
        return stop("MON-A5", tr("two monsters are fighting in the Arena"))
    if state.stage not in _TURN:
        return stop("MON-A2", tr("no monster can enter now; {now}", now=stage_text(state.stage)))
    if state.arena is not None:
        return stop("MON-A5", tr("the Arena is taken by {name}", name=state.name(state.arena.seat)))
    wrong = check_monster(state, seat, action.cards, ("MON-A2", ("enter-arena", "rearrange")))
    return wrong or (
        *_check_moment(state, seat, "MON-A2a"),
        *_check_shown(state, action.cards, seat, "MON-A2"),
    )


def check_meet(state: State, action: MeetArena, seat: Seat) -> Findings:
    """MON-A4, MON-A4a: a complete monster against somebody else's in the Arena."""
    if state.stage not in _TURN:
        return stop("MON-A4", tr("no monster can be met now; {now}", now=stage_text(state.stage)))
    if state.arena is None:
        return stop("MON-A4", tr("the Arena is empty"))
    if state.arena.seat == seat:
        return stop(
            "MON-A4", tr("it is {name}'s own monster; others decide", name=state.name(seat))
        )
    wrong = check_monster(state, seat, action.cards, ("MON-A4", ("meet-arena", "rearrange")))
    return wrong or (
        *_check_moment(state, seat, "MON-A4a"),
        *_check_shown(state, action.cards, seat, "MON-A4"),
    )


def _check_moment(state: State, seat: Seat, rule: str) -> Findings:
    if seat != state.turn:
        return against(rule, tr("it is {name}'s turn", name=state.name(state.turn)))
    if state.stage is Stage.DRAW:
        return against(rule, tr("{name} takes a card first", name=state.name(seat)))
    return YES


def _check_shown(state: State, cards: tuple[CardId, ...], seat: Seat, rule: str) -> Findings:
    if not (state.shown and state.full):
        return YES
    void = why_void(state, seat, cards or state.players[seat].monster, None)
    return against(rule, void) if void else YES


def apply_enter(state: State, action: EnterArena, seat: Seat) -> State:
    """It waits there, if it is complete (MON-A2)."""
    if not state.full:
        return replace(state, stage=Stage.VERIFY, claim=Claim(seat, None, state.stage))
    cards = action.cards or state.players[seat].monster
    if not state.shown and why_void(state, seat, cards, None):
        return flow.at_home(state, seat, cards)
    return flow.enter_arena(state, seat, cards)


def apply_meet(state: State, action: MeetArena, seat: Seat) -> State:
    """The fight runs as in Classic, if the newcomer is complete (MON-A4)."""
    if not state.full:
        return replace(state, stage=Stage.VERIFY, claim=Claim(seat, state.waits.seat, state.stage))
    cards = action.cards or state.players[seat].monster
    if not state.shown and why_void(state, seat, cards, None):
        return flow.at_home(state, seat, cards)
    return flow.meet_arena(state, seat, cards)


def check_change(state: State, action: ChangeArena, seat: Seat) -> Findings:
    """MON-A5a: what waits in the Arena is left as it is, unless the table plays otherwise."""
    if state.arena is None or state.arena.seat != seat:
        return stop("MON-A5a", tr("{name} has no monster in the Arena", name=state.name(seat)))
    if state.stage not in {*_TURN, Stage.PRIZE}:
        return stop("MON-A5a", tr("nothing can be changed now; {now}", now=stage_text(state.stage)))
    if not state.full and action.cards:
        return stop("MON-A5a", tr("in light depth cards are not named"))
    missing = minus(action.cards, (*free_cards(state, seat), *state.arena.cards))
    if missing:
        return stop(
            "MON-C7",
            tr("{missing} is not on {name}'s table", missing=missing[0], name=state.name(seat)),
        )
    locked = (
        against("MON-A5a", tr("a monster in the Arena stays as it is")) if state.locked else YES
    )
    lack = lacking(state, action.cards) if action.cards else None
    short = against(lack.rule, tr("the monster lacks {what}", what=lack.what)) if lack else YES
    return (*locked, *short)


def apply_change(state: State, action: ChangeArena, seat: Seat) -> State:
    """Other cards wait in the Arena, or none."""
    home, old = state.players[seat].monster, state.waits.cards
    if not action.cards:
        return flow.at_home(replace(state, arena=None), seat, home or old)
    state = replace(state, arena=Waiting(seat, tuple(sorted(action.cards))))
    return flow.at_home(state, seat, minus(home, minus(action.cards, old)))
