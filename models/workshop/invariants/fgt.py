"""What must hold in every state (FGT-I1 to I7, as far as one state shows them)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.seats import Seat
from companion.games.fgt.flow import kills
from companion.games.fgt.score import COLUMN, score
from companion.games.fgt.state import (
    DRAWING,
    FIGHT,
    HAND,
    ROUNDS,
    BoostState,
    Stage,
    State,
)
from companion.games.fgt.table import fighting, lead, named, showings


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    return (*_cards(state), *_glory(state), *_order(state), *_fight(state), *_lead(state))


def cards_in_play(state: State) -> int:
    """How many Warriors are accounted for (FGT-I1)."""
    held = sum(one.hand + len(one.scored) + len(one.out) for one in state.players)
    search = state.search
    apart = len(search.revealed) + len(search.scored) if search else 0  # FGT-K11
    return state.reserves + len(state.graveyard) + held + fighting(state) + apart


def _cards(state: State) -> Iterator[str]:
    total = cards_in_play(state)
    if total != state.deck:
        yield f"FGT-I1: {total} Warriors instead of {state.deck}"
    if state.reserves < 0:
        yield f"FGT-I1: the Reserves hold {state.reserves}"
    for card, count in named(state).items():
        if count > 1 or (state.full and state.warrior(card) is None):
            yield f"FGT-I1: {count} times {card}"
    for seat, player in enumerate(state.players):
        told = player.told
        if player.hand < 0 or (told is not None and sum(x.count for x in told) != player.hand):
            yield f"FGT-I3: seat {seat} holds {player.hand}, said {told}"
        begins = state.stage is Stage.ARENA and seat in state.present
        if begins and not state.uneven and player.hand != HAND:
            yield f"FGT-I3: seat {seat} begins the round with {player.hand}"
        if begins and player.owed:
            yield f"FGT-I3: seat {seat} still owes {player.owed}"


def _glory(state: State) -> Iterator[str]:
    won = sum(player.glory for player in state.players)
    aside = sum(arena.glory for arena in state.aside)
    current = state.arena.glory if state.arena else 0
    entered = sum(arena.glory for arena in state.entered)
    if won + aside + current != entered:
        yield f"FGT-I2: {won} won, {aside} aside, {current} fought for, {entered} entered"
    sheet = score(state)
    for at, player in enumerate(state.players):
        total = sheet.total(Seat(at), COLUMN)
        if player.score != total:
            yield f"FGT-I3: seat {at} has {player.score}, the sheet {total}"


def _order(state: State) -> Iterator[str]:
    if not state.round:
        return
    first = Seat((state.starter + state.round - 1) % len(state.players))
    if state.setup.left:
        first = state.order[0]
    if state.first != first:
        yield f"FGT-I4: seat {state.first} is first in round {state.round} instead of {first}"
    after = state.stage in {Stage.DRAW, Stage.OVER} or _shuffles_after(state)
    wanted, decided = state.round if after else state.round - 1, len(state.decided)
    if [arena.round for arena in state.decided] != list(range(1, wanted + 1)):
        yield f"FGT-I4: {decided} Arenas are decided in round {state.round}"
    if (state.stage is Stage.OVER) != (decided == ROUNDS):
        yield f"FGT-E1: {decided} Arenas are decided in stage {state.stage.value}"


def _shuffles_after(state: State) -> bool:
    return state.stage is Stage.RESHUFFLE and state.resume is Stage.DRAW


def _fight(state: State) -> Iterator[str]:
    running = state.stage in FIGHT or (state.stage in DRAWING and not _shuffles_after(state))
    for seat, player in enumerate(state.players):
        main, boost = player.main, player.boost
        if (main or boost) and (state.stage in {Stage.SETUP, Stage.OVER} or not (running or state.uneven)):
            yield f"FGT-D1: seat {seat} has Warriors in no Fight"
        if boost and not main:
            yield f"FGT-P2: seat {seat} has a Boost without a Main"
        if main and main.alive and main.power is not None and kills(main.power):
            yield f"FGT-I5: seat {seat} fights with {main.power}"
        if boost and boost.state is BoostState.FACEDOWN and state.stage is Stage.JUDGE:
            yield f"FGT-I6: seat {seat} has not resolved its Boost"
        lost = boost and boost.state is BoostState.LOST
        if lost and main and main.alive:
            yield f"FGT-I6: seat {seat} has lost its Boost"
    if state.stage is Stage.BOOST and not state.players[state.turn].undecided:
        yield f"INV-7: seat {state.turn} has nothing to resolve"
    if state.stage is Stage.PLAY and state.players[state.turn].main is not None:
        yield f"INV-7: seat {state.turn} has played"
    if (state.search is not None) != (state.stage in DRAWING and not _shuffles_after(state)):
        yield f"FGT-K11: cards are kept apart in stage {state.stage.value}"


def _lead(state: State) -> Iterator[str]:
    """FGT-I7."""
    best, found = lead(state), showings(state)
    if best is None:
        return
    if best.seat not in found:
        yield f"FGT-I7: seat {best.seat} leads and does not fight"
        return
    for seat, one in found.items():
        if one.lacks < found[best.seat].lacks:
            yield f"FGT-I7: seat {seat} is better than seat {best.seat}"
