"""Long tables: how long opening one takes, and what an action costs at its end."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from companion.commands.output import FINDINGS, FINE, print_json
from companion.core.actions import Action, Roll, Undo, Void
from companion.core.errors import UsageError
from companion.core.game import Depth
from companion.core.log import Match
from companion.journal.rows import MANUAL
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from models.workshop.bench.random_play import Moment

SEATS: Final = ("Ann", "Ben", "Cleo")
PROMISED: Final = {1_000: 0.2, 10_000: 2.0}
"""Seconds in which a table of so many actions opens. The longest game known has 642."""

_MOST: Final = 100_000
_OPENED: Final = 3
_BACK: Final = 20
"""So many actions are undone when a game is over, so that it goes on in another way."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--game", choices=Shelf().ids(), metavar="GAME", help="only this one")
    parser.add_argument("--actions", type=int, nargs="+", default=list(PROMISED), metavar="N", help="how long")


@dataclass(frozen=True, slots=True)
class Long:
    """One long table.

    Attributes:
        mode: game and depth.
        actions: of the log.
        open_s: seconds of work to open it from its journal, the best of three times.
        first_us: microseconds of work for an action among the first tenth, the middle one.
        last_us: the same among the last tenth.
    """

    mode: str
    actions: int
    open_s: float
    first_us: float
    last_us: float

    @property
    def kept(self) -> bool:
        """Whether it opens in the time that is promised; other lengths have no promise."""
        return self.open_s <= PROMISED.get(self.actions, self.open_s)

    def line(self) -> str:
        """Return it in words."""
        slow = "" if self.kept else f": more than {PROMISED[self.actions]} s"
        return (
            f"{self.mode:20} {self.actions:6,} actions open in {self.open_s:5.2f} s,"
            f" an action costs {self.first_us:.0f} µs at first and {self.last_us:.0f} µs in the end"
            f"{slow}"
        )


def run(args: argparse.Namespace) -> int:
    """Measure and print.

    Returns:
        0, or 1 when a table opens too slowly.
    """
    if not all(1 <= count <= _MOST for count in args.actions):
        raise UsageError(f"--actions: from 1 to {_MOST}")
    found = []
    for game in (args.game,) if args.game else Shelf().ids():
        for depth in Depth:
            for count in args.actions:
                found.append(measure(game, depth, count))
                if not args.json:
                    print(found[-1].line(), flush=True)
    if args.json:
        print_json({"type": "history", "tables": [asdict(one) for one in found]})
    return FINE if all(one.kept for one in found) else FINDINGS


def measure(game: str, depth: Depth, count: int) -> Long:
    """Play a table of so many actions at random, put it into a journal, and open it from there."""
    shelf = Shelf()
    cards = shelf.shipped(game) if depth is Depth.FULL else None
    header = shelf.header(game, SEATS, depth, None, cards)
    match, spent = _play(shelf.begin(header, cards), count)
    with TemporaryDirectory(prefix="tableside-history-") as folder:
        with Journal(Path(folder) / FILE) as journal:
            table = Table.open(shelf, journal, header, cards)
            write = table.grammar.write
            journal.append(table.table_id, 1, [(write(action), MANUAL) for action in match.log])
        opened = []
        for _ in range(_OPENED):
            with Journal(Path(folder) / FILE) as journal:
                began = process_time()
                again = Table.resume(Shelf(), journal, table.table_id)
                opened.append(process_time() - began)
                assert again.match.state == match.state  # noqa: S101 - else nothing of this counts
    tenth = max(1, count // 10)
    first, last = median(spent[:tenth]), median(spent[-tenth:])
    return Long(f"{game} {depth.value}", count, min(opened), 1e6 * first, 1e6 * last)


def _play(match: Match[Any], count: int) -> tuple[Match[Any], list[float]]:
    """Return the match after so many actions, and the seconds of work for each."""
    chance, spent = random.Random(1), []
    while True:
        for action in _next(match, chance):
            began = process_time()
            verdict = match.check(action)
            if not verdict.legal:
                break
            match = match.apply(action, verdict)
            spent.append(process_time() - began)
            if len(spent) == count:
                return match, spent


def _next(match: Match[Any], chance: random.Random) -> Iterator[Action]:
    """Choose what is done next; when a game is over it is taken back a bit and goes on."""
    held = match.held()
    if held is not None:
        yield Roll(held.roller, held.dice)
        return
    action = Moment.of(match.game, match.state).next_action(chance)
    if action is not None:
        yield action
        return
    steps = match.now.latest(_BACK)
    yield from [Undo(None)] * len(steps)
    for step in steps:
        if isinstance(step.action, Roll):
            yield Void(step.action.actor, tuple(die.kind for die in step.action.dice))
