"""A site on a port of this machine."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from aiohttp import web

from companion.core.errors import CompanionError
from companion.core.texts import tr

if TYPE_CHECKING:
    from ssl import SSLContext

    from companion.web.site import Handler

HERE: Final = "127.0.0.1"
SILENT: Final = logging.Logger("tableside.serve", logging.CRITICAL + 1)  # noqa: LOG001 - with no parent to ask
"""For what anybody on the network sends: it is not worth a traceback."""
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - asked for by people, and behind a code
FAREWELL: Final = 1.0  # Seconds for browsers to disconnect when the server ends
IDLE: Final = 15.0  # Seconds for which a connection is kept that asks for nothing more
MOST_CONNECTIONS: Final = 400
"""A browser opens up to six. Of one address, half of these may wait without asking for anything."""
DEADLINE: Final = 5.0  # Seconds in which a new connection must have asked for something


class PortError(CompanionError):
    """A port that cannot be used."""


class Served(Protocol):
    """What can be served: the second screen, or the page for a phone."""

    def app(self) -> web.Application:
        """Return the application."""

    def close(self) -> None:
        """End what browsers wait for."""


class Server:
    """Serves a site.

    A connection that asks for nothing, or only ever for half of something, keeps nobody out: it
    waits for a short time, and makes room when a new one comes.

    Args:
        site: what it serves.
        most: connections that may be open at once.
        deadline: seconds in which a new connection must have asked for something.
    """

    def __init__(self, site: Served, most: int = MOST_CONNECTIONS, deadline: float = DEADLINE) -> None:
        self._site = site
        self._most = most
        self._deadline = deadline
        self._waiting: dict[asyncio.Transport, _Waiting] = {}  # who waits longest stands first
        app = site.app()
        app.middlewares.insert(0, self._answer)
        self._runner = web.AppRunner(
            app,
            access_log=None,
            logger=SILENT,
            handler_cancellation=True,  # a browser that leaves makes room at once
            shutdown_timeout=FAREWELL,
            keepalive_timeout=IDLE,
        )
        self._listening: asyncio.Server | None = None

    async def start(self, port: int, *, lan: bool, ssl: SSLContext | None = None) -> tuple[str, int]:
        """Start to answer, with `lan` other machines too, encrypted with `ssl`; port 0: a free one.

        Returns:
            The address and the port that it listens at. Raises `PortError`.
        """
        await self._runner.setup()
        loop, where = asyncio.get_running_loop(), EVERYWHERE if lan else HERE
        try:
            handshake = None if ssl is None else self._deadline
            self._listening = await loop.create_server(
                self._accept, where, port, ssl=ssl, ssl_handshake_timeout=handshake
            )
        except OSError as error:
            raise PortError(tr("port {port} {why}", port=port, why=_why(error))) from None
        host, taken = self._listening.sockets[0].getsockname()[:2]
        return str(host), int(taken)

    async def close(self) -> None:
        """End all connections; calling it twice is harmless."""
        if self._listening is not None:
            self._listening.close()
        self._site.close()
        await self._runner.cleanup()

    def _accept(self) -> asyncio.Protocol:
        return _Newcomer(self._admit)

    def _admit(self, transport: asyncio.Transport) -> None:
        """Let a connection ask, or hang up on it when everything is taken."""
        server = self._runner.server
        address = str((transport.get_extra_info("peername") or ("",))[0])
        self._waiting = {one: how for one, how in self._waiting.items() if not one.is_closing()}
        same = [one for one, how in self._waiting.items() if how.address == address]
        full = server is None or len(server.connections) >= self._most
        if len(same) >= self._most / 2:
            same[0].abort()
        elif full and self._waiting:
            next(iter(self._waiting)).abort()
        elif full:
            transport.close()
            return
        assert server is not None  # noqa: S101 - where none is, all is full and nobody waits
        late = asyncio.get_running_loop().call_later(self._deadline, transport.abort)
        self._waiting[transport] = _Waiting(address, late)
        handler = server()
        transport.set_protocol(handler)
        handler.connection_made(transport)

    @web.middleware
    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a connection that has asked; afterwards it may wait for longer (`IDLE`)."""
        waited = self._waiting.pop(request.transport, None) if request.transport else None
        if waited is None or request.transport is None:
            return await handler(request)
        waited.late.cancel()
        try:
            return await handler(request)
        finally:
            if request.transport is not None:  # it has not left meanwhile
                self._waiting[request.transport] = waited


class _Waiting(NamedTuple):
    """A connection that has asked for nothing at this moment; `late` hangs up if it never does."""

    address: str
    late: asyncio.TimerHandle


class _Newcomer(asyncio.Protocol):
    """A connection that is not admitted yet."""

    def __init__(self, admit: Callable[[asyncio.Transport], None]) -> None:
        self._admit = admit

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.BaseProtocol`."""
        self._admit(cast("asyncio.Transport", transport))


def _why(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return tr("is used by another program; choose another with --port, or 0 for a free one")
        case errno.EACCES:
            return tr("needs special rights; choose one above 1023 with --port")
        case _:
            return tr("cannot be used: {strerror}", strerror=error.strerror)
