"""Rolling d10s drawn by the project's renderer, frame by frame, with the moment of rest known."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.workshop.rendering.die import Light
from models.workshop.rendering.geometry import d10_solid, rest_rotation, turned
from models.workshop.rendering.glyphs import stroke_glyphs
from models.workshop.rendering.scene import PlacedDie, Scene, render_scene, table_camera
from models.workshop.rendering.style import D10Style

SIZE = (720, 1280)
INRADIUS = 26.0


@dataclass(frozen=True)
class Landing:
    """Where and how a die comes to lie; x and y in inradii from the middle of the table."""

    value: int
    x: float = 0.0
    y: float = 0.0
    yaw: float = 30.0


class RenderedTable:
    """Draws rolling dice over felt, with fresh sensor noise on every frame."""

    def __init__(self, seed=3, style=None, noise=3.0, tilt=8.0):
        self.random = np.random.default_rng(seed)
        cv2.setRNGSeed(seed)
        self.grains = np.empty((*SIZE, 3), np.int16)
        self.style = style or D10Style(
            glyphs=stroke_glyphs(4), body=(40.0, 30.0, 150.0), ink=(240.0, 240.0, 240.0), seed=1
        )
        self.noise = noise
        self.camera = table_camera(SIZE, INRADIUS, tilt)
        self.light = Light()
        felt = self.random.normal(0, 5, (SIZE[0] // 4, SIZE[1] // 4)).astype(np.float32)
        felt = cv2.resize(felt, SIZE[::-1], interpolation=cv2.INTER_CUBIC)
        tint = np.array([70.0, 105.0, 60.0], np.float32)
        self.felt = np.clip(tint + felt[:, :, None], 0, 255).astype(np.uint8)
        self.empty = self.felt

    def frame(self, *dice):
        """Draw placed dice."""
        image, _ = render_scene(Scene(dice, self.camera, self.light), self.empty)
        cv2.randn(self.grains, 0, self.noise)  # six times as fast as numpy's
        return cv2.add(image, self.grains, dtype=cv2.CV_8U)

    def lying(self, landing):
        """The die at rest."""
        solid = d10_solid(self.style.lean)
        rotation = rest_rotation(solid, self.style.values.index(landing.value), landing.yaw)
        return PlacedDie(self.style, rotation, (landing.x, landing.y, 1.0))

    def rolling(self, landing, left):
        """The die `left` (1 to 0) before it rests: further out, higher, turned further."""
        rest = self.lying(landing)
        direction = np.array([-18.0, 9.0])
        x, y = np.array([landing.x, landing.y]) + direction * left
        axis = np.array([-direction[1], direction[0], 6.0])
        hop = 1.0 + 2.0 * left * abs(np.sin(7.0 * left))
        turn = turned(axis, -720.0 * left)
        return PlacedDie(self.style, turn @ rest.rotation, (float(x), float(y), float(hop)))

    def throw(self, *landings, frames=18, rest=14):
        """Frames of a throw, the last `rest` of them of dice that lie still."""
        for k in range(frames):
            left = (1 - (k + 1) / frames) ** 1.7
            yield self.frame(*(self.rolling(one, left) for one in landings))
        still = [self.lying(one) for one in landings]
        for _ in range(rest):
            yield self.frame(*still)

    def lifted(self, *landings, frames=8):
        """Frames of dice that are taken away upwards and to the side."""
        for k in range(1, frames + 1):
            step = np.array([2.0 * k, -2.0 * k, 0.3 * k])
            yield self.frame(*(_moved(self.lying(one), step) for one in landings))

    def nothing(self, frames=8):
        """Frames of the empty table."""
        for _ in range(frames):
            yield self.frame()


def _moved(die, step):
    x, y, z = (float(value) for value in np.array(die.position) + step)
    return PlacedDie(die.style, die.rotation, (x, y, z))
