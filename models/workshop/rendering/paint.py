"""A die's surface, painted finely: material, light, edges, glints, and what stands on its faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.reflections import reflection
from models.workshop.rendering.surfaces import TILE, body_tile, noise_tiles

if TYPE_CHECKING:
    from models.workshop.rendering.die import Light
    from models.workshop.rendering.geometry import Camera
    from models.workshop.rendering.marks import Mark
    from models.workshop.rendering.style import DieStyle

_SHIFT: Final = 4
"""Polygons are given to OpenCV in sixteenths of a pixel."""
_FINE: Final = 2
"""A die is drawn at this many times the picture's resolution and reduced."""
_RELIEF: Final = 230.0
"""Levels by which a relief's steepest rim is lighter or darker."""
_MIRRORS: Final = 0.9
"""How often the glossiest die mirrors a lamp in its faces."""
_BROKEN: Final = 0.75
"""How often what is drilled, raised or printed on a face breaks that light."""
_CIRCLE: Final = np.stack(
    [
        np.cos(np.linspace(0, 2 * np.pi, 32, endpoint=False)),
        np.sin(np.linspace(0, 2 * np.pi, 32, endpoint=False)),
    ],
    axis=1,
)


@dataclass(frozen=True, slots=True)
class Body:
    """A die in the world.

    Attributes:
        style: its looks.
        kites: (F, 4, 3) corners of its faces.
        normals: (F, 3) outward.
        ups: (F, 3) in each face's plane.
        rights: (F, 3) in it too, to the right of `ups` seen from outside.
        seen: (F,) which faces the camera sees.
        light: the lamp.
        outline: (n, 2) its rounded silhouette in the picture.
    """

    style: DieStyle
    kites: NDArray[np.float64]
    normals: NDArray[np.float64]
    ups: NDArray[np.float64]
    rights: NDArray[np.float64]
    seen: NDArray[np.bool_]
    light: Light
    outline: NDArray[np.float32]

    def square(self, face: int, half: float, lift: float = 0.0, turn: float = 0.0) -> NDArray[np.float64]:
        """(4, 3) corners of a square in a face's plane, clockwise from the top left.

        Args:
            face: of the solid.
            half: half its side in inradii.
            lift: of its middle from the face's touch point towards `up`, in inradii.
            turn: in its plane, degrees clockwise seen from outside.
        """
        normal = self.normals[face]
        middle = self.kites.mean(axis=(0, 1)) + normal
        up, right = self.ups[face], self.rights[face]
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
class Window:
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

    def disc(self, body: Body, face: int) -> NDArray[np.float64]:
        """The circle to which a face is ground, in the fine drawing's pixels."""
        normal, up, right = body.normals[face], body.ups[face], body.rights[face]
        across, away = (body.style.ball * _CIRCLE).T
        middle = body.kites.mean(axis=(0, 1)) + normal
        return self.points(middle + across[:, None] * right + away[:, None] * up)

    def inradius(self, at: NDArray[np.float64]) -> float:
        """Fine pixels to one inradius at a world point."""
        depth = float((self.camera.rotation @ (at - self.camera.position))[2])
        return self.camera.focal / depth * _FINE


