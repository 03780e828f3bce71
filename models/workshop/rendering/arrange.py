"""How dice come to lie: apart or touching, leaning on something, on top of one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.geometry import rest_rotation, turned
from models.workshop.rendering.scene import PlacedDie
from models.workshop.rendering.style import DieStyle

LEAST_LEAN: Final = 12.0
MOST_LEAN: Final = 40.0
"""Degrees by which cocked dice lean out of rest."""
_STEPS: Final = 8
_FAR: Final = 3.4
"""Middles of any two dice so far apart, in inradii, do not touch."""


def at_rest(style: DieStyle, face: int, yaw: float, x: float, y: float) -> PlacedDie:
    """A die flat on the table with a face up, its `up` `yaw` degrees clockwise from +y."""
    return PlacedDie(style, rest_rotation(style.solid, face, yaw), (x, y, 1.0))


def footprint(die: PlacedDie) -> NDArray[np.float32]:
    """(n, 2) a die's outline from straight above, as if its middle were the origin."""
    corners = die.style.solid.kites.reshape(-1, 3) @ die.rotation.T * (1 - die.style.rounding * 0.2)
    return np.asarray(cv2.convexHull(corners[:, :2].astype(np.float32)), dtype=np.float32)[:, 0]


def contact(one: PlacedDie, other: PlacedDie, angle: float) -> float:
    """How far from `one` the middle of `other` lies at `angle` (radians) where they just touch."""
    ours, theirs = footprint(one), footprint(other)
    way = np.array([np.cos(angle), np.sin(angle)], np.float32)
    low, high = 0.0, _FAR
    for _ in range(_STEPS):
        middle = (low + high) / 2
        shared, _ = cv2.intersectConvexConvex(ours, theirs + middle * way)
        low, high = (middle, high) if shared > 0 else (low, middle)
    return high


def beside(one: PlacedDie, other: PlacedDie, angle: float, gap: float) -> PlacedDie:
    """`other` moved next to `one`, `gap` inradii from touching it."""
    away = contact(one, other, angle) + gap
    x, y, _ = one.position
    at = (x + away * float(np.cos(angle)), y + away * float(np.sin(angle)), other.position[2])
    return PlacedDie(other.style, other.rotation, at)


def leaning(die: PlacedDie, angle: float, degrees: float, floor: float = 0.0) -> PlacedDie:
    """A die whose side towards `angle` (radians) is lifted, its lowest corner on the floor."""
    axis = np.array([np.sin(angle), -np.cos(angle), 0.0])
    rotation = turned(axis, degrees) @ die.rotation
    lowest = float((die.style.solid.kites.reshape(-1, 3) @ rotation.T)[:, 2].min())
    # Rounded corners let a die lie deeper than sharp ones.
    lowest = max(lowest, -1.0 - (-lowest - 1.0) * (1 - die.style.rounding))
    x, y, _ = die.position
    return PlacedDie(die.style, rotation, (x, y, floor - lowest))


def collides(die: PlacedDie, others: Sequence[PlacedDie]) -> bool:
    """Whether a die on the table would stand inside another."""
    ours = footprint(die) + np.array(die.position[:2], np.float32)
    for other in others:
        apart = np.hypot(die.position[0] - other.position[0], die.position[1] - other.position[1])
        if apart > _FAR:
            continue
        theirs = footprint(other) + np.array(other.position[:2], np.float32)
        if cv2.intersectConvexConvex(ours, theirs)[0] > 0:
            return True
    return False
