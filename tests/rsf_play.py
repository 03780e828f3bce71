"""Random legal play for tests: whatever `options` offers, with dice and choices from a seed."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth, Setup
from companion.core.verdict import Breach, Question
from companion.games.rsf import GAME
from companion.games.rsf.cards import RsfCatalogue, read_catalogue
from models.workshop.bench.random_play import Moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.actions import Action
    from companion.games.rsf.state import State

ROOM = Path(__file__).parents[1] / "companion" / "games" / "rsf"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


@cache
def shipped() -> RsfCatalogue:
    return read_catalogue((ROOM / "catalogue.toml").read_text("utf-8"))


def new_game(
    seats: int = 3, depth: Depth = Depth.FULL, switches: dict[str, str] | None = None
) -> State:
    catalogue = shipped() if depth is Depth.FULL else None
    return GAME.start(Setup(NAMES[:seats], depth, switches or {}, catalogue))


def findings(state: State, action: Action) -> tuple[str, ...]:
    """Rule ids of what stands against an action."""
    return tuple(
        found.rule for found in GAME.check(state, action) if isinstance(found, Breach | Question)
    )


def play(state: State, *actions: Action) -> State:
    """Play legal actions; a test that tries another fails here."""
    for action in actions:
        assert not findings(state, action), (action, GAME.check(state, action))
        state = GAME.apply(state, action)
    return state


def force(state: State, action: Action) -> State:
    """Play an action as if the table had ruled it."""
    found = GAME.check(state, action)
    assert all(one.forceable for one in found if isinstance(one, Breach)), found
    return GAME.apply(state, action)


def roll(state: State, face: int | str) -> State:
    request = GAME.pending(state)
    assert isinstance(request, RollRequest), request
    assert request.kinds == ("d10",)
    return play(state, Roll(request.roller, (DieFace("d10", str(face)),)))


def next_action(state: State, chance: random.Random) -> Action | None:
    """Choose what happens next; None when the game is over."""
    return Moment.of(GAME, state).next_action(chance)


def playout(state: State, seed: int, steps: int = 4000) -> Iterator[tuple[State, Action, State]]:
    """Play at random until the game ends or the steps are used up."""
    chance = random.Random(seed)
    for _ in range(steps):
        action = next_action(state, chance)
        if action is None:
            return
        after = play(state, action)
        yield state, action, after
        state = after


def hand_count(state: State) -> Counter[str]:
    return Counter(card for player in state.players for card in player.hand)
