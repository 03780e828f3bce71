"""What must hold in every state (MON-I1, MON-I2, MON-I6, as far as one state shows them)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from companion.core.texts import tr
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.dominoes.table import in_use, known_places
from companion.games.mon.monster import LEAST, faults, is_closed, is_connected, mismatched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.mon.dominoes.state import State


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    return (*_cards(state), *_centre(state), *_collected(state), *_turn(state))


def _cards(state: State) -> Iterator[str]:
    if in_use(state) != state.size:
        yield tr("MON-I1: {in_use} cards instead of {size}", in_use=in_use(state), size=state.size)
    if state.deck < 0:
        yield tr("MON-I1: the deck holds {deck} cards", deck=state.deck)
    if not state.full:
        return
    for card, count in known_places(state).items():
        known = state.cards.get(card)
        if known is None or count > known.copies:
            yield tr("MON-I1: {count} copies of {card}", count=count, card=card)


def _centre(state: State) -> Iterator[str]:
    if not state.full or not state.centre.parts:
        return
    for fault in faults(state.cards, state.centre):
        yield f"MON-I2: {fault}"
    if len(mismatched(state.cards, state.centre)) > state.ruled:
        yield tr("MON-I2: unlike ports are joined")
    if not is_connected(state.centre):
        yield tr("MON-G3: the monster has fallen apart")
    if is_closed(state.cards, state.centre):
        yield tr("MON-D5: a closed monster was not collected")


def _collected(state: State) -> Iterator[str]:
    small = 0
    for seat, player in enumerate(state.players):
        if sum(player.monsters) + player.mended != len(player.collected):
            yield tr(
                "MON-I6: seat {seat} has {collected} cards of {monsters}",
                seat=seat,
                collected=len(player.collected),
                monsters=player.monsters,
            )
        small += sum(1 for size in player.monsters if size < LEAST)
    if small > state.ruled:
        yield tr("MON-I6: {small} monsters of fewer than {least} cards", small=small, least=LEAST)


def _turn(state: State) -> Iterator[str]:
    held = any(player.hand for player in state.players)
    match state.stage:
        case Stage.START | Stage.TURN:
            if bool(state.centre.parts) != (state.stage is Stage.TURN):
                yield tr(
                    "MON-D3: {size} cards in the centre at {stage}",
                    size=state.centre.size,
                    stage=state.stage.value,
                )
        case Stage.REFILL:
            if state.players[state.turn].hand or not state.deck:
                yield tr("MON-D9: seat {turn} needs no new cards", turn=state.turn)
        case Stage.COUNT | Stage.OVER:
            if held or state.centre.parts:
                yield tr("MON-D11: unused cards were not discarded")
        case Stage.SETUP | Stage.DEAL:
            pass
        case _:
            assert_never(state.stage)
