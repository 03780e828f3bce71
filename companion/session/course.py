"""The course of a game: how every score went, from the first action to now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from companion.core.log import Match
from companion.core.score import ScoreSheet
from companion.core.seats import Seat


class Point(NamedTuple):
    """A score as it stood after an action.

    Attributes:
        number: of the action in the log, 0 for the start.
        total: what the score then was.
    """

    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Line:
    """One score of one seat over the game.

    Attributes:
        seat: whose.
        column: which of the game's scores.
        points: where it changed, in order; the first is the start, the last the present.
    """

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
    """The whole course.

    Attributes:
        last: number of the last action in effect.
        lines: every score that was ever other than nothing, column by column, seat by seat.
        leads: each change of the first place.
    """

    last: int
    lines: tuple[Line, ...]
    leads: tuple[Lead, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The scores there are, in the order they first counted."""
        return tuple(dict.fromkeys(line.column for line in self.lines))

    def of(self, column: str) -> tuple[Line, ...]:
        """Return the lines of one column, by seat."""
        return tuple(line for line in self.lines if line.column == column)


def course(match: Match[Any]) -> Course:
    """Note where the scores and the first place of a game changed."""
    seats = tuple(Seat(number) for number in range(len(match.seats)))
    runs: dict[tuple[str, Seat], list[Point]] = {}
    for number, state in _moments(match):
        _note(runs, match.game.score(state), seats, number)
    last = match.now.number
    columns = dict.fromkeys(column for column, _ in runs)
    lines = [
        Line(seat, column, _closed(runs[column, seat], last))
        for column in columns
        for seat in seats
        if (column, seat) in runs
    ]
    return Course(last, tuple(lines), leads(match))


def _moments(match: Match[Any]) -> list[tuple[int, Any]]:
    """Return the states from the start to now, each with the number of the action before it."""
    steps = match.settled()
    start = steps[0].origin.state if steps else match.state
    return [(0, start), *((step.number, step.state) for step in steps)]


def leads(match: Match[Any]) -> tuple[Lead, ...]:
    """Note each change of the first place."""
    found: list[Lead] = []
    for number, state in _moments(match):
        places = match.game.standing(state).places
        first = tuple(sorted(place.seat for place in places if place.rank == 1))
        if not found or found[-1].seats != first:
            found.append(Lead(number, first))
    return tuple(found)


def lead_changes(run: Sequence[Lead]) -> list[Lead]:
    """Return who came to lead alone, each time that it was another than before."""
    alone = (lead for lead in run if len(lead.seats) == 1)
    return [next(iter(same)) for _, same in groupby(alone, key=lambda lead: lead.seats)]


def _note(
    runs: dict[tuple[str, Seat], list[Point]],
    sheet: ScoreSheet,
    seats: tuple[Seat, ...],
    number: int,
) -> None:
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
