"""What a taught set holds: kinds of dice, their faces, and pictures of each as examples.

Pictures are kept, not what a network made of them, so that a set outlives the network.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

import numpy as np

from calibration.arrays import Picture
from calibration.files import NO_DEVICE
from models.framing import Frame
from vision.errors import PictureError, TaughtError
from vision.pictures import as_jpeg, picture_from

MAX_KINDS: Final = 60
MAX_FACES: Final = 120  # Of one kind; a d120 is the largest die that is sold
MAX_EXAMPLES: Final = 2400  # Of a whole set: recognising compares with each
MAX_EXAMPLE_BYTES: Final = 200_000
MAX_SIDE: Final = 256  # Longest side of an example's picture, pixels
_MARGIN: Final = 1.5
"""Half side kept around a die over its frame's: above the square root of 2, so that the frame can
be turned within it."""
_LEAST_HALF: Final = 5.0
_JPEG_QUALITY: Final = 92
_NAME: Final = re.compile(rf"{NO_DEVICE}[a-z0-9](?:[a-z0-9._-]{{0,30}}[a-z0-9])?")
_FACE: Final = re.compile(r"[A-Z0-9]{1,6}")
_NUMERALS: Final = (
    tuple("123456"),
    tuple("0123456789"),
    ("00", *(f"{tens}0" for tens in range(1, 10))),
    tuple(str(value) for value in range(1, 11)),
)
"""Of a six-sided die, of a ten-sided one, of tens, and of a ten-sided one that says 10 for 0."""


class Origin(StrEnum):
    """How an example came about."""

    FOLDER = "folder"
    LIVE = "live"
    THROWS = "throws"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Example:
    """One picture of one die."""

    jpeg: bytes  # the picture, with some of the table around the die
    frame: Frame  # where in it the die lies: upright as the camera stood, in its pixels
    origin: Origin = Origin.FOLDER  # how it came about

    def picture(self) -> Picture:
        """Decode it.

        Raises:
            TaughtError: it is no picture, too large, or its frame lies outside it.
        """
        if len(self.jpeg) > MAX_EXAMPLE_BYTES:
            raise TaughtError(f"an example of {len(self.jpeg)} bytes is too large")
        if not self.jpeg.startswith(b"\xff\xd8"):
            raise TaughtError("an example is no JPEG picture")
        try:
            image = picture_from(self.jpeg, "an example", MAX_SIDE * MAX_SIDE)
        except PictureError as error:
            raise TaughtError(str(error)) from error
        height, width = image.shape[:2]
        frame = self.frame
        inside = 0 <= frame.x <= width and 0 <= frame.y <= height
        if not (inside and 1 <= frame.half <= MAX_SIDE and frame.turn == 0):
            raise TaughtError("an example's frame lies outside its picture")
        return image

    def again(self) -> Example:
        """The same, decoded and encoded anew, so that nothing but pixels is in it; raises `TaughtError`."""
        return replace(self, jpeg=as_jpeg(self.picture(), _JPEG_QUALITY))


def example_from(image: Picture, frame: Frame, origin: Origin) -> Example:
    """Cut an example out of a picture; the frame's turn is of no account.

    Raises:
        TaughtError: the die is too small, or lies outside the picture.
    """
    import cv2

    height, width = image.shape[:2]
    if frame.half < _LEAST_HALF or not (0 <= frame.x < width and 0 <= frame.y < height):
        raise TaughtError(f"the die is too small to teach: {2 * frame.half:.0f} pixels; go nearer")
    reach = _MARGIN * frame.half
    left, top = max(0, int(frame.x - reach)), max(0, int(frame.y - reach))
    part = image[top : int(frame.y + reach) + 2, left : int(frame.x + reach) + 2]
    scale = min(1.0, MAX_SIDE / max(part.shape[:2]))
    high, wide = (max(8, int(side * scale)) for side in part.shape[:2])
    across, down = wide / part.shape[1], high / part.shape[0]
    if (high, wide) != part.shape[:2]:
        part = np.asarray(cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    inner = Frame(
        round((frame.x - left) * across, 2),
        round((frame.y - top) * down, 2),
        round(frame.half * float(np.sqrt(across * down)), 2),
    )
    return Example(as_jpeg(part, _JPEG_QUALITY), inner, origin)


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """One face of a kind, with its examples."""

    face: str
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class TaughtKind:
    """One kind of die with the faces that were taught."""

    name: str
    faces: tuple[TaughtFace, ...]


@dataclass(frozen=True, slots=True)
class TaughtSet:
    """Dice taught together, to be told apart."""

    name: str  # of the set
    kinds: tuple[TaughtKind, ...] = ()  # in the order in which they were taught

    def __post_init__(self) -> None:
        """Refuse names that make no file name or record word, repetitions, and far too much."""
        check_name(self.name, "set")
        _refuse_repeated([kind.name for kind in self.kinds], "kind")
        if len(self.kinds) > MAX_KINDS:
            raise TaughtError(f"set {self.name}: {len(self.kinds)} kinds, at most {MAX_KINDS}")
        for kind in self.kinds:
            check_name(kind.name, "kind")
            _refuse_repeated([face.face for face in kind.faces], f"face of {kind.name}")
            if len(kind.faces) > MAX_FACES:
                raise TaughtError(f"kind {kind.name}: {len(kind.faces)} faces, at most {MAX_FACES}")
            for face in kind.faces:
                check_face(face.face)
        if self.count > MAX_EXAMPLES:
            raise TaughtError(f"set {self.name}: {self.count} examples, at most {MAX_EXAMPLES}")

    @property
    def count(self) -> int:
        """How many examples there are."""
        return sum(1 for _ in self.examples())

    def examples(self) -> Iterator[tuple[str, str, Example]]:
        """Give every example with its kind and face, in order."""
        for kind in self.kinds:
            for face in kind.faces:
                for example in face.examples:
                    yield kind.name, face.face, example

    def faces_of(self, kind: str) -> tuple[str, ...]:
        """The faces taught of a kind; none when it is unknown."""
        return next((tuple(face.face for face in one.faces) for one in self.kinds if one.name == kind), ())

    def with_example(self, kind: str, face: str, *examples: Example) -> Self:
        """The set with an example or more added, and its kind and face where new; `TaughtError`."""
        known = {one.name: {its.face: its.examples for its in one.faces} for one in self.kinds}
        faces = known.setdefault(kind, {})
        faces[face] = (*faces.get(face, ()), *examples)
        kinds = (TaughtKind(name, tuple(TaughtFace(*both) for both in its.items())) for name, its in known.items())
        return replace(self, kinds=tuple(kinds))

    def without(self, kind: str) -> Self:
        """The set without a kind."""
        return replace(self, kinds=tuple(one for one in self.kinds if one.name != kind))


def check_name(name: str, what: str) -> None:
    """Make sure that a set or a kind can be called so; raises `TaughtError`."""
    if not _NAME.fullmatch(name):
        raise TaughtError(f"{what} {name!r}: small letters, digits, '-', '_' and '.' make a name, 32 at most")


def check_face(face: str) -> None:
    """Make sure that a face can be called so; raises `TaughtError`."""
    if not _FACE.fullmatch(face):
        raise TaughtError(f"face {face!r}: capital letters and digits, 6 at most, such as S or 10")


def gaps(classes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Name the numerals that were not taught of each kind, one line a kind; classes: (kind, face)."""
    taught: dict[str, set[str]] = {}
    for kind, face in classes:
        taught.setdefault(kind, set()).add(face)
    lines = []
    for kind, faces in taught.items():
        numerals = {face for face in faces if face.isdecimal()}
        row = next((row for row in _NUMERALS if numerals and numerals <= set(row)), ())
        known = faces | {"1"} if "S" in faces else faces  # a sculpture stands for the 1
        if missing := [face for face in row if face not in known]:
            when = "they lie" if len(missing) > 1 else "it lies"
            named = joined(missing)
            lines.append(f"{kind} was not taught its {named}: when {when} up you are asked")
    return tuple(lines)


def joined(faces: Sequence[str]) -> str:
    """Join faces for people: `2, 3 and 4`."""
    return " and ".join(filter(None, (", ".join(faces[:-1]), faces[-1])))


def _refuse_repeated(names: list[str], what: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise TaughtError(f"{what} {name!r} appears twice")
