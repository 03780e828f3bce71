"""A live table for tests: Ready, Set, Fight, played by the pretend players up to some point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle

import pytest

from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth
from companion.core.seats import Seat
from companion.demo.players import next_action
from companion.journal.errors import JournalError
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind
from companion.rolls.source import Device, DeviceState, RollSource, Sort
from companion.session.rolldesk import RollDesk
from companion.session.table import Table

SHELF = Shelf()
CARDS = SHELF.shipped("rsf")
ANN, BEN = Seat(0), Seat(1)


def open_table(journal: Journal, seats=("Ann", "Ben"), depth=Depth.FULL, **switches) -> Table:
    cards = CARDS if depth is Depth.FULL else None
    chosen = {f"rsf.{name}": value for name, value in switches.items()}
    return Table.open(SHELF, journal, SHELF.header("rsf", seats, depth, chosen, cards), cards)


def faces(*shown: str | int) -> tuple[DieFace, ...]:
    return tuple(DieFace("d10", str(face)) for face in shown)


def play_until(table: Table, stop, rolls: Iterable[int] = (), seed: int = 1) -> None:
    """Play on until `stop(table)` holds; dice show `rolls`, over and over."""
    dice: Iterator[int] = cycle(rolls or (6, 3, 9, 1, 8, 4, 7, 2, 5, 0))
    for _ in range(3000):
        if stop(table):
            return
        request = table.pending()
        action = (
            Roll(request.roller, faces(next(dice)))
            if isinstance(request, RollRequest)
            else next_action(table.match, seed)
        )
        assert action is not None, table.view().headline
        verdict = table.declare(action)
        assert verdict.legal, verdict.message()
    raise AssertionError("this never happens")


def fighting(table: Table) -> bool:
    return any(option.verb == "attack" for option in table.options())


def rolling(table: Table) -> bool:
    return isinstance(table.pending(), RollRequest)


def over(table: Table) -> bool:
    return table.view().over


class Camera(RollSource):
    """A source that hands in nothing by itself."""

    kind = SourceKind.CAMERA
    at_rest = 0

    def __init__(self, source_id: str = "camera:test") -> None:
        super().__init__(source_id)
        self.expected: list[tuple[str, ...]] = []
        self.let_go: list[str] = []

    def expect(self, kinds):
        self.expected.append(kinds)

    def kept(self, key):
        self.let_go.append(key)

    def devices(self):
        return (Device("camera:test", Sort.CAMERA, DeviceState.OK, "looking", self.source_id),)

    def start(self, _listener):
        raise AssertionError("a desk starts no source")

    def stop(self):
        raise AssertionError("a desk stops no source")

    def throw(self, face, confidence=0.99, *others) -> RollReading:
        """Throw one d10; `others` are runners-up."""
        self.at_rest += 1
        return self.look(face, confidence, *others)

    def look(self, face, confidence=0.99, *others, again="") -> RollReading:
        die = DieReading(
            "d10",
            str(face),
            confidence,
            DieStatus.READ if confidence > 0.9 else DieStatus.UNSURE,
            tuple((str(other), (1 - confidence) / (n + 1)) for n, other in enumerate(others)),
        )
        key = f"{self.source_id}#{self.at_rest}{again}"
        return RollReading(self.kind, self.source_id, key, (die,), 1.0, self.at_rest, evidence=b"jpeg")


def seated(journal: Journal, stop=rolling, **opened) -> tuple[Table, RollDesk, Camera]:
    """A table played up to `stop`, with a desk and a camera."""
    table = open_table(journal, **opened)
    play_until(table, stop)
    camera = Camera()
    return table, RollDesk(table, journal, sources=(camera,)), camera


def kept_alone(journal: Journal, desk: RollDesk, reading: RollReading) -> RollReading:
    """Hand in a reading that the journal keeps while it refuses the action; return it."""
    journal._base.execute("CREATE TEMP TRIGGER no BEFORE INSERT ON actions BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(JournalError):
        desk.hear(reading)
    journal._base.execute("DROP TRIGGER no")
    return reading


def refused(journal: Journal, desk: RollDesk, reading: RollReading) -> RollReading:
    """Hand in a reading while the journal can write nothing; return it."""
    journal._base.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError):
        desk.hear(reading)
    journal._base.execute("PRAGMA query_only = OFF")
    return reading
