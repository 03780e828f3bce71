"""Seats: places at the table, clockwise."""

from collections.abc import Sequence
from typing import Final, NewType

from companion.core.errors import UsageError
from companion.core.texts import tr

TABLE: Final = "table"  # Stands for everybody, so that no seat can be called so

MAX_SEATS: Final = 12
MAX_NAME: Final = 40

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0. Names belong to the setup, not to the rules."""

FIRST: Final = Seat(0)
"""The seat that is counted first; it stands for whoever begins until that is known."""


def clockwise(seats: int, start: Seat) -> tuple[Seat, ...]:
    """Return all `seats` places in clockwise order, beginning with `start`."""
    return tuple(Seat((start + step) % seats) for step in range(seats))


def refuse_names(seats: Sequence[str]) -> None:
    """Make sure that every seat can be told from the others and can be shown.

    Raises:
        UsageError: a name is empty, too long, does not show, is taken twice or is `table`.
    """
    if not 1 <= len(seats) <= MAX_SEATS:
        raise UsageError(
            tr(
                "a table has 1 to {max_seats} seats, not {seats}",
                max_seats=MAX_SEATS,
                seats=len(seats),
            )
        )
    for name in seats:
        if not name or name != name.strip() or not name.isprintable() or len(name) > MAX_NAME:
            raise UsageError(
                tr(
                    "{name!r} cannot be a seat's name: 1 to {max_name} visible characters",
                    name=name,
                    max_name=MAX_NAME,
                )
            )
        if name.casefold() == TABLE:
            raise UsageError(tr("a seat cannot be called table: that means everybody"))
    if len({name.casefold() for name in seats}) < len(seats):
        raise UsageError(tr("two seats have the same name: {seats}", seats=", ".join(seats)))
