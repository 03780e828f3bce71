"""Shadows on whatever is already in a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.paint import fill

if TYPE_CHECKING:
    from models.workshop.rendering.die import Light
    from models.workshop.rendering.geometry import Camera


def cast_shadow(
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
    unit = float(np.linalg.norm(camera.project(middle + np.array([1.0, 0, 0])) - camera.project(middle)))
    strength = light.shadow * (1 - 0.6 * clear)
    for points, blur, dark in (
        (fallen, light.softness * unit, strength),
        (below, 0.3 * unit, 0.35 * (1 - light.ambient * 0.5)),
    ):
        seen = camera.project(points).astype(np.float32)
        hull = np.asarray(cv2.convexHull(seen), dtype=np.float32)[:, 0]
        darken(picture, hull, max(0.7, blur), dark)


def darken(picture: NDArray[np.uint8], hull: NDArray[np.float32], blur: float, dark: float) -> None:
    """Darken what lies under an outline, softly.

    Args:
        picture: (H, W, 3) uint8, changed in place.
        hull: (n, 2) convex outline in pixels.
        blur: of its rim, pixels of sigma.
        dark: share of light taken away, in [0, 1].
    """
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
    fill(mask, (hull - [left, top]) / step, 255 * dark)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, blur / step)), dtype=np.uint8)
    wide = cv2.resize(mask, (size[1] * step, size[0] * step), interpolation=cv2.INTER_LINEAR)
    kept = 255 - wide[: bottom - top, : right - left]
    part = picture[top:bottom, left:right]
    part[:] = cv2.multiply(part, cv2.merge([kept, kept, kept]), scale=1 / 255)
