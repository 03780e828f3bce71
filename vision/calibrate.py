"""Measure how far the reader may be believed and note it in its card.

`python -m vision.calibrate` reads rendered dice whose numerals and grounds the network was never
trained on, fits one temperature to its probabilities, and chooses the confidence from which a
reading counts as sure.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

import models
from models.training.dice import Maker
from vision.confidence import calibrated
from vision.errors import VisionError
from vision.model_card import Figure, read_card, with_figures, with_numbers
from vision.reader import open_reader

if TYPE_CHECKING:
    from numpy.typing import NDArray

SILENT: Final = 0.003
"""Of the readings called sure, at most this share may be wrong."""
_NEAR: Final = 0.35
"""A finding this near a die's middle, in its radii, is that die."""
_WHOLE: Final = 0.9
"""Dice of whose upper face less is seen nobody need read; nor cocked ones, nor unknown kinds."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What the reader said of dice whose faces are known.

    Attributes:
        log_faces: (N, labels) log-probabilities before calibration.
        faces: (N,) the true labels' places.
        missed: dice that were not found.
        extra: findings that were no die.
    """

    log_faces: NDArray[np.float64]
    faces: NDArray[np.int64]
    missed: int
    extra: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is written into the card, and what it rests on."""

    temperature: float
    operating_point: float
    right: float
    read: float
    silent: float
    error: float


def collect(folder: Path, pictures: int, seed: int) -> Readings:
    """Read rendered pictures with held-out numerals.

    Args:
        folder: of the networks.
        pictures: how many.
        seed: fixes them.

    Raises:
        ModelError: a network or card is missing or broken.
    """
    reader = open_reader(folder)
    maker = Maker(seed, held_out=True)
    rows: list[NDArray[np.float64]] = []
    faces: list[int] = []
    missed = extra = 0
    for _ in range(pictures):
        picture, truths = maker.photo()
        seen = reader.examine(picture)
        found = [die for die, _ in seen]
        taken: set[int] = set()
        for truth in truths:
            apart = [
                float(np.hypot(die.x - truth.middle[0], die.y - truth.middle[1])) for die in found
            ]
            nearest = int(np.argmin(apart)) if apart else -1
            if nearest < 0 or apart[nearest] > _NEAR * truth.radius or nearest in taken:
                missed += 1
                continue
            taken.add(nearest)
            log_faces = seen[nearest][1].log_faces
            if truth.cocked or truth.visible < _WHOLE or truth.label >= len(log_faces):
                continue
            rows.append(log_faces)
            faces.append(truth.label)
        extra += len(found) - len(taken)
    return Readings(np.stack(rows), np.array(faces), missed, extra)


def fit(readings: Readings) -> Calibration:
    """The temperature of least surprise, then the least confidence with few silent errors."""
    temperatures = np.exp(np.linspace(np.log(0.4), np.log(4.0), 120))
    own = np.arange(len(readings.faces))

    def surprise(temperature: float) -> float:
        chances = calibrated(readings.log_faces, temperature)
        return float(-np.log(np.maximum(chances[own, readings.faces], 1e-9)).mean())

    temperature = float(min(temperatures.tolist(), key=surprise))
    best, right = _best(readings, temperature)
    return check(readings, temperature, _operating_point(best, right))


def check(readings: Readings, temperature: float, point: float) -> Calibration:
    """Measure a calibration on readings, fitting nothing.

    Args:
        readings: of dice that the calibration was not fitted on, or the figures flatter it.
        temperature: from the card.
        point: the operating point, from the card.
    """
    best, right = _best(readings, temperature)
    sure = best >= point
    return Calibration(
        temperature=round(temperature, 4),
        operating_point=round(point, 4),
        right=float(right.mean()),
        read=float(sure.mean()),
        silent=float((~right[sure]).mean()) if sure.any() else 0.0,
        error=expected_error(best, right),
    )


def _best(readings: Readings, temperature: float) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """For each die the confidence of the likeliest face, and whether it is the right one."""
    chances = calibrated(readings.log_faces, temperature)
    return chances.max(axis=1), chances.argmax(axis=1) == readings.faces


def _operating_point(best: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The least confidence above which wrong readings, and one more, stay below `SILENT`."""
    order = np.argsort(-best)
    wrong = np.cumsum(~right[order])
    share = (wrong + 1) / np.arange(1, len(order) + 1)
    within = np.nonzero(share <= SILENT)[0]
    if len(within) == 0:
        return 0.999
    # Rounded up: the card holds four digits, and rounding down would let the next wrong one in.
    return min(0.9999, float(np.ceil(best[order[within[-1]]] * 10_000) / 10_000))


def expected_error(best: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 15) -> float:
    """Expected calibration error, in bins of equal count (Naeini et al. 2015)."""
    order = np.argsort(best)
    parts = np.array_split(order, bins)
    gaps = [abs(float(best[part].mean()) - float(right[part].mean())) * len(part) for part in parts]
    return float(sum(gaps) / len(order))


def _figures(readings: Readings, found: Calibration, command: str) -> dict[str, list[Figure]]:
    """What was measured, for each card."""
    dice = len(readings.faces) + readings.missed
    on = f"{dice} rendered dice, held-out numerals"
    return {
        "find": [
            Figure(f"dice found, {on}", f"{len(readings.faces) / dice:.4f}", command),
            Figure(f"findings that are no die, {on}", f"{readings.extra}", command),
        ],
        "read": [
            Figure(f"best guess right, {on}", f"{found.right:.4f}", command),
            Figure(f"called sure, {on}", f"{found.read:.4f}", command),
            Figure(f"wrong among those called sure, {on}", f"{found.silent:.4f}", command),
            Figure(f"expected calibration error, {on}", f"{found.error:.4f}", command),
        ],
    }


def main() -> int:
    """Parse the command line, measure, write the cards."""
    parser = argparse.ArgumentParser(
        description="Calibrate the dice reader on held-out rendered dice."
    )
    parser.add_argument("--models", type=Path, default=Path(models.__file__).parent)
    parser.add_argument("--pictures", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=501)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument(
        "--check",
        action="store_true",
        help="fit and write nothing: measure the card's calibration on the dice of another --seed",
    )
    options = parser.parse_args()
    command = f"python -m vision.calibrate --pictures {options.pictures} --seed {options.seed}"
    try:
        readings = collect(options.models, options.pictures, options.seed)
        found = _checked(readings, options.models) if options.check else fit(readings)
        for name, figures in _figures(readings, found, command).items():
            for figure in figures:
                sys.stdout.write(f"{figure.what}: {figure.value}\n")
            if not (options.dry or options.check):
                note(options.models / f"{name}.toml", figures, found if name == "read" else None)
    except (VisionError, OSError, ValueError) as error:
        sys.stderr.write(f"vision.calibrate: {error}\n")
        return 2
    return 0


def _checked(readings: Readings, folder: Path) -> Calibration:
    numbers = read_card(folder / "read.toml").numbers
    return check(readings, numbers["temperature"], numbers["operating_point"])


def note(path: Path, figures: list[Figure], found: Calibration | None) -> None:
    """Write figures, and where given the calibration, into a card."""
    text = path.read_text(encoding="utf-8")
    if found is not None:
        numbers = {"temperature": found.temperature, "operating_point": found.operating_point}
        text = with_numbers(text, numbers)
    path.write_text(with_figures(text, figures), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
