"""The tray's end of DTP/1, as the firmware does it: a ring of rolls, sent until acknowledged. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from hardware.dtp.lines import Framer, Line, Sort, framed
from hardware.dtp.messages import (
    MOST_DICE,
    Ack,
    AskHello,
    Die,
    Hello,
    MessageError,
    Ping,
    Pong,
    Rolled,
    Sync,
    read_epoch,
    read_number,
)

RING: Final = 32  # Rolls that a tray holds at least until they are acknowledged

BURST: Final = 4  # Rolls that are on their way at once

FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 8.0

FromHost = AskHello | Sync | Ack | Ping

OLDEST_MS: Final = 10**9  # A roll is never said to be older: the number has to fit its place


def from_host(body: str) -> FromHost:
    """Read what a host says; raises `MessageError`: it is none of the host's messages."""
    match body.split(","):
        case ["HELLO", protocol]:
            return AskHello(read_number(protocol))
        case ["SYNC", epoch, following]:
            return Sync(read_epoch(epoch), read_number(following))
        case ["ACK", epoch, seq]:
            return Ack(read_epoch(epoch), read_number(seq))
        case ["PING", number]:
            return Ping(read_number(number))
        case _:
            raise MessageError(f"no host says {body!r}")


@dataclass(frozen=True, slots=True)
class HeldRoll:
    """A roll in the ring and when its dice came to rest."""

    seq: int
    dice: tuple[Die, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Tray:
    """State of the tray."""

    serial: str  # its name
    epoch: str  # of its numbers
    ring: tuple[HeldRoll, ...] = ()  # rolls that are not acknowledged, oldest first
    last: int = 0  # number of the newest roll
    size: int = RING  # rolls that the ring holds
    framer: Framer = field(default_factory=Framer)  # bytes of the line in hand
    due: float = 0.0  # when the oldest roll is sent again
    wait: float = FIRST_WAIT_S  # seconds until then, doubled each time
    # somebody greeted without a check, and types: an acknowledgement without one counts
    typed: bool = False

    def hello(self) -> Hello:
        """Say who it is and what it holds."""
        first = self.ring[0].seq if self.ring else self.last + 1
        return Hello(self.serial, self.epoch, first, self.last)

    def boot(self) -> bytes:
        """Return what it says when it is switched on."""
        return framed(str(self.hello()))

    def roll(self, dice: tuple[Die, ...], now: float) -> tuple[Tray, bytes]:
        """Dice came to rest: keep them, and send them while few are on their way.

        Raises:
            ValueError: no line can carry so many dice.
        """
        held = HeldRoll(self.last + 1, dice, now)
        if len(dice) > MOST_DICE:
            raise ValueError(f"{len(dice)} dice are more than the {MOST_DICE} of one roll")
        framed(str(Rolled(self.epoch, held.seq, OLDEST_MS, dice)))  # it must fit at any age
        tray = replace(self, ring=(*self.ring, held)[-self.size :], last=held.seq)
        if len(tray.ring) == 1:
            tray = replace(tray, wait=FIRST_WAIT_S, due=now + FIRST_WAIT_S)
        if len(self.ring) == self.size:  # the oldest is overwritten: the host must not wait for it
            return tray, framed(str(tray.hello()))
        return tray, (_sent(tray, held, now) if len(tray.ring) <= BURST else b"")

    def hear(self, data: bytes, now: float) -> tuple[Tray, bytes]:
        """Take in bytes from the host.

        A line with a wrong check is passed over. One without a check is believed, save an
        acknowledgement: half of one, cut off by a disconnection, would let rolls go that nobody has.
        It counts from those alone who greeted without a check, which a program never does.
        """
        framer, lines = self.framer.feed(data)
        tray, sends = replace(self, framer=framer), []
        for line in lines:
            tray, send = _taken(tray, line, now)
            sends.append(send)
        return tray, b"".join(sends)

    def tick(self, now: float) -> tuple[Tray, bytes]:
        """Let time pass: what was not acknowledged is sent again, ever more slowly."""
        if not self.ring or now < self.due:
            return self, b""
        wait = min(2 * self.wait, LONGEST_WAIT_S)
        return replace(self, wait=wait, due=now + wait), _burst(self, self.ring[0].seq, now)


def _taken(tray: Tray, line: Line, now: float) -> tuple[Tray, bytes]:
    if line.sort not in {Sort.FRAME, Sort.BARE}:
        return tray, b""
    try:
        message = from_host(line.body)
    except MessageError:
        return tray, b""
    if line.sort is Sort.FRAME:
        tray = replace(tray, typed=False)
    elif isinstance(message, AskHello):
        tray = replace(tray, typed=True)
    elif isinstance(message, Ack) and not tray.typed:
        return tray, b""
    return _answered(tray, message, now)


def _answered(tray: Tray, message: FromHost, now: float) -> tuple[Tray, bytes]:
    match message:
        case AskHello():
            return tray, framed(str(tray.hello()))
        case Ping(number=number):
            return tray, framed(str(Pong(number)))
        case Ack(epoch=epoch, seq=seq) if epoch == tray.epoch and seq <= tray.last:
            return _acknowledged(tray, seq, now), b""
        case Ack(epoch=epoch) if epoch == tray.epoch:  # of what was never rolled
            return tray, b""
        case Sync(epoch=epoch, next=following) if epoch == tray.epoch:
            burst = _burst(tray, following, now)
            if not tray.hello().first <= following <= tray.last + 1:  # the host is mistaken
                burst = framed(str(tray.hello())) + burst
            return replace(tray, due=now + tray.wait), burst
        case _:  # of another epoch: the host must learn of this one
            return tray, framed(str(tray.hello()))


def _acknowledged(tray: Tray, seq: int, now: float) -> Tray:
    rest = tuple(held for held in tray.ring if held.seq > seq)
    if len(rest) == len(tray.ring):
        return tray
    return replace(tray, ring=rest, wait=FIRST_WAIT_S, due=now + FIRST_WAIT_S)


def _burst(tray: Tray, following: int, now: float) -> bytes:
    wanted = [held for held in tray.ring if held.seq >= following][:BURST]
    return b"".join(_sent(tray, held, now) for held in wanted)


def _sent(tray: Tray, held: HeldRoll, now: float) -> bytes:
    age = min(max(0, round((now - held.at) * 1000)), OLDEST_MS)
    return framed(str(Rolled(tray.epoch, held.seq, age, held.dice)))
