"""One die, drawn into a picture: material, light, numerals and shadow, face by face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.training.render.geometry import FACES, d10_solid, face_up
from models.training.render.glyphs import HEIGHT, SIDE, marked
from models.training.render.surfaces import TILE, body_tile, noise_tiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from models.training.render.geometry import Camera, Solid
    from models.training.render.style import D10Style

_SHIFT: Final = 4
"""Polygons are given to OpenCV in sixteenths of a pixel."""
_FINE: Final = 2
"""A die is drawn at this many times the picture's resolution and reduced."""


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
        value: printed on the face whose normal points most nearly up.
        face: that face of the solid.
        flat: how nearly up it points, cosine; 1 for a die at rest.
        turn: the numeral's top in the picture, degrees clockwise from up, in [0, 360).
        box: left, top, width, height of the silhouette in pixels.
        middle: the silhouette's centre of mass in pixels.
        radius: of the circle with the silhouette's area, in pixels.
    """

    value: int
    face: int
    flat: float
    turn: float
    box: tuple[float, float, float, float]
    middle: tuple[float, float]
    radius: float


def render_die(
    picture: NDArray[np.uint8],
    style: D10Style,
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
    solid = d10_solid(style.lean)
    kites = solid.kites @ rotation.T + np.array(position)
    normals = solid.normals @ rotation.T
    points = camera.project(kites)
    corners = points.reshape(-1, 2).astype(np.float32)
    hull = np.asarray(cv2.convexHull(corners), dtype=np.float32)[:, 0]
    to_camera = camera.position - kites.mean(axis=1)
    seen = np.einsum("ij,ij->i", normals, to_camera) > 0
    _cast_shadow(picture, kites.reshape(-1, 3), camera, light, style.clear)
    left, top = (max(0, int(v) - 3) for v in hull.min(axis=0))
    right = min(picture.shape[1], int(hull[:, 0].max()) + 4)
    bottom = min(picture.shape[0], int(hull[:, 1].max()) + 4)
    if right - left > 1 and bottom - top > 1:
        body = _Body(style, solid, kites, normals, seen, light)
        part = picture[top:bottom, left:right]
        window = _Window(camera, (float(left), float(top)), (bottom - top, right - left))
        part[:] = _painted(part, body, window)
    return _truth(solid, style, rotation, position, camera, hull)


@dataclass(frozen=True, slots=True)
class _Body:
    """A die in the world: corners (10, 4, 3), outward normals (10, 3), faces seen (10,)."""

    style: D10Style
    solid: Solid
    kites: NDArray[np.float64]
    normals: NDArray[np.float64]
    seen: NDArray[np.bool_]
    light: Light

    def square(
        self, face: int, half: float, lift: float = 0.0, turn: float = 0.0
    ) -> NDArray[np.float64]:
        """(4, 3) corners of a square in a face's plane, clockwise from the top left.

        Args:
            face: of the solid.
            half: half its side in inradii.
            lift: of its middle from the face's touch point towards the apex, in inradii.
            turn: in its plane, degrees clockwise seen from outside.
        """
        normal = self.normals[face]
        middle = self.kites.mean(axis=(0, 1)) + normal
        up = self.kites[face, 0] - middle
        up = up / np.linalg.norm(up)
        right = np.cross(up, normal)
        angle = np.deg2rad(turn)
        new_up = np.cos(angle) * up + np.sin(angle) * right
        new_right = np.cos(angle) * right - np.sin(angle) * up
        at = middle + lift * up
        return np.stack(
            [
                at + half * (new_up - new_right),
                at + half * (new_up + new_right),
                at + half * (new_right - new_up),
                at - half * (new_up + new_right),
            ]
        )


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of a picture that a die covers, drawn finely."""

    camera: Camera
    corner: tuple[float, float]
    size: tuple[int, int]

    @property
    def fine(self) -> tuple[int, int]:
        """Rows and columns of the fine drawing."""
        return (self.size[0] * _FINE, self.size[1] * _FINE)

    def points(self, world: NDArray[np.float64]) -> NDArray[np.float64]:
        """World points to the fine drawing's pixels."""
        seen: NDArray[np.float64] = self.camera.project(world) - np.array(self.corner)
        return seen * _FINE

    def inradius(self, at: NDArray[np.float64]) -> float:
        """Fine pixels to one inradius at a world point."""
        depth = float((self.camera.rotation @ (at - self.camera.position))[2])
        return self.camera.focal / depth * _FINE


