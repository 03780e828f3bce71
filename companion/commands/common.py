"""What the commands share: where things live."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import tr
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.system.files import CATALOGUES
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse


def open_shelf(args: argparse.Namespace) -> Shelf:
    """Return the games, with the user's own catalogues."""
    return Shelf(folders=(home_folder(args.home) / CATALOGUES,))


def open_journal(args: argparse.Namespace) -> Journal:
    """Open the user's journal; raises `JournalError`."""
    return Journal(home_folder(args.home) / FILE)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare `--json`."""
    parser.add_argument("--json", action="store_true", help=tr("one JSON object a line"))
