"""Serial lines: finding and opening them, asking who is there, and saying why one cannot be had.

Anything that pyserial's `serial_for_url` knows can be named: a device (`/dev/ttyUSB0`,
`/dev/rfcomm0`, `COM5`), `socket://HOST:PORT`, `rfc2217://HOST:PORT`, `loop://`.

Listing and opening can take seconds (a Bluetooth port under Windows blocks in both), so trays are
looked for in threads that can be given up.

Run on Linux. What Windows and macOS say is taken from their documentation and from reports; it was
not tried there.
"""

import errno
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic
from typing import Any, Final, Protocol

from hardware.dtp.lines import framed
from hardware.dtp.link import Link, Logged, Met, OtherProtocol
from hardware.dtp.messages import AskHello, Hello
from hardware.errors import HardwareError

BAUD: Final = 115_200
READ_S: Final = 0.1  # A read waits so long at most, so that a driver can look after its clock

WRITE_S: Final = 2.0
"""Windows' serial port over Bluetooth may never come back from a write without this."""

CHUNK: Final = 4096
"""Bytes that one read returns at most: a device that never pauses must not keep its reader."""

_LONGEST: Final = 100


class PortError(HardwareError):
    """A serial line that cannot be opened, or that has gone."""


class Port(Protocol):
    """A line that is open. Only the thread that opened it uses it, and closes it."""

    def read(self) -> bytes:
        """Return what has arrived, waiting a moment for the first byte; raises `PortError`."""

    def write(self, data: bytes) -> None:
        """Send; raises `PortError`, also when nobody takes it in time."""

    def close(self) -> None:
        """Give it back; never raises."""


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A serial port of this machine."""

    device: str  # what to open it by
    name: str  # what its maker calls it
    # vendor, product, serial number and place, which stay when the device's name changes; empty for
    # one that has none (a Bluetooth port bound by hand)
    identity: str


def ports() -> tuple[PortInfo, ...]:
    """List the machine's serial ports, by device.

    Call it from a thread of its own, never from an event loop: where Windows has Bluetooth ports,
    each of them can take seconds.

    Raises:
        PortError: the system does not say which there are.
    """
    from serial.tools import list_ports

    with _port_errors("the list of serial ports"):
        return tuple(sorted(map(_info, list_ports.comports()), key=lambda port: port.device))


def _info(port: Any) -> PortInfo:
    parts = (port.vid, port.pid, port.serial_number, port.location)
    identity = ":".join("" if part is None else str(part) for part in parts)
    name = "" if port.description in {None, "n/a"} else str(port.description)
    return PortInfo(port.device, name, "" if port.vid is None else identity)


def open_port(url: str, baud: int = BAUD, read_s: float = READ_S) -> Port:
    """Open a line. Bluetooth and network lines may take seconds, so not from an event loop.

    A read waits `read_s` seconds for its first byte.

    Raises:
        PortError: it is not there, taken, not allowed, or not understood.
    """
    import serial

    with _port_errors(url):
        line = serial.serial_for_url(url, baud, do_not_open=True)
        line.timeout = read_s
        if not url.lower().startswith("rfc2217:"):  # it refuses one, and has 5 s of its own
            line.write_timeout = WRITE_S
        if "://" not in url:
            line.exclusive = True
        line.open()
    _keep_running(line)
    return SerialPort(url, line)


class SerialPort:
    """A line of pyserial's, whose many ways to fail become one."""

    def __init__(self, url: str, line: Any) -> None:
        self._url = url
        self._line = line

    def read(self) -> bytes:
        """Return what has arrived, waiting a moment for the first byte; raises `PortError`."""
        with _port_errors(self._url):
            data = bytes(self._line.read(1))
        if not data:
            return data
        # What came before a cut still counts; the next read tells of the cut.
        with suppress(PortError), _port_errors(self._url):
            while len(data) < CHUNK and (waiting := self._line.in_waiting):
                data += bytes(self._line.read(min(waiting, CHUNK - len(data))))
        return data

    def write(self, data: bytes) -> None:
        """Send; raises `PortError`, also when nobody takes it within `WRITE_S`."""
        with _port_errors(self._url):
            self._line.write(data)

    def close(self) -> None:
        """Give it back; never raises."""
        with suppress(Exception):  # gone is gone, however it says so
            self._line.close()


