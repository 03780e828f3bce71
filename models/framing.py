"""How a die is cut out of a picture, and what is said of cards: the same for the recipe and for the reader."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Picture

CROP: Final = 64  # The reading network's input, pixels a side
FRAME: Final = 1.42
"""Half a crop's side over the die's radius (of the circle with its silhouette's area)."""
FOCAL: Final = 0.85
"""Focal length over the picture's longer side, where nobody measured it: webcams and phones see
60 to 70 degrees across, which is 0.71 to 0.87."""
TURNS: Final = 36
"""Classes of turn: class k is a numeral turned k * 10 degrees clockwise from upright."""
STRIDE: Final = 8  # Pixels of the finding network's input to one cell of its answer
CONTEXT: Final = 5  # Numbers that tell the reading network of the camera; see `context`
STATE: Final = 4
"""What the reading network says of a die beside its face: is it one, is it cocked, up x, up y."""
SPOT: Final = 8
"""What is said of a card where it lies: its middle's x and y; of each half axis the logarithm and the doubled turn."""
_SKIPS: Final = 2.0  # A larger reduction skips pixels between those that the warp samples


@dataclass(frozen=True, slots=True)
class Frame:
    """A square crop: middle and half side in pixels, turned clockwise by `turn` degrees."""

    x: float
    y: float
    half: float
    turn: float = 0.0


def rays_through(points: Array, width: int, height: int, focal: Array | float = FOCAL) -> Array:
    """(..., 3) the unit rays through (..., 2) pixels: x right, y down, z forward.

    Args:
        points: in pixels.
        width: of the picture in pixels.
        height: likewise.
        focal: focal length in the picture's longer sides; several as (..., 1, 1).
    """
    aside = (points - (width / 2, height / 2)) / (np.asarray(focal) * max(width, height))
    rays = np.concatenate((aside, np.ones_like(aside[..., :1])), axis=-1)
    return np.asarray(rays / np.linalg.norm(rays, axis=-1, keepdims=True))


def up_at(rays: Array, normals: Array) -> Array:
    """(..., 2) where the table's upward normals point in the picture, as `context` takes it; both (..., 3)."""
    return np.asarray((normals - (rays * normals).sum(axis=-1, keepdims=True) * rays)[..., :2])


def context(frame: Frame, up: tuple[float, float] | None) -> NDArray[np.float32]:
    """What is known of the camera, as seen from within a crop.

    People hold and mount cameras so that the picture's top lies farther away: where the picture's
    top is says something even of a camera that nobody calibrated.

    Args:
        frame: the crop.
        up: where the table's upward normal points in the picture: the x and y of n - (n r) r for
            the unit normal n and the unit ray r to the die, in the camera's axes (x right, y down);
            its length is the sine of the camera's tilt. None when nobody knows.

    Returns:
        (CONTEXT,) the picture's up in the crop (x, y), whether `up` is known, `up` in the crop.
    """
    angle = np.deg2rad(frame.turn)
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    across, down = up or (0.0, 0.0)
    return np.array(
        (
            -sin,
            -cos,
            0.0 if up is None else 1.0,
            2 * (cos * across + sin * down),
            2 * (cos * down - sin * across),
        ),
        np.float32,
    )


def crop(image: Picture, frame: Frame) -> Picture:
    """Cut a frame out of a picture, turned back upright; beyond the picture's rim its edge repeats."""
    import cv2

    scale = 2 * frame.half / CROP
    if scale > _SKIPS:
        return _crop_reduced(image, frame, scale)
    angle = np.deg2rad(frame.turn)
    cos, sin = float(np.cos(angle)) * scale, float(np.sin(angle)) * scale
    middle = (CROP - 1) / 2
    back = np.array(
        [
            [cos, -sin, frame.x - 0.5 - middle * (cos - sin)],
            [sin, cos, frame.y - 0.5 - middle * (sin + cos)],
        ]
    )
    return np.asarray(
        cv2.warpAffine(
            image,
            back,
            (CROP, CROP),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.uint8,
    )


def _crop_reduced(image: Picture, frame: Frame, scale: float) -> Picture:
    import cv2

    reach = frame.half * 1.5
    left, top = max(0, int(frame.x - reach)), max(0, int(frame.y - reach))
    part = image[top : max(top, int(frame.y + reach) + 2), left : max(left, int(frame.x + reach) + 2)]
    if part.size == 0:
        return np.zeros((CROP, CROP, 3), np.uint8)
    width, height = max(1, round(part.shape[1] / scale)), max(1, round(part.shape[0] / scale))
    small = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    across, down = part.shape[1] / width, part.shape[0] / height
    inner = Frame(
        (frame.x - left) / across,
        (frame.y - top) / down,
        # A sliver at the picture's rim may be reduced unevenly: never so much that this reduces
        # again.
        min(frame.half / float(np.sqrt(across * down)), CROP / 2 * _SKIPS),
        frame.turn,
    )
    return crop(small, inner)
