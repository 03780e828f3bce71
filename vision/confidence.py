"""From what a network says to what may be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.read import log_softmax

if TYPE_CHECKING:
    from numpy.typing import NDArray

_RAREST: Final = 1e-4


def calibrated(log_faces: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Probabilities softened by a temperature (Guo et al. 2017, temperature scaling).

    Args:
        log_faces: (labels,) log-probabilities.
        temperature: above 0, from the model card; above 1 it makes the network less sure.

    Returns:
        (labels,) probabilities, summing to 1.
    """
    return np.asarray(np.exp(log_softmax(log_faces / temperature)))


def logit(chance: float) -> float:
    """The log of the odds of a probability; kept within those of one in ten thousand."""
    kept = min(1 - _RAREST, max(_RAREST, chance))
    return float(np.log(kept / (1 - kept)))
