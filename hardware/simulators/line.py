"""The far end of a line: a pseudo-terminal that stands in for a serial port, or a TCP port."""

from __future__ import annotations

import contextlib
import os
import select
import socket
from typing import Final, Protocol

from hardware.errors import HardwareError

CHUNK: Final = 4096


class LineError(HardwareError):
    """This system has no such line."""


class FarEnd(Protocol):
    """What a simulated device holds in its hand."""

    @property
    def url(self) -> str:
        """What the host opens."""

    def poll(self, seconds: float) -> bytes | None:
        """Return what the host sent within so long; None when the host just connected anew."""

    def send(self, data: bytes) -> None:
        """Send; what nobody listens to is lost."""

    def unplug(self) -> None:
        """Cut the line, and be there again under the same name (TCP) or a new one (a pty)."""

    def close(self) -> None:
        """End it."""


class PtyEnd:
    """A pseudo-terminal. `link` is a name of your choosing that always leads to the present one."""

    def __init__(self, link: str | None = None) -> None:
        self._link = link
        self._open()

    def _open(self) -> None:
        try:
            import pty
            import tty

            self._ours, self._theirs = pty.openpty()
            tty.setraw(self._theirs)
        except (ImportError, OSError) as error:
            raise LineError(f"no pseudo-terminal is to be had here ({error}); use tcp") from None
        os.set_blocking(self._ours, False)
        self._name = os.ttyname(self._theirs)
        if self._link is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._link)  # noqa: PTH108 - a link, which Path.unlink would do the same
            os.symlink(self._name, self._link)  # noqa: PTH211

    @property
    def url(self) -> str:
        """What the host opens."""
        return self._link or self._name

    def poll(self, seconds: float) -> bytes | None:
        """Return what the host sent within so long."""
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if not ready:
            return b""
        try:
            return os.read(self._ours, CHUNK)
        except OSError:  # nobody has it open
            return b""

    def send(self, data: bytes) -> None:
        """Send; a line that is full, or that nobody reads, loses it."""
        with contextlib.suppress(OSError):
            os.write(self._ours, data)

    def unplug(self) -> None:
        """Cut the line; the link then leads to another one."""
        self._give_up()
        self._open()

    def close(self) -> None:
        """End it."""
        self._give_up()
        if self._link is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._link)  # noqa: PTH108

    def _give_up(self) -> None:
        for end in (self._theirs, self._ours):
            with contextlib.suppress(OSError):
                os.close(end)


class TcpEnd:
    """A TCP port of this machine; one host at a time."""

    def __init__(self, port: int = 0) -> None:
        self._server = socket.create_server(("127.0.0.1", port))
        self._server.setblocking(False)
        self._port = self._server.getsockname()[1]
        self._host: socket.socket | None = None

    @property
    def url(self) -> str:
        """What the host opens."""
        return f"socket://127.0.0.1:{self._port}"

    def poll(self, seconds: float) -> bytes | None:
        """Return what the host sent within so long; None when it just connected."""
        waited = [self._server] + ([self._host] if self._host else [])
        ready, _, _ = select.select(waited, [], [], seconds)
        if self._server in ready:
            self.unplug()
            self._host, _ = self._server.accept()
            self._host.setblocking(False)
            return None
        if self._host is None or self._host not in ready:
            return b""
        try:
            data = self._host.recv(CHUNK)
        except OSError:
            data = b""
        if not data:
            self.unplug()
        return data

    def send(self, data: bytes) -> None:
        """Send; without a host it is lost."""
        if self._host is not None:
            try:
                self._host.sendall(data)
            except OSError:
                self.unplug()

    def unplug(self) -> None:
        """Cut the line to the host; it may connect again."""
        if self._host is not None:
            with contextlib.suppress(OSError):
                self._host.close()
            self._host = None

    def close(self) -> None:
        """End it."""
        self.unplug()
        self._server.close()
