"""The score sheet and the standing (PIG-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.score import Place, ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat

if TYPE_CHECKING:
    from companion.games.pig.state import State


def score(state: State) -> ScoreSheet:
    """List what each seat has kept; the pot counts for nobody before it is held."""
    return ScoreSheet(
        tuple(
            ScoreLine(Seat(seat), "points", total, "PIG-7", "held in all")
            for seat, total in enumerate(state.totals)
        )
    )


def standing(state: State) -> Standing:
    """Rank by totals; equal totals share a place."""
    groups = ranked({Seat(seat): (total,) for seat, total in enumerate(state.totals)})
    places = tuple(
        Place(seat, group.place, f"{state.totals[seat]} points")
        for group in groups
        for seat in group.seats
    )
    return Standing(places, state.over, "PIG-7", "most points; equal totals share a place")
