"""The host's end of DTP/1: which rolls are new, what to acknowledge, when a tray is gone.

A pure state machine. Every method returns a new link and what to do; nothing here knows a port or
reads a clock: the time, in seconds on any steady clock, is handed in.

A roll is known by (serial, epoch, seq). It is handed on once, and acknowledged only when the caller
says that it is safely kept (`kept`), so that a crash between the two asks for it again and the
journal's unique key tells that it was there already.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hardware.dtp.lines import Framer, Sort, framed
from hardware.dtp.messages import (
    PROTOCOL,
    Ack,
    AskHello,
    Battery,
    Hello,
    MessageError,
    Moved,
    Ping,
    Pong,
    Rolled,
    Sync,
    Trouble,
    from_tray,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.dtp.messages import FromHost

IDLE_S: Final = 5.0
"""After so much silence the host asks whether the tray is there."""

DEAD_S: Final = 15.0
"""After so much silence the line is taken for dead."""

AGAIN_S: Final = 0.5
"""The same thing is not asked for twice within so long: every answer to it may be four rolls."""

GREET_S: Final = 2.0
"""How often the greeting is asked for until it comes."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well the line does.

    Attributes:
        good: frames that arrived whole and made sense.
        bad: frames that did not.
        resent: rolls that arrived again.
        lost: rolls that the tray no longer had.
    """

    good: int = 0
    bad: int = 0
    resent: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class NewRoll:
    """A roll to be kept; then say so with `Link.kept`."""

    serial: str
    roll: Rolled


@dataclass(frozen=True, slots=True)
class Met:
    """The tray has said who it is."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Lost:
    """So many rolls were overwritten in the tray before they could be fetched. Never silent."""

    serial: str
    count: int


@dataclass(frozen=True, slots=True)
class Said:
    """A message that changes nothing by itself: movement, battery, trouble."""

    message: Moved | Battery | Trouble


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the device's own log."""

    text: str


