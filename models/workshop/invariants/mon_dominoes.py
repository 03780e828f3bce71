"""What must hold in every state (MON-I1, MON-I2, MON-I6, as far as one state shows them)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from companion.core.words import CardId
from companion.games.mon.cards import Card
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.dominoes.table import known_places
from companion.games.mon.monster import LEAST, Monster, count_oddities, is_closed, width
from companion.games.mon.words import PortRef


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    return (*_cards(state), *_centre(state), *_collected(state), *_turn(state))


def in_use(state: State) -> int:
    """Count every card, wherever it is (MON-I1)."""
    held = sum(len(player.hand) + len(player.collected) for player in state.players)
    return state.deck + held + state.centre.size + len(state.discarded) + len(state.gone)


def _cards(state: State) -> Iterator[str]:
    if in_use(state) != state.size:
        yield f"MON-I1: {in_use(state)} cards instead of {state.size}"
    if state.deck < 0:
        yield f"MON-I1: the deck holds {state.deck} cards"
    if not state.full:
        return
    for card, count in known_places(state).items():
        known = state.cards.get(card)
        if known is None or count > known.copies:
            yield f"MON-I1: {count} copies of {card}"


def faults(cards: Mapping[CardId, Card], monster: Monster) -> tuple[str, ...]:
    """What is wrong with the joints (MON-G3, MON-I2), one sentence each; `mismatched` has widths."""
    found: list[str] = []
    used: set[PortRef] = set()
    if len(set(monster.parts)) != len(monster.parts):
        found.append("a card appears in it twice")
    for joint in monster.joints:
        for end in joint.ends:
            if width(cards, end) is None or end.part not in monster.parts:
                found.append(f"{end.word()} is no port of this monster")
            elif end in used:
                found.append(f"{end.word()} is joined twice")
            used.add(end)
        if joint.one.part == joint.other.part:
            both = "+".join(end.word() for end in joint.ends)
            found.append(f"{both} joins a card to itself")
    return tuple(found)


def _centre(state: State) -> Iterator[str]:
    if not state.full or not state.centre.parts:
        return
    for fault in faults(state.cards, state.centre):
        if not (state.ruled and fault.endswith("twice")):
            yield f"MON-I2: {fault}"
    if count_oddities(state.cards, state.centre) > state.ruled:
        yield "MON-I2: unlike ports, a port joined twice or cards apart, and no ruling"
    if is_closed(state.cards, state.centre):
        yield "MON-D5: a closed monster was not collected"


def _collected(state: State) -> Iterator[str]:
    small = 0
    for seat, player in enumerate(state.players):
        if sum(player.monsters) + player.mended != len(player.collected):
            yield f"MON-I6: seat {seat} has {len(player.collected)} cards of {player.monsters}"
        small += sum(1 for size in player.monsters if size < LEAST)
    if small > state.ruled:
        yield f"MON-I6: {small} monsters of fewer than {LEAST} cards"


def _turn(state: State) -> Iterator[str]:
    held = any(player.hand for player in state.players)
    match state.stage:
        case Stage.START | Stage.TURN:
            if bool(state.centre.parts) != (state.stage is Stage.TURN):
                yield f"MON-D3: {state.centre.size} cards in the centre at {state.stage.value}"
        case Stage.REFILL:
            if state.players[state.turn].hand or not state.deck:
                yield f"MON-D9: seat {state.turn} needs no new cards"
        case Stage.COUNT | Stage.OVER:
            if held or state.centre.parts:
                yield "MON-D11: unused cards were not discarded"
        case Stage.SETUP | Stage.DEAL:
            pass
        case _:
            assert_never(state.stage)
