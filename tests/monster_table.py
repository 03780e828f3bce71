"""Six monster dice drawn by the project's renderer: taught from a few pictures, then thrown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.framing import FRAME, Frame
from models.workshop.rendering.arrange import at_rest
from models.workshop.rendering.cube import CubeStyle, Sculpture
from models.workshop.rendering.die import Light
from models.workshop.rendering.scene import Scene, render_scene, table_camera
from vision.taught.bank import make_ready
from vision.taught.sets import Origin, TaughtSet, example_from

SIZE = (540, 960)
INRADIUS = 26.0
FACES = ("S", "2", "3", "4", "5", "6")
LOOKS = {
    "md.teeth": (0, (235, 235, 235), (40, 30, 160)),
    "md.squid": (1, (170, 80, 40), (240, 240, 240)),
    "md.devil": (2, (40, 40, 190), (250, 250, 250)),
    "md.spider": (3, (45, 45, 45), (90, 230, 240)),
    "md.dimwit": (4, (60, 190, 220), (60, 20, 20)),
    "md.eye": (5, (80, 150, 50), (240, 240, 240)),
}
"""Symbol, body and ink of each kind; blue, green, red."""

STYLES = {
    kind: CubeStyle(
        body=tuple(map(float, body)),
        second=tuple(map(float, body)),
        ink=tuple(map(float, ink)),
        sculpture=Sculpture(symbol, inked=True),
    )
    for kind, (symbol, body, ink) in LOOKS.items()
}


@dataclass(frozen=True)
class Lying:
    """A die that lies there; x and y in inradii from the middle of the table."""

    kind: str
    face: str
    x: float
    y: float = 0.0
    yaw: float = 30.0


def row(*dice, y=0.0, turned=17.0):
    """Dice given as `(kind, face)`, side by side from left to right."""
    left = -2.9 * (len(dice) - 1)
    return tuple(
        Lying(kind, face, left + 5.8 * n, y + (n % 2) * 1.5, turned + 47.0 * n) for n, (kind, face) in enumerate(dice)
    )


class MonsterTable:
    """Draws dice at rest over felt, with fresh noise on every frame."""

    def __init__(self, seed=3, noise=2.0, tilt=8.0):
        self.random = np.random.default_rng(seed)
        self.noise = noise
        self.camera = table_camera(SIZE, INRADIUS, tilt)
        felt = self.random.normal(0, 4, (*SIZE, 1))
        self.felt = np.clip(np.array([70.0, 105.0, 60.0]) + felt, 0, 255).astype(np.uint8)

    def drawn(self, *dice):
        """One frame and the truth of each die."""
        placed = [self._placed(one) for one in dice]
        image, truths = render_scene(Scene(placed, self.camera, Light()), self.felt)
        grains = self.random.normal(0, self.noise, image.shape)
        return np.clip(image + grains, 0, 255).astype(np.uint8), truths

    def still(self, *dice, frames=14):
        """Frames of dice that lie still."""
        for _ in range(frames):
            yield self.drawn(*dice)[0]

    def _placed(self, one):
        style = STYLES[one.kind]
        value = 1 if one.face == "S" else int(one.face)
        return at_rest(style, style.values.index(value), one.yaw, one.x, one.y)


def taught_set(kinds=tuple(STYLES), pictures=3):
    """A set taught from some pictures of each face, on a table and in places of its own."""
    table = MonsterTable(seed=91, tilt=4.0)
    known = TaughtSet("monsters")
    for kind in kinds:
        for face in FACES:
            for n in range(pictures):
                die = Lying(kind, face, -8.0 + 7.0 * n, 3.0 * n - 3.0, 40.0 + 110.0 * n)
                image, (truth,) = table.drawn(die)
                x, y = (float(v) for v in truth.middle)
                frame = Frame(x, y, FRAME * truth.radius)
                known = known.with_example(kind, face, example_from(image, frame, Origin.LIVE))
    return known


def taught_dice(reader, kinds=tuple(STYLES)):
    """The same, made ready for a reader."""
    return make_ready(taught_set(kinds), reader.embedder)
