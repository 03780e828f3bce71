"""`tableside tray forget ID`: forget a tray or a die. Its rolls stay in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.commands.tray_known import device_called, open_book
from companion.core.texts import tr

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("device", metavar="ID", help=tr("as `known` lists it, or its name"))


def run(args: argparse.Namespace) -> int:
    """Forget it.

    Raises:
        TrayError: it is not known.
    """
    book = open_book(args.home)
    device = device_called(book, args.device)
    book.forget(device.id)
    print(tr("{device} is forgotten", device=device.id))
    return 0
