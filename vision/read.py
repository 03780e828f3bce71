"""Which face lies up: a small network reads a square crop of one die.

It looks twice. The first look, at a crop the finder framed, says how the top numeral is turned and where the die really
lies; the second looks at crops framed on that and turned upright, in two sizes, for every likely turn, and their
probabilities are mixed. How tightly the crop frames the die matters more than anything else about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.find import Found
    from vision.onnx_session import OnnxSession

CROP: Final = 64
"""The network's input, pixels a side."""
FRAME: Final = 1.42
"""Half the crop's side over the die's radius (of the circle with its silhouette's area)."""
TURNS: Final = 36
"""Classes of turn: class k is a numeral turned k * 10 degrees clockwise from upright."""
_LIKELY_TURNS: Final = 2
_SECOND_SCALES: Final = (0.94, 1.08)
_BOX_TO_RADIUS: Final = 0.5 * 0.93
"""A silhouette's radius over the geometric mean of its box's sides: rendered d10s, mean over all poses."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A square crop: middle and half side in pixels of the picture, turned clockwise by `turn` degrees."""

    x: float
    y: float
    half: float
    turn: float = 0.0


def frame_of(found: Found) -> Frame:
    """The first crop of a die the finder found."""
    return Frame(found.x, found.y, FRAME * _BOX_TO_RADIUS * float(np.sqrt(found.w * found.h)))


def crop(image: NDArray[np.uint8], frame: Frame) -> NDArray[np.uint8]:
    """Cut a frame out of a picture, turned back upright; beyond the picture's rim its edge repeats.

    Args:
        image: (H, W, 3) uint8.
        frame: what to cut.

    Returns:
        (CROP, CROP, 3) uint8.
    """
    import cv2

    scale = 2 * frame.half / CROP
    # A die much larger than the crop is reduced first: the warp samples points and would skip pixels between them.
    if scale > 2:
        return _crop_reduced(image, frame, scale)
    angle = np.deg2rad(frame.turn)
    cos, sin = float(np.cos(angle)) * scale, float(np.sin(angle)) * scale
    middle = (CROP - 1) / 2
    back = np.array(
        [
            [cos, -sin, frame.x - 0.5 - middle * (cos - sin)],
            [sin, cos, frame.y - 0.5 - middle * (sin + cos)],
        ]
    )
    return np.asarray(
        cv2.warpAffine(
            image,
            back,
            (CROP, CROP),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.uint8,
    )


def _crop_reduced(image: NDArray[np.uint8], frame: Frame, scale: float) -> NDArray[np.uint8]:
    import cv2

    reach = frame.half * 1.5
    left, top = max(0, int(frame.x - reach)), max(0, int(frame.y - reach))
    part = image[top : int(frame.y + reach) + 2, left : int(frame.x + reach) + 2]
    if part.size == 0:
        return np.zeros((CROP, CROP, 3), np.uint8)
    width, height = max(1, round(part.shape[1] / scale)), max(1, round(part.shape[0] / scale))
    small = np.asarray(
        cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8
    )
    across, down = part.shape[1] / width, part.shape[0] / height
    inner = Frame(
        (frame.x - left) / across,
        (frame.y - top) / down,
        frame.half / float(np.sqrt(across * down)),
        frame.turn,
    )
    return crop(small, inner)


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
    """The likeliest turns in degrees with their shares, each the weighted middle of a peak and its two neighbours."""
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
