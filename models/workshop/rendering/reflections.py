"""Lamps mirrored in glossy faces that are not quite flat: spots, arcs and rings of light.

A moulded face is a shallow dish or bulges a little, and tumbling rounds its rim. So each place of it
leans another way, and mirrors what stands in another direction: of a round lamp, or of light from
all sides of a tray, it shows a closed line of light around what is printed there.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_SIDE: Final = 64
_ACROSS, _DOWN = np.meshgrid(np.linspace(-1, 1, _SIDE), np.linspace(-1, 1, _SIDE))


def reflection(rng: np.random.Generator) -> NDArray[np.uint8]:
    """(_SIDE, _SIDE) of light that one face mirrors; its rim is the square's.

    The face leans by `slope`, the farther from its middle the more, and as a whole by `off`. It is
    light where that direction is one of the lamp's: a spot, or a ring about it with gaps.
    """
    corner = float(rng.uniform(2.0, 5.0))  # A superellipse: from a circle to nearly the face's square
    radius = (np.abs(_ACROSS) ** corner + np.abs(_DOWN) ** corner) ** (1 / corner) + 1e-6
    growth = float(rng.uniform(0.6, 3.5))
    angle = np.arctan2(_DOWN, _ACROSS) + float(rng.uniform(-0.2, 0.2))
    slope = radius**growth
    off = rng.normal(0, 0.22, 2)
    leans = np.hypot(slope * np.cos(angle) - off[0], slope * np.sin(angle) - off[1])
    ring = rng.random() < 0.75
    lamp = float(rng.uniform(0.2, 0.95)) if ring else 0.0
    width = float(rng.uniform(0.03, 0.16) if ring else rng.uniform(0.1, 0.4))
    light = np.exp(-(((leans - lamp) / width) ** 2))
    if ring:
        turns = int(rng.integers(1, 5))
        wave = np.cos(turns * angle + float(rng.uniform(0, 2 * np.pi)))
        light *= np.clip(float(rng.uniform(-0.4, 1.2)) + wave * float(rng.uniform(0, 1.5)), 0, 1)
    return np.asarray(255 * light, dtype=np.uint8)
