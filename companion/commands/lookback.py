"""Looking back from the app: players over all tables, and tables as files to share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from companion.core.errors import CompanionError, FileProblemError, UsageError
from companion.core.texts import tr
from companion.journal.store import FILE, Journal
from companion.record.header import parse_header
from companion.session.annals import finished, people
from companion.tui.host import Past

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.record.shelf import Shelf
    from companion.session.table import Table

FOLDER: Final = "shared"
"""Folder within the home folder to which the app writes files for others."""

ENDINGS: Final = {
    "html": ".html",
    "png": ".png",
    "svg": ".svg",
    "csv": ".csv",
    "totals.csv": ".totals.csv",
    "moves.csv": ".moves.csv",
    "json": ".json",
    "record": ".txt",
}
"""How the names of files end, by the form of what stands in them."""
RECORD: Final = "record"
_TABLE: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
MAT: Final = "tableside-mat-a4.pdf"


def past(home: Path, shelf: Shelf) -> Past:
    """Put all finished tables of a home folder together.

    Raises:
        CompanionError: the journal cannot be read.
    """
    if not (home / FILE).is_file():
        return Past()
    with Journal(home / FILE) as journal:
        games, unread = finished(shelf, journal)
    return Past(people(games), tuple(f"{one.table_id}: {one.why}" for one in unread))


def names_in(home: Path) -> tuple[str, ...]:
    """Return everybody who has sat at a table of the journal, of the latest tables first."""
    if not (home / FILE).is_file():
        return ()
    with Journal(home / FILE) as journal:
        infos = journal.tables()
    found: list[str] = []
    for info in infos:
        try:
            header, _ = parse_header(info.header.split("\n"), info.table_id)
        except CompanionError:
            continue  # of another version: its names are not worth a complaint
        found += header.seats
    return tuple(found)


def export(home: Path, shelf: Shelf, table_id: str, form: str) -> Path:
    """Write a table to a file of its own, in place of an earlier one.

    Args:
        home: the folder of the user's data.
        shelf: the games.
        table_id: the table's name in the journal.
        form: a key of `ENDINGS`.

    Raises:
        CompanionError: there is no such table, or the file cannot be written.
    """
    from companion.session.export import export_text
    from companion.session.table import Table

    with Journal(home / FILE) as journal:
        if form == RECORD:  # also of a table that this program cannot take up
            return _written(home, table_id, form, export_text(journal, table_id))
        table = Table.resume(shelf, journal, table_id)
        return sharing(home, table, journal, form)()


def sharing(home: Path, table: Table, journal: Journal, form: str) -> Callable[[], Path]:
    """Take up what is needed of an open table as it is now.

    Args:
        home: the folder of the user's data.
        table: the table; it may go on afterwards.
        journal: where its readings are.
        form: a key of `ENDINGS`.

    Returns:
        What writes the file and says where it is; slow, to be called from a thread of its own. It
        raises `CompanionError` where the file cannot be written.

    Raises:
        CompanionError: the journal cannot be read.
    """
    from companion.commands.sharing import Form, shared
    from companion.session.export import export_text
    from companion.session.told import Replayed

    name = table.table_id
    if form == RECORD:
        text = export_text(journal, name)
        return lambda: _written(home, name, form, text)
    readings = journal.readings(name)
    told = Replayed(table.header, table.match, table.history())
    return lambda: _written(home, name, form, shared(Form(form), told, name, readings))


def _written(home: Path, name: str, form: str, made: str | bytes) -> Path:
    from companion.commands.writing import write_new

    if not _TABLE.fullmatch(name):  # a journal from elsewhere must not choose where files land
        raise UsageError(tr("{name!r} names no file; export it by the command sessions", name=name))
    path = _folder(home / FOLDER) / f"{name}{ENDINGS[form]}"
    write_new(path, made, overwrite=True)
    return path


def write_mat(home: Path) -> Path:
    """Write the mat for A4 paper, in place of an earlier one.

    Raises:
        FileProblemError: it cannot be written.
    """
    from calibration.mat import Mat, Paper
    from calibration.page import pdf
    from companion.commands.writing import write_new

    path = _folder(home / FOLDER) / MAT
    write_new(path, pdf(Mat(Paper.A4)).decode("ascii"), overwrite=True)
    return path


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(str(path), (error.strerror or str(error)).lower()) from None
    return path
