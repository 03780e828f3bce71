"""How well taught dice are recognised: `python -m models.workshop.measure.taught`.

Draws sets of six monster dice never seen in training, teaches each from a few pictures a face on
one table and plays them on another; `--pictures` takes a folder of pictures with known answers
instead. With `--fit` it fits the weights of `vision.taught.recognise`
on sets of another seed and prints them.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.framing import Frame
from models.workshop.measure.taught_pictures import Photographer, Shot
from vision.errors import TaughtError, VisionError
from vision.network import OnnxSession, open_session
from vision.pictures import load_picture
from vision.read import read_framed
from vision.reader import DiceReader, open_reader
from vision.taught.bank import TaughtDice, make_ready
from vision.taught.eye import Eye, only_die
from vision.taught.recognise import (
    SURE,
    WEIGHTS,
    Embedder,
    Looks,
    Weights,
    chances_from,
    evidence,
    look_at,
)
from vision.taught.resolve import Candidate, resolve
from vision.taught.sets import Origin, TaughtSet, example_from

_FIT_SEED: Final = 9000
_STEPS: Final = 60
_LEAST_STEP: Final = 0.003
_STRANGERS: Final = 0.2
"""What a die that was never taught counts in fitting: at a table they are rarer than in a trial."""
_LOST: Final = 0.03
"""Share of dice of which nothing can be known (black on black, blinded by glare): what is said of
them is not to bend the weights."""
_ON: Final = 0.35
"""Of a die's width: a frame whose middle lies nearer to the die's is its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """One set, taught and played.

    Attributes:
        taught: the set.
        evidence: (D, E, 4) of every die played and example, as of `recognise.evidence`.
        faces: (D, labels) what the reader says of each die.
        truth: kind and face of each die; no kind for a stranger.
    """

    taught: TaughtDice
    evidence: NDArray[np.float64]
    faces: NDArray[np.float64]
    truth: tuple[tuple[str, str], ...]

    @property
    def classes(self) -> NDArray[np.int64]:
        """(D,) class of each die; the number of classes for what nobody taught."""
        known = {both: place for place, both in enumerate(self.taught.classes)}
        return np.array([known.get(both, len(known)) for both in self.truth], np.int64)

    def chances(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """(D, classes + 1) of every die under other weights."""
        return chances_from(self.taught, self.evidence @ weights, self.faces)


@dataclass(slots=True)
class Tally:
    """What came of the dice of many sets.

    Attributes:
        dice: of the set, played.
        right: kind and face right.
        face: face right.
        sure: taken without asking.
        silent: of those, wrong.
        named: right when the request names this one kind.
        named_silent: then taken without asking, and wrong.
        strangers: dice never taught.
        taken: of those, taken for one of the set.
        untaught: dice of a kind that was asked for, showing a face of it that nobody taught.
        pressed: of those, taken for a taught face without asking.
    """

    dice: int = 0
    right: int = 0
    face: int = 0
    sure: int = 0
    silent: int = 0
    named: int = 0
    named_sure: int = 0
    named_silent: int = 0
    strangers: int = 0
    taken: int = 0
    untaught: int = 0
    pressed: int = 0

    def text(self) -> str:
        """In one line."""
        dice, strangers = max(1, self.dice), max(1, self.strangers)
        return (
            f"{self.dice} dice: kind and face right {self.right / dice:.2%},"
            f" face {self.face / dice:.2%}, sure {self.sure / dice:.2%},"
            f" silent {self.silent / dice:.2%}; kind asked for: face right"
            f" {self.named / dice:.2%}, sure {self.named_sure / dice:.2%},"
            f" silent {self.named_silent / dice:.2%}; {self.strangers} strangers:"
            f" taken {self.taken / strangers:.2%};"
            f" {self.untaught} untaught faces: pressed {self.pressed}"
        )


def play(session: OnnxSession, seed: int, sets: int, examples: int, *, alike: bool = False) -> list[Played]:
    """Draw sets, teach them and look at what is played."""
    photographer, embed = Photographer(seed), Embedder(session)
    played = []
    for _ in range(sets):
        trial = photographer.trial(examples, alike=alike)
        taught = make_ready(_set_of(trial.taught), embed)
        seen = evidence(taught.looks, _seen(trial.played, embed))
        truth = tuple((shot.kind, shot.face) for shot in trial.played)
        played.append(Played(taught, seen, _faces(trial.played, session), truth))
    return played


def _faces(shots: Sequence[Shot], session: OnnxSession) -> NDArray[np.float64]:
    read = [read_framed(session, shot.image, [shot.frame], [None])[0] for shot in shots]
    return np.exp(np.stack([one.log_faces for one in read]))


@dataclass(frozen=True, slots=True, eq=False)
class PlayedPictures:
    """What became of a folder of pictures.

    Attributes:
        played: what was taught and played.
        missed: how many dice were not found.
        left_out: how many pictures taught nothing, for the finder saw no single die there.
    """

    played: Played
    missed: int
    left_out: int


def play_pictures(eye: DiceReader, folder: Path) -> PlayedPictures:
    """Teach and play the pictures of a folder.

    Args:
        eye: finds the dice.
        folder: with `teach/KIND/FACE/*.jpg`, and `manifest.csv` whose rows say of each die of each
            picture its `path`, `physical_die` (the kind), `value` (the face) and box `x, y, w, h`.

    Raises:
        VisionError: a picture cannot be read, or none of its dice is found.
    """
    taught, left_out = _taught_from(eye, folder)
    ready = make_ready(taught, eye.embedder)
    pictures: dict[str, list[dict[str, str]]] = {}
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            pictures.setdefault(row["path"], []).append(row)
    rows, faces, truth, missed = [], [], list[tuple[str, str]](), 0
    for name, dice in pictures.items():
        image = load_picture(folder / name)
        read = [reading for _, reading in eye.examine(image)]
        frames = [reading.frame for reading in read]
        found = [_nearest(die, frames) for die in dice]
        missed += found.count(None)
        places = [place for place in found if place is not None]
        if places:
            seen = look_at(image, [frames[place] for place in places], eye.embedder)
            rows.append(evidence(ready.looks, seen))
            faces += [np.exp(read[place].log_faces) for place in places]
        truth += [
            (die["physical_die"], die["value"]) for die, place in zip(dice, found, strict=True) if place is not None
        ]
    if not rows:
        raise TaughtError(f"{folder}: none of its {missed} dice is found, so nothing is measured")
    played = Played(ready, np.concatenate(rows), np.stack(faces), tuple(truth))
    return PlayedPictures(played, missed, left_out)


def _taught_from(eye: Eye, folder: Path) -> tuple[TaughtSet, int]:
    """Teach what the pictures below `teach` show; and how many were left out."""
    taught, left_out = TaughtSet("pictures"), 0
    for path in sorted(folder.glob("teach/*/*/*.jpg")):
        image = load_picture(path)
        try:
            frame = only_die(image, eye)
        except TaughtError:
            # Who teaches is told so and shows the die again; here there is nobody to do it.
            left_out += 1
            continue
        example = example_from(image, frame, Origin.FOLDER)
        taught = taught.with_example(path.parent.parent.name, path.parent.name, example)
    return taught, left_out


def _nearest(die: dict[str, str], frames: Sequence[Frame]) -> int | None:
    """The frame whose middle lies on the die's; None when there is none."""
    x, y = (float(die[at]) + float(die[side]) / 2 for at, side in (("x", "w"), ("y", "h")))
    away = [float(np.hypot(frame.x - x, frame.y - y)) for frame in frames]
    place = int(np.argmin(away)) if away else None
    if place is None or away[place] > _ON * float(die["w"]):
        return None
    return place


def _set_of(shots: Sequence[Shot]) -> TaughtSet:
    taught = TaughtSet("rendered")
    for shot in shots:
        example = example_from(shot.image, shot.frame, Origin.FOLDER)
        taught = taught.with_example(shot.kind, shot.face, example)
    return taught


def _seen(shots: Sequence[Shot], embed: Embedder) -> Looks:
    looks = [look_at(shot.image, [shot.frame], embed) for shot in shots]
    return Looks(
        np.concatenate([one.features for one in looks]),
        np.concatenate([one.faces for one in looks]),
        np.concatenate([one.colours for one in looks]),
    )


def tally(played: Sequence[Played], weights: Weights = WEIGHTS) -> Tally:
    """Judge all dice played."""
    total = Tally()
    for one in played:
        for row, truth in zip(one.chances(np.array(astuple(weights))), one.truth, strict=True):
            _count(total, one.taught, row, truth)
    return total


def _count(total: Tally, taught: TaughtDice, row: NDArray[np.float64], truth: tuple[str, str]) -> None:
    names = (*taught.classes, ("", ""))
    best, sure = names[int(row.argmax())], bool(row.max() >= SURE)
    sure = sure and best[0] != ""
    kind, face = truth
    if not kind:
        total.strangers += 1
        total.taken += int(sure)
        return
    rows = tuple((*name, float(chance)) for name, chance in zip(names, row, strict=True))
    (found,) = resolve([Candidate(0, 0, 1, rows)], (kind,))
    if truth not in taught.classes:
        total.untaught += 1
        total.pressed += int(found.sure)
        return
    total.dice += 1
    total.right += int(best == truth)
    total.face += int(best[1] == face)
    total.sure += int(sure)
    total.silent += int(sure and best != truth)
    right = (found.kind, found.face) == truth
    total.named += int(right)
    total.named_sure += int(found.sure)
    total.named_silent += int(found.sure and not right)


def fit(played: Sequence[Played], start: Weights = WEIGHTS) -> Weights:
    """The weights under which what was played is least surprising (coordinate search).

    The search goes about the middle of the evidence: there the weights hardly depend on each other.
    """
    middle = _middle(played)
    best = np.array(astuple(start))
    best[0] += best[1:] @ middle
    lowest = _surprise(played, best, middle)
    steps = np.maximum(np.abs(best) * 0.3, 0.1)
    for _ in range(_STEPS):
        for place in range(len(best)):
            for way in (1, -1):
                tried = best.copy()
                tried[place] += way * steps[place]
                surprise = _surprise(played, tried, middle)
                if surprise < lowest:
                    best, lowest = tried, surprise
                    steps[place] *= 1.3
                    break
            else:
                steps[place] *= 0.5
        if (steps < _LEAST_STEP * np.maximum(np.abs(best), 0.05)).all():
            break
    _say(f"surprise {lowest:.4f} nats a die")
    best[0] -= best[1:] @ middle
    return Weights(*(round(float(value), 4) for value in best))


def _middle(played: Sequence[Played]) -> NDArray[np.float64]:
    """The median evidence between dice and examples of their own class."""
    own = [
        one.evidence[place, one.taught.owner == truth, 1:]
        for one in played
        for place, truth in enumerate(one.classes.tolist())
        if truth < len(one.taught.classes)
    ]
    return np.asarray(np.median(np.concatenate(own), axis=0))


def _surprise(played: Sequence[Played], weights: NDArray[np.float64], middle: NDArray[np.float64]) -> float:
    moved = weights.copy()
    moved[0] -= weights[1:] @ middle
    total, count = 0.0, 0.0
    for one in played:
        chances, truth = one.chances(moved), one.classes
        mine = chances[np.arange(len(truth)), truth]
        counts = np.where(truth == len(one.taught.classes), _STRANGERS, 1.0)
        total -= float((counts * np.log((1 - _LOST) * mine + _LOST / chances.shape[1])).sum())
        count += float(counts.sum())
    return total / max(1.0, count)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _measure_pictures(networks: Path | None, folder: Path) -> int:
    try:
        found = play_pictures(open_reader(networks, 1), folder)
    except (VisionError, OSError) as error:
        sys.stderr.write(f"models.workshop.measure.taught: {error}\n")
        return 2
    if found.left_out:
        _say(f"{found.left_out} pictures taught nothing: the finder saw no single die there")
    _say(f"{found.missed} dice not found; of the others: {tally([found.played]).text()}")
    return 0


def main() -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description="Measure how taught dice are recognised.")
    parser.add_argument("--models", type=Path, help="folder of the networks; the program's own")
    parser.add_argument("--sets", type=int, default=40, help="sets of six dice")
    parser.add_argument("--examples", type=int, default=3, help="pictures of each face that teach")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true", help="fit the weights and print them")
    parser.add_argument("--pictures", type=Path, help="a folder instead, such as the independent one")
    options = parser.parse_args()
    if options.pictures is not None:
        return _measure_pictures(options.models, options.pictures)
    session = open_session(options.models, "read", 1)
    if options.fit:
        learnt = play(session, _FIT_SEED, options.sets, options.examples)
        learnt += play(session, _FIT_SEED + 1, options.sets, options.examples, alike=True)
        _say(str(fit(learnt)))
        return 0
    for alike in (False, True):
        name = "one material" if alike else "each its own material"
        sets = play(session, options.seed, options.sets, options.examples, alike=alike)
        _say(f"{name}: {tally(sets).text()}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
