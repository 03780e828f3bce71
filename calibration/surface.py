"""The mat seen straight from above: a picture's part of the sheet, at so many pixels a millimetre."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.mat import Array, Rect


def rectify(
    image: NDArray[np.uint8], homography: Array, rect: Rect, per_mm: float
) -> NDArray[np.uint8]:
    """Part of the sheet as seen from straight above.

    Args:
        image: (H, W, 3) uint8, blue-green-red.
        homography: (3, 3) from millimetres of the sheet to pixels of the picture.
        rect: which part of the sheet.
        per_mm: pixels a millimetre in what is returned.

    Returns:
        (h, w, 3) uint8; black where the picture does not reach.
    """
    import cv2

    x, y, w, h = rect
    size = (max(1, round(w * per_mm)), max(1, round(h * per_mm)))
    onto = np.array([[1 / per_mm, 0, x], [0, 1 / per_mm, y], [0, 0, 1.0]])
    straight = cv2.warpPerspective(
        image, homography @ onto, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(straight, dtype=np.uint8)


def pixels_per_mm(homography: Array, at: tuple[float, float]) -> float:
    """How many pixels a millimetre takes at a point of the sheet, in its narrowest direction."""
    x, y = at
    top, left, below = homography[0], homography[1], homography[2]
    depth = float(below @ (x, y, 1.0))
    seen = homography @ np.array([x, y, 1.0]) / depth
    slope = np.array(
        [
            [(top[i] - seen[0] * below[i]) / depth for i in range(2)],
            [(left[i] - seen[1] * below[i]) / depth for i in range(2)],
        ]
    )
    return float(np.linalg.svd(slope, compute_uv=False).min())
