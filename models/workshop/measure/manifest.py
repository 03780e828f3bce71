"""What is true of a folder of pictures: its `manifest.csv`.

One row a die, with the columns path, die, value, x, y, w, h and clip. The four box columns may be
empty where a picture shows a single die. The columns physical_die, background, camera, label_source,
up_x and up_y are kept where they stand; others are ignored.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Final

from models.labels import LABELS
from vision.errors import VisionError
from vision.types import Box

NAME: Final = "manifest.csv"
COLUMNS: Final = ("path", "die", "value", "x", "y", "w", "h", "clip")
"""Those without which nothing can be measured."""
MAX_BYTES: Final = 50_000_000
_SEED: Final = 20


class ManifestError(VisionError):
    """A manifest that is missing or says what cannot be; the line names file, row and remedy."""


def _faces() -> dict[str, frozenset[str]]:
    kinds = {label.kind for label in LABELS}
    return {kind: frozenset(label.face for label in LABELS if label.kind == kind) for kind in kinds}


FACES: Final = _faces()
"""Printed faces by kind of die, of all that the program has a word for."""


@dataclass(frozen=True, slots=True)
class KnownDie:
    """What is true of one die of one picture.

    Attributes:
        kind: `d10`, `d00` or `d6`.
        face: the printed face that lies up.
        box: where, in pixels; None where nobody drew one.
        clip: which recording the picture belongs to.
        physical_die: which very die it is; empty where nobody noted it.
        up: direction of the numeral's top in the picture, as the manifest gives it; None if not.
    """

    kind: str
    face: str
    box: Box | None
    clip: str
    physical_die: str = ""
    up: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class KnownPicture:
    """A picture, by its path under the manifest's folder, and all dice that it shows."""

    path: str
    dice: tuple[KnownDie, ...]

    @property
    def clip(self) -> str:
        """The recording it belongs to."""
        return self.dice[0].clip

    @property
    def content(self) -> tuple[tuple[str, str, str], ...]:
        """Which dice lie there, and what is up: the same for all frames of one roll."""
        return tuple(sorted((die.physical_die, die.kind, die.face) for die in self.dice))


def read_manifest(path: Path) -> list[KnownPicture]:
    """Read the pictures of a manifest, each once, in the order of their first row.

    Raises:
        ManifestError: the manifest is missing, is too large, lacks a column, or a row says what
            cannot be: a number that is none, a kind or face that no die has, several dice without
            boxes.
    """
    pictures: dict[str, list[KnownDie]] = {}
    for number, row in _rows(path):
        where = f"{path}:{number}"
        if not row["path"]:
            raise ManifestError(f"{where}: no picture is named; fill the column path")
        pictures.setdefault(row["path"], []).append(_die(row, where))
    for name, dice in pictures.items():
        if len(dice) > 1 and any(die.box is None for die in dice):
            raise ManifestError(f"{path}: {name}: shows {len(dice)} dice, so each needs x, y, w and h")
    if not pictures:
        raise ManifestError(f"{path}: lists no picture")
    return [KnownPicture(name, tuple(dice)) for name, dice in pictures.items()]


def _rows(path: Path) -> Iterable[tuple[int, dict[str, str]]]:
    """Give the rows with their line numbers, every cell a text without space around it."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ManifestError(f"{path}: too large for a manifest")
        if not path.is_file():
            raise ManifestError(f"{path}: is not a file")
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise ManifestError(
            f"{path}: no such file; the folder needs a {NAME} that says what each picture shows"
        ) from error
    except UnicodeDecodeError as error:
        raise ManifestError(f"{path}: is no UTF-8 text; save it as CSV in UTF-8") from error
    except OSError as error:
        raise ManifestError(f"{path}: {error.strerror or error}") from error
    lines = csv.DictReader(text.splitlines(), restkey="")
    try:
        missing = [name for name in COLUMNS if name not in (lines.fieldnames or ())]
        if missing:
            raise ManifestError(f"{path}: lacks the column {', '.join(missing)}")
        rows = [
            (
                lines.line_num,
                {k: v.strip() for k, v in row.items() if isinstance(v, str)}
                | {k: "" for k, v in row.items() if v is None},
            )
            for row in lines
        ]
    except csv.Error as error:
        raise ManifestError(f"{path}:{lines.line_num}: {error}") from error
    return rows


def _die(row: dict[str, str], where: str) -> KnownDie:
    kind, face = row["die"], row["value"]
    if kind not in FACES:
        raise ManifestError(f"{where}: no kind of die is called {kind!r}; known are {', '.join(sorted(FACES))}")
    if face not in FACES[kind]:
        raise ManifestError(f"{where}: a {kind} has no face {face!r}; it has {', '.join(sorted(FACES[kind]))}")
    return KnownDie(
        kind=kind,
        face=face,
        box=_box(row, where),
        clip=row["clip"],
        physical_die=row.get("physical_die", ""),
        up=_up(row, where),
    )


def _box(row: dict[str, str], where: str) -> Box | None:
    cells = [row[name] for name in ("x", "y", "w", "h")]
    if not any(cells):
        return None
    x, y, w, h = (round(_number(cell, where, name)) for cell, name in zip(cells, "xywh", strict=True))
    if w <= 0 or h <= 0:
        raise ManifestError(f"{where}: a box of {w} x {h} pixels holds nothing")
    return Box(x, y, w, h)


def _up(row: dict[str, str], where: str) -> tuple[float, float] | None:
    across, down = row.get("up_x", ""), row.get("up_y", "")
    if not across and not down:
        return None
    return _number(across, where, "up_x"), _number(down, where, "up_y")


def _number(cell: str, where: str, name: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e6:
        raise ManifestError(f"{where}: {name}: {cell!r} is no number that a picture can have")
    return value


def of_kinds(pictures: Iterable[KnownPicture], kinds: Sequence[str]) -> list[KnownPicture]:
    """Keep the pictures that show dice of these kinds alone; all when none is named."""
    wanted = set(kinds)
    return [one for one in pictures if not wanted or {die.kind for die in one.dice} <= wanted]


def sampled(pictures: Sequence[KnownPicture], count: int) -> list[KnownPicture]:
    """Choose pictures by seeded chance, a clip as often as another, in the order of the manifest."""
    chance = random.Random(_SEED)
    clips: dict[str, list[KnownPicture]] = {}
    for one in pictures:
        clips.setdefault(one.clip, []).append(one)
    mixed = [chance.sample(some, len(some)) for some in clips.values()]
    turns = [one for row in zip_longest(*mixed) for one in row if one is not None]
    chosen = {one.path for one in turns[:count]}
    return [one for one in pictures if one.path in chosen]


def rolls(pictures: Iterable[KnownPicture]) -> dict[str, str]:
    """Tell which roll each picture shows.

    A clip whose pictures all show the same dice with the same faces up is one roll; where they
    differ, each picture is a roll of its own.

    Returns:
        Path of the picture to a name of the roll.
    """
    pictures = list(pictures)
    contents = Counter(clip for clip, _ in {(one.clip, one.content) for one in pictures})
    return {one.path: one.clip if one.clip and contents[one.clip] == 1 else one.path for one in pictures}


def scenes(pictures: Iterable[KnownPicture]) -> dict[str, str]:
    """Tell what each picture's errors hang together with: its clip, or itself where it has none.

    Where all pictures belong to one clip, each stands for itself, for one scene bounds nothing.

    Returns:
        Path of the picture to a name of the scene.
    """
    pictures = list(pictures)
    one_clip = len({one.clip or one.path for one in pictures}) == 1
    return {one.path: one.path if one_clip else one.clip or one.path for one in pictures}
