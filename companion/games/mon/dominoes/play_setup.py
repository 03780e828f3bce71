"""Before the first turn: the deck, the youngest, five cards each (MON-D1, MON-D2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.mon.dominoes.state import HAND, SPARE, Stage, State
from companion.games.mon.dominoes.table import check_taken, stage_text, take
from companion.games.mon.rulings import deck_counted

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.mon.dominoes.actions import Dealt, DeckSize, Youngest


def check_deck(state: State, action: DeckSize) -> Findings:
    """MON-D2a: only people know how many cards they have when no catalogue lists them."""
    if state.stage is not Stage.SETUP:
        return stop(
            "MON-D2",
            tr(
                "the deck is counted before the cards are dealt; {now}", now=stage_text(state.stage)
            ),
        )
    if state.full:
        return stop(
            "MON-D2a", tr("the catalogue says it: the deck has {deck} cards", deck=state.deck)
        )
    players = len(state.players)
    return deck_counted("MON-D2", action.count, players, HAND * players)


def apply_deck(state: State, action: DeckSize) -> State:
    """So many cards are in use."""
    return replace(state, deck=action.count, size=action.count, kinds=state.house.dominoes_deck)


def check_youngest(state: State, action: Youngest) -> Findings:
    """MON-D2b."""
    if state.stage is not Stage.SETUP:
        return stop(
            "MON-D2b",
            tr(
                "the youngest is named before the cards are dealt; {now}",
                now=stage_text(state.stage),
            ),
        )
    if not state.has_seats(action.seat):
        return nobody_there("MON-D2b")
    players = len(state.players)
    if not state.deck:
        return stop("MON-D2", tr("first say how many cards the deck has: deck and a number"))
    wanted = HAND * players + SPARE
    if state.deck < wanted:
        return against(
            "MON-D2b",
            tr(
                "{players} players need a deck of {wanted} cards, this one has {deck}",
                players=players,
                wanted=wanted,
                deck=state.deck,
            ),
        )
    return YES


def apply_youngest(state: State, seat: Seat) -> State:
    """The youngest will begin; the cards are dealt first."""
    return replace(state, stage=Stage.DEAL, turn=seat, youngest=seat)


def check_dealt(state: State, action: Dealt) -> Findings:
    """MON-D2: five cards each; named one player at a time when hands are open (MON-D1)."""
    if state.stage is not Stage.DEAL:
        return stop(
            "MON-D2",
            tr("cards are dealt once, before the first turn; {now}", now=stage_text(state.stage)),
        )
    seat = action.actor
    if not state.named:
        if seat is not None or action.cards:
            return stop("MON-D1", tr("nobody's cards are named: the table says dealt, and no more"))
        return YES
    if seat is None:
        return stop("MON-D1", tr("hands are open: each player says what was dealt"))
    if state.players[seat].hand:
        return stop("MON-D2", tr("{name} has cards already", name=state.name(seat)))
    if not 0 < len(action.cards) <= room(state):
        return stop("MON-D2", tr("say from 1 to {room} cards", room=room(state)))
    unknown = check_taken(state, action.cards)
    if unknown or len(action.cards) == HAND:
        return unknown
    return against(
        "MON-D2", tr("everybody gets {hand} cards, not {cards}", hand=HAND, cards=len(action.cards))
    )


def room(state: State) -> int:
    """How many cards one player may get so that one is left for each of those without any."""
    waiting = sum(1 for player in state.players if not player.hand)
    return state.deck - (waiting - 1)


def apply_dealt(state: State, action: Dealt) -> State:
    """Once everybody has cards the youngest begins (MON-D3)."""
    if action.actor is not None and state.named:
        state = take(state, action.actor, action.cards)
    else:
        for seat in state.order:
            if not state.players[seat].hand:
                state = take(state, seat, (UNNAMED,) * min(HAND, room(state)))
    if all(player.hand for player in state.players):
        return replace(state, stage=Stage.START, turn=state.youngest)
    return state
