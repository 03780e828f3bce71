"""A game as a file to share: which form a name asks for, what is in it, where the app writes it."""

from __future__ import annotations

import argparse
import pathlib
import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any, Final

from companion.commands.output import file_errors, json_line, write_new
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.journal.rows import KeptReading
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.export import (
    bg_stats,
    export_text,
    game_json,
    moves_csv,
    sheet_csv,
    totals_csv,
)
from companion.session.history import Playthrough
from companion.session.report import report
from companion.session.shapes import ON_PAPER, Box, Drawing, Path, Rule, Shape, Word
from companion.session.sheet_svg import sheet_drawing, sheet_svg
from companion.session.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Points = tuple[tuple[float, float], ...]
"""Places along a line, in the drawing's units."""


class Form(StrEnum):
    """The forms in which a game can be written."""

    RECORD = "record"
    HTML = "html"
    CSV = "csv"
    TOTALS = "totals.csv"
    MOVES = "moves.csv"
    JSON = "json"
    BG_STATS = "bgstats"
    SVG = "svg"
    PNG = "png"


_ENDINGS: Final = {".htm": Form.HTML} | {f".{form}": form for form in sorted(Form, key=len, reverse=True)}

_NOT_WRITTEN: Final = (
    ".pdf", ".jpg", ".jpeg", ".gif", ".webp", ".xls", ".xlsx", ".ods", ".doc", ".docx", ".xml", ".bgsplay",
)  # fmt: skip
"""Endings of forms that cannot be written; any other unknown ending is a record's own."""


def add_as(parser: argparse.ArgumentParser, forms: Iterable[Form]) -> None:
    """Declare `--as`."""
    words = [form.value for form in forms]
    about = tr("{forms}; default: as the file's name ends", forms=", ".join(words))
    parser.add_argument("--as", dest="form", metavar="FORM", type=str.lower, choices=words, help=about)


def form_of(said: str | None, file: str | None) -> Form:
    """Return the form that was asked for, else the one that a file's name asks for, else a record."""
    name = "" if file is None else file.lower()
    named = (form for ending, form in _ENDINGS.items() if name.endswith(ending))
    if found := said or next(named, None):
        return Form(found)
    if name.endswith(_NOT_WRITTEN):
        known = ", ".join(Form)
        text = tr("{file}: there is no such form; known: {forms} (--as)", file=file, forms=known)
        raise UsageError(text)
    return Form.RECORD


def shared(
    form: Form,
    play: Playthrough,
    table_id: str | None = None,
    readings: tuple[KeptReading, ...] = (),
    *,
    pictures: bool = True,
) -> str | bytes:
    """Return a game in a form other than a record.

    Args:
        form: which.
        play: the game.
        table_id: its name in the journal; None for a record.
        readings: what was read at that table.
        pictures: whether the pictures of dice go along.

    Raises:
        UsageError: a picture cannot be made.
        ValueError: the form is a record: the journal exports that without parsing it.
    """
    match form:
        case Form.HTML:
            return report(play, readings if pictures else ())
        case Form.CSV:
            return sheet_csv(play)
        case Form.TOTALS:
            return totals_csv(play)
        case Form.MOVES:
            return moves_csv(play)
        case Form.JSON:
            return json_line(game_json(play, table_id, readings)) + "\n"
        case Form.BG_STATS:
            return bg_stats(play) + "\n"
        case Form.SVG:
            return sheet_svg(play)
        case Form.PNG:
            return png(sheet_drawing(play))
        case Form.RECORD:
            raise ValueError(form)


# ---------------------------------------------------------------- from the app

FOLDER: Final = "shared"
"""Folder within the home folder to which the app writes files for others."""

_TABLE: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")


def export(home: pathlib.Path, shelf: Shelf, table_id: str, form: Form) -> pathlib.Path:
    """Write a table to a file of its own, in place of an earlier one; raises `CompanionError`."""
    with Journal(home / FILE) as journal:
        if form is Form.RECORD:  # also of a table that this program cannot resume
            return _written(home, table_id, form, export_text(journal, table_id))
        return table_writer(home, Table.resume(shelf, journal, table_id), journal, form)()


def table_writer(home: pathlib.Path, table: Table, journal: Journal, form: Form) -> Callable[[], pathlib.Path]:
    """Take from an open table what a file about it needs; the table may go on afterwards.

    Returns:
        A slow function, to be called from a thread of its own: it writes the file and returns its
        path. It raises `CompanionError` where the file cannot be written.
    """
    name = table.table_id
    if form is Form.RECORD:
        text = export_text(journal, name)
        return lambda: _written(home, name, form, text)
    readings = journal.readings(name)
    play = Playthrough(table.header, table.match, table.history())
    return lambda: _written(home, name, form, shared(form, play, name, readings))


