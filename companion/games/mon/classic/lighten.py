"""From full to light depth in the middle of a game (X-8).

Every card keeps its place and loses its name. What a fight counts so far becomes the sum that the
fighters could have said when they flipped; so totals, prizes and Dragon cards stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.words import UNNAMED
from companion.games.mon.classic.state import (
    DRAGON,
    Dragon,
    Fight,
    Outcome,
    Played,
    Player,
    Side,
    State,
    Waiting,
)
from companion.games.mon.classic.table import base, is_dragon

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names."""
    return replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(_player(state, seat) for seat in sorted(state.order)),
        fight=None if state.fight is None else _fight(state, state.fight),
        arena=None if state.arena is None else Waiting(state.arena.seat),
        fights=tuple(_outcome(outcome) for outcome in state.fights),
        known=(),
    )


def _unnamed(state: State, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """The same cards, of which no more is known than whether they are Dragon cards (MON-G4)."""
    return tuple(sorted(DRAGON if is_dragon(state, card) else UNNAMED for card in cards))


def _player(state: State, seat: Seat) -> Player:
    """Parts and Dragon cards are counted; what lies together people see for themselves (MON-C7)."""
    player = state.players[seat]
    return replace(
        player,
        parts=_unnamed(state, player.parts),
        dragons=tuple(Dragon(dragon.faction) for dragon in _dragons(state, seat)),
        monster=(),
    )


def _dragons(state: State, seat: Seat) -> tuple[Dragon, ...]:
    """A player's Dragon cards, those last that Spells took off in the fight going on.

    Which ones these are cannot be told by name any more, and where they are lost the last ones go
    (MON-C18b): so it is the right faction that loses a card.
    """
    fights = state.fight is not None and seat in state.fight.seats
    off = list(state.fight.side(seat).removed) if state.fight is not None and fights else []
    kept: list[Dragon] = []
    gone: list[Dragon] = []
    for dragon in reversed(state.players[seat].dragons):
        if dragon.card in off:
            off.remove(dragon.card)
            gone.append(dragon)
        else:
            kept.append(dragon)
    return (*reversed(kept), *reversed(gone))


def _fight(state: State, fight: Fight) -> Fight:
    return replace(
        fight,
        attacker=_side(state, fight, fight.attacker),
        defender=_side(state, fight, fight.defender),
    )


def _side(state: State, fight: Fight, side: Side) -> Side:
    """Before the flip nothing is said of a monster; then its points are, and its cards (C13)."""
    if fight.priority is None:
        return Side(side.seat)
    return replace(
        side,
        cards=_unnamed(state, side.cards),
        points=base(state, side),
        removed=_unnamed(state, side.removed),
        played=tuple(_played(state, played) for played in side.played),
    )


def _played(state: State, played: Played) -> Played:
    return replace(played, card=UNNAMED, off=_unnamed(state, played.off))


def _outcome(outcome: Outcome) -> Outcome:
    dragon = outcome.dragon
    return outcome if dragon is None else replace(outcome, dragon=Dragon(dragon.faction))
