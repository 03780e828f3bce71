"""A phone as the table's camera: its browser sends pictures to a page of ours."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import AsyncExitStack
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe
from threading import Thread
from typing import TYPE_CHECKING, Final

from companion.commands.dice_sources import CameraEyes, Dice
from companion.commands.serve import lan_address, need_libraries, own_names
from companion.core.dice import kind_name
from companion.core.texts import listed, tr
from companion.tui.host import PHONE

if TYPE_CHECKING:
    from ssl import SSLContext

    from companion.sources.camera import CameraSource
    from companion.sources.phone import PhoneFrames
    from companion.tui.live import Opened
    from companion.web.phone import PhoneSite, Seen

CERTIFICATE: Final = "phone.pem"
ENCRYPTION: Final = "cryptography"
PORTS: Final = (8643, 8644)
"""Of the plain page and of the encrypted one; where one is taken, any that is free."""
FAREWELL_S: Final = 3.0
TOKEN_BYTES: Final = 12


class PhoneEyes(CameraEyes):
    """Shows what a phone sends, and the address by which it becomes the camera."""

    def __init__(self, camera: CameraSource, address: str, note: str) -> None:
        super().__init__(camera)
        self.address = address
        self.note = note

    def squares(self) -> tuple[str, ...]:
        """Return the address as a QR code: half blocks, black on white."""
        import segno

        rows = [[*row] for row in segno.make(self.address, error="l", micro=False).matrix_iter(border=2)]
        rows += [[0] * len(rows[0])] * (len(rows) % 2)
        pairs = zip(rows[::2], rows[1::2], strict=True)
        return tuple(
            "".join(" ▄▀█"[2 * bool(above) + bool(below)] for above, below in zip(*pair, strict=True)) for pair in pairs
        )


def open_phone(dice: Dice) -> Opened:
    """Open the page for a phone, in a thread of its own, as a camera; the reader is loaded.

    Raises:
        UsageError: a library is missing.
        CompanionError: the reader or the page cannot be opened.
    """
    need_libraries(tr("the phone's page"))
    from companion.sources.opening import NoDice, make_camera, open_cards, open_looker
    from companion.sources.phone import PhoneFrames

    frames = PhoneFrames()
    looker = open_looker(dice.taught, PHONE, dice.learns) if dice.dice else NoDice()
    camera = make_camera(frames, looker, None, cards=open_cards(dice.deck))
    server = PhoneServer(dice.home / CERTIFICATE, frames, camera)
    frames.closing = server.close
    address = server.start()
    return (camera,), PhoneEyes(camera, address, server.note)


class PhoneServer:
    """Serves the page, plain and encrypted, to this network, until it is closed.

    Attributes:
        note: why there is no encrypted page, and so no live picture; empty where there is.
    """

    def __init__(self, certificate: Path, frames: PhoneFrames, camera: CameraSource) -> None:
        self.note = ""
        self._certificate = certificate
        self._frames = frames
        self._camera = camera
        self._ready: Future[str] = Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="phone", daemon=True)

    def start(self) -> str:
        """Begin; return the page's address. Raises `CompanionError`."""
        self._thread.start()
        return self._ready.result()

    def close(self) -> None:
        """End all connections."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join(FAREWELL_S)

    # -- what the page asks -----------------------------------------------------------------------

    def film(self, data: bytes) -> None:
        """See `companion.web.phone.Pictures`."""
        self._frames.film(data)

    def photograph(self, data: bytes) -> None:
        """See `companion.web.phone.Pictures`."""
        self._frames.photograph(data)

    def seen(self) -> Seen:
        """See `companion.web.phone.Pictures`."""
        return seen(self._camera)

    # -- the thread -------------------------------------------------------------------------------

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        async with AsyncExitStack() as ending:
            try:
                address = await self._open(ending)
            except Exception as error:  # noqa: BLE001 - whoever waits for the page must hear of it
                self._ready.set_exception(error)
                return
            self._ready.set_result(address)
            await self._over.wait()

    async def _open(self, ending: AsyncExitStack) -> str:
        from companion.web.phone import PhoneSite

        host, token = lan_address(), token_urlsafe(TOKEN_BYTES)
        site = PhoneSite(self, token, own_names())
        if find_spec(ENCRYPTION) is None:
            self.note = tr("A live picture needs one more library: {library}.", library=ENCRYPTION)
        else:
            from companion.web.certificate import certificate_context

            context = certificate_context(self._certificate, host)
            port = await _listen(site, PORTS[1], ending, context)
            site.film_at = f"https://{host}:{port}/{token}/"
        return f"http://{host}:{await _listen(site, PORTS[0], ending)}/{token}/"


async def _listen(site: PhoneSite, port: int, ending: AsyncExitStack, context: SSLContext | None = None) -> int:
    from companion.web.phone import CONNECTIONS
    from companion.web.server import PortError, Server

    server = Server(site, CONNECTIONS)
    ending.push_async_callback(server.close)
    try:
        _, taken = await server.start(port, lan=True, ssl=context)
    except PortError:
        _, taken = await server.start(0, lan=True, ssl=context)
    return taken


def seen(camera: CameraSource) -> Seen:
    """Say for the phone's page what a camera sees, and which dice are asked for."""
    from companion.sources.camera import Lamp
    from companion.web.phone import Die, Seen
    from vision.health import Health

    status, wanted = camera.status, listed([kind_name(kind) for kind in camera.wanted])
    asked = tr("Asked for: {dice}", dice=wanted) if wanted else tr("No dice are asked for now.")
    if status.preview is None:
        bad = status.lamp is Lamp.FAULT
        return Seen(status.text if bad else "", bad, asked=asked)
    high, wide = status.preview.shape[:2]
    dice = tuple(
        Die(one.box.x / wide, one.box.y / high, one.box.w / wide, one.box.h / high, one.face,
            one.status == "read")
        for one in status.dice
    )  # fmt: skip
    if status.health in {Health.UNDER_EXPOSED, Health.BLACK}:
        return Seen(tr("Too dark: more light on the dice, please."), bad=True, asked=asked)
    if status.lamp is Lamp.MOVING and not status.hand:
        return Seen(tr("Hold still."), asked=asked)
    faces = ", ".join(one.face if one.sure else f"{one.face}?" for one in dice)
    words = tr("Seen: {faces}", faces=faces) if dice else status.text
    return Seen(words, status.lamp is Lamp.FAULT, dice, asked)
