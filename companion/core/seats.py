"""Seats: places at the table, clockwise."""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0. Names belong to the setup, not to the rules."""

FIRST: Final = Seat(0)
"""The seat that is counted first; it stands for whoever begins until that is known."""


def clockwise(seats: int, start: Seat) -> tuple[Seat, ...]:
    """Return all `seats` places in clockwise order, beginning with `start`."""
    return tuple(Seat((start + step) % seats) for step in range(seats))
