"""Around the battles: the dealer, the deal, the count, the final tie, and the table's rulings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.texts import stage_text, tr
from companion.games.gmm import flow
from companion.games.gmm.cards import DECK
from companion.games.gmm.state import BATTLE, Stage, State

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.gmm.actions import (
        AdjustCount,
        AdjustDeclarer,
        AdjustTrophy,
        ChooseAbility,
        Count,
        Dealer,
    )


def _seated(state: State, seat: Seat, rule: str) -> Findings:
    return YES if state.has_seats(seat) else nobody_there(rule)


# ---------------------------------------------------------------- dealing


def check_dealer(state: State, action: Dealer) -> Findings:
    """GMM-S4; later dealers follow from the rounds (GMM-R3)."""
    if state.stage not in {Stage.DEALER, Stage.DEAL}:
        return stop(
            "GMM-S4",
            tr(
                "the dealer is named before the deal; {stage_text}",
                stage_text=stage_text(state.stage),
            ),
        )
    found = _seated(state, action.seat, "GMM-S4")
    if not found and state.awards and action.seat != state.dealer:
        who = state.name(state.dealer)
        return against("GMM-R3", tr("{who} deals, to the left of the last round's winner", who=who))
    return found


def apply_dealer(state: State, seat: Seat) -> State:
    """The dealer is known, and will be Player 1 (GMM-R2)."""
    return replace(state, stage=Stage.DEAL, dealer=seat, declarer=seat)


def check_dealt(state: State, seat: Seat) -> Findings:
    """GMM-S2, GMM-S4, GMM-R3."""
    if state.stage is Stage.DEALER:
        return stop("GMM-S4", tr("first the table names the dealer"))
    if state.stage is not Stage.DEAL:
        return stop("GMM-S2", tr("nobody deals; {stage_text}", stage_text=stage_text(state.stage)))
    if seat != state.dealer:
        rule = "GMM-R3" if state.awards else "GMM-S4"
        return against(rule, tr("{name} deals this round", name=state.name(state.dealer)))
    return YES


def apply_dealt(state: State, seat: Seat) -> State:
    """Everybody has an even share; the dealer declares first (GMM-S2, GMM-R2)."""
    return flow.deal(replace(state, dealer=seat))


# ---------------------------------------------------------------- counting


def check_count(state: State, action: Count, seat: Seat) -> Findings:
    """GMM-E1: the pile is counted against what the program expects."""
    if state.stage is not Stage.COUNT:
        return stop(
            "GMM-E1",
            tr("winnings are counted after the last battle; {now}", now=stage_text(state.stage)),
        )
    player = state.players[seat]
    if player.counted:
        return stop("GMM-E1", tr("{name} has counted already", name=state.name(seat)))
    if not 0 <= action.cards <= DECK:
        return stop("GMM-E1", tr("a winnings pile has 0 to {deck} cards", deck=DECK))
    if action.cards != player.winnings:
        text = tr(
            "{name} should have {winnings} cards, not {cards}",
            name=state.name(seat),
            winnings=player.winnings,
            cards=action.cards,
        )
        return against(
            "GMM-E1", tr("{text}: count once more, or correct what was entered", text=text)
        )
    return YES


def apply_count(state: State, cards: int, seat: Seat) -> State:
    """The pile counts; after the last one the round is decided."""
    player = state.players[seat]
    adjusted = player.adjusted + cards - player.winnings
    state = state.with_player(seat, replace(player, adjusted=adjusted, counted=True))
    return flow.decide(state) if all(one.counted for one in state.players) else state


def check_confirm(state: State) -> Findings:
    """GMM-E1."""
    if state.stage is not Stage.COUNT:
        return stop(
            "GMM-E1",
            tr("winnings are counted after the last battle; {now}", now=stage_text(state.stage)),
        )
    return YES


def apply_confirm(state: State) -> State:
    """All piles are as the program says."""
    players = tuple(replace(player, counted=True) for player in state.players)
    return flow.decide(replace(state, players=players))


# ---------------------------------------------------------------- the final tie


def check_ability(state: State) -> Findings:
    """GMM-E3."""
    if state.stage is not Stage.ABILITY:
        return stop(
            "GMM-R1", tr("every round has its own ability; only a final tie lets you choose")
        )
    return YES


def apply_ability(state: State, action: ChooseAbility) -> State:
    """All 60 cards are shuffled and dealt to those who share the first place."""
    return flow.begin_sudden(state, flow.first_places(state), action.ability, final=True)


# ---------------------------------------------------------------- rulings of the table


def check_adjust_count(state: State, action: AdjustCount) -> Findings:
    """X-7."""
    found = _seated(state, action.seat, "X-7")
    if found:
        return found
    final = state.sudden is not None and state.sudden.final
    if final or state.stage not in {*BATTLE, Stage.COUNT, Stage.SUDDEN_DEATH}:
        return stop(
            "X-7", tr("there are no winnings piles to adjust; {now}", now=stage_text(state.stage))
        )
    now = state.players[action.seat].winnings
    if not action.cards or not 0 <= now + action.cards <= DECK:
        name = state.name(action.seat)
        return stop(
            "X-7",
            tr(
                "{name}'s pile has {now} cards; a pile has 0 to {deck}",
                name=name,
                now=now,
                deck=DECK,
            ),
        )
    return YES


def apply_adjust_count(state: State, action: AdjustCount) -> State:
    """The pile counts otherwise; a sudden death is broken off and the piles counted again."""
    player = state.players[action.seat]
    adjusted = player.winnings + action.cards - len(player.won)
    state = state.with_player(action.seat, replace(player, adjusted=adjusted))
    return state if state.stage in BATTLE else flow.to_count(state)


def check_adjust_trophy(state: State, action: AdjustTrophy) -> Findings:
    """X-7."""
    found = _seated(state, action.seat, "X-7")
    if found:
        return found
    finished = len(state.awards)
    played = (
        finished if state.stage in {Stage.OVER, Stage.ABILITY} or _final(state) else finished + 1
    )
    if not 1 <= action.round <= played:
        return stop("X-7", tr("round {round} has not been played", round=action.round))
    if action.round <= finished and state.awards[action.round - 1].winner == action.seat:
        return stop("X-7", tr("{name} has this Trophy", name=state.name(action.seat)))
    return YES


def _final(state: State) -> bool:
    return state.sudden is not None and state.sudden.final


def apply_adjust_trophy(state: State, action: AdjustTrophy) -> State:
    """The Trophy changes hands; who deals or has won follows from that."""
    if action.round > len(state.awards):
        return flow.award(state, action.seat, "X-7")
    at = action.round - 1
    changed = replace(state.awards[at], winner=action.seat, rule="X-7")
    state = replace(state, awards=(*state.awards[:at], changed, *state.awards[at + 1 :]))
    if state.stage in {Stage.OVER, Stage.ABILITY} or _final(state):
        return flow.finish(replace(state, champion=None, sudden=None))
    if state.stage is Stage.DEAL and action.round == len(state.awards):
        dealer = state.left(action.seat)
        return replace(state, dealer=dealer, declarer=dealer)
    return state


def check_adjust_declarer(state: State, action: AdjustDeclarer) -> Findings:
    """X-7."""
    if state.stage not in BATTLE:
        return stop("X-7", tr("nobody declares; {now}", now=stage_text(state.stage)))
    found = _seated(state, action.seat, "X-7")
    if not found and action.seat == state.declarer:
        return stop("X-7", tr("{name} declares already", name=state.name(action.seat)))
    return found


def apply_adjust_declarer(state: State, seat: Seat) -> State:
    """This player declares; cards that lie open stay."""
    return replace(state, declarer=seat, ruled=True)
