"""Composing the second screen: a follower, a gallery, a stage and a site, until somebody ends it."""

from __future__ import annotations

import asyncio
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.session.following import Follower
from companion.session.scene import Notice
from companion.tui.gallery import PICTURES, Gallery
from companion.web.door import Door
from companion.web.server import Server
from companion.web.site import Site
from companion.web.square import square
from companion.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.record.shelf import Shelf
    from companion.session.scene import Sight

PACE: Final = 0.25
"""Seconds between two looks at the journal."""
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asking the way there says which address is ours, and sends
nothing."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be served.

    Attributes:
        file: the journal.
        shelf: the games.
        table: id of the table; empty for the one changed last.
        port: 0 for a free one.
        code: the code; empty for none.
        lan: whether other machines are served too.
    """

    file: Path
    shelf: Shelf
    table: str
    port: int
    code: str
    lan: bool


async def serve(wish: Wish, say: Callable[[str], None]) -> None:
    """Serve until cancelled.

    Args:
        wish: what, to whom.
        say: hears what people must know, a few lines before the first browser can come.

    Raises:
        CompanionError: the port is taken, the journal is none of ours, or has no such table.
    """
    async with AsyncExitStack() as ending:
        looking = ending.enter_context(ThreadPoolExecutor(1, "follower"))
        loop = asyncio.get_running_loop()
        follower = Follower(wish.file, wish.shelf, wish.table)
        ending.push_async_callback(lambda: loop.run_in_executor(looking, follower.close))
        await loop.run_in_executor(looking, follower.make_sure)
        gallery = Gallery()
        ending.push_async_callback(gallery.close)
        stage = Stage(gallery.picture, tuple(PICTURES))
        server = Server(Site(stage, Door(wish.code), own_names()))
        ending.push_async_callback(server.close)
        stage.show(await look(follower, looking))  # before the first browser can ask
        _, port = await server.start(wish.port, lan=wish.lan)
        for line in telling(wish, port):
            say(line)
        await follow(follower, stage, looking)


async def follow(follower: Follower, stage: Stage, looking: ThreadPoolExecutor) -> None:
    """Show what the follower sees, for ever."""
    while True:
        await asyncio.sleep(PACE)
        sight = await look(follower, looking)
        if sight != stage.sight:
            stage.show(sight)


async def look(follower: Follower, looking: ThreadPoolExecutor) -> Sight:
    """Look once, in the follower's own thread; a table that breaks is a notice."""
    try:
        return await asyncio.get_running_loop().run_in_executor(looking, follower.look)
    except Exception as error:  # noqa: BLE001 - a table that breaks must not end the server
        return Notice(tr("This table cannot be shown: {name}.", name=type(error).__name__))


def own_names() -> frozenset[str]:
    """Return what this machine is called besides its addresses, in small letters."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return frozenset({"localhost", own, short, f"{short}.local"})


def lan_address() -> str:
    """Return this machine's address in its network, or its name when it has none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(ELSEWHERE)
            return str(way.getsockname()[0])
    except OSError:
        return socket.gethostname()


def telling(wish: Wish, port: int) -> list[str]:
    """Say where the second screen is, and for whom."""
    address = f"http://{lan_address() if wish.lan else '127.0.0.1'}:{port}/"
    lines = [tr("The second screen is at {address}", address=address)]
    if wish.code:
        lines.append(tr("The code is {code}", code=wish.code))
    if wish.lan:
        lines.append(
            tr("Who is in this network and knows the code can look on; nobody can play there.")
        )
        if _draws():
            lines.append(square(f"{address}?code={wish.code}"))
    return [*lines, tr("Ctrl-C closes it; the table goes on.")]


def _draws() -> bool:
    """Tell whether a QR code would be seen: not in a file, nor without half blocks."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return sys.stdout.isatty() and utf8
