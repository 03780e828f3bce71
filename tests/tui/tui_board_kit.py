"""What the tests of all boards share: tables that play themselves, and what a view gives away."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

from games_play import NAMES, new_match, playout

from companion.core.game import Depth
from companion.demo.players import next_action
from companion.record.replay import replay
from companion.record.shelf import Shelf

RECORDS = Path(__file__).parents[1] / "records"

SIZES = ((48, 17), (76, 31), (138, 51))
"""What is left for the board on a screen of 80x24, 120x40 and 200x60."""

__all__ = ["NAMES", "SIZES", "begun", "named", "played", "recorded", "until_offered", "whole"]


def named(text, ids):
    """Return the ids that stand in a text as words of their own."""
    words = set(re.findall(r"[\w#-]+", text))
    return words & set(ids)


def begun(game, seats, depth):
    """Return a match before its first action."""
    return new_match(game, Depth(depth), seats)


@cache
def recorded(name):
    """Return the match of a record, played to its end."""
    record, match = Shelf().read_record(RECORDS / f"{name}.record")
    return replay(record, match).match


def played(game, seats, depth, steps, seed=0):
    """Play at random what is offered; yield the match after every step."""
    for _, _, match in playout(begun(game, seats, depth), random.Random(seed), steps):
        yield match


def whole(match, most, seed=0):
    """Return every action of a game that is played at random to its end."""
    actions = []
    for _, action, after in playout(match, random.Random(seed), most):
        actions.append(action)
        match = after
    return actions, match


async def until_offered(driver, verb):
    """Let pretend players play until an option is there."""
    table = driver.table
    while not any(option.verb == verb for option in table.options()):
        action = next_action(table.match)
        # Where a special asks for a roll, one of your own pieces is moved.
        assert (table.declare(table.understand("3")) if action is None else table.declare(action)).legal
    driver.screen.show_table()
    await driver.pilot.pause()
