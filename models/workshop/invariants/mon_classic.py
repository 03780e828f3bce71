"""What must hold in every state (MON-I1, MON-I3, MON-I4, MON-I5, as far as one state shows them)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.words import CardId
from companion.games.mon.cards import DRAGON_CARDS
from companion.games.mon.classic.score import winner
from companion.games.mon.classic.state import Fight, Mode, Side, Stage, State, minus
from companion.games.mon.classic.table import (
    back,
    free_cards,
    hidden_left,
    owned,
    total,
    unseen_parts,
)
from companion.games.mon.words import Faction, Kind

_FIGHT = frozenset({Stage.CHALLENGE, Stage.FLIP, Stage.REINFORCE})


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    fight = _fight(state, state.fight) if state.fight is not None else ()
    return (*_cards(state), *_dragons(state), *_tables(state), *fight, *_stage(state))


def in_use(state: State) -> int:
    """Count every card but Dragon cards, wherever it is (MON-I1)."""
    held = sum(len(player.parts) + player.hand for player in state.players)
    sides = state.fight.sides if state.fight else ()
    return state.deck + held + sum(len(side.played) for side in sides)


def _cards(state: State) -> Iterator[str]:
    if in_use(state) != state.size:
        yield f"MON-I1: {in_use(state)} cards instead of {state.size}"
    if state.deck < 0 or any(player.hand < 0 for player in state.players):
        yield f"MON-I1: {state.deck} cards in the deck, hands {[p.hand for p in state.players]}"
    if not state.full:
        return
    laid = Counter(card for player in state.players for card in player.parts)
    for card, count in laid.items():
        known = state.cards.get(card)
        if known is None or known.kind is not Kind.PART or count > known.copies:
            yield f"MON-I1: {count} copies of {card}"
    unseen = sum(unseen_parts(state).values()) + hidden_left(state)
    if hidden_left(state) < 0 or unseen != state.deck:
        yield f"MON-I1: {unseen} cards unaccounted for, {state.deck} in the deck"


def _dragons(state: State) -> Iterator[str]:
    """MON-I1: set aside and owned make 25; MON-I4: one for each fight won."""
    won = Counter(dragon.faction for player in state.players for dragon in player.dragons)
    for faction in Faction:
        if won[faction] > DRAGON_CARDS:
            yield f"MON-I1: {won[faction]} Dragon cards of {faction}"
    named = Counter(dragon.card for player in state.players for dragon in player.dragons)
    for card, count in named.items() if state.full else ():
        known = state.cards.get(card)
        if known is None or known.kind is not Kind.DRAGON or count > known.copies:
            yield f"MON-I1: {count} copies of {card}"
    for seat, player in enumerate(state.players):
        taken = sum(
            1
            for outcome in state.fights
            if outcome.winner == seat and outcome.dragon is not None and outcome.dragon.faction is player.faction
        )
        if player.own_dragons != taken - player.lost + player.mended:
            yield f"MON-I4: seat {seat} has {player.own_dragons} Dragon cards, won {taken}"


def _tables(state: State) -> Iterator[str]:
    for seat in state.order:
        apart = minus(state.players[seat].monster, free_cards(state, seat))
        if apart:
            yield f"MON-C7: seat {seat} has put together {apart} and does not have them"
    waits = state.arena
    if waits is None:
        return
    if state.mode is Mode.CLASSIC or state.fight is not None:
        yield "MON-I5: a monster waits in the Arena"
    if minus(waits.cards, owned(state, waits.seat)) or (state.full and not waits.cards):
        yield f"MON-I5: {waits.cards} wait in the Arena"


def _fight(state: State, fight: Fight) -> Iterator[str]:
    if fight.attacker.seat == fight.defender.seat:
        yield "MON-C10: somebody fights alone"
    for side in fight.sides:
        if minus(side.removed, side.cards):
            yield f"MON-I3: {side.removed} taken off {side.cards}"
        if state.full and minus(side.cards, owned(state, side.seat)):
            yield f"MON-C21: {side.cards} do not belong to seat {side.seat}"
        if fight.priority is not None and total(state, fight, side) != _sum(state, fight, side):
            yield f"MON-I3: seat {side.seat} counts {total(state, fight, side)}"
    if (fight.priority is None) is (state.stage is Stage.REINFORCE):
        yield f"MON-C13: priority {fight.priority} at {state.stage}"


def _sum(state: State, fight: Fight, side: Side) -> int:
    """A side's points card by card, another way than `total` goes (MON-I3)."""
    left = Counter(side.cards)
    left.subtract(side.removed)
    points = side.mended + (side.points or 0)
    if state.full:
        points += sum(_points(state, card) * count for card, count in left.items())
    for played in side.played:
        is_power = state.full and played.kind is Kind.POWER
        points += _points(state, played.card) if is_power else played.own
    return points + sum(played.theirs for played in fight.other(side.seat).played)


def _points(state: State, card: CardId) -> int:
    its = back(state, card)
    return 0 if its is None else its.points


def _stage(state: State) -> Iterator[str]:
    if (state.fight is not None) is not (state.stage in _FIGHT):
        yield f"MON-C13: fight {state.fight} at {state.stage}"
    if (state.claim is not None) is not (state.stage is Stage.VERIFY):
        yield f"MON-C10c: claim {state.claim} at {state.stage}"
    if state.stage is Stage.DRAW and not state.deck:
        yield "MON-C6a: a card is to be taken from an empty deck"
    settled = state.fight is None and state.stage is not Stage.VERIFY
    if settled and (winner(state) is not None) is not (state.stage is Stage.OVER):
        yield f"MON-I4: {state.stage}, and the Dragons are {[p.own_dragons for p in state.players]}"
