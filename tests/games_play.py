"""Tables of any game for tests, and random legal play at them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.actions import Action
from companion.core.game import Depth
from companion.core.log import Match
from companion.record.header import Header
from models.workshop.bench.random_play import MODES, NAMES, SHELF, Moment, cards_of

__all__ = ["MODES", "NAMES", "SHELF", "cards_of", "header_of", "new_match", "played", "playout"]


def header_of(game_id: str, depth: Depth, seats: int = 0, switches: Mapping[str, str] | None = None) -> Header:
    """A table of so many seats; without a number as many as the game has at least, but one more."""
    least, most = SHELF.game(game_id).players
    names = NAMES[: seats or min(least + 1, most)]
    return SHELF.header(game_id, names, depth, switches, cards_of(game_id, depth))


def new_match(game_id: str, depth: Depth, seats: int = 0, switches: Mapping[str, str] | None = None) -> Match[Any]:
    """A match before its first action."""
    header = header_of(game_id, depth, seats, switches)
    return SHELF.begin(header, cards_of(game_id, depth))


def played(match: Match[Any], seed: int, steps: int) -> Match[Any]:
    """The match after so many actions at random, or at its end."""
    for _, _, after in playout(match, random.Random(seed), steps):
        match = after
    return match


def playout(
    match: Match[Any], chance: random.Random, steps: int = 4000
) -> Iterator[tuple[Match[Any], Action, Match[Any]]]:
    """Play at random through the kernel until the game ends or the steps are used up."""
    for _ in range(steps):
        action = Moment.of(match.game, match.state).next_action(chance)
        if action is None:
            return
        after = match.apply(action)
        yield match, action, after
        match = after
