"""From drawn pictures to what a network learns from: the reader's crops and the finder's tables."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from models.framing import CONTEXT, CROP, FRAME, STATE, TURNS, Frame, context, crop
from models.labels import LABELS
from models.workshop.rendering import effects
from models.workshop.training.ring import Ring

Batch = tuple["NDArray[Any]", ...]
_UPRIGHT_UNTIL: Final = 30_000
_WIDE_FROM: Final = 200_000
_TURN_SPREAD: Final = 8.0
_CORRECTED: Final = 0.6
"""Share of crops as the last looks meet them: the die in the middle, in any of their sizes."""
_UPRIGHT: Final = 0.65
"""Of these, the share whose numeral stands nearly upright. The reader may have turned the others to a neighbour's:
where all were upright, whatever stood upright was taken for the face up."""
_NEAREST, _FARTHEST = 0.6, 1.14
"""Sizes of these, over FRAME: a numeral is read best when it is large."""
_TOLD: Final = 0.4
"""Share of crops of which the network is told where up points, nearly rightly."""
_PLAIN: Final = 0.75
_HIDDEN: Final = 0.35
"""A face of which this share is to be seen or more is plain; of this or less, hidden."""


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


@dataclass(frozen=True, slots=True)
class Known:
    """What a drawn patch's META numbers say; see `Maker.patch`."""

    label: int
    turn: float
    x: float
    y: float
    radius: float
    up: tuple[float, float]
    cocked: bool
    visible: float
    symbol: int
    twin: int

    @classmethod
    def of(cls, truth: NDArray[np.float32]) -> Self:
        """From (META,) numbers."""
        label, turn, x, y, radius, across, down, cocked, visible, symbol, twin = truth.tolist()
        return cls(
            int(label),
            turn,
            x,
            y,
            radius,
            (across, down),
            cocked > 0,
            visible,
            int(symbol),
            int(twin),
        )


class ReadBatch:
    """What the reader learns from; every array's first axis is the batch.

    Attributes:
        crops: (N, CROP, CROP, 3) uint8.
        contexts: (N, CONTEXT) float32.
        faces: (N, labels) float32, shares of 1: hidden faces are shared out among all.
        turns: (N, TURNS) float32, a bell around the numeral's turn; zeros where it has none.
        frames: (N, 3) float32, the frame's correction.
        state: (N, STATE) float32: a die, cocked, up in the crop.
        proxy: (N,) int64, the label, or labels + symbol.
    """

    def __init__(self, size: int) -> None:
        self.crops = np.empty((size, CROP, CROP, 3), np.uint8)
        self.contexts = np.empty((size, CONTEXT), np.float32)
        self.faces = np.empty((size, len(LABELS)), np.float32)
        self.turns = np.empty((size, TURNS), np.float32)
        self.frames = np.empty((size, 3), np.float32)
        self.state = np.empty((size, STATE), np.float32)
        self.proxy = np.empty(size, np.int64)

    @property
    def arrays(self) -> Batch:
        """All, in the order of the attributes."""
        return (
            self.crops,
            self.contexts,
            self.faces,
            self.turns,
            self.frames,
            self.state,
            self.proxy,
        )

    def fill(
        self,
        row: int,
        rng: np.random.Generator,
        picture: NDArray[np.uint8],
        known: Known,
        widest: float,
    ) -> None:
        """One crop as the reader meets it: framed by the finder at any turn, or corrected and mostly upright."""
        if rng.random() < _CORRECTED:
            size, stray = float(rng.uniform(np.log(_NEAREST), np.log(_FARTHEST))), 0.05
            upright = rng.random() < _UPRIGHT
            residual = float(rng.normal(0, 9) if upright else rng.uniform(-widest, widest))
        else:
            residual, size, stray = (
                float(rng.uniform(-widest, widest)),
                float(rng.normal(0, 0.17)),
                0.11,
            )
        half = FRAME * known.radius * float(np.exp(size))
        shift = rng.normal(0, stray, 2)
        # Pips have no upright: they are met at any turn.
        turn = known.turn if known.turn >= 0 else float(rng.uniform(0, 360))
        frame = Frame(known.x, known.y, half, turn - residual)
        angle = np.deg2rad(frame.turn)
        # The crop's middle lies `shift` half sides away from the die's, along the crop's own axes.
        away_x = float(np.cos(angle) * shift[0] - np.sin(angle) * shift[1]) * half
        away_y = float(np.sin(angle) * shift[0] + np.cos(angle) * shift[1]) * half
        frame = replace(frame, x=known.x + away_x, y=known.y + away_y)
        cut = effects.lit(rng, effects.spotted(rng, effects.dyed(rng, crop(picture, frame))))
        if rng.random() < 0.7:
            cut = effects.toned(rng, cut, 0.7)
        if rng.random() < 0.35:
            cut = effects.sharpened(rng, cut) if rng.random() < 0.5 else effects.blurred(rng, cut, 1.0)
        if rng.random() < 0.3:
            cut = effects.noisy(rng, cut, 14)
        self.crops[row] = cut
        self.frames[row] = (-shift[0], -shift[1], -size)
        self.turns[row] = soft_turns(residual % 360) if known.turn >= 0 else 0.0
        self._tell(row, rng, known, frame)

    def _tell(self, row: int, rng: np.random.Generator, known: Known, frame: Frame) -> None:
        truly = context(frame, known.up)[3:]
        self.contexts[row] = context(frame, None)
        if rng.random() < _TOLD:
            told = (
                known.up[0] + float(rng.normal(0, 0.03)),
                known.up[1] + float(rng.normal(0, 0.03)),
            )
            self.contexts[row] = context(frame, told)
        is_die = known.label >= 0
        self.state[row] = (float(is_die), float(known.cocked), *truly)
        hidden = min(1.0, max(0.0, (_PLAIN - known.visible) / (_PLAIN - _HIDDEN)))
        self.faces[row] = hidden / len(LABELS) if is_die else 0.0
        if is_die:
            for label in (known.label, known.label if known.twin < 0 else known.twin):
                self.faces[row, label] += (1.0 - hidden) / 2
        self.proxy[row] = len(LABELS) + known.symbol if known.symbol >= 0 else known.label


def read_batches(ring: Ring, rng: np.random.Generator, size: int, seen: Callable[[], int]) -> Iterator[Batch]:
    """Endless batches for the reader."""
    while True:
        widest = turn_range(seen())
        batch = ReadBatch(size)
        for row, place in enumerate(ring.sample(rng, size).tolist()):
            batch.fill(row, rng, ring.pictures[place], Known.of(ring.truths[place]), widest)
        yield batch.arrays


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
        yield pictures, truths


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
