"""What the tests of all boards share: tables that play themselves, and what a view gives away."""

from __future__ import annotations

import random
import re

from games_play import NAMES, new_match, playout

from companion.core.game import Depth

SIZES = ((48, 17), (76, 31), (138, 51))
"""What is left for the board on a screen of 80x24, 120x40 and 200x60."""

__all__ = ["NAMES", "SIZES", "begun", "named", "played", "whole"]


def named(text, ids):
    """Return the ids that stand in a text as words of their own."""
    words = set(re.findall(r"[\w#-]+", text))
    return words & set(ids)


def begun(game, seats, depth):
    """Return a match before its first action."""
    return new_match(game, Depth(depth), seats)


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
