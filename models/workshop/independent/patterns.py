"""Colours that vary from place to place: marbled and wooden dice, tables, cloth, paper, a room."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.independent import lettering, solids

Colour = tuple[float, float, float]
"""Linear red, green and blue, each 0..1."""
TABLE: Final = 1536
"""Pixels across a table's picture."""


def linear(colour: str) -> Colour:
    """A web colour such as "#aa3311" as linear light (IEC 61966-2-1)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    r, g, b = (((p + 0.055) / 1.055) ** 2.4 if p > 0.04045 else p / 12.92 for p in parts)
    return (r, g, b)


def _mixed(weight: NDArray[np.float64], low: Colour, high: Colour) -> NDArray[np.float32]:
    """The one colour where the weight is 0, the other where it is 1."""
    part = np.clip(weight, 0, 1)[..., None]
    return np.asarray((1 - part) * np.array(low) + part * np.array(high), np.float32)


def waves(points: NDArray[np.float64], rng: np.random.Generator, scale: float) -> NDArray[np.float64]:
    """Smooth noise in about -1..1 at points (..., 3): plane waves of many directions and lengths."""
    total = np.zeros(points.shape[:-1])
    for _ in range(14):
        way = rng.normal(size=3)
        way *= rng.uniform(0.6, 2.6) / scale / np.linalg.norm(way)
        total += np.sin(points @ way + rng.uniform(0, 2 * np.pi))
    return total / 4


def body_atlas(
    solid: solids.Solid, kind: str, colours: tuple[Colour, Colour], rng: np.random.Generator
) -> NDArray[np.float32]:
    """Colour of a die's body, (3 TILE, 4 TILE, 3), continuous over edges since it is cut from a block."""
    tile = lettering.TILE
    ramp = (np.arange(tile) + 0.5) / tile * 2 - 1
    x, y = np.meshgrid(ramp, -ramp)
    points = np.zeros((3 * tile, 4 * tile, 3))
    for place, side in enumerate(solid.sides):
        column, row = solids.tile_of(place)
        where = side.centre + solid.reach * (x[..., None] * side.right + y[..., None] * side.up)
        top = (2 - row) * tile
        points[top : top + tile, column * tile : (column + 1) * tile] = where
    match kind:
        case "speckle":
            weight = (waves(points, rng, 0.28) > rng.uniform(0.8, 1.05)).astype(np.float64)
        case "wood":
            grain = points @ np.array([1.0, 0.15, 0.1]) + 0.5 * waves(points, rng, 6.0)
            weight = 0.5 + 0.35 * np.sin(3.2 * grain) + 0.25 * waves(points * [3, 1, 3], rng, 0.7)
        case _:
            bent = points + 1.6 * np.stack([waves(points, rng, 3.0) for _ in range(3)], axis=-1)
            weight = 0.5 + 0.9 * waves(bent, rng, 2.4)
    return _mixed(weight, *colours)


def _cloud(rng: np.random.Generator, across: int, down: int) -> NDArray[np.float64]:
    """Smooth noise of about unit spread, (TABLE, TABLE), with so many blots across and down."""
    small = rng.normal(size=(down, across)).astype(np.float32)
    return np.asarray(cv2.resize(small, (TABLE, TABLE), interpolation=cv2.INTER_CUBIC), np.float64)


def table_picture(kind: str, colours: tuple[Colour, Colour], rng: np.random.Generator) -> NDArray[np.float32]:
    """A table's colour, (TABLE, TABLE, 3)."""
    match kind:
        case "wood":
            y = np.linspace(0, 1, TABLE)[:, None]
            rings = np.sin(2 * np.pi * (rng.uniform(9, 22) * y + 0.5 * _cloud(rng, 3, 6)))
            weight = 0.5 + 0.25 * rings + 0.16 * _cloud(rng, 12, 500) + 0.08 * _cloud(rng, 40, TABLE)
            seams = np.abs((y * rng.integers(4, 8)) % 1 - 0.5) > 0.494
            weight = np.where(seams, 1.4, weight)
        case "felt":
            weight = 0.45 + 0.05 * rng.normal(size=(TABLE, TABLE)) + 0.07 * _cloud(rng, 300, 300)
            weight += 0.08 * _cloud(rng, 9, 9)
        case "paper":
            weight = 0.12 + 0.03 * _cloud(rng, 400, 400) + 0.03 * _cloud(rng, 12, 12)
            if rng.random() < 0.6:
                gap = int(rng.integers(26, 44))
                weight[::gap] += 0.5
                weight[1::gap] += 0.5
                if rng.random() < 0.6:
                    weight[:, ::gap] += 0.5
        case "mat":
            weight = _mat(rng)
        case "stone":
            weight = 0.35 + 0.2 * np.sum([_cloud(rng, n, n) for n in (7, 40, 160)], axis=0)
        case _:
            weight = 0.2 + 0.04 * _cloud(rng, 200, 200) + 0.06 * _cloud(rng, 7, 7)
    return _mixed(weight, *colours)


def _mat(rng: np.random.Generator) -> NDArray[np.float64]:
    """A printed play mat: zones, rings and rays over a cloudy ground."""
    weight = 0.3 + 0.12 * _cloud(rng, 10, 10) + 0.06 * _cloud(rng, 60, 60)
    ink = np.zeros((TABLE, TABLE), np.uint8)
    for _ in range(int(rng.integers(5, 12))):
        x, y = (int(v) for v in rng.integers(0, TABLE, 2))
        size, thick = int(rng.integers(120, 420)), int(rng.integers(2, 9))
        match int(rng.integers(0, 3)):
            case 0:
                cv2.circle(ink, (x, y), size, 255, thick, cv2.LINE_AA)
            case 1:
                cv2.rectangle(ink, (x, y), (x + size, y + size), 255, thick, cv2.LINE_AA)
            case _:
                angle = rng.uniform(0, np.pi)
                end = (int(x + 2 * size * np.cos(angle)), int(y + 2 * size * np.sin(angle)))
                cv2.line(ink, (x, y), end, 255, thick, cv2.LINE_AA)
    return weight + rng.uniform(0.3, 0.6) * ink / 255


def room(rng: np.random.Generator, brightness: float) -> NDArray[np.float32]:
    """Light from all around, (64, 128, 3): ceiling, walls, floor, and a few bright windows."""
    height = np.linspace(1, -1, 64)[:, None, None]
    tint = np.array([1.0, rng.uniform(0.93, 1.0), rng.uniform(0.82, 1.05)])
    light = np.where(height > 0, 0.35 + 0.4 * height, 0.12) * tint * np.ones((64, 128, 1))
    light *= 1 + 0.25 * np.sin(np.linspace(0, 2 * np.pi, 128) + rng.uniform(0, 6))[None, :, None]
    for _ in range(int(rng.integers(1, 4))):
        left, top = int(rng.integers(0, 110)), int(rng.integers(6, 22))
        wide, tall = int(rng.integers(6, 18)), int(rng.integers(5, 10))
        glow = rng.uniform(3, 9) * np.array([rng.uniform(0.85, 1.05), 1.0, rng.uniform(0.9, 1.2)])
        light[top : top + tall, left : left + wide] += glow
    return np.asarray(brightness * light, np.float32)
