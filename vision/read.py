"""Which face lies up: a small network reads a square crop of one die.

The first look, at the crop that the finder framed, says where the die really lies: how tightly the
crop frames it matters more than anything else about it. It also says how the numeral is turned, and
the next looks at it upright, from near, in two sizes. Most dice are plain then. Of others, one more
looks at crops turned all around; each says a face, and how far its numeral is from upright, and those
whose numeral stands upright count most, for so the network reads best. Together they say anew how the
numeral is turned, and the last looks at it upright once more.

With every crop the network is told where the picture's top is, and where up is if somebody knows. If nobody does, the
second upright look is told that the camera looks straight down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Picture
from models.framing import FRAME, TURNS, Frame, context, crop, rays_through, up_at
from models.labels import LABELS
from vision.find import Found
from vision.network import OnnxSession

Up = tuple[float, float] | None

_STEP: Final = 6
"""Classes of turn from one crop all around to the next: six crops."""
_ALL_AROUND: Final = tuple(range(0, TURNS, _STEP))
_SIZES: Final = (0.94, 1.08)
"""Sizes of the crops all around, over the right one's; they alternate."""
_NEAR: Final = (0.94, 0.66)
"""Sizes of the upright ones, both looked at: a numeral is read best when it is large. What the second is told keeps a
face from being sure that lies up only for a camera far aside."""
_PLAIN: Final = 0.997
_PLAINLY_UPRIGHT: Final = 0.8
_FLAT: Final = 9.0
"""A face this probable, a numeral this probably upright, at such odds against a cocked die, are looked at no more. On
photographs and another renderer's dice nothing more is wrong in silence than with all looks; drawn dice are not so
clear: `models/README.md`."""
_LAST_WEIGHT: Final = 0.65
"""This, the sizes, and the root over how upright the crops all around are, let drawn dice and half of the
independent ones surprise little, and make most of them sure."""
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
        Corrected frames, turned as the numeral seems to be, and for each the probability in [0, 1] that a die lies
        there at all.
    """
    if not frames:
        return [], []
    answers = _look(session, image, frames, ups)
    better = [
        replace(correct_frame(frame, shift), turn=float(np.argmax(turns)) * 360.0 / TURNS)
        for frame, turns, shift in zip(frames, answers[1], answers[2].tolist(), strict=True)
    ]
    return better, (1 / (1 + np.exp(-answers[3][:, 0].astype(np.float64)))).tolist()


def read_framed(session: OnnxSession, image: Picture, dice: Sequence[Frame], ups: Sequence[Up]) -> list[Reading]:
    """Read dice whose frames are right, and turned as the first look had it: at a glance where that is plain."""
    if not dice:
        return []
    glances = _look_upright(session, image, dice, ups)
    doubtful = [place for place, glance in enumerate(glances) if not glance.plain]
    some, theirs = [dice[place] for place in doubtful], [ups[place] for place in doubtful]
    closely = dict(zip(doubtful, _read_closely(session, image, some, theirs), strict=True))
    return [
        closely.get(place) or _reading(log_softmax(glance.faces.mean(axis=0)), die, glance, up)
        for place, (glance, die, up) in enumerate(zip(glances, dice, ups, strict=True))
    ]


def _read_closely(session: OnnxSession, image: Picture, dice: Sequence[Frame], ups: Sequence[Up]) -> list[Reading]:
    """Read dice whose frames are right but for their turn: from crops all around, and then upright."""
    if not dice:
        return []
    crops = [look for die in dice for look in around(die)]
    answers = _look(session, image, crops, [up for up in ups for _ in _ALL_AROUND])
    shape = (len(dice), len(_ALL_AROUND), -1)
    faces = log_softmax(answers[0].astype(np.float64)).reshape(shape)
    turns = np.exp(log_softmax(answers[1].astype(np.float64))).reshape(shape)
    turned = [replace(die, turn=turn_of(seen)) for die, seen in zip(dice, turns, strict=True)]
    looks = _look_upright(session, image, turned, ups)
    return [
        _reading(mix(faces[row], turns[row], looks[row].faces), turned[row], looks[row], ups[row])
        for row in range(len(dice))
    ]


class _Upright(NamedTuple):
    """What the network says of a die that stands upright, in each size."""

    faces: Array  # (sizes, labels) log-probabilities
    turns: Array  # (sizes, TURNS) probabilities
    state: Array  # (STATE,) a die, by the mean of its answers; whether cocked, and where up is, by the first
    features: NDArray[np.float32]  # (features,) unit vector

    @property
    def plain(self) -> bool:
        """Whether each size says the same face, is sure of it, sees it upright, and the die lies flat."""
        face = int(self.faces[0].argmax())
        sure = bool((self.faces[:, face] >= np.log(_PLAIN)).all())
        upright = LABELS[face].style == "pips" or bool((_chance_upright(self.turns) >= _PLAINLY_UPRIGHT).all())
        return sure and upright and self.state[1] < -np.log(_FLAT)


def _look_upright(session: OnnxSession, image: Picture, dice: Sequence[Frame], ups: Sequence[Up]) -> list[_Upright]:
    """Look at dice in two sizes, turned as their frames say."""
    frames = [replace(die, half=die.half * size) for die in dice for size in _NEAR]
    told = [one for die, up in zip(dice, ups, strict=True) for one in (up, up or below(die, image.shape))]
    answers = _look(session, image, frames, told)
    faces, turns, _, state, features = (
        part.astype(np.float64).reshape((len(dice), len(_NEAR), -1)) for part in answers
    )
    said = state.mean(axis=1)
    said[:, 1:] = state[:, 0, 1:]  # not by the nearer one, which was told and sees less
    total = features.sum(axis=1)
    total /= np.linalg.norm(total, axis=1, keepdims=True)
    parts = log_softmax(faces), np.exp(log_softmax(turns)), said, total.astype(np.float32)
    return [_Upright(*one) for one in zip(*parts, strict=True)]


def below(die: Frame, shape: tuple[int, ...]) -> tuple[float, float]:
    """Where up is at a die of a picture whose camera looks straight down on the table."""
    ray = rays_through(np.array([die.x, die.y]), shape[1], shape[0])
    across, down = up_at(ray, np.array([0.0, 0.0, -1.0]))
    return float(across), float(down)


def _chance_upright(turns: Array) -> Array:
    """(crops,) how probably each crop's numeral stands upright, from (crops, TURNS)."""
    return np.asarray(turns[:, [-1, 0, 1]].sum(axis=1))


