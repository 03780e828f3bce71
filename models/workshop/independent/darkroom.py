"""From light to a picture as a cheap camera takes it: lens, sensor, tone, JPEG."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

BEST: Final = 91
WORST: Final = 85
"""JPEG qualities between which a picture is saved."""


def merged(passes: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The mean of several noisy pictures of one scene, without rare far too bright pixels."""
    stack = np.nan_to_num(np.stack(passes))
    middle = np.median(stack, axis=0)
    most = 2 * middle + 0.05 * float(middle.mean())
    return np.asarray(np.minimum(stack, most).mean(axis=0), np.float32)


def developed(light: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    """(h, w, 3) linear light as an 8-bit BGR picture."""
    high = float(np.percentile(light.mean(axis=2), 99.6))
    exposure = min(rng.uniform(0.17, 0.27) / float(light.mean()), rng.uniform(0.8, 1.1) / high)
    balance = np.exp(rng.normal(size=3) * [0.05, 0.015, 0.06])
    seen = np.asarray(light * exposure * balance, np.float32)
    h, w = seen.shape[:2]
    y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
    seen *= (1 - rng.uniform(0, 0.18) * (x**2 + y**2) / 2)[..., None].astype(np.float32)
    seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.4, 0.95))), np.float32)
    grain = rng.normal(size=seen.shape).astype(np.float32)
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.6), np.float32)
    seen += grain * np.sqrt(rng.uniform(2e-5, 2.5e-4) * np.maximum(seen, 0) + 1e-6)
    seen = np.clip(seen, 0, None)
    knee = 0.75
    seen = np.where(seen > knee, knee + (1 - knee) * (1 - np.exp((knee - seen) / (1 - knee))), seen)
    shown = np.where(seen > 0.0031308, 1.055 * seen ** (1 / 2.4) - 0.055, 12.92 * seen)
    picture = np.asarray(np.clip(shown * 255 + 0.5, 0, 255), np.uint8)[..., ::-1]
    # What cameras do against grain, and what they do to look crisp all the same.
    picture = np.asarray(cv2.bilateralFilter(np.ascontiguousarray(picture), 5, 14, 1.6), np.uint8)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        part = float(rng.uniform(0.2, 0.6))
        picture = np.asarray(cv2.addWeighted(picture, 1 + part, soft, -part, 0), np.uint8)
    return picture


def saved(picture: NDArray[np.uint8], path: Path, most: int) -> None:
    """Write a JPEG of at most so many bytes, as good as that allows within BEST and WORST.

    Where even WORST is too large, grain is smoothed more and more, as cameras do that must fit
    their pictures through a narrow cable.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    data = b""
    for smoothing in (0, 12, 18, 26):
        smooth = cv2.bilateralFilter(picture, 5, smoothing, 2.0) if smoothing else picture
        for quality in range(BEST, WORST - 1, -2):
            data = cv2.imencode(".jpg", smooth, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            if len(data) <= most:
                path.write_bytes(data)
                return
    path.write_bytes(data)
