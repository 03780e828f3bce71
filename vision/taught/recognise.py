"""Which taught die is it, and which face lies up, or none of them.

Every example that was taught is compared with the die on the table: how alike the network finds
them (features), and how far their colours lie apart. Both become the log-odds that they show the
same face of the same kind; the weights were fitted on rendered dice (`python -m
vision.taught.measure --fit`). The best example of a class speaks for it, and a class has to beat
all others and `none of these` to be believed. What the network reads on both adds nothing to that,
measured: its features say it already.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.taught.looks import Embedder, Looks, look_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.framing import Frame
    from vision.taught.bank import TaughtDice

SURE: Final = 0.95
"""The rule: a reading counts without being asked about when its probability among all that was
taught, and `none of these`, is this or more; so the runner-up is at least 19 times less likely."""
_MOST_ALTERNATIVES: Final = 12
"""Enough for as many kinds as look alike; whoever shows them shows fewer."""
_LEAST_SHOWN: Final = 0.0005


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the log-odds that an example and a die show the same face of the same kind.

    Attributes:
        base: of nothing known.
        features: of the cosine between features, best of all turns.
        light: of the distance in lightness, of 100.
        colour: of the distance in a and b.
    """

    base: float = -15.87
    features: float = 24.92
    light: float = -0.103
    colour: float = -0.161


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class TaughtAlternative:
    """A runner-up; its probability in [0, 1]. Kind and face are empty for none of these."""

    kind: str
    face: str
    confidence: float


@dataclass(frozen=True, slots=True)
class TaughtReading:
    """What a set says of one die.

    Attributes:
        kind: best guess; empty for none of these.
        face: best guess; empty for none of these.
        confidence: probability in [0, 1] that kind and face are right.
        face_confidence: probability that the face is right, whatever the kind.
        sure: whether kind and face may be used as they stand; see `SURE`.
        alternatives: runners-up, likeliest first; among them also none of these.
    """

    kind: str
    face: str
    confidence: float
    face_confidence: float
    sure: bool
    alternatives: tuple[TaughtAlternative, ...] = ()

    @property
    def known(self) -> bool:
        """Whether it is rather one of the set than none."""
        return bool(self.kind)

    @property
    def face_sure(self) -> bool:
        """Whether the face may be used, whichever kind it is."""
        return self.known and self.face_confidence >= SURE


def recognise(
    taught: TaughtDice,
    image: NDArray[np.uint8],
    frames: Sequence[Frame],
    embed: Embedder,
    up: tuple[float, float] | None = None,
) -> tuple[TaughtReading, ...]:
    """Recognise the dice of a picture.

    Args:
        taught: the set, made ready with the same network.
        image: (H, W, 3) uint8, blue-green-red.
        frames: where each die lies, corrected; turns are of no account.
        embed: the network.
        up: see `models.framing.context`.

    Returns:
        One reading a frame, in their order.

    Raises:
        ValueError: the set was made ready with another network.
    """
    if taught.identity != embed.identity:
        raise ValueError("the set was made ready with another network")
    if not frames:
        return ()
    return judge(taught, look_at(image, frames, embed, up))


def judge(taught: TaughtDice, seen: Looks) -> tuple[TaughtReading, ...]:
    """Recognise dice that were looked at already.

    Args:
        taught: the set.
        seen: any number of looks at each die, from the network that made the set ready.
    """
    return tuple(_reading(taught, row) for row in probabilities(taught, seen))


def probabilities(taught: TaughtDice, seen: Looks) -> NDArray[np.float64]:
    """(D, classes + 1) probability of every class; the last is none of these."""
    return chances_from(taught, odds(taught.looks, seen))


def odds(taught: Looks, seen: Looks) -> NDArray[np.float64]:
    """(D, E) log-odds that each die and example show the same face of the same kind."""
    return np.asarray(evidence(taught, seen) @ _vector(WEIGHTS))


def chances_from(taught: TaughtDice, each: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances of the classes from the examples' log-odds.

    Args:
        taught: the set.
        each: (D, E), minus infinity for an example that is not to be heard.

    Returns:
        (D, classes + 1); the last is none of these.
    """
    per_class = np.full((len(each), len(taught.classes) + 1), -np.inf)
    for place in range(len(taught.classes)):
        mine = each[:, taught.owner == place]
        per_class[:, place] = mine.max(axis=1, initial=-np.inf)
    per_class[:, -1] = 0.0
    shifted = np.exp(per_class - per_class.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


def evidence(taught: Looks, seen: Looks) -> NDArray[np.float64]:
    """What speaks for each example and die to show the same.

    Args:
        taught: of E examples.
        seen: of D dice.

    Returns:
        (D, E, 4): one, the best cosine of features over all turns, the distance in lightness and
        in colour.
    """
    flat = seen.features.reshape(-1, seen.features.shape[-1])
    others = taught.features.reshape(-1, flat.shape[1])
    alike = (flat @ others.T).reshape(*seen.features.shape[:2], *taught.features.shape[:2])
    apart = np.abs(seen.colours[:, None] - taught.colours[None]).astype(np.float64)
    light = apart[..., :3].mean(axis=-1)
    tints = np.sqrt(apart[..., 3:6] ** 2 + apart[..., 6:] ** 2).mean(axis=-1)
    # For each turn of the die its best turn of the example; the mean over the die's turns.
    best = alike.max(axis=3).mean(axis=1)
    return np.stack([np.ones_like(light), best, light, tints], axis=-1)


def _vector(weights: Weights) -> NDArray[np.float64]:
    return np.array(astuple(weights))


def _reading(taught: TaughtDice, chances: NDArray[np.float64]) -> TaughtReading:
    names = (*taught.classes, ("", ""))
    order = np.argsort(-chances, kind="stable").tolist()
    kind, face = names[order[0]]
    same = [place for place, (_, other) in enumerate(names) if other == face]
    confidence = float(chances[order[0]])
    return TaughtReading(
        kind,
        face,
        confidence,
        float(chances[same].sum()),
        sure=bool(kind) and confidence >= SURE,
        alternatives=tuple(
            TaughtAlternative(names[place][0], names[place][1], float(chances[place]))
            for place in order[1 : _MOST_ALTERNATIVES + 1]
            if chances[place] >= _LEAST_SHOWN
        ),
    )
