"""A taught set as one file: a zip with `set.json` and a JPEG an example.

Files come from elsewhere. Nothing is unpacked to the disk, nothing is ever executed, every size is
bounded before it is read, and only what belongs there may be there. What a network made of the
examples may lie beside them; it is only used by the very network that made it, never shared.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

from calibration.files import make_folder, replace_file
from models.framing import Frame
from vision.errors import TaughtError, read_bytes
from vision.taught.sets import (
    MAX_EXAMPLE_BYTES,
    MAX_EXAMPLES,
    MAX_SIDE,
    Example,
    Origin,
    TaughtFace,
    TaughtKind,
    TaughtSet,
)

SUFFIX: Final = ".dice"
FORMAT: Final = 1
MAX_FILE_BYTES: Final = 60_000_000
"""Of the file, and of all that is packed into it."""
MAX_JSON_BYTES: Final = 2_000_000
MAX_FEATURE_BYTES: Final = 10_000_000
_INDEX: Final = "set.json"
_PICTURE: Final = re.compile(r"examples/[0-9]{5}\.jpg")
_FEATURES: Final = re.compile(r"features/[0-9a-f]{64}\.np")
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


def set_bytes(taught: TaughtSet, features: Mapping[str, bytes] | None = None) -> bytes:
    """A set as a file's bytes; the same set always gives the same bytes.

    `features` are what networks made of it, by the network's SHA-256.
    """
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as box:
        numbers = count()
        kinds = [
            {"name": kind.name, "faces": [_face_entry(face, numbers) for face in kind.faces]}
            for kind in taught.kinds
        ]
        index = {"format": FORMAT, "name": taught.name, "kinds": kinds}
        _put(box, _INDEX, json.dumps(index, indent=1).encode())
        for number, (_, _, example) in enumerate(taught.examples()):
            _put(box, _picture_name(number), example.jpeg)
        for digest, data in (features or {}).items():
            _put(box, f"features/{digest}.np", data)
    return held.getvalue()


def _picture_name(number: int) -> str:
    return f"examples/{number:05d}.jpg"


def _face_entry(face: TaughtFace, numbers: Iterator[int]) -> dict[str, Any]:
    rows = []
    for example in face.examples:
        frame = example.frame
        place = {"x": frame.x, "y": frame.y, "half": frame.half}
        name = {"picture": _picture_name(next(numbers))}
        rows.append({**name, **place, "origin": example.origin.value})
    return {"face": face.face, "examples": rows}


def _put(box: zipfile.ZipFile, name: str, data: bytes) -> None:
    box.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)


def write_set(path: Path, taught: TaughtSet, features: Mapping[str, bytes] | None = None) -> None:
    """Write a set, all or nothing; raises `TaughtError`: the disk refuses."""
    data = set_bytes(taught, features)
    if len(data) > MAX_FILE_BYTES:
        raise TaughtError(f"{path}: the set is too large to keep ({len(data) // 1_000_000} MB)")
    try:
        make_folder(path.parent)
        replace_file(path, data)
    except OSError as error:
        raise TaughtError(f"{path}: {error.strerror or error}") from error


def read_set(path: Path) -> TaughtSet:
    """Read a set and check all of it but the pictures' insides, which `Example.picture` checks.

    Raises:
        TaughtError: missing, no taught set, damaged, of a newer program, or far too large.
    """
    return _read(path, "")[0]


def read_with_features(path: Path, digest: str) -> tuple[TaughtSet, bytes | None]:
    """Read as `read_set`, and what the network of this SHA-256 once made of it, if that is there."""
    return _read(path, digest)


def again(taught: TaughtSet) -> TaughtSet:
    """A set from elsewhere with every picture encoded anew: only pixels come in. Raises `TaughtError`."""
    kinds = tuple(
        TaughtKind(
            kind.name,
            tuple(
                TaughtFace(face.face, tuple(one.again() for one in face.examples))
                for face in kind.faces
            ),
        )
        for kind in taught.kinds
    )
    return TaughtSet(taught.name, kinds)


def _read(path: Path, digest: str) -> tuple[TaughtSet, bytes | None]:
    data = read_bytes(path, MAX_FILE_BYTES, TaughtError)
    try:
        _refuse_long_list(data)
        with zipfile.ZipFile(io.BytesIO(data)) as box:
            names = _check_names(box)
            index = _index(box)
            features = f"features/{digest}.np"
            return _set_from(index, box, names), (
                _get(box, features, MAX_FEATURE_BYTES) if features in names else None
            )
    except TaughtError as error:
        raise TaughtError(f"{path}: {error}") from error
    except _LOST as error:
        raise TaughtError(f"{path}: no taught set, or a damaged one") from error


def _refuse_long_list(data: bytes) -> None:
    """Refuse a zip whose list of parts is longer than a taught set's, before that list is read.

    `zipfile` makes an object of some hundred bytes of each entry, and an entry takes 46.
    """
    at = data.rfind(_END)
    if at < 0 or at + _END_BYTES > len(data):
        raise TaughtError("no taught set, or a damaged one")
    length = int.from_bytes(data[at + _END_LENGTH : at + _END_LENGTH + 4], "little")
    if length > (MAX_EXAMPLES + _BESIDE) * _ENTRY_BYTES or _END_64 in data[max(0, at - 20) : at]:
        raise TaughtError("too many parts for a taught set")


def _check_names(box: zipfile.ZipFile) -> frozenset[str]:
    """The names within, once every one of them may be there."""
    names: set[str] = set()
    for entry in box.infolist():
        name = entry.filename
        if name in names:
            raise TaughtError(f"{name!r} appears in it twice")
        names.add(name)
        if entry.compress_type not in _WAYS or entry.flag_bits & _ENCRYPTED:
            raise TaughtError(f"{name!r} is packed in a way that is not understood")
        if entry.file_size > _most_bytes(name):
            raise TaughtError(f"{name!r} is too large")
    total = sum(entry.file_size for entry in box.infolist())
    if total > MAX_FILE_BYTES:
        raise TaughtError(f"{total // 1_000_000} MB unpacked is too large for a taught set")
    if _INDEX not in names:
        raise TaughtError(f"no taught set: {_INDEX} is missing")
    if len(names) > MAX_EXAMPLES + _BESIDE:
        raise TaughtError(f"{len(names)} parts are too many for a taught set")
    return frozenset(names)


def _most_bytes(name: str) -> int:
    if name == _INDEX:
        return MAX_JSON_BYTES
    if _PICTURE.fullmatch(name):
        return MAX_EXAMPLE_BYTES
    if _FEATURES.fullmatch(name):
        return MAX_FEATURE_BYTES
    raise TaughtError(f"{name[:80]!r} does not belong into a taught set")


def _get(box: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A part's bytes; what a zip says of its sizes is not believed."""
    with box.open(name) as part:
        data = part.read(most + 1)
    if len(data) > most:
        raise TaughtError(f"{name!r} is too large")
    return data


