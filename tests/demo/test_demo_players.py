from itertools import cycle

import pytest

from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth
from companion.demo.players import next_action
from companion.record.shelf import Shelf
from models.workshop.invariants import invariants

SHELF = Shelf()
CARDS = SHELF.shipped("rsf")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def game(seats, depth, seed, rolls):
    cards = CARDS if depth is Depth.FULL else None
    match = SHELF.begin(SHELF.header("rsf", NAMES[:seats], depth, None, cards), cards)
    dice = cycle(rolls)
    while len(match.log) < 3000:
        request = match.pending()
        if isinstance(request, RollRequest):
            assert next_action(match, seed) is None
            match = match.apply(Roll(request.roller, (DieFace("d10", str(next(dice))),)))
            continue
        action = next_action(match, seed)
        if action is None:
            return match
        match = match.apply(action)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("rolls", [(6, 3, 9, 1, 8, 4, 7, 2, 5, 0), (0, 9, 8), (1, 1, 2, 7, 5)])
def test_pretend_players_bring_a_game_to_its_end(seats, depth, rolls):
    match = game(seats, depth, 3, rolls)
    standing = match.game.standing(match.state)
    assert standing.final
    assert len(standing.places) == seats
    assert invariants(match.state) == ()


def test_pretend_players_take_no_chance_of_their_own():
    one, two = (game(3, Depth.FULL, 5, (4, 9, 2, 7)) for _ in range(2))
    assert one.log == two.log
    other = game(3, Depth.FULL, 6, (4, 9, 2, 7))
    assert other.log != one.log


def test_one_die_changes_the_game():
    one = game(2, Depth.FULL, 5, (4, 9, 2, 7))
    other = game(2, Depth.FULL, 5, (1, 9, 2, 7))
    assert one.log != other.log
