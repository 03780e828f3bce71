"""`tableside play GAME`: straight to a table."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.commands.app import need_terminal
from companion.commands.common import NONE, add_profile, add_set, profile_for, profiles_folder, set_chosen
from companion.commands.output import FINE, print_error
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.system.home import home_folder
from companion.tui.host import PHONE

if TYPE_CHECKING:
    from companion.commands.hosting import LocalHost
    from companion.tui.host import Wish


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    add("game", metavar="GAME", help=tr("such as rsf"))
    add("--seats", metavar="NAMES", help=tr("clockwise: Ann,Ben,Cleo"))
    about = tr("full: cards are entered, and may become light later; light: the sums are")
    add("--depth", choices=("full", "light"), help=about)
    add("--catalogue", metavar="FILE", help=tr("the cards; else those that come along"))
    about = tr("a camera's number, an http or rtsp address, a video file")
    add("--camera", metavar="SPEC", help=about)
    about = tr("your phone is the camera: scan the code that is shown")
    add("--phone", dest="camera", action="store_const", const=PHONE, help=about)
    about = tr("a dice tray: auto, its port, or printed:PORT?kind=d10; none for no tray")
    add("--tray", metavar="PORT", help=about)
    add("--dice", metavar="DICE", help=tr("Bluetooth dice: known, or simulate:FILE; none for none"))
    add("--deck", metavar="NAME", help=tr("a taught deck: the camera reads its cards; none for none"))
    about = tr("the venue that shows this table and all later ones: mqtts://HOST/NAME; none for none")
    add("--venue", metavar="ADDRESS", help=about)
    add_set(parser)
    add_profile(parser, tr("else the last one of that camera; none: as it comes"))
    add("--switch", metavar="NAME=VALUE", action="append", default=[], help=tr("a house rule"))
    add("--script", metavar="FACES", help=tr("dice written down beforehand: 7,0,3; for trying out"))


def run(args: argparse.Namespace) -> int:
    """Open the table; what is not said is as last time."""
    from companion.commands.hosting import LocalHost

    taught, _ = set_chosen(args)
    host = LocalHost(home_folder(args.home), taught)
    wish, game = wished(host, args), host.shelf.game(args.game)
    if args.venue is not None:
        come_to(host, _chosen(args.venue, ""))
    script = tuple(part for part in (args.script or "").split(",") if part.strip())
    asked = {"--profile": args.profile, "--set": args.set, "--deck": wish.deck and args.deck}
    for name, value in asked.items():
        if value and not wish.dice and (game.dice or wish.deck):
            raise UsageError(tr("{name}: for which camera? Use --camera as well", name=name))
    if not game.dice:
        seen = () if wish.deck else ("camera", "profile")
        options = (*seen, "tray", "dice", "set", "script")
        if aside := ", ".join(f"--{option}" for option in options if getattr(args, option)):
            print_error(tr("{title} uses no dice: ignoring {aside}", title=game.title, aside=aside))
    else:
        # Refused, or said, before the screen is drawn.
        profile_for(profiles_folder(args.home), args.profile, wish.dice)
    need_terminal()
    from companion.tui.app import TablesideApp, run_app

    last = None  # the camera of last time, which nobody has named anew
    if args.camera is None and wish.dice:
        bare = replace(wish, dice="")
        last = (wish.dice, lambda: host.open(bare, script))
    run_app(TablesideApp(host, lambda: host.open(wish, script, args.profile), last=last))
    return FINE


def come_to(host: LocalHost, venue: str) -> None:
    """Let all tables from now on publish to a venue, to none if it is empty; raises `UsageError`."""
    if venue:
        from companion.commands.hosting import checked_venue

        checked_venue(venue)
    host.keep_settings(replace(host.settings(), venue=venue))


def wished(host: LocalHost, args: argparse.Namespace) -> Wish:
    """Put the options together with what was wished for last time; raises `UsageError`."""
    from companion.tui.host import Wish

    game = host.shelf.game(args.game)
    last = host.remembered(args.game)
    camera = last.dice if args.camera is None else args.camera
    seats = last.seats
    if args.seats is not None:
        seats = tuple(name.strip() for name in args.seats.split(",") if name.strip())
    if not seats:
        raise UsageError(tr("who plays? --seats Ann,Ben"))
    switches = read_switches(args.switch) if args.switch else last.switches
    cards = last.catalogue if args.catalogue is None else args.catalogue
    wish = Wish(args.game, seats, args.depth or last.depth, switches, cards)
    deck = _chosen(args.deck, last.deck)
    if not game.dice:
        return replace(wish, dice=camera, deck=deck) if deck else wish
    tray, bluetooth = _chosen(args.tray, last.tray), _chosen(args.dice, last.bluetooth)
    return replace(wish, dice=camera, tray=tray, bluetooth=bluetooth, deck=deck)


def _chosen(said: str | None, last: str) -> str:
    """Return the device said, else the one of last time; `none` is said for no device."""
    if said is None:
        return last
    return "" if said == NONE else said


def read_switches(words: list[str]) -> dict[str, str]:
    """Read `rsf.zero_face=zero`, once each; raises `UsageError`."""
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name.strip() or not value.strip():
            text = tr("--switch {word}: expected NAME=VALUE, such as rsf.zero_face=zero", word=word)
            raise UsageError(text)
        found[name.strip()] = value.strip()
    return found
