"""`tableside`: the app from its start screen."""

import argparse

from companion.commands.output import FINE, on_terminal
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.system.home import home_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options; there are none beyond those of every command."""
    del parser


def run(args: argparse.Namespace) -> int:
    """Open the app."""
    need_terminal()
    from companion.commands.hosting import LocalHost
    from companion.tui.app import TablesideApp, run_app

    run_app(TablesideApp(LocalHost(home_folder(args.home)), guide=True))
    return FINE


def need_terminal() -> None:
    """Refuse to draw where nobody could see it; raises `UsageError`."""
    if not on_terminal():
        text = tr("no terminal to draw on; tableside --help lists what works without one")
        raise UsageError(text)