def fill(canvas: NDArray[np.uint8], polygon: NDArray[np.float64], value: float) -> None:
    """A convex polygon of one level, its corners given to parts of a pixel."""
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
    high = np.minimum(np.ceil(polygon.max(axis=0)).astype(int) + 1, [target.shape[1], target.shape[0]])
    if (high - low < 1).any():
        return None
    side = float(tile.shape[0])
    source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    laid = cv2.warpPerspective(tile, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return (
        slice(int(low[1]), int(high[1])),
        slice(int(low[0]), int(high[0])),
        np.asarray(laid, dtype=np.uint8),
    )


def painted(part: NDArray[np.uint8], body: Body, window: Window) -> NDArray[np.uint8]:
    """The window's part of the picture with the die in it."""
    style, rng = body.style, np.random.default_rng(body.style.seed)
    unit = window.inradius(body.kites.mean(axis=(0, 1)))
    polygons = {int(face): window.points(body.kites[face]) for face in np.nonzero(body.seen)[0]}
    colour = _material(body, window, polygons, rng)
    shade = _shading(body, window, polygons, unit)
    if style.clear:
        colour = _seen_through(colour, part, body, window, rng)
    lit = cv2.multiply(colour, cv2.merge([shade, shade, shade]), scale=1 / 128)
    lit = _inked(np.asarray(lit, dtype=np.uint8), body, window, polygons, rng)
    lit = _glossed(lit, body, window, polygons, rng)
    mask = np.zeros(window.fine, np.uint8)
    fill(mask, (body.outline - np.array(window.corner)) * _FINE, 255)
    columns_rows = window.size[::-1]
    small = cv2.resize(lit, columns_rows, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.8)
    share = cv2.resize(soft, columns_rows, interpolation=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
    return np.asarray(part + (small.astype(np.float32) - part) * share + 0.5, dtype=np.uint8)


def _shading(body: Body, window: Window, polygons: dict[int, NDArray[np.float64]], unit: float) -> NDArray[np.uint8]:
    """Light on every face, 128 for full, run into one another over rounded edges."""
    light, style = body.light, body.style
    lamp = np.array(light.towards)
    # Glossy faces mirror whatever stands around: the brightest is not always the one on top.
    rng = np.random.default_rng((style.seed, 1))
    mirror = 0.45 if style.pattern == "metal" else 0.3
    sheen = np.exp(rng.normal(0, mirror * style.gloss, len(body.normals)))
    levels = {
        face: 150
        * float(sheen[face])
        * (light.ambient + (1 - light.ambient) * max(0.0, float(body.normals[face] @ lamp)))
        for face in polygons
    }
    shade = np.full(window.fine, min(255, round(float(np.mean(list(levels.values()))))), np.uint8)
    for face, polygon in polygons.items():
        fill(shade, polygon, levels[face])
    if not style.ball:
        return _softened(shade, style.rounding * unit * 0.45)
    shade = _softened(shade, max(0.16, style.rounding * 0.6) * unit)
    for face in polygons:
        fill(shade, window.disc(body, face), levels[face])
    return _softened(shade, 0.02 * unit)


def _softened(mask: NDArray[np.uint8], sigma: float) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, sigma)), dtype=np.uint8)


