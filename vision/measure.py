"""How well pictures with known answers are read: `python -m vision.measure --photos DIR`.

DIR holds `manifest.csv` with the columns path, die, value, x, y, w, h and clip; the box columns may
be empty.
"""

from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import models
from vision.errors import VisionError
from vision.model_card import Figure, with_figures
from vision.pictures import load_picture
from vision.reader import open_reader
from vision.types import Box, DieSighting, ReadStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.reader import DiceReader

_OVERLAP: Final = 0.5
"""Intersection over union from which a box counts as found (the usual measure of PASCAL VOC)."""


@dataclass(frozen=True, slots=True)
class Known:
    """A picture and what is true of it; `box` is None where nobody drew one."""

    path: str
    clip: str
    value: int
    box: Box | None


@dataclass(slots=True)
class Tally:
    """Counts over pictures of one clip.

    Attributes:
        pictures: looked at.
        found: the die was found, and nothing else.
        extra: something else was taken for a die as well.
        right: the best guess is right, found or not counted alike.
        read: answered as sure.
        silent: answered as sure, and wrong.
    """

    pictures: int = 0
    found: int = 0
    extra: int = 0
    right: int = 0
    read: int = 0
    silent: int = 0

    def add(self, known: Known, seen: Sequence[DieSighting]) -> None:
        """Count one picture of one die."""
        self.pictures += 1
        self.extra += len(seen) > 1
        match = _match(known, seen)
        if match is None:
            return
        self.found += 1
        right = match.face == str(known.value)
        self.right += right
        if match.status is ReadStatus.READ:
            self.read += 1
            self.silent += not right

    def merge(self, other: Tally) -> None:
        """Add another's counts."""
        self.pictures += other.pictures
        self.found += other.found
        self.extra += other.extra
        self.right += other.right
        self.read += other.read
        self.silent += other.silent

    def row(self) -> str:
        """The counts in percent of the pictures; silent errors as a count."""
        total = max(1, self.pictures)
        return (
            f"{self.pictures:6d} {100 * self.found / total:7.1f} {100 * self.right / total:7.1f} "
            f"{100 * self.read / total:7.1f} {self.silent:7d} {self.extra:7d}"
        )


_COLUMNS: Final = ("frames", "found%", "right%", "read%", "silent", "extra")
HEAD: Final = " ".join(
    [f"{'clip':24s} {_COLUMNS[0]:>6s}", *(f"{name:>7s}" for name in _COLUMNS[1:])]
)


def overlap(one: Box, other: Box) -> float:
    """Intersection over union of two boxes, in [0, 1]."""
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    if across <= 0 or down <= 0:
        return 0.0
    shared = across * down
    return shared / (one.w * one.h + other.w * other.h - shared)


def _match(known: Known, seen: Sequence[DieSighting]) -> DieSighting | None:
    """The sighting of the known die: by overlap where a box is known, else the only one."""
    if known.box is None:
        return seen[0] if len(seen) == 1 else None
    near = [sighting for sighting in seen if overlap(known.box, sighting.box) >= _OVERLAP]
    return max(near, key=lambda sighting: sighting.found, default=None)


def read_manifest(path: Path, die: str = "d10") -> list[Known]:
    """The pictures of one kind of die in a manifest.

    Raises:
        OSError: it cannot be read.
        KeyError: a column is missing.
        ValueError: a number is none.
    """
    with path.open(newline="", encoding="utf-8") as lines:
        return [
            Known(row["path"], row["clip"], int(row["value"]), _box(row))
            for row in csv.DictReader(lines)
            if row["die"] == die
        ]


def _box(row: dict[str, str]) -> Box | None:
    if not row["w"]:
        return None
    return Box(*(round(float(row[key])) for key in ("x", "y", "w", "h")))


def measure(reader: DiceReader, folder: Path, pictures: Iterable[Known]) -> dict[str, Tally]:
    """Read every picture and count by clip.

    Args:
        reader: what is measured.
        folder: the pictures' paths start here.
        pictures: with what is true of them.

    Raises:
        PictureError: a picture cannot be read.
    """
    clips: dict[str, Tally] = {}
    for known in pictures:
        seen = reader.look(load_picture(folder / known.path))
        clips.setdefault(known.clip, Tally()).add(known, seen)
    return clips


def table(clips: dict[str, Tally]) -> str:
    """The counts as text, a line a clip and one for all."""
    whole = Tally()
    for tally in clips.values():
        whole.merge(tally)
    rows = [f"{clip:24s} {tally.row()}" for clip, tally in sorted(clips.items())]
    return "\n".join([HEAD, *rows, f"{'all':24s} {whole.row()}"])


def note(folder: Path, clips: dict[str, Tally]) -> None:
    """Write what was measured on photographs into the cards."""
    whole = Tally()
    for tally in clips.values():
        whole.merge(tally)
    on = f"{whole.pictures} photographs of one d10, {len(clips)} clips, none trained on"
    command = "python -m vision.measure --photos DIR"
    of = max(1, whole.pictures)
    rows = {
        "find": [("found, and nothing else", whole.found / of)],
        "read": [
            ("best guess right", whole.right / of),
            ("called sure", whole.read / of),
            ("wrong among those called sure", whole.silent / max(1, whole.read)),
        ],
    }
    for name, lines in rows.items():
        figures = [Figure(f"{what}, {on}", f"{share:.4f}", command) for what, share in lines]
        path = folder / f"{name}.toml"
        text = with_figures(path.read_text(encoding="utf-8"), figures)
        path.write_text(text, encoding="utf-8")


def main() -> int:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(
        description="Measure the dice reader on pictures with known answers."
    )
    parser.add_argument("--photos", type=Path, required=True, help="folder with manifest.csv")
    parser.add_argument(
        "--models", type=Path, help="folder of networks; those that ship when left out"
    )
    parser.add_argument("--every", type=int, default=1, help="look at every n-th picture only")
    parser.add_argument("--note", action="store_true", help="write the sums into the cards")
    options = parser.parse_args()
    try:
        pictures = read_manifest(options.photos / "manifest.csv")[:: options.every]
        reader = open_reader(options.models)
        clips = measure(reader, options.photos, pictures)
        sys.stdout.write(table(clips) + "\n")
        if options.note:
            note(options.models or Path(models.__file__).parent, clips)
    except (VisionError, OSError, KeyError, ValueError) as error:
        sys.stderr.write(f"vision.measure: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
