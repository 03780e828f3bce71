"""The far end of a line, a pseudo-terminal or a TCP port, and what bad lines do to bytes.

Run on Linux. A pseudo-terminal should be the same on macOS, where it was not tried; Windows has
none, and a simulated device there is a TCP port.
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import socket
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, Protocol

from hardware.errors import HardwareError

CHUNK: Final = 4096


class LineError(HardwareError):
    """This system has no such line, or it is in use."""


class FarEnd(Protocol):
    """What a simulated device holds in its hand."""

    @property
    def url(self) -> str:
        """What the host opens."""

    def poll(self, seconds: float) -> bytes:
        """Return what the host sent within so long; empty when it sent nothing."""

    def send(self, data: bytes) -> None:
        """Send; what nobody listens to, or does not fit any more, is lost."""

    def unplug(self) -> None:
        """Cut the line; the port is gone. Twice is harmless."""

    def plug(self) -> None:
        """Be there again, under the same name where that can be had."""

    def close(self) -> None:
        """End it."""
        self.unplug()


class PtyEnd(FarEnd):
    """A pseudo-terminal.

    Args:
        link: a name of your choosing that always leads to the present one; without it the port's
            name changes at every plugging in, as it may in life.

    Raises:
        LineError: the system has none, or `link` is something else already.
    """

    def __init__(self, link: str | None = None) -> None:
        self._link = None if link is None else Path(link)
        self._name = ""
        self._ends: tuple[int, int] | None = None
        self.plug()

    @property
    def url(self) -> str:
        """What the host opens."""
        return self._name if self._link is None else str(self._link)

    def poll(self, seconds: float) -> bytes:
        """Return what the host sent within so long."""
        if self._ends is None:
            time.sleep(seconds)
            return b""
        ours = self._ends[0]
        try:
            ready, _, _ = select.select([ours], [], [], seconds)
            return os.read(ours, CHUNK) if ready else b""
        except OSError:  # nobody has it open
            return b""

    def send(self, data: bytes) -> None:
        """Send; a line that is full, or that nobody reads, loses it."""
        if self._ends is not None:
            with contextlib.suppress(OSError):
                os.write(self._ends[0], data)

    def unplug(self) -> None:
        """Cut the line; the port is gone."""
        ends, self._ends = self._ends, None
        # The name goes first: a host that comes back at once must not find the old port.
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()
        for end in ends or ():
            os.close(end)

    def plug(self) -> None:
        """Be there again."""
        self.unplug()
        try:
            import pty
            import tty

            ours, theirs = pty.openpty()
            tty.setraw(theirs)
        except (ImportError, OSError) as error:
            raise LineError(f"no pseudo-terminal is to be had here ({error}); use TCP") from None
        # Both ends stay open: with nobody at the other one, reading would fail again and again.
        os.set_blocking(ours, False)
        self._ends = (ours, theirs)
        self._name = os.ttyname(theirs)
        if self._link is not None:
            self._lead(self._link)

    def _lead(self, link: Path) -> None:
        if link.is_symlink():
            link.unlink()
        try:
            link.symlink_to(self._name)
        except OSError as error:
            self._link = None
            self.unplug()
            raise LineError(f"{link}: {error.strerror}; choose another name") from None


class TcpEnd(FarEnd):
    """A TCP port of this machine; one host at a time, and the latest has it.

    Args:
        port: its number; 0 lets the system choose.

    Raises:
        LineError: it is in use, or may not be had.
    """

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._server: socket.socket | None = None
        self._host: socket.socket | None = None
        self.plug()

    @property
    def url(self) -> str:
        """What the host opens."""
        return f"socket://127.0.0.1:{self._port}"

    def poll(self, seconds: float) -> bytes:
        """Return what the host sent within so long."""
        if self._server is None:
            time.sleep(seconds)
            return b""
        waited = [self._server] + ([self._host] if self._host else [])
        ready, _, _ = select.select(waited, [], [], seconds)
        if self._server in ready:
            self._hang_up()
            with contextlib.suppress(OSError):  # it went away while it waited
                self._host, _ = self._server.accept()
                self._host.settimeout(0)
            return b""
        if self._host is None or self._host not in ready:
            return b""
        try:
            data = self._host.recv(CHUNK)
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def send(self, data: bytes) -> None:
        """Send; without a host it is lost, and so is what does not fit any more."""
        if self._host is not None:
            try:
                self._host.send(data)
            except BlockingIOError:
                pass
            except OSError:
                self._hang_up()

    def unplug(self) -> None:
        """Cut the line to the host; nobody answers any more."""
        self._hang_up()
        if self._server is not None:
            self._server.close()
            self._server = None

    def plug(self) -> None:
        """Answer again, at the same port."""
        self.unplug()
        try:
            self._server = socket.create_server(("127.0.0.1", self._port))
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or "there is no such port"
            raise LineError(f"TCP port {self._port}: {why}; choose another") from None
        self._server.settimeout(0)
        self._port = self._server.getsockname()[1]

    def _hang_up(self) -> None:
        host, self._host = self._host, None
        if host is not None:
            host.close()


# ---- what the line does to bytes: its chance is a seeded generator handed in


GARBAGE: Final = b"\xff\x00ets Jul 29 2019 12:21:46\r\nrst:0x1 (POWERON)$ROLL,0000"
"""What a board says while it starts: its own log, and a frame that was cut off."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How bad the line is."""

    flip: float = 0.0  # chance that a byte has one bit turned
    drop: float = 0.0  # chance that a byte is lost
    insert: float = 0.0  # chance that a byte comes along that nobody sent
    twice: float = 0.0  # chance that a write arrives twice
    late: float = 0.0  # chance that a write arrives only with the next one
    garbage: bool = False  # say `GARBAGE` when somebody connects

    @classmethod
    def read(cls, text: str) -> Faults:
        """Read `flip=0.001,drop=0.001,garbage`; an empty text is a good line.

        Raises:
            ValueError: a name or a number that is none; the message is one line for people.
        """
        chances: dict[str, float] = {}
        names = [field.name for field in fields(cls)]
        words = [word for part in text.split(",") if (word := part.strip())]
        for word in words:
            name, sign, number = word.partition("=")
            if sign and name in names and name != "garbage":
                chances[name] = _chance(name, number)
            elif word != "garbage":
                raise ValueError(f"{word!r} is no fault; write {', '.join(names)} as flip=0.001")
        faults = cls(garbage="garbage" in words, **chances)
        if faults.flip + faults.drop + faults.insert > 1:
            raise ValueError("flip, drop and insert together are more than 1")
        return faults