@contextmanager
def _port_errors(where: str) -> Iterator[None]:
    # A hangup shows as a SerialException, a bare OSError, a termios.error (which is neither), or as
    # a TypeError when the file descriptor went in the meantime; a bad address as a ValueError; and
    # each of pyserial's network lines has ways of its own. All of them mean: no line.
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it is, as said above
        raise PortError(f"{_short_address(where)}: {why(error)}") from None


def _short_address(where: str) -> str:
    """Return an address as it fits into one line, whatever people typed."""
    text = "".join(sign if sign.isprintable() else "?" for sign in where) or "no port"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _keep_running(line: Any) -> None:
    """Keep a board from starting anew whenever its port is closed (Linux drops DTR then)."""
    with suppress(Exception):  # a comfort, where the system and the line have it
        import termios

        settings = termios.tcgetattr(line.fd)
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(line.fd, termios.TCSANOW, settings)


CUT: Final = "the line was cut; is it plugged in and switched on?"
_MISSING: Final = "there is no such port; is it plugged in and switched on?"
_TAKEN: Final = "another program has it open; close that one"
_FORBIDDEN: Final = (
    _TAKEN
    if os.name == "nt"  # Windows gives a port to one program, and tells others that they may not
    else "you may not use it; on Linux add yourself to the group dialout and log in again"
)
_ASLEEP: Final = "the Bluetooth device does not answer; is it switched on and near?"
_NOBODY: Final = "nobody answers there; is the address right, and is it switched on?"
_NO_SERVER: Final = "no serial server answers there; try socket://HOST:PORT"
_NO_LINE: Final = "this is no serial port; choose another"

_REASONS: Final = {
    errno.ENOENT: _MISSING,
    errno.ENODEV: _MISSING,
    errno.ENXIO: _MISSING,
    errno.ENAMETOOLONG: _MISSING,
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EAGAIN: _TAKEN,
    errno.EBUSY: _TAKEN,
    errno.EIO: CUT,
    errno.EBADF: CUT,
    errno.EPIPE: CUT,
    errno.ECONNRESET: CUT,
    errno.ENOTTY: _NO_LINE,
    errno.EISDIR: _NO_LINE,
    errno.ECONNREFUSED: _NOBODY,
    errno.EHOSTUNREACH: _NOBODY,
    errno.ENETUNREACH: _NOBODY,
    errno.ETIMEDOUT: _NOBODY,
    errno.EHOSTDOWN: _ASLEEP,
}

_WORDS: Final = (
    (r"\b121\)|semaphore", _ASLEEP),  # Windows, opening a Bluetooth port whose device is off
    (r"Write timeout", "it takes nothing any more; switch the device off and on"),
    (r"disconnected|returned no data|reports error|reader thread died|that is not open", CUT),
    (r"timed out", _NOBODY),
    (r"not seem to support RFC2217", _NO_SERVER),
    (r"Name or service|getaddrinfo|nodename", "no machine has that name; is the address right?"),
    (
        r"protocol .* not known|expected a string in the form|null byte|not supported between",
        "this is no address of a line; try a device such as COM5 or socket://HOST:PORT",
    ),
)
"""What some lines say in words alone."""


