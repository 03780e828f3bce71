"""Serial lines: finding them, opening them, and saying in one line why one cannot be had.

Anything that pyserial's `serial_for_url` knows can be named: a device (`/dev/ttyUSB0`,
`/dev/rfcomm0`, `COM5`), `socket://HOST:PORT`, `rfc2217://HOST:PORT`, `loop://`.
"""

from __future__ import annotations

import errno
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


class PortError(HardwareError):
    """A serial line that cannot be opened, or that has gone."""


class Port(Protocol):
    """A line that is open. Only the thread that opened it uses it, and closes it."""

    def read(self) -> bytes:
        """Return what has arrived, waiting at most `READ_S`; raises `PortError`."""

    def write(self, data: bytes) -> None:
        """Send; raises `PortError`."""

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
    """List the machine's serial ports. Takes seconds where Windows has Bluetooth ports."""
    from serial.tools import list_ports

    return tuple(sorted(map(_info, list_ports.comports()), key=lambda port: port.device))


def _info(port: Any) -> PortInfo:
    parts = (port.vid, port.pid, port.serial_number, port.location)
    identity = ""
    if port.vid is not None:
        identity = ":".join("" if part is None else str(part) for part in parts)
    name = port.description if port.description not in {None, "n/a"} else ""
    return PortInfo(port.device, str(name), identity)


def open_port(url: str, baud: int = BAUD) -> Port:
    """Open a line.

    Raises:
        PortError: it is not there, taken, not allowed, or not understood.
    """
    import serial

    try:
        line = serial.serial_for_url(url, baud, do_not_open=True)
        line.timeout = READ_S
        line.write_timeout = WRITE_S
        if "://" not in url:
            line.exclusive = True
        line.open()
    except (serial.SerialException, OSError, ValueError) as error:
        raise PortError(f"{url}: {_why(error)}") from None
    _keep_running(line)
    return SerialPort(url, line)


class SerialPort:
    """A line of pyserial's, whose many ways to fail become one."""

    def __init__(self, url: str, line: Any) -> None:
        self._url = url
        self._line = line

    def read(self) -> bytes:
        """Return what has arrived, waiting at most `READ_S`; raises `PortError`."""
        with _told(self._url):
            waiting = getattr(self._line, "in_waiting", 0)
            return bytes(self._line.read(max(1, waiting)))

    def write(self, data: bytes) -> None:
        """Send; raises `PortError`."""
        with _told(self._url):
            self._line.write(data)

    def close(self) -> None:
        """Give it back; never raises."""
        try:
            self._line.close()
        except Exception:  # noqa: BLE001, S110 - gone is gone, however it says so
            pass


def _told(url: str) -> Any:
    from contextlib import contextmanager

    import serial

    # A hangup shows as a SerialException, a bare OSError, a termios.error (which is neither) or,
    # when the file descriptor went in the meantime, a TypeError.
    try:
        from termios import error as terminal_error
    except ImportError:
        terminal_error = OSError  # type: ignore[assignment,misc] # Windows has none

    @contextmanager
    def telling() -> Iterator[None]:
        try:
            yield
        except (serial.SerialException, OSError, TypeError, terminal_error) as error:
            raise PortError(f"{url}: {_why(error)}") from None

    return telling()


def _keep_running(line: Any) -> None:
    """Keep a board from starting anew whenever its port is closed (Linux drops DTR then)."""
    try:
        import termios

        settings = termios.tcgetattr(line.fd)
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(line.fd, termios.TCSANOW, settings)
    except Exception:  # noqa: BLE001, S110 - a comfort, where the system has it
        pass


_REASONS: Final = {
    errno.ENOENT: "there is no such port; is it plugged in and switched on?",
    errno.EACCES: "not allowed; on Linux add yourself to the group dialout and log in again",
    errno.EPERM: "not allowed; on Linux add yourself to the group dialout and log in again",
    errno.EAGAIN: "another program has it open; close that one",
    errno.EBUSY: "another program has it open; close that one",
    errno.EIO: "the line was cut",
    errno.ECONNREFUSED: "nobody answers there",
    errno.EHOSTDOWN: "the Bluetooth device does not answer; is it switched on?",
}


def _why(error: BaseException) -> str:
    number = getattr(error, "errno", None)
    if number in _REASONS:
        return _REASONS[number]
    text = " ".join(str(error).split()) or type(error).__name__
    for code, reason in _REASONS.items():
        if f"[Errno {code}]" in text:
            return reason
    if "disconnected" in text or "returned no data" in text:
        return "the line was cut"
    return text
