"""What a camera and its light do to a picture: blur, noise, white balance, few pixels, JPEG; and stranger dice."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray


@lru_cache(maxsize=4)
def _noise_bank(seed: int = 0) -> NDArray[np.float32]:
    """(1024, 1024, 3) unit normal noise to cut from: drawing it anew would cost too much."""
    return np.random.default_rng(seed).standard_normal((1024, 1024, 3), dtype=np.float32)


def toned(rng: np.random.Generator, picture: NDArray[np.uint8], strength: float = 1.0) -> NDArray[np.uint8]:
    """Exposure, contrast, gamma and white balance by chance, as one table look-up."""
    levels = np.arange(256, dtype=np.float32)[:, None] / 255
    gamma = float(np.exp(rng.normal(0, 0.22 * strength)))
    gains = np.exp(rng.normal(0, 0.09 * strength, 3)) * np.exp(rng.normal(0, 0.15 * strength))
    pivot = float(rng.uniform(0.3, 0.6))
    contrast = float(np.exp(rng.normal(0, 0.18 * strength)))
    table = (np.clip(levels**gamma * gains, 0, 1.3) - pivot) * contrast + pivot
    table8 = np.clip(table * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, np.ascontiguousarray(table8[None])), dtype=np.uint8)


def watched(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then a spotlight with a dark rim, and a camera that sees grey, or grey by infrared."""
    if rng.random() < 0.1:
        height, width = picture.shape[:2]
        x, y = rng.uniform(0.2, 0.8, 2) * (width, height)
        reach = max(height, width) * float(rng.uniform(0.35, 0.9))
        away = np.hypot(np.arange(width) - x, (np.arange(height) - y)[:, None]) / reach
        least = float(rng.uniform(0.05, 0.5))
        light = least + (1.25 - least) * np.exp(-(away ** float(rng.uniform(1.5, 4))))
        picture = np.clip(picture * light[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.12:
        shares = rng.dirichlet((1.5, 3.0, 2.5)).astype(np.float32)
        grey = cv2.transform(picture, shares[None])
        picture = np.asarray(cv2.merge([grey, grey, grey]), dtype=np.uint8)
    return picture


def sharpened(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """As phones sharpen: light and dark rims along edges."""
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.7, 2.2)))
    more = float(rng.uniform(0.4, 2.2))
    return np.asarray(cv2.addWeighted(picture, 1 + more, soft, -more, 0), dtype=np.uint8)


def blurred(rng: np.random.Generator, picture: NDArray[np.uint8], most: float) -> NDArray[np.uint8]:
    """Out of focus or moved, by up to `most` pixels of sigma."""
    sigma = float(most * rng.random() ** 2)
    if sigma < 0.3:
        return picture
    if rng.random() < 0.7:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8)
    reach = max(3, int(sigma * 3) | 1)
    kernel = np.zeros((reach, reach), np.float32)
    angle = float(rng.uniform(0, np.pi))
    middle = reach // 2
    dx, dy = np.cos(angle) * middle, np.sin(angle) * middle
    cv2.line(
        kernel,
        (round(middle - dx), round(middle - dy)),
        (round(middle + dx), round(middle + dy)),
        1.0,
        1,
    )
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), dtype=np.uint8)


def noisy(rng: np.random.Generator, picture: NDArray[np.uint8], most: float) -> NDArray[np.uint8]:
    """Sensor noise of up to `most` levels of sigma, finer or coarser, coloured or not."""
    sigma = float(most * rng.random() ** 2)
    if sigma < 0.5:
        return picture
    bank = _noise_bank()
    height, width = picture.shape[:2]
    top, left = (int(v) for v in rng.integers(0, (1024 - height, 1024 - width)))
    grain = bank[top : top + height, left : left + width]
    if rng.random() < 0.5:
        grain = np.repeat(grain[..., :1], 3, axis=2)
    added = cv2.add(picture, np.ascontiguousarray(grain) * sigma, dtype=cv2.CV_8U)
    return np.asarray(added, dtype=np.uint8)


def compressed(rng: np.random.Generator, picture: NDArray[np.uint8], least: int = 35) -> NDArray[np.uint8]:
    """Through JPEG and back at a quality from `least` to 95."""
    quality = int(rng.integers(least, 96))
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def coarse(rng: np.random.Generator, picture: NDArray[np.uint8], most: float) -> NDArray[np.uint8]:
    """As if taken with up to `most` times fewer pixels a side and enlarged again."""
    factor = float(np.exp(rng.uniform(0, np.log(most))))
    if factor < 1.1:
        return picture
    height, width = picture.shape[:2]
    small = cv2.resize(
        picture,
        (max(8, round(width / factor)), max(8, round(height / factor))),
        interpolation=cv2.INTER_AREA,
    )
    if rng.random() < 0.3:
        small = compressed(rng, np.asarray(small, dtype=np.uint8), 45)
    how = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, (width, height), interpolation=how), dtype=np.uint8)


def dyed(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then in other colours: channels change places, colours grow weaker or stronger, dark turns to light."""
    if rng.random() < 0.15:
        picture = np.ascontiguousarray(picture[..., rng.permutation(3)])
    if rng.random() < 0.25:
        keep = float(rng.uniform(0, 1.8))
        mix = np.full((3, 3), (1 - keep) / 3, np.float32) + keep * np.eye(3, dtype=np.float32)
        picture = np.asarray(cv2.transform(picture, mix), dtype=np.uint8)
    return 255 - picture if rng.random() < 0.02 else picture


def spotted(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then with speckles, patches or clouds of some colour over everything, its numerals too."""
    height, width = picture.shape[:2]
    for odds, cells in ((0.07, 40), (0.05, 20), (0.04, 10)):
        if rng.random() < odds:
            field = cv2.resize(rng.standard_normal((cells, cells), np.float32), (width, height))
            cover = np.clip((field - rng.uniform(0.9, 1.9)) * 6, 0, 1) * rng.uniform(0.2, 0.75)
            colour = rng.integers(0, 256, 3)
            picture = (picture + cover[..., None] * (colour - picture.astype(np.float32))).astype(np.uint8)
    return picture


def lit(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then with light from one side, or a soft spot of glare."""
    height, width = picture.shape[:2]
    across, down = np.arange(width) - width / 2, np.arange(height)[:, None] - height / 2
    if rng.random() < 0.25:
        angle = float(rng.uniform(0, 2 * np.pi))
        slope = (np.cos(angle) * across + np.sin(angle) * down) / (width / 2)
        picture = np.clip(picture * np.exp(slope * rng.normal(0, 0.3))[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        x, y = rng.uniform(-0.4, 0.4, 2) * (width, height)
        reach = width * float(rng.uniform(0.05, 0.19))
        glare = np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * reach**2)) * rng.uniform(0, 0.9)
        picture = (picture + glare[..., None] * (255 - picture.astype(np.float32))).astype(np.uint8)
    return picture