def _chance(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ValueError(f"{name} is a chance from 0 to 1, such as {name}=0.001, not {text!r}")
    return number


class Wire:
    """One direction of a line.

    Attributes:
        damaged: bytes turned, lost or added so far.
    """

    def __init__(self, faults: Faults, chance: random.Random) -> None:
        self.faults = faults
        self.damaged = 0
        self._chance = chance
        self._late = b""

    def carry(self, data: bytes) -> bytes:
        """Return what arrives of `data`."""
        if not data:
            return b""
        faults, chance = self.faults, self._chance
        data, self._late = self._late + data, b""
        if faults.late and chance.random() < faults.late:
            self._late = data
            return b""
        if faults.twice and chance.random() < faults.twice:
            data += data
        if not (faults.flip or faults.drop or faults.insert):
            return data
        return b"".join(self._byte(byte) for byte in data)

    def _byte(self, byte: int) -> bytes:
        faults, roll = self.faults, self._chance.random()
        arrives = whole = bytes((byte,))
        if roll < faults.flip:
            arrives = bytes((byte ^ 1 << self._chance.randrange(8),))
        elif roll < faults.flip + faults.drop:
            arrives = b""
        elif roll < faults.flip + faults.drop + faults.insert:
            arrives = bytes((byte, self._chance.randrange(256)))
        self.damaged += arrives != whole
        return arrives
