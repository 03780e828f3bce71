"""Which face lies up: a small network reads a square crop of one die.

It looks three times. The first look, at the crop that the finder framed, says where the die really
lies: how tightly the crop frames it matters more than anything else about it. The second looks at
crops turned all around; each says a face, and how far its numeral is from upright, and those whose
numeral stands upright count most, for so the network reads best. Together they say how the numeral
is turned, and the third looks at it upright, in two sizes.

With every crop the network is told where the picture's top is, and where up is if somebody knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Picture
from models.framing import FRAME, TURNS, Frame, context, crop
from vision.find import Found
from vision.network import OnnxSession

Up = tuple[float, float] | None

_STEP: Final = 6
"""Classes of turn from one crop of the second look to the next: six crops."""
_ALL_AROUND: Final = tuple(range(0, TURNS, _STEP))
_SIZES: Final = (0.94, 1.08)
"""Sizes of the crops around the right one; the second look alternates, the third takes both."""
_THIRD_WEIGHT: Final = 0.4
"""This, and the root over how upright the second look's crops are, let drawn dice and half of the
independent ones surprise least."""
_BOX_TO_RADIUS: Final = 0.477
"""A silhouette's radius over the geometric mean of its box's sides: rendered d10s, mean of poses."""


def frame_of(found: Found) -> Frame:
    """The first crop of a die the finder found."""
    return Frame(found.x, found.y, FRAME * _BOX_TO_RADIUS * float(np.sqrt(found.w * found.h)))


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network says of one die, before calibration."""

    log_faces: Array  # (labels,) log-probability of each label of the network's card
    frame: Frame  # Where the die lies, as the first look corrected it, turned as its numeral is
    die: float  # Probability in [0, 1] that it is a die at all
    cocked: float  # Probability in [0, 1] that it does not lie flat
    # Where the table's upward normal points in the picture, as seen on this die; what it was told,
    # where it was told
    up: tuple[float, float]
    features: NDArray[np.float32]  # (features,) unit vector by which taught dice are recognised
    # It is one of several that were sure, no two of which agree where up is
    contradicted: bool = False
    # How far `up` as seen on this die lies from where dice before had it; None where nobody knows
    aside: float | None = None


def locate(
    session: OnnxSession, image: Picture, frames: Sequence[Frame], ups: Sequence[Up]
) -> tuple[list[Frame], list[float]]:
    """The first look: where dice really lie, from the crops of `frame_of`.

    Returns:
        Corrected frames, and for each the probability in [0, 1] that a die lies there at all.
    """
    if not frames:
        return [], []
    answers = _look(session, image, frames, ups)
    better = [correct_frame(frame, shift) for frame, shift in zip(frames, answers[2].tolist(), strict=True)]
    return better, (1 / (1 + np.exp(-answers[3][:, 0].astype(np.float64)))).tolist()


def read_framed(session: OnnxSession, image: Picture, dice: Sequence[Frame], ups: Sequence[Up]) -> list[Reading]:
    """The second and third look at dice whose frames are right but for their turn."""
    if not dice:
        return []
    times = len(_ALL_AROUND)
    crops = [look for die in dice for look in around(die)]
    second = _look(session, image, crops, [up for up in ups for _ in _ALL_AROUND])
    shape = (len(dice), times, -1)
    faces = log_softmax(second[0].astype(np.float64)).reshape(shape)
    turns = np.exp(log_softmax(second[1].astype(np.float64))).reshape(shape)
    upright = [
        Frame(die.x, die.y, die.half * size, turn_of(seen))
        for die, seen in zip(dice, turns, strict=True)
        for size in _SIZES
    ]
    third = _look(session, image, upright, [up for up in ups for _ in _SIZES])
    pairs = [part.astype(np.float64).reshape((len(dice), len(_SIZES), -1)) for part in third]
    last = log_softmax(pairs[0])
    features = pairs[4].sum(axis=1)
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    return [
        _reading(
            mix(faces[row], turns[row], last[row]),
            Frame(die.x, die.y, die.half, upright[row * len(_SIZES)].turn),
            pairs[3][row].mean(axis=0),
            ups[row],
            features[row].astype(np.float32),
        )
        for row, die in enumerate(dice)
    ]


def _look(
    session: OnnxSession, image: Picture, frames: Sequence[Frame], ups: Sequence[Up]
) -> list[NDArray[np.float32]]:
    """The network's answers to crops."""
    crops = np.stack([crop(image, frame) for frame in frames])
    known = [context(frame, up) for frame, up in zip(frames, ups, strict=True)]
    return session.run(crops, np.stack(known))


def _reading(log_faces: Array, frame: Frame, state: Array, told: Up, features: NDArray[np.float32]) -> Reading:
    chances = 1 / (1 + np.exp(-state[:2]))
    angle = np.deg2rad(frame.turn)
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    across, down = float(state[2]) / 2, float(state[3]) / 2
    seen = (cos * across - sin * down, sin * across + cos * down)
    return Reading(log_faces, frame, float(chances[0]), float(chances[1]), told or seen, features)


def around(die: Frame) -> list[Frame]:
    """The second look's crops of a die."""
    return [
        Frame(die.x, die.y, die.half * _SIZES[number % len(_SIZES)], turn * 360.0 / TURNS)
        for number, turn in enumerate(_ALL_AROUND)
    ]


def turn_of(turns: Array) -> float:
    """How a numeral is turned, in degrees: the turn on which the crops agree best.

    `turns` are (crops, TURNS) probabilities of each crop's numeral's turn within it.
    """
    votes = sum(np.roll(row, turn) for row, turn in zip(turns, _ALL_AROUND, strict=True))
    return float(np.argmax(votes)) * 360.0 / TURNS


def mix(faces: Array, turns: Array, last: Array) -> Array:
    """One opinion from all looks, (labels,): a weighted mean of log-probabilities.

    Args:
        faces: (crops, labels) log-probabilities of the second look.
        turns: (crops, TURNS) probabilities of each crop's numeral's turn within it.
        last: (sizes, labels) log-probabilities of the third look.
    """
    upright = np.sqrt(turns[:, [-1, 0, 1]].sum(axis=1))
    weights = upright / upright.sum()
    second = log_softmax((faces * weights[:, None]).sum(axis=0))
    third = log_softmax(last.mean(axis=0))
    return log_softmax((1 - _THIRD_WEIGHT) * second + _THIRD_WEIGHT * third)


def correct_frame(frame: Frame, shift: list[float]) -> Frame:
    """An upright frame moved and sized as the network says.

    `shift` is right and down in half sides, and the log of the right size over the frame's.
    """
    across, down, grow = (min(0.6, max(-0.6, value)) for value in shift)
    return Frame(
        frame.x + across * frame.half, frame.y + down * frame.half, frame.half * float(np.exp(grow)), frame.turn
    )


def log_softmax(logits: Array) -> Array:
    """Log-probabilities along the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))
