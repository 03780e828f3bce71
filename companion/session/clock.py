"""How long each turn took, by the times at which the journal kept its actions."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from companion.core.log import Match
from companion.core.seats import Seat
from companion.session.table import Table

PAUSE_S: Final = 1200.0  # A turn that takes longer was a break


class Turn(NamedTuple):
    """A turn: whose, and when it began and ended; the last one goes on."""

    seat: Seat
    begun: datetime
    ended: datetime | None

    def seconds(self, now: datetime) -> float:
        """Return how long it took so far; negative where somebody changed the times."""
        return ((self.ended or now) - self.begun).total_seconds()


def turns(match: Match[Any], at: Callable[[int], str]) -> Iterator[Turn]:
    """Go through the turns of a game; `at` gives an action's time by its number, or nothing."""
    seat: Seat | None = None
    begun: datetime | None = None
    for step in match.settled():
        now = match.game.view(step.state).turn
        if now == seat:
            continue
        ended = _moment(at(step.number))
        if seat is not None and begun is not None and ended is not None:
            yield Turn(seat, begun, ended)
        seat, begun = now, ended
    if seat is not None and begun is not None:
        yield Turn(seat, begun, None)


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


class TurnClock:
    """Adds up everybody's turns at a live table; `now` gives the time.

    The turn at which a table was left goes on from the moment at which it is taken up.
    """

    def __init__(self, table: Table, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._table = table
        self._now = now
        self._opened = now()
        self._known = -1
        self._turns: list[Turn] = []

    def seconds(self) -> tuple[list[float], Seat | None]:
        """Return the seconds of each seat, and whose turn it is."""
        table, now = self._table, self._now()
        if table.version != self._known:
            rows = table.history().rows
            self._known = table.version
            self._turns = list(turns(table.match, lambda number: rows[number - 1].at))
        found = [0.0] * len(table.seats)
        for one in self._turns:
            waited = max(0.0, (self._opened - one.begun).total_seconds()) if one.ended is None else 0.0
            found[one.seat] += min(PAUSE_S, max(0.0, one.seconds(now) - waited))
        last = self._turns[-1] if self._turns else None
        return found, last.seat if last is not None and last.ended is None else None


def clock_text(seconds: float) -> str:
    """Write seconds as a clock shows them: `1:05`, `1:02:03`."""
    minutes, left = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