def _look(
    session: OnnxSession, image: Picture, frames: Sequence[Frame], ups: Sequence[Up]
) -> list[NDArray[np.float32]]:
    """The network's answers to crops."""
    crops = np.stack([crop(image, frame) for frame in frames])
    known = [context(frame, up) for frame, up in zip(frames, ups, strict=True)]
    return session.run(crops, np.stack(known))


def _reading(log_faces: Array, frame: Frame, look: _Upright, told: Up) -> Reading:
    chances = 1 / (1 + np.exp(-look.state[:2]))
    angle = np.deg2rad(frame.turn)
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    across, down = float(look.state[2]) / 2, float(look.state[3]) / 2
    seen = (cos * across - sin * down, sin * across + cos * down)
    return Reading(log_faces, frame, float(chances[0]), float(chances[1]), told or seen, look.features)


def around(die: Frame) -> list[Frame]:
    """The crops of a die turned all around."""
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
        faces: (crops, labels) log-probabilities of the crops all around.
        turns: (crops, TURNS) probabilities of each crop's numeral's turn within it.
        last: (sizes, labels) log-probabilities of the upright ones.
    """
    weights = np.sqrt(_chance_upright(turns))
    weights /= weights.sum()
    first = log_softmax((faces * weights[:, None]).sum(axis=0))
    second = log_softmax(last.mean(axis=0))
    return log_softmax((1 - _LAST_WEIGHT) * first + _LAST_WEIGHT * second)


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
