"""Deeds: how one kind of action is checked and carried out. Games keep them in tables by class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from companion.core.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.findings import Findings

S = TypeVar("S")

NOBODY: Final = Seat(-1)
"""The seat that a deed of the whole table gets."""


class Deed(NamedTuple, Generic[S]):
    """How one kind of action is checked and carried out.

    A table of deeds fixes what class an action is; hence Any for the action.

    Attributes:
        check: state, action and acting seat to what stands against it.
        apply: state, action and acting seat to the state that follows.
    """

    check: Callable[[S, Any, Seat], Findings]
    apply: Callable[[S, Any, Seat], S]


def by_seat(check: Callable[[S, Seat], Findings]) -> Callable[[S, Any, Seat], Findings]:
    """Make a check of one that needs no more than the acting seat."""
    return lambda state, _action, seat: check(state, seat)


def seat_does(apply: Callable[[S, Seat], S]) -> Callable[[S, Any, Seat], S]:
    """Make an effect of one that needs no more than the acting seat."""
    return lambda state, _action, seat: apply(state, seat)


def does(apply: Callable[[S], S]) -> Callable[[S, Any, Seat], S]:
    """Make an effect of one that needs no more than the state."""
    return lambda state, _action, _seat: apply(state)
