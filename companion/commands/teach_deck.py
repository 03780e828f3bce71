"""`tableside teach --deck`: cards before a camera, or from scans or photographs, a folder a card."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.commands.cards import card_rows
from companion.commands.common import Decks, SetError, open_shelf, set_errors
from companion.commands.output import FAILED, FINDINGS, FINE, print_either, print_error
from companion.commands.teach_cards import Course, Rows, alike_line
from companion.commands.teach_live import Talk
from companion.commands.teach_pictures import ENDINGS
from companion.commands.watch import check_rate
from companion.core.errors import UsageError
from companion.core.texts import tr, trn
from companion.system.home import home_folder

if TYPE_CHECKING:
    from calibration.arrays import Array
    from vision.cards.deck import Deck
    from vision.cards.teach import Seen

_MOST_NAMED: Final = 12
"""Pairs of cards that look alike, and cards that are missing, that are named in words."""
_OPTIONS: Final = ("set", "throws", "names", "corrections", "kinds", "zone")
_MOST_VIEWS: Final = 3


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
        return print_deck(decks.export(args.deck, Path(args.export)), as_json=args.json)
    if args.remove:
        decks.file(args.deck).unlink()
        print(tr("{set} is removed", set=args.deck))
        return FINE
    if args.show:
        return report(decks.load(args.deck), listed, as_json=args.json)
    if args.source is not None and args.folder is None:
        return _teach_live(decks, args, game, listed)
    if args.source is not None or args.folder is None:
        raise UsageError(tr("which pictures? SOURCE, or --from FOLDER with FOLDER/CARD/*.jpg"))
    return _teach(decks, args, game, listed)


def _list_wanted(args: argparse.Namespace) -> tuple[str, Rows]:
    """Return the game that is meant, and what its card list says of each card, or nothing."""
    shelf = open_shelf(args)
    if args.cards is not None:
        path = Path(args.cards)
        game: str = args.game or shelf.game_of(path)
        return game, card_rows(shelf.open_cards(game, path).catalogue)
    if args.game is None:
        return "", {}
    cards = shelf.shipped(shelf.game(args.game).id)
    if cards is None:
        raise UsageError(
            tr("no card list comes with {game}; name one: --cards LIST", game=args.game)
        )
    return args.game, card_rows(cards.catalogue)


# ---------------------------------------------------------------- before a camera


def _teach_live(decks: Decks, args: argparse.Namespace, game: str, listed: Rows) -> int:
    from dataclasses import replace

    from companion.sources.opening import open_source_frames
    from vision.cards.deck import Deck

    if not listed:
        raise UsageError(tr("which cards will be shown? --game GAME or --cards LIST"))
    check_rate(args.rate)
    known = decks.path(args.deck).is_file()
    deck = replace(decks.load(args.deck) if known else Deck(args.deck, 1.0), game=game)
    course = Course(deck, listed, args.views or 1, decks.save, Talk(aside=args.json))
    with closing(open_source_frames(args.source, rate=args.rate)) as frames, set_errors():
        whole = course.run(frames)
    if not course.deck.cards:
        print_error(tr("nothing was taught"))
        return FINDINGS
    status = report(course.deck, listed, as_json=args.json)
    return status if whole else FINDINGS


# ---------------------------------------------------------------- from a folder


def _teach(decks: Decks, args: argparse.Namespace, game: str, listed: Rows) -> int:
    from dataclasses import replace

    from vision.cards import teach
    from vision.cards.deck import Deck, kept
    from vision.errors import VisionError
    from vision.pictures import load_picture

    before = decks.load(args.deck) if decks.path(args.deck).is_file() else None
    looks: dict[Path, Seen] = {}
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
    from vision.cards.deck import MAX_PICTURES, check_card

    if not folder.is_dir():
        raise SetError(tr("{folder}: no such folder", folder=folder))
    paths = sorted(path for path in folder.glob("*/*")
                   if path.suffix.lower() in ENDINGS and not path.name.startswith("."))  # fmt: skip
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
    print_either(_deck_json(deck), _summary(deck), as_json=as_json)
    return FINE


def report(deck: Deck, listed: Rows, *, as_json: bool) -> int:
    """Print what a deck knows, what in it looks alike, and what of a card list it lacks."""
    from vision.cards.alike import alike_cards
    from vision.cards.compare import Ready
    from vision.cards.deck import BACK

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
    return {"deck": deck.name, "game": deck.game, "cards": cards, "pictures": deck.count}


def _summary(deck: Deck) -> str:
    return tr("{deck}: {cards} cards, {count} pictures",
              deck=deck.name, cards=len(deck.cards), count=deck.count)  # fmt: skip
