"""Driving a dice tray: one thread that opens the port, listens, answers, closes, and tries again.

What it hears becomes events; what it says follows the protocol. A roll is acknowledged only after
`Driver.kept` was called for it. Whatever the line does, it becomes one line for people and another
try; nothing here ever ends a game.
"""

import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Final

from hardware.dtp.link import Backwards, Event, Gone, Link, Logged, Lost, Met, OtherProtocol, Quality, Step
from hardware.ports import READ_S, Port, PortError, open_port

LONGEST_WAIT_S: Final = 60.0
GROWTH: Final = 1.8

PATIENCE_S: Final = 1.0  # `Driver.stop` waits so long at most for a port that does not come back

LOST_S: Final = 10.0
"""Rolls that are lost are told at once, and then so often at most, all of them in one number."""

_MOST_TOLD: Final = 64
"""So many different complaints about a tray's greetings are told until it greets well."""

_QUOTED: Final = 40


@dataclass(frozen=True, slots=True)
class Down:
    """The line is down; the driver tries again after so many seconds.

    `why` is one line for people. It is the first time when the line was up before, or was never
    tried: that is said once, not again and again.
    """

    why: str
    again: float
    first: bool


DriverEvent = Event | Down


Opener = Callable[[], Port]  # Opens the line anew; raises `PortError`


@dataclass(frozen=True, slots=True)
class Time:
    """How time passes for a driver: the clock's seconds times the pace are those of the protocol.

    A pace above 1 makes every wait shorter than in life, which is for tests alone.
    """

    clock: Callable[[], float] = monotonic
    pace: float = 1.0

    def now(self) -> float:
        """Return the time in seconds of the protocol."""
        return self.clock() * self.pace


LIFE: Final = Time()


def keep_trying(
    session: Callable[[], tuple[str, bool]], tell: Callable[[Down], None], stop: threading.Event, pace: float
) -> None:
    """Open a line again and again until `stop` is set, with waits that grow up to a minute.

    `session` opens it and listens; it returns why the line ended, and whether it was up. With a
    `pace` above 1 the waits are shorter than in life.
    """
    tries, first = 0, True
    while not stop.is_set():
        why, up = session()
        tries = 0 if up else tries + 1
        again = min(GROWTH**tries, LONGEST_WAIT_S)
        tell(Down(why, again, first=up or first))
        first = False
        stop.wait(again / pace)


class Driver:
    """One tray, for as long as the table is open.

    Args:
        url: the port, as `hardware.ports.open_port` takes it.
        known: next number expected of each (serial, epoch) that was met before.
        listener: told every event, from the driver's own thread; never after `stop` came back.
        history: take rolls that a tray held before it was first met.
        opener: opens the line; for tests.
        time: how time passes; for tests.
    """

    def __init__(
        self,
        url: str,
        known: Mapping[tuple[str, str], int],
        listener: Callable[[DriverEvent], None],
        *,
        history: bool = False,
        opener: Opener | None = None,
        time: Time = LIFE,
    ) -> None:
        self.url = url
        self._listener = listener
        self._time = time
        self._opener = opener or (lambda: open_port(url, read_s=READ_S / time.pace))
        self._link = Link(dict(known), history=history)
        self._up = False
        self._told: set[Event] = set()
        self._lost: Lost | None = None
        self._lost_told = float("-inf")
        self._met = self._noise = False
        self._log = ""
        self._kept: deque[tuple[str, int]] = deque()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"tray {url}", daemon=True)

    @property
    def quality(self) -> Quality:
        """Counts of good, bad, resent and lost, for people."""
        return self._link.quality

    def start(self) -> None:
        """Begin, once: a second time is a `RuntimeError`."""
        self._thread.start()

    def kept(self, epoch: str, seq: int) -> None:
        """Say that a roll is safely kept; from any thread. Never waits."""
        self._kept.append((epoch, seq))

    def stop(self) -> None:
        """End it and wait until the port is given back, `PATIENCE_S` at most; twice is harmless.

        A port that hangs in the system is given back by the driver's thread when it comes back.
        """
        self._stop.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(PATIENCE_S)

    # -- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        keep_trying(self._session, self._tell, self._stop, self._time.pace)

    def _session(self) -> tuple[str, bool]:
        """One opening of the port; return why it ended, and whether a tray was met."""
        self._met, self._noise, self._log = False, False, ""
        try:
            port = self._opener()
        except PortError as error:
            return str(error), False
        try:
            self._act(port, self._link.opened(self._time.now()))
            self._up = True
            while not self._stop.is_set():
                if any(isinstance(event, Gone) for event in self._round(port)):
                    return self._silence(), self._met
        except PortError as error:
            return str(error), self._met
        finally:
            self._up = False
            self._tell_lost()
            port.close()
        return "", self._met

    def _silence(self) -> str:
        """Say what it was that was heard instead of a tray."""
        if not self._met and self._log:
            what = f"something answers, but not as a dice tray does ({self._log!r})"
        elif self._noise:
            what = "what is heard makes no sense"
        else:
            return f"{self.url}: nothing is heard; is the tray switched on?"
        return f"{self.url}: {what}; is this the right port?"

    def _round(self, port: Port) -> tuple[Event, ...]:
        data = port.read()
        events: tuple[Event, ...] = ()
        if data:
            good = self._link.quality.good
            events = self._act(port, self._link.hear(data, self._time.now()))
            self._noise = self._link.quality.good == good
        while self._kept:
            epoch, seq = self._kept.popleft()
            self._act(port, self._link.kept(epoch, seq))
        self._tell_lost(LOST_S)
        return (*events, *self._act(port, self._link.tick(self._time.now())))

    def _act(self, port: Port, step: Step) -> tuple[Event, ...]:
        self._link = step.link
        # Told before anything is sent: what was heard counts, also when the line hangs now.
        for event in step.events:
            self._note(event)
        if step.send:
            port.write(step.send)
        return step.events

    def _note(self, event: Event) -> None:
        match event:
            case OtherProtocol() | Backwards():
                # It answers every greeting so: once is enough.
                if event in self._told or len(self._told) >= _MOST_TOLD:
                    return
                self._told.add(event)
            case Met():
                self._met = True
                self._told.clear()
            case Lost(serial=serial, count=count):
                before = 0 if self._lost is None else self._lost.count
                self._lost = Lost(serial, before + count)
                self._tell_lost(LOST_S)  # before the rolls that come after them
                return
            case Logged(text=text):
                self._log = text[:_QUOTED]
            case _:
                pass
        self._tell(event)

    def _tell_lost(self, apart: float = 0.0) -> None:
        """Tell of lost rolls, unless that was done less than so many seconds ago."""
        if self._lost is not None and self._time.now() - self._lost_told >= apart:
            lost, self._lost = self._lost, None
            self._lost_told = self._time.now()
            self._tell(lost)

    def _tell(self, event: DriverEvent) -> None:
        if not self._stop.is_set():
            self._listener(event)
