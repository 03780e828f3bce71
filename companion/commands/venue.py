"""`tableside venue`: all tables of a club evening in any browser."""

import argparse
import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from calibration.addresses import without_secrets
from calibration.files import make_folder
from companion.commands.output import FINE
from companion.commands.serve import add_door, checked_door, greeting_lines, lan_address, need_libraries, own_names
from companion.core.texts import tr
from companion.system.home import home_folder
from companion.venue.address import LIBRARY, Address, read_address
from companion.venue.store import LIBRARY as STORE_LIBRARY
from companion.venue.store import SERVER

FILE: Final = "venue.sqlite"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    about = tr("where the tables come to: mqtts://HOST/NAME, or mqtt://HOST/NAME without encryption")
    add("address", metavar="ADDRESS", help=about)
    about = tr("where results are kept: postgresql://HOST/NAME or a file; default: a file in the home folder")
    add("--store", default="", metavar="STORE", help=about)
    add_door(parser)


def run(args: argparse.Namespace) -> int:
    """Show the venue until Ctrl-C."""
    address, code = read_address(args.address), checked_door(args)
    server = args.store.startswith(SERVER)
    need_libraries("venue", (LIBRARY, *((STORE_LIBRARY,) if server else ())))
    where = args.store
    if not server:
        home = home_folder(args.home)
        make_folder(home)
        where = str(Path(where).expanduser() if where else home / FILE)
    try:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # what paho needs
            runner.run(serve(args, address, where, code))
    except KeyboardInterrupt:
        print(tr("\nThe venue's page is closed; the tables go on."))
    return FINE


async def serve(args: argparse.Namespace, address: Address, where: str, code: str) -> None:
    """Serve until cancelled.

    Raises:
        CompanionError: the port is taken, or the store cannot be used.
    """
    from companion.venue.hall import Hall
    from companion.venue.site import HallSite
    from companion.web.door import Door
    from companion.web.server import Server

    hall = Hall(address, where)
    joined = without_secrets(args.address)
    if args.lan:  # what the page tells other laptops
        joined = joined.replace("//localhost", f"//{lan_address()}")
    site = HallSite(hall, Door(code), own_names(), address.venue, joined)
    async with AsyncExitStack() as ending:
        following = asyncio.create_task(hall.run())
        server = Server(site)
        ending.push_async_callback(server.close)
        _, port = await server.start(args.port, lan=args.lan)
        for line in greeting_lines(code, port, lan=args.lan):
            print(line, flush=True)
        await following
