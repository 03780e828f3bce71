"""Trays of both kinds behind one face, a line that spoils bytes, and games played over it."""

from __future__ import annotations

import importlib.util
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.dtp.lines import Framer, Sort, framed
from hardware.dtp.link import Backwards, Gone, Link, Lost, NewRoll, Nonsense
from hardware.dtp.messages import FACES, Die
from hardware.simulators import tray_end as host_tray

if TYPE_CHECKING:
    from types import ModuleType

REPOSITORY = Path(__file__).resolve().parents[3]
FIRMWARE = REPOSITORY / "hardware" / "firmware"


def firmware() -> ModuleType:
    """Load what a board runs, from its file: it is no module of the package."""
    spec = importlib.util.spec_from_file_location("tray_firmware_dtp", FIRMWARE / "dtp.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BOARD = firmware()


def words(dice) -> str:
    return " ".join(die.word() for die in dice)


class Face:
    """What both kinds of tray tell of themselves."""

    @property
    def held(self):
        return len(self.tray.ring)

    @property
    def last(self):
        return self.tray.last

    @property
    def epoch(self):
        return self.tray.epoch


class Modelled(Face):
    """`hardware.simulators.tray_end.Tray`; times are whole milliseconds."""

    def __init__(self, serial="T-1", epoch="1a2b3c4d"):
        self.tray = host_tray.Tray(serial, epoch)

    def hello(self) -> bytes:
        return self.tray.boot()

    def restarted(self, _now) -> bytes:
        """The board starts again and has its rolls still."""
        self.tray = replace(self.tray, framer=Framer(), typed=False)
        return self.tray.boot()

    def roll(self, dice, now) -> bytes:
        self.tray, send = self.tray.roll(dice, now / 1000)
        return send

    def hear(self, data, now) -> bytes:
        self.tray, send = self.tray.hear(data, now / 1000)
        return send

    def tick(self, now) -> bytes:
        self.tray, send = self.tray.tick(now / 1000)
        return send


class Board(Face):
    """The firmware's tray."""

    def __init__(self, serial="T-1", epoch="1a2b3c4d", began=0):
        self.out = []
        self.tray = BOARD.Tray(serial, epoch, self.out.append, began)

    def _said(self) -> bytes:
        said = b"".join(self.out)
        self.out.clear()
        return said

    def hello(self) -> bytes:
        self.tray.hello()
        return self._said()

    def restarted(self, now) -> bytes:
        old = self.tray
        self.tray = BOARD.Tray(old.serial, old.epoch, self.out.append, now)
        self.tray.ring, self.tray.last = old.ring, old.last
        self.tray._clock = old._clock + now - old._ticks  # as with a clock that has a battery
        return self.hello()

    def roll(self, dice, now) -> bytes:
        self.tray.roll(words(dice), now)
        return self._said()

    def hear(self, data, now) -> bytes:
        self.tray.hear(data, now)
        return self._said()

    def tick(self, now) -> bytes:
        self.tray.tick(now)
        return self._said()


TRAYS = {"model": Modelled, "firmware": Board}


def bodies(data: bytes) -> list[str]:
    """What is said in some bytes; all of it has to be whole."""
    _, lines = Framer().feed(data)
    assert all(line.sort is Sort.FRAME for line in lines), lines
    return [line.body for line in lines]


def frames(*said: str) -> bytes:
    return b"".join(framed(body) for body in said)


def spoiled(chance: random.Random, data: bytes, rate: float) -> bytes:
    """Turn a bit of a byte, lose it, or add one behind it, each byte with chance `rate`."""
    if not rate:
        return data
    out = bytearray()
    for byte in data:
        what = chance.randrange(3) if chance.random() < rate else None
        if what == 0:
            out.append(byte ^ 1 << chance.randrange(8))
        elif what == 2:
            out += bytes((byte, chance.randrange(256)))
        elif what is None:
            out.append(byte)
    return bytes(out)


def some_dice(chance: random.Random) -> tuple[Die, ...]:
    kinds = [chance.choice(tuple(FACES)) for _ in range(chance.randint(1, 6))]
    return tuple(Die(kind, chance.choice(FACES[kind]), chance.random() < 0.1) for kind in kinds)


@dataclass
class Hazards:
    """How often what happens, each tenth of a second or each roll."""

    rate: float = 1e-3  # of bytes
    cut: float = 0.01  # the line is cut and opened again
    crash: float = 0.01  # the host dies on a roll, before or after its journal has it
    restart: float = 0.005  # the tray starts again
    forgets: bool = False  # and has forgotten its rolls and numbers: a new epoch
    twice: float = 0.0  # what was said arrives twice
    slow: float = 0.0  # the table keeps a roll only a while later


@dataclass
class Game:
    """One tray, one line, one table; every roll is to stand in the journal once, and in order.

    What a tray that forgets had not been rid of when it forgot is gone, and may be missing; never
    doubled, never out of order.
    """

    make: type
    seed: int
    rolls: int = 40
    hazards: Hazards = field(default_factory=Hazards)

    def __post_init__(self):
        self.chance = random.Random(self.seed)
        self.now = 0
        self.tray = self.make(epoch=self._epoch())
        self.thrown: dict[tuple, tuple] = {}  # the dice by (serial, epoch, number)
        self.in_danger: set[tuple] = set()  # not acknowledged when the tray forgot them
        self.journal: dict[tuple, tuple] = {}
        self.waiting: list[tuple] = []
        self.counts: Counter[str] = Counter()
        self.to_host = self.to_tray = b""
        self.link = Link({}, history=True)

    def _epoch(self) -> str:
        return f"{self.chance.getrandbits(32):08x}"

    def _happens(self, likely: float) -> bool:
        return self.chance.random() < likely

    def play(self) -> Counter:
        """Play until every roll is kept and the tray has let go of all of them."""
        self.to_host += self.tray.hello()
        self._open()
        while len(self.thrown) < self.rolls or self.tray.held or self.waiting:
            self.now += 100
            assert self.now < 3_000_000, f"stuck: {self}"
            self._tray_lives()
            if self._table_lives() or self._happens(self.hazards.cut):
                self._open()
        self._judge()
        return self.counts

    def _open(self):
        self.counts["opened"] += 1
        step = self.link.opened(self.now / 1000)
        self.link, self.to_tray, self.to_host = step.link, step.send, b""

    def _tray_lives(self):
        tray, hazards = self.tray, self.hazards
        if len(self.thrown) < self.rolls and self._happens(0.2) and tray.held < host_tray.RING:
            dice = some_dice(self.chance)
            self.to_host += tray.roll(dice, self.now)
            self.thrown["T-1", tray.epoch, tray.last] = dice
        if self._happens(hazards.restart):
            self.counts["restarts"] += 1
            if hazards.forgets:
                self.in_danger |= set(list(self.thrown)[len(self.thrown) - tray.held :])
                self.tray = tray = self.make(epoch=self._epoch())
                self.to_host += tray.hello()
            else:
                self.to_host += tray.restarted(self.now)
        self.to_host += tray.tick(self.now)
        arrived, self.to_tray = self._carried(self.to_tray), b""
        self.to_host += tray.hear(arrived, self.now)

    def _carried(self, data: bytes) -> bytes:
        data = data * 2 if self._happens(self.hazards.twice) else data
        return spoiled(self.chance, data, self.hazards.rate)

    def _table_lives(self) -> bool:
        """Return whether the line has to be opened anew: the host crashed, or gave the line up."""
        arrived, self.to_host = self._carried(self.to_host), b""
        events = []
        for step in (lambda: self.link.hear(arrived, self.now / 1000), self._tick):
            done = step()
            self.link, self.to_tray = done.link, self.to_tray + done.send
            events += done.events
        for event in events:
            assert not isinstance(event, (Lost, Backwards)), event
            if isinstance(event, Nonsense):  # 1 damaged line in 65,536; the grammar refuses it
                self.counts["passed the check by chance"] += 1
            if isinstance(event, Gone):
                return True
            if isinstance(event, NewRoll) and not self._rolled(event):
                return True
        while self.waiting and not self._happens(self.hazards.slow):
            self._keep(*self.waiting.pop(0))
        return False

    def _tick(self):
        return self.link.tick(self.now / 1000)

    def _rolled(self, event: NewRoll) -> bool:
        """Return whether the host outlives it."""
        key = (event.serial, event.roll.epoch, event.roll.seq)
        if self._happens(self.hazards.crash):
            return self._crash()
        assert key not in self.journal, "handed on again although it is kept"
        assert key not in dict(self.waiting), "handed on again by the same link"
        self.waiting.append((key, event.roll.dice))
        if self._happens(self.hazards.crash):  # with the journal written and nobody told
            self.journal |= {key: dice for key, dice in self.waiting if key not in self.journal}
            return self._crash()
        return True

    def _keep(self, key, dice):
        self.journal.setdefault(key, dice)
        step = self.link.kept(key[1], key[2])
        self.link, self.to_tray = step.link, self.to_tray + step.send

    def _crash(self) -> bool:
        """What the next process knows is what the journal has."""
        self.counts["crashes"] += 1
        self.waiting.clear()
        known: dict[tuple[str, str], int] = {}
        for serial, epoch, seq in self.journal:
            known[serial, epoch] = max(known.get((serial, epoch), 1), seq + 1)
        self.link = Link(known, history=True, quality=self.link.quality)
        return False

    def _judge(self):
        missing = set(self.thrown) - set(self.journal)
        assert missing <= self.in_danger, f"never in danger, and missing: {missing}"
        assert self.hazards.forgets or not missing
        arrived = {key: dice for key, dice in self.thrown.items() if key not in missing}
        assert list(self.journal.items()) == list(arrived.items())  # none made up, and in order
