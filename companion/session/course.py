"""The course of a game: how every score went, from the first action to now."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from companion.core.log import Match
from companion.core.score import ScoreSheet
from companion.core.seats import Seat
from companion.core.steps import Step


class Point(NamedTuple):
    """A score as it stood after the action of a number; 0 is the start."""

    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Line:
    """One score of one seat over the game: where it changed, from the start to the present."""

    seat: Seat
    column: str
    points: tuple[Point, ...]

    @property
    def now(self) -> int:
        """The score as it stands."""
        return self.points[-1].total


@dataclass(frozen=True, slots=True)
class Lead:
    """Who led from an action on; several when they shared the first place."""

    number: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """The whole course."""

    last: int  # number of the last action in effect
    # every score that was ever other than nothing, column by column, seat by seat
    lines: tuple[Line, ...]
    leads: tuple[Lead, ...]  # each change of the first place

    @property
    def columns(self) -> tuple[str, ...]:
        """The scores there are, in the order they first counted."""
        return tuple(dict.fromkeys(line.column for line in self.lines))

    def of(self, column: str) -> tuple[Line, ...]:
        """Return the lines of one column, by seat."""
        return tuple(line for line in self.lines if line.column == column)

    @property
    def alone(self) -> list[Lead]:
        """Who came to lead alone."""
        return [lead for lead in self.leads if len(lead.seats) == 1]

    @property
    def turns(self) -> list[Lead]:
        """Who came to lead alone, each time that it was another than before."""
        return [next(same) for _, same in groupby(self.alone, key=lambda lead: lead.seats)]


_Runs = dict[tuple[str, Seat], list[Point]]


_Known = dict[int, tuple[Step[Any], ScoreSheet, tuple[Seat, ...]]]


def course(match: Match[Any], known: _Known | None = None) -> Course:
    """Note where the scores and the first place of a game changed.

    `known` keeps what each step said, for the next time that the same table is gone through.
    """
    seats = tuple(Seat(number) for number in range(len(match.seats)))
    game, steps = match.game, match.settled()
    kept: _Known = {} if known is None else known
    runs: _Runs = {}
    leads: list[Lead] = []
    last = 0

    def told(state: Any) -> tuple[ScoreSheet, tuple[Seat, ...]]:
        places = game.standing(state).places
        return game.score(state), tuple(sorted(p.seat for p in places if p.rank == 1))

    start = (0, *told(steps[0].origin.state if steps else match.state))
    for step in steps:
        if step.number not in kept or kept[step.number][0] is not step:
            kept[step.number] = (step, *told(step.state))
    for number, sheet, first in (start, *((one.number, *kept[one.number][1:]) for one in steps)):
        last = number
        _note(runs, sheet, seats, number)
        if not leads or leads[-1].seats != first:
            leads.append(Lead(number, first))
    lines = tuple(Line(seat, column, _closed(run, last)) for (column, seat), run in runs.items())
    return Course(last, lines, tuple(leads))


def _note(runs: _Runs, sheet: ScoreSheet, seats: tuple[Seat, ...], number: int) -> None:
    for column in dict.fromkeys(str(line.column) for line in sheet.lines):
        for seat in seats:
            # From nothing at the start, also for a score that nobody had then.
            runs.setdefault((column, seat), [Point(0, 0)])
    for (column, seat), run in runs.items():
        total = sheet.total(seat, column)
        if run[-1].total != total:
            if run[-1].number == number:
                run.pop()
            run.append(Point(number, total))


def _closed(run: list[Point], last: int) -> tuple[Point, ...]:
    end = () if run[-1].number == last else (Point(last, run[-1].total),)
    return (*run, *end)
