"""Which findings are dice: fitted on rendered pictures, for `models.workshop.measure.fit_confidence`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.die import Truth
from vision.decide import logit
from vision.find import Found
from vision.read import Reading

_UPON: Final = 0.9
"""A finding whose middle lies this near to a die's, in its radii, is of that die."""
_SHOWN: Final = 0.7
"""A die of which this share is to be seen should be found."""
_STEPS: Final = 60
_CALM: Final = 1e-3
"""Ridge that keeps the weights finite where the two sorts part perfectly."""


def to_be_found(truth: Truth, shape: tuple[int, ...]) -> bool:
    """Whether a die lies within a picture of that shape, with nothing much upon it."""
    (x, y), reach = truth.middle, _SHOWN * truth.radius
    inside = reach <= x <= shape[1] - reach and reach <= y <= shape[0] - reach
    return inside and truth.shown >= _SHOWN


def upon(die: Found, truth: Truth) -> bool:
    """Whether a finding is of that die, well framed or not."""
    apart = np.hypot(die.x - truth.middle[0], die.y - truth.middle[1])
    return bool(apart < _UPON * truth.radius)


def told_apart(
    seen: Sequence[tuple[Found, Reading]], truths: Sequence[Truth], shape: tuple[int, ...]
) -> list[tuple[tuple[float, float, float], bool]]:
    """What speaks for each finding of a picture, and whether it is a die.

    Second findings of one die count neither way, nor do dice that nobody need find.
    """
    rows = []
    taken: set[int] = set()
    for die, reading in seen:
        near = [place for place, truth in enumerate(truths) if upon(die, truth)]
        evidence = (
            logit(die.score),
            logit(reading.die),
            logit(float(np.exp(reading.log_faces.max()))),
        )
        if not near:
            rows.append((evidence, False))
        elif near[0] not in taken and to_be_found(truths[near[0]], shape):
            taken.add(near[0])
            rows.append((evidence, True))
    return rows


def fitted(rows: Sequence[tuple[tuple[float, float, float], bool]]) -> dict[str, float]:
    """Weights of logistic regression by Newton's method, under their names in the card.

    Raises:
        ValueError: there are not both dice and others.
    """
    truth = np.array([is_die for _, is_die in rows], np.float64)
    if truth.min(initial=1.0) == truth.max(initial=0.0) or len(rows) == 0:
        raise ValueError("fitting which findings are dice needs dice and others")
    weights = regress(np.array([[1.0, *values] for values, _ in rows]), truth)
    names = ("bias", "by_score", "by_die", "by_face")
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def regress(evidence: NDArray[np.float64], truth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of logistic regression by Newton's method: (N, W) evidence of (N,) ones and noughts."""
    weights: NDArray[np.float64] = np.zeros(evidence.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(evidence @ weights, -40, 40)))
        slope = evidence.T @ (truth - chance) - _CALM * weights
        bend = (evidence * (chance * (1 - chance))[:, None]).T @ evidence
        weights = weights + np.linalg.solve(bend + _CALM * np.eye(len(weights)), slope)
    return weights
