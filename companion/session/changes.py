"""What a correction, an undo or any other step changed: scores, stage, standing, and only that."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from companion.core.actions import Void
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.steps import Step, differences
from companion.core.texts import listed, tr, trn

ARROW: Final = "→"


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A total of a seat that is another one now."""

    seat: Seat
    column: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Changes:
    """Differences between two moments of one game; what stayed as it was is not in it."""

    seats: tuple[str, ...] = ()  # names of the players, by seat
    dropped: tuple[int, ...] = ()  # numbers of moves that counted before and do not now
    added: tuple[int, ...] = ()  # numbers of moves that count now and did not before
    scores: tuple[ScoreChange, ...] = ()  # totals that differ, seat by seat
    # where the game stood and where it stands; None when that is the same
    headline: tuple[str, str] | None = None
    # whose turn it was and is, by name, empty for nobody's; None when that is the same
    turn: tuple[str, str] | None = None
    # who was first and who is, several when they share it; None when that is the same
    lead: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    # whether the game ended (True) or goes on again (False); None when that is the same
    over: bool | None = None

    @property
    def outcome(self) -> tuple[str, ...]:
        """What is another outcome now, a few words each: scores, turn, lead, the end."""
        said = [f"{self.seats[one.seat]} {tr(one.column)} {one.before} {ARROW} {one.after}" for one in self.scores]
        if self.over is not None:
            said.append(tr("the game is over") if self.over else tr("the game goes on"))
        elif self.turn is not None and self.turn[1]:
            said.append(tr("it is {turn}'s turn", turn=self.turn[1]))
        if self.lead is not None and self.lead[1]:
            now = listed(self.lead[1])
            said.append(trn("{now} leads now", "{now} lead now", len(self.lead[1]), now=now))
        return tuple(said)

    def line(self) -> str:
        """Say all of it in one line; empty when nothing changed."""
        parts = list(self.outcome)
        if self.headline is not None and self.over is None:
            parts.append(f"{self.headline[0]} {ARROW} {self.headline[1]}")
        if self.dropped:
            parts.append(tr("no longer in the game: {moves}", moves=_moves(self.dropped)))
        if self.added:
            parts.append(tr("back in the game: {moves}", moves=_moves(self.added)))
        return " · ".join(parts)


def changes(before: Match[Any], after: Match[Any]) -> Changes:
    """Compare two moments of one game by what everybody may see.

    Nothing is read but the public view, the score sheet and the standing, so nothing that a seat
    must hide can come out of it.
    """
    gone, come = differences(before.now, after.now)
    first, then = _numbers(gone), _numbers(come)
    # What was declared since is news of its own, and its history line tells it.
    longer = range(len(before.log) + 1, len(after.log) + 1)
    seats = before.seats
    was, now = before.game.view(before.state), after.game.view(after.state)
    led, leads = _lead(before), _lead(after)
    return Changes(
        seats=seats,
        dropped=tuple(sorted(first - then)),
        added=tuple(sorted(then - first - set(longer))),
        scores=_scores(before, after),
        headline=None if was.headline == now.headline else (was.headline, now.headline),
        turn=None if was.turn == now.turn else (_name(seats, was.turn), _name(seats, now.turn)),
        lead=None if led == leads else (led, leads),
        over=None if was.over == now.over else now.over,
    )


def _numbers(steps: Iterable[Step[Any]]) -> frozenset[int]:
    return frozenset(step.number for step in steps if not isinstance(step.action, Void))


def _scores(before: Match[Any], after: Match[Any]) -> tuple[ScoreChange, ...]:
    was, now = before.game.score(before.state), after.game.score(after.state)
    columns = dict.fromkeys(line.column for line in (*was.lines, *now.lines))
    found = [
        ScoreChange(seat, column, was.total(seat, column), now.total(seat, column))
        for seat in map(Seat, range(len(before.seats)))
        for column in columns
    ]
    return tuple(one for one in found if one.before != one.after)


def _lead(match: Match[Any]) -> tuple[str, ...]:
    """Return who is first, by name; nobody while all share the place."""
    places = match.game.standing(match.state).places
    first = sorted(place.seat for place in places if place.rank == 1)
    if len(first) == len(match.seats):
        return ()
    return tuple(match.seats[seat] for seat in first)


def _name(seats: tuple[str, ...], seat: Seat | None) -> str:
    return "" if seat is None else seats[seat]


def _moves(numbers: tuple[int, ...]) -> str:
    return trn("move {moves}", "moves {moves}", len(numbers), moves=", ".join(map(str, numbers)))
