"""Whole pictures of a table with dice on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from models.training.render.die import Light, Truth, render_die
from models.training.render.geometry import Camera, camera_above, d10_solid, rest_rotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.training.render.style import D10Style


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die somewhere in the world: `position` of its middle in inradii, z = 1 at rest."""

    style: D10Style
    rotation: NDArray[np.float64]
    position: tuple[float, float, float] = (0.0, 0.0, 1.0)


def lying(style: D10Style, value: int, yaw: float, x: float = 0.0, y: float = 0.0) -> PlacedDie:
    """A die at rest on the table with `value` up, its apex `yaw` degrees clockwise from away."""
    face = style.values.index(value)
    return PlacedDie(style, rest_rotation(d10_solid(style.lean), face, yaw), (x, y, 1.0))


def table_camera(
    size: tuple[int, int], inradius: float, tilt: float = 0.0, distance: float = 25.0
) -> Camera:
    """A camera over the middle of the table.

    Args:
        size: rows and columns of the picture.
        inradius: pixels to one inradius at the middle; a die seen from above is about 2.6 inradii
            across.
        tilt: degrees away from straight above.
        distance: in inradii.
    """
    middle = ((size[1] - 1) / 2, (size[0] - 1) / 2)
    return camera_above((0.0, 0.0, 0.0), tilt, distance, inradius, middle)


@dataclass(frozen=True, slots=True)
class Scene:
    """Dice on a ground under a light."""

    dice: Sequence[PlacedDie]
    camera: Camera
    light: Light = field(default_factory=Light)


def render_scene(
    scene: Scene, background: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], tuple[Truth, ...]]:
    """Draw a scene.

    Args:
        scene: what to draw; dice farther from the camera are drawn first.
        background: (H, W, 3) uint8 of the empty table, left as it is.

    Returns:
        The picture and the truth of every die, in the order of `scene.dice`.
    """
    picture = np.array(background, dtype=np.uint8, copy=True)

    def nearness(index: int) -> float:
        return -float(np.linalg.norm(scene.camera.position - np.array(scene.dice[index].position)))

    truths: dict[int, Truth] = {}
    for index in sorted(range(len(scene.dice)), key=nearness):
        die = scene.dice[index]
        truths[index] = render_die(
            picture, die.style, die.rotation, die.position, scene.camera, scene.light
        )
    return picture, tuple(truths[index] for index in range(len(scene.dice)))