def _fill(canvas: NDArray[np.uint8], polygon: NDArray[np.float64], value: float) -> None:
    whole = np.round(polygon * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(canvas, whole, value, cv2.LINE_8, _SHIFT)


def _warp_in(
    target: NDArray[np.uint8],
    tile: NDArray[np.uint8],
    corners: NDArray[np.float64],
    polygon: NDArray[np.float64],
) -> tuple[slice, slice, NDArray[np.uint8]] | None:
    """A tile laid on four corners, within a polygon's box: rows, columns and what lies there."""
    low = np.maximum(np.floor(polygon.min(axis=0)).astype(int), 0)
    high = np.minimum(
        np.ceil(polygon.max(axis=0)).astype(int) + 1, [target.shape[1], target.shape[0]]
    )
    if (high - low < 1).any():
        return None
    side = float(tile.shape[0])
    source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    laid = cv2.warpPerspective(
        tile, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    return (
        slice(int(low[1]), int(high[1])),
        slice(int(low[0]), int(high[0])),
        np.asarray(laid, dtype=np.uint8),
    )


def _painted(part: NDArray[np.uint8], body: _Body, window: _Window) -> NDArray[np.uint8]:
    """The window's part of the picture with the die in it."""
    style, rng = body.style, np.random.default_rng(body.style.seed)
    unit = window.inradius(body.kites.mean(axis=(0, 1)))
    polygons = {int(face): window.points(body.kites[face]) for face in np.nonzero(body.seen)[0]}
    colour = _material(body, window, polygons, rng)
    shade = _shading(body, polygons, window.fine, unit)
    if style.clear:
        colour = _seen_through(colour, part, body, window, rng)
    lit = cv2.multiply(colour, cv2.merge([shade, shade, shade]), scale=1 / 128)
    lit = _inked(np.asarray(lit, dtype=np.uint8), body, window, polygons, rng)
    lit = _glossed(lit, body, polygons, unit, rng)
    mask = _outline(polygons, window.fine, style.rounding * unit)
    columns_rows = window.size[::-1]
    small = cv2.resize(lit, columns_rows, interpolation=cv2.INTER_AREA)
    share = (
        cv2.resize(mask, columns_rows, interpolation=cv2.INTER_AREA)[..., None].astype(np.float32)
        / 255
    )
    return np.asarray(part + (small.astype(np.float32) - part) * share + 0.5, dtype=np.uint8)


def _outline(
    polygons: dict[int, NDArray[np.float64]], size: tuple[int, int], rounding: float
) -> NDArray[np.uint8]:
    """The silhouette, its corners rounded: a blurred mask cut at one half."""
    mask = np.zeros(size, np.uint8)
    for polygon in polygons.values():
        _fill(mask, polygon, 255)
    sigma = max(0.8, 0.9 * rounding)
    soft = cv2.GaussianBlur(mask, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT).astype(np.float32)
    return np.asarray(np.clip((soft - 127.5) * sigma * 1.6 + 127.5, 0, 255), dtype=np.uint8)


def _shading(
    body: _Body, polygons: dict[int, NDArray[np.float64]], size: tuple[int, int], unit: float
) -> NDArray[np.uint8]:
    """Light on every face, 128 for full, run into one another over rounded edges."""
    light = body.light
    lamp = np.array(light.towards)
    # Glossy faces mirror whatever stands around: the brightest is not always the one on top.
    rng = np.random.default_rng((body.style.seed, 1))
    sheen = np.exp(rng.normal(0, 0.3 * body.style.gloss, FACES))
    levels = {
        face: 150
        * float(sheen[face])
        * (light.ambient + (1 - light.ambient) * max(0.0, float(body.normals[face] @ lamp)))
        for face in polygons
    }
    shade = np.full(size, round(float(np.mean(list(levels.values())))), np.uint8)
    for face, polygon in polygons.items():
        _fill(shade, polygon, levels[face])
    return np.asarray(
        cv2.GaussianBlur(shade, (0, 0), max(0.6, body.style.rounding * unit * 0.45)), dtype=np.uint8
    )


def _material(
    body: _Body,
    window: _Window,
    polygons: dict[int, NDArray[np.float64]],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    style = body.style
    canvas = np.empty((*window.fine, 3), np.uint8)
    canvas[:] = np.clip(style.body, 0, 255).astype(np.uint8)
    tile = body_tile(rng, style.pattern, (style.body, style.second, style.third))
    if style.pattern == "plain":
        tile = tile[: TILE // 2, : TILE // 2]
    for face, polygon in polygons.items():
        turned_tile = np.ascontiguousarray(np.rot90(tile, face % 4))
        laid = _warp_in(
            canvas[..., 0], turned_tile, window.points(body.square(face, 1.35, -0.1)), polygon
        )
        if laid is None:
            continue
        rows, columns, pixels = laid
        inside = np.zeros(pixels.shape[:2], np.uint8)
        _fill(inside, polygon - [columns.start, rows.start], 255)
        cv2.copyTo(pixels, inside, canvas[rows, columns])
    return canvas


def _seen_through(
    colour: NDArray[np.uint8],
    part: NDArray[np.uint8],
    body: _Body,
    window: _Window,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Clear plastic: the ground tinted by the die, and the numerals of the far side, blurred."""
    style = body.style
    behind = cv2.resize(part, window.fine[::-1], interpolation=cv2.INTER_LINEAR)
    behind = cv2.GaussianBlur(behind, (0, 0), 4.0).astype(np.float32)
    tint = np.array(style.body, np.float32) / 255 * float(rng.uniform(0.8, 1.3)) + 0.1
    mixed = colour + (behind * tint - colour) * style.clear
    far = np.zeros(window.fine, np.uint8)
    for face in np.nonzero(~body.seen)[0]:
        _lay_numeral(far, body, window, int(face), window.points(body.kites[face]))
    share = cv2.GaussianBlur(far, (0, 0), 2.0).astype(np.float32)[..., None] / 255
    share *= style.clear * float(rng.uniform(0.2, 0.75))
    mixed += share * (np.array(style.ink, np.float32) - mixed)
    return np.asarray(np.clip(mixed, 0, 255), dtype=np.uint8)


def _lay_numeral(
    target: NDArray[np.uint8],
    body: _Body,
    window: _Window,
    face: int,
    polygon: NDArray[np.float64],
) -> None:
    style = body.style
    value = style.values[face]
    mask = style.glyphs.masks[value]
    if value in {6, 9}:
        mask = marked(mask, style.mark)
    half = style.numeral / 2 * SIDE / HEIGHT
    laid = _warp_in(
        target,
        mask,
        window.points(body.square(face, half, style.lift, numeral_turn(style))),
        polygon,
    )
    if laid is not None:
        rows, columns, pixels = laid
        np.maximum(target[rows, columns], pixels, out=target[rows, columns])


def numeral_turn(style: D10Style) -> float:
    """How a numeral is turned in its face, degrees clockwise from `top towards the apex`."""
    return style.askew + (0.0 if style.towards_apex else 180.0)


def _inked(
    lit: NDArray[np.uint8],
    body: _Body,
    window: _Window,
    polygons: dict[int, NDArray[np.float64]],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Numerals in their grooves: a dark and a light rim, then the ink, worn or shining."""
    style = body.style
    ink = np.zeros(window.fine, np.uint8)
    for face, polygon in polygons.items():
        _lay_numeral(ink, body, window, face, polygon)
    share = ink.astype(np.float32) / 255
    depth = float(rng.uniform(0, 70)) if rng.random() < 0.6 else 0.0
    painted = lit.astype(np.float32)
    if depth:
        groove = np.roll(share, (2, 1), axis=(0, 1)) - np.roll(share, (-2, -1), axis=(0, 1))
        painted += (groove * depth)[..., None]
    paint = np.empty_like(painted)
    paint[:] = style.ink
    if style.metallic:
        tiles = noise_tiles()
        grain = cv2.resize(tiles[int(rng.integers(len(tiles)))], window.fine[::-1])
        paint *= (0.25 + 1.3 * grain)[..., None]
    else:
        paint *= 0.7 + 0.3 * body.light.ambient
    if style.wear:
        tiles = noise_tiles()
        grain = cv2.resize(tiles[int(rng.integers(len(tiles)))], window.fine[::-1])
        share = share * np.clip((grain - style.wear) * 6 + 0.5, 0.15, 1)
    painted += share[..., None] * (paint - painted)
    return np.asarray(np.clip(painted, 0, 255), dtype=np.uint8)


def _glossed(
    lit: NDArray[np.uint8],
    body: _Body,
    polygons: dict[int, NDArray[np.float64]],
    unit: float,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Glints: along edges, on the face that mirrors the lamp, and a window's reflection."""
    style, light = body.style, body.light
    shine = np.zeros(lit.shape[:2], np.uint8)
    if light.glare:
        face = int(rng.choice(list(polygons)))
        _fill(shine, polygons[face], 150 * light.glare * style.gloss * float(rng.random()))
        at = polygons[face].mean(axis=0) + rng.normal(0, 0.5 * unit, 2)
        axes = rng.uniform(0.08, 0.6, 2) * unit
        level = 255 * light.glare * style.gloss
        wide, high = (float(v) for v in axes * 2)
        box = ((float(at[0]), float(at[1])), (wide, high), float(rng.uniform(0, 180)))
        cv2.ellipse(shine, box, level, -1)
        shine = np.asarray(cv2.GaussianBlur(shine, (0, 0), max(0.5, 0.08 * unit)), dtype=np.uint8)
    edges = np.zeros(lit.shape[:2], np.uint8)
    width = max(1, round(style.rounding * unit * 0.35))
    for polygon in polygons.values():
        corners = np.round(polygon * (1 << _SHIFT)).astype(np.int32)
        for corner in range(4):
            level = 190 * style.gloss * float(rng.random()) ** 2
            ends = corners[corner], corners[(corner + 1) % 4]
            cv2.line(edges, ends[0], ends[1], level, width, cv2.LINE_AA, _SHIFT)
    edges = np.asarray(cv2.GaussianBlur(edges, (0, 0), max(0.6, width * 0.4)), dtype=np.uint8)
    shine = np.asarray(cv2.add(shine, edges), dtype=np.uint8)
    return np.asarray(cv2.add(lit, cv2.merge([shine, shine, shine])), dtype=np.uint8)


def _cast_shadow(
    picture: NDArray[np.uint8],
    corners: NDArray[np.float64],
    camera: Camera,
    light: Light,
    clear: float,
) -> None:
    """Darken the table where the lamp does not reach, and close around the die."""
    lamp = np.array(light.towards)
    fallen = corners - corners[:, 2:] * (lamp / lamp[2])
    below = corners * [1.0, 1.0, 0.0]
    middle = below.mean(axis=0)
    unit = float(
        np.linalg.norm(camera.project(middle + np.array([1.0, 0, 0])) - camera.project(middle))
    )
    strength = light.shadow * (1 - 0.6 * clear)
    for points, blur, dark in (
        (fallen, light.softness * unit, strength),
        (below, 0.3 * unit, 0.35 * (1 - light.ambient * 0.5)),
    ):
        seen = camera.project(points).astype(np.float32)
        hull = np.asarray(cv2.convexHull(seen), dtype=np.float32)[:, 0]
        _darken(picture, hull, max(0.7, blur), dark)


def _darken(
    picture: NDArray[np.uint8], hull: NDArray[np.float32], blur: float, dark: float
) -> None:
    reach = 2.5 * blur + 2
    left, top = (max(0, int(v - reach)) for v in hull.min(axis=0))
    right = min(picture.shape[1], int(hull[:, 0].max() + reach))
    bottom = min(picture.shape[0], int(hull[:, 1].max() + reach))
    if right - left < 2 or bottom - top < 2:
        return
    # A blurred shadow holds no detail: it is drawn small and enlarged.
    step = max(1, min(8, int(blur / 2)))
    size = ((bottom - top) // step + 1, (right - left) // step + 1)
    mask = np.zeros(size, np.uint8)
    _fill(mask, (hull - [left, top]) / step, 255 * dark)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, blur / step)), dtype=np.uint8)
    wide = cv2.resize(mask, (size[1] * step, size[0] * step), interpolation=cv2.INTER_LINEAR)
    kept = 255 - wide[: bottom - top, : right - left]
    part = picture[top:bottom, left:right]
    part[:] = cv2.multiply(part, cv2.merge([kept, kept, kept]), scale=1 / 255)


def _truth(
    solid: Solid,
    style: D10Style,
    rotation: NDArray[np.float64],
    position: tuple[float, float, float],
    camera: Camera,
    hull: NDArray[np.float32],
) -> Truth:
    face = face_up(solid, rotation)
    normal, up = rotation @ solid.normals[face], rotation @ solid.ups[face]
    right = np.cross(up, normal)
    angle = np.deg2rad(numeral_turn(style))
    numeral_up = np.cos(angle) * up + np.sin(angle) * right
    at = np.array(position) + normal + style.lift * up
    foot, head = camera.project(np.stack([at, at + 0.1 * numeral_up]))
    turn = float(np.rad2deg(np.arctan2(head[0] - foot[0], foot[1] - head[1])) % 360)
    moments = cv2.moments(hull)
    low, high = hull.min(axis=0), hull.max(axis=0)
    return Truth(
        value=style.values[face],
        face=face,
        flat=float(normal[2]),
        turn=turn,
        box=(float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])),
        middle=(moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]),
        radius=float(np.sqrt(moments["m00"] / np.pi)),
    )
