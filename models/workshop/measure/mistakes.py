"""What the reader still gets wrong, as pictures: `python -m models.workshop.measure.mistakes --out docs/pictures`.

Dice are rendered as in `models.workshop.measure.fit_confidence`. Written are sheets of crops, each with what lies there
and what was read, and to standard output how often each kind of mistake happened and on what dice.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.labels import LABELS
from models.workshop.measure.is_die import to_be_found
from models.workshop.rendering.die import Truth
from models.workshop.training.dice import Maker
from vision.errors import VisionError
from vision.reader import open_reader
from vision.types import DieSighting

_SIDE: Final = 120
_LINE: Final = 34
_COLUMNS: Final = 8
_ROWS: Final = 3
_REACH: Final = 1.7
_QUALITY: Final = 82


class Mistake(StrEnum):
    """Kinds of mistake, gravest first."""

    SILENT = "silent"
    WRONG = "wrong"
    UNSURE = "unsure"
    MISSED = "missed"
    EXTRA = "extra"


WHAT: Final = {
    Mistake.SILENT: "wrong or cocked, and called sure",
    Mistake.WRONG: "wrong, but called unsure or cocked",
    Mistake.UNSURE: "right, but not called sure",
    Mistake.MISSED: "not found",
    Mistake.EXTRA: "no die, but taken for one",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One mistake: its crop (_SIDE, _SIDE, 3) uint8, what lies there and what was said."""

    mistake: Mistake
    crop: NDArray[np.uint8]
    true: str
    said: str


def cases(picture: NDArray[np.uint8], truths: tuple[Truth, ...], seen: tuple[DieSighting, ...]) -> list[Case]:
    """The mistakes in one picture."""
    left = list(seen)
    made = []
    for truth in truths:
        near = [
            sighting
            for sighting in left
            if np.hypot(sighting.box.centre[0] - truth.middle[0], sighting.box.centre[1] - truth.middle[1])
            < truth.radius * 0.6
        ]
        true = LABELS[truth.label].text + (" cocked" if truth.cocked else "")
        crop = _cut(picture, *truth.middle, truth.radius)
        if not near and not to_be_found(truth, picture.shape):
            continue
        if not near:
            made.append(Case(Mistake.MISSED, crop, true, ""))
            continue
        left.remove(near[0])
        mistake = _judge(truth, near[0])
        if mistake is not None:
            made.append(Case(mistake, crop, true, _told(near[0])))
    for sighting in left:
        middle = sighting.box.centre
        crop = _cut(picture, *middle, max(sighting.box.w, sighting.box.h) / 2)
        made.append(Case(Mistake.EXTRA, crop, "", _told(sighting)))
    return made


def _judge(truth: Truth, sighting: DieSighting) -> Mistake | None:
    label = LABELS[truth.label]
    right = (sighting.kind, sighting.face) == (label.kind, label.face)
    if truth.cocked:
        return Mistake.SILENT if sighting.status == "read" else None
    if sighting.status == "read":
        return None if right else Mistake.SILENT
    return Mistake.UNSURE if right else Mistake.WRONG


def _told(sighting: DieSighting) -> str:
    return f"{sighting.kind}/{sighting.face} {sighting.confidence:.2f} {sighting.status}"


def _cut(picture: NDArray[np.uint8], x: float, y: float, radius: float) -> NDArray[np.uint8]:
    import cv2

    reach = _REACH * radius
    scale = _SIDE / (2 * reach)
    matrix = np.array([[scale, 0, _SIDE / 2 - x * scale], [0, scale, _SIDE / 2 - y * scale]])
    return np.asarray(
        cv2.warpAffine(picture, matrix, (_SIDE, _SIDE), borderMode=cv2.BORDER_REPLICATE),
        dtype=np.uint8,
    )


def sheet(chosen: list[Case]) -> NDArray[np.uint8]:
    """Crops in rows, with what lies there and what was said below each."""
    import cv2

    rows = max(1, -(-len(chosen) // _COLUMNS))
    page = np.full((rows * (_SIDE + _LINE), _COLUMNS * (_SIDE + 4), 3), 255, np.uint8)
    for place, case in enumerate(chosen):
        top = place // _COLUMNS * (_SIDE + _LINE)
        left = place % _COLUMNS * (_SIDE + 4)
        page[top : top + _SIDE, left : left + _SIDE] = case.crop
        for line, text in enumerate((case.true, case.said)):
            at = (left + 1, top + _SIDE + 12 + 14 * line)
            cv2.putText(page, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.32, (0, 0, 0), 1, cv2.LINE_AA)
    return page


def gather(folder: Path | None, pictures: int, seed: int) -> tuple[list[Case], Counter[str]]:
    """Mistakes on rendered pictures, and how many dice of each kind there were.

    Raises:
        ModelError: a network or card is missing or broken.
    """
    reader = open_reader(folder)
    maker = Maker(seed, held_out=True)
    made: list[Case] = []
    dice: Counter[str] = Counter()
    for _ in range(pictures):
        picture, truths = maker.photo()
        dice.update(LABELS[truth.label].kind for truth in truths)
        made += cases(picture, truths, reader.look(picture))
    return made, dice


def write(made: list[Case], folder: Path) -> None:
    """One sheet for each kind of mistake that happened.

    Raises:
        OSError: the folder cannot be written.
    """
    import cv2

    folder.mkdir(parents=True, exist_ok=True)
    for mistake in Mistake:
        chosen = [case for case in made if case.mistake is mistake][: _COLUMNS * _ROWS]
        if chosen:
            _, data = cv2.imencode(".jpg", sheet(chosen), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            (folder / f"mistakes-{mistake}.jpg").write_bytes(data.tobytes())


def main() -> int:
    """Parse the command line, look, write the sheets."""
    parser = argparse.ArgumentParser(description="Show what the dice reader still gets wrong.")
    parser.add_argument("--models", type=Path, help="those that ship when left out")
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--seed", type=int, default=903)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    try:
        made, dice = gather(options.models, options.pictures, options.seed)
        write(made, options.out)
    except (VisionError, OSError) as error:
        sys.stderr.write(f"models.workshop.measure.mistakes: {error}\n")
        return 2
    sys.stdout.write(f"dice: {dict(dice)}\n")
    for mistake in Mistake:
        group = [case for case in made if case.mistake is mistake]
        pairs = Counter(f"{case.true or '-'} as {case.said.split(' ')[0] or '-'}" for case in group)
        most = ", ".join(f"{pair} x{count}" for pair, count in pairs.most_common(6))
        sys.stdout.write(f"{WHAT[mistake]}: {len(group)} ({most})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
