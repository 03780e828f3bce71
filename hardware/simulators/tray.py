"""A simulated dice tray: the tray's own logic behind a line as good or as bad as one likes.

It does what a script tells it, throws with seeded chance, and says what it does, so that a host's
record can be held against what was thrown.
"""

import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from hardware.dtp.lines import Framer, framed
from hardware.dtp.messages import FACES, PROTOCOL, Die
from hardware.simulators.line import GARBAGE, FarEnd, Faults, Wire
from hardware.simulators.script import (
    Act,
    Drain,
    End,
    Garble,
    Hang,
    Reset,
    Say,
    Tell,
    Throw,
    Throws,
    Unplug,
    Wait,
    Worsen,
)
from hardware.simulators.tray_end import FIRST_WAIT_S, Tray

POLL_S: Final = 0.05  # It looks after its clock and its script so often, in seconds of its own

_GREETING: Final = b"$HELLO"


@dataclass(frozen=True, slots=True)
class Make:
    """What a simulated tray is like."""

    serial: str = "SIM-0001"  # its name, at most 24 letters, digits, `_`, `.` and `-`
    faults: Faults = field(default_factory=Faults)  # of its line, in both directions
    # of everything that is left to chance. Its epoch never is: two runs are two epochs, or a host
    # would take the second for the first.
    seed: str = "0"
    pace: float = 1.0  # seconds of its own in one of life
    protocol: int = PROTOCOL  # version that it says it speaks


@dataclass(slots=True)
class Counts:
    """What happened so far."""

    rolls: int = 0
    cuts: int = 0
    resets: int = 0
    overwritten: int = 0


class SimulatedTray:
    """One tray at the far end of a line, which `run` closes.

    Args:
        end: the line.
        script: returns the next thing to do, None while there is none.
        make: what it is like.
        tell: told each event in one line.
    """

    def __init__(self, end: FarEnd, script: Callable[[], Act | None], make: Make, tell: Callable[[str], None]) -> None:
        self.counts = Counts()
        self._end = end
        self._script = script
        self._make = make
        self._tell = tell
        self._tray = Tray(make.serial, secrets.token_hex(4))
        self._dice = random.Random(f"{make.seed} dice")  # noqa: S311 - a stand-in's chance
        self._to_host = Wire(make.faults, random.Random(f"{make.seed} to host"))  # noqa: S311 - seeded faults, nothing secret
        self._to_tray = Wire(make.faults, random.Random(f"{make.seed} to tray"))  # noqa: S311 - seeded faults, nothing secret
        self._throws: Throws | None = None
        self._draining = False
        self._over = False
        self._next = self._back = self._awake = 0.0
        self._away = False

    @property
    def damaged(self) -> int:
        """Bytes turned, lost or added in both directions."""
        return self._to_host.damaged + self._to_tray.damaged

    def run(self) -> None:
        """Be a tray until the script says `end`, or somebody interrupts."""
        self._tell(f"tray {self._make.serial}, epoch {self._tray.epoch}")
        try:
            self._send(self._tray.boot())
            while not self._over:
                self._round()
        finally:
            self._end.close()

    def _now(self) -> float:
        return time.monotonic() * self._make.pace

    def _round(self) -> None:
        now = self._now()
        if self._away and now >= self._back:
            self._away = False
            self._end.plug()
            self._tell(f"plugged in: {self._end.url}")
        self._follow(now)
        if now < self._awake:
            time.sleep(POLL_S / self._make.pace)
            return
        self._hear(self._end.poll(POLL_S / self._make.pace))
        self._tray, send = self._tray.tick(self._now())
        self._send(send)

    def _hear(self, data: bytes) -> None:
        if not data:
            return
        data = self._to_tray.carry(data)
        if _GREETING in data:
            self._greeted()
        before = self._tray.ring
        self._tray, send = self._tray.hear(data, self._now())
        if self._make.protocol == PROTOCOL:
            self._send(send)
        if before and len(self._tray.ring) < len(before):
            last = before[len(before) - len(self._tray.ring) - 1].seq
            self._tell(f"acknowledged {self._tray.epoch}#{last}")

    def _greeted(self) -> None:
        self._tell("greeted")
        if self._to_host.faults.garbage:
            self._end.send(GARBAGE)
        if self._make.protocol != PROTOCOL:
            self._send(framed(f"HELLO,{self._make.protocol},{self._make.serial}"))

    def _send(self, data: bytes) -> None:
        if (arrives := self._to_host.carry(data)) and not self._away:
            self._end.send(arrives)

    # -- the script -------------------------------------------------------------------------------

    def _follow(self, now: float) -> None:
        """Do what is due."""
        while not self._over and now >= self._next:
            if self._throws is not None:
                if len(self._tray.ring) >= self._tray.size:
                    return
                throws, dice = self._throws, self._dice
                self._throw(tuple(Die(kind, dice.choice(FACES[kind])) for kind in throws.kinds), now)
                self._throws = replace(throws, count=throws.count - 1) if throws.count > 1 else None
                self._next = now + throws.every
                continue
            if self._draining and self._tray.ring:
                return
            self._draining = False
            act = self._script()
            if act is None:
                return
            self._do(act, now)

    def _do(self, act: Act, now: float) -> None:  # noqa: C901, PLR0912 - one case a word
        match act:
            case Throw(dice=dice):
                self._throw(dice, now)
            case Throws():
                self._throws = act
            case Tell(body=body):
                self._tell(f"said {body}")
                self._send(framed(body))
            case Say(text=text):
                self._tell(f"said {text}")
                self._send(text.encode("ascii") + b"\r\n")
            case Garble():
                self._end.send(GARBAGE)
            case Worsen(faults=faults):
                self._to_host.faults = self._to_tray.faults = faults
            case Unplug(seconds=seconds):
                self._tell(f"unplugged for {seconds:g} s")
                self.counts.cuts += 1
                self._end.unplug()
                self._away, self._back = True, now + seconds
            case Hang(seconds=seconds):
                self._tell(f"hangs for {seconds:g} s")
                self._awake = now + seconds
            case Reset(forget=forget):
                self._reset(now, forget=forget)
            case Wait(seconds=seconds):
                self._next = now + seconds
            case Drain():
                self._draining = True
            case End():
                self._over = True
            case _:
                assert_never(act)

    def _throw(self, dice: tuple[Die, ...], now: float) -> None:
        if len(self._tray.ring) == self._tray.size:
            self.counts.overwritten += 1
            self._tell(f"overwrote {self._tray.epoch}#{self._tray.ring[0].seq}")
        self._tray, send = self._tray.roll(dice, now)
        self.counts.rolls += 1
        faces = " ".join(die.word() for die in dice)
        self._tell(f"threw {self._tray.epoch}#{self._tray.last} {faces}")
        if now >= self._awake:
            self._send(send)

    def _reset(self, now: float, *, forget: bool) -> None:
        self.counts.resets += 1
        if forget:
            for held in self._tray.ring:
                self._tell(f"forgot {self._tray.epoch}#{held.seq}")
            self._tray = Tray(self._make.serial, secrets.token_hex(4))
        else:
            self._tray = replace(self._tray, framer=Framer(), wait=FIRST_WAIT_S, due=now + FIRST_WAIT_S)
        self._tell(f"starts anew, epoch {self._tray.epoch}")
        self._end.send(GARBAGE if self._to_host.faults.garbage else b"")
        self._send(self._tray.boot())
