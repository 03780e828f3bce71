"""What the tests of all boards share: tables that play themselves, and what a view gives away."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

from companion.core.actions import Roll
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.game import Depth
from companion.record.shelf import Shelf
from companion.session.players import next_action

SIZES = ((48, 17), (76, 31), (138, 51))
"""What is left for the board on a screen of 80x24, 120x40 and 200x60."""

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def strings(value):
    """Return every text that stands anywhere in a view."""
    if isinstance(value, str):
        return {value}
    if is_dataclass(value):
        value = [getattr(value, one.name) for one in fields(value)]
    if isinstance(value, (tuple, list)):
        return set().union(*map(strings, value))
    return set()


def named(text, ids):
    """Return the ids that stand in a text as words of their own."""
    words = set(re.findall(r"[\w#-]+", text))
    return words & set(ids)


def begun(game, seats, depth, switches=None):
    """Return a match before its first action."""
    shelf = Shelf()
    cards = shelf.shipped(game) if depth == "full" else None
    return shelf.begin(shelf.header(game, NAMES[:seats], Depth(depth), switches, cards), cards)


def played(game, seats, depth, steps, seed=0, switches=None):
    """Play what is offered, another choice every time; yield the match after every step."""
    match = begun(game, seats, depth, switches)
    for number in range(steps):
        action = any_step(match, number * 7919 + seed * 104729 + 17)
        if action is None:
            return
        match = match.apply(action)
        yield match


def sensible_step(match, seed=0):
    """Return what a pretend player declares, or dice; None when the game is over."""
    if isinstance(match.pending(), RollRequest):
        return thrown(match, len(match.log) + seed)
    return next_action(match, seed)


def thrown(match, number):
    """Return dice for the open request."""
    request = match.pending()
    kinds = [spec.kind for spec in request.dice for _ in range(spec.count)]
    faces = [FACES[kind][(number * 31 + at * 17) % 6] for at, kind in enumerate(kinds)]
    dice = (DieFace(kind, face) for kind, face in zip(kinds, faces, strict=True))
    return Roll(request.roller, tuple(dice))


def any_step(match, number):
    """Return something that is legal, dice included; None when nothing is."""
    if isinstance(match.pending(), RollRequest):
        return thrown(match, number)
    options = match.game.options(match.state)
    for turn in range(len(options)):
        option = options[(number + turn) % len(options)]
        action = option.instances[(number // 7) % len(option.instances)]
        if match.check(action).legal:
            return action
    return None
