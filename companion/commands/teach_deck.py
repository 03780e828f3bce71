"""`tableside teach --deck`: cards before a camera, or from scans or photographs, a folder a card."""

import argparse
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from calibration.arrays import Array
from companion.commands.cards import card_rows
from companion.commands.common import Decks, SetError, open_shelf, set_errors
from companion.commands.output import FAILED, FINDINGS, FINE, print_either, print_error
from companion.commands.teach_cards import Asked, Course, NewList, Rows, Shots, alike_line
from companion.commands.teach_live import Stage, Talk
from companion.commands.watch import check_rate
from companion.core.errors import UsageError
from companion.core.texts import tr, trn
from companion.sources import opening
from companion.system.files import CATALOGUES
from companion.system.home import home_folder
from hardware.recordings import PICTURE_ENDINGS
from vision.cards import teach
from vision.cards.alike import alike_cards
from vision.cards.compare import Ready
from vision.cards.deck import BACK, MAX_PICTURES, Deck, check_card, kept
from vision.errors import VisionError
from vision.pictures import load_picture

_MOST_NAMED: Final = 12
"""Pairs of cards that look alike, and cards that are missing, that are named in words."""
_OPTIONS: Final = ("set", "throws", "names", "corrections", "kinds", "zone")
_MOST_VIEWS: Final = 3
_NEW: Final = "new"
"""In place of a card list: one is made."""


def run_deck(args: argparse.Namespace) -> int:
    """Teach a deck from a folder, show it, remove it, or share it.

    Returns:
        0 when it is done, 1 when cards of the list are missing or nothing was taught, 2 when a
        picture could not be used.
    """
    if any(getattr(args, name) for name in _OPTIONS):
        raise UsageError(tr("cards are taught by --deck NAME and SOURCE or --from FOLDER"))
    decks = Decks(home_folder(args.home))
    game, listed = _list_wanted(args)
    if args.views is not None and not 0 < args.views <= _MOST_VIEWS:
        raise UsageError(tr("{name}: a number from 1 to {most}", name="--views", most=_MOST_VIEWS))
    if args.bring is not None:
        return print_deck(decks.bring(Path(args.bring), args.deck), as_json=args.json)
    if args.export is not None:
        return _export(decks, args)
    if args.remove:
        decks.file(args.deck).unlink()
        print(tr("{set} is removed", set=args.deck))
        return FINE
    if args.show:
        return report(decks.load(args.deck), listed, as_json=args.json)
    if (args.source is None) is (args.folder is None):
        raise UsageError(tr("which pictures? SOURCE, or --from FOLDER with FOLDER/CARD/*.jpg"))
    if args.folder is None or Path(args.folder).is_file():
        return _teach_each(decks, args, game, listed)
    return _teach(decks, args, game, listed)


def _export(decks: Decks, args: argparse.Namespace) -> int:
    """Write a deck to be shared, with what its owner allows, if that was said."""
    if args.licence is not None:
        with set_errors():
            decks.save(replace(decks.load(args.deck), licence=args.licence))
    return print_deck(decks.export(args.deck, Path(args.export)), as_json=args.json)


def _list_wanted(args: argparse.Namespace) -> tuple[str, Rows]:
    """Return the game that is meant, and what its card list says of each card, or nothing."""
    shelf = open_shelf(args)
    if args.cards == _NEW:
        if args.game is None:
            raise UsageError(tr("a new card list: of which game? --game GAME"))
        return args.game, {}
    if args.cards is not None:
        path = Path(args.cards)
        game: str = args.game or shelf.game_of(path)
        return game, card_rows(shelf.open_cards(game, path).catalogue)
    if args.game is None:
        return "", {}
    cards = shelf.shipped(shelf.game(args.game).id)
    if cards is None:
        raise UsageError(tr("no card list comes with {game}; name one: --cards LIST", game=args.game))
    return args.game, card_rows(cards.catalogue)


# ---------------------------------------------------------------- card by card


def _teach_each(decks: Decks, args: argparse.Namespace, game: str, listed: Rows) -> int:
    """Teach before a camera, or from one picture of many cards."""
    check_rate(args.rate)
    asked: Asked | None = None
    if args.cards == _NEW:
        path = home_folder(args.home) / CATALOGUES / f"{decks.path(args.deck).stem}.toml"
        asked = NewList(open_shelf(args), game, path)
    elif not listed:
        asked = Asked()
    listed = listed if asked is None else asked.rows
    known = decks.path(args.deck).is_file()
    deck = replace(decks.load(args.deck) if known else Deck(args.deck, 1.0), game=game)
    course = Course(deck, listed, args.views or 1, decks.save, Talk(aside=args.json), asked)
    with set_errors():
        whole = _from_camera(course, args) if args.folder is None else _from_picture(course, args)
    if not course.deck.cards:
        print_error(tr("nothing was taught"))
        return FINDINGS
    status = report(course.deck, listed, as_json=args.json)
    return status if whole else FINDINGS


def _from_camera(course: Course, args: argparse.Namespace) -> bool:
    taker = teach.CardTaker(course.deck.ratio if course.deck.cards else None)
    with closing(opening.open_source_frames(args.source, rate=args.rate)) as frames:
        course.talk.say(
            tr("Lay each card alone before the camera, its top up; it is taken when it lies still."
               " With Enter: s leaves it out, r takes the last one again, w the last one was a"
               " wrong card, q ends; what is taught stays.")
        )  # fmt: skip
        return course.run(Stage(frames, taker, course.talk), taker)