def why(error: BaseException) -> str:
    """Say in one line for people what a line's library means."""
    number = getattr(error, "errno", None)
    if number in _REASONS:
        return _REASONS[number]
    text = " ".join(str(error).split())
    # `[Errno 5]`, Windows' `PermissionError(13, ...)`, termios' `(25, 'Inappropriate ...')`
    for found in re.findall(r"\[Errno (\d+)\]|\((\d+), ", text):
        code = int(found[0] or found[1])
        if code in _REASONS:
            return _REASONS[code]
    for words, reason in _WORDS:
        if re.search(words, text):
            return reason
    if isinstance(error, TypeError | AttributeError):  # its insides went while it was in use
        return CUT
    return text[:_LONGEST] or type(error).__name__


LISTING_S: Final = 30.0  # So long at most the list of ports is waited for

GREETING_S: Final = 4.0
"""So long a tray may take to answer: boards that start anew when their port opens take two."""

OPENING_S: Final = 20.0  # So long a port may take to open: Bluetooth looks for the other end first

_AGAIN_S: Final = 1.0
_LOOK_S: Final = 0.1  # Waits are cut into pieces so short, so that Ctrl-C and `given_up` are heard

SAMPLE: Final = 60  # Signs of a line that are shown to people


class Answer(StrEnum):
    """What was found at a port."""

    TRAY = "tray"
    OTHER = "other"  # a tray of another version of the protocol
    LINES = "lines"  # something that prints, and does not greet
    SILENT = "silent"
    REFUSED = "refused"  # the port cannot be opened


@dataclass(frozen=True, slots=True)
class Greeting:
    """What answered at a port: a tray's greeting, or why it was refused, or what was printed there."""

    url: str
    answer: Answer
    hello: Hello | None = None
    text: str = ""


def list_in_time(lister: Callable[[], Iterable[PortInfo]] = ports, patience: float = LISTING_S) -> tuple[PortInfo, ...]:
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

    if not _finish_in_time(work, patience):
        raise PortError(f"the serial ports cannot be listed within {patience:.0f} seconds; name the port")
    if problems:
        raise PortError(f"the serial ports cannot be listed ({problems[0]}); name the port")
    return found[0]


def identity_of(device: str, lister: Callable[[], Iterable[PortInfo]] = ports) -> str:
    """Return the USB identity of a port; empty for one that has none, or cannot be listed."""
    if "://" in device:
        return ""
    try:
        found = list_in_time(lister)
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
        port.write(b"\n" + framed(str(AskHello())))
        while (now := clock()) - begin < limit and not given_up():
            if now - asked >= _AGAIN_S:
                asked = now
                port.write(framed(str(AskHello())))
            step = link.hear(port.read(), now)
            link = step.link
            for event in step.events:
                match event:
                    case Met(hello=hello):
                        return Greeting(url, Answer.TRAY, hello)
                    case OtherProtocol(serial=serial, version=version):
                        text = f"the tray {serial} speaks version {version} of the protocol"
                        return Greeting(url, Answer.OTHER, text=text)
                    case Logged(text=text):
                        sample = text[:SAMPLE]
                    case _:
                        pass
    except PortError as error:
        return Greeting(url, Answer.REFUSED, text=_without(url, error))
    return Greeting(url, Answer.LINES if sample else Answer.SILENT, text=sample)


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

    if not _finish_in_time(work, patience + limit):
        late.set()
        return Greeting(url, Answer.REFUSED, text="it does not open; is the device switched on?")
    return done[0] if done else Greeting(url, Answer.REFUSED, text="it cannot be used")


def _without(url: str, error: PortError) -> str:
    return str(error).removeprefix(f"{url}: ")


def _finish_in_time(work: Callable[[], None], patience: float) -> bool:
    """Do `work` in a thread of its own; False when it takes longer than `patience` seconds."""
    thread = threading.Thread(target=work, name="finding", daemon=True)
    thread.start()
    end = monotonic() + patience
    while thread.is_alive() and monotonic() < end:
        thread.join(_LOOK_S)  # in pieces: a long wait would not hear Ctrl-C everywhere
    return not thread.is_alive()
