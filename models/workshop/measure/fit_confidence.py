"""Measure how far the reader may be believed and note it in its card.

`python -m models.workshop.measure.fit_confidence` reads rendered dice of every kind, whose numerals,
symbols and grounds the network was never trained on. It fits what makes a finding a die, and one temperature to the
probabilities; it chooses the confidence from which a reading counts as sure, and from which
probability on a die counts as cocked. With `--elsewhere` temperature and confidence are fitted on every second picture
of a manifest, of another renderer. How these are chosen, and what they bound, stands in docs/camera.md.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

import models
from models.labels import LABELS
from models.workshop.measure.cards import with_figures, with_numbers
from models.workshop.measure.is_die import fitted, to_be_found, told_apart, upon
from models.workshop.measure.manifest import NAME, read_manifest
from models.workshop.measure.readings import Readings, read_known
from models.workshop.measure.shares import at_most
from models.workshop.rendering.die import Truth
from models.workshop.training.dice import Maker
from vision.decide import Choices
from vision.errors import VisionError
from vision.network import Figure, read_card
from vision.reader import DiceReader, open_reader

SILENT: Final = 0.005
"""Of the dice called sure, drawn harder than those of most tables, at most this share may be wrong; elsewhere one is
forgiven: of a few hundred, one strange die shall not decide."""
EXPECTED: Final = 0.001
"""Of the readings called sure elsewhere, at most this share is wrong if their confidence is honest."""
_NEAR: Final = 0.35
"""A finding this near a die's middle, in its radii, is that die."""
_PLAIN: Final = 0.6
"""A die of whose top face this share is to be seen should be read; of others, nothing is asked."""
_DOUBTED: Final = 0.01
"""Share of the flat dice that may be asked about because they might be cocked."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is written into the card, and what it rests on.

    Attributes:
        temperature: as of `vision.decide.calibrate_chances`.
        operating_point: least confidence that counts as sure, of what is written.
        operating_point_pips: the same of pips.
        cocked: probability from which a die counts as cocked.
        right: share of plain flat dice whose best guess is right.
        read: share of those that are called sure.
        silent: share of wrong ones among all flat dice that are called sure.
        bound: what that share stays below with 95 % confidence (Clopper and Pearson 1934).
        error: expected calibration error.
        leaning: share of the cocked dice that are not called sure.
    """

    temperature: float
    operating_point: float
    operating_point_pips: float
    cocked: float
    right: float
    read: float
    silent: float
    bound: float
    error: float
    leaning: float


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
    rows: list[tuple[NDArray[np.float64], float, Truth]] = []
    missed = extra = 0
    for _ in range(pictures):
        picture, truths = maker.photo()
        matched, unseen, more = _matched(reader, picture, truths)
        rows += matched
        missed += unseen
        extra += more
    return Readings(
        log_faces=np.stack([row[0] for row in rows]),
        labels=np.array([row[2].label for row in rows]),
        cocked=np.array([row[1] for row in rows]),
        leans=np.array([row[2].cocked for row in rows]),
        visible=np.array([row[2].visible for row in rows]),
        missed=missed,
        extra=extra,
    )


def weigh_findings(folder: Path, pictures: int, seed: int) -> None:
    """Fit which findings are dice, and write it into the finder's card."""
    reader = open_reader(folder)
    maker = Maker(seed, held_out=True)
    rows = []
    for _ in range(pictures):
        picture, truths = maker.photo()
        rows += told_apart(reader.findings(picture), truths, picture.shape)
    path = folder / "find.toml"
    path.write_text(with_numbers(path.read_text(encoding="utf-8"), fitted(rows)), encoding="utf-8")


def _matched(
    reader: DiceReader, picture: NDArray[np.uint8], truths: tuple[Truth, ...]
) -> tuple[list[tuple[NDArray[np.float64], float, Truth]], int, int]:
    """What was said of each die that was found, how many were not, and findings that are none."""
    seen = reader.examine(picture)
    taken: set[int] = set()
    rows = []
    missed = 0
    for truth in truths:
        apart = [float(np.hypot(die.x - truth.middle[0], die.y - truth.middle[1])) for die, _ in seen]
        nearest = int(np.argmin(apart)) if apart else -1
        if nearest < 0 or apart[nearest] > _NEAR * truth.radius or nearest in taken:
            missed += to_be_found(truth, picture.shape)
            continue
        taken.add(nearest)
        reading = seen[nearest][1]
        rows.append((reading.log_faces, reading.cocked, truth))
    extra = sum(not any(upon(die, truth) for truth in truths) for die, _ in seen)
    return rows, missed, extra


