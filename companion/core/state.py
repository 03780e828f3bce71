"""What the state of every game with seats and cards has: players, house rules and a depth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from companion.core.game import Depth, Setup
from companion.core.switches import HouseRules
from companion.core.texts import listed, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.seats import Seat

H = TypeVar("H", bound=HouseRules)
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class GameState(Generic[H, P]):
    """Base of a game's state; H are its house rules, P is what it knows of a player.

    Attributes:
        setup: seats, depth and catalogue; as started, but for a depth that became light since.
        house: house rules in force.
        players: by seat.
    """

    setup: Setup
    house: H
    players: tuple[P, ...]

    @property
    def full(self) -> bool:
        """Whether cards are entered."""
        return self.setup.depth is Depth.FULL

    def name(self, seat: Seat) -> str:
        """The name of a seat."""
        return self.setup.seats[seat]

    def has_seats(self, *seats: Seat) -> bool:
        """Whether somebody sits at each of these seats."""
        return all(0 <= seat < len(self.players) for seat in seats)

    def actor(self, seat: Seat | None) -> str:
        """The name of who acts, to begin a sentence with; None is the whole table."""
        return tr("The table") if seat is None else self.name(seat)

    def names(self, seats: Iterable[Seat]) -> str:
        """The names of seats, as they are listed in a sentence."""
        return listed([self.name(seat) for seat in seats])

    def with_player(self, seat: Seat, player: P) -> Self:
        """Return the state with one player replaced."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)
