"""Surprise, and the Dimwit going from hand to hand (MD-K1, MD-E5, MD-C3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, blocked, nobody_there, stop
from companion.core.texts import stage_text, tr
from companion.games.md.flow import settle
from companion.games.md.house import SurpriseFaces
from companion.games.md.play_effects import check_sides
from companion.games.md.state import Stage, State
from companion.games.md.table import (
    border,
    has_card,
    lay_down,
    opponent,
    pass_card,
    sides,
    spend,
)
from companion.games.md.words import Effect, Special

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.md.actions import SendDimwit, Surprise


def check_surprise(state: State, action: Surprise, seat: Seat) -> Findings:
    """MD-K1, K1a: anybody, between two steps of any turn."""
    wrong = border(state, seat) or has_card(state, seat, Special.SURPRISE)
    return wrong or opponent(state, seat, action.target, "MD-K1")


def apply_surprise(state: State, action: Surprise, seat: Seat) -> State:
    """Pools change places as they lie; infirmaries stay (MD-I3)."""
    state = lay_down(state, seat, Special.SURPRISE)
    mine, theirs = state.players[seat], state.players[action.target]
    state = state.with_player(seat, replace(mine, pool=theirs.pool))
    state = state.with_player(action.target, replace(theirs, pool=mine.pool))
    if state.house.surprise_faces is SurpriseFaces.VOID and state.turn in {seat, action.target}:
        came = tuple(die.id for die in state.active.pool if die.id not in state.waiting)
        state = replace(state, waiting=(*state.waiting, *came))
    return settle(state)


def check_hand_over(state: State, seat: Seat) -> Findings:
    """MD-E5: offered to every opponent alike; who has the Dimwit is never asked."""
    if state.stage is not Stage.EFFECTS:
        return stop(
            "MD-E5",
            tr("nothing is handed over now; {stage_text}", stage_text=stage_text(state.stage)),
        )
    if seat == state.turn:
        return stop("MD-E5", tr("an opponent hands it over, not the player in turn"))
    if state.players[seat].hand < 1:
        return stop("MD-E5", tr("{name} has no card in hand", name=state.name(seat)))
    if not sides(state, Effect.HAND_OVER):
        return against("MD-E5", tr("that takes a sculpted Die'mwit that is not used"))
    return YES


def apply_hand_over(state: State, seat: Seat) -> State:
    """The Dimwit goes openly to the player in turn."""
    return pass_card(spend(state, Effect.HAND_OVER), seat, state.turn)


def check_send(state: State, action: SendDimwit, seat: Seat) -> Findings:
    """MD-C3, C3a: the holder owns up; the receiver is any player but the roller (MD-Q11)."""
    findings = check_sides(state, seat, Effect.SEND_DIMWIT)
    if blocked(findings):
        return findings
    giver, taker = action.giver, action.taker
    if giver is None and taker is None:
        return findings + _nobody(state)
    if giver is None or taker is None:
        return findings + stop("MD-C3", tr("say from whom and to whom, or that nobody has it"))
    if not state.has_seats(giver, taker):
        return findings + nobody_there("MD-C3")
    if state.players[giver].hand < 1:
        return findings + stop("MD-C3", tr("{name} has no card in hand", name=state.name(giver)))
    if taker == seat:
        findings += against("MD-C3a", tr("the Dimwit goes to another player than the roller"))
    return findings


def _nobody(state: State) -> Findings:
    if state.deck == 0:
        return against("MD-C3", tr("the deck is empty: somebody has the Dimwit"))
    return YES


def apply_send(state: State, action: SendDimwit) -> State:
    """The sides are used; the card goes openly from hand to hand, if anybody has it."""
    state = spend(state, Effect.SEND_DIMWIT)
    if action.giver is None or action.taker is None:
        return state
    return pass_card(state, action.giver, action.taker)
