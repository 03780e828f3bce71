"""Whole pictures of a table with dice on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.die import Light, Truth, render_die
from models.workshop.rendering.geometry import Camera, camera_above, rest_rotation
from models.workshop.rendering.style import D10Style, DieStyle


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die somewhere in the world: `position` of its middle in inradii, z = 1 at rest."""

    style: DieStyle
    rotation: NDArray[np.float64]
    position: tuple[float, float, float] = (0.0, 0.0, 1.0)


def lying(style: D10Style, value: int, yaw: float, x: float = 0.0, y: float = 0.0) -> PlacedDie:
    """A die at rest on the table with `value` up, its apex `yaw` degrees clockwise from away."""
    face = style.values.index(value)
    return PlacedDie(style, rest_rotation(style.solid, face, yaw), (x, y, 1.0))


def table_camera(size: tuple[int, int], inradius: float, tilt: float = 0.0, distance: float = 25.0) -> Camera:
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


def render_scene(scene: Scene, background: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], tuple[Truth, ...]]:
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
        truths[index] = render_die(picture, die.style, die.rotation, die.position, scene.camera, scene.light)
    drawn = list(truths)
    for place, index in enumerate(drawn):
        nearer = [truths[other].outline for other in drawn[place + 1 :]]
        truths[index] = hidden(truths[index], nearer)
    return picture, tuple(truths[index] for index in range(len(scene.dice)))


def hidden(truth: Truth, outlines: Sequence[NDArray[np.float32]], cover: NDArray[np.uint8] | None = None) -> Truth:
    """What remains true of a die with things before it.

    Args:
        truth: of the die before anything hid it further.
        outlines: (n, 2) convex outlines in the picture.
        cover: (H, W) uint8 mask of the picture, above 127 where something else hides it.
    """
    low = np.floor(truth.outline.min(axis=0)).astype(int) - 1
    high = np.ceil(truth.outline.max(axis=0)).astype(int) + 2
    free = _free(low, high, outlines, cover)
    if free is None:
        return truth
    size = free.shape
    body, face = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    _fill(body, truth.outline - low, 255)
    _fill(face, truth.top - low, 255)
    rows, columns = np.nonzero(body & free)
    if not len(rows):
        return replace(truth, visible=0.0, shown=0.0)
    return replace(
        truth,
        visible=truth.visible * _share(face & free, face),
        shown=truth.shown * _share(body & free, body),
        box=(
            float(low[0] + columns.min()),
            float(low[1] + rows.min()),
            float(np.ptp(columns) + 1),
            float(np.ptp(rows) + 1),
        ),
    )


def _free(
    low: NDArray[np.int_],
    high: NDArray[np.int_],
    outlines: Sequence[NDArray[np.float32]],
    cover: NDArray[np.uint8] | None,
) -> NDArray[np.uint8] | None:
    """(H, W) uint8 mask of a box, 0 where something lies before it; None with nothing near."""
    near = [outline for outline in outlines if (outline.max(axis=0) > low).all() and (outline.min(axis=0) < high).all()]
    if not near and (cover is None or not _part(cover, low, high).any()):
        return None
    free = np.full((int(high[1] - low[1]), int(high[0] - low[0])), 255, np.uint8)
    for outline in near:
        _fill(free, outline - low, 0)
    if cover is not None:
        free[_part(cover, low, high) > 127] = 0
    return free


def _share(part: NDArray[np.uint8], whole: NDArray[np.uint8]) -> float:
    return float(np.count_nonzero(part)) / max(1.0, float(np.count_nonzero(whole)))


def _fill(canvas: NDArray[np.uint8], outline: NDArray[np.float32], level: int) -> None:
    cv2.fillConvexPoly(canvas, np.round(outline * 16).astype(np.int32), level, cv2.LINE_8, 4)


def _part(cover: NDArray[np.uint8], low: NDArray[np.int64], high: NDArray[np.int64]) -> NDArray[np.uint8]:
    """A part of a mask, empty beyond the mask's rim."""
    height, width = cover.shape
    part = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(width, int(high[0])), min(height, int(high[1]))
    if right > left and bottom > top:
        part[top - low[1] : bottom - low[1], left - low[0] : right - low[0]] = cover[top:bottom, left:right]
    return part
