"""From what a network says to what may be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.read import log_softmax
from vision.types import Alternative, ReadStatus

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST_SHOWN = 0.0005
_MOST_SHOWN = 4


def calibrated(log_faces: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Probabilities softened by a temperature (Guo et al. 2017, temperature scaling).

    Args:
        log_faces: (labels,) log-probabilities.
        temperature: above 0, from the model card; above 1 it makes the network less sure.

    Returns:
        (labels,) probabilities, summing to 1.
    """
    return np.asarray(np.exp(log_softmax(log_faces / temperature)))


def status_of(confidence: float, operating_point: float) -> ReadStatus:
    """`read` from the operating point on, `unsure` below it."""
    return ReadStatus.READ if confidence >= operating_point else ReadStatus.UNSURE


def runners_up(
    probabilities: NDArray[np.float64], labels: tuple[str, ...]
) -> tuple[Alternative, ...]:
    """The other faces worth naming, likeliest first."""
    order = np.argsort(probabilities)[::-1][1 : _MOST_SHOWN + 1]
    return tuple(
        Alternative(labels[index], round(float(probabilities[index]), 4))
        for index in order.tolist()
        if probabilities[index] >= _LEAST_SHOWN
    )
