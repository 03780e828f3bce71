"""Dice as solids: where their corners are, how their faces are numbered, and their rounded mesh.

Lengths are millimetres. A solid stands about its own centre.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

RINGS: Final = ((0, 8, 2, 6, 4), (9, 1, 7, 3, 5))
"""Standard numbering: the even numerals in order around one apex, and what lies opposite each."""
_FACES_OF_RING: Final = 5
_D6_TOTAL: Final = 7


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a die.

    Attributes:
        number: what the maker counts it as: 0..9 on a d10 or d00, 1..6 on a d6.
        corners: (4, 3), counter-clockwise seen from outside.
        normal: (3,) outward, of length one.
        centre: (3,) centre of the largest circle in the side, where the numeral stands.
        up: (3,) the way that the numeral's top points, within the side.
        inradius: of that circle.
    """

    number: int
    corners: NDArray[np.float64]
    normal: NDArray[np.float64]
    centre: NDArray[np.float64]
    up: NDArray[np.float64]
    inradius: float

    @property
    def right(self) -> NDArray[np.float64]:
        """(3,) the way that the numeral's right points, seen from outside."""
        return np.cross(self.up, self.normal)


@dataclass(frozen=True, slots=True)
class Solid:
    """A die's shape.

    Attributes:
        sides: every side; all are congruent and equally far from the centre.
        depth: that distance.
    """

    sides: tuple[Side, ...]
    depth: float

    @property
    def reach(self) -> float:
        """Half the width of the square around a side's centre that holds the whole side."""
        side = self.sides[0]
        flat = np.stack([(side.corners - side.centre) @ axis for axis in (side.right, side.up)])
        return float(np.abs(flat).max()) * 1.02

    def side(self, number: int) -> Side:
        """The side counted as `number`."""
        return next(side for side in self.sides if side.number == number)


@dataclass(frozen=True, slots=True)
class Mesh:
    """A surface of triangles.

    Attributes:
        points: (n, 3).
        normals: (n, 3) of length one.
        uv: (n, 2) in the atlas, v downward from its top, as the renderer has it.
        triangles: (m, 3) counter-clockwise seen from outside.
    """

    points: NDArray[np.float64]
    normals: NDArray[np.float64]
    uv: NDArray[np.float64]
    triangles: NDArray[np.int64]


def _side(number: int, corners: NDArray[np.float64], top: NDArray[np.float64]) -> Side:
    """A side with its numeral's top towards the point `top`; all four edges touch one circle."""
    middle = corners.mean(axis=0)
    normal = np.cross(corners[1] - corners[0], corners[3] - corners[0])
    normal /= np.linalg.norm(normal)
    if normal @ middle < 0:
        corners, normal = corners[::-1], -normal
    up = top - middle
    up -= (up @ normal) * normal
    up /= np.linalg.norm(up)
    # The distance of a point to each edge is linear in the point: where three are equal to r, all
    # four are, since a kite and a square have an inscribed circle.
    ahead = np.roll(corners, -1, axis=0) - corners
    inward = np.cross(normal, ahead / np.linalg.norm(ahead, axis=1, keepdims=True))
    system = np.vstack([np.hstack([inward, -np.ones((4, 1))]), [*normal, 0.0]])
    known = np.append(np.sum(inward * corners, axis=1), normal @ middle)
    found = np.linalg.lstsq(system, known, rcond=None)[0]
    return Side(number, corners, normal, found[:3], up, float(found[3]))


def trapezohedron(radius: float, slope: float, *, mirrored: bool) -> Solid:
    """A ten-sided die in standard numbering, numerals with their tops towards the apex.

    Its equator is a zigzag of ten corners at the heights +h and -h, on a circle; its apexes stand
    at +H and -H. A side lies between an apex and three corners of the zigzag, and is flat when
    h (1 + cos 36) = H (1 - cos 36), the flatness condition of a trapezohedron.

    Args:
        radius: of the circle.
        slope: H as a part of the radius; about 0.9 on dice that are sold.
        mirrored: numbered the other way round, as some makers do.
    """
    apex = slope * radius
    cosine = float(np.cos(np.pi / 5))
    zigzag = apex * (1 - cosine) / (1 + cosine)

    def corner(step: int) -> NDArray[np.float64]:
        angle = step * np.pi / 5
        height = -zigzag if step % 2 == 0 else zigzag
        return np.array([radius * np.cos(angle), radius * np.sin(angle), height])

    sides = []
    for place in range(_FACES_OF_RING):
        turn = 2 * (-place if mirrored else place)
        top = np.array([0.0, 0.0, apex])
        corners = np.stack([top, corner(turn - 1), corner(turn), corner(turn + 1)])
        sides.append(_side(RINGS[0][place], corners, top))
        sides.append(_side(RINGS[1][place], -corners, -top))
    return Solid(tuple(sides), float(sides[0].normal @ sides[0].centre))


def cube(edge: float, *, mirrored: bool) -> Solid:
    """A six-sided die: 1, 2 and 3 meet in a corner, opposite sides add up to 7."""
    half = edge / 2
    sides = []
    for place, axis in enumerate(np.eye(3)):
        across, along = np.eye(3)[(place + 1) % 3], np.eye(3)[(place + 2) % 3]
        around = np.stack([across + along, along - across, -across - along, across - along])
        numbers = (place + 1, _D6_TOTAL - place - 1)
        for number, sign in zip(numbers, (-1, 1) if mirrored else (1, -1), strict=True):
            sides.append(_side(number, half * (around + sign * axis), half * (along + sign * axis)))
    return Solid(tuple(sides), half)


