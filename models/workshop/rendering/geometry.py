"""Dice as solids, their numbering, which face lies up, and the camera that looks at them.

The d10 is a pentagonal trapezohedron: face k in 0..4 leans towards the upper apex (+z) at azimuth
72 k degrees; face k + 5 is its opposite. Lengths are in inradii: every face's plane lies 1 from the
middle, so a die of any kind at rest is 2 high.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.framing import FOCAL

STANDARD: Final = (0, 4, 6, 2, 8, 9, 5, 3, 7, 1)
"""Values of faces 0..9: evens around one apex, odds around the other, opposite faces sum to 9."""
MIRRORED: Final = (0, 8, 2, 6, 4, 9, 1, 7, 3, 5)
"""The same numbering seen in a mirror."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A die's shape, of F faces with four corners each.

    Attributes:
        normals: (F, 3) outward unit normals.
        kites: (F, 4, 3) corners clockwise seen from outside; a d10's: apex, right, tail, left.
        ups: (F, 3) unit vectors in each face's plane, towards its apex; on a cube some edge.
    """

    normals: NDArray[np.float64]
    kites: NDArray[np.float64]
    ups: NDArray[np.float64]

    @property
    def rights(self) -> NDArray[np.float64]:
        """(F, 3) unit vectors to the right of `ups`, seen from outside."""
        return np.cross(self.ups, self.normals)


@lru_cache(maxsize=64)
def d10_solid(lean: float = 46.0) -> Solid:
    """The solid whose faces' normals lean `lean` degrees from the axis (real dice: about 42 to 50)."""
    azimuths = np.deg2rad(72.0 * np.arange(5))
    tilt = np.deg2rad(lean)
    upper = np.stack(
        [
            np.sin(tilt) * np.cos(azimuths),
            np.sin(tilt) * np.sin(azimuths),
            np.full(5, np.cos(tilt)),
        ],
        axis=1,
    )
    normals = np.concatenate([upper, -upper])
    apex = np.array([0.0, 0.0, 1 / np.cos(tilt)])
    kites = []
    for face in range(5):
        after, before = (face + 1) % 5, (face - 1) % 5
        # Opposite face of j sits at azimuth 72 j + 180; the two below face k are those of j = k + 2
        # and k - 2.
        below_right, below_left = 5 + (face + 3) % 5, 5 + (face + 2) % 5
        right = _corner(normals, face, after, below_right)
        tail = _corner(normals, face, below_right, below_left)
        left = _corner(normals, face, before, below_left)
        kites.append(np.stack([apex, right, tail, left]))
    upper_kites = np.stack(kites)
    # Central inversion turns an outline seen from outside into its mirror image: swap right and
    # left back.
    lower_kites = -upper_kites[:, [0, 3, 2, 1]]
    all_kites = np.concatenate([upper_kites, lower_kites])
    apexwards = all_kites[:, 0] - normals
    ups = np.asarray(apexwards / np.linalg.norm(apexwards, axis=1, keepdims=True))
    return Solid(normals, all_kites, ups)


def _corner(normals: NDArray[np.float64], *faces: int) -> NDArray[np.float64]:
    """Where three faces' planes meet."""
    return np.asarray(np.linalg.solve(normals[list(faces)], np.ones(3)), dtype=np.float64)


def face_up(solid: Solid, rotation: NDArray[np.float64]) -> int:
    """The face whose normal points most nearly up (+z) once turned by `rotation` (3, 3)."""
    return int((solid.normals @ rotation.T)[:, 2].argmax())


def rest_rotation(solid: Solid, face: int, yaw: float) -> NDArray[np.float64]:
    """The turn that lays a die down with `face` up, its apex `yaw` degrees clockwise from +y."""
    normal, up = solid.normals[face], solid.ups[face]
    right = np.cross(up, normal)
    angle = np.deg2rad(yaw)
    to_up = np.array([np.sin(angle), np.cos(angle), 0.0])
    to_normal = np.array([0.0, 0.0, 1.0])
    to_right = np.cross(to_up, to_normal)
    turn = np.stack([to_right, to_up, to_normal], axis=1) @ np.stack([right, up, normal])
    return np.asarray(turn, dtype=np.float64)


def turned(axis: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    """(3, 3) rotation about an axis by the right hand (Rodrigues' formula)."""
    unit = axis / np.linalg.norm(axis)
    angle = np.deg2rad(degrees)
    cross = np.array([[0, -unit[2], unit[1]], [unit[2], 0, -unit[0]], [-unit[1], unit[0], 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera over the table (z = 0, x right, y away, z up).

    Attributes:
        rotation: (3, 3) rows right, down and forward of the picture.
        position: (3,) in the world.
        focal: in pixels.
        centre: principal point, in pixels.
    """

    rotation: NDArray[np.float64]
    position: NDArray[np.float64]
    focal: float
    centre: tuple[float, float]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(..., 3) world points to (..., 2) pixels."""
        seen = (points - self.position) @ self.rotation.T
        return np.stack(
            [
                self.focal * seen[..., 0] / seen[..., 2] + self.centre[0],
                self.focal * seen[..., 1] / seen[..., 2] + self.centre[1],
            ],
            axis=-1,
        )


def camera_above(
    target: tuple[float, float, float],
    tilt: float,
    distance: float,
    scale: float,
    centre: tuple[float, float],
    roll: float = 0.0,
) -> Camera:
    """A camera looking at a point.

    Args:
        target: world point that falls on `centre`.
        tilt: degrees away from straight above, towards -y.
        distance: from the target, in world units.
        scale: pixels per world unit at the target.
        centre: principal point in pixels.
        roll: turns the picture about the line of sight, degrees clockwise: at 0 the table's upward
            normal points to the picture's top, at 90 to its right.
    """
    angle = np.deg2rad(tilt)
    position = np.array(target) + distance * np.array([0.0, -np.sin(angle), np.cos(angle)])
    rotation = np.array(
        [
            [1.0, 0.0, 0.0],
            [0.0, -np.cos(angle), -np.sin(angle)],
            [0.0, np.sin(angle), -np.cos(angle)],
        ]
    )
    if roll:
        rotation = turned(np.array([0.0, 0.0, 1.0]), roll) @ rotation
    return Camera(rotation, position, scale * distance, centre)


def standing_camera(rng: np.random.Generator, side: int, unit: float, steepest: float) -> Camera:
    """A webcam's or phone's camera by chance, over the middle of a table.

    Args:
        rng: draws it.
        side: of its square picture, pixels.
        unit: pixels per world unit there.
        steepest: most degrees away from straight above.
    """
    focal = FOCAL * side * float(rng.uniform(0.85, 1.2))
    tilt, roll = float(rng.uniform(0, steepest)), float(rng.uniform(-30, 30))
    return camera_above((0.0, 0.0, 0.0), tilt, focal / unit, unit, (side / 2, side / 2), roll)


def upward(camera: Camera, at: tuple[float, float, float]) -> tuple[float, float]:
    """Where the table's upward normal points in the picture, as seen at a place in the world.

    Returns:
        For the unit normal n and the unit ray r from the camera to the place, both in the camera's
        axes (x right, y down): x and y of n - (n r) r, whose length is the sine of the tilt.
    """
    ray = camera.rotation @ (np.array(at) - camera.position)
    ray /= np.linalg.norm(ray)
    normal = camera.rotation[:, 2]
    across = normal - float(normal @ ray) * ray
    return float(across[0]), float(across[1])
