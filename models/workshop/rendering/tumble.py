"""How a die is thrown: in from the rim, over its edges, and flat onto a face at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.geometry import d10_solid, rest_rotation, turned
from models.workshop.rendering.scene import PlacedDie
from models.workshop.rendering.style import D10Style

_SLOWING: Final = 1.7
_TOPPLE: Final = 28.0
"""From an edge onto the face beside it, degrees."""
_TOPPLE_FROM: Final = 0.86
_ROLLING_RADIUS: Final = 1.2


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: where the die comes from, and how it ends.

    Attributes:
        style: the die's looks.
        value: the face up at the end.
        spot: where it comes to lie, in inradii on the table.
        yaw: its apex then, degrees clockwise from away.
        start: where it comes into being, in inradii on the table.
        hop: height of its bounces in inradii.
        twist: how far it turns about the upright axis on its way, degrees.
        seconds: from there to rest.
    """

    style: D10Style
    value: int
    spot: tuple[float, float]
    yaw: float
    start: tuple[float, float]
    hop: float
    twist: float
    seconds: float

    def at(self, time: float) -> PlacedDie:
        """Return the die `time` seconds after it was let go; from `seconds` on it lies still.

        It slows down as felt slows it, rolls over the length of its way, bounces ever lower, and
        at last topples from an edge, ever faster, onto its face.
        """
        done = min(max(time / self.seconds, 0.0), 1.0)
        way = np.array(self.start) - np.array(self.spot)
        left = (1 - done) ** _SLOWING
        x, y = np.array(self.spot) + way * left
        rotation = self._turn(done, way, left) @ self._at_rest()
        bounce = self.hop * left * abs(float(np.cos(11.0 * done)))
        height = -float(self._lowest(rotation)) + bounce
        return PlacedDie(self.style, rotation, (float(x), float(y), height))

    def _at_rest(self) -> NDArray[np.float64]:
        solid = d10_solid(self.style.lean)
        return rest_rotation(solid, self.style.values.index(self.value), self.yaw)

    def _turn(self, done: float, way: NDArray[np.float64], left: float) -> NDArray[np.float64]:
        if done >= 1.0:
            return np.eye(3)
        length = float(np.linalg.norm(way))
        # Rolling towards -way turns the die about the level axis to the left of that direction.
        axis = np.array([way[1], -way[0], 0.0]) / length
        if done >= _TOPPLE_FROM:
            rest = (done - _TOPPLE_FROM) / (1 - _TOPPLE_FROM)
            rolled = _TOPPLE * (1 - rest**2)
        else:
            before = left - (1 - _TOPPLE_FROM) ** _SLOWING
            rolled = _TOPPLE + float(np.rad2deg(before * length / _ROLLING_RADIUS))
        upright = np.array([0.0, 0.0, 1.0])
        return turned(upright, self.twist * left) @ turned(axis, rolled)

    def _lowest(self, rotation: NDArray[np.float64]) -> float:
        corners = d10_solid(self.style.lean).kites.reshape(-1, 3) @ rotation.T
        return float(corners[:, 2].min())


def chance_throw(rng: np.random.Generator, style: D10Style, value: int, last: tuple[float, float] | None) -> Throw:
    """A throw by chance that ends with `value` up, well away from where the last die lay.

    Args:
        rng: chance; how much it is used does not depend on `value`.
        style: the die's looks.
        value: the face to end on.
        last: where the die before came to lie.
    """
    spots = np.stack([rng.uniform(-4.8, 4.8, 16), rng.uniform(-2.5, 2.4, 16)], axis=1)
    far = [spot for spot in spots if last is None or np.hypot(*(spot - np.array(last))) > 3.4]
    spot = far[0] if far else spots[0]
    side = 1.0 if rng.random() < 0.5 else -1.0
    start = (side * 11.6, float(rng.uniform(-3.5, 3.5)))
    return Throw(
        style,
        value,
        (float(spot[0]), float(spot[1])),
        float(rng.uniform(0, 360)),
        start,
        float(rng.uniform(1.0, 2.6)),
        float(rng.uniform(-220, 220)),
        float(rng.uniform(0.42, 0.58)),
    )
