"""Pig as the kernel sees it: what it waits for, what it counts, and all its parts together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core import switches
from companion.core.catalogue import CatalogueError
from companion.core.dice import DieSpec, RollRequest
from companion.core.game import Game, Setup
from companion.core.score import Place, ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat
from companion.games.pig.board import label, sheet, view
from companion.games.pig.state import GOAL, PigHouse, State
from companion.games.pig.verbs import VERBS, join, leave

if TYPE_CHECKING:
    from companion.core.catalogue import Catalogue

PREFIX: Final = "pig"


def start(setup: Setup) -> State:
    """Seat the players. There are no cards, so every table is one of light depth.

    Raises:
        SwitchError: a switch or value that the game does not have.
    """
    house = switches.choose(PigHouse(), PREFIX, setup.switches)
    return State(setup.lightened(), house, (0,) * len(setup.seats))


def lighten(state: State) -> State:
    """Return the state in light depth: the same, for there are no cards (X-8)."""
    return state


def read_catalogue(text: str) -> Catalogue:
    """Refuse every catalogue: Pig has no cards.

    Raises:
        CatalogueError: always.
    """
    del text
    raise CatalogueError("Pig has no cards")


def pending(state: State) -> RollRequest | None:
    """Ask for the die once a throw is declared (PIG-4)."""
    if not state.waiting or state.over:
        return None
    total = state.totals[state.turn] + state.pot
    purpose = f"for the pot of {state.pot}; {total} of {GOAL} with it"
    return RollRequest(state.turn, (DieSpec("d10"),), purpose, "PIG-4", "2 or more")


def score(state: State) -> ScoreSheet:
    """List what each seat has kept; the pot counts for nobody before it is held."""
    return ScoreSheet(
        tuple(ScoreLine(Seat(seat), "points", total, "PIG-7", "held in all") for seat, total in enumerate(state.totals))
    )


def standing(state: State) -> Standing:
    """Rank by totals; equal totals share a place."""
    groups = ranked({Seat(seat): (total,) for seat, total in enumerate(state.totals)})
    places = tuple(Place(seat, group.place, f"{state.totals[seat]} points") for group in groups for seat in group.seats)
    return Standing(places, state.over, "PIG-7", "most points; equal totals share a place")


GAME: Final = Game(
    id="pig",
    title="Pig",
    prefix=PREFIX,
    players=(1, 6),
    dice=("d10",),
    actions=VERBS.actions,
    house=PigHouse,
    start=start,
    check=VERBS.check,
    apply=VERBS.apply,
    pending=pending,
    options=VERBS.options,
    view=view,
    sheet=sheet,
    label=label,
    score=score,
    standing=standing,
    tell=VERBS.tell,
    lighten=lighten,
    read_catalogue=read_catalogue,
    leave=leave,
    join=join,
)
