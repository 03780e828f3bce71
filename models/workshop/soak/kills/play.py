"""A whole game, played step by step at a table whose journal lies on the disk.

Every step is something that people do once: declare an action, or throw dice that a tray tells of.
Steps can be taken again on a copy of the journal as it stood before, so that a test that kills the
program at every point of a game need not play it from the start each time.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from companion.commands import memory
from companion.core.actions import Action, Claim, Roll
from companion.core.log import Match
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.rolls.readings import DieReading, RollReading, SourceKind
from companion.rolls.source import RollSource
from companion.session.rolldesk import RollDesk
from companion.session.table import Table
from companion.tui.host import Wish
from companion.tui.settings import FILE as SETTINGS
from companion.tui.settings import Settings

RECORDS = Path(__file__).parents[4] / "tests" / "records"
SHELF = Shelf()
SMALLEST, LARGEST = 2_000, 40_000
"""Bytes of the pictures that come with a roll: one page of the journal, or many."""

OF_EVERY_MODE = (
    "rsf-corrections",
    "fgt-corrections",
    "mon-dominoes-closed",
    "mon-classic-corrections",
    "mon-arena-four",
    "md-corrections",
    "gmm-light",
)


def names() -> tuple[str, ...]:
    """Return every record of a whole game."""
    return tuple(sorted(path.stem for path in RECORDS.glob("*.record")))


TRAY = "tray:/dev/rfcomm0"


class Tray(RollSource):
    """A dice tray that keeps a roll until it hears that the roll is kept, and hands nothing in by itself."""

    kind = SourceKind.TRAY
    at_rest = 0

    def __init__(self, tell: Callable[[str], None] | None = None) -> None:
        super().__init__(TRAY)
        self._tell = tell

    def kept(self, key: str) -> None:
        """Report it: from now on the tray may forget the roll."""
        if self._tell is not None:
            self._tell(f"kept:{key}")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that people do.

    Attributes:
        number: how many actions the log has before it.
        action: what is declared.
        reading: what the tray says of it, when it is a roll.
    """

    number: int
    action: Action
    reading: RollReading | None


@dataclass
class Sitting:
    """A table that is open, with its journal and desk."""

    journal: Journal
    table: Table
    desk: RollDesk

    @classmethod
    def at(cls, journal: Journal, table: Table, tell: Callable[[str], None] | None) -> Sitting:
        """Sit down at a table with a tray."""
        return cls(journal, table, RollDesk(table, journal, sources=(Tray(tell),)))

    def take(self, step: Step) -> None:
        """Do one thing, as the screen does it; a roll that was asked about is answered."""
        if step.reading is None:
            verdict = self.table.declare(step.action)
            assert verdict.legal, verdict.message()
            return
        heard = self.desk.hear(step.reading)
        if heard.verdict is None and self.desk.asking is not None:
            assert isinstance(step.action, Roll)
            self.desk.confirm(step.action.dice)

    def lines(self) -> tuple[str, ...]:
        """Return the log as the journal has it."""
        return tuple(line.text for line in self.journal.lines(self.table.table_id))

    def close(self) -> None:
        """Leave, as the program does."""
        self.desk.close()
        self.journal.close()


def picture(number: int) -> bytes:
    """Return something that does not compress and is as large as the picture of a roll."""
    size = SMALLEST if number % 7 else LARGEST
    seed = hashlib.sha256(str(number).encode()).digest()
    return (seed * (size // len(seed) + 1))[:size]


def reading_of(action: Roll, number: int) -> RollReading:
    """Return the tray's reading of a roll."""
    return RollReading(
        source_kind=SourceKind.TRAY,
        source_id=TRAY,
        key=f"tray:T-1/0a1b2c3d#{number}",
        dice=tuple(DieReading(die.kind, die.face, 0.999) for die in action.dice),
        taken_at=float(number),
        throw=number + 1,
        evidence=picture(number),
    )


class Nowhere:
    """A journal that takes everything and keeps nothing."""

    def append(self, *_said: object, **_more: object) -> str:
        """Take lines."""
        return ""

    def keep_reading(self, *_said: object) -> bool:
        """Take a reading."""
        return True

    def last_reading(self, _table_id: str) -> None:
        """Know of none."""


class Play:
    """A record's game on the disk, and what a straight play of it looks like at every step.

    Args:
        name: of the record.
        home: an empty folder for it.
        tell: hears what the tray is told.
    """

    def __init__(self, name: str, home: Path, tell: Callable[[str], None] | None = None) -> None:
        self.name, self.home = name, home
        self.record, self._begin = SHELF.read_record(RECORDS / f"{name}.record")
        header = self.record.header
        self.cards = SHELF.shipped(header.game) if header.catalogue else None
        self.header = header
        self.journal = Journal(home / FILE)
        self.table = Table.open(SHELF, self.journal, header, self.cards)
        self.matches: list[Match[Any]] = [self.table.match]
        self.table.subscribe(lambda _change: self.matches.append(self.table.match))
        self._sitting = Sitting.at(self.journal, self.table, tell)

    @property
    def lines(self) -> tuple[str, ...]:
        """The log so far."""
        return tuple(line.line for line in self.table.history())

    def steps(self) -> Iterator[Step]:
        """Give every step before it is taken; going on takes it."""
        for number, action in enumerate(self.record.actions):
            if self.table.version > number:
                continue  # undone dice that answered by themselves
            step = Step(self.table.version, action, self._reading(action))
            yield step
            self._sitting.take(step)
            assert self.table.version > step.number, (self.name, step.number)

    def _reading(self, action: Action) -> RollReading | None:
        armed = self._sitting.desk.armed
        if not isinstance(action, Roll) or isinstance(action, Claim) or armed is None:
            return None
        kinds = tuple(sorted(die.kind for die in action.dice))
        same = (action.actor, kinds) == (armed.roller, armed.kinds)
        return reading_of(action, self.table.version) if same else None

    def straight(self, step: Step) -> Table:
        """Return the table after a step as it has to be, whatever any journal says."""
        table = self.again()
        Sitting.at(table._journal, table, None).take(step)
        return table

    def copy(self, place: Path) -> Path:
        """Copy the home as it lies there now."""
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.home, place)
        return place

    def sit_down(self, home: Path, tell: Callable[[str], None] | None = None) -> Sitting:
        """Open a copy of the journal at the table's present state, without folding it again."""
        journal = Journal(home / FILE)
        return Sitting.at(journal, self.again(journal), tell)

    def again(self, journal: Journal | None = None) -> Table:
        """Return the table as it stands now, at another journal or at none."""
        table = copy(self.table)  # its log and history are values
        table._journal = cast("Journal", Nowhere()) if journal is None else journal
        table._listeners = []
        return table

    def resume(self, home: Path) -> Sitting:
        """Open a journal that a dead program left, as the program does."""
        journal = Journal(home / FILE)
        try:
            return Sitting.at(journal, Table.resume(SHELF, journal, self.table.table_id), None)
        except BaseException:
            journal.close()
            raise

    def close(self) -> None:
        """Leave."""
        self._sitting.close()


def wish(play: Play) -> Wish:
    """Return what is remembered when such a table is opened."""
    header = play.header
    return Wish(header.game, header.seats, header.depth.value, dict(header.switches), "", "", "", "")


def remember(home: Path, wished: Wish) -> None:
    """Keep what the start screen keeps: the last table, and the settings."""
    memory.remember(home, wished)
    Settings().write(home / SETTINGS)
