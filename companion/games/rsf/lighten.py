"""From full to light depth in the middle of a game (X-8).

Every card stays where it lies and loses its name; a monster is so many pieces, and its sheet says
what was added up until now. What is half done goes on: a light table rolls for it, gives pieces up
and carries specials out in the same order, only that it says `card`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.words import UNNAMED, Cell, unnamed
from companion.games.rsf.monster import add_up
from companion.games.rsf.setup import all_dealt
from companion.games.rsf.state import Discarded, Piece, Stage
from companion.games.rsf.table import sure, undeclared

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.rsf.state import Monster, Player, Sheet, State


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names."""
    light = replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(_player(state, seat) for seat in sorted(state.order)),
        discard=tuple(Discarded(UNNAMED, thrown.by) for thrown in state.discard),
        destroyed=unnamed(state.destroyed),
        drawn=None if state.drawn is None else UNNAMED,
    )
    return all_dealt(light) if light.stage is Stage.DEAL else light


def _player(state: State, seat: Seat) -> Player:
    player = state.players[seat]
    return replace(
        player,
        hand=unnamed(player.hand),
        monster=tuple(Piece(Cell(at, 0), UNNAMED) for at in range(len(player.monster))),
        entered=_sheet(state, player.monster),
        sheet_due=_sheet_due(state, seat),
    )


def _sheet(state: State, monster: Monster) -> Sheet | None:
    """The sums of the cards; what the table adjusted goes on beside them."""
    return add_up(sure(state.box).cards, state.house, monster) if monster else None


def _sheet_due(state: State, seat: Seat) -> bool:
    """Tell whether these sums are not yet what people would have written on the Player Sheet.

    A monster may still be in the making, with a hybrid whose use is not declared (RSF-T2), or with
    a card that is about to be connected (RSF-X4a).
    """
    if seat == state.turn and state.stage in {Stage.REPLACE_DRAW, Stage.ATTACH}:
        return True
    building = not state.players[seat].ready and bool(state.players[seat].monster)
    return building or bool(undeclared(state, seat))
