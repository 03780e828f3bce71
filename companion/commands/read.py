"""`tableside read IMAGE...`: the dice in pictures, or the cards of a deck."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from companion.commands.cards import card_copies
from companion.commands.common import (
    Decks,
    add_profile,
    add_set,
    open_shelf,
    profile_for,
    profiles_folder,
    set_chosen,
    set_errors,
)
from companion.commands.output import FAILED, FINDINGS, FINE, add_json, print_error, print_json
from companion.commands.watch import add_expect, all_read, die_json, die_text, kinds_wanted
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.rolls.readings import DieReading
from companion.system.home import home_folder

if TYPE_CHECKING:
    from calibration.arrays import Picture
    from calibration.profile import Profile
    from companion.sources.lookers import UprightLooker
    from vision.cards.deck import Deck
    from vision.cards.layout import Layout
    from vision.cards.read import CardSighting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help=tr("a picture, or a folder of pictures"))
    add_json(parser, tr("one JSON object a picture"))
    add_expect(parser)
    about = tr("read cards of this deck instead, as `tableside teach --deck` knows it")
    parser.add_argument("--deck", metavar="NAME", help=about)
    about = tr("with --deck: print in which rows and columns its cards lie")
    parser.add_argument("--layout", action="store_true", help=about)
    about = tr("with --layout: the card list that says how many copies there are")
    parser.add_argument("--cards", metavar="LIST", help=about)
    add_set(parser)
    add_profile(parser, tr("dice outside its zone do not count"))


def run(args: argparse.Namespace) -> int:
    """Read the pictures.

    Returns:
        0 when every picture shows dice (or cards) that are all read, 1 when one is unsure or there is none,
        2 when a picture could not be read; the others are read all the same.
    """
    if args.deck is not None:
        return _run_deck(args)
    if args.layout or args.cards:
        raise UsageError(tr("--layout and --cards are for cards: name a deck, --deck NAME"))
    from companion.sources.lookers import gaps_of
    from companion.sources.opening import open_looker

    taught, kinds = set_chosen(args)
    expect = kinds_wanted(args.expect, kinds)
    profile = profile_for(profiles_folder(args.home), args.profile)
    reader = open_looker(taught)
    for gap in gaps_of(reader):
        print_error(gap)
    worst = FINE
    for path in _pictures(args.images):
        line, status = _read(reader, path, expect, profile)
        worst = max(worst, status)
        _print(line, as_json=args.json)
    return worst


def _pictures(names: Iterable[str]) -> Iterator[Path]:
    """Give the pictures named; a folder that has none is given as it is and refused later."""
    from hardware.errors import HardwareError
    from hardware.recordings import pictures_in

    for path in map(Path, names):
        try:
            yield from pictures_in(path) if path.is_dir() else (path,)
        except HardwareError:
            yield path


def _load(path: Path) -> tuple[Picture | None, dict[str, Any]]:
    """Return a picture and the line that begins with its name; None, and why, when it is none."""
    from vision.errors import PictureError
    from vision.pictures import load_picture

    try:
        return load_picture(path), {"image": str(path)}
    except PictureError as error:
        problem = str(error).removeprefix(f"{path}: ")
        if path.is_dir():
            problem = tr("no pictures in this folder (JPEG, PNG, ...)")
        return None, {"image": str(path), "error": problem}


def _read(
    reader: UprightLooker, path: Path, expect: tuple[str, ...], profile: Profile | None
) -> tuple[dict[str, Any], int]:
    from companion.sources.camera import die_reading
    from companion.sources.lookers import ProfiledReader, look_in_zone

    image, line = _load(path)
    if image is None:
        return line, FAILED
    if profile is not None and not profile.fits(image.shape[1], image.shape[0]):
        shape = f"{profile.provenance.width} x {profile.provenance.height}"
        problem = tr("not of the shape that the profile {profile} was made for ({shape})",
                     profile=profile.name, shape=shape)  # fmt: skip
        return {**line, "error": problem}, FAILED
    begun = perf_counter()
    if profile is None:
        seen = reader.look(image, expect)
    else:
        zoned = ProfiledReader(reader, profile, profile.zone)
        seen = look_in_zone(zoned, profile.zone, image, expect)
    dice = tuple(map(die_reading, seen))
    took = (perf_counter() - begun) * 1000
    return {**line, "ms": round(took, 1), "dice": dice}, FINE if all_read(dice) else FINDINGS


def _print(line: dict[str, Any], *, as_json: bool) -> None:
    dice: tuple[DieReading, ...] = line.get("dice", ())
    if as_json:
        if "dice" in line:
            line = {**line, "dice": [die_json(die) for die in dice]}
        print_json(line)
    elif not _print_problem(line):
        seen = "; ".join(die_text(die) for die in dice) or tr("no die")
        print(f"{line['image']}: {seen}")


def _print_problem(line: dict[str, Any]) -> bool:
    """Print why a picture could not be read, if it could not."""
    if "error" in line:
        print_error(f"{line['image']}: {line['error']}")
    return "error" in line


# ---------------------------------------------------------------- cards


def _run_deck(args: argparse.Namespace) -> int:
    from vision.cards.compare import Ready
    from vision.cards.layout import layout_of
    from vision.cards.read import read_cards

    if args.expect or args.set or args.profile:
        raise UsageError(tr("--deck reads cards: --expect, --set and --profile are for dice"))
    deck = Decks(home_folder(args.home)).load(args.deck)
    copies = _copies(args, deck) if args.layout else {}
    with set_errors():
        ready = Ready(deck)
    worst = FINE
    for path in _pictures(args.images):
        image, line = _load(path)
        status, cards, text = FAILED, [], ""
        if image is not None:
            begun = perf_counter()
            cards = read_cards(image, ready)
            layout = layout_of(cards, copies) if args.layout else None
            line["ms"] = round((perf_counter() - begun) * 1000, 1)
            if layout is None:
                line["cards"], text = [_card_json(card) for card in cards], _cards_text(cards)
            else:
                cards = [*(cell.card for cell in layout.cells), *layout.loose]
                line, text = line | _layout_json(layout), _layout_text(layout)
            status = FINE if cards and all(one.status == "read" for one in cards) else FINDINGS
        worst = max(worst, status)
        if args.json:
            print_json(line)
        elif not _print_problem(line):
            print(f"{path}: {text}")
    return worst


def _copies(args: argparse.Namespace, deck: Deck) -> dict[str, int]:
    """Return how many copies of each card the list has that is named, or the one that comes with the deck's game."""
    shelf = open_shelf(args)
    if args.cards is not None:
        path = Path(args.cards)
        return card_copies(shelf.open_cards(shelf.game_of(path), path).catalogue)
    cards = shelf.shipped(deck.game) if deck.game in shelf.ids() else None
    return card_copies(cards.catalogue) if cards else {}


