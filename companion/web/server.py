"""A site on a port of this machine."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Final

from aiohttp import web

from companion.core.errors import CompanionError

if TYPE_CHECKING:
    from companion.web.site import Site

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - asked for by people, and behind a code
FAREWELL: Final = 1.0
"""Seconds for browsers to let go when the server ends."""
IDLE: Final = 15.0
"""Seconds for which a connection is kept that asks for nothing."""


class PortError(CompanionError):
    """A port that cannot be used."""


class Server:
    """Serves a site; use it as `async with`."""

    def __init__(self, site: Site) -> None:
        self._stage = site.stage
        self._runner = web.AppRunner(
            site.app(), access_log=None, shutdown_timeout=FAREWELL, keepalive_timeout=IDLE
        )

    async def start(self, port: int, *, lan: bool) -> int:
        """Begin to answer.

        Args:
            port: 0 takes a free one.
            lan: whether other machines are answered too.

        Returns:
            The port.

        Raises:
            PortError: it cannot be used.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, EVERYWHERE if lan else HERE, port).start()
        except OSError as error:
            raise PortError(f"port {port} {_why(error)}") from None
        taken: int = self._runner.addresses[0][1]
        return taken

    async def close(self) -> None:
        """Let everybody go; twice is harmless."""
        self._stage.close()
        await self._runner.cleanup()


def _why(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return "is taken by another program; choose another with --port, or 0 for a free one"
        case errno.EACCES:
            return "may not be used without special rights; choose one above 1023 with --port"
        case _:
            return f"cannot be used: {error.strerror}"
