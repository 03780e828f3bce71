"""A site on a port of this machine."""

from __future__ import annotations

import asyncio
import errno
import logging
from typing import TYPE_CHECKING, Final

from aiohttp import web

from companion.core.errors import CompanionError
from companion.core.texts import tr

if TYPE_CHECKING:
    from companion.web.site import Site

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - asked for by people, and behind a code
FAREWELL: Final = 1.0
"""Seconds for browsers to disconnect when the server ends."""
IDLE: Final = 15.0
"""Seconds for which a connection is kept that asks for nothing more."""
MOST_CONNECTIONS: Final = 400
"""A browser opens up to six."""


class PortError(CompanionError):
    """A port that cannot be used."""


class Server:
    """Serves a site."""

    def __init__(self, site: Site, most: int = MOST_CONNECTIONS) -> None:
        """Make the server.

        Args:
            site: what it serves.
            most: connections that may be open at once, those that never ask for anything included.
        """
        self._stage = site.stage
        self._most = most
        self._runner = web.AppRunner(
            site.app(),
            access_log=None,
            logger=_quiet(),
            handler_cancellation=True,  # a browser that leaves makes room at once
            shutdown_timeout=FAREWELL,
            keepalive_timeout=IDLE,
        )
        self._listening: asyncio.Server | None = None

    async def start(self, port: int, *, lan: bool) -> tuple[str, int]:
        """Start to answer.

        Args:
            port: 0 takes a free one.
            lan: whether other machines are answered too.

        Returns:
            The address and the port that it listens at.

        Raises:
            PortError: the port cannot be used.
        """
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        try:
            self._listening = await loop.create_server(
                self._accept, EVERYWHERE if lan else HERE, port
            )
        except OSError as error:
            raise PortError(tr("port {port} {why}", port=port, why=_why(error))) from None
        host, taken = self._listening.sockets[0].getsockname()[:2]
        return str(host), int(taken)

    async def close(self) -> None:
        """End all connections; calling it twice is harmless."""
        if self._listening is not None:
            self._listening.close()
        self._stage.close()
        await self._runner.cleanup()

    def _accept(self) -> asyncio.Protocol:
        server = self._runner.server
        if server is None or len(server.connections) >= self._most:
            return _Full()
        return server()


def _quiet() -> logging.Logger:
    """Return a silent logger: what anybody on the network sends is not worth a traceback."""
    logger = logging.Logger("tableside.serve")  # noqa: LOG001 - one of its own, with no parent to ask
    logger.addHandler(logging.NullHandler())
    return logger


class _Full(asyncio.Protocol):
    """Hangs up at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.BaseProtocol`."""
        transport.close()


def _why(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return tr("is used by another program; choose another with --port, or 0 for a free one")
        case errno.EACCES:
            return tr("needs special rights; choose one above 1023 with --port")
        case _:
            return tr("cannot be used: {strerror}", strerror=error.strerror)
