"""One die, drawn into a picture, with its shadow, and what is true of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.labels import LABELS
from models.workshop.rendering.geometry import Camera, face_up, upward
from models.workshop.rendering.paint import Body, Window, painted
from models.workshop.rendering.shadows import cast_shadow
from models.workshop.rendering.style import DieStyle

_COCKED: Final = float(np.cos(np.deg2rad(6.0)))
"""Dice whose upper face leans farther than this do not lie flat."""
_ROUND: Final = np.stack(
    [
        np.cos(np.linspace(0, 2 * np.pi, 16, endpoint=False)),
        np.sin(np.linspace(0, 2 * np.pi, 16, endpoint=False)),
    ],
    axis=1,
)


@dataclass(frozen=True, slots=True)
class Light:
    """How a scene is lit.

    Attributes:
        towards: unit vector to the lamp.
        ambient: share of light that comes from everywhere, in [0, 1].
        shadow: how dark the cast shadow is, in [0, 1].
        softness: blur of the shadow's rim in inradii.
        glare: a window's reflection on glossy faces, in [0, 1].
    """

    towards: tuple[float, float, float] = (0.3, 0.4, 0.87)
    ambient: float = 0.55
    shadow: float = 0.4
    softness: float = 0.35
    glare: float = 0.0


def random_light(rng: np.random.Generator) -> Light:
    """Some lamp above the table."""
    height = float(rng.uniform(8, 85))
    azimuth = float(rng.uniform(0, 2 * np.pi))
    flat = float(np.cos(np.deg2rad(height)))
    return Light(
        towards=(
            flat * float(np.cos(azimuth)),
            flat * float(np.sin(azimuth)),
            float(np.sin(np.deg2rad(height))),
        ),
        ambient=float(rng.uniform(0.35, 0.85)),
        shadow=float(rng.uniform(0.05, 0.7)),
        softness=float(rng.uniform(0.08, 0.9)),
        glare=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.3 else 0.0,
    )


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of a drawn die.

    Attributes:
        value: what the face whose normal points most nearly up counts; 0 for a sculpted one.
        kind: of die, as in LABELS.
        label: that face's place in LABELS.
        symbol: on that face, -1 for none.
        face: that face of the solid.
        flat: how nearly up it points, cosine; 1 for a die at rest.
        cocked: whether it leans so far that nobody may count it.
        turn: the print's top in the picture, degrees clockwise from up, in [0, 360); -1 for pips.
        up: where the table's upward normal points in the picture; see `geometry.upward`.
        box: left, top, width, height in pixels of what is seen of the silhouette.
        middle: the whole silhouette's centre of mass in pixels.
        radius: of the circle with the whole silhouette's area, in pixels.
        visible: share of the face that is not hidden, in [0, 1].
        twin: label of another face that shows the same upside down, where nothing tells which of
            the two it is; else -1.
        shown: share of the silhouette that is not hidden, in [0, 1].
        outline: (n, 2) corners of the whole silhouette in pixels.
        top: (4, 2) corners of the face in pixels.
    """

    value: int
    kind: str
    label: int
    symbol: int
    face: int
    flat: float
    cocked: bool
    turn: float
    up: tuple[float, float]
    box: tuple[float, float, float, float]
    middle: tuple[float, float]
    radius: float
    outline: NDArray[np.float32] = field(compare=False, repr=False)
    top: NDArray[np.float32] = field(compare=False, repr=False)
    visible: float = 1.0
    shown: float = 1.0
    twin: int = -1


