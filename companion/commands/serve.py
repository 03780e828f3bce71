"""`tableside serve`: the table that is being played, in any browser, to watch."""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import socket
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands.common import open_shelf
from companion.commands.output import FINE, is_utf8
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.journal.store import FILE
from companion.system.home import home_folder
from companion.system.libraries import add_command

if TYPE_CHECKING:
    from companion.record.shelf import Shelf
    from companion.session.scene import Follower
    from companion.web.stage import Stage

PORT: Final = 8642
HIGHEST: Final = 65535

LIBRARIES: Final = ("aiohttp", "segno")
PACE: Final = 0.25  # Seconds between two looks at the journal

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asking the way there tells which address is ours, and sends
nothing."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    about = tr("a table, as `sessions` names it; default: the one changed last, whichever that is")
    add("table", nargs="?", default="", metavar="TABLE", help=about)
    add_door(parser)


def add_door(parser: argparse.ArgumentParser) -> None:
    """Declare at which port, for whom and behind which code pages are served."""
    add = parser.add_argument
    about = tr("default: {port}; 0 takes a free one", port=PORT)
    add("--port", type=int, default=PORT, metavar="N", help=about)
    about = tr("also for other machines of this network, which need the code; default: this one only")
    add("--lan", action="store_true", help=about)
    add("--code", default="", metavar="CODE", help=tr("the code; default: a new one with --lan"))


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    code = checked_door(args)
    file = home_folder(args.home) / FILE
    wish = Wish(file, open_shelf(args), args.table, args.port, code, lan=args.lan)
    out = sys.stdout  # the apps that draw catch what is printed meanwhile
    try:
        asyncio.run(serve(wish, lambda line: print(line, file=out, flush=True)))
    except KeyboardInterrupt:
        print(tr("\nThe second screen is closed; the table goes on."), file=out)
    finally:
        sys.stdout = out
    return FINE


def checked_door(args: argparse.Namespace) -> str:
    """Return the code, empty for none; raises `UsageError` for what `add_door` cannot mean."""
    if not 0 <= args.port <= HIGHEST:
        raise UsageError(tr("--port takes a number from 0 to {most}, not {port}", most=HIGHEST, port=args.port))
    need_libraries()
    from companion.web.door import check_code, make_code

    return check_code(args.code) if args.code else make_code() if args.lan else ""


def need_libraries(what: str = "serve", libraries: Sequence[str] = LIBRARIES) -> None:
    """Make sure that libraries are there; raises `UsageError` with the way to get them."""
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise UsageError(tr("{what} needs {missing}; install with: {install}", what=what,
                            missing=tr(" and ").join(missing),
                            install=add_command(missing)))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be served: see the command's options; the code is empty where none is asked for."""

    file: Path
    shelf: Shelf
    table: str
    port: int
    code: str
    lan: bool


async def serve(wish: Wish, say: Callable[[str], None]) -> None:
    """Serve until cancelled; `say` prints what people must know before the first browser can come.

    Raises:
        CompanionError: the port is taken, the journal is none of ours, or has no such table.
    """
    from companion.session.scene import Follower
    from companion.tui.gallery import PICTURES, Gallery
    from companion.web.door import Door
    from companion.web.server import Server
    from companion.web.site import Site
    from companion.web.stage import Stage

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
        stage.show(await loop.run_in_executor(looking, follower.look))  # before the first browser can ask
        _, port = await server.start(wish.port, lan=wish.lan)
        for line in greeting_lines(wish.code, port, lan=wish.lan):
            say(line)
        await follow(follower, stage, looking)


async def follow(follower: Follower, stage: Stage, looking: ThreadPoolExecutor) -> None:
    """Show what the follower sees, for ever."""
    while True:
        await asyncio.sleep(PACE)
        sight = await asyncio.get_running_loop().run_in_executor(looking, follower.look)
        if sight != stage.sight:
            stage.show(sight)


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


def greeting_lines(code: str, port: int, *, lan: bool) -> list[str]:
    """Return where the second screen is, and for whom."""
    address = f"http://{lan_address() if lan else '127.0.0.1'}:{port}/"
    lines = [tr("The second screen is at {address}", address=address)]
    if code:
        lines.append(tr("The code is {code}", code=code))
    if lan:
        lines += [
            tr("Anybody in this network who knows the code can watch; nobody can play there."),
            tr("It answers at every address of this machine (0.0.0.0, port {port}) until it is"
               " closed: with Ctrl-C here, or by ending process {process}.",
               port=port, process=os.getpid()),
        ]  # fmt: skip
        if _draws():
            lines.append(qr_code(f"{address}?code={code}"))
    return [*lines, tr("Ctrl-C closes it; the table goes on.")]


def qr_code(address: str) -> str:
    """Return an address as a QR code, drawn with half blocks, two rows of squares a line."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=drawn, compact=True)
    return drawn.getvalue().rstrip("\n")


def _draws() -> bool:
    """Tell whether a QR code would be seen: not in a file, nor without half blocks."""
    return sys.stdout.isatty() and is_utf8()
