"""The tray's end of DTP/1, as the firmware does it: a ring of rolls, sent until acknowledged. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from hardware.dtp.lines import Framer, Sort, framed
from hardware.dtp.messages import (
    Ack,
    AskHello,
    Die,
    FromHost,
    FromTray,
    Hello,
    MessageError,
    Ping,
    Pong,
    Rolled,
    Sync,
    from_host,
)

RING: Final = 32
"""Rolls that a tray holds at least until they are acknowledged."""

BURST: Final = 4
"""Rolls that are on their way at once."""

FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 8.0


@dataclass(frozen=True, slots=True)
class HeldRoll:
    """A roll in the ring and when its dice came to rest."""

    seq: int
    dice: tuple[Die, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Tray:
    """State of the tray.

    Attributes:
        serial: its name.
        epoch: of its numbers.
        ring: rolls that are not acknowledged, oldest first.
        last: number of the newest roll.
        size: rolls that the ring holds.
        framer: bytes of the line in hand.
        due: when the oldest roll is sent again.
        wait: seconds until then, doubled each time.
    """

    serial: str
    epoch: str
    ring: tuple[HeldRoll, ...] = ()
    last: int = 0
    size: int = RING
    framer: Framer = Framer()  # noqa: RUF009 - frozen, and nobody's in particular
    due: float = 0.0
    wait: float = FIRST_WAIT_S

    def hello(self) -> Hello:
        """Say who it is and what it holds."""
        first = self.ring[0].seq if self.ring else self.last + 1
        return Hello(self.serial, self.epoch, first, self.last)

    def boot(self) -> bytes:
        """Return what it says when it is switched on."""
        return _line(self.hello())

    def roll(self, dice: tuple[Die, ...], now: float) -> tuple[Tray, bytes]:
        """Dice came to rest: keep them, and send them while few are on their way."""
        held = HeldRoll(self.last + 1, dice, now)
        tray = replace(self, ring=(*self.ring, held)[-self.size :], last=held.seq)
        if len(tray.ring) == 1:
            tray = replace(tray, wait=FIRST_WAIT_S, due=now + FIRST_WAIT_S)
        return tray, (tray._sent(held, now) if len(tray.ring) <= BURST else b"")

    def hear(self, data: bytes, now: float) -> tuple[Tray, bytes]:
        """Take in bytes from the host; a line without a check is believed, one with a wrong one is not."""
        framer, lines = self.framer.feed(data)
        tray, send = replace(self, framer=framer), b""
        for line in lines:
            if line.sort not in {Sort.FRAME, Sort.BARE}:
                continue
            try:
                message = from_host(line.body)
            except MessageError:
                continue
            tray, more = tray._answer(message, now)
            send += more
        return tray, send

    def tick(self, now: float) -> tuple[Tray, bytes]:
        """Let time pass: what was not acknowledged is sent again, ever more slowly."""
        if not self.ring or now < self.due:
            return self, b""
        wait = min(2 * self.wait, LONGEST_WAIT_S)
        return replace(self, wait=wait, due=now + wait), self._burst(self.ring[0].seq, now)

    def _answer(self, message: FromHost, now: float) -> tuple[Tray, bytes]:
        match message:
            case AskHello():
                return self, _line(self.hello())
            case Ping(number=number):
                return self, _line(Pong(number))
            # A number that was never sent is a typed line's slip, or a check that fell off: `34*1234`.
            case Ack(epoch=epoch, seq=seq) if epoch == self.epoch and seq <= self.last:
                rest = tuple(held for held in self.ring if held.seq > seq)
                if len(rest) == len(self.ring):
                    return self, b""
                tray = replace(self, ring=rest, wait=FIRST_WAIT_S, due=now + FIRST_WAIT_S)
                return tray, b""
            case Sync(epoch=epoch, next=following) if epoch == self.epoch:
                return replace(self, due=now + self.wait), self._burst(following, now)
            case _:  # of another epoch: the host must learn of this one
                return self, _line(self.hello())

    def _burst(self, following: int, now: float) -> bytes:
        wanted = [held for held in self.ring if held.seq >= following][:BURST]
        return b"".join(self._sent(held, now) for held in wanted)

    def _sent(self, held: HeldRoll, now: float) -> bytes:
        age = max(0, round((now - held.at) * 1000))
        return _line(Rolled(self.epoch, held.seq, min(age, 10**9), held.dice))


def _line(message: FromTray) -> bytes:
    return framed(message.body())
