"""A table of thousands of actions: of people who correct all the time, or who play for ever."""

from __future__ import annotations

import random
import sys
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from companion.core.actions import Amend, Redo, Roll, SetSwitch, Undo, Void
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from models.workshop.bench.random_play import Moment, thrown

SHELF = Shelf()
NAMES = ("Ann", "Ben", "Cleo")
RARE = frozenset({"connect", "draw", "sheet", "special", "steal", "force", "stalemate"})
"""What makes monsters grow or fall: a game that goes on for ever has little of it."""

AGAIN = 8
"""So many actions are undone when a game is over, so that it goes on otherwise."""


def memory_folder():
    """A folder in memory where there is one: the disk's own time is not what is asked about."""
    shared = Path("/dev/shm")  # noqa: S108 - a folder of a random name is made in it
    return TemporaryDirectory(prefix="tableside-long-", dir=shared if shared.is_dir() else None)


def opened(journal, game="rsf", depth=Depth.LIGHT):
    """Open a table."""
    cards = SHELF.shipped(game) if depth is Depth.FULL else None
    return Table.open(SHELF, journal, SHELF.header(game, NAMES, depth, None, cards), cards)


def resumed(folder, table_id, *, read_only=False):
    """Open the table again, from a journal that is opened again."""
    journal = Journal(folder / FILE, read_only=read_only)
    return journal, Table.resume(SHELF, journal, table_id)


class Endless:
    """People who miss nearly always, so that nobody ever wins; all that they do is legal."""

    def __init__(self, seed=1):
        self.chance = random.Random(seed)

    def step(self, table):
        """Do one thing; return how many actions it logged."""
        before = table.version
        now = Moment.of(table.match.game, table.match.state)
        action = self._calm(now)
        if action is None:
            for _ in range(AGAIN):
                table.declare(Undo(None))
            # Else the same dice would come to the same end again.
            for held in table.match.readings:
                table.declare(Void(held.roller, held.kinds))
        elif isinstance(action, Roll) and table.held() is not None:
            table.take_held()
        else:
            table.declare(action)
        return table.version - before

    def _calm(self, now):
        action = now.next_action(self.chance)
        for _ in range(12):
            if action is None or action.verb not in RARE:
                break
            action = now.next_action(self.chance)
        if isinstance(action, Roll):
            for _ in range(10):
                roll = thrown(now.pending, self.chance)
                after = now.game.apply(now.state, roll)
                if "miss" in now.game.tell(now.state, roll, after):
                    return roll
        return action


class Doubters:
    """People who play a little and then take back, do again, correct and switch, for hours."""

    def __init__(self, seed=1, begin=300):
        self.chance = random.Random(seed)
        self.endless = Endless(seed)
        self.begin = begin

    def step(self, table):
        """Do one thing, often a row of corrections; return how many actions it logged."""
        before = table.version
        if before < self.begin:
            return self.endless.step(table)
        what = self.chance.random()
        if what < 0.75:
            self._back_and_forth(table, self.chance.randint(1, 40))
        elif what < 0.85:
            self._amend(table)
        elif what < 0.95:
            value = self.chance.choice(("zero", "ten"))
            table.declare(SetSwitch(None, "rsf.zero_face", value))
            table.declare(Undo(None))
        else:
            for _ in range(2):
                self.endless.step(table)
        return table.version - before

    def _back_and_forth(self, table, times):
        done = 0
        while done < times and table.declare(Undo(None)).legal:
            done += 1
        for _ in range(done):
            table.declare(Redo(None))

    def _amend(self, table):
        """Correct one of the last lines to what it says already, dropping nothing."""
        lines = [one for one, _ in zip(table.match.now.newest(), range(20), strict=False)]
        line = self.chance.choice(lines)
        table.declare(Amend(None, line.number, line.action))


def grown(table, people, count):
    """Let people go on until the log has so many actions."""
    while table.version < count:
        people.step(table)


def timed(table, people, count):
    """Let people go on for so many actions; return seconds of work for each of what they did."""
    spent, end = [], table.version + count
    while table.version < end:
        began, before = process_time(), table.version
        people.step(table)
        spent.append((process_time() - began) / max(1, table.version - before))
    return spent


def calls(deed):
    """Count the calls that a deed makes and the bytes that it takes at once: no clock is asked."""
    count = 0

    def seen(_frame, event, _what):
        nonlocal count
        count += event in {"call", "c_call"}

    tracemalloc.start()
    sys.setprofile(seen)
    try:
        deed()
    finally:
        sys.setprofile(None)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return count, peak


def same(one, other):
    """Say what differs between two tables that should be one; nothing when all is the same."""
    first, second = one.match, other.match
    pairs = {
        "log": (first.log, second.log),
        "effective": (_in_effect(first.now), _in_effect(second.now)),
        "state": ((first.state, first.now.licence), (second.state, second.now.licence)),
        "undone": (_numbers(first), _numbers(second)),
        "dice": (first.readings, second.readings),
        "history": (one.history(), other.history()),
    }
    return [name for name, (a, b) in pairs.items() if a != b]


def _in_effect(step):
    return [(one.number, one.action, one.reading) for one in step.since(1)]


def _numbers(match):
    return [[one.number for one in step.since(1)] for step in match.undone]
