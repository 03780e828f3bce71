"""From drawn pictures to what a network learns from: the reader's crops and the finder's tables."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.framing import CROP, FRAME, TURNS, Frame, crop
from models.training.render import effects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from models.training.ring import Ring

Batch = tuple["NDArray[np.uint8]", ...]
_UPRIGHT_UNTIL: Final = 30_000
_WIDE_FROM: Final = 200_000
_TURN_SPREAD: Final = 8.0


def turn_range(seen: int) -> float:
    """How far a numeral may be turned after `seen` samples, degrees either way.

    From fully random turns a small network learns nothing for a long time; from upright ones at
    once.
    """
    done = (seen - _UPRIGHT_UNTIL) / (_WIDE_FROM - _UPRIGHT_UNTIL)
    return 20.0 + 160.0 * min(1.0, max(0.0, done))


def soft_turns(turn: float) -> NDArray[np.float32]:
    """(TURNS,) a bell around a turn in degrees, summing to 1."""
    centres = np.arange(TURNS) * (360.0 / TURNS)
    apart = (centres - turn + 180) % 360 - 180
    bell = np.exp(-(apart**2) / (2 * _TURN_SPREAD**2))
    return np.asarray(bell / bell.sum(), dtype=np.float32)


def read_crop(
    rng: np.random.Generator, picture: NDArray[np.uint8], truth: NDArray[np.float32], widest: float
) -> tuple[NDArray[np.uint8], int, NDArray[np.float32], NDArray[np.float32]]:
    """One crop as the reader meets it: framed by the finder at any turn, or corrected and upright.

    Returns:
        The crop, the face, soft turns (TURNS,) and the correction of the frame (3,).
    """
    value, turn, x, y, radius = (float(v) for v in truth)
    if rng.random() < 0.5:
        residual, size, stray = float(rng.normal(0, 9)), float(rng.normal(0, 0.09)), 0.05
    else:
        residual, size, stray = (
            float(rng.uniform(-widest, widest)),
            float(rng.normal(0, 0.17)),
            0.11,
        )
    half = FRAME * radius * float(np.exp(size))
    shift = rng.normal(0, stray, 2)
    frame_turn = turn - residual
    angle = np.deg2rad(frame_turn)
    # The crop's middle lies `shift` half sides away from the die's, along the crop's own axes.
    away_x = float(np.cos(angle) * shift[0] - np.sin(angle) * shift[1]) * half
    away_y = float(np.sin(angle) * shift[0] + np.cos(angle) * shift[1]) * half
    cut = crop(picture, Frame(x + away_x, y + away_y, half, frame_turn))
    if rng.random() < 0.7:
        cut = effects.toned(rng, cut, 0.7)
    if rng.random() < 0.3:
        cut = effects.noisy(rng, cut, 14)
    correction = np.array([-shift[0], -shift[1], -size], np.float32)
    return cut, int(value), soft_turns(residual % 360), correction


def read_batches(
    ring: Ring, rng: np.random.Generator, size: int, seen: Callable[[], int]
) -> Iterator[Batch]:
    """Endless batches for the reader."""
    while True:
        widest = turn_range(seen())
        places = ring.sample(rng, size)
        crops = np.empty((size, CROP, CROP, 3), np.uint8)
        faces, turns, frames = (
            np.empty(size, np.int64),
            np.empty((size, TURNS), np.float32),
            np.empty((size, 3), np.float32),
        )
        for row, place in enumerate(places.tolist()):
            crops[row], faces[row], turns[row], frames[row] = read_crop(
                rng, ring.pictures[place], ring.truths[place], widest
            )
        yield crops, faces, turns, frames  # type: ignore[misc]


def find_batches(ring: Ring, rng: np.random.Generator, size: int) -> Iterator[Batch]:
    """Endless batches for the finder, mirrored and retoned: for a box no side is up."""
    while True:
        places = ring.sample(rng, size)
        pictures, truths = ring.pictures[places].copy(), ring.truths[places].copy()
        for row in range(size):
            pictures[row] = effects.toned(rng, pictures[row], 0.7)
            if rng.random() < 0.5:
                pictures[row] = pictures[row, :, ::-1].copy()
                truths[row] = truths[row, :, :, ::-1].copy()
                truths[row, 1] *= -1
            if rng.random() < 0.5:
                pictures[row] = pictures[row, ::-1].copy()
                truths[row] = truths[row, :, ::-1].copy()
                truths[row, 2] *= -1
        yield pictures, truths  # type: ignore[misc]


def ahead(batches: Iterator[Batch], depth: int = 4) -> Iterator[Batch]:
    """Make batches in a thread while the network computes."""
    waiting: queue.Queue[Batch] = queue.Queue(depth)

    def fill() -> None:
        cv2.setNumThreads(1)
        for batch in batches:
            waiting.put(batch)

    threading.Thread(target=fill, daemon=True).start()
    while True:
        yield waiting.get()
