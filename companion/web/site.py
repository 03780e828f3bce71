"""The site: four kinds of page that can only be read.

Of what a browser sends, only path, code and the cookie given for the code are used.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web

from companion.core.texts import tr
from companion.web import page
from companion.web.door import COOKIE, Answer, Door, is_our_host

if TYPE_CHECKING:
    from companion.web.stage import Stage

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

MOST_BROWSERS: Final = 40  # How many may watch at once
HEARTBEAT: Final = 15.0
"""Seconds without news after which a browser gets an empty message, to see whether it is still there."""
PATIENCE: Final = 10.0  # Seconds that a browser may take for one message before it is dropped
PAUSE: Final = 0.5  # Seconds before a wrong code is answered
DAY: Final = 24 * 3600

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Server": "tableside",
}
# Pictures bring a style of their own, which a page that shows them as images never sees.
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


class Site:
    """Answers browsers.

    Args:
        stage: what is shown.
        door: decides who may see it.
        names: this machine's names besides its addresses, in lower case.
        most: browsers that may watch at once.
        pause: seconds before a wrong code is answered.
    """

    def __init__(
        self,
        stage: Stage,
        door: Door,
        names: frozenset[str],
        *,
        most: int = MOST_BROWSERS,
        pause: float = PAUSE,
    ) -> None:
        self.stage = stage
        self.door = door
        self.names = names
        self.most = most
        self.pause = pause
        self.watching = 0

    def app(self) -> web.Application:
        """Return the application; it serves no folder, only what is named here."""
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        app.on_response_prepare.append(add_headers)
        app.router.add_get("/", self._page)
        app.router.add_get("/page.css", _style)
        app.router.add_get("/page.js", _script)
        app.router.add_get("/picture/{name}.svg", self._picture)
        app.router.add_get("/events", self._events, allow_head=False)
        return app

    def close(self) -> None:
        """End all waiting."""
        self.stage.close()

    # -- admission --------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_our_host(request.headers.get("Host", ""), self.names):
            raise web.HTTPForbidden(text=tr("This machine has another name; use its address.\n"))
        if self.door.knows(request.cookies.get(COOKIE, "")) or request.path == "/page.css":
            return await handler(request)
        if request.path != "/":
            raise web.HTTPForbidden(text=tr("Open the first page and enter the code.\n"))
        given = request.query.get("code")
        return _ask_code("", 401) if given is None else await self._try_code(request, given)

    async def _try_code(self, request: web.Request, given: str) -> web.Response:
        match self.door.enter(given, request.remote or ""):
            case Answer.RIGHT:
                return self._welcome()
            case Answer.WRONG:
                await asyncio.sleep(self.pause)
                return _ask_code(tr("That is not the code."), 403)
            case Answer.WAIT:
                return _ask_code(tr("Too many wrong codes. Wait a while, then try again."), 429)

    def _welcome(self) -> web.Response:
        # A redirect: the code must not stay in the address, where others read it.
        response = web.Response(status=303, headers={"Location": "/"})
        response.set_cookie(COOKIE, self.door.token, max_age=DAY, httponly=True, samesite="Lax")
        return response

    # -- pages ------------------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.Response:
        if "code" in request.query:
            return self._welcome()
        stage = self.stage_of(request)
        sizes = page.MEDIA if stage.names else {}
        return _html(self.face(stage.sight).page(stage.number, sizes))

    def stage_of(self, _request: web.Request) -> Stage:
        """Return what a browser asks for; raises `HTTPNotFound` where there is no such thing."""
        return self.stage

    def face(self, sight: Any) -> page.Face:
        """Return what a page shows of what stands on a stage."""
        return page.face(sight)

    def message(self, stage: Stage) -> bytes:
        """Return what pages get of the sight shown now: a message that is made once for all browsers."""
        if stage.message[0] != stage.number:
            stage.message = stage.number, event(self.face(stage.sight), stage.number)
        return stage.message[1]

    async def _picture(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in self.stage.names:
            raise web.HTTPNotFound
        picture = await self.stage.picture(name)
        headers = {"ETag": f'"{name}-{picture.number}"', "Vary": "Accept-Encoding",
                   "Content-Security-Policy": PICTURE_POLICY}  # fmt: skip
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        headers["Content-Type"] = "image/svg+xml; charset=utf-8"
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return web.Response(body=picture.gzipped, headers=headers)
        return web.Response(body=picture.svg, headers=headers)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if self.watching >= self.most:
            raise web.HTTPServiceUnavailable(text=tr("Too many browsers are watching already.\n"))
        self.watching += 1
        try:
            return await self._send_sights(request)
        finally:
            self.watching -= 1

    async def _send_sights(self, request: web.Request) -> web.StreamResponse:
        """Send each sight to a browser; a slow one misses those in between."""
        stage = self.stage_of(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        sent = -1
        while not stage.closed:
            message = b":\n\n"
            if sent != stage.number:
                sent = stage.number
                message = self.message(stage)
            try:
                async with asyncio.timeout(PATIENCE):
                    await response.write(message)
            except (ConnectionError, TimeoutError):
                break
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await stage.other_than(sent)
            except TimeoutError:
                continue
        return response


def event(face: page.Face, number: int) -> bytes:
    """Return the message that brings a page up to date: JSON on one line."""
    said = {"number": number, "title": face.title, "words": face.words, "news": face.news}
    return f"data: {json.dumps(said)}\n\n".encode()


async def _style(_request: web.Request) -> web.Response:
    return web.Response(body=page.STYLE, content_type="text/css", charset="utf-8")


async def _script(_request: web.Request) -> web.Response:
    return web.Response(body=page.SCRIPT, content_type="text/javascript", charset="utf-8")


def _ask_code(problem: str, status: int) -> web.Response:
    return _html(page.code_page(problem), status)


def _html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Give an answer the headers that all answers have."""
    for name, value in HEADERS.items():
        if name == "Server" or name not in response.headers:
            response.headers[name] = value
