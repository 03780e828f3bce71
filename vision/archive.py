"""A checked file of people's own: a zip with one index in JSON, pictures, and nothing else.

Files come from elsewhere. Nothing is unpacked to the disk, nothing is ever executed, every size is
bounded before it is read, and only what belongs there may be there.
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from calibration.files import make_folder, replace_file
from vision.errors import TaughtError, read_bytes

FORMAT: Final = 1
MAX_FILE_BYTES: Final = 60_000_000
"""Of the file, and of all that is packed into it."""
MAX_JSON_BYTES: Final = 2_000_000
_BESIDE: Final = 20
"""Parts that may be there beside the pictures."""
_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"
"""How the record at a zip's end begins, and the one before it in a zip of more than 4 GB."""
_END_BYTES, _END_LENGTH = 22, 12
"""Of that record, and where in it the length of the list of parts stands (APPNOTE 4.3.16)."""
_ENTRY_BYTES: Final = 200
"""Of one part in that list; ours take some 70."""
_WAYS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED: Final = 1
_LOST: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, NotImplementedError, OSError,
    RuntimeError, ValueError, OverflowError,
)  # fmt: skip
"""What `zipfile` raises on damaged files; which of them is not promised."""


@dataclass(frozen=True, slots=True)
class Form:
    """What files of one kind hold."""

    what: str  # What people call such a file
    index: str  # Name of the JSON within
    # Which other parts may be there, as patterns, and the most bytes of each
    parts: Mapping[re.Pattern[str], int]
    most: int  # Parts at most

    def error(self, problem: str) -> TaughtError:
        """An error about the index."""
        return TaughtError(f"{self.index}: {problem}")


@dataclass(frozen=True, slots=True)
class Opened:
    """A file's index and parts, none larger than it may be."""

    form: Form
    index: dict[str, Any]
    parts: dict[str, bytes]

    def take(self, name: str) -> bytes:
        """A part that the index names; `TaughtError`: it is not there, or was taken before."""
        if name not in self.parts:
            raise self.form.error(f"there is no picture {name[:80]!r}, or it is used twice")
        return self.parts.pop(name)


def packed(form: Form, index: Mapping[str, Any], parts: Iterable[tuple[str, bytes]]) -> bytes:
    """A file's bytes; the same content always gives the same bytes."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as box:
        text = json.dumps({"format": FORMAT, **index}, indent=1)
        for name, data in ((form.index, text.encode()), *parts):
            box.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    return held.getvalue()


def write(form: Form, path: Path, data: bytes) -> None:
    """Write a file, all or nothing; raises `TaughtError`: too large, or the disk refuses."""
    if len(data) > MAX_FILE_BYTES:
        size = len(data) // 1_000_000
        raise TaughtError(f"{path}: the {form.what} is too large to keep ({size} MB)")
    try:
        make_folder(path.parent)
        replace_file(path, data)
    except OSError as error:
        raise TaughtError(f"{path}: {error.strerror or error}") from error


def opened(form: Form, path: Path) -> Opened:
    """Read a file and check its form.

    Raises:
        TaughtError: missing, no such file, damaged, of a newer program, or far too large.
    """
    data = read_bytes(path, MAX_FILE_BYTES, TaughtError)
    try:
        _refuse_long_list(form, data)
        with zipfile.ZipFile(io.BytesIO(data)) as box:
            sizes = _sizes(form, box)
            parts = {name: _get(box, name, most) for name, most in sizes.items()}
    except TaughtError as error:
        raise TaughtError(f"{path}: {error}") from error
    except _LOST as error:
        raise TaughtError(f"{path}: no {form.what}, or a damaged one") from error
    try:
        return Opened(form, _index(form, parts.pop(form.index)), parts)
    except TaughtError as error:
        raise TaughtError(f"{path}: {error}") from error


def _refuse_long_list(form: Form, data: bytes) -> None:
    """Refuse a zip whose list of parts is longer than such a file's, before that list is read.

    `zipfile` makes an object of some hundred bytes of each entry, and an entry takes 46.
    """
    at = data.rfind(_END)
    if at < 0 or at + _END_BYTES > len(data):
        raise TaughtError(f"no {form.what}, or a damaged one")
    length = int.from_bytes(data[at + _END_LENGTH : at + _END_LENGTH + 4], "little")
    if length > (form.most + _BESIDE) * _ENTRY_BYTES or _END_64 in data[max(0, at - 20) : at]:
        raise TaughtError(f"too many parts for a {form.what}")


def _sizes(form: Form, box: zipfile.ZipFile) -> dict[str, int]:
    """The names within with the most bytes of each, once every one of them may be there."""
    sizes: dict[str, int] = {}
    for entry in box.infolist():
        name = entry.filename
        if name in sizes:
            raise TaughtError(f"{name!r} appears in it twice")
        if entry.compress_type not in _WAYS or entry.flag_bits & _ENCRYPTED:
            raise TaughtError(f"{name!r} is packed in a way that is not understood")
        sizes[name] = _most_bytes(form, name)
        if entry.file_size > sizes[name]:
            raise TaughtError(f"{name!r} is too large")
    total = sum(entry.file_size for entry in box.infolist())
    if total > MAX_FILE_BYTES:
        raise TaughtError(f"{total // 1_000_000} MB unpacked is too large for a {form.what}")
    if form.index not in sizes:
        raise TaughtError(f"no {form.what}: {form.index} is missing")
    if len(sizes) > form.most + _BESIDE:
        raise TaughtError(f"{len(sizes)} parts are too many for a {form.what}")
    return sizes


def _most_bytes(form: Form, name: str) -> int:
    if name == form.index:
        return MAX_JSON_BYTES
    for pattern, most in form.parts.items():
        if pattern.fullmatch(name):
            return most
    raise TaughtError(f"{name[:80]!r} does not belong into a {form.what}")


def _get(box: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A part's bytes; what a zip says of its sizes is not believed."""
    with box.open(name) as part:
        data = part.read(most + 1)
    if len(data) > most:
        raise TaughtError(f"{name!r} is too large")
    return data


def _index(form: Form, data: bytes) -> dict[str, Any]:
    try:
        index = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise form.error("damaged") from error
    if not isinstance(index, dict):
        raise form.error("damaged")
    version = index.get("format")
    if version != FORMAT or isinstance(version, bool):
        raise TaughtError(f"format {version!r}, where {FORMAT} is known; bring Tableside up to date")
    return index


# ---------------------------------------------------------------- values of an index


def rows(form: Form, table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """A list of tables; raises `TaughtError`."""
    found = table.get(key)
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise form.error(f"{key} should be a list")
    if len(found) > form.most:
        raise form.error(f"{len(found)} {key} are too many")
    return found


def word(form: Form, table: Mapping[str, Any], key: str) -> str:
    """A text; raises `TaughtError`."""
    value = table.get(key)
    if not isinstance(value, str):
        raise form.error(f"{key} should be a text")
    return value


def number(form: Form, table: Mapping[str, Any], key: str, most: float) -> float:
    """A number of at most that size; raises `TaughtError`."""
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise form.error(f"{key} should be a number")
    if not abs(value) <= most:
        raise form.error(f"{key} is out of range")
    return float(value)
