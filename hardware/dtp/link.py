"""The host's end of DTP/1: which rolls are new, what to acknowledge, when a tray is gone.

A pure state machine. Every method returns a new link and what to do; nothing here knows a port or
reads a clock: the time, in seconds on any steady clock, is handed in.

A roll is known by (serial, epoch, seq). A link hands each on once, in order, and acknowledges it
only when the caller says that it is safely kept (`Link.kept`). After a crash between the two the
tray sends it again to the link that comes next; the journal's unique key tells if it was there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, assert_never

from hardware.dtp.lines import Framer, Line, Sort, framed
from hardware.dtp.messages import (
    LARGEST,
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
    Key = tuple[str, str]
    "A tray's serial and epoch, within which its numbers are unique."

IDLE_S: Final = 5.0  # After so much silence the host asks whether the tray is there

DEAD_S: Final = 15.0  # After so much silence the line is taken for dead

AGAIN_S: Final = 0.5
"""The same thing is not asked for twice within so long: every answer to it may be four rolls."""

GREET_S: Final = 2.0  # How often the greeting is asked for until it comes

WINDOW: Final = 64
"""So many rolls of all epochs are handed on at most that are not kept yet; the tray holds the rest."""

REMEMBERED: Final = 8  # Epochs met in one session whose beginning is remembered without a kept roll


# -- what the caller is told -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewRoll:
    """A roll to be kept; then say so with `Link.kept`."""

    serial: str
    roll: Rolled


@dataclass(frozen=True, slots=True)
class Met:
    """The tray has said who it is. Said at every greeting that makes sense, not at the first alone."""

    hello: Hello  # its greeting
    passed: int = 0  # rolls that it held from before it was first met, and that are not asked for
    began: int = 0  # number of the first roll that counts, of an epoch that is new here; else 0


@dataclass(frozen=True, slots=True)
class Lost:
    """So many rolls were overwritten in the tray before they could be fetched. Never silent."""

    serial: str
    count: int


@dataclass(frozen=True, slots=True)
class Backwards:
    """The tray counts from a lower number again without a new epoch.

    Nobody can tell its rolls below `expected` from those that arrived under the same numbers
    before: none of them is taken. Said anew for every number that the tray gives.
    """

    serial: str  # the tray's name
    epoch: str  # the epoch that it should have changed
    last: int  # number of its newest roll, as it says now
    expected: int  # number of the next roll that can be taken


@dataclass(frozen=True, slots=True)
class Nonsense:
    """A line arrived whole and is no message of the protocol: the tray's maker has to see to it."""

    serial: str  # the tray's name
    body: str  # what it said, in printable ASCII


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


Event = NewRoll | Met | Lost | Backwards | Nonsense | Said | Logged | OtherProtocol | Gone