def check(solid: Solid, total: int) -> None:
    """Raise ValueError unless the sides are flat, alike, opposite in pairs, and add up to `total`."""
    for side in solid.sides:
        flat = np.abs((side.corners - side.centre) @ side.normal).max()
        facing = min(solid.sides, key=lambda other: float(side.normal @ other.normal))
        away = abs(side.normal @ side.centre - solid.depth)
        if flat > 1e-9 or away > 1e-9 or side.normal @ facing.normal > -1 + 1e-9:
            raise ValueError(f"side {side.number} is not flat, or has no side opposite it")
        if side.number + facing.number != total:
            raise ValueError(f"sides {side.number} and {facing.number} do not add up to {total}")


def tile_of(place: int) -> tuple[int, int]:
    """Column and row, from the bottom left, of the atlas tile (4 by 3) that the place has."""
    return place % 4, place // 4


def rounded_mesh(
    solid: Solid,
    rounding: float,
    steps: int,
    relief: Callable[[int, NDArray[np.float64]], NDArray[np.float64]] | None = None,
) -> Mesh:
    """The die with edges and corners of radius `rounding`, every side with its own atlas tile.

    It is the solid made smaller all round by the radius, then grown by a ball of that radius. All
    sides touch one sphere, so the smaller solid is a scaled copy.

    Args:
        solid: the sharp solid.
        rounding: less than the solid's depth.
        steps: of the grid on each side.
        relief: heights (n,) that are added along the normal, from a side's number and points (n, 2)
            in parts of the solid's reach; None where all is smooth.
    """
    even = np.linspace(0, 1, steps + 1)
    # Finer near the edges, where the surface bends, but no sliver too thin for single precision.
    ramp = 0.3 * even + 0.7 * (1 - np.cos(np.pi * even)) / 2
    across, along = (grid.ravel()[:, None] for grid in np.meshgrid(ramp, ramp, indexing="ij"))
    parts = [_rounded_side(solid, side, (across, along), rounding, relief) for side in solid.sides]
    points, normals, uv = [], [], []
    for place, (where, facing, flat) in enumerate(parts):
        column, row = tile_of(place)
        points.append(where)
        normals.append(facing)
        where_on = (np.array([column, row]) + 0.5 + flat / 2) / [4, 3]
        uv.append(where_on * [1, -1] + [0, 1])
    grid = np.arange((steps + 1) ** 2).reshape(steps + 1, steps + 1)
    a, b, c, d = (part.ravel() for part in (grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]))
    one = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    triangles = np.concatenate([one + place * grid.size for place in range(len(parts))])
    return Mesh(np.concatenate(points), np.concatenate(normals), np.concatenate(uv), triangles)


def _rounded_side(
    solid: Solid,
    side: Side,
    grid: tuple[NDArray[np.float64], NDArray[np.float64]],
    rounding: float,
    relief: Callable[[int, NDArray[np.float64]], NDArray[np.float64]] | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Points, normals and flat places (in parts of the reach) of one side's grid."""
    across, along = grid
    a, b, c, d = side.corners
    sharp = (1 - along) * ((1 - across) * a + across * b) + along * ((1 - across) * d + across * c)
    inner = side.corners * (1 - rounding / solid.depth)
    near = _nearest(sharp, inner, side.normal)
    facing = sharp - near
    facing /= np.linalg.norm(facing, axis=1, keepdims=True)
    points = near + rounding * facing
    flat = np.stack([(points - side.centre) @ axis for axis in (side.right, side.up)], axis=1)
    flat = np.clip(flat / solid.reach, -1, 1)
    if relief is None:
        return points, facing, flat
    rise = relief(side.number, flat)
    if not rise.any():
        return points, facing, flat
    points = points + rise[:, None] * facing
    side_steps = round(len(points) ** 0.5)
    square = points.reshape(side_steps, side_steps, 3)
    tilted = np.cross(np.gradient(square, axis=0), np.gradient(square, axis=1)).reshape(-1, 3)
    tilted /= np.linalg.norm(tilted, axis=1, keepdims=True)
    # Only where the relief bends the surface: at the rim the smooth normals meet the next side's.
    bent = (np.abs(rise) + np.abs(np.gradient(rise)) > 1e-6)[:, None]
    return points, np.where(bent, tilted, facing), flat


def _nearest(
    points: NDArray[np.float64], polygon: NDArray[np.float64], normal: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The nearest point of a convex polygon (counter-clockwise about its normal) to each point."""
    down = points - ((points - polygon[0]) @ normal)[:, None] * normal
    inside = np.ones(len(points), dtype=bool)
    best = np.full(len(points), np.inf)
    found = down.copy()
    for start, end in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        along = end - start
        inside &= np.cross(normal, along) @ (points - start).T >= 0
        part = np.clip((points - start) @ along / (along @ along), 0, 1)
        on_edge = start + part[:, None] * along
        away = np.linalg.norm(points - on_edge, axis=1)
        closer = away < best
        best = np.where(closer, away, best)
        found = np.where(closer[:, None], on_edge, found)
    return np.asarray(np.where(inside[:, None], down, found), np.float64)
