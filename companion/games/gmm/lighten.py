"""From full to light depth in the middle of a game (X-8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.words import UNNAMED, unnamed
from companion.games.gmm.flow import blank
from companion.games.gmm.table import grown

if TYPE_CHECKING:
    from companion.games.gmm.state import Flip, Outcome, Player, State


def lighten(state: State) -> State:
    """Return the table as light depth knows it: piles count what they counted, no card has a name.

    A battle goes on where it stands. Light depth counts the cards of a flip when people say how it
    came out, so those lying open by now count as on their piles until then; a rating that was asked
    for is needed no more. What the table had learnt of its monsters stays in the catalogue, so that
    it can still be kept.
    """
    state = _taken_back(state)
    return replace(
        state,
        setup=replace(state.setup.lightened(), catalogue=grown(state)),
        players=tuple(replace(one, won=unnamed(one.won)) for one in state.players),
        flips=_unnamed(state.flips),
        discard=unnamed(state.discard),
        sudden=replace(state.sudden, spent=_unnamed(state.sudden.spent)) if state.sudden else None,
        typed=(),
        outcome=_outcome(state.outcome) if state.outcome else None,
        news=(),
    )


def _taken_back(state: State) -> State:
    """The flip that nobody has won yet, back on the piles it came from."""
    if not state.flips:
        return state
    players = state.players
    if state.sudden is None:
        players = tuple(
            _one_more(player) if card is not None else player
            for player, card in zip(players, state.flips[-1], strict=True)
        )
    return replace(state, players=players, flips=(*state.flips[:-1], blank(state)))


def _one_more(player: Player) -> Player:
    return replace(player, draw=player.draw + 1)


def _outcome(outcome: Outcome) -> Outcome:
    return replace(outcome, flips=_unnamed(outcome.flips))


def _unnamed(flips: tuple[Flip, ...]) -> tuple[Flip, ...]:
    return tuple(tuple(None if card is None else UNNAMED for card in flip) for flip in flips)
