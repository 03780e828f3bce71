"""Driving a dice tray: one thread that opens the port, listens, answers, closes, and tries again.

What it hears becomes events; what it says follows the protocol. A roll is acknowledged only after
`Driver.kept` was called for it.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol

from hardware.dtp.link import Event, Gone, Link, Met, Step
from hardware.ports import PortError, open_port

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardware.dtp.link import Quality
    from hardware.ports import Port

LONGEST_WAIT_S: Final = 60.0
GROWTH: Final = 1.8


@dataclass(frozen=True, slots=True)
class Down:
    """The line is down; the driver goes on trying.

    Attributes:
        why: one line for people.
        again: seconds until the next try.
        first: whether it was up before, or this is the first try: said once, not again and again.
    """

    why: str
    again: float
    first: bool


DriverEvent = Event | Down
Listener = "Callable[[DriverEvent], None]"


class Opener(Protocol):
    """Opens the line anew."""

    def __call__(self) -> Port:
        """Return an open port; raises `PortError`."""


class Driver:
    """One tray, for as long as the table is open.

    Args:
        url: the port, as `hardware.ports.open_port` takes it.
        known: next number expected of each (serial, epoch) that was met before.
        listener: told every event, from the driver's own thread.
        history: take rolls that a tray held before it was first met.
        opener: opens the line; for tests.
    """

    def __init__(
        self,
        url: str,
        known: Mapping[tuple[str, str], int],
        listener: Callable[[DriverEvent], None],
        *,
        history: bool = False,
        opener: Opener | None = None,
    ) -> None:
        self.url = url
        self._listener = listener
        self._opener = opener or (lambda: open_port(url))
        self._link = Link(dict(known), history=history)
        self._kept: deque[tuple[str, int]] = deque()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"tray {url}", daemon=True)

    @property
    def quality(self) -> Quality:
        """Counts of good, bad, resent and lost, for people."""
        return self._link.quality

    def start(self) -> None:
        """Begin; once."""
        self._thread.start()

    def kept(self, epoch: str, seq: int) -> None:
        """Say that a roll is safely kept; from any thread."""
        self._kept.append((epoch, seq))

    def stop(self) -> None:
        """End it and wait until the port is given back, but not for ever."""
        self._stop.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(LONGEST_WAIT_S / 10)

    # -- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        tries = 0
        said = False
        while not self._stop.is_set():
            why, met = self._session()
            if self._stop.is_set():
                return
            tries = 0 if met else tries + 1
            again = min(GROWTH**tries, LONGEST_WAIT_S)
            self._listener(Down(why, again, first=met or not said))
            said = True
            self._stop.wait(again)

    def _session(self) -> tuple[str, bool]:
        """One opening of the port; return why it ended, and whether a tray was met."""
        try:
            port = self._opener()
        except PortError as error:
            return str(error), False
        met = False
        try:
            self._act(port, self._link.opened(monotonic()))
            while not self._stop.is_set():
                events = self._round(port)
                met = met or any(isinstance(event, Met) for event in events)
                if any(isinstance(event, Gone) for event in events):
                    return f"{self.url}: nothing is heard; is the tray switched on?", met
        except PortError as error:
            return str(error), met
        finally:
            port.close()
        return "", met

    def _round(self, port: Port) -> tuple[Event, ...]:
        data = port.read()
        events: tuple[Event, ...] = ()
        if data:
            events = self._act(port, self._link.hear(data, monotonic()))
        while self._kept:
            epoch, seq = self._kept.popleft()
            self._act(port, self._link.kept(epoch, seq))
        return (*events, *self._act(port, self._link.tick(monotonic())))

    def _act(self, port: Port, step: Step) -> tuple[Event, ...]:
        self._link = step.link
        if step.send:
            port.write(step.send)
        for event in step.events:
            self._listener(event)
        return step.events
