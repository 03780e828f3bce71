"""`tableside tray rename ID NAME`: call a tray or a die by another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.commands.tray_known import TrayError, device_called, known_line, open_book
from companion.core.texts import tr

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("device", metavar="ID", help=tr("as `known` lists it, or its present name"))
    parser.add_argument("name", metavar="NAME", help=tr("such as 'the red one'; '' for none"))


def run(args: argparse.Namespace) -> int:
    """Rename it.

    Raises:
        TrayError: it is not known, or another is called so.
    """
    book = open_book(args.home)
    device = device_called(book, args.device)
    name = " ".join(args.name.split())
    for one in book.all():
        if name and one.id != device.id and one.name.casefold() == name.casefold():
            raise TrayError(tr("{one} is called {one2} already", one=one.id, one2=one.name))
    book.rename(device.id, name)
    print(known_line(book.get(device.id) or device))
    return 0
