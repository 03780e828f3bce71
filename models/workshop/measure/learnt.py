"""What a table gains by learning its dice: `python -m models.workshop.measure.learnt`.

Draws evenings: two or three dice never seen in training, thrown again and again onto one table under
one camera. Who is asked says what lies there; some say it wrongly. Counts what is asked and what is
wrong in silence in the first ten rolls and in the next ones, with the learning table and without.
With `--fit` it fits how far what was learnt is believed (`vision.taught.learnt.Belief`) on evenings of
another seed and prints it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from calibration.arrays import Array, Picture
from models.labels import LABELS
from models.workshop.measure.fit_confidence import operating_point
from models.workshop.rendering import effects
from models.workshop.rendering.arrange import at_rest, collides
from models.workshop.rendering.die import Light, Truth, random_light
from models.workshop.rendering.geometry import Camera, standing_camera
from models.workshop.rendering.scene import PlacedDie, Scene, render_scene
from models.workshop.rendering.style import D10Style, DieStyle
from models.workshop.training.dice import Maker
from vision.errors import TaughtError
from vision.level import Level
from vision.read import Reading, log_softmax
from vision.reader import DiceReader, open_reader
from vision.taught.learnt import BELIEF, Belief, Learnt, look_of, read_examples
from vision.taught.recognise import Looks
from vision.taught.sets import Example, Origin, example_from
from vision.types import DieSighting

FIRST: Final = 10
"""Rolls of an evening in which the table meets its dice."""
_FIT_SEED: Final = 7000
_SIDE: Final = 400
_NEAR: Final = 0.35
_ROLLS: Final = 40
_SILENT: Final = 0.01  # Share of the dice that are made sure which may be wrong, where the belief is fitted
_NEWTON: Final = 12  # Steps of a fit; it stands still long before
_WRONG: Final = 0.05
"""Share of the questions that are answered wrongly."""


@dataclass(frozen=True, slots=True, eq=False)
class Thrown:
    """One die of one roll, as it was seen.

    Attributes:
        truth: kind and face.
        sighting: what the reader alone says, told what is asked for; None where it was not found.
        seen: the look that is compared with what was learnt; None where it may be cocked.
        example: what would be remembered of it, and the looks at that.
    """

    truth: tuple[str, str]
    sighting: DieSighting | None = None
    seen: Looks | None = None
    example: Example | None = None
    looks: Looks | None = None


Evening = list[list[Thrown]]
"""Rolls, each of some dice."""


class _Witness(Learnt):
    """Learns nothing; keeps what the reader hands over."""

    def surer(
        self, sightings: Sequence[DieSighting], _image: Picture, readings: Sequence[Reading | None]
    ) -> tuple[DieSighting, ...]:
        """Keep what was seen."""
        self.heard = list(zip(sightings, readings, strict=True))
        return tuple(sightings)


class Evenings:
    """Draws evenings; `alike`: with two dice of one body and ink whose numerals differ."""

    def __init__(self, reader: DiceReader, seed: int, *, alike: bool = False) -> None:
        self._maker = Maker(seed, held_out=True, kinds=("d10", "d00", "pips", "numeral"))
        self.rng = self._maker.rng
        self._reader = reader
        self._alike = alike

    def evening(self, rolls: int = _ROLLS) -> Evening:
        """Draw and read one evening."""
        rng = self.rng
        unit = float(np.exp(rng.uniform(np.log(13), np.log(28))))
        camera = standing_camera(rng, _SIDE, unit, 24)
        table = _Table(camera, random_light(rng), unit, int(rng.integers(1 << 30)), Level())
        ground = self._maker._ground(_SIDE)  # noqa: SLF001 - as the maker's own pictures have it
        dice = self._dice()
        return [self._roll(dice, table, ground) for _ in range(rolls)]

    def _dice(self) -> list[DieStyle]:
        dice = [self._maker.style() for _ in range(int(self.rng.integers(2, 4)))]
        if self._alike:
            one = self._maker.style("d10")
            while not isinstance(one, D10Style):
                one = self._maker.style("d10")
            other = self._maker.glyphs[int(self.rng.integers(len(self._maker.glyphs)))]
            twin = replace(one, glyphs=other, values=tuple(self.rng.permutation(one.values).tolist()))
            dice = [one, twin]
        return dice

    def _roll(self, dice: Sequence[DieStyle], table: _Table, ground: Picture) -> list[Thrown]:
        rng, lying = self.rng, list[PlacedDie]()
        reach = max(1.0, _SIDE / 2 / table.unit - 2.8)
        for style in dice:
            for _ in range(50):
                x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
                face = int(rng.integers(len(style.solid.normals)))
                die = at_rest(style, face, float(rng.uniform(0, 360)), x, y)
                if not collides(die, lying):
                    lying.append(die)
                    break
        picture, truths = render_scene(Scene(lying, table.camera, table.light), ground.copy())
        picture = effects.toned(np.random.default_rng(table.tone), picture, 0.5)
        picture = effects.toned(rng, picture, 0.06)
        picture = effects.blurred(rng, picture, 0.05 * table.unit)
        picture = effects.noisy(rng, picture, 10)
        picture = effects.compressed(rng, picture, 60)
        return self._read(picture, truths, table.level)

    def _read(self, picture: Picture, truths: Sequence[Truth], level: Level) -> list[Thrown]:
        witness = _Witness(self._reader.embedder)
        expect = tuple(truth.kind for truth in truths)
        self._reader.look(picture, expect, learnt=witness, level=level)
        return [self._thrown(picture, truth, witness) for truth in truths]

    def _thrown(self, picture: Picture, truth: Truth, witness: _Witness) -> Thrown:
        label = LABELS[truth.label]
        said, (x, y) = (label.kind, label.face), truth.middle
        for sighting, reading in witness.heard:
            across, down = sighting.box.centre
            if np.hypot(across - x, down - y) > _NEAR * truth.radius:
                continue
            if reading is None:
                return Thrown(said, sighting)
            frame = replace(reading.frame, turn=0.0)
            with suppress(TaughtError):  # its middle lies outside the picture
                example = example_from(picture, frame, Origin.TABLE)
                looks = read_examples([example], self._reader.embedder)
                return Thrown(said, sighting, look_of(picture, reading), example, looks)
        return Thrown(said)


@dataclass(frozen=True, slots=True)
class _Table:
    camera: Camera
    light: Light
    unit: float
    tone: int
    level: Level


@dataclass(slots=True)
class Tally:
    """Dice of some rolls: how many, asked about, wrong in silence; not found; rolls, and those asked."""

    dice: int = 0
    asked: int = 0
    silent: int = 0
    lost: int = 0
    rolls: int = 0
    rolls_asked: int = 0

    def text(self) -> str:
        """In a few words."""
        dice, rolls = max(1, self.dice), max(1, self.rolls)
        return (
            f"asked {self.asked / dice:.1%} of {self.dice} dice,"
            f" {self.rolls_asked / rolls:.1%} of {self.rolls} rolls; silent {self.silent}"
            f" ({self.silent / dice:.2%}); not found {self.lost}"
        )


class Player:
    """Plays evenings with a learning table, or without; a share of what is asked is answered wrongly."""

    def __init__(self, reader: DiceReader, belief: Belief, wrong: float, *, learns: bool) -> None:
        self._embed, self._belief = reader.embedder, belief
        self._wrong, self._learns = wrong, learns
        self._rng = np.random.default_rng(5)
        self.first, self.later = Tally(), Tally()
        self.cases: list[Case] = []

    def play(self, evening: Evening) -> None:
        """Play all rolls of an evening."""
        table = Learnt(self._embed, self._belief)
        for number, roll in enumerate(evening):
            tally = self.first if number < FIRST else self.later
            tally.rolls += 1
            asked = [self._one(table, die, tally) for die in roll]
            tally.rolls_asked += any(asked)

    def _one(self, table: Learnt, die: Thrown, tally: Tally) -> bool:
        before = now = die.sighting
        if before is None or now is None:
            tally.lost += 1
            return False
        tally.dice += 1
        if self._learns and before.status == "unsure" and die.seen is not None:
            weighed = table.weigh(before, die.seen)
            if weighed and before.kind == die.truth[0]:
                places = list(weighed)
                self.cases.append(
                    Case(np.array(list(weighed.values())), places.index(die.truth[1]), places.index(before.face))
                )
            now = table.judge(before, die.seen)
        asked = now.status != "read"
        tally.asked += asked
        tally.silent += not asked and (now.kind, now.face) != die.truth
        if not now.learnt and die.example is not None and die.looks is not None:
            kind, face = self._said(now, die.truth) if asked else (now.kind, now.face)
            table.add(kind, face, die.example, die.looks)
        return asked

    def _said(self, sighting: DieSighting, truth: tuple[str, str]) -> tuple[str, str]:
        """What is answered: who errs takes the guess, or the runner-up of a guess that is right."""
        if self._rng.random() >= self._wrong:
            return truth
        guess = (sighting.kind, sighting.face)
        if guess == truth and sighting.alternatives:
            return sighting.kind, sighting.alternatives[0][0]
        return guess


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A die that was asked about and of which something was learnt.

    Attributes:
        weighed: (faces, 3) what speaks for each face of its kind.
        true, read: places of the face that lies up, and of the one that was read.
    """

    weighed: Array
    true: int
    read: int

    def chances(self, weights: Array) -> Array:
        """(faces,) by so many weights."""
        return np.exp(log_softmax(self.weighed @ weights))