def _material(
    body: Body, window: Window, polygons: dict[int, NDArray[np.float64]], rng: np.random.Generator
) -> NDArray[np.uint8]:
    style = body.style
    canvas = np.empty((*window.fine, 3), np.uint8)
    canvas[:] = np.clip(style.body, 0, 255).astype(np.uint8)
    tile = body_tile(rng, style.pattern, (style.body, style.second, style.third))
    if style.pattern == "plain":
        tile = tile[: TILE // 2, : TILE // 2]
    for face, polygon in polygons.items():
        turned_tile = np.ascontiguousarray(np.rot90(tile, face % 4))
        laid = _warp_in(canvas[..., 0], turned_tile, window.points(body.square(face, 1.35, -0.1)), polygon)
        if laid is None:
            continue
        rows, columns, pixels = laid
        inside = np.zeros(pixels.shape[:2], np.uint8)
        fill(inside, polygon - [columns.start, rows.start], 255)
        cv2.copyTo(pixels, inside, canvas[rows, columns])
    return canvas


def _seen_through(
    colour: NDArray[np.uint8],
    part: NDArray[np.uint8],
    body: Body,
    window: Window,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Clear plastic: the ground tinted by the die, and the marks of the far side, blurred."""
    style = body.style
    behind = cv2.resize(part, window.fine[::-1], interpolation=cv2.INTER_LINEAR)
    behind = cv2.GaussianBlur(behind, (0, 0), 4.0).astype(np.float32)
    tint = np.array(style.body, np.float32) / 255 * float(rng.uniform(0.8, 1.3)) + 0.1
    mixed = colour + (behind * tint - colour) * style.clear
    far = np.zeros(window.fine, np.uint8)
    for face in np.nonzero(~body.seen)[0]:
        mark = style.mark_on(int(face))
        square = window.points(body.square(int(face), mark.half, mark.lift, mark.turn))
        _lay(far, mark.ink, square, window.points(body.kites[face]))
    blur = float(rng.uniform(0.8, 3.0))
    share = cv2.GaussianBlur(far, (0, 0), blur).astype(np.float32)[..., None] / 255
    share *= style.clear * float(rng.uniform(0.2, 1.0))
    mixed += share * (np.array(style.ink, np.float32) - mixed)
    return np.asarray(np.clip(mixed, 0, 255), dtype=np.uint8)


def _lay(
    target: NDArray[np.uint8],
    tile: NDArray[np.uint8],
    square: NDArray[np.float64],
    polygon: NDArray[np.float64],
) -> None:
    """A mask laid on the square it takes up on its face."""
    laid = _warp_in(target, tile, square, polygon)
    if laid is not None:
        rows, columns, pixels = laid
        np.maximum(target[rows, columns], pixels, out=target[rows, columns])


def _inked(
    lit: NDArray[np.uint8],
    body: Body,
    window: Window,
    polygons: dict[int, NDArray[np.float64]],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Marks in their grooves: a dark and a light rim, then the ink, worn or shining, then relief."""
    style = body.style
    ink = np.zeros(window.fine, np.uint8)
    relief: dict[float, NDArray[np.uint8]] = {}
    marks = {face: style.mark_on(face) for face in polygons}
    for face, polygon in polygons.items():
        mark = marks[face]
        square = window.points(body.square(face, mark.half, mark.lift, mark.turn))
        _lay(ink, mark.ink, square, polygon)
        if mark.height is not None:
            height = relief.setdefault(mark.depth, np.zeros(window.fine, np.uint8))
            _lay(height, mark.height, square, polygon)
    share = ink.astype(np.float32) / 255
    depth = float(rng.uniform(0, 70)) if rng.random() < 0.6 else 0.0
    painted_over = lit.astype(np.float32)
    if depth and not relief:
        groove = np.roll(share, (2, 1), axis=(0, 1)) - np.roll(share, (-2, -1), axis=(0, 1))
        painted_over += (groove * depth)[..., None]
    if style.outline is not None:
        reach = max(1, round(0.06 * window.inradius(body.kites.mean(axis=(0, 1)))))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
        rim = cv2.dilate(ink, disc).astype(np.float32)[..., None] / 255
        painted_over += rim * (np.array(style.outline, np.float32) - painted_over)
    paint = _paint(body, polygons, marks, window.fine)
    if style.metallic:
        tiles = noise_tiles()
        grain = cv2.resize(tiles[int(rng.integers(len(tiles)))], window.fine[::-1])
        # Foil is bright where it mirrors a lamp, and dark where it mirrors none.
        paint *= (0.25 + 1.3 * grain)[..., None] * float(np.exp(rng.normal(0, 0.3)))
    else:
        paint *= 0.7 + 0.3 * body.light.ambient
    if style.wear:
        tiles = noise_tiles()
        grain = cv2.resize(tiles[int(rng.integers(len(tiles)))], window.fine[::-1])
        share = share * np.clip((grain - style.wear) * 6 + 0.5, 0.15, 1)
    painted_over += share[..., None] * (paint - painted_over)
    for depth, height in relief.items():
        painted_over += _relief(height, depth, body, window)[..., None]
    return np.asarray(np.clip(painted_over, 0, 255), dtype=np.uint8)


def _paint(
    body: Body,
    polygons: dict[int, NDArray[np.float64]],
    marks: dict[int, Mark],
    size: tuple[int, int],
) -> NDArray[np.float32]:
    paint = np.empty((*size, 3), np.float32)
    paint[:] = body.style.ink
    for face, mark in marks.items():
        if mark.colour is not None:
            whole = np.round(polygons[face] * (1 << _SHIFT)).astype(np.int32)
            cv2.fillConvexPoly(paint, whole, mark.colour, cv2.LINE_8, _SHIFT)
    return paint


def _relief(height: NDArray[np.uint8], depth: float, body: Body, window: Window) -> NDArray[np.float32]:
    """Levels added where a relief's slopes face the lamp or turn away, and where it lies deep."""
    towards = (window.camera.rotation @ np.array(body.light.towards))[:2]
    long = float(np.linalg.norm(towards))
    across, down = towards / long if long > 0.05 else (-0.7, -0.7)
    # A lamp right above lights all slopes alike; there is always some window to a side.
    strength = -_RELIEF * depth * (0.35 + 0.65 * min(1.0, 1.5 * long)) / 255 / 8
    slope = float(across) * cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3)
    slope += float(down) * cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3)
    shade = np.clip(slope * strength, -75, 75)
    # Little light reaches the foot of a step: below a raised rim, inside an engraved one.
    above = height - cv2.GaussianBlur(height, (0, 0), 3.0).astype(np.float32)
    shade -= 0.3 * abs(depth) * np.maximum(above if depth < 0 else -above, 0)
    if depth < 0:
        shade += height * (0.1 * depth)
    return np.asarray(shade, dtype=np.float32)


