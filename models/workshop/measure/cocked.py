"""Whether a die that leans is called cocked: `python -m models.workshop.measure.cocked`.

Draws evenings before one camera that nobody calibrated: dice never seen in training are thrown one at a
time, some flat dice first; of the next ones every third leans on something by 12 to 40 degrees. Says how
leaning and flat dice were called, each by itself, and knowing from those before how the table lies. With
`--fit` it fits how far the network and where up is on a die tell that it leans (`vision.level`).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from calibration.arrays import Picture
from models.workshop.measure.is_die import regress
from models.workshop.rendering import effects
from models.workshop.rendering.arrange import LEAST_LEAN, MOST_LEAN, at_rest, leaning
from models.workshop.rendering.die import Light, Truth, random_light
from models.workshop.rendering.geometry import Camera, standing_camera
from models.workshop.rendering.scene import Scene, render_scene
from models.workshop.training.dice import Maker
from vision.decide import logit
from vision.level import Level
from vision.reader import DiceReader, open_reader

_SIDE: Final = 480
_FIRST: Final = 6
_THROWS: Final = 24
_NEAR: Final = 0.4
_STEEP: Final = 25.0
_KINDS: Final = ("d10", "d00", "pips", "numeral")


@dataclass(frozen=True, slots=True)
class Throw:
    """One die of an evening: the picture, whether it leans, and what is true of it."""

    image: Picture
    leans: bool
    truth: Truth


class Evenings:
    """Draws evenings of single throws."""

    def __init__(self, seed: int) -> None:
        self._maker = Maker(seed, held_out=True, kinds=_KINDS)
        self.rng = self._maker.rng

    def evening(self) -> list[Throw]:
        """Draw one: its first dice lie flat."""
        rng = self.rng
        unit = float(np.exp(rng.uniform(np.log(10), np.log(22))))
        camera = standing_camera(rng, _SIDE, unit, _STEEP)
        ground, light = self._maker._ground(_SIDE), random_light(rng)  # noqa: SLF001 - as the maker's own
        lean = [number >= _FIRST and number % 3 == 0 for number in range(_THROWS)]
        return [self._throw(camera, light, ground, leans=leans) for leans in lean]

    def _throw(self, camera: Camera, light: Light, ground: Picture, *, leans: bool) -> Throw:
        rng, style = self.rng, self._maker.style()
        reach = 0.25 * _SIDE * camera.position[2] / camera.focal
        x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
        face = int(rng.integers(len(style.solid.normals)))
        die = at_rest(style, face, float(rng.uniform(0, 360)), x, y)
        if leans:
            lean = float(rng.uniform(LEAST_LEAN, MOST_LEAN))
            die = leaning(die, float(rng.uniform(0, 2 * np.pi)), lean)
        picture, truths = render_scene(Scene([die], camera, light), ground.copy())
        picture = effects.toned(rng, picture, 0.3)
        picture = effects.blurred(rng, picture, 1.2)
        picture = effects.noisy(rng, picture, 12)
        return Throw(effects.compressed(rng, picture, 50), leans, truths[0])


def play(reader: DiceReader, evening: list[Throw], called: Counter[tuple[str, bool, str]]) -> None:
    """Count how the dice of an evening are called: by themselves, and by those before."""
    level = Level()
    for number, throw in enumerate(evening):
        expect = (throw.truth.kind,)
        for how, known in (("alone", None), ("evening", level)):
            # A roll that settles is looked at thrice.
            looks = [reader.look(throw.image, expect, level=known) for _ in range(3 if known else 1)]
            near = [one.status for one in looks[-1] if _upon(one.box.centre, throw.truth)]
            if number >= _FIRST:
                called[how, throw.leans, near[0] if near else "not found"] += 1


def evidence(reader: DiceReader, throw: Throw) -> tuple[float, float, float] | None:
    """What tells a throw's lean; None where the die was not found."""
    for _, reading in reader.examine(throw.image):
        if _upon((reading.frame.x, reading.frame.y), throw.truth):
            up = throw.truth.up
            aside = float(np.hypot(reading.up[0] - up[0], reading.up[1] - up[1]))
            return 1.0, logit(reading.cocked), aside
    return None


def _upon(at: tuple[float, float], truth: Truth) -> bool:
    apart = np.hypot(at[0] - truth.middle[0], at[1] - truth.middle[1])
    return bool(apart < _NEAR * truth.radius)


def main() -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description="Measure whether leaning dice are called cocked.")
    parser.add_argument("--models", type=Path, help="folder of the networks; the program's own")
    parser.add_argument("--evenings", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true", help="fit the weights and print them")
    options = parser.parse_args()
    reader = open_reader(options.models, 1)
    drawn = Evenings(options.seed)
    if options.fit:
        throws = [one for _ in range(options.evenings) for one in drawn.evening()[_FIRST:]]
        rows = [(found, one.leans) for one in throws if (found := evidence(reader, one))]
        truth = np.array([lean for _, lean in rows], np.float64)
        weights = regress(np.array([row for row, _ in rows]), truth)
        sys.stdout.write(f"{len(rows)} dice: {np.round(weights, 3).tolist()}\n")
        return 0
    called: Counter[tuple[str, bool, str]] = Counter()
    for _ in range(options.evenings):
        play(reader, drawn.evening(), called)
    for how in ("alone", "evening"):
        for leans in (True, False):
            row = {word: n for (by, lean, word), n in called.items() if (by, lean) == (how, leans)}
            total = sum(row.values())
            words = ", ".join(f"{word} {n / total:.1%}" for word, n in sorted(row.items()))
            sys.stdout.write(f"{how}: {total} that {'lean' if leans else 'lie flat'}: {words}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
