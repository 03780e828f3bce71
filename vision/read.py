"""Which face lies up: a small network reads a square crop of one die.

It looks three times. The first look, at the crop that the finder framed, says where the die really
lies: how tightly the crop frames it matters more than anything else about it. The second looks at
crops turned all around, in two sizes; each says a face, and how far its numeral is from upright,
and those whose numeral stands upright count most, for so the network reads best. Together they say
how the numeral is turned, and the third looks at it upright.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from models.framing import FRAME, TURNS, Frame, crop

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.find import Found
    from vision.onnx_session import OnnxSession

_STEP: Final = 4
"""Classes of turn from one crop of the second look to the next: nine crops."""
_ALL_AROUND: Final = tuple(range(0, TURNS, _STEP))
_SIZES: Final = (0.94, 1.08)
"""Sizes of the crops around the right one; the second look alternates, the third takes both."""
_THIRD_WEIGHT: Final = 0.25
"""Chosen on rendered dice: 0.2 to 0.4 read alike, 0 and 1 worse."""
_BOX_TO_RADIUS: Final = 0.477
"""A silhouette's radius over the geometric mean of its box's sides: rendered d10s, mean of poses."""


def frame_of(found: Found) -> Frame:
    """The first crop of a die the finder found."""
    return Frame(found.x, found.y, FRAME * _BOX_TO_RADIUS * float(np.sqrt(found.w * found.h)))


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network says of one die, before calibration.

    Attributes:
        log_faces: (labels,) log-probability of each face.
        frame: where the die lies, upright, as the first look corrected it.
    """

    log_faces: NDArray[np.float64]
    frame: Frame


def read_dice(session: OnnxSession, image: NDArray[np.uint8], frames: list[Frame]) -> list[Reading]:
    """Read every framed die of a picture.

    Args:
        session: the `read` network.
        image: (H, W, 3) uint8, blue-green-red.
        frames: first crops, as of `frame_of`.
    """
    if not frames:
        return []
    first = session.run(np.stack([crop(image, frame) for frame in frames]))
    better = [
        corrected(frame, shift) for frame, shift in zip(frames, first[2].tolist(), strict=True)
    ]
    second = session.run(np.stack([crop(image, look) for die in better for look in around(die)]))
    shape = (len(frames), len(_ALL_AROUND), -1)
    faces = log_softmax(second[0].astype(np.float64)).reshape(shape)
    turns = np.exp(log_softmax(second[1].astype(np.float64))).reshape(shape)
    upright = [
        Frame(die.x, die.y, die.half * size, turn_of(seen))
        for die, seen in zip(better, turns, strict=True)
        for size in _SIZES
    ]
    third = session.run(np.stack([crop(image, look) for look in upright]))
    last = log_softmax(third[0].astype(np.float64)).reshape((len(frames), len(_SIZES), -1))
    return [
        Reading(mixed(row, seen, both), die)
        for row, seen, both, die in zip(faces, turns, last, better, strict=True)
    ]


def around(die: Frame) -> list[Frame]:
    """The second look's crops of a die."""
    return [
        Frame(die.x, die.y, die.half * _SIZES[number % len(_SIZES)], turn * 360.0 / TURNS)
        for number, turn in enumerate(_ALL_AROUND)
    ]


def turn_of(turns: NDArray[np.float64]) -> float:
    """How a numeral is turned, in degrees: the turn on which the crops agree best.

    Args:
        turns: (crops, TURNS) probabilities of each crop's numeral's turn within it.
    """
    votes = sum(np.roll(row, turn) for row, turn in zip(turns, _ALL_AROUND, strict=True))
    return float(np.argmax(votes)) * 360.0 / TURNS


def mixed(
    faces: NDArray[np.float64], turns: NDArray[np.float64], last: NDArray[np.float64]
) -> NDArray[np.float64]:
    """One opinion from all looks: a weighted mean of log-probabilities.

    Args:
        faces: (crops, labels) log-probabilities of the second look.
        turns: (crops, TURNS) probabilities of each crop's numeral's turn within it.
        last: (sizes, labels) log-probabilities of the third look.

    Returns:
        (labels,) log-probabilities.
    """
    upright = turns[:, [-1, 0, 1]].sum(axis=1)
    weights = upright / upright.sum()
    second = log_softmax((faces * weights[:, None]).sum(axis=0))
    third = log_softmax(last.mean(axis=0))
    return log_softmax((1 - _THIRD_WEIGHT) * second + _THIRD_WEIGHT * third)


def corrected(frame: Frame, shift: list[float]) -> Frame:
    """A frame moved and sized as the network says.

    Args:
        frame: an upright frame.
        shift: right and down in half sides, and the log of the right size over the frame's.
    """
    across, down, grow = (min(0.6, max(-0.6, value)) for value in shift)
    return Frame(
        frame.x + across * frame.half,
        frame.y + down * frame.half,
        frame.half * float(np.exp(grow)),
        frame.turn,
    )


def log_softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-probabilities along the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))