@dataclass(frozen=True, slots=True)
class OtherProtocol:
    """The tray speaks another version: nothing it sends is taken for a roll."""

    serial: str
    version: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing was heard for too long: close the port and try again."""


Event = NewRoll | Met | Lost | Said | Logged | OtherProtocol | Gone


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from something heard, or from time passing.

    Attributes:
        link: the link from here on.
        send: bytes for the tray.
        events: what happened, in order.
    """

    link: Link
    send: bytes = b""
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """One open line.

    Attributes:
        known: next number expected of each (serial, epoch) that was met before.
        history: take the rolls that a tray held before it was first met; else begin after them.
        framer: bytes of the line in hand.
        hello: the tray's last greeting, or None before it.
        handed: number of the last roll handed on; it may not be kept yet.
        heard: when something sensible was heard last.
        asked: when the host last sent something to be answered.
        missing: number that was asked for last, 0 for the greeting, and when that was.
        pings: number of the last ping.
        quality: counts for people.
    """

    known: Mapping[tuple[str, str], int]
    history: bool = False
    framer: Framer = Framer()  # noqa: RUF009 - frozen, and nobody's in particular
    hello: Hello | None = None
    handed: int = 0
    heard: float = 0.0
    asked: float = 0.0
    missing: tuple[int, float] = (0, 0.0)
    pings: int = 0
    quality: Quality = Quality()  # noqa: RUF009 - as above

    @property
    def expected(self) -> int:
        """Number of the next roll that is not kept yet."""
        if self.hello is None:
            return 1
        return self.known.get((self.hello.serial, self.hello.epoch), 1)

    def opened(self, now: float) -> Step:
        """Begin on a port that was just opened: whatever half a line is on it ends here."""
        link = replace(
            self, framer=Framer(), hello=None, handed=0, heard=now, asked=now, missing=(0, now)
        )
        return Step(link, b"\n" + _line(AskHello()))

    def hear(self, data: bytes, now: float) -> Step:
        """Take in bytes."""
        framer, lines = self.framer.feed(data)
        step = Step(replace(self, framer=framer))
        for line in lines:
            following = step.link._take(line.sort, line.body, now)
            step = Step(
                following.link, step.send + following.send, (*step.events, *following.events)
            )
        return step

    def tick(self, now: float) -> Step:
        """Let time pass: ask whether the tray is there, or give the line up."""
        if now - self.heard >= DEAD_S:
            return Step(self, events=(Gone(),))
        if self.hello is None:
            if now - self.asked < GREET_S:
                return Step(self)
            return Step(replace(self, asked=now), _line(AskHello()))
        if now - max(self.heard, self.asked) < IDLE_S:
            return Step(self)
        number = self.pings + 1
        return Step(replace(self, asked=now, pings=number), _line(Ping(number)))

    def kept(self, epoch: str, seq: int) -> Step:
        """Say that a roll is safely kept; everything up to it is acknowledged."""
        hello = self.hello
        if hello is None or hello.epoch != epoch or seq < self.expected:
            return Step(self)
        known = {**self.known, (hello.serial, epoch): seq + 1}
        return Step(replace(self, known=known), _line(Ack(epoch, seq)))

    # -- what is heard ----------------------------------------------------------------------------

    def _take(self, sort: Sort, body: str, now: float) -> Step:
        if sort is Sort.LOG:
            return Step(self, events=(Logged(body),))
        if sort is not Sort.FRAME:  # without its check nothing is believed
            return Step(self._counted(bad=1))
        try:
            message = from_tray(body)
        except MessageError:
            return Step(self._counted(bad=1))
        link = replace(self._counted(good=1), heard=now)
        match message:
            case Hello():
                return link._greeted(message)
            case Rolled():
                return link._rolled(message, now)
            case Pong():
                return Step(link)
            case _:
                return Step(link, events=(Said(message),))

    def _counted(self, good: int = 0, bad: int = 0, resent: int = 0, lost: int = 0) -> Link:
        old = self.quality
        quality = Quality(old.good + good, old.bad + bad, old.resent + resent, old.lost + lost)
        return replace(self, quality=quality)

    def _greeted(self, hello: Hello) -> Step:
        if hello.protocol != PROTOCOL:
            return Step(
                replace(self, hello=None), events=(OtherProtocol(hello.serial, hello.protocol),)
            )
        key = (hello.serial, hello.epoch)
        events: tuple[Event, ...] = (Met(hello),)
        link = replace(self, hello=hello)
        if key not in self.known:
            start = hello.first if self.history else hello.last + 1
            link = replace(link, known={**self.known, key: max(start, 1)})
        elif hello.first > link.expected:
            count = hello.first - link.expected
            link = replace(link._counted(lost=count), known={**self.known, key: hello.first})
            events = (*events, Lost(hello.serial, count))
        following = link.expected
        link = replace(link, handed=following - 1)
        send = _line(Ack(hello.epoch, following - 1)) + _line(Sync(hello.epoch, following))
        return Step(link, send, events)

    def _rolled(self, roll: Rolled, now: float) -> Step:
        hello = self.hello
        if hello is None or roll.epoch != hello.epoch:  # switched off and on: who is it now?
            return replace(self, hello=None)._ask(0, AskHello(), now)
        if roll.seq < self.expected:
            return Step(self._counted(resent=1), _line(Ack(roll.epoch, self.expected - 1)))
        if roll.seq <= self.handed:  # handed on, and being kept just now
            return Step(self._counted(resent=1))
        following = self.handed + 1
        if roll.seq > following:
            return self._ask(following, Sync(roll.epoch, following), now)
        return Step(replace(self, handed=roll.seq), events=(NewRoll(hello.serial, roll),))

    def _ask(self, number: int, message: FromHost, now: float) -> Step:
        asked, at = self.missing
        if number == asked and now - at < AGAIN_S:
            return Step(self)
        return Step(replace(self, missing=(number, now)), _line(message))


def _line(message: FromHost) -> bytes:
    return framed(message.body())
