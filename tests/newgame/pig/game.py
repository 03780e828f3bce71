"""Pig as the kernel sees it."""

from __future__ import annotations

from typing import Final

from companion.core import switches
from companion.core.game import Depth, Game, Setup
from companion.games.pig.actions import ACTIONS
from companion.games.pig.cards import read_catalogue
from companion.games.pig.house import PigHouse
from companion.games.pig.invariants import invariants
from companion.games.pig.options import options
from companion.games.pig.play import apply, check
from companion.games.pig.request import pending
from companion.games.pig.score import score, standing
from companion.games.pig.state import State
from companion.games.pig.tell import tell
from companion.games.pig.view import view

PREFIX: Final = "pig"


def start(setup: Setup) -> State:
    """Seat the players. There are no cards, so both depths are the same.

    Raises:
        SwitchError: a switch or value that the game does not have.
    """
    house = switches.choose(PigHouse(), PREFIX, setup.switches)
    return State(setup.seats, (0,) * len(setup.seats), house)


def depth_of(_state: State) -> Depth:
    """Return the depth in force: without cards there is only one."""
    return Depth.LIGHT


def lighten(state: State) -> State:
    """Return the state in light depth: the same, for there are no cards (X-8)."""
    return state


GAME: Final = Game(
    id="pig",
    title="Pig",
    prefix=PREFIX,
    players=(1, 6),
    dice=("d10",),
    actions=ACTIONS,
    house=PigHouse,
    start=start,
    check=check,
    apply=apply,
    pending=pending,
    options=options,
    view=view,
    score=score,
    standing=standing,
    tell=tell,
    depth_of=depth_of,
    lighten=lighten,
    read_catalogue=read_catalogue,
    invariants=invariants,
)
