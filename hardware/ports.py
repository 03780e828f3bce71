"""Serial lines: finding them, opening them, and saying in one line why one cannot be had.

Anything that pyserial's `serial_for_url` knows can be named: a device (`/dev/ttyUSB0`,
`/dev/rfcomm0`, `COM5`), `socket://HOST:PORT`, `rfc2217://HOST:PORT`, `loop://`.

Run on Linux. What Windows and macOS say is taken from their documentation and from reports; it was
not tried there.
"""

from __future__ import annotations

import errno
import os
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from hardware.errors import HardwareError

if TYPE_CHECKING:
    from collections.abc import Iterator

BAUD: Final = 115_200
READ_S: Final = 0.1
"""A read waits so long at most, so that a driver can look after its clock."""

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
    """A serial port of this machine.

    Attributes:
        device: what to open it by.
        name: what its maker calls it.
        identity: vendor, product, serial number and place, which stay when the device's name
            changes; empty for one that has none (a Bluetooth port bound by hand).
    """

    device: str
    name: str
    identity: str


def ports() -> tuple[PortInfo, ...]:
    """List the machine's serial ports, by device.

    Call it from a thread of its own, never from an event loop: where Windows has Bluetooth ports,
    each of them can take seconds.

    Raises:
        PortError: the system does not say which there are.
    """
    from serial.tools import list_ports

    with _told("the list of serial ports"):
        return tuple(sorted(map(_info, list_ports.comports()), key=lambda port: port.device))


def _info(port: Any) -> PortInfo:
    parts = (port.vid, port.pid, port.serial_number, port.location)
    identity = ""
    if port.vid is not None:
        identity = ":".join("" if part is None else str(part) for part in parts)
    name = port.description if port.description not in {None, "n/a"} else ""
    return PortInfo(port.device, str(name), identity)


def open_port(url: str, baud: int = BAUD, read_s: float = READ_S) -> Port:
    """Open a line. Bluetooth and network lines may take seconds, so not from an event loop.

    Args:
        url: a device, or an address that pyserial knows.
        baud: bits in a second; what has none passes over it.
        read_s: seconds that a read waits for its first byte.

    Raises:
        PortError: it is not there, taken, not allowed, or not understood.
    """
    import serial

    with _told(url):
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
        with _told(self._url):
            data = bytes(self._line.read(1))
        if not data:
            return data
        # What came before a cut still counts; the next read tells of the cut.
        with suppress(PortError), _told(self._url):
            while len(data) < CHUNK and (waiting := self._line.in_waiting):
                data += bytes(self._line.read(min(waiting, CHUNK - len(data))))
        return data

    def write(self, data: bytes) -> None:
        """Send; raises `PortError`, also when nobody takes it within `WRITE_S`."""
        with _told(self._url):
            self._line.write(data)

    def close(self) -> None:
        """Give it back; never raises."""
        with suppress(Exception):  # gone is gone, however it says so
            self._line.close()


@contextmanager
def _told(where: str) -> Iterator[None]:
    # A hangup shows as a SerialException, a bare OSError, a termios.error (which is neither), or as
    # a TypeError when the file descriptor went in the meantime; a bad address as a ValueError; and
    # each of pyserial's network lines has ways of its own. All of them mean: no line.
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it is, as said above
        raise PortError(f"{_shown(where)}: {why(error)}") from None


def _shown(where: str) -> str:
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
