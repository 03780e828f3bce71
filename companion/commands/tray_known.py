"""`tableside tray known`: the trays and dice that were met, and finding one by what it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.commands.common import add_json
from companion.commands.printing import print_error, print_json
from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.sources.devicebook import FILE, DeviceBook
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse

    from companion.rolls.source import Book, KnownDevice


class TrayError(CompanionError):
    """A device that is not known, or a port that cannot be listed."""


def open_book(home: str | None) -> DeviceBook:
    """Open the book of devices; a damaged one is said, and is empty."""
    book = DeviceBook(home_folder(home) / FILE)
    if book.problem:
        print_error(tr("{problem}; beginning a new book", problem=book.problem))
    return book


def device_called(book: Book, text: str) -> KnownDevice:
    """Return the device of that id, name, or part of the id behind its colon.

    Raises:
        TrayError: none is called so, or several are.
    """
    everything = book.all()
    ways = (
        [one for one in everything if one.id == text],
        [one for one in everything if one.name and one.name.casefold() == text.casefold()],
        [one for one in everything if one.id.partition(":")[2].casefold() == text.casefold()],
    )
    found = next((way for way in ways if way), [])
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(one.id for one in found)
        raise TrayError(
            tr(
                "several devices are called {text!r}: {several}; say which by its id",
                text=text,
                several=several,
            )
        )
    known = ", ".join(one.id for one in everything)
    there = tr("known: {known}", known=known) if known else tr("none was met yet")
    raise TrayError(tr("no device is called {text!r}; {there}", text=text, there=there))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the devices of the book."""
    devices = open_book(args.home).all()
    for one in devices:
        if args.json:
            print_json(known_json(one))
        else:
            print(known_line(one))
    if not devices and not args.json:
        print(tr("no tray and no die was met yet; `tableside tray` looks for trays"))
    return 0


def known_json(device: KnownDevice) -> dict[str, Any]:
    """Return a device as in docs/json.md."""
    return {
        "type": "device",
        "id": device.id,
        "sort": device.sort.value,
        "name": device.name,
        "kind": device.kind,
        "seat": device.seat,
        "where": device.where,
        "identity": device.identity,
    }


def known_line(device: KnownDevice) -> str:
    """Say in one line what is known of a device."""
    parts = [device.id]
    if device.name:
        parts.append(tr("called {device}", device=device.name))
    if device.kind:
        parts.append(device.kind)
    if device.seat:
        parts.append(f"of {device.seat}")
    if device.where:
        parts.append(tr("last at {where}", where=device.where))
    return ", ".join(parts)
