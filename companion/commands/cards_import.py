"""`tableside cards import`: a table from a spreadsheet, a file or pasted, becomes a card list."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands.writing import put
from companion.core.catalogue import CatalogueError
from companion.core.errors import FileProblemError, UsageError
from companion.core.texts import tr
from companion.record.cards_csv import MAX_BYTES, SORT, forms_of, from_csv
from companion.record.file import read_text

if TYPE_CHECKING:
    import argparse

    from companion.record.shelf import Cards, Shelf

PASTED: Final = "-"
"""Name of the file that stands for what is pasted."""

_PASTED_NAME: Final = "pasted"
_HEAD: Final = re.compile(r"^\[\[")


def add_arguments(part: argparse.ArgumentParser) -> None:
    """Declare what belongs to `import` alone."""
    part.add_argument(
        "source", nargs="?", metavar="FILE", help=tr("a CSV file; - for standard input")
    )
    part.add_argument("--paste", action="store_true", help=tr("read standard input, as - does"))
    part.add_argument(
        "-o", "--output", metavar="LIST", help=tr("write the list there; default: print")
    )
    part.add_argument(
        "--title", metavar="TITLE", help=tr("of the list; default: as the file is called")
    )
    part.add_argument("--overwrite", action="store_true", help=tr("replace LIST when it exists"))


def run(shelf: Shelf, args: argparse.Namespace) -> Cards:
    """Read the table, check it as the game checks any list, write it.

    Returns:
        The list.

    Raises:
        UsageError: it is not said for which game, or what to read.
        FileProblemError: it is no such table; names the line of the table.
    """
    if args.game is None:
        raise UsageError(tr("for which game? cards import FILE --game rsf"))
    if (args.source is None) is not args.paste:
        raise UsageError(tr("what is to be read? name a CSV file, or say --paste"))
    text, where = _read(args.source or PASTED)
    title = _PASTED_NAME if where == _PASTED_NAME else Path(where).stem
    made, cards = imported(shelf, args.game, text, where, args.title or title)
    put(made, args.output, overwrite=args.overwrite)
    return cards


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
        raise UsageError(
            tr("no list comes with {game_id} whose columns could be taken", game_id=game_id)
        )
    forms = forms_of(example.text)
    made, lines = from_csv(text, where, forms, title)
    try:
        shelf.game(game_id).read_catalogue(made)
    except CatalogueError as error:
        line, problem = _line(made, lines, error.line), error.problem
        if line is None and len(forms.sorts) > 1:
            problem += tr(
                " (a column {sort} says what a row is: {sorts})",
                sort=SORT,
                sorts=", ".join(forms.sorts),
            )
        raise FileProblemError(where, problem, line) from None
    return made, shelf.read_cards(game_id, made, title, where)


def _line(made: str, lines: tuple[int, ...], line: int | None) -> int | None:
    """Return the line of the table that a line of the list came from, if it came from one."""
    if line is None:
        return None
    heads = sum(1 for one in made.split("\n")[:line] if _HEAD.match(one))
    return lines[heads - 1] if heads else None


def _read(source: str) -> tuple[str, str]:
    if source != PASTED:
        return read_text(Path(source), MAX_BYTES), source
    if sys.stdin.isatty():
        print(tr("Paste the cells, the line of keys first; end with Ctrl-D."), file=sys.stderr)
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FileProblemError(
            _PASTED_NAME, tr("larger than {max_bytes} bytes", max_bytes=MAX_BYTES)
        )
    try:
        return data.decode("utf-8"), _PASTED_NAME
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise FileProblemError(_PASTED_NAME, tr("not UTF-8 text"), at) from None
