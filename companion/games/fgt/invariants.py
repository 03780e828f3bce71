"""What must hold in every state (FGT-I1 to I7, as far as one state shows them)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.games.fgt.effects import kills
from companion.games.fgt.judge import lead, showings
from companion.games.fgt.score import COLUMN, score
from companion.games.fgt.state import DRAWING, FIGHT, HAND, ROUNDS, BoostState, Stage, first_in
from companion.games.fgt.table import cards_in_play, named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.fgt.state import State


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    return (*_cards(state), *_glory(state), *_order(state), *_fight(state), *_lead(state))


def _cards(state: State) -> Iterator[str]:
    total = cards_in_play(state)
    if total != state.deck:
        yield tr("FGT-I1: {total} Warriors instead of {deck}", total=total, deck=state.deck)
    if state.reserves < 0:
        yield tr("FGT-I1: the Reserves hold {reserves}", reserves=state.reserves)
    for card, count in named(state).items():
        if count > 1 or (state.full and state.warrior(card) is None):
            yield tr("FGT-I1: {count} times {card}", count=count, card=card)
    for seat, player in enumerate(state.players):
        told = player.told
        if player.hand < 0 or (told is not None and sum(x.count for x in told) != player.hand):
            text = later("FGT-I3: seat {seat} holds {hand}, said {told}")
            yield tr(text, seat=seat, hand=player.hand, told=told)
        begins = state.stage is Stage.ARENA
        if begins and not state.uneven and player.hand != HAND:
            text = later("FGT-I3: seat {seat} begins the round with {hand}")
            yield tr(text, seat=seat, hand=player.hand)
        if begins and player.owed:
            yield tr("FGT-I3: seat {seat} still owes {owed}", seat=seat, owed=player.owed)


def _glory(state: State) -> Iterator[str]:
    won = sum(player.glory for player in state.players)
    aside = sum(arena.glory for arena in state.aside)
    current = state.arena.glory if state.arena else 0
    entered = sum(arena.glory for arena in state.entered)
    if won + aside + current != entered:
        text = later("FGT-I2: {won} won, {aside} aside, {current} fought for, {entered} entered")
        yield tr(text, won=won, aside=aside, current=current, entered=entered)
    sheet = score(state)
    for at, player in enumerate(state.players):
        total = sheet.total(Seat(at), COLUMN)
        if player.score != total:
            text = later("FGT-I3: seat {at} has {score}, the sheet {total}")
            yield tr(text, at=at, score=player.score, total=total)


def _order(state: State) -> Iterator[str]:
    if not state.round:
        return
    first = first_in(state, state.round)
    if state.first != first:
        text = later("FGT-I4: seat {seat} is first in round {round} instead of {first}")
        yield tr(text, seat=state.first, round=state.round, first=first)
    after = state.stage in {Stage.DRAW, Stage.OVER} or _shuffles_after(state)
    wanted, decided = state.round if after else state.round - 1, len(state.decided)
    if [arena.round for arena in state.decided] != list(range(1, wanted + 1)):
        text = later("FGT-I4: {decided} Arenas are decided in round {round}")
        yield tr(text, decided=decided, round=state.round)
    if (state.stage is Stage.OVER) != (decided == ROUNDS):
        text = later("FGT-E1: {decided} Arenas are decided in stage {stage}")
        yield tr(text, decided=decided, stage=state.stage.value)


def _shuffles_after(state: State) -> bool:
    return state.stage is Stage.RESHUFFLE and state.resume is Stage.DRAW


def _fight(state: State) -> Iterator[str]:
    running = state.stage in FIGHT or (state.stage in DRAWING and not _shuffles_after(state))
    for seat, player in enumerate(state.players):
        main, boost = player.main, player.boost
        if (main or boost) and not running:
            yield tr("FGT-D1: seat {seat} has Warriors in no Fight", seat=seat)
        if boost and not main:
            yield tr("FGT-P2: seat {seat} has a Boost without a Main", seat=seat)
        if main and main.alive and main.power is not None and kills(main.power):
            yield tr("FGT-I5: seat {seat} fights with {power}", seat=seat, power=main.power)
        if boost and boost.state is BoostState.FACEDOWN and state.stage is Stage.JUDGE:
            yield tr("FGT-I6: seat {seat} has not resolved its Boost", seat=seat)
        lost = boost and boost.state is BoostState.LOST
        if lost and main and main.alive:
            yield tr("FGT-I6: seat {seat} has lost its Boost", seat=seat)
    if state.stage is Stage.BOOST and not state.players[state.turn].undecided:
        yield tr("INV-7: seat {turn} has nothing to resolve", turn=state.turn)
    if state.stage is Stage.PLAY and state.players[state.turn].main is not None:
        yield tr("INV-7: seat {turn} has played", turn=state.turn)
    if (state.search is not None) != (state.stage in DRAWING and not _shuffles_after(state)):
        yield tr("FGT-K11: cards are kept apart in stage {stage}", stage=state.stage.value)


def _lead(state: State) -> Iterator[str]:
    """FGT-I7."""
    best, found = lead(state), showings(state)
    if best is None:
        return
    if best.seat not in found:
        yield tr("FGT-I7: seat {seat} leads and does not fight", seat=best.seat)
        return
    for seat, one in found.items():
        if one.lacks < found[best.seat].lacks:
            yield tr("FGT-I7: seat {seat} is better than seat {seat2}", seat=seat, seat2=best.seat)
