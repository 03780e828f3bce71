"""What must hold in every state (RSF-I1 to I8, as far as one state shows them)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf.state import Stage, State


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    return (*_cards(state), *_turn(state), *_lives(state))


def cards_in_play(state: State) -> int:
    """Cards in pile, discard, hands and monsters, and destroyed ones (RSF-I1)."""
    return (
        state.pile
        + len(state.discard)
        + len(state.destroyed)
        + sum(len(player.hand) + len(player.monster) for player in state.players)
    )


def _cards(state: State) -> Iterator[str]:
    total = cards_in_play(state)
    if total != state.deck:
        yield f"RSF-I1: {total} cards instead of {state.deck}"
    if state.pile < 0:
        yield f"RSF-I1: the pile holds {state.pile} cards"
    for card, count in _named(state).items():
        known = state.card(card)
        if not state.full:
            yield f"RSF-S5: {card} has a name in light depth"
        elif known is None or count > known.copies:
            yield f"RSF-I1: {count} copies of {card}"
    if len(state.destroyed) != state.hits + state.mended:
        yield f"RSF-I4: {len(state.destroyed)} destroyed cards after {state.hits} hits"
    for seat, player in enumerate(state.players):
        cells = [piece.cell for piece in player.monster]
        if len(set(cells)) != len(cells) or cells != sorted(cells):
            yield f"RSF-R2x: seat {seat} has two cards in one cell"
        if not state.full and cells != [Cell(at, 0) for at in range(len(cells))]:
            yield f"RSF-R2x: seat {seat} has pieces that are not counted"


def _named(state: State) -> Counter[CardId]:
    named: Counter[CardId] = Counter(thrown.card for thrown in state.discard)
    named.update(state.destroyed)
    if not state.full and state.drawn:
        named[state.drawn] += 1
    for player in state.players:
        named.update(player.hand)
        named.update(piece.card for piece in player.monster)
    del named[UNNAMED]
    return named


def _turn(state: State) -> Iterator[str]:
    if state.actions_used > state.budget + state.beyond:
        yield f"RSF-I3: {state.actions_used} actions in Phase {state.phase}"
    if state.specials_used > state.actions_used:
        yield f"RSF-I3: {state.specials_used} specials in {state.actions_used} actions"
    if not state.over and not state.players[state.turn].alive and state.phase:
        yield f"INV-7: seat {state.turn} is out and in turn"
    if state.stage in {Stage.DODGE, Stage.DODGE_ROLL, Stage.HIT} and state.strike is None:
        yield "RSF-O2: a hit without an attack"


def _lives(state: State) -> Iterator[str]:
    for seat in state.order:
        player = state.players[seat]
        waiting = seat == state.acting and state.stage in {Stage.REPLACE_DRAW, Stage.ATTACH}
        if state.phase and player.alive and not player.monster and not waiting:
            yield f"RSF-I7: seat {seat} lives without a piece"
        if not player.alive and (player.monster or player.hand):
            yield f"RSF-I7: seat {seat} is out and holds cards"
    over = len(state.living) <= 1 or state.called
    if over != (state.stage is Stage.OVER):
        yield f"RSF-I7: {len(state.living)} monsters live in stage {state.stage.value}"
    gone = {*state.setup.left, *(seat for group in state.fallen for seat in group)}
    if gone != {seat for seat in state.order if not state.players[seat].alive}:
        yield "RSF-E2: who is out does not agree with who fell"
