"""`tableside serve`: the table that is being played at, in any browser, to look on."""

from __future__ import annotations

import asyncio
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from companion.commands.common import open_shelf
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.journal.store import FILE
from companion.system.home import home_folder
from companion.system.libraries import add_command

if TYPE_CHECKING:
    import argparse

PORT: Final = 8642
HIGHEST: Final = 65535

LIBRARIES: Final = ("aiohttp", "segno")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument(
        "table",
        nargs="?",
        default="",
        metavar="TABLE",
        help=tr(
            "a table, as `sessions` names it; default: the one changed last, whichever that is"
        ),
    )
    parser.add_argument(
        "--port",
        type=int,
        default=PORT,
        metavar="N",
        help=tr("default: {port}; 0 takes a free one", port=PORT),
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help=tr(
            "also for other machines of this network, who need the code; default: this one alone"
        ),
    )
    parser.add_argument(
        "--code", default="", metavar="CODE", help=tr("the code; default: one is made with --lan")
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    if not 0 <= args.port <= HIGHEST:
        raise UsageError(
            tr(
                "--port takes a number from 0 to {highest}, not {port}",
                highest=HIGHEST,
                port=args.port,
            )
        )
    need_libraries()
    from companion.commands.serve_site import Wish, serve
    from companion.web.door import check_code, make_code

    code = check_code(args.code) if args.code else make_code() if args.lan else ""
    file = home_folder(args.home) / FILE
    wish = Wish(file, open_shelf(args), args.table, args.port, code, lan=args.lan)
    out = sys.stdout  # the apps that draw catch what is printed meanwhile
    try:
        asyncio.run(serve(wish, lambda line: print(line, file=out, flush=True)))
    except KeyboardInterrupt:
        print(tr("\nThe second screen is closed; the table goes on."), file=out)
    finally:
        sys.stdout = out
    return 0


def need_libraries() -> None:
    """Make sure that the web libraries are there; raises `UsageError` with the way to get them."""
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise UsageError(
            tr(
                "serve needs {missing}; install with: {install}",
                missing=tr(" and ").join(missing),
                install=add_command(missing),
            )
        )
