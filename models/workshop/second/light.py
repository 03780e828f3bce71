"""What lights a table: a room with windows and lamps around it, and lamps above it."""

from __future__ import annotations

from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from models.workshop.second.nodes import Tree, picture

_ROOM: Final = (96, 192)
"""Rows and columns of the picture of the room, the ceiling on top."""


def _white(rng: np.random.Generator) -> NDArray[np.float64]:
    """The colour of a lamp or of daylight: from warm to cool."""
    warm = float(rng.normal(0, 0.22))
    return np.asarray(np.clip([1 + warm, 1 + 0.15 * warm, 1 - warm], 0.15, None), dtype=np.float64)


def _room(rng: np.random.Generator) -> NDArray[np.float32]:
    """(H, W, 4) of a room all around: walls, a ceiling, windows and lamps."""
    rows, columns = _ROOM
    pixels = np.ones((rows, columns, 4), np.float32)
    top, bottom = rng.uniform(0.2, 1.0), rng.uniform(0.05, 0.6)
    fall = np.linspace(top, bottom, rows)[:, None, None]
    sway = 1 + rng.uniform(0, 0.6) * np.sin(np.linspace(0, 2 * np.pi, columns) + rng.uniform(0, 6))[None, :, None]
    pixels[..., :3] = fall * sway * _white(rng)
    for _ in range(int(rng.integers(0, 4))):
        high, wide = int(rng.uniform(0.06, 0.35) * rows), int(rng.uniform(0.03, 0.2) * columns)
        y, x = int(rng.uniform(0.05, 0.5) * rows), int(rng.integers(columns - wide))
        pixels[y : y + high, x : x + wide, :3] = float(np.exp(rng.uniform(0.7, 3.5))) * _white(rng)
        if rng.random() < 0.5:  # a window's bars
            pixels[y : y + high, x + wide // 2, :3] = 0.05
            pixels[y + high // 2, x : x + wide, :3] = 0.05
    return pixels


def around(rng: np.random.Generator, world: Any) -> None:
    """Set the scene in a room."""
    tree = Tree(world)
    room = tree.node("ShaderNodeTexEnvironment", {}, image=picture(_room(rng)))
    strength = float(np.exp(rng.uniform(np.log(0.12), np.log(1.2))))
    shader = tree.node("ShaderNodeBackground", {"Color": room.outputs[0], "Strength": strength})
    tree.node("ShaderNodeOutputWorld", {"Surface": shader.outputs[0]})


def lamps(rng: np.random.Generator) -> list[Any]:
    """Lamps above the table: none to three, small and hard or large and soft; now and then a spotlight."""
    made = []
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.12, 0.48, 0.28, 0.12]))):
        away = float(rng.uniform(25, 70))
        spot = rng.random() < 0.15
        lamp = bpy.data.lights.new("lamp", "SPOT" if spot else "AREA")
        lamp.color = np.clip(_white(rng), 0, 1.6).tolist()
        lamp.energy = float(np.exp(rng.uniform(np.log(0.8), np.log(12.0)))) * 4 * away**2
        if spot:
            lamp.spot_size = float(np.deg2rad(rng.uniform(14, 45)))
            lamp.spot_blend, lamp.shadow_soft_size = float(rng.uniform(0.1, 1.0)), float(rng.uniform(0.2, 3))
            lamp.energy *= 3
        else:
            lamp.size = float(np.exp(rng.uniform(np.log(0.6), np.log(30.0))))
        made.append(_hung(rng, lamp, away))
    return made


def _hung(rng: np.random.Generator, lamp: Any, away: float) -> Any:
    """A lamp so far from the table's middle, towards which it shines."""
    height, turn = np.deg2rad(rng.uniform(18, 89)), rng.uniform(0, 2 * np.pi)
    back = np.array([np.cos(height) * np.cos(turn), np.cos(height) * np.sin(turn), np.sin(height)])
    side = np.cross([np.sin(turn), -np.cos(turn), 0.0], back)
    pose = np.eye(4)
    pose[:3, :3] = np.stack([np.cross(side, back), side, back], axis=1)
    pose[:3, 3] = away * back
    thing = bpy.data.objects.new("lamp", lamp)
    thing.matrix_world = Matrix(pose.tolist())
    return thing
