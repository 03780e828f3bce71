"""Hands and fingers over the table: capsules of skin, rounded by light, with a shadow at their rim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.shadows import darken
from models.workshop.rendering.surfaces import noise_tiles

_SKINS: Final = (
    (150.0, 182.0, 232.0),
    (128.0, 158.0, 212.0),
    (110.0, 145.0, 205.0),
    (88.0, 122.0, 180.0),
    (62.0, 90.0, 140.0),
    (45.0, 62.0, 96.0),
    (34.0, 46.0, 70.0),
)
_SHELLS: Final = 5
_NAIL: Final = 1.5


@dataclass(frozen=True, slots=True)
class Capsule:
    """A stretch of a finger or a palm, in pixels.

    Attributes:
        root: one end's middle.
        tip: the other's.
        wide: radius at the root.
        slim: radius at the tip.
        nail: whether a nail shows on the tip.
    """

    root: tuple[float, float]
    tip: tuple[float, float]
    wide: float
    slim: float
    nail: bool = False

    def hull(self, share: float, shift: tuple[float, float]) -> NDArray[np.float32]:
        """Its outline with radii made smaller, its middle moved by a share of the radius."""
        angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        moved = np.array(shift)
        points = np.concatenate(
            [
                np.array(self.root) + self.wide * (share * ring + moved),
                np.array(self.tip) + self.slim * (share * ring + moved),
            ]
        )
        return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float32)[:, 0]


def finger(
    tip: tuple[float, float], knuckle: tuple[float, float], unit: float, rng: np.random.Generator
) -> list[Capsule]:
    """A finger from its knuckle to its tip, bent a little to one side.

    A finger is about as wide as a die: a die's inradius is 7 to 10 mm, a finger's 7 to 9.
    """
    slim = float(rng.uniform(0.75, 1.0)) * unit
    end, start = np.array(tip), np.array(knuckle)
    along = end - start
    aside = np.array([-along[1], along[0]]) * float(rng.normal(0, 0.07))
    first, second = end - 0.27 * along + 0.7 * aside, end - 0.55 * along + aside
    nail = bool(rng.random() < 0.7)
    return [
        Capsule(_pair(start), _pair(second), 1.3 * slim, 1.18 * slim),
        Capsule(_pair(second), _pair(first), 1.18 * slim, 1.1 * slim),
        Capsule(_pair(first), tip, 1.08 * slim, slim, nail),
    ]


def _pair(at: NDArray[np.float64]) -> tuple[float, float]:
    return float(at[0]), float(at[1])


def _way(degrees: float) -> NDArray[np.float64]:
    return np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])


def random_hand(rng: np.random.Generator, at: tuple[float, float], unit: float, overlap: float) -> list[Capsule]:
    """A hand with its arm that reaches for a die.

    Args:
        rng: chance.
        at: the die's middle in pixels.
        unit: pixels to one inradius.
        overlap: how far the fingertips reach over the die's rim, in inradii.
    """
    angle = float(rng.uniform(0, 360))
    along, across = _way(angle), _way(angle + 90)
    tips = _tips(rng, at, angle, unit, overlap)
    reach = float(rng.uniform(8.5, 11.0))
    palm = np.mean(tips, axis=0) - reach * unit * along
    wide = float(rng.uniform(3.6, 4.4)) * unit
    parts = [
        Capsule(_pair(palm - 40 * unit * along), _pair(palm - 6 * unit * along), wide, 0.7 * wide),
        Capsule(_pair(palm - 5 * unit * along), _pair(palm), 0.9 * wide, wide),
    ]
    order = np.argsort([float(np.array(tip) @ across) for tip in tips])
    for place, index in enumerate(order):
        share = (place + 0.5) / len(tips) - 0.5 if len(tips) > 1 else float(rng.uniform(-0.4, 0.4))
        knuckle = palm + 1.5 * wide * share * across + 0.55 * wide * along
        parts += finger(tips[int(index)], _pair(knuckle), unit, rng)
    for _ in range(int(rng.integers(0, 3))):
        # Fingers that are curled in show only their first stretch.
        side = float(rng.uniform(-0.8, 0.8))
        root = palm + side * wide * across + 0.5 * wide * along
        bent = root + float(rng.uniform(1.5, 3.0)) * unit * along
        parts.append(Capsule(_pair(root), _pair(bent), 1.25 * unit, 1.1 * unit))
    return parts


def _tips(
    rng: np.random.Generator, at: tuple[float, float], angle: float, unit: float, overlap: float
) -> list[tuple[float, float]]:
    """Where the fingers end: thumb and finger take the die between them, or some reach over it."""
    kind = rng.random()
    if kind < 0.35:
        spread = float(rng.uniform(40, 100))
        return [_beside(at, angle + side * spread, unit, overlap, 0.9) for side in (-1, 1)]
    first = np.array(_beside(at, angle, unit, overlap, 0.9))
    along, across = _way(angle), _way(angle + 90)
    count = 1 if kind < 0.65 else int(rng.integers(2, 5))
    shift = float(rng.uniform(0, count - 1)) if count > 1 else 0.0
    return [
        _pair(
            first
            + (place - shift) * 2.1 * unit * across
            - float(rng.uniform(0, 1.5) if abs(place - shift) > 0.5 else 0.0) * unit * along
        )
        for place in range(count)
    ]


def _beside(at: tuple[float, float], angle: float, unit: float, overlap: float, tip: float) -> tuple[float, float]:
    """Middle of a fingertip that points to `angle` and covers a die's rim so far."""
    away = (1.15 + tip - overlap) * unit
    turn = np.deg2rad(angle)
    return float(at[0] - away * np.cos(turn)), float(at[1] - away * np.sin(turn))