# -- the line --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quality:
    """How well the line does."""

    good: int = 0  # frames that arrived whole and made sense
    bad: int = 0  # lines that did not
    resent: int = 0  # rolls that arrived again although they were kept already
    lost: int = 0  # rolls that the tray no longer had


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from something heard, or from time passing."""

    link: Link  # the link from here on
    send: bytes = b""  # bytes for the tray
    events: tuple[Event, ...] = ()  # what happened, in order


@dataclass(frozen=True, slots=True)
class Link:
    """One open line, and what is known of the trays behind it."""

    # next number expected of each (serial, epoch) of which a roll was ever kept
    known: Mapping[Key, int]
    # take the rolls that a tray held before it was first met; else begin after them
    history: bool = False
    framer: Framer = field(default_factory=Framer)  # bytes of the line in hand
    # the tray's last greeting, or None before it, and while it is in doubt
    hello: Hello | None = None
    # number of the roll to be handed on next, of each (serial, epoch) of this session
    places: Mapping[Key, int] = field(default_factory=dict)
    # rolls that were handed on and are not kept yet, in order: `WINDOW` at most
    waiting: tuple[tuple[Key, int], ...] = ()
    latest: Rolled | None = None  # the roll that was handed on last
    heard: float = 0.0  # when something sensible was heard last
    sought: float = 0.0  # when the greeting was asked for last
    pinged: float = 0.0  # when the last ping was sent
    pings: int = 0  # its number
    synced: tuple[int, float] = (0, 0.0)  # number that was asked for last, 0 for none, and when
    # (serial, epoch) that seems to count backwards, and since when
    doubted: tuple[Key, float] | None = None
    told: Event | None = None  # what was said last that need not be said twice
    quality: Quality = field(default_factory=Quality)  # counts for people

    def settled(self, key: Key) -> int:
        """Return the number below which every roll is kept, lost, or was passed over."""
        return min((seq for one, seq in self.waiting if one == key), default=self.places[key])

    def opened(self, now: float) -> Step:
        """Begin on a port that was just opened: whatever half a line is on it ends here."""
        link = replace(
            self,
            framer=Framer(),
            hello=None,
            heard=now,
            sought=now,
            pinged=now,
            synced=(0, now),
            doubted=None,
            told=None,
        )
        return Step(link, b"\n" + framed(str(AskHello())))

    def hear(self, data: bytes, now: float) -> Step:
        """Take in bytes, as many as have come."""
        framer, lines = self.framer.feed(data)
        link, sends, events = replace(self, framer=framer), [], list[Event]()
        for line in lines:
            step = _taken(link, line, now)
            link = step.link
            sends.append(step.send)
            events += step.events
        return Step(link, b"".join(sends), tuple(events))

    def tick(self, now: float) -> Step:
        """Let time pass: ask whether the tray is there, or give the line up."""
        if now - self.heard >= DEAD_S:
            return Step(self, events=(Gone(),))
        if self.hello is None:
            return _sought(self, now, GREET_S)
        if now - max(self.heard, self.pinged) < IDLE_S:
            return Step(self)
        number = self.pings + 1
        return Step(replace(self, pinged=now, pings=number), framed(str(Ping(number))))

    def kept(self, epoch: str, seq: int) -> Step:
        """Say that a roll and all before it are safely kept: they are acknowledged.

        It counts also when the line is down, or the tray has begun another epoch meanwhile.
        """
        key = next((key for key, one in self.waiting if (key[1], one) == (epoch, seq)), None)
        if key is None:
            return Step(self)
        waiting = tuple(one for one in self.waiting if one[0] != key or one[1] > seq)
        link = replace(self, known={**self.known, key: seq + 1}, waiting=waiting)
        hello = self.hello
        there = hello is not None and (hello.serial, hello.epoch) == key
        return Step(link, framed(str(Ack(epoch, link.settled(key) - 1))) if there else b"")


# -- what is heard --------------------------------------------------------------------------------


def _taken(link: Link, line: Line, now: float) -> Step:
    match line.sort:
        case Sort.FRAME:
            return _understood(link, line.body, now)
        case Sort.BARE | Sort.BROKEN:  # without its check nothing is believed
            return Step(_counted(link, bad=1))
        case Sort.LOG:
            return Step(link, events=(Logged(line.body),))
        case _:
            assert_never(line.sort)


def _understood(link: Link, body: str, now: float) -> Step:
    try:
        message = from_tray(body)
    except MessageError:
        link = _counted(link, bad=1)
        return Step(link) if link.hello is None else _told(link, Nonsense(link.hello.serial, body))
    link = replace(_counted(link, good=1), heard=now)
    match message:
        case Hello():
            return _greeted(link, message, now)
        case Rolled():
            return _rolled(link, message, now)
        case Pong():
            return Step(link)
        case Moved() | Battery() | Trouble():
            return Step(link, events=(Said(message),))
        case _:
            assert_never(message)


def _greeted(link: Link, hello: Hello, now: float) -> Step:
    if hello.protocol != PROTOCOL:
        return _told(replace(link, hello=None), OtherProtocol(hello.serial, hello.protocol))
    key = (hello.serial, hello.epoch)
    following, began, passed = link.places.get(key, link.known.get(key, 0)), 0, 0
    if not following:
        following = began = _first_number(link, hello)
        passed = max(0, following - hello.first)
    if hello.last < following - 1:
        return _doubted(link, hello, following, now)
    events: tuple[Event, ...] = (Met(hello, passed, began),)
    lost = max(0, hello.first - following)
    if lost:
        following = hello.first
        events = (*events, Lost(hello.serial, lost))
    link = replace(
        _counted(link, lost=lost),
        hello=hello,
        places=_remembered(link, key, following),
        doubted=None,
        told=None if isinstance(link.told, OtherProtocol) else link.told,
    )
    asking = _synced(link, following, now)
    return Step(asking.link, framed(str(Ack(hello.epoch, link.settled(key) - 1))) + asking.send, events)


def _first_number(link: Link, hello: Hello) -> int:
    """Return where to begin with an epoch that is new here.

    A tray that was here before has begun anew meanwhile: all its rolls are new. What a tray held
    when it was never met is passed over, unless people ask for it.
    """
    if any(serial == hello.serial for serial, _ in (*link.places, *link.known)):
        return 1
    return hello.first if link.history else hello.last + 1


def _doubted(link: Link, hello: Hello, following: int, now: float) -> Step:
    """A greeting counts backwards. An old one may have stuck on the way: it takes two to be sure."""
    key = (hello.serial, hello.epoch)
    since = link.doubted[1] if link.doubted is not None and link.doubted[0] == key else now
    link = replace(link, hello=None, doubted=(key, since))
    if now - since < AGAIN_S:
        return _sought(link, now, AGAIN_S)
    return _told(link, Backwards(hello.serial, hello.epoch, hello.last, following))


def _rolled(link: Link, roll: Rolled, now: float) -> Step:
    hello = link.hello
    if hello is None or roll.epoch != hello.epoch:  # switched off and on: who is it now?
        return _sought(replace(link, hello=None), now, AGAIN_S)
    key = (hello.serial, hello.epoch)
    following = link.places[key]
    if roll.seq < following:
        return _repeated(link, hello, roll, now)
    if len(link.waiting) >= WINDOW:
        return Step(link)
    if roll.seq > following:
        return _missed(link, following, now)
    link = replace(
        link,
        latest=roll,
        places={**link.places, key: roll.seq + 1},
        waiting=(*link.waiting, (key, roll.seq)),
    )
    return Step(link, events=(NewRoll(hello.serial, roll),))


def _repeated(link: Link, hello: Hello, roll: Rolled, now: float) -> Step:
    """A number comes again. Most often its acknowledgement was lost, or it is being kept just now.

    It may also be a tray that counts from 1 again: that shows in its greeting, or in other dice.
    """
    key, latest = (hello.serial, hello.epoch), link.latest
    settled = link.settled(key)
    step = Step(_counted(link, resent=1) if roll.seq < settled else link)
    same_number = latest is not None and (latest.epoch, latest.seq) == (roll.epoch, roll.seq)
    if latest is not None and same_number and latest.dice != roll.dice:
        backwards = Backwards(hello.serial, roll.epoch, roll.seq, link.places[key])
        step = _told(step.link, backwards)
    asking = _sought(step.link, now, GREET_S)
    return Step(asking.link, framed(str(Ack(roll.epoch, settled - 1))) + asking.send, step.events)


def _missed(link: Link, following: int, now: float) -> Step:
    """A number was left out: ask for it, and when that does not bring it, whether it is there."""
    before = link.synced[0] == following
    step = _synced(link, following, now)
    if not before or not step.send:
        return step
    asking = _sought(step.link, now, AGAIN_S)
    return Step(asking.link, step.send + asking.send)


# -- what follows ---------------------------------------------------------------------------------


def _synced(link: Link, following: int, now: float) -> Step:
    number, at = link.synced
    if link.hello is None or (number == following and now - at < AGAIN_S):
        return Step(link)
    if following > LARGEST:  # the tray has no number left in this epoch: nothing can come
        return Step(link)
    return Step(replace(link, synced=(following, now)), framed(str(Sync(link.hello.epoch, following))))


def _sought(link: Link, now: float, wait: float) -> Step:
    if now - link.sought < wait:
        return Step(link)
    return Step(replace(link, sought=now), framed(str(AskHello())))


def _told(link: Link, event: Event) -> Step:
    """Say it, but not twice running: a tray may repeat itself with every greeting."""
    return Step(link) if link.told == event else Step(replace(link, told=event), events=(event,))


def _counted(link: Link, good: int = 0, bad: int = 0, resent: int = 0, lost: int = 0) -> Link:
    old = link.quality
    quality = Quality(old.good + good, old.bad + bad, old.resent + resent, old.lost + lost)
    return replace(link, quality=quality)


def _remembered(link: Link, key: Key, following: int) -> dict[Key, int]:
    """Note a place, and forget old epochs that wait for nothing: each second may bring a new one."""
    places = {**link.places, key: following}
    busy = {one for one, _ in link.waiting} | {key}
    for idle in [one for one in places if one not in busy][:-REMEMBERED]:
        del places[idle]
    return places
