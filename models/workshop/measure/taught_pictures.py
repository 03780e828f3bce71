"""Rendered monster dice to measure teaching on: taught on one table, played on another.

Symbols, numerals and grounds are those kept back from training. Needs the recipe's renderer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.framing import FRAME, Frame
from models.labels import SYMBOLS
from models.workshop.rendering import effects, surfaces
from models.workshop.rendering.arrange import at_rest, beside
from models.workshop.rendering.cube import CubeStyle, random_sculpted_cube
from models.workshop.rendering.die import Light, random_light
from models.workshop.rendering.geometry import camera_above
from models.workshop.rendering.glyphs import stroke_glyphs
from models.workshop.rendering.scene import PlacedDie, Scene, render_scene

KINDS: Final = ("teeth", "squid", "devil", "spider", "dimwit", "eye")
FACES: Final = ("S", "2", "3", "4", "5", "6")
_SIDE: Final = 180
_GROUNDS: Final = 40
_CAMERA: Final = 0.5
"""How far two tables differ in exposure, contrast and white balance; see `effects.toned`."""
_LEFT_OUT: Final = 2
"""Kinds of a set of which one face is not taught, though it is played."""
_TAUGHT_TILT: Final = 20.0
_PLAYED_TILT: Final = 25.0
"""Degrees from straight above; the program asks for less than 25."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of one die.

    Attributes:
        kind: empty for a stranger, that was never taught.
        face: as taught.
        image: (H, W, 3) uint8, blue-green-red.
        frame: where the die lies, as exactly as the reader frames it.
        up: where the table's upward normal points; see `models.framing.context`.
    """

    kind: str
    face: str
    image: NDArray[np.uint8]
    frame: Frame
    up: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A set of dice, the pictures that teach it and those that are played."""

    taught: tuple[Shot, ...]
    played: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Where and how pictures are taken: a ground, a lamp, a camera's own tones."""

    ground: NDArray[np.uint8]
    light: Light
    tone: int
    tilt: float
    units: tuple[float, float]


class Photographer:
    """Draws trials.

    Args:
        seed: fixes everything it will draw.
    """

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng((seed, 77))
        self._glyphs = stroke_glyphs(1)
        grounds = np.random.default_rng((seed, 78))
        self._grounds = [surfaces.ground(grounds) for _ in range(_GROUNDS)]

    def trial(self, examples: int = 3, plays: int = 60, strangers: int = 10, *, alike: bool = False) -> Trial:
        """Six kinds of dice with a sculpted side each, and pips.

        Args:
            examples: pictures of each face that teach.
            plays: dice on the other table.
            strangers: dice on it that were never taught.
            alike: all six of one material and one kind of pips; only the symbols differ.
        """
        rng = self.rng
        styles = self._styles(len(KINDS) + 2, alike=alike)
        school, table = self._table(_TAUGHT_TILT, (18, 40)), self._table(_PLAYED_TILT, (11, 40))
        left_out = {
            (KINDS[kind], str(rng.choice(FACES))) for kind in rng.choice(len(KINDS), _LEFT_OUT, replace=False).tolist()
        }
        taught = [
            self._shot(styles[kind], name, face, school)
            for kind, name in enumerate(KINDS)
            for face in FACES
            for _ in range(examples if (name, face) not in left_out else 0)
        ]
        played = []
        for _ in range(plays):
            kind, face = int(rng.integers(len(KINDS))), str(rng.choice(FACES))
            if rng.random() < 1 / 3:
                face = "S"
            played.append(self._shot(styles[kind], KINDS[kind], face, table))
        for number in range(strangers):
            style = self._styles(1, alike=False)[0] if number % 2 else styles[-1 - number % 4 // 2]
            played.append(self._shot(style, "", "S" if number % 2 == 0 else "4", table))
        return Trial(tuple(taught), tuple(played))

    def _styles(self, count: int, *, alike: bool) -> list[CubeStyle]:
        rng = self.rng
        symbols = rng.permutation(SYMBOLS)[:count] + SYMBOLS
        styles: list[CubeStyle] = []
        for symbol in symbols.tolist():
            style = random_sculpted_cube(rng, self._glyphs, symbol)
            if alike and styles and styles[0].sculpture is not None:
                style = replace(styles[0], sculpture=replace(styles[0].sculpture, symbol=symbol))
            elif style.sculpture is not None:
                style = replace(style, glyphs=None, sculpture=replace(style.sculpture, faces=(1,)))
            styles.append(style)
        return styles

    def _table(self, tilt: float, units: tuple[float, float]) -> Table:
        rng = self.rng
        ground = self._grounds[int(rng.integers(len(self._grounds)))]
        return Table(
            surfaces.cut_ground(rng, ground, (900, 900)),
            random_light(rng),
            int(rng.integers(2**31)),
            tilt,
            units,
        )

    def _shot(self, style: CubeStyle, kind: str, face: str, table: Table) -> Shot:
        rng = self.rng
        value = 1 if face == "S" else int(face)
        die = at_rest(style, style.values.index(value), float(rng.uniform(0, 360)), 0.0, 0.0)
        dice = [die]
        if rng.random() < 0.2:
            dice.append(self._neighbour(die, style))
        unit = float(np.exp(rng.uniform(*np.log(table.units))))
        side = max(_SIDE, int(unit * 4.5))
        tilt, roll = float(rng.uniform(0, table.tilt)), float(rng.uniform(-30, 30))
        middle = (side / 2, side / 2)
        camera = camera_above((0.0, 0.0, 0.8), tilt, float(rng.uniform(18, 60)), unit, middle, roll=roll)
        left, top = (int(v) for v in rng.integers(0, table.ground.shape[0] - side, 2))
        ground = table.ground[top : top + side, left : left + side]
        picture, truths = render_scene(Scene(dice, camera, table.light), ground)
        picture = effects.toned(np.random.default_rng(table.tone), picture, _CAMERA)
        picture = effects.toned(rng, picture, 0.25)
        picture = effects.blurred(rng, picture, 0.04 * unit)
        picture = effects.noisy(rng, picture, 12)
        picture = effects.compressed(rng, picture, 60)
        truth = truths[0]
        away = rng.normal(0, 0.03, 2) * truth.radius
        frame = Frame(
            float(truth.middle[0] + away[0]),
            float(truth.middle[1] + away[1]),
            FRAME * truth.radius * float(np.exp(rng.normal(0, 0.05))),
        )
        return Shot(kind, face if kind else "", picture, frame, truth.up)

    def _neighbour(self, die: PlacedDie, style: CubeStyle) -> PlacedDie:
        rng = self.rng
        other = at_rest(style, int(rng.integers(6)), float(rng.uniform(0, 360)), 0.0, 0.0)
        return beside(die, other, float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.05, 0.6)))
