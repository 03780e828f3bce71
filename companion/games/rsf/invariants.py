"""What must hold in every state (RSF-I1 to I8, as far as one state shows them)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.core.texts import tr
from companion.core.words import UNNAMED, Cell
from companion.games.rsf.state import FIGHT, Stage
from companion.games.rsf.table import cards_in_play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.words import CardId
    from companion.games.rsf.state import State


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    return (*_cards(state), *_turn(state), *_lives(state))


def _cards(state: State) -> Iterator[str]:
    total = cards_in_play(state)
    if total != state.deck:
        yield tr("RSF-I1: {total} cards instead of {deck}", total=total, deck=state.deck)
    if state.pile < 0:
        yield tr("RSF-I1: the pile holds {pile} cards", pile=state.pile)
    for card, count in _named(state).items():
        known = state.card(card)
        if not state.full:
            yield tr("RSF-S5: {card} has a name in light depth", card=card)
        elif known is None or count > known.copies:
            yield tr("RSF-I1: {count} copies of {card}", count=count, card=card)
    if len(state.destroyed) != state.hits + state.mended:
        yield tr(
            "RSF-I4: {destroyed} destroyed cards after {hits} hits",
            destroyed=len(state.destroyed),
            hits=state.hits,
        )
    for seat, player in enumerate(state.players):
        cells = [piece.cell for piece in player.monster]
        if len(set(cells)) != len(cells) or cells != sorted(cells):
            yield tr("RSF-R2x: seat {seat} has two cards in one cell", seat=seat)
        if not state.full and cells != [Cell(at, 0) for at in range(len(cells))]:
            yield tr("RSF-R2x: seat {seat} has pieces that are not counted", seat=seat)


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
        yield tr(
            "RSF-I3: {actions_used} actions in Phase {phase}",
            actions_used=state.actions_used,
            phase=state.phase,
        )
    if state.specials_used > state.actions_used:
        yield tr(
            "RSF-I3: {specials_used} specials in {actions_used} actions",
            specials_used=state.specials_used,
            actions_used=state.actions_used,
        )
    if state.stage in FIGHT and not state.players[state.turn].alive:
        yield tr("INV-7: seat {turn} is out and in turn", turn=state.turn)
    if state.stage in {Stage.DODGE, Stage.DODGE_ROLL, Stage.HIT} and state.strike is None:
        yield tr("RSF-O2: a hit without an attack")


def _lives(state: State) -> Iterator[str]:
    if state.stage not in FIGHT and state.stage is not Stage.OVER:
        return
    for seat in state.order:
        player = state.players[seat]
        waiting = seat == state.turn and state.stage in {Stage.REPLACE_DRAW, Stage.ATTACH}
        if player.alive and not player.monster and not waiting:
            yield tr("RSF-I7: seat {seat} lives without a piece", seat=seat)
        if not player.alive and (player.monster or player.hand):
            yield tr("RSF-I7: seat {seat} is out and holds cards", seat=seat)
    over = len(state.living) <= 1 or state.called
    if over != (state.stage is Stage.OVER):
        yield tr(
            "RSF-I7: {living} monsters live in stage {stage}",
            living=len(state.living),
            stage=state.stage.value,
        )
    gone = [seat for group in state.fallen for seat in group]
    if sorted(gone) != sorted(seat for seat in state.order if not state.players[seat].alive):
        yield tr("RSF-E2: who is out does not agree with who fell")
