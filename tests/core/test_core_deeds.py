"""Every game refuses what is no deed of its own in the same words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from companion.core.actions import Action
from companion.core.deeds import NOBODY, Deed, Deeds, by_seat, does, seat_does
from companion.core.findings import YES, against, blocked, stop
from companion.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Hop(Action):
    verb: ClassVar[str] = "hop"


@dataclass(frozen=True, slots=True)
class Bell(Action):
    verb: ClassVar[str] = "bell"


@dataclass(frozen=True, slots=True)
class Dance(Action):
    verb: ClassVar[str] = "dance"


DEEDS = Deeds(
    "Hopscotch",
    {Hop: Deed(by_seat(lambda state, _seat: YES if state < 3 else against("H-1", "far")), seat_does(
        lambda state, seat: state + 1 + seat))},
    {Bell: Deed(lambda _state, _action, seat: YES if seat == NOBODY else stop("H-2", "?"), does(
        lambda _state: 0))},
)  # fmt: skip


def rules(state, action):
    return [found.rule for found in DEEDS.check(state, action, 2)]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Hop(Seat(1)), []),
        (Hop(None), ["X-3"]),
        (Hop(Seat(2)), ["X-4"]),
        (Hop(Seat(-1)), ["X-4"]),
        (Dance(Seat(0)), ["X-3"]),
        (Bell(Seat(1)), []),
        (Bell(None), []),
    ],
)
def test_x3_what_is_no_deed_of_the_game_is_refused(action, expected):
    assert rules(0, action) == expected


def test_a_deed_is_checked_and_carried_out_for_whoever_declares_it():
    assert rules(3, Hop(Seat(0))) == ["H-1"]
    assert DEEDS.apply(0, Hop(Seat(1))) == 2
    assert DEEDS.apply(5, Bell(None)) == 0


def test_only_what_cannot_be_carried_out_blocks():
    assert blocked(stop("H-1", "no"))
    assert not blocked(against("H-1", "no"))
    assert not blocked(YES)
