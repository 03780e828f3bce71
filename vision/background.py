"""The zone as it looks without dice, learnt at every moment of rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.motion import NO_BLOB, Blob, MotionMeter

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Background:
    """The empty zone, as far as it has been seen.

    Args:
        meter: compares small frames.
    """

    def __init__(self, meter: MotionMeter) -> None:
        self._meter = meter
        self._look: NDArray[np.float32] | None = None
        self._seen: NDArray[np.bool_] | None = None

    def forget(self) -> None:
        """Begin anew: the frames have another size."""
        self._look = self._seen = None

    def learn(self, small: NDArray[np.float32], dice: NDArray[np.bool_]) -> None:
        """Take over everything but the dice from a frame at rest.

        Args:
            small: small frame, float32.
            dice: same size, True where dice lie.
        """
        if self._look is None or self._seen is None or self._look.shape != small.shape:
            self._look, self._seen = small.copy(), ~dice
            return
        self._look = np.where(dice, self._look, small)
        self._seen |= ~dice

    def foreign(self, small: NDArray[np.float32], dice: NDArray[np.bool_], contrast: float) -> Blob:
        """Measure the largest thing that is neither background nor die.

        Args:
            small: small frame, float32.
            dice: same size, True where dice lie or lay.
            contrast: least difference to the background, in grey levels.
        """
        if self._look is None or self._seen is None or self._look.shape != small.shape:
            return NO_BLOB
        changed = self._meter.changed(self._look, small, contrast)
        return self._meter.largest(changed & self._seen & ~dice)