def _index(box: zipfile.ZipFile) -> dict[str, Any]:
    try:
        index = json.loads(_get(box, _INDEX, MAX_JSON_BYTES))
    except (ValueError, RecursionError) as error:
        raise TaughtError(f"{_INDEX} is damaged") from error
    if not isinstance(index, dict):
        raise TaughtError(f"{_INDEX} is damaged")
    version = index.get("format")
    if version != FORMAT or isinstance(version, bool):
        raise TaughtError(
            f"format {version!r}, where {FORMAT} is known; bring Tableside up to date"
        )
    return index


def _set_from(index: dict[str, Any], box: zipfile.ZipFile, names: frozenset[str]) -> TaughtSet:
    left = set(names)
    kinds = []
    for kind in _rows(index, "kinds"):
        faces = []
        for face in _rows(kind, "faces"):
            examples = tuple(_example(row, box, left) for row in _rows(face, "examples"))
            faces.append(TaughtFace(_word(face, "face"), examples))
        kinds.append(TaughtKind(_word(kind, "name"), tuple(faces)))
    return TaughtSet(_word(index, "name"), tuple(kinds))


def _example(row: dict[str, Any], box: zipfile.ZipFile, left: set[str]) -> Example:
    """One example; it takes its picture out of those left, so that none is read twice."""
    name = _word(row, "picture")
    if not _PICTURE.fullmatch(name) or name not in left:
        raise TaughtError(f"{_INDEX}: there is no picture {name[:80]!r}, or it is used twice")
    left.remove(name)
    frame = Frame(_number(row, "x"), _number(row, "y"), _number(row, "half"))
    try:
        origin = Origin(_word(row, "origin"))
    except ValueError as error:
        raise TaughtError(f"{_INDEX}: unknown origin of an example") from error
    return Example(_get(box, name, MAX_EXAMPLE_BYTES), frame, origin)


def _rows(table: dict[str, Any], key: str) -> list[dict[str, Any]]:
    rows = table.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise TaughtError(f"{_INDEX}: {key} should be a list")
    if len(rows) > MAX_EXAMPLES:
        raise TaughtError(f"{_INDEX}: {len(rows)} {key} are too many")
    return rows


def _word(table: dict[str, Any], key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str):
        raise TaughtError(f"{_INDEX}: {key} should be a text")
    return value


def _number(table: dict[str, Any], key: str) -> float:
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TaughtError(f"{_INDEX}: {key} should be a number")
    if not abs(value) <= MAX_SIDE:
        raise TaughtError(f"{_INDEX}: {key} is out of range")
    return float(value)
