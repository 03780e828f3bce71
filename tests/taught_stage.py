"""Pretend dice to be taught: coloured squares with a sign; an eye that finds and compares pixels.

The stand-in for the network truly works from pixels: its features are how the grey waves around
a die's middle.
"""

from types import SimpleNamespace

import cv2
import numpy as np

from models.framing import FRAME, Frame, crop
from models.labels import FEATURES, LABELS

SIDE = 60
COLOURS = {
    "cat": (60, 40, 190), "dog": (170, 60, 40), "owl": (50, 150, 50), "fox": (60, 40, 190),
}  # fmt: skip
"""Fox dice have the colour of cat dice."""
PIPS = {"2": ((-1, -1), (1, 1)), "6": ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, -1), (0, 1))}


def table(*dice, size=(320, 240), seed=1):
    """One picture of dice given as (x, y, kind, face, degrees)."""
    rng = np.random.default_rng(seed)
    width, height = size
    image = np.clip(rng.normal(110, 3, (height, width, 1)), 0, 255).repeat(3, 2).astype(np.uint8)
    for x, y, kind, face, angle in dice:
        _draw(image, x, y, kind, face, angle)
    return image


def _draw(image, x, y, kind, face, angle):
    die = np.zeros((SIDE, SIDE, 3), np.uint8)
    die[:] = COLOURS[kind]
    white = (235, 235, 235)
    if face == "S":
        sign = {"cat": _triangle, "dog": _ring, "owl": _cross, "fox": _triangle}[kind]
        sign(die, white)
    else:
        for across, down in PIPS[face]:
            cv2.circle(die, (30 + 16 * across, 30 + 16 * down), 7, white, -1)
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), -angle, 1.0)
    turn[:, 2] += (x - SIDE / 2, y - SIDE / 2)
    size = (image.shape[1], image.shape[0])
    drawn = cv2.warpAffine(die, turn, size)
    mask = cv2.warpAffine(np.full((SIDE, SIDE), 255, np.uint8), turn, size)
    image[mask > 127] = drawn[mask > 127]


def _triangle(die, white):
    cv2.fillPoly(die, [np.int32([[30, 8], [50, 48], [10, 40]])], white)


def _ring(die, white):
    cv2.circle(die, (32, 28), 16, white, 7)


def _cross(die, white):
    cv2.line(die, (10, 12), (46, 50), white, 6)
    cv2.line(die, (50, 10), (30, 30), white, 6)


class PixelEmbedder:
    """Features are the grey waves around the middle; faces are not known, or all the same one."""

    def __init__(self, identity="0" * 64, reads=""):
        self.identity = identity
        self.faces = read_as(reads)
        self.crops = 0

    def embed(self, crops, contexts):
        assert len(crops) == len(contexts)
        self.crops += len(crops)
        features = np.stack([_feature(cut) for cut in crops])
        return features, np.log(self.faces).astype(np.float32).repeat(len(crops), axis=0)

    def read(self, image, frame):
        self.crops += 1
        return SimpleNamespace(features=_feature(crop(image, frame)), frame=frame)


def read_as(text, dice=1, chance=0.9):
    """(dice, labels) what a network reads: mostly one label, or with "" every label alike."""
    if not text:
        return np.full((dice, len(LABELS)), 1 / len(LABELS))
    faces = np.full((dice, len(LABELS)), (1 - chance) / (len(LABELS) - 1))
    faces[:, [label.text for label in LABELS].index(text)] = chance
    return faces


_SPREAD = np.random.default_rng(5).normal(0, 1.4, (FEATURES // 2, 12 * 8))


def _feature(cut):
    """What does not change as the die turns: how each ring's grey waves around the middle."""
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rings = cv2.warpPolar(cv2.blur(grey, (3, 3)), (12, 64), (31.5, 31.5), 20, cv2.WARP_POLAR_LINEAR)
    waves = np.abs(np.fft.rfft(rings, axis=0))[1:9].T.reshape(-1)
    at = _SPREAD @ (waves / max(1e-3, float(np.linalg.norm(waves))))
    # Cosines and sines of random directions: far apart as soon as the waves differ.
    both = np.concatenate([np.cos(at), np.sin(at)]).astype(np.float32)
    return both / np.sqrt(FEATURES / 2, dtype=np.float32)


class PixelEye:
    """Finds whatever has a colour on the grey table."""

    def __init__(self):
        self.embedder = PixelEmbedder()

    def frames(self, image):
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        mask = (cv2.blur(hsv, (3, 3))[:, :, 1] > 80).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
        count, _, stats, middles = cv2.connectedComponentsWithStats(mask)
        found = [(int(stats[n, cv2.CC_STAT_AREA]), middles[n]) for n in range(1, count)]
        found.sort(key=lambda one: -one[0])
        half = float(FRAME * SIDE / np.sqrt(np.pi))
        return [Frame(float(x), float(y), half) for area, (x, y) in found if area > 1500]
