"""`tableside tray assign ID`: which dice a device is, or reads, and whose it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.commands.tray_known import TrayError, device_called, known_line, open_book
from companion.core.texts import tr
from companion.rolls.source import Sort, kinds_of

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("device", metavar="ID", help=tr("as `known` lists it, or its name"))
    parser.add_argument("--kind", metavar="KIND", help=tr("such as d10; '' for unknown"))
    parser.add_argument("--seat", metavar="NAME", help=tr("whose it is; '' for everybody's"))


def run(args: argparse.Namespace) -> int:
    """Assign it; what is not said stays.

    Raises:
        TrayError: it is not known, or the kind is no kind of dice, or none that can be said of it.
    """
    book = open_book(args.home)
    device = device_called(book, args.device)
    if args.kind is None and args.seat is None:
        raise TrayError(tr("nothing to assign: say --kind d10, --seat Ann, or both"))
    if args.kind:
        _check_kind(args.kind, device.sort)
    kind = device.kind if args.kind is None else args.kind
    seat = device.seat if args.seat is None else " ".join(args.seat.split())
    book.assign(device.id, kind, seat)
    print(known_line(book.get(device.id) or device))
    return 0


def _check_kind(kind: str, sort: Sort) -> None:
    if sort is Sort.TRAY:
        raise TrayError(tr("this tray says itself which dice lie in it; --kind is not for it"))
    known = [one for one in kinds_of(sort) if one]
    if kind not in known:
        raise TrayError(
            tr(
                "--kind: no die is called {kind!r}; known: {known}",
                kind=kind,
                known=", ".join(known),
            )
        )
