"""Has the camera been moved? Compares the view now with the view it began with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTH: Final = 320
_LEAST_SHIFT: Final = 2.5
"""Pixels of the small view: 10 of 1280, a third of a small die."""
_BETTER: Final = 0.7
_NOISE: Final = 1.0
_LEAST_SIDE: Final = 60
_PARTS: Final = 3
_MOST_PARTS: Final = 5
_OTHER_VIEW: Final = 0.5
_OTHER_LEVEL: Final = 25.0


class BumpMeter:
    """Keeps one view and says whether a later one shows the same from elsewhere."""

    def __init__(self) -> None:
        self._view: NDArray[np.float32] | None = None

    @property
    def ready(self) -> bool:
        """Whether there is a view to compare with."""
        return self._view is not None

    def forget(self) -> None:
        """Let the next view be the one to compare with."""
        self._view = None

    def learn(self, picture: NDArray[np.uint8]) -> None:
        """Take this as the view to compare with: height x width x 3, uint8, BGR, at rest."""
        self._view = _small(picture)

    def moved(self, picture: NDArray[np.uint8]) -> bool:
        """Tell whether the camera looks elsewhere now.

        Either the whole view has shifted, which is believed only where most parts of the picture
        fit better when shifted back: one die that slid is one part. Or more than half of it is
        nothing like it was.

        Args:
            picture: height x width x 3, uint8, BGR, at rest.
        """
        before, now = self._view, _small(picture)
        if before is None or before.shape != now.shape or min(now.shape) < _LEAST_SIDE:
            return False
        gain = float(before.mean()) / max(1.0, float(now.mean()))
        now = now * np.float32(min(max(gain, 0.5), 2.0))
        apart = np.abs(now - before)
        if float((apart > _OTHER_LEVEL).mean()) > _OTHER_VIEW:
            return True
        return _shifted(before, now, apart)


def _shifted(
    before: NDArray[np.float32], now: NDArray[np.float32], apart: NDArray[np.float32]
) -> bool:
    import cv2

    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    # OpenCV 5 multiplies the window into the arrays that it is given.
    (dx, dy), _ = cv2.phaseCorrelate(before.copy(), now.copy(), window)
    if np.hypot(dx, dy) < _LEAST_SHIFT or max(abs(dx), abs(dy)) > min(before.shape) / 4:
        return False
    back = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fitted = cv2.warpAffine(now, back, (now.shape[1], now.shape[0]), flags=flags)
    rest = np.abs(fitted - before)
    rim = int(max(abs(dx), abs(dy))) + 1
    inner = (slice(rim, -rim), slice(rim, -rim))
    parts = zip(_split(apart[inner]), _split(rest[inner]), strict=True)
    better = [left < _BETTER * was for was, left in parts if was > _NOISE]
    return sum(better) >= _MOST_PARTS


def _split(picture: NDArray[np.float32]) -> list[float]:
    return [
        float(part.mean())
        for rows in np.array_split(picture, _PARTS)
        for part in np.array_split(rows, _PARTS, axis=1)
    ]


def _small(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    import cv2

    # Every so many pixels are enough before the rest is averaged, and cost a quarter.
    step = max(1, picture.shape[1] // (2 * WIDTH))
    picture = picture[::step, ::step]
    width = min(WIDTH, picture.shape[1])
    height = max(1, round(picture.shape[0] * width / picture.shape[1]))
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), dtype=np.float32)
