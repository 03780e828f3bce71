"""Deeds: how one kind of action is checked and carried out. Games keep them in tables by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from companion.core.findings import nobody_there, stop
from companion.core.seats import Seat
from companion.core.texts import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.core.actions import Action
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


def by_state(check: Callable[[S], Findings]) -> Callable[[S, Any, Seat], Findings]:
    """Make a check of one that needs no more than the state."""
    return lambda state, _action, _seat: check(state)


def seat_does(apply: Callable[[S, Seat], S]) -> Callable[[S, Any, Seat], S]:
    """Make an effect of one that needs no more than the acting seat."""
    return lambda state, _action, seat: apply(state, seat)


def does(apply: Callable[[S], S]) -> Callable[[S, Any, Seat], S]:
    """Make an effect of one that needs no more than the state."""
    return lambda state, _action, _seat: apply(state)


def table_deed(check: Callable[[S, Any], Findings], apply: Callable[[S, Any], S]) -> Deed[S]:
    """Make a deed of the whole table, which no seat matters to."""
    return Deed(
        lambda state, action, _seat: check(state, action),
        lambda state, action, _seat: apply(state, action),
    )


@dataclass(frozen=True, slots=True)
class Deeds(Generic[S]):
    """Every deed of one game, by the class of its action.

    Attributes:
        title: what people call the game.
        seats: deeds of one player.
        table: deeds of the whole table, which anybody may declare.
    """

    title: str
    seats: Mapping[type[Action], Deed[S]]
    table: Mapping[type[Action], Deed[S]]

    def check(self, state: S, action: Action, players: int) -> Findings:
        """Ask the deed; refuse what is none (X-3), and a seat at which nobody sits (X-4)."""
        seat = action.actor
        if seat is not None and not 0 <= seat < players:
            return nobody_there("X-4")
        deed = self.table.get(type(action))
        if deed is not None:
            return deed.check(state, action, NOBODY)
        deed = self.seats.get(type(action))
        if deed is None:
            return stop(
                "X-3", tr("{title} has no action {verb}", title=self.title, verb=action.verb)
            )
        if seat is None:
            return stop("X-3", tr("{verb} is one player's action: say whose", verb=action.verb))
        return deed.check(state, action, seat)

    def apply(self, state: S, action: Action) -> S:
        """Carry out an action that was checked, or that the table's ruling forced."""
        deed = self.table.get(type(action)) or self.seats[type(action)]
        return deed.apply(state, action, action.actor if action.actor is not None else NOBODY)
