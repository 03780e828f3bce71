"""A scene: where dice lie, where the camera and the lamps are, and what is true of each die.

The table is the plane z = 0 in millimetres. In camera axes x points right in the picture, y down
and z ahead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.workshop.independent import catalogue

STEEPEST: Final = 25.0
"""Degrees between the table's normal and the way from a die to the camera, at most."""
SMALLEST: Final = 45
LARGEST: Final = 110
"""Pixels, the root of a die's box's area."""
_TRIES: Final = 4000
_MARGIN: Final = 8
"""Pixels between a die's box and the picture's rim, at least."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera.

    Attributes:
        place: (3,) where it stands.
        axes: (3, 3) rows: right, down and ahead in the world.
        focal: in pixels.
        size: width and height of the picture.
    """

    place: NDArray[np.float64]
    axes: NDArray[np.float64]
    focal: float
    size: tuple[int, int]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 2) pixels of points (n, 3)."""
        seen = (points - self.place) @ self.axes.T
        return self.focal * seen[:, :2] / seen[:, 2:] + np.array(self.size) / 2

    def on_table(self, pixel: NDArray[np.float64], height: float) -> NDArray[np.float64]:
        """(3,) where the ray of a pixel crosses the height."""
        flat = (pixel - np.array(self.size) / 2) / self.focal
        ray = flat @ self.axes[:2] + self.axes[2]
        found: NDArray[np.float64] = self.place + ray * (height - self.place[2]) / ray[2]
        return found


@dataclass(frozen=True, slots=True)
class Lying:
    """A die as it lies.

    Attributes:
        die: which.
        number: of the side that is up.
        turn: (3, 3) rotation from the die's own axes to the world.
        place: (3,) of its centre.
    """

    die: catalogue.Die
    number: int
    turn: NDArray[np.float64]
    place: NDArray[np.float64]

    def placed(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (n, 3) of the die in the world."""
        return points @ self.turn.T + self.place


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of a die in a picture.

    Attributes:
        value: as printed on the side that is up.
        box: x, y, w and h of its silhouette in pixels.
        tilt: degrees between the table's normal and the way from the die to the camera.
        up: the table's normal less its part along the line of sight, right and down in the picture.
    """

    value: str
    box: tuple[float, float, float, float]
    tilt: float
    up: tuple[float, float]


def truth(lying: Lying, outline: NDArray[np.float64], camera: Camera) -> Truth:
    """What is true of a die whose surface has the points `outline` (n, 3) in the world."""
    seen = camera.project(outline)
    low, high = seen.min(axis=0), seen.max(axis=0)
    ray = camera.axes @ (lying.place - camera.place)
    ray /= np.linalg.norm(ray)
    normal = camera.axes[:, 2]
    up = normal - (normal @ ray) * ray
    tilt = float(np.degrees(np.arccos(np.clip(-normal @ ray, -1, 1))))
    box = (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))
    return Truth(lying.die.printed(lying.number), box, tilt, (float(up[0]), float(up[1])))


def up_turn(die: catalogue.Die, number: int, spin: float) -> NDArray[np.float64]:
    """Rotation that brings the numbered side up and turns the die by `spin` about the vertical."""
    side = die.solid.side(number)
    right = np.array([np.cos(spin), np.sin(spin), 0.0])
    ahead = np.array([-np.sin(spin), np.cos(spin), 0.0])
    world = np.stack([right, ahead, [0.0, 0.0, 1.0]], axis=1)
    return world @ np.stack([side.right, side.up, side.normal])


def aimed(rng: np.random.Generator, size: tuple[int, int], width: float) -> Camera:
    """A camera over the table in which a die of 18 mm is about `width` pixels wide.

    Directions are uniform in solid angle within STEEPEST of the vertical. Mostly it stands at the
    picture's lower side, as where a person sits; one in four is turned anyhow.
    """
    cosine = rng.uniform(np.cos(np.deg2rad(STEEPEST)), 1.0)
    lean = float(np.arccos(cosine))
    angle = rng.uniform(30, 56 if lean < np.deg2rad(10) else 40)
    focal = size[0] / 2 / np.tan(np.deg2rad(angle / 2))
    away = focal * 18.0 / width
    roll = rng.uniform(-np.pi, np.pi) if rng.random() < 0.25 else rng.normal() * 0.12
    ahead = np.array([0.0, np.sin(lean), -np.cos(lean)])
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(ahead, right)
    flat = np.cos(roll) * right + np.sin(roll) * down
    axes = np.stack([flat, np.cross(ahead, flat), ahead])
    return Camera(-away * ahead, axes, float(focal), size)


def laid(
    wanted: list[tuple[catalogue.Die, int]], camera: Camera, rng: np.random.Generator, gap: float
) -> list[Lying] | None:
    """Dice on the table, none over another, all whole in the picture; None where there is no room.

    Args:
        wanted: the dice, and the side of each that is up.
        camera: that looks at them.
        rng: where they fall.
        gap: millimetres between two dice, at least.
    """
    found: list[Lying] = []
    for die, number in wanted:
        turn = up_turn(die, number, float(rng.uniform(0, 2 * np.pi)))
        corners = np.concatenate([side.corners for side in die.solid.sides])
        for _ in range(_TRIES // len(wanted)):
            pixel = rng.uniform([0, 0], camera.size)
            lying = Lying(die, number, turn, camera.on_table(pixel, die.solid.depth))
            if _fits(lying, corners, camera) and all(_apart(lying, o, gap) for o in found):
                found.append(lying)
                break
        else:
            return None
    return found


def _fits(lying: Lying, corners: NDArray[np.float64], camera: Camera) -> bool:
    seen = truth(lying, lying.placed(corners), camera)
    x, y, w, h = seen.box
    whole = x >= _MARGIN and y >= _MARGIN
    whole = whole and x + w <= camera.size[0] - _MARGIN and y + h <= camera.size[1] - _MARGIN
    large = SMALLEST <= (w * h) ** 0.5 <= LARGEST
    return whole and large and seen.tilt <= STEEPEST


def _apart(one: Lying, other: Lying, gap: float) -> bool:
    """Their outlines from above are apart: some line between their centres' line separates them."""
    way = (other.place - one.place)[:2]
    away = float(np.linalg.norm(way))
    if away < 1e-6:
        return False
    way /= away
    reach = 0.0
    for lying, sign in ((one, 1.0), (other, -1.0)):
        corners = np.concatenate([side.corners for side in lying.die.solid.sides])
        reach += float(((corners @ lying.turn.T)[:, :2] @ (sign * way)).max())
    return away > reach + gap


def arranged(
    wanted: list[tuple[catalogue.Die, int]],
    size: tuple[int, int],
    widths: tuple[float, float],
    rng: np.random.Generator,
    gap: float,
) -> tuple[Camera, list[Lying]]:
    """A camera and dice before it; looked for until all fit, with so many millimetres between.

    Raises:
        ValueError: nothing fits even with small dice.
    """
    for trial in range(60):
        width = float(rng.uniform(widths[0], max(widths[0] + 1, widths[1] - trial)))
        camera = aimed(rng, size, width)
        found = laid(wanted, camera, rng, gap)
        if found is not None:
            return _shifted(camera, found)
    raise ValueError(f"{len(wanted)} dice do not fit into {size[0]} by {size[1]} pixels")


def _shifted(camera: Camera, found: list[Lying]) -> tuple[Camera, list[Lying]]:
    """The same with the dice's middle at the origin: tables and trays are built around it."""
    middle = np.mean([lying.place for lying in found], axis=0) * [1, 1, 0]
    moved = [replace(lying, place=lying.place - middle) for lying in found]
    return replace(camera, place=camera.place - middle), moved
