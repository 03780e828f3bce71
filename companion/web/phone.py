"""The page for the phone that is the table's camera: it sends pictures and shows what is seen.

Whoever has the address with its token may send; one phone at a time, and one picture at a time.
"""

from __future__ import annotations

import asyncio
from hmac import compare_digest
from importlib.resources import files
from secrets import token_urlsafe
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from aiohttp import web

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.session.html import render
from companion.web.door import is_our_host
from companion.web.page import STYLE
from companion.web.site import add_headers

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.web.site import Handler

MOST_BYTES: Final = 4_000_000  # Of one picture: the page makes them smaller than that
PATIENCE: Final = 10.0  # Seconds that a phone may take for one picture
LEAST_GAP: Final = 0.03  # Seconds between two pictures of a film; what comes faster is not taken
SILENT: Final = 20.0
"""Seconds after which the next phone needs not ask whether it may be the camera."""
CONNECTIONS: Final = 24
LONGEST_NAME: Final = 40
COOKIE: Final = "phone"
"""Holds the phone's number: a page that is loaded anew is of the same phone, before its script runs."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SCRIPT: Final = files("companion.web").joinpath("phone.js").read_bytes()


class Die(NamedTuple):
    """A die in the last picture: its box in fractions of width and height, and what it shows."""

    x: float
    y: float
    w: float
    h: float
    face: str
    sure: bool


class Seen(NamedTuple):
    """What the program sees, for the phone's page."""

    words: str  # a line about it
    bad: bool = False  # whether that is a trouble
    dice: tuple[Die, ...] = ()  # those in the last picture
    asked: str = ""  # a line about which dice are asked for


class Pictures(Protocol):
    """Who takes the pictures; called from threads, and raises `CompanionError`."""

    def film(self, data: bytes) -> None:
        """Take a picture of a film."""

    def photograph(self, data: bytes) -> None:
        """Take a photograph; returns when it was read."""

    def seen(self) -> Seen:
        """Say what is seen now."""


class PhoneSite:
    """Answers a phone's browser.

    Args:
        pictures: takes what it sends.
        token: the first part of every path.
        names: this machine's names besides its addresses, in small letters.
        film: where a page of this site can use the phone's camera itself; empty where it cannot.
        clock: seconds.
    """

    def __init__(
        self,
        pictures: Pictures,
        token: str,
        names: frozenset[str],
        film: str = "",
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.film_at = film
        self._pictures = pictures
        self._token = token
        self._names = names
        self._clock = clock
        self._phone = ""
        self._heard = self._filmed = float("-inf")
        self._last = ""  # number of the photograph that was taken last
        self._busy = False

    def app(self) -> web.Application:
        """Return the application; one is made for each way to it, plain and encrypted."""
        app = web.Application(middlewares=[self._guard], client_max_size=MOST_BYTES)
        app.on_response_prepare.append(add_headers)
        path = f"/{self._token}/"
        app.router.add_get(path, self._page)
        app.router.add_get(f"{path}phone.css", _style)
        app.router.add_get(f"{path}phone.js", _script)
        app.router.add_post(f"{path}seen", self._seen)
        app.router.add_post(f"{path}film", self._film)
        app.router.add_post(f"{path}photograph", self._photograph)
        return app

    def close(self) -> None:
        """Nobody waits for anything that would have to end."""

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_our_host(request.headers.get("Host", ""), self._names):
            raise web.HTTPForbidden(text=tr("This machine has another name; use its address.\n"))
        given = request.path.split("/")[1]
        if not compare_digest(given.encode(errors="replace"), self._token.encode()):
            raise web.HTTPNotFound(text=tr("Scan the code on the laptop at the table again.\n"))
        return await handler(request)

    async def _page(self, request: web.Request) -> web.Response:
        phone = request.cookies.get(COOKIE) or token_urlsafe(12)
        text = render("companion.web", "phone.html", title=tr("Tableside: the phone is the camera"),
                      style="phone.css", live=request.secure, film=self.film_at, phone=phone)  # fmt: skip
        headers = {"Content-Security-Policy": POLICY}
        page = web.Response(text=text, content_type="text/html", headers=headers)
        page.set_cookie(COOKIE, phone, path=request.path, httponly=True, samesite="Lax")
        return page

    async def _seen(self, request: web.Request) -> web.Response:
        self._admit(request)
        return self._answer()

    async def _film(self, request: web.Request) -> web.Response:
        self._admit(request)
        now = self._clock()
        if now - self._filmed < LEAST_GAP:
            raise web.HTTPTooManyRequests
        self._filmed = now
        return await self._take(request, self._pictures.film)

    async def _photograph(self, request: web.Request) -> web.Response:
        """Take a photograph once, also when it is sent again because the answer was lost."""
        self._admit(request)
        number = request.headers.get("X-Number", "")[:LONGEST_NAME]
        if number and number == self._last:
            return self._answer()
        answer = await self._take(request, self._pictures.photograph)
        self._last = number
        return answer

    def _admit(self, request: web.Request) -> None:
        """Let the phone that is the camera in, or one that takes over knowingly."""
        phone, now = request.headers.get("X-Phone", "")[:LONGEST_NAME], self._clock()
        if not phone:
            raise web.HTTPBadRequest
        if phone != self._phone:
            if now - self._heard < SILENT and "X-Take-Over" not in request.headers:
                raise web.HTTPConflict
            self._phone = phone
        self._heard = now

    async def _take(self, request: web.Request, step: Callable[[bytes], None]) -> web.Response:
        if self._busy:
            raise web.HTTPTooManyRequests
        self._busy = True
        try:
            try:
                async with asyncio.timeout(PATIENCE):
                    data = await request.read()
            except TimeoutError:
                raise web.HTTPRequestTimeout from None
            try:
                await asyncio.to_thread(step, data)
            except CompanionError as error:
                return _json(Seen(str(error), bad=True), 422)
            return self._answer()
        finally:
            self._busy = False

    def _answer(self) -> web.Response:
        return _json(self._pictures.seen())


def _json(seen: Seen, status: int = 200) -> web.Response:
    return web.json_response(seen._asdict(), status=status)


async def _style(_request: web.Request) -> web.Response:
    return web.Response(body=STYLE, content_type="text/css", charset="utf-8")


async def _script(_request: web.Request) -> web.Response:
    return web.Response(body=SCRIPT, content_type="text/javascript", charset="utf-8")
