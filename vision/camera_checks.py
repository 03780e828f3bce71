"""How sharp a picture is, by its own edges, and whether the camera was moved since it began."""

from dataclasses import dataclass
from math import pi, sqrt
from typing import Final

import numpy as np

from calibration.arrays import Grey, Picture, Small

REACH: Final = 16
"""Pixels across which an edge is looked for; blur beyond 6.4 pixels cannot be told apart."""
_STRONG: Final = 45.0
_OVER_NOISE: Final = 12.0
_LEAST_EDGES: Final = 40
_LEAST_SHARE: Final = 0.002
_SHARPEST: Final = 5.0
_MAD_TO_SIGMA: Final = 1.4826
_SECOND_DIFFERENCE: Final = sqrt(6.0)
"""Standard deviation of a - 2b + c for independent a, b, c of standard deviation 1."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """What the edges say."""

    # standard deviation of the blur of the sharpest edges in pixels; None when there are too few
    # edges to say
    blur: float | None
    edges: float  # share of the pixels, in [0, 1], that lie on a strong edge
    noise: float  # standard deviation of the pixels' noise in grey levels


def sharpness(rows: Grey) -> Sharpness:
    """Measure rows of a picture at its full resolution.

    A step edge of contrast c under a Gaussian blur s rises by at most c / (s sqrt(2 pi)) a pixel;
    both are seen, so s follows whatever the contrast. The sharpest twentieth of the edges counts,
    because shadows and what is printed on a mat are soft in the sharpest picture. Of a thin line's blur two thirds
    are seen, for what is left of its contrast is less as well.
    """
    import cv2

    if rows.shape[1] < 3 * REACH:
        return Sharpness(None, 0.0, 0.0)
    grey = rows.astype(np.float32)
    second = np.abs(grey[:, :-2:2] - 2 * grey[:, 1:-1:2] + grey[:, 2::2])
    noise = _MAD_TO_SIGMA * _middle(second) / _SECOND_DIFFERENCE
    rise = np.abs(np.diff(grey, axis=1))
    window = np.ones((1, REACH), np.uint8)
    steepest = cv2.dilate(rise, window)
    contrast = (cv2.dilate(grey, window) - cv2.erode(grey, window))[:, :-1]
    strong = contrast > max(_STRONG, _OVER_NOISE * noise)
    count = int(np.count_nonzero(strong))
    if count < max(_LEAST_EDGES, _LEAST_SHARE * strong.size):
        return Sharpness(None, count / strong.size, noise)
    slope = np.maximum(steepest[strong] - 3 * noise, 1.0)
    blur = (contrast[strong] - 3 * noise) / (slope * sqrt(2 * pi))
    return Sharpness(float(np.percentile(blur, _SHARPEST)), count / strong.size, noise)


def _middle(values: Small) -> float:
    flat = values.reshape(-1)[::4]
    return float(np.partition(flat, flat.size // 2)[flat.size // 2])


WIDTH: Final = 320
_LEAST_SHIFT: Final = 2.5  # Pixels of the small view: 10 of 1280, a third of a small die
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
        self._view: Small | None = None

    @property
    def ready(self) -> bool:
        """Whether there is a view to compare with."""
        return self._view is not None

    def forget(self) -> None:
        """Let the next view be the one to compare with."""
        self._view = None

    def learn(self, picture: Picture) -> None:
        """Take this picture, at rest, as the view to compare with."""
        self._view = _small(picture)

    def moved(self, picture: Picture) -> bool:
        """Tell whether the camera looks elsewhere in a picture at rest.

        Either the whole view has shifted, which is believed only where most parts of the picture
        fit better when shifted back: one die that slid is one part. Or more than half of it is
        nothing like it was.
        """
        before, now = self._view, _small(picture)
        if before is None or before.shape != now.shape or min(now.shape) < _LEAST_SIDE:
            return False
        gain = float(before.mean()) / max(1.0, float(now.mean()))
        now = now * np.float32(min(max(gain, 0.5), 2.0))
        apart = np.abs(now - before)
        if float((apart > _OTHER_LEVEL).mean()) > _OTHER_VIEW:
            return True
        return _measure_shift(before, now, apart)


def _measure_shift(before: Small, now: Small, apart: Small) -> bool:
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


def _split(picture: Small) -> list[float]:
    return [
        float(part.mean()) for rows in np.array_split(picture, _PARTS) for part in np.array_split(rows, _PARTS, axis=1)
    ]


def _small(picture: Picture) -> Small:
    import cv2

    # Every so many pixels are enough before the rest is averaged, and cost a quarter.
    step = max(1, picture.shape[1] // (2 * WIDTH))
    picture = picture[::step, ::step]
    width = min(WIDTH, picture.shape[1])
    height = max(1, round(picture.shape[0] * width / picture.shape[1]))
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), dtype=np.float32)