def fit(cases: Sequence[Case]) -> Belief:
    """The belief that says best which face lies up (a conditional logit, by Newton's steps), and its point."""
    weights = np.zeros(3)
    for _ in range(_NEWTON):
        slope, bend = np.zeros(3), 1e-6 * np.eye(3)
        for case in cases:
            chances = case.chances(weights)
            mean = chances @ case.weighed
            slope += case.weighed[case.true] - mean
            bend += (case.weighed * chances[:, None]).T @ case.weighed - np.outer(mean, mean)
        weights = weights + np.linalg.solve(bend, slope)
    weights = np.round(weights, 2)
    sure = np.array([case.chances(weights)[case.read] for case in cases])
    right = np.array([case.true == case.read for case in cases])
    point = operating_point(sure, right, _SILENT)
    taken = sure >= point
    wrong = int((~right[taken]).sum())
    _say(f"{len(cases)} dice that were asked about; {taken.sum()} are sure now, {wrong} of them wrong")
    read, alike, unmet = weights.tolist()
    return Belief(read, alike, unmet, point)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description="Measure what a table gains by learning its dice.")
    parser.add_argument("--models", type=Path, help="folder of the networks; the program's own")
    parser.add_argument("--evenings", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true", help="fit the belief and print it")
    options = parser.parse_args()
    reader = open_reader(options.models, 1)
    if options.fit:
        drawn = _drawn(reader, _FIT_SEED, options.evenings, alike=False)
        drawn += _drawn(reader, _FIT_SEED + 1, options.evenings // 3, alike=True)
        player = Player(reader, replace(BELIEF, point=2.0), 0.0, learns=True)
        for evening in drawn:
            player.play(evening)
        _say(str(fit(player.cases)))
        return 0
    for alike in (False, True):
        drawn = _drawn(reader, options.seed, options.evenings, alike=alike)
        _say("two dice of one body and ink:" if alike else "two or three dice of any kind:")
        for learns, wrong in ((False, 0.0), (True, 0.0), (True, _WRONG)):
            player = Player(reader, BELIEF, wrong, learns=learns)
            for evening in drawn:
                player.play(evening)
            how = f"learning, {wrong:.0%} answered wrongly" if learns else "without"
            _say(f"  {how}: rolls 1 to {FIRST}: {player.first.text()}")
            _say(f"  {' ' * len(how)}  the next ones: {player.later.text()}")
    return 0


def _drawn(reader: DiceReader, seed: int, count: int, *, alike: bool) -> list[Evening]:
    evenings = Evenings(reader, seed, alike=alike)
    return [evenings.evening() for _ in range(count)]


if __name__ == "__main__":
    raise SystemExit(main())