def _written(home: pathlib.Path, name: str, form: Form, made: str | bytes) -> pathlib.Path:
    if not _TABLE.fullmatch(name):  # a journal from elsewhere must not choose where files land
        raise UsageError(tr("{name!r} cannot be the name of a file; use `tableside sessions export`", name=name))
    path = made_folder(home / FOLDER) / f"{name}.{'txt' if form is Form.RECORD else form}"
    write_new(path, made, overwrite=True, private=True)
    return path


def made_folder(path: pathlib.Path) -> pathlib.Path:
    """Make a folder and return it; raises `FileProblemError` where that fails."""
    with file_errors(path):
        path.mkdir(parents=True, exist_ok=True)
    return path


# ---------------------------------------------------------------- the sheet as a PNG picture

SCALE: Final = 2
"""Pixels of the picture for one of the drawing: sharp on a fine screen and in print."""

MAX_HEIGHT: Final = 20_000
"""Pixels; a sheet is far shorter, and many programs refuse a taller picture."""

_SHIFT: Final = 4  # bits behind the point in places handed to OpenCV
_REGULAR: Final = 400
_BOLD: Final = 700


def png(drawing: Drawing) -> bytes:
    """Draw with the letters that OpenCV brings along, and return a PNG file; raises `UsageError`."""
    import cv2
    import numpy as np

    if not hasattr(cv2, "FontFace"):
        raise UsageError(tr("this OpenCV cannot write PNG sheets (5.0 can); write it as svg"))
    if drawing.height * SCALE > MAX_HEIGHT:
        raise UsageError(tr("the sheet is too long for a PNG picture; write it as svg or html"))
    image = np.full((drawing.height * SCALE, drawing.width * SCALE, 3), 255, np.uint8)
    face = cv2.FontFace("sans")
    for shape in drawing.shapes:
        _draw(image, shape, face)
    done, data = cv2.imencode(".png", image)
    if not done:
        raise UsageError(tr("the picture could not be made; write the sheet as svg"))
    return data.tobytes()


def _draw(image: NDArray[np.uint8], shape: Shape, face: Any) -> None:
    match shape:
        case Word():
            _write(image, shape, face)
        case Rule():
            _stroke(image, shape, ((shape.x1, shape.y1), (shape.x2, shape.y2)))
        case Path():
            _stroke(image, shape, shape.points)
        case Box():
            ends = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
            left, top, right, bottom = (round(end * SCALE) for end in ends)
            image[top:bottom, left:right] = _bgr(shape.ink)


def _write(image: NDArray[np.uint8], word: Word, face: Any) -> None:
    import cv2

    size, weight = round(word.size * SCALE * 0.92), _BOLD if word.bold else _REGULAR
    aligned = {"start": cv2.PUT_TEXT_ALIGN_LEFT, "middle": cv2.PUT_TEXT_ALIGN_CENTER,
               "end": cv2.PUT_TEXT_ALIGN_RIGHT}[word.anchor]  # fmt: skip
    at = (round(word.x * SCALE), round(word.y * SCALE))
    cv2.putText(image, word.text, at, _bgr(word.ink), face, size, weight, aligned)


def _stroke(image: NDArray[np.uint8], shape: Rule | Path, points: Points) -> None:
    import cv2
    import numpy as np

    for run in dashes(points, shape.dash) if shape.dash else [points]:
        line = (np.array(run) * SCALE * (1 << _SHIFT)).round().astype(np.int32)
        thick = max(1, round(shape.width * SCALE))
        cv2.polylines(image, [line], isClosed=False, color=_bgr(shape.ink), thickness=thick,
                      lineType=cv2.LINE_AA, shift=_SHIFT)  # fmt: skip


def dashes(points: Points, dash: tuple[int, ...]) -> list[Points]:
    """Cut a line into its dashes; the first length is drawn, the next left out, and so on."""
    runs: list[Points] = []
    run: list[tuple[float, float]] = [points[0]]
    at, left = 0, float(dash[0])
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        gone = 0.0
        while length - gone > left:
            gone += left
            place = (x1 + (x2 - x1) * gone / length, y1 + (y2 - y1) * gone / length)
            if at % 2 == 0:
                runs.append((*run, place))
            run = [place]
            at += 1
            left = float(dash[at % len(dash)])
        left -= length - gone
        run.append((x2, y2))
    return [*runs, tuple(run)] if at % 2 == 0 else runs


def _bgr(ink: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(ON_PAPER.get(ink, ink).removeprefix("#"))
    return blue, green, red
