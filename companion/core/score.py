"""Score sheets whose every line has a reason, and standings that explain their ties."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.seats import Seat
from companion.core.texts import tr


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One item of a score sheet."""

    seat: Seat  # whose
    column: str  # which of the game's scores it adds to ("ATK", "points")
    points: int  # how much; negative takes away
    rule: str  # the rule that gives it
    why: str  # what for, for people


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All items of all seats, in the order people would add them up (X-11)."""

    lines: tuple[ScoreLine, ...]

    def total(self, seat: Seat, column: str) -> int:
        """Add up one seat's column."""
        return sum(x.points for x in self.lines if x.seat == seat and x.column == column)


@dataclass(frozen=True, slots=True)
class Place:
    """One seat's place: `rank` counts from 1; equal ranks are shared."""

    seat: Seat
    rank: int
    why: str


@dataclass(frozen=True, slots=True)
class Standing:
    """The ranking at this moment."""

    places: tuple[Place, ...]  # every seat once, best first
    final: bool  # whether the game is over
    rule: str  # the rule that orders them
    explanation: str  # how the order came about, ties included, for people

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that share first place once the game is over; before that nobody."""
        return tuple(place.seat for place in self.places if self.final and place.rank == 1)


class Rank(NamedTuple):
    """Seats that share a place."""

    place: int  # counted from 1; a shared place takes up as many as share it (1, 1, 3)
    seats: tuple[Seat, ...]  # whose, in seat order

    def places(self, why: Callable[[Seat], str]) -> tuple[Place, ...]:
        """Return the place of each of its seats; `why` says what a seat has it for."""
        return tuple(Place(seat, self.place, self._shared(why(seat))) for seat in self.seats)

    def _shared(self, text: str) -> str:
        return tr("shared, {text}", text=text) if len(self.seats) > 1 else text


def ranked(merits: Mapping[Seat, tuple[int, ...]]) -> tuple[Rank, ...]:
    """Order seats by merit, the greatest first; equal merits share a place.

    Args:
        merits: what counts for each seat, the weightiest first.
    """
    groups: dict[tuple[int, ...], list[Seat]] = {}
    for seat in sorted(merits):
        groups.setdefault(merits[seat], []).append(seat)
    ranks: list[Rank] = []
    place = 1
    for merit in sorted(groups, reverse=True):
        ranks.append(Rank(place, tuple(groups[merit])))
        place += len(groups[merit])
    return tuple(ranks)
