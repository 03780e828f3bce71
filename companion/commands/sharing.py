"""A game as a file to share: which format a name asks for, and what stands in it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from companion.commands.printing import json_line
from companion.commands.sharing_png import png
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.session.game_json import game_json
from companion.session.report import evidence_of, report
from companion.session.score_csv import moves_csv, sheet_csv, totals_csv
from companion.session.sheet_svg import sheet_drawing, sheet_svg

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from companion.journal.rows import KeptReading
    from companion.session.told import Told


class Form(StrEnum):
    """What a game can be written as."""

    RECORD = "record"
    HTML = "html"
    CSV = "csv"
    TOTALS = "totals.csv"
    MOVES = "moves.csv"
    JSON = "json"
    SVG = "svg"
    PNG = "png"


_ENDINGS: Final = {".htm": Form.HTML} | {
    f".{form}": form for form in sorted(Form, key=len, reverse=True)
}

_NOT_WRITTEN: Final = (
    ".pdf", ".jpg", ".jpeg", ".gif", ".webp", ".xls", ".xlsx", ".ods", ".doc", ".docx", ".xml",
)  # fmt: skip
"""Endings that promise something else than can be written; any other one is a record's own."""


def add_as(parser: argparse.ArgumentParser, forms: Iterable[Form]) -> None:
    """Declare `--as`."""
    parser.add_argument(
        "--as",
        dest="form",
        metavar="FORM",
        type=str.lower,
        choices=[form.value for form in forms],
        help=tr("{forms}; default: as the file's name ends", forms=", ".join(forms)),
    )


def form_of(said: str | None, file: str | None) -> Form:
    """Return the form that was asked for, else the one that a file's name asks for, else a record.

    Raises:
        UsageError: the name asks for a form that cannot be written.
    """
    if said is not None:
        return Form(said)
    name = "" if file is None else file.lower()
    for ending, form in _ENDINGS.items():
        if name.endswith(ending):
            return form
    if name.endswith(_NOT_WRITTEN):
        raise UsageError(
            tr(
                "{file}: that form is not known; known: {form} (--as)",
                file=file,
                form=", ".join(Form),
            )
        )
    return Form.RECORD


def shared(
    form: Form,
    told: Told,
    table_id: str | None = None,
    readings: tuple[KeptReading, ...] = (),
    *,
    pictures: bool = True,
) -> str | bytes:
    """Write a game in a form other than a record.

    Args:
        form: which.
        told: the game.
        table_id: its name in the journal; None for a record.
        readings: what was read at that table.
        pictures: whether the pictures of dice go along.

    Raises:
        UsageError: a picture cannot be made.
        ValueError: a record is no form of these: a journal exports it unparsed.
    """
    match form:
        case Form.HTML:
            return report(told, evidence_of(readings) if pictures else ())
        case Form.CSV:
            return sheet_csv(told)
        case Form.TOTALS:
            return totals_csv(told)
        case Form.MOVES:
            return moves_csv(told)
        case Form.JSON:
            whole = game_json(told, table_id, readings)
            return json_line(whole) + "\n"
        case Form.SVG:
            return sheet_svg(told)
        case Form.PNG:
            return png(sheet_drawing(told))
        case Form.RECORD:
            raise ValueError(form)