def render_die(
    picture: NDArray[np.uint8],
    style: DieStyle,
    rotation: NDArray[np.float64],
    position: tuple[float, float, float],
    camera: Camera,
    light: Light,
) -> Truth:
    """Draw a die into a picture, with its shadow.

    Args:
        picture: (H, W, 3) uint8, changed in place.
        style: the die's looks.
        rotation: (3, 3) turn of the solid.
        position: of its middle in inradii; z = 1 at rest on the table.
        camera: how the world falls on the picture.
        light: the lamp.
    """
    solid = style.solid
    kites = solid.kites @ rotation.T + np.array(position)
    normals = solid.normals @ rotation.T
    outline = silhouette(kites, style.rounding, camera)
    to_camera = camera.position - kites.mean(axis=1)
    seen = np.einsum("ij,ij->i", normals, to_camera) > 0
    cast_shadow(picture, kites.reshape(-1, 3), camera, light, style.clear)
    left, top = (max(0, int(v) - 3) for v in outline.min(axis=0))
    right = min(picture.shape[1], int(outline[:, 0].max()) + 4)
    bottom = min(picture.shape[0], int(outline[:, 1].max()) + 4)
    if right - left > 1 and bottom - top > 1:
        ups = solid.ups @ rotation.T
        body = Body(style, kites, normals, ups, np.cross(ups, normals), seen, light, outline)
        part = picture[top:bottom, left:right]
        window = Window(camera, (float(left), float(top)), (bottom - top, right - left))
        part[:] = painted(part, body, window)
    return truth_of(style, rotation, position, camera, outline)


def silhouette(kites: NDArray[np.float64], rounding: float, camera: Camera) -> NDArray[np.float32]:
    """The outline in the picture of a solid whose edges are rounded.

    Such a body is the solid made smaller by the edges' radius, and then all within that radius of
    it: its outline is the hull of discs about the smaller solid's corners.

    Args:
        kites: (F, 4, 3) corners in the world.
        rounding: the edges' radius in inradii.
        camera: how the world falls on the picture.

    Returns:
        (n, 2) corners in pixels.
    """
    corners = kites.reshape(-1, 3)
    middle = corners.mean(axis=0)
    inner = camera.project(middle + (corners - middle) * (1 - rounding))
    depth = float((camera.rotation @ (middle - camera.position))[2])
    inner_hull = np.asarray(cv2.convexHull(inner.astype(np.float32)), dtype=np.float32)[:, 0]
    discs = inner_hull[:, None] + (rounding * camera.focal / depth * _ROUND).astype(np.float32)
    return np.asarray(cv2.convexHull(discs.reshape(-1, 2)), dtype=np.float32)[:, 0]


def truth_of(
    style: DieStyle,
    rotation: NDArray[np.float64],
    position: tuple[float, float, float],
    camera: Camera,
    outline: NDArray[np.float32],
) -> Truth:
    """What is true of a die whose outline in the picture is known, as if nothing lay before it."""
    face = face_up(style.solid, rotation)
    label = style.label(face)
    moments = cv2.moments(outline)
    low, high = outline.min(axis=0), outline.max(axis=0)
    corners = style.solid.kites[face] @ rotation.T + np.array(position)
    flat = float((rotation @ style.solid.normals[face])[2])
    return Truth(
        value=style.number(face),
        kind=LABELS[label].kind,
        label=label,
        symbol=style.symbol(face),
        face=face,
        flat=flat,
        cocked=flat < _COCKED,
        turn=_turn(style, face, rotation, position, camera),
        up=upward(camera, position),
        box=(float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])),
        middle=(moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]),
        radius=float(np.sqrt(moments["m00"] / np.pi)),
        outline=outline,
        top=camera.project(corners).astype(np.float32),
        twin=style.twin(face),
    )


def _turn(
    style: DieStyle,
    face: int,
    rotation: NDArray[np.float64],
    position: tuple[float, float, float],
    camera: Camera,
) -> float:
    """Where the top of a face's print points in the picture, degrees clockwise; -1 for pips."""
    upright = style.upright(face)
    if upright is None:
        return -1.0
    normal, up = rotation @ style.solid.normals[face], rotation @ style.solid.ups[face]
    right = np.cross(up, normal)
    angle = np.deg2rad(upright)
    print_up = np.cos(angle) * up + np.sin(angle) * right
    at = np.array(position) + normal + style.mark_on(face).lift * up
    foot, head = camera.project(np.stack([at, at + 0.1 * print_up]))
    return float(np.rad2deg(np.arctan2(head[0] - foot[0], foot[1] - head[1])) % 360)
