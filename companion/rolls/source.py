"""What every source of rolls offers, whatever the device behind it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.core.dice import FACES, DieFace, named
from companion.rolls.readings import Handed, SourceKind

_PATIENCE_S: Final = 2.0
_LEAVE_S: Final = 5.0

Listener = Callable[[Handed], None]
"""Called from the source's own thread. It must be quick, or blocks that source alone: put the value
in a queue. A listener that waits holds a clip back, which is how a table paces one."""


class RollSource:
    """A device, or a stand-in for one, that hands in rolls once they lie still.

    A source whose device holds rolls, that has devices, that sees dice while they still move, that
    remembers dice or reads cards says so itself.

    Args:
        source_id: its name, unique among the sources of a session.
        work: done in a thread of its own from `start` until `closed` is set; None for none.

    Attributes:
        closed: set once it is over; nothing more is handed in then.
    """

    kind: SourceKind  # what sort of source it is
    deck = ""  # name of the deck whose cards it reads; empty for none

    def __init__(self, source_id: str, work: Callable[[], None] | None = None) -> None:
        self.source_id = source_id
        self._throws = 0
        self.closed = threading.Event()
        self._listener: Listener | None = None
        self._handing = threading.RLock()
        self._thread = threading.Thread(target=work, name=source_id, daemon=True) if work else None

    @property
    def at_rest(self) -> int:
        """Number of the latest throw that has come to rest, also when it is not read yet.

        A request that opens now is answered only by a throw with a higher number.
        """
        return self._throws

    @property
    def under_way(self) -> int:
        """Number of the latest throw that has begun, whether it has come to rest or not."""
        return self.at_rest

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Tell which kinds of dice the open request wants, one entry a die; empty for none."""

    def expect_cards(self, *, wanted: bool, again: bool = False) -> None:
        """Tell whether cards that come to lie still are wanted; `again`: those that lie there, too."""

    def kept(self, key: str) -> None:
        """Tell that the reading of that key stands in the journal, or was refused for good.

        A device that holds its rolls until somebody has them may then let it go. Called from the
        table's thread, so it must be quick.
        """

    def learn(self, key: str, dice: tuple[DieFace | None, ...]) -> None:
        """Take what the table settled on for the reading of that key, one entry a die of the reading.

        None stands for a die of which that cannot be told. From the table's thread; never waits.
        """

    def devices(self) -> tuple[Device, ...]:
        """Return the devices behind it as they are now; from any thread, and never waits."""
        return ()

    def start(self, listener: Listener) -> None:
        """Begin to hand in readings and faults. May be called once.

        Raises:
            RuntimeError: it was started before, or was stopped.
        """
        with self._handing:
            if self._listener is not None or self.closed.is_set():
                raise RuntimeError("a source is started once")
            self._listener = listener
        if self._thread is not None:
            self._thread.start()

    def stop(self) -> None:
        """End it and give the device back. Nothing is handed in afterwards; twice is harmless.

        A thread that hangs in the system is not waited for for ever.
        """
        self._close()
        thread = self._thread
        if thread is not None and thread.is_alive() and thread is not threading.current_thread():
            thread.join(_LEAVE_S)

    def _hand_in(self, value: Handed) -> bool:
        """Pass `value` on; False when nobody listens (any more)."""
        with self._handing:
            if self._listener is None or self.closed.is_set():
                return False
            self._listener(value)
            return True

    def _close(self) -> None:
        """Stop handing in. A value just being handed in is waited for, but not for ever."""
        self.closed.set()
        if self._handing.acquire(timeout=_PATIENCE_S):
            self._handing.release()


class Sort(StrEnum):
    """What a device is."""

    CAMERA = "camera"
    TRAY = "tray"
    PRINTED = "printed"  # a tray that prints lines and knows no more
    PIXELS = "pixels"
    GODICE = "godice"


class DeviceState(StrEnum):
    """How it does."""

    OK = "ok"
    TRYING = "trying"
    FAULT = "fault"
    OVER = "over"  # it has given all it had, or is known and not in use


@dataclass(frozen=True, slots=True)
class LinkQuality:
    """How well a line does."""

    good: int = 0  # messages that arrived whole
    bad: int = 0  # messages that arrived damaged, and were thrown away
    resent: int = 0  # rolls that arrived again, and counted once
    lost: int = 0  # rolls that the device no longer had when they were asked for


@dataclass(frozen=True, slots=True)
class Device:
    """One device as it is now."""

    # who it is, for ever: `tray:T-1A2B`, `pixels:1a2b3c4d`, `godice:1A2B3C`; a port
    # (`printed:/dev/ttyUSB0`) where it cannot say who it is
    id: str
    sort: Sort  # what it is
    state: DeviceState  # how it does
    text: str  # one plain line: `connected`, `the line was cut; trying again`
    source_id: str  # the source that hands its rolls in
    name: str = ""  # as people call it; else as it calls itself; else empty
    where: str = ""  # port or address
    battery: int | None = None  # in percent, or None when it does not say
    charging: bool = False  # whether it is being charged
    last: str = ""  # faces of its last roll (`d10=7`); empty before the first
    note: str = ""  # what it tells and what is never counted (`leans: not counted`)
    quality: LinkQuality | None = None  # of its line, or None where that is not counted
    kind: str = ""  # kind of dice that it is, or reads, as people said it
    seat: str = ""  # name of the player whose it is; empty for everybody's

    @property
    def guaranteed(self) -> bool:
        """Whether each of its rolls arrives exactly once, whatever the line does."""
        return self.sort is Sort.TRAY


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """What is remembered of a device from one evening to the next."""

    id: str  # as `Device.id`
    sort: Sort  # what it is
    name: str = ""  # as people call it
    kind: str = ""  # kind of dice that it is, or reads
    seat: str = ""  # name of the player whose it is; empty for everybody's
    where: str = ""  # the last port or address
    # of the port that it was plugged into, as the system tells it (vendor, product, serial number);
    # empty for a port without one
    identity: str = ""
    # of a tray that numbers its rolls, its epoch and the number at which they began to count when
    # it was met (`0a1b2c3d#17`)
    begun: str = ""


def kinds_of(sort: Sort, wanted: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return what a device may be said to be or read; empty for one that says so itself.

    Args:
        sort: what the device is.
        wanted: the dice of the game; they come first.
    """
    kinds = tuple(dict.fromkeys((*wanted, *FACES)))
    if sort not in {Sort.PIXELS, Sort.GODICE}:
        return ("", *kinds)
    # Nobody makes monster dice that report themselves.
    plain = tuple(kind for kind in kinds if not named(kind))
    # A GoDice cannot tell which shell it wears, and there is one with twenty sides.
    return (*plain, "d20") if sort is Sort.GODICE else ("", *plain)