def fit(readings: Readings, choices: Choices, elsewhere: Readings | None = None) -> Calibration:
    """The temperature of least surprise, then the least confidence with few silent errors.

    Args:
        readings: of drawn dice, some of which lean. Faces that are mostly hidden say nothing.
        choices: the faces behind the labels.
        elsewhere: of flat dice from another renderer. They say how honest the confidences are; what
            is sure has to be so there and on the drawn dice.
    """
    flat = readings.flat()
    drawn = flat.kept(flat.visible >= _PLAIN)
    plain = drawn if elsewhere is None else elsewhere
    temperatures = np.exp(np.linspace(np.log(0.4), np.log(4.0), 120))
    own = np.arange(len(plain.labels))
    faces = _true_faces(plain, choices)

    def surprise(temperature: float) -> float:
        chances = choices.chances(plain.log_faces, temperature)
        return float(-np.log(np.maximum(chances[own, faces], 1e-9)).mean())

    temperature = float(min(temperatures.tolist(), key=surprise))
    cocked = float(np.clip(np.quantile(flat.cocked, 1 - _DOUBTED) * 2, 0.2, 0.9))
    sure = [(drawn, -1, 1.0)]
    if elsewhere is not None:
        sure.append((elsewhere, 1, EXPECTED))
    points = [0.0, 0.0]
    for pips in (0, 1):
        for some, forgiven, expected in sure:
            kept = some.kept((some.cocked < cocked / 2) & (_pips(some) == pips) & ~some.emblem())
            best, right = _best(kept, choices, temperature)
            point = operating_point(best, right, SILENT, forgiven, expected)
            points[pips] = max(points[pips], point)
    return check(readings, choices, (temperature, points[0], points[1], cocked))


def check(readings: Readings, choices: Choices, numbers: tuple[float, float, float, float]) -> Calibration:
    """Measure a calibration on readings, fitting nothing.

    Args:
        readings: of dice that the calibration was not fitted on, or the figures flatter it.
        choices: the faces behind the labels.
        numbers: temperature, both operating points and cocked, as in the card.
    """
    temperature, written, pips, cocked = numbers
    flat = readings.flat()
    best, right = _best(flat, choices, temperature)
    sure = (best >= np.where(_pips(flat), pips, written)) & (flat.cocked < cocked / 2) & ~flat.emblem()
    plain = flat.visible >= _PLAIN
    wrong = int((~right[sure]).sum())
    all_best, _ = _best(readings, choices, temperature)
    taken = (all_best >= np.where(_pips(readings), pips, written)) & (readings.cocked < cocked / 2)
    leaning = readings.leans
    return Calibration(
        temperature=round(temperature, 4),
        operating_point=round(written, 4),
        operating_point_pips=round(pips, 4),
        cocked=round(cocked, 4),
        right=float(right[plain].mean()),
        read=float(sure[plain].mean()),
        silent=wrong / max(1, int(sure.sum())),
        bound=at_most(wrong, int(sure.sum())),
        error=expected_error(best, right),
        leaning=float((~taken[leaning]).mean()) if leaning.any() else 1.0,
    )


def _true_faces(readings: Readings, choices: Choices) -> NDArray[np.int64]:
    """(N,) places of the true faces among `choices.faces`."""
    known = [choices.faces.index((label.kind, label.face)) for label in LABELS]
    return np.asarray(np.array(known)[readings.labels], dtype=np.int64)


def _pips(readings: Readings) -> NDArray[np.bool_]:
    """(N,) whether the likeliest label is one in pips."""
    pips = np.array([label.style == "pips" for label in LABELS])
    return np.asarray(pips[readings.log_faces.argmax(axis=1)], dtype=np.bool_)


