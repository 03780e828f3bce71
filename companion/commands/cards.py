"""`tableside cards`: which card lists there are, whether a file is one, a list from a spreadsheet."""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from companion.commands.check import finding_line
from companion.commands.common import open_journal, open_shelf
from companion.commands.output import FAILED, FINDINGS, FINE, add_json, print_either, print_error, put, write_new
from companion.core.catalogue import Catalogue, CatalogueError
from companion.core.errors import CompanionError, FileProblemError, UsageError
from companion.core.game import setup_of
from companion.core.log import Match
from companion.core.texts import later, tr
from companion.record.cards_csv import MAX_BYTES, SORT, forms_of, from_csv
from companion.record.file import read_text
from companion.record.replay import replay
from companion.record.shelf import Cards, Shelf
from companion.session.table import Table
from companion.system.files import CATALOGUES
from companion.system.home import home_folder

WHAT: Final = {
    "list": later("the games with the cards that come along, and your own lists"),
    "check": later("whether a file is a card list, and what is odd about it"),
    "show": later("print a list, one line for each card"),
    "import": later("make a list from a spreadsheet"),
    "grown": later("write what a table has learnt"),
    "print": later("write the cards as a PDF, drawn by us, to be cut out"),
}
_SUFFIX: Final = ".toml"
_STDIN: Final = "-"
_PASTED: Final = "pasted"
_SIDE: Final = 3
"""Printed cards in a row, and rows on a page."""
_MARK: Final = (1.5, 6.0)
"""Where a cut mark begins and ends, millimetres from the cards."""
_HEAD: Final = re.compile(r"^\[\[", re.MULTILINE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    _add_shared(parser)
    parts = parser.add_subparsers(dest="what", metavar="|".join(WHAT))
    made = {name: parts.add_parser(name, help=tr(summary), description=tr(summary)) for name, summary in WHAT.items()}
    for part in made.values():
        _add_shared(part, default=argparse.SUPPRESS)
    made["check"].add_argument("files", nargs="+", metavar="FILE", help=tr("a card list"))
    about = tr("a card list, or a game's name for the invented one, such as rsf")
    made["show"].add_argument("files", nargs="*", metavar="FILE", help=about)
    add = made["import"].add_argument
    add("source", nargs="?", metavar="FILE", help=tr("a CSV file; - for standard input"))
    add("--paste", action="store_true", help=tr("read standard input, as - does"))
    add("-o", "--output", metavar="LIST", help=tr("write the list there; default: print"))
    add("--title", metavar="TITLE", help=tr("of the list; default: the name of the file"))
    add("--overwrite", action="store_true", help=tr("replace LIST when it exists"))
    add = made["grown"].add_argument
    add("source", metavar="SOURCE", help=tr("a record, or a table as `sessions` names it"))
    add("target", metavar="FILE", help=tr("where to write"))
    add("--overwrite", action="store_true", help=tr("replace the file"))
    add = made["print"].add_argument
    add("files", nargs=1, metavar="DECK", help=about)
    add("target", metavar="FILE", help=tr("where to write"))
    add("--paper", choices=("a4", "letter"), default="a4", help=tr("of the pages"))
    add("--backs", action="store_true", help=tr("after each page one of backs"))
    add("--overwrite", action="store_true", help=tr("replace the file"))


def _add_shared(parser: argparse.ArgumentParser, default: object = None) -> None:
    """Declare what may stand before and after the word, such as `check`."""
    about = tr("whose cards; else as the file says")
    parser.add_argument("--game", metavar="GAME", default=default, help=about)
    add_json(parser, default=default or False)


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    shelf = open_shelf(args)
    if args.game is not None:
        shelf.game(args.game)
    match args.what:
        case "check":
            return max(_check(shelf, name, args) for name in args.files)
        case "show":
            for cards in _chosen(shelf, args):
                _show(cards, as_json=args.json)
            return FINE
        case "import":
            return _import(shelf, args)
        case "grown":
            return _grown(shelf, args)
        case "print":
            return _print(shelf, args)
        case _:
            return _list(shelf, args)


# ---------------------------------------------------------------- what there is


def _list(shelf: Shelf, args: argparse.Namespace) -> int:
    for game_id in shelf.ids() if args.game is None else (args.game,):
        game, cards = shelf.game(game_id), shelf.shipped(game_id)
        own = tr("no card list comes with it") if cards is None else _summary(cards)
        value = {"type": "game", "game": game_id, "title": game.title,
                 "grows": game.grown is not None,
                 "catalogue": None if cards is None else cards_json(cards, "invented")}  # fmt: skip
        print_either(value, f"{game_id:<12}  {game.title}: {own}", as_json=args.json)
    own_lists = sorted((home_folder(args.home) / CATALOGUES).glob(f"*{_SUFFIX}"))
    return max((_check(shelf, str(path), args) for path in own_lists), default=FINE)


# ---------------------------------------------------------------- whether a file is one


def _check(shelf: Shelf, name: str, args: argparse.Namespace) -> int:
    try:
        game_id, cards = _opened(shelf, name, args.game)
    except CompanionError as error:
        print_error(error)
        return FAILED
    line = tr("{name}: fine for {game}: {cards} sha256:{digest}", name=name, game=game_id,
              cards=_summary(cards), digest=cards.ref.digest)  # fmt: skip
    value = {"type": "catalogue", "game": game_id, **cards_json(cards, name)}
    print_either(value, *_warnings(cards, name), line, as_json=args.json)
    return FINE


def _warnings(cards: Cards, name: str) -> list[str]:
    found = cards.catalogue.warnings
    return [tr("{name}: warning: {warning}", name=name, warning=warning) for warning in found]


def _opened(shelf: Shelf, name: str, game: str | None) -> tuple[str, Cards]:
    """Read a card list for the game that was named, or for the one that the file names."""
    game_id = game or shelf.game_of(Path(name))
    return game_id, shelf.open_cards(game_id, Path(name))


# ---------------------------------------------------------------- what stands in it


def _chosen(shelf: Shelf, args: argparse.Namespace) -> Iterator[Cards]:
    if not args.files and args.game is None:
        raise UsageError(tr("for which game? cards show rsf, or cards show FILE"))
    for name in args.files or [args.game]:
        if name not in shelf.ids() or Path(name).exists():
            yield _opened(shelf, name, args.game)[1]
        elif (cards := shelf.shipped(name)) is not None:
            yield cards
        else:
            raise UsageError(tr("no card list comes with {game}", game=name))


def _show(cards: Cards, *, as_json: bool) -> None:
    if not as_json:
        print(_summary(cards))
    for part, held in _parts(cards.catalogue):
        pairs = held.items() if isinstance(held, Mapping) else enumerate(held, start=1)
        for key, entry in ((_plain(key), _values(entry)) for key, entry in pairs):
            text = _text(entry["is"]) if "is" in entry else values_text(entry)
            value = {"type": "card", "part": part, "id": str(key), **entry}
            print_either(value, f"  {part} {key}: {text}", as_json=as_json)


def _parts(catalogue: Catalogue) -> Iterator[tuple[str, Mapping[Any, Any] | tuple[Any, ...]]]:
    """Go through what a catalogue holds beyond what all of them have."""
    shared = {one.name for one in fields(Catalogue)}
    for one in fields(catalogue):
        value = getattr(catalogue, one.name)
        if one.name not in shared and isinstance(value, Mapping | tuple):
            yield one.name, value


def _print(shelf: Shelf, args: argparse.Namespace) -> int:
    """Write every copy of a list's cards, drawn by us, nine a page with cut marks; true to size."""
    from calibration.mat import SIZES, Paper
    from calibration.page import pdf_pages
    from vision.cards.drawn import HIGH, WIDE, draw_back, draw_card
    from vision.pictures import as_jpeg

    [cards] = _chosen(shelf, args)
    rows = card_rows(cards.catalogue)
    if not rows:
        raise UsageError(tr("{title} has no cards to be printed", title=cards.catalogue.title))
    high, wide = SIZES[Paper(args.paper)]
    drawn = [draw_back(), *(draw_card(card, row) for card, row in rows.items())]
    order = [at for at, row in enumerate(rows.values(), 1) for _ in range(row.get("copies", 1))]
    pages = []
    for start in range(0, len(order), _SIDE**2):
        pages.append(_page(order[start : start + _SIDE**2], wide, high))
        pages += [_page([0] * _SIDE**2, wide, high)] * args.backs
    made = pdf_pages("Tableside cards", (wide, high), pages, [(as_jpeg(one, 95), WIDE, HIGH) for one in drawn])
    write_new(Path(args.target), made, overwrite=args.overwrite)
    line = tr("{file}: {cards}; print it at 100 %", file=args.target, cards=_summary(cards))
    value = {"file": args.target, "paper": args.paper, "cards": len(rows)}
    print_either(value, line, as_json=args.json)
    return FINE


def _page(numbers: Sequence[int], wide: float, high: float) -> str:
    """Lay cards edge to edge, and mark in the margins where they are cut."""
    from calibration.page import BLACK, Stroke, pdf_picture, pdf_shape
    from vision.cards.drawn import MILLIMETRES

    w, h = MILLIMETRES
    left, top = (wide - _SIDE * w) / 2, (high - _SIDE * h) / 2
    drawn = [pdf_picture(number, (left + at % _SIDE * w, top + at // _SIDE * h, w, h), high)
             for at, number in enumerate(numbers)]  # fmt: skip
    for at in range(_SIDE + 1):
        x, y = left + at * w, top + at * h
        for edge, way in ((0.0, -1), (1.0, 1)):
            over, beside = top + edge * _SIDE * h, left + edge * _SIDE * w
            ends = ([(x, over + way * far) for far in _MARK], [(beside + way * far, y) for far in _MARK])
            drawn += [pdf_shape(Stroke(tuple(line), 0.2, BLACK), high) for line in ends]
    return "\n".join(drawn)


def card_rows(catalogue: Catalogue) -> dict[str, dict[str, Any]]:
    """Return what a list says of each card, by the card's id."""
    held = (its.values() if isinstance(its, Mapping) else its for _, its in _parts(catalogue))
    found = (one for part in held for one in part if hasattr(one, "id"))
    return {str(one.id): {"name": one.id, **_values(one)} for one in found}


def card_copies(catalogue: Catalogue) -> dict[str, int]:
    """Return how many copies of each card a list has, where it says so."""
    rows = card_rows(catalogue)
    return {card: row["copies"] for card, row in rows.items() if "copies" in row}


def _values(entry: object) -> dict[str, Any]:
    plain = _plain(entry)
    return plain if isinstance(plain, dict) else {"is": plain}


def values_text(values: Mapping[str, Any]) -> str:
    """Return what a list says of a card as people read it: `attack 3, races Robot`."""
    return ", ".join(f"{name} {_text(one)}" for name, one in values.items() if one)


def _plain(value: object) -> object:
    """Return a value as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value) if one.name != "id"}
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        plain = [_plain(one) for one in value]
        return sorted(plain, key=str) if isinstance(value, set | frozenset) else plain
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join("-" if one is None else _text(one) for one in value)
    if isinstance(value, dict):
        return " ".join(f"{key}={_text(one)}" for key, one in value.items() if one)
    return str(value)


def cards_json(cards: Cards, name: str) -> dict[str, object]:
    """Return a card list as in docs/json.md."""
    found = cards.catalogue
    counts = {part: len(held) for part, held in _parts(found)}
    return {"file": name, "title": found.title, "invented": found.invented,
            "sha256": cards.ref.digest, "counts": counts, "warnings": list(found.warnings)}  # fmt: skip


def _summary(cards: Cards) -> str:
    counts = ", ".join(f"{len(held)} {part}" for part, held in _parts(cards.catalogue))
    made = " (invented)" if cards.catalogue.invented else ""
    return f"{cards.catalogue.title}{made}, {counts}"


# ---------------------------------------------------------------- from a spreadsheet


def _import(shelf: Shelf, args: argparse.Namespace) -> int:
    """Read a spreadsheet's table, check it as the game checks any list, and write it."""
    if args.game is None:
        raise UsageError(tr("for which game? cards import FILE --game rsf"))
    if (args.source is None) is not args.paste:
        raise UsageError(tr("read what? name a CSV file, or add --paste"))
    text, where = _read_table(args.source or _STDIN)
    title = args.title or (_PASTED if where == _PASTED else Path(where).stem)
    made, cards = imported(shelf, args.game, text, where, title)
    put(made, args.output, overwrite=args.overwrite)
    if args.output is not None:
        warnings = _warnings(cards, args.output)
        _print_written(cards, args.game, args.output, *warnings, as_json=args.json)
    return FINE


def _print_written(cards: Cards, game: str, file: str, *lines: str, as_json: bool) -> None:
    """Print what was written to a file, and how to play with it."""
    line = tr("{file}: {cards}; play with it: --catalogue {file}", file=file, cards=_summary(cards))
    value = {"type": "catalogue", "game": game, **cards_json(cards, file)}
    print_either(value, *lines, line, as_json=as_json)


def imported(shelf: Shelf, game_id: str, text: str, where: str, title: str) -> tuple[str, Cards]:
    """Turn the text of a spreadsheet into a card list that the game takes.

    Args:
        shelf: the games.
        game_id: whose cards.
        text: CSV; cells apart by commas, semicolons or tabs.
        where: its name for messages.
        title: of the list.

    Returns:
        The text of the list, and what it says.

    Raises:
        FileProblemError: it is no such list; names the line of the table where that is known.
    """
    example = shelf.shipped(game_id)
    if example is None:
        text = tr("{game_id} has no card list whose columns could be used", game_id=game_id)
        raise UsageError(text)
    forms = forms_of(example.text)
    made, lines = from_csv(text, where, forms, title)
    try:
        shelf.game(game_id).read_catalogue(made)
    except CatalogueError as error:
        # The line of the table that a line of the list came from, if it came from one.
        heads = len(_HEAD.findall("\n".join(made.split("\n")[: error.line or 0])))
        line, problem = lines[heads - 1] if heads else None, error.problem
        if line is None and len(forms.sorts) > 1:
            problem += tr(" (a column {sort} says what a row is: {sorts})", sort=SORT,
                          sorts=", ".join(forms.sorts))  # fmt: skip
        raise FileProblemError(where, problem, line) from None
    return made, shelf.read_cards(game_id, made, title, where)


def _read_table(source: str) -> tuple[str, str]:
    if source != _STDIN:
        return read_text(Path(source), MAX_BYTES), source
    if sys.stdin.isatty():
        print(tr("Paste the cells, the line of keys first; end with Ctrl-D."), file=sys.stderr)
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FileProblemError(_PASTED, tr("larger than {limit} bytes", limit=MAX_BYTES))
    try:
        return data.decode("utf-8"), _PASTED
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise FileProblemError(_PASTED, tr("not UTF-8 text"), at) from None


# ---------------------------------------------------------------- what a table has learnt


def _grown(shelf: Shelf, args: argparse.Namespace) -> int:
    """Write the cards that people typed during play, with those that were known before."""
    source, target = args.source, args.target
    path, status = Path(source), FINE
    if path.is_file():
        record, match = shelf.read_record(path)
        found = replay(record, match)
        match = found.match
        for remark in found.remarks:
            if remark.against:
                print_error(finding_line(source, remark))
        status = FINE if found.sound else FINDINGS
    else:
        with open_journal(args) as journal:
            match = Table.resume(shelf, journal, source).match
    text = grown_text(match)
    write_new(Path(target), text, overwrite=args.overwrite)
    cards = shelf.read_cards(match.game.id, text, Path(target).name, target)
    _print_written(cards, match.game.id, target, as_json=args.json)
    return status


def grown_text(match: Match[Any]) -> str:
    """Return the card list that a game has grown to.

    Raises:
        UsageError: there is none: the table plays in light depth.
    """
    if match.game.grown is not None:
        return match.game.grown(match.state)
    catalogue: Catalogue | None = setup_of(match.state).catalogue
    if catalogue is not None:
        return catalogue.source
    raise UsageError(tr("this table plays without a card list; there is nothing to write"))