def draw_hand(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    parts: list[Capsule],
    lamp: tuple[float, float],
    unit: float,
) -> NDArray[np.uint8]:
    """Draw a hand into a picture.

    Args:
        rng: chance: skin, texture, how dark the shadow is.
        picture: (H, W, 3) uint8, changed in place.
        parts: root to tip, drawn in this order.
        lamp: where the light comes from in the picture, of length at most 1.
        unit: pixels to one inradius.

    Returns:
        (H, W) uint8 mask, 255 where the hand is.
    """
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))]) * float(rng.uniform(0.85, 1.12))
    away = np.array([-lamp[0], -lamp[1]]) * float(rng.uniform(0.2, 1.2)) * unit
    dark = float(rng.uniform(0.15, 0.55))
    for part in parts:
        hull = part.hull(1.05, (0.0, 0.0)) + away.astype(np.float32)
        darken(picture, hull, max(0.8, float(rng.uniform(0.15, 0.7)) * unit), dark)
    canvas, mask = np.zeros(picture.shape, np.uint8), np.zeros(picture.shape[:2], np.uint8)
    _rounded(canvas, mask, parts, lamp, skin)
    for part in parts:
        if part.nail:
            _nail(rng, canvas, part, skin)
    soft = cv2.GaussianBlur(canvas, (0, 0), max(0.6, 0.09 * unit)).astype(np.float32)
    tiles = noise_tiles()
    grain = tiles[int(rng.integers(len(tiles)))]
    texture = cv2.resize(grain, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    soft *= (0.9 + 0.2 * texture)[..., None]
    edge = cv2.erode(mask, np.ones((3, 3), np.uint8))
    share_map = cv2.GaussianBlur(edge, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    picture[:] = np.clip(picture + (soft - picture) * share_map, 0, 255).astype(np.uint8)
    return mask


def _rounded(
    canvas: NDArray[np.uint8],
    mask: NDArray[np.uint8],
    parts: list[Capsule],
    lamp: tuple[float, float],
    skin: NDArray[np.float64],
) -> None:
    """Draw the parts in shells from their rims to their middles, each a little lighter.

    All outer shells first, so that no rim is seen where two stretches of one finger meet.
    """
    for shell in range(_SHELLS):
        share = 1 - shell / _SHELLS
        tone = 0.62 + 0.42 * (1 - share**2) ** 0.5
        shift = (0.35 * (1 - share) * lamp[0], 0.35 * (1 - share) * lamp[1])
        for part in parts:
            whole = np.round(part.hull(share, shift) * 16).astype(np.int32)
            cv2.fillConvexPoly(canvas, whole, tuple((skin * tone).tolist()), cv2.LINE_AA, 4)
            if shell == 0:
                cv2.fillConvexPoly(mask, whole, 255, cv2.LINE_AA, 4)


def _nail(rng: np.random.Generator, canvas: NDArray[np.uint8], part: Capsule, skin: NDArray[np.float64]) -> None:
    along = np.array(part.tip) - np.array(part.root)
    turn = float(np.rad2deg(np.arctan2(along[1], along[0])))
    at = np.array(part.tip) + 0.15 * part.slim * along / max(1e-6, float(np.linalg.norm(along)))
    tone = np.clip(skin * float(rng.uniform(1.05, 1.2)) + [8, 0, 10], 0, 255)
    if rng.random() < 0.15:
        tone = rng.uniform(0, 255, 3)
    size = (_NAIL * part.slim * 0.85, _NAIL * part.slim * 0.62)
    box = (_pair(at), size, turn)
    cv2.ellipse(canvas, box, tuple((skin * 0.72).tolist()), -1, cv2.LINE_AA)
    inner = (_pair(at), (size[0] * 0.9, size[1] * 0.88), turn)
    cv2.ellipse(canvas, inner, tuple(float(v) for v in tone), -1, cv2.LINE_AA)