def _glossed(
    lit: NDArray[np.uint8],
    body: Body,
    window: Window,
    polygons: dict[int, NDArray[np.float64]],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Glints: along edges, on the face that mirrors the lamp, and a window's reflection."""
    style, light = body.style, body.light
    unit = window.inradius(body.kites.mean(axis=(0, 1)))
    shine = np.zeros(lit.shape[:2], np.uint8)
    if light.glare:
        face = int(rng.choice(list(polygons)))
        fill(shine, polygons[face], 150 * light.glare * style.gloss * float(rng.random()))
        at = polygons[face].mean(axis=0) + rng.normal(0, 0.5 * unit, 2)
        axes = rng.uniform(0.08, 0.6, 2) * unit
        level = 255 * light.glare * style.gloss
        wide, high = (float(v) for v in axes * 2)
        box = ((float(at[0]), float(at[1])), (wide, high), float(rng.uniform(0, 180)))
        cv2.ellipse(shine, box, level, -1)
        shine = np.asarray(cv2.GaussianBlur(shine, (0, 0), max(0.5, 0.08 * unit)), dtype=np.uint8)
    shine = np.asarray(cv2.add(shine, _mirrored(shine.shape, body, window, polygons)), dtype=np.uint8)
    edges = np.zeros(lit.shape[:2], np.uint8)
    width = max(1, round(style.rounding * unit * 0.35))
    if style.ball:
        _ringed(edges, body, window, polygons, rng)
    else:
        _edged(edges, style.gloss, polygons, width, rng)
    edges = np.asarray(cv2.GaussianBlur(edges, (0, 0), max(0.6, width * 0.4)), dtype=np.uint8)
    shine = np.asarray(cv2.add(shine, edges), dtype=np.uint8)
    return np.asarray(cv2.add(lit, cv2.merge([shine, shine, shine])), dtype=np.uint8)


def _mirrored(
    shape: tuple[int, ...],
    body: Body,
    window: Window,
    polygons: dict[int, NDArray[np.float64]],
) -> NDArray[np.uint8]:
    """Lamps in faces that are not quite flat. What is drilled or raised breaks their light."""
    style, rng = body.style, np.random.default_rng((body.style.seed, 2))
    shine = np.zeros(shape, np.uint8)
    if rng.random() > _MIRRORS * style.gloss:
        return shine
    for face, polygon in polygons.items():
        light = reflection(rng)
        _lay(shine, light, window.points(body.square(face, float(rng.uniform(0.65, 1.0)))), polygon)
        mark = style.mark_on(face)
        if rng.random() < _BROKEN:
            gap = np.zeros(shape, np.uint8)
            square = window.points(body.square(face, mark.half, mark.lift, mark.turn))
            _lay(gap, mark.ink if mark.height is None else mark.height, square, polygon)
            shine = np.asarray(cv2.subtract(shine, gap), dtype=np.uint8)
    return np.asarray(shine * float(rng.uniform(0.35, 1.0)), dtype=np.uint8)


def _edged(
    edges: NDArray[np.uint8],
    gloss: float,
    polygons: dict[int, NDArray[np.float64]],
    width: int,
    rng: np.random.Generator,
) -> None:
    for polygon in polygons.values():
        corners = np.round(polygon * (1 << _SHIFT)).astype(np.int32)
        for corner in range(4):
            level = 190 * gloss * float(rng.random()) ** 2
            ends = corners[corner], corners[(corner + 1) % 4]
            cv2.line(edges, ends[0], ends[1], level, width, cv2.LINE_AA, _SHIFT)


def _ringed(
    edges: NDArray[np.uint8],
    body: Body,
    window: Window,
    polygons: dict[int, NDArray[np.float64]],
    rng: np.random.Generator,
) -> None:
    """Arcs of light where ground faces meet the round body."""
    for face in polygons:
        ring = np.round(window.disc(body, face) * (1 << _SHIFT)).astype(np.int32)
        for _ in range(int(rng.integers(0, 4))):
            first, long = int(rng.integers(len(ring))), int(rng.integers(3, 14))
            arc = np.roll(ring, -first, axis=0)[:long]
            level = 210 * body.style.gloss * float(rng.random())
            cv2.polylines(
                edges,
                [arc],
                isClosed=False,
                color=level,
                thickness=2,
                lineType=cv2.LINE_AA,
                shift=_SHIFT,
            )
