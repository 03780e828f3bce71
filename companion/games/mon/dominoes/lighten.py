"""From full to light depth in the middle of a game (X-8).

Every card keeps its place and loses its name. Points count at the end alone (MON-D11): then people
add up all that they have collected, also what was collected while the cards had names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.words import UNNAMED, unnamed
from companion.games.mon.monster import EMPTY, Monster

if TYPE_CHECKING:
    from companion.games.mon.dominoes.state import Player, State


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names."""
    return replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(_player(player) for player in state.players),
        centre=_centre(state.centre),
        discarded=unnamed(state.discarded),
    )


def _player(player: Player) -> Player:
    return replace(player, hand=unnamed(player.hand), collected=unnamed(player.collected))


def _centre(monster: Monster) -> Monster:
    """So many cards; which port joins which, and which is free, people see (MON-D4)."""
    laid = EMPTY
    for _ in monster.parts:
        laid = laid.with_part(laid.part(UNNAMED))
    return laid
