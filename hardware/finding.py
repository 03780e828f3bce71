"""Finding trays: listing the ports in time, and asking at each who is there.

Both can take seconds (a Bluetooth port under Windows blocks while it is listed, and again while it
is opened), so both are done in threads of their own that can be given up.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic
from typing import TYPE_CHECKING, Final

from hardware.dtp.events import Logged, Met, OtherProtocol
from hardware.dtp.lines import framed
from hardware.dtp.link import Link
from hardware.dtp.messages import AskHello
from hardware.ports import PortError, open_port, ports

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hardware.dtp.events import Event
    from hardware.dtp.messages import Hello
    from hardware.ports import Port, PortInfo

LISTING_S: Final = 30.0
"""So long at most the list of ports is waited for."""

GREETING_S: Final = 4.0
"""So long a tray may take to answer: boards that start anew when their port opens take two."""

OPENING_S: Final = 20.0
"""So long a port may take to open: Bluetooth looks for the other end first."""

_AGAIN_S: Final = 1.0
_LOOK_S: Final = 0.1
"""Waits are cut into pieces so short, so that Ctrl-C and `given_up` are heard."""

SAMPLE: Final = 60
"""Signs of a line that are shown to people."""


class Answer(StrEnum):
    """What was found at a port."""

    TRAY = "tray"
    OTHER = "other"  # a tray of another version of the protocol
    LINES = "lines"  # something that prints, and does not greet
    SILENT = "silent"
    REFUSED = "refused"  # the port cannot be opened


@dataclass(frozen=True, slots=True)
class Greeting:
    """What answered at a port.

    Attributes:
        url: of the port.
        answer: what it was.
        hello: the tray's greeting, or None.
        text: a line for people: why it was refused, or what was printed there.
    """

    url: str
    answer: Answer
    hello: Hello | None = None
    text: str = ""


def listed(
    lister: Callable[[], Iterable[PortInfo]] = ports, patience: float = LISTING_S
) -> tuple[PortInfo, ...]:
    """Return the machine's serial ports; not for an event loop, which it would hold up.

    Raises:
        PortError: the system does not list them, or takes longer than `patience` seconds.
    """
    found: list[tuple[PortInfo, ...]] = []
    problems: list[Exception] = []

    def work() -> None:
        try:
            found.append(tuple(lister()))
        except Exception as error:  # noqa: BLE001 - each system fails in its own way
            problems.append(error)

    if not _finished(work, patience):
        raise PortError(
            f"the serial ports cannot be listed within {patience:.0f} seconds; name the port"
        )
    if problems:
        raise PortError(f"the serial ports cannot be listed ({problems[0]}); name the port")
    return found[0]


def identity_of(device: str, lister: Callable[[], Iterable[PortInfo]] = ports) -> str:
    """Return the USB identity of a port; empty for one that has none, or cannot be listed."""
    if "://" in device:
        return ""
    try:
        found = listed(lister)
    except PortError:
        return ""
    names = {device, os.path.realpath(device)}  # /dev/serial/by-id/... leads to the device
    return next((port.identity for port in found if port.device in names), "")


def greet_port(
    url: str,
    port: Port,
    limit: float = GREETING_S,
    *,
    given_up: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = monotonic,
) -> Greeting:
    """Ask at an open port who is there; the port stays open.

    Nothing is taken from the tray: no roll is asked for and none is acknowledged.
    """
    begin = asked = clock()
    link, sample = Link({}), ""
    try:
        port.write(b"\n" + framed(AskHello().body()))
        while (now := clock()) - begin < limit and not given_up():
            if now - asked >= _AGAIN_S:
                asked = now
                port.write(framed(AskHello().body()))
            step = link.hear(port.read(), now)
            link = step.link
            for event in step.events:
                found = _found(url, event)
                if found is not None:
                    return found
                if isinstance(event, Logged):
                    sample = event.text[:SAMPLE]
    except PortError as error:
        return Greeting(url, Answer.REFUSED, text=_without(url, error))
    if sample:
        return Greeting(url, Answer.LINES, text=sample)
    return Greeting(url, Answer.SILENT)


def greet(
    url: str,
    limit: float = GREETING_S,
    opener: Callable[[str], Port] = open_port,
    patience: float = OPENING_S,
) -> Greeting:
    """Open a port, ask who is there, and close it. Opening it starts some boards anew."""
    done: list[Greeting] = []
    late = threading.Event()

    def work() -> None:
        try:
            port = opener(url)
        except PortError as error:
            done.append(Greeting(url, Answer.REFUSED, text=_without(url, error)))
            return
        try:
            done.append(greet_port(url, port, limit, given_up=late.is_set))
        finally:
            port.close()

    if not _finished(work, patience + limit):
        late.set()
        return Greeting(url, Answer.REFUSED, text="it does not open; is the device switched on?")
    return done[0] if done else Greeting(url, Answer.REFUSED, text="it cannot be used")


def _found(url: str, event: Event) -> Greeting | None:
    match event:
        case Met(hello=hello):
            return Greeting(url, Answer.TRAY, hello)
        case OtherProtocol(serial=serial, version=version):
            text = f"the tray {serial} speaks version {version} of the protocol"
            return Greeting(url, Answer.OTHER, text=text)
        case _:
            return None


def _without(url: str, error: PortError) -> str:
    return str(error).removeprefix(f"{url}: ")


def _finished(work: Callable[[], None], patience: float) -> bool:
    """Do `work` in a thread of its own; False when it takes longer than `patience` seconds."""
    thread = threading.Thread(target=work, name="finding", daemon=True)
    thread.start()
    end = monotonic() + patience
    while thread.is_alive() and monotonic() < end:
        thread.join(_LOOK_S)  # in pieces: a long wait would not hear Ctrl-C everywhere
    return not thread.is_alive()
