"""From full to light depth in the middle of a game (X-8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.md.words import Special

if TYPE_CHECKING:
    from companion.games.md.state import State


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names.

    Before the end no hand is named, so nothing else changes. A hand that was laid open keeps its
    points, its special cards and the Dimwit as numbers (MD-Z2); the others are entered as totals.
    Who has the Dimwit is then asked, unless somebody showed it or the box has none (MD-K7).
    """
    box = state.catalogue
    return replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(replace(one, shown=None) for one in state.players),
        nobody=box is not None and not box.specials.get(Special.DIMWIT),
    )
