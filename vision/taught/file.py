"""A taught set as one file (`vision.archive`): `set.json` and a JPEG an example.

What a network made of the examples may lie beside them; it is only used by the very network that
made it, never shared.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

from models.framing import Frame
from vision import archive
from vision.archive import Form, Opened, number, rows, word
from vision.errors import TaughtError
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
MAX_FEATURE_BYTES: Final = 10_000_000
_PICTURE: Final = re.compile(r"examples/[0-9]{5}\.jpg")
_FEATURES: Final = re.compile(r"features/[0-9a-f]{64}\.np")
_FORM: Final = Form(
    "taught set", "set.json", {_PICTURE: MAX_EXAMPLE_BYTES, _FEATURES: MAX_FEATURE_BYTES},
    MAX_EXAMPLES,
)  # fmt: skip


def set_bytes(taught: TaughtSet, features: Mapping[str, bytes] | None = None) -> bytes:
    """A set as a file's bytes; the same set always gives the same bytes.

    `features` are what networks made of it, by the network's SHA-256.
    """
    numbers = count()
    kinds = [{"name": kind.name, "faces": [_face_entry(face, numbers) for face in kind.faces]} for kind in taught.kinds]
    pictures = ((_picture_name(at), one.jpeg) for at, (_, _, one) in enumerate(taught.examples()))
    beside = ((f"features/{digest}.np", data) for digest, data in (features or {}).items())
    return archive.packed(_FORM, {"name": taught.name, "kinds": kinds}, (*pictures, *beside))


def _picture_name(at: int) -> str:
    return f"examples/{at:05d}.jpg"


def _face_entry(face: TaughtFace, numbers: Iterator[int]) -> dict[str, Any]:
    entries = []
    for example in face.examples:
        frame = example.frame
        place = {"x": frame.x, "y": frame.y, "half": frame.half}
        name = {"picture": _picture_name(next(numbers))}
        entries.append({**name, **place, "origin": example.origin.value})
    return {"face": face.face, "examples": entries}


def write_set(path: Path, taught: TaughtSet, features: Mapping[str, bytes] | None = None) -> None:
    """Write a set, all or nothing; raises `TaughtError`: the disk refuses."""
    archive.write(_FORM, path, set_bytes(taught, features))


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
            kind.name, tuple(TaughtFace(face.face, tuple(one.again() for one in face.examples)) for face in kind.faces)
        )
        for kind in taught.kinds
    )
    return TaughtSet(taught.name, kinds)


def _read(path: Path, digest: str) -> tuple[TaughtSet, bytes | None]:
    box = archive.opened(_FORM, path)
    try:
        return _set_from(box), box.parts.get(f"features/{digest}.np")
    except TaughtError as error:
        raise TaughtError(f"{path}: {error}") from error


def _set_from(box: Opened) -> TaughtSet:
    kinds = []
    for kind in rows(_FORM, box.index, "kinds"):
        faces = []
        for face in rows(_FORM, kind, "faces"):
            examples = tuple(_example(row, box) for row in rows(_FORM, face, "examples"))
            faces.append(TaughtFace(word(_FORM, face, "face"), examples))
        kinds.append(TaughtKind(word(_FORM, kind, "name"), tuple(faces)))
    return TaughtSet(word(_FORM, box.index, "name"), tuple(kinds))


def _example(row: dict[str, Any], box: Opened) -> Example:
    """One example; its picture is taken out of those left, so that none is read twice."""
    name = word(_FORM, row, "picture")
    x, y, half = (number(_FORM, row, key, MAX_SIDE) for key in ("x", "y", "half"))
    try:
        origin = Origin(word(_FORM, row, "origin"))
    except ValueError as error:
        raise _FORM.error("unknown origin of an example") from error
    if not _PICTURE.fullmatch(name):
        raise _FORM.error(f"{name[:80]!r} is no picture's name")
    return Example(box.take(name), Frame(x, y, half), origin)