def _from_picture(course: Course, args: argparse.Namespace) -> bool:
    picture = load_picture(Path(args.folder))
    rows = teach.cards_in(picture)
    counts = [len(row) for row in rows]
    uneven = rows and (
        {*counts[:-1], max(counts)} != {max(counts)}
        or any(abs(quad.mean(axis=0)[0] - above.mean(axis=0)[0]) > np.ptp(above[:, 0]) / 2
               for quad, above in zip(rows[-1], rows[0], strict=False))
    )  # fmt: skip
    if course.asked is None and uneven:
        found = ", ".join(map(str, counts))
        raise SetError(tr("{file}: rows of {found} cards were found; in the list's order they stand in"
                          " columns, and only the last row may be shorter", file=args.folder, found=found))  # fmt: skip
    return course.run(Shots(picture, [quad for row in rows for quad in row], course.talk), None)


# ---------------------------------------------------------------- from a folder


def _teach(decks: Decks, args: argparse.Namespace, game: str, listed: Rows) -> int:

    before = decks.load(args.deck) if decks.path(args.deck).is_file() else None
    looks: dict[Path, teach.Seen] = {}
    placed: dict[Path, Array] = {}
    skipped: list[str] = []
    for path in _pictures(Path(args.folder)):
        try:
            looks[path] = teach.look(load_picture(path))
        except VisionError as error:
            skipped.append(str(error))
    ratio = before.ratio if before else teach.shape_of([*looks.values()])
    for path, look in looks.items():
        try:
            placed[path] = teach.card_in(look, ratio)
        except VisionError as error:
            skipped.append(f"{path}: {error}")
    for line in skipped:
        print_error(line)
    if not placed:
        print_error(tr("nothing was taught"))
        return FAILED
    with set_errors():
        deck = before or Deck(args.deck, teach.aspect_of([*placed.values()], ratio))
        for path, quad in placed.items():  # read again: a whole folder may not fit the memory
            shown = kept(load_picture(path), teach.turned(quad, deck.aspect), deck)
            deck = deck.with_pictures(path.parent.name, shown)
        deck = replace(deck, game=game or deck.game)
    decks.save(deck)
    status = report(deck, listed, as_json=args.json)
    return FAILED if skipped else status


def _pictures(folder: Path) -> list[Path]:
    """Return the pictures at FOLDER/CARD/*.jpg; raises `SetError`: there are none, or a CARD is no id."""
    if not folder.is_dir():
        raise SetError(tr("{folder}: no such folder", folder=folder))
    paths = sorted(path for path in folder.glob("*/*")
                   if path.suffix.lower() in PICTURE_ENDINGS and not path.name.startswith("."))  # fmt: skip
    if not paths:
        raise SetError(tr("{folder}: no pictures at CARD/*.jpg", folder=folder))
    if len(paths) > MAX_PICTURES:
        raise SetError(tr("{folder}: {count} pictures; at most {most}",
                          folder=folder, count=len(paths), most=MAX_PICTURES))  # fmt: skip
    for path in paths:
        with set_errors():
            check_card(path.parent.name)
    return paths


# ---------------------------------------------------------------- printing a deck


def print_deck(deck: Deck, *, as_json: bool) -> int:
    """Print a deck as one line, or as JSON."""
    lines = [tr("licence: {licence}", licence=deck.licence)] if deck.licence else []
    print_either(_deck_json(deck), _summary(deck), *lines, as_json=as_json)
    return FINE


def report(deck: Deck, listed: Rows, *, as_json: bool) -> int:
    """Print what a deck knows, what in it looks alike, and what of a card list it lacks."""
    with set_errors():
        pairs = alike_cards(Ready(deck))
    names = deck.names()
    missing = [card for card in listed if card not in names]
    unknown = [card for card in names if listed and card not in listed and card != BACK]
    value = {
        **_deck_json(deck),
        "alike": [{"one": pair.one, "other": pair.other, "share": round(pair.share, 4),
                   "where": pair.where} for pair in pairs],
        "missing": missing, "unknown": unknown,
    }  # fmt: skip
    named = (alike_line(pair, listed) for pair in pairs[:_MOST_NAMED])
    notes = [*named, *_more(len(pairs) - _MOST_NAMED)]
    if missing:
        notes.append(tr("of the card list these are missing: {cards}", cards=_some(missing)))
    if unknown:
        notes.append(tr("the card list does not have: {cards}", cards=_some(unknown)))
    lines = (tr("note: {line}", line=line) for line in notes)
    print_either(value, _summary(deck), *lines, as_json=as_json)
    return FINDINGS if missing or unknown else FINE


def _more(count: int) -> Iterator[str]:
    if count > 0:
        yield trn("{count} more pair looks alike", "{count} more pairs look alike", count)


def _some(cards: list[str]) -> str:
    """Return the first few cards, and how many more there are."""
    left = len(cards) - _MOST_NAMED
    return ", ".join(cards[:_MOST_NAMED]) + (f" (+{left})" if left > 0 else "")


def _deck_json(deck: Deck) -> dict[str, Any]:
    cards = {card.card: len(card.pictures) for card in deck.cards}
    return {"deck": deck.name, "game": deck.game, "licence": deck.licence, "cards": cards,
            "pictures": deck.count}  # fmt: skip


def _summary(deck: Deck) -> str:
    return tr("{deck}: {cards} cards, {count} pictures",
              deck=deck.name, cards=len(deck.cards), count=deck.count)  # fmt: skip
