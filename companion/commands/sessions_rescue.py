"""`tableside sessions rescue`: a damaged journal is replaced by one with all that can be read of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.commands.common import open_shelf
from companion.commands.printing import print_json
from companion.commands.status import FINDINGS, FINE
from companion.core.errors import CompanionError, FileProblemError
from companion.core.texts import tr, trn
from companion.journal.rescue import damage, rescue
from companion.journal.store import FILE
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse

    from companion.journal.rescue import Rescued
    from companion.journal.salvage import Salvaged
    from companion.record.shelf import Shelf


def run(args: argparse.Namespace) -> int:
    """Rescue the journal of a home and say how much was saved.

    Returns:
        0 when nothing is known to be lost, else 1.

    Raises:
        CompanionError: there is no journal, nothing of it can be read, or the disk refuses.
    """
    path = home_folder(args.home) / FILE
    try:
        if not path.exists():
            raise FileProblemError(str(path), tr("there is no such file"))
        if not damage(path):
            _say_whole(args, str(path))
            return FINE
        rescued = rescue(path, _at_hand(open_shelf(args)))
    except OSError as error:
        raise FileProblemError(str(path), (error.strerror or str(error)).lower()) from None
    for table in rescued.tables:
        if args.json:
            print_json(_as_json(table, rescued))
        else:
            print(_line(table, rescued))
    if not args.json:
        print(_end(rescued))
    return FINE if rescued.complete else FINDINGS


def _say_whole(args: argparse.Namespace, where: str) -> None:
    if not args.json:
        print(tr("{where} is whole; there is nothing to rescue", where=where))


def _at_hand(shelf: Shelf) -> dict[str, str]:
    """Return the catalogues that come with the program, by digest."""
    found = {}
    for game in shelf.ids():
        try:
            cards = shelf.shipped(game)
        except CompanionError:
            continue
        if cards is not None:
            found[cards.ref.digest] = cards.text
    return found


def _line(table: Salvaged, rescued: Rescued) -> str:
    saved = len(table.lines)
    if not table.header:
        said = tr(
            "{table}: its header is lost and it cannot be played on; {count} actions stand in {file}",
            table=table.table_id,
            count=saved + len(table.behind),
            file=rescued.rest(table),
        )
    elif table.behind:
        said = tr(
            "{table}: {saved} of {known} actions; {count} behind the gap stand in {file}",
            table=table.table_id,
            saved=saved,
            known=table.known,
            count=len(table.behind),
            file=rescued.rest(table),
        )
    else:
        said = trn(
            "{table}: {count} action", "{table}: {count} actions", saved, table=table.table_id
        )
    return said


def _end(rescued: Rescued) -> str:
    if rescued.missing:
        said = tr(
            "what was entered last may be lost: {count} pages of the -wal are missing; the journal as"
            " it was is kept in {folder}",
            count=rescued.missing,
            folder=rescued.kept,
        )
    elif rescued.complete:
        said = tr(
            "nothing is known to be lost; the journal as it was is kept in {folder}",
            folder=rescued.kept,
        )
    else:
        said = tr("the journal as it was is kept in {folder}", folder=rescued.kept)
    return said


def _as_json(table: Salvaged, rescued: Rescued) -> dict[str, object]:
    """Return what became of a table as in docs/json.md."""
    playable = bool(table.header)
    rest = bool(table.behind) or not playable
    return {
        "type": "rescued",
        "table": table.table_id,
        "saved": len(table.lines) if playable else 0,
        "known": table.known,
        "rest": str(rescued.rest(table)) if rest else None,
        "missing_pages": rescued.missing,
        "kept": str(rescued.kept),
    }