def _layout_json(layout: Layout) -> dict[str, Any]:
    cells = [{"row": cell.row, "column": cell.column, **_card_json(cell.card)} for cell in layout.cells]
    loose = [_card_json(card) for card in layout.loose]
    return {"rows": layout.rows, "columns": layout.columns, "cells": cells, "loose": loose}


def _layout_text(layout: Layout) -> str:
    """Return a layout for people, a row after the other."""
    lies = {(cell.row, cell.column): _cards_text([cell.card]) for cell in layout.cells}
    rows = [", ".join(lies.get((row, column), "-") for column in range(layout.columns))
            for row in range(layout.rows)]  # fmt: skip
    text = " / ".join(rows) or tr("no card")
    return text if not layout.loose else tr("{cards}; elsewhere: {others}", cards=text,
                                            others=_cards_text(layout.loose))  # fmt: skip


def _card_json(card: CardSighting) -> dict[str, Any]:
    others = [[name, round(chance, 4)] for name, chance in card.alternatives]
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in card.corners]
    return {"card": card.card, "confidence": round(card.confidence, 4), "status": card.status,
            "corners": corners, "alternatives": others}  # fmt: skip


def _cards_text(cards: Sequence[CardSighting]) -> str:
    """Return the cards for people; one that is not sure with its runner-up."""
    shown = []
    for card in cards:
        if card.card is None:
            shown.append(tr("none of these"))
        elif card.status == "read" or not card.alternatives:
            shown.append(card.card)
        else:
            other = card.alternatives[0][0]
            shown.append(tr("{card}? (or {other})", card=card.card, other=other))
    return "; ".join(shown) or tr("no card")
