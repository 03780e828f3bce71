"""`tableside play GAME`: straight to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.commands.app import need_terminal
from companion.commands.printing import print_error
from companion.commands.profiles import add_profile, profile_for, profiles_folder
from companion.commands.sets import add_set, set_chosen
from companion.commands.status import FINE
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse

    from companion.commands.hosting import House
    from companion.tui.host import Wish

NO_DEVICE: Final = "none"
"""Said for no tray and no Bluetooth dice, also where some were used last time."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("game", metavar="GAME", help=tr("such as rsf"))
    parser.add_argument("--seats", metavar="NAMES", help=tr("clockwise: Ann,Ben,Cleo"))
    parser.add_argument(
        "--depth",
        choices=("full", "light"),
        help=tr("full: cards are entered, and may become light later; light: the sums are"),
    )
    parser.add_argument(
        "--catalogue", metavar="FILE", help=tr("the cards; else those that come along")
    )
    parser.add_argument(
        "--camera",
        metavar="SPEC",
        help=tr("a camera's number, an http or rtsp address, a video file"),
    )
    parser.add_argument(
        "--tray",
        metavar="PORT",
        help=tr("a dice tray: auto, its port, or printed:PORT?kind=d10; none for no tray"),
    )
    parser.add_argument(
        "--dice", metavar="DICE", help=tr("Bluetooth dice: known, or simulate:FILE; none for none")
    )
    add_set(parser)
    add_profile(parser, tr("else the last one of that camera; none: as it comes"))
    parser.add_argument(
        "--switch", metavar="NAME=VALUE", action="append", default=[], help=tr("a house rule")
    )
    parser.add_argument(
        "--script", metavar="FACES", help=tr("dice written down beforehand: 7,0,3; for trying out")
    )


def run(args: argparse.Namespace) -> int:
    """Open the table; what is not said is as last time.

    Raises:
        CompanionError: the table cannot be opened, or there is no terminal.
    """
    from companion.commands.hosting import House

    taught, _ = set_chosen(args)
    house = House(home_folder(args.home), taught)
    wish = wished(house, args)
    script = tuple(part for part in (args.script or "").split(",") if part.strip())
    if not house.shelf.game(args.game).dice:
        return _play_without_dice(house, wish, args)
    for name, value in (("--profile", args.profile), ("--set", args.set)):
        if value and not wish.dice:
            raise UsageError(tr("{name}: of which camera? say --camera as well", name=name))
    # Refused, or said, before the screen is drawn.
    profile_for(profiles_folder(args.home), args.profile, wish.dice)
    need_terminal()
    from companion.tui.app import run_app

    run_app(house, lambda: house.open(wish, script, args.profile))
    return FINE


def _play_without_dice(house: House, wish: Wish, args: argparse.Namespace) -> int:
    """Open a table that needs no dice; what was said about dice is left aside, and that is said."""
    options = ("camera", "tray", "dice", "set", "profile", "script")
    aside = [f"--{option}" for option in options if getattr(args, option)]
    if aside:
        title = house.shelf.game(args.game).title
        print_error(
            tr("{title} uses no dice: leaving aside {aside}", title=title, aside=", ".join(aside))
        )
    need_terminal()
    from companion.tui.app import run_app

    run_app(house, lambda: house.open(wish))
    return FINE


def wished(house: House, args: argparse.Namespace) -> Wish:
    """Put the options together with what was wished for last time.

    Raises:
        UsageError: no such game, or nobody is seated.
    """
    from companion.commands.hosting import read_switches
    from companion.tui.host import Wish

    game = house.shelf.game(args.game)
    last = house.remembered(args.game)
    camera = last.dice if args.camera is None else args.camera
    seats = last.seats
    if args.seats is not None:
        seats = tuple(name.strip() for name in args.seats.split(",") if name.strip())
    if not seats:
        raise UsageError(tr("who plays? --seats Ann,Ben"))
    return Wish(
        args.game,
        seats,
        args.depth or last.depth,
        read_switches(args.switch) if args.switch else last.switches,
        last.catalogue if args.catalogue is None else args.catalogue,
        camera if game.dice else "",
        _chosen(args.tray, last.tray) if game.dice else "",
        _chosen(args.dice, last.bluetooth) if game.dice else "",
    )


def _chosen(said: str | None, last: str) -> str:
    """Return the device said, else the one of last time; `none` is said for no device."""
    if said is None:
        return last
    return "" if said == NO_DEVICE else said
