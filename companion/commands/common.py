"""What the commands share: where things live, and JSON lines."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from companion.home import home_folder
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf

if TYPE_CHECKING:
    import argparse

CATALOGUES = "catalogues"
"""Folder within the home folder where people keep their catalogues."""


def open_shelf(args: argparse.Namespace) -> Shelf:
    """Return the games, with the user's own catalogues."""
    return Shelf(folders=(home_folder(args.home) / CATALOGUES,))


def open_journal(args: argparse.Namespace) -> Journal:
    """Open the user's journal; raises `JournalError`."""
    return Journal(home_folder(args.home) / FILE)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare `--json`."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def print_json(value: dict[str, Any]) -> None:
    """Print one object on one line."""
    print(json.dumps(value, ensure_ascii=False))


def print_error(error: Exception) -> None:
    """Say on stderr what could not be done, in one line."""
    print(f"tableside: {error}", file=sys.stderr)