def _best(readings: Readings, choices: Choices, temperature: float) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """For each die the confidence of the likeliest face, and whether it is the right one."""
    chances = choices.chances(readings.log_faces, temperature)
    return chances.max(axis=1), chances.argmax(axis=1) == _true_faces(readings, choices)


def operating_point(
    best: NDArray[np.float64],
    right: NDArray[np.bool_],
    silent: float = SILENT,
    forgiven: int = -1,
    expected: float = 1.0,
) -> float:
    """The least confidence above which few readings are wrong.

    Args:
        best: confidence of each reading.
        right: whether it is.
        silent: share that may be wrong.
        forgiven: wrong ones that do not count.
        expected: share that may be wrong by what their confidences say.
    """
    order = np.argsort(-best)
    count = np.arange(1, len(order) + 1)
    wrong, doubt = np.cumsum(~right[order]), np.cumsum(1 - best[order])
    within = np.nonzero((wrong - forgiven <= silent * count) & (doubt <= expected * count))[0]
    if len(within) == 0:
        return 0.999
    if within[-1] == len(order) - 1:  # these readings ask for no bound
        return 0.0
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
    dice = len(readings.labels) + readings.missed
    on = f"{dice} rendered dice of all kinds, held-out numerals"
    shares = {
        "best guess right": found.right,
        "called sure": found.read,
        "wrong among those called sure": found.silent,
        "wrong among those called sure is with 95 % confidence below": found.bound,
        "expected calibration error": found.error,
        "cocked dice not called sure": found.leaning,
    }
    return {
        "find": [
            Figure(f"dice found, {on}", f"{len(readings.labels) / dice:.4f}", command),
            Figure(f"findings that are no die, {on}", f"{readings.extra}", command),
        ],
        "read": [Figure(f"{what}, {on}", f"{share:.4f}", command) for what, share in shares.items()],
    }


def main() -> int:
    """Parse the command line, measure, write the cards."""
    parser = argparse.ArgumentParser(description="Calibrate the dice reader on held-out rendered dice.")
    parser.add_argument("--models", type=Path, default=Path(models.__file__).parent)
    parser.add_argument("--pictures", type=int, default=9000)
    parser.add_argument("--seed", type=int, default=501)
    parser.add_argument("--elsewhere", type=Path, help="folder of another renderer's pictures")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument(
        "--check",
        action="store_true",
        help="fit and write nothing: measure the card's calibration on the dice of another --seed",
    )
    options = parser.parse_args()
    command = f"python -m models.workshop.measure.fit_confidence --pictures {options.pictures} --seed {options.seed}"
    try:
        if not (options.dry or options.check):
            weigh_findings(options.models, max(1, options.pictures // 5), options.seed + 1)
        readings = collect(options.models, options.pictures, options.seed)
        reader = open_reader(options.models)
        if options.check:
            found = check(readings, reader.choices, _noted(options.models))
        else:
            elsewhere = None
            if options.elsewhere is not None:
                pictures = read_manifest(options.elsewhere / NAME)[1::2]
                elsewhere = read_known(reader, options.elsewhere, pictures)
            found = fit(readings, reader.choices, elsewhere)
        for name, figures in _figures(readings, found, command).items():
            for figure in figures:
                sys.stdout.write(f"{figure.what}: {figure.value}\n")
            if not (options.dry or options.check):
                note(options.models / f"{name}.toml", figures, found if name == "read" else None)
    except (VisionError, OSError, ValueError) as error:
        sys.stderr.write(f"models.workshop.measure.fit_confidence: {error}\n")
        return 2
    return 0


def _noted(folder: Path) -> tuple[float, float, float, float]:
    """The card's temperature, operating points and cocked."""
    numbers = read_card(folder / "read.toml").numbers
    points = numbers["operating_point"], numbers["operating_point_pips"]
    return numbers["temperature"], *points, numbers["cocked"]


def note(path: Path, figures: list[Figure], found: Calibration | None) -> None:
    """Write figures, and where given the calibration, into a card."""
    text = path.read_text(encoding="utf-8")
    if found is not None:
        numbers = {
            "temperature": found.temperature,
            "operating_point": found.operating_point,
            "operating_point_pips": found.operating_point_pips,
            "cocked": found.cocked,
        }
        text = with_numbers(text, numbers)
    path.write_text(with_figures(text, figures), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
