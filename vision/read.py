"""Which face lies up: a small network reads a square crop of one die.

It looks twice. The first look, at a crop the finder framed, says how the top numeral is turned and
where the die really lies; the second looks at crops framed on that and turned upright, in two
sizes, for every likely turn, and their probabilities are mixed. How tightly the crop frames the die
matters more than anything else about it.
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

_LIKELY_TURNS: Final = 2
_SECOND_SCALES: Final = (0.94, 1.08)
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
    log_turns = log_softmax(first[1].astype(np.float64))
    likely = [_likely_turns(row) for row in log_turns]
    second_frames = [
        Frame(frame.x, frame.y, frame.half * size, turn)
        for frame, turns in zip(better, likely, strict=True)
        for turn, _ in turns
        for size in _SECOND_SCALES
    ]
    second = session.run(np.stack([crop(image, frame) for frame in second_frames]))
    log_faces = log_softmax(second[0].astype(np.float64))
    readings: list[Reading] = []
    at = 0
    for frame, turns in zip(better, likely, strict=True):
        count = len(turns) * len(_SECOND_SCALES)
        rows = log_faces[at : at + count].reshape(len(turns), len(_SECOND_SCALES), -1)
        weights = np.array([weight for _, weight in turns])
        mixed = log_softmax(rows.mean(axis=1)) + np.log(weights)[:, None]
        readings.append(Reading(np.logaddexp.reduce(mixed, axis=0), frame))
        at += count
    return readings


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


def _likely_turns(log_turns: NDArray[np.float64]) -> list[tuple[float, float]]:
    """The likeliest turns in degrees with their shares, each the middle of a peak."""
    left = np.exp(log_turns)
    peaks: list[tuple[float, float]] = []
    for _ in range(_LIKELY_TURNS):
        at = int(left.argmax())
        near = [(at + step) % TURNS for step in (-1, 0, 1)]
        weight = float(left[near].sum())
        lean = float(left[near[2]] - left[near[0]]) / weight
        peaks.append(((at + lean) * 360.0 / TURNS, weight))
        left[[(at + step) % TURNS for step in (-2, -1, 0, 1, 2)]] = 1e-12
    total = sum(weight for _, weight in peaks)
    return [(turn, weight / total) for turn, weight in peaks]


def log_softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-probabilities along the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))
