"""Counts of legal sequences, kept as data: a change in any rule of any game moves one of them.

`python tests/games_perft.py --write` writes them anew where a change is meant.
"""

from dataclasses import replace

import pytest
from games_perft import LARGE, Perft, files, throws
from games_play import MODES, SHELF

from companion.core.dice import DieSpec, RollRequest
from companion.core.game import Depth
from companion.core.seats import Seat

LEAST = 2  # How many actions deep a file counts at least: an action, and what follows


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_as_many_sequences_are_legal_as_ever(path):
    perft = Perft.read(path)
    assert perft.count() == perft.counts, "python tests/games_perft.py --write, if that is meant"


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_file_is_named_after_its_mode_counts_deep_and_not_too_many(path):
    perft = Perft.read(path)
    assert path.stem.startswith(f"{perft.game}-{perft.depth}-")
    assert len(perft.counts) >= LEAST
    assert 1 < perft.counts[-1] <= LARGE


def test_every_mode_has_its_counts_from_the_first_action_on_and_from_within_a_game():
    perfts = [Perft.read(path) for path in files()]
    assert {(one.game, one.depth) for one in perfts if one.after} == set(MODES)
    assert {one.game for one in perfts if not one.after} == set(SHELF.ids())


def test_a_count_moves_when_a_switch_or_the_faces_do():
    light = [one for one in map(Perft.read, files()) if (one.game, one.depth) == RSF and one.after]
    assert any(replace(one, switches=DODGES).count() != one.counts for one in light)
    assert any(replace(one, faces=("7",)).count() != one.counts for one in light)


RSF = ("rsf", Depth.LIGHT)
DODGES = {"rsf.dodge_compare": "attack_total"}


def test_a_throw_counts_once_for_each_way_the_dice_can_lie():
    request = RollRequest(Seat(0), (DieSpec("d6", 2),), "two dice", "X-4")
    assert len(list(throws(request))) == 21
    assert len(list(throws(request, ("1", "2")))) == 3
    two_kinds = RollRequest(Seat(0), (DieSpec("d6"), DieSpec("d10")), "two dice", "X-4")
    assert len(list(throws(two_kinds))) == 60
