"""The zone as it looks without dice, learnt at every moment of rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.motion import MotionMeter


@dataclass(frozen=True, slots=True)
class Foreign:
    """Something that reaches into the zone from its rim: a hand, an arm, a sleeve.

    Attributes:
        share: of the zone, in [0, 1]; 0 when there is nothing.
        over_dice: it comes up to a die, so it may lie over a part of it.
    """

    share: float = 0.0
    over_dice: bool = False


NOTHING: Final = Foreign()


class Background:
    """The empty zone, as far as it has been seen.

    Args:
        meter: compares small frames.
    """

    def __init__(self, meter: MotionMeter) -> None:
        self._meter = meter
        self._look: NDArray[np.float32] | None = None
        self._seen: NDArray[np.bool_] | None = None
        self._bare: tuple[NDArray[np.float32], NDArray[np.bool_]] | None = None

    def forget(self) -> None:
        """Begin anew: the frames have another size."""
        self._look = self._seen = self._bare = None

    def learn(
        self, small: NDArray[np.float32], dice: NDArray[np.bool_], *, thing: bool = False
    ) -> None:
        """Take over everything but the dice from a frame at rest.

        Args:
            small: small frame, float32.
            dice: same size, True where dice lie.
            thing: something that is no die lies there and stays. When it goes at last, the zone
                as it was before it is known again.
        """
        if not thing:
            self._bare = None
        elif self._bare is None and self._look is not None and self._seen is not None:
            self._bare = (self._look, self._seen)
        if self._look is None or self._seen is None or self._look.shape != small.shape:
            self._look, self._seen = small.copy(), ~dice
            return
        self._look = np.where(dice, self._look, small)
        self._seen |= ~dice

    def foreign(
        self, small: NDArray[np.float32], dice: NDArray[np.bool_], contrast: float
    ) -> Foreign:
        """Measure the largest thing that is neither background nor die.

        Args:
            small: small frame, float32.
            dice: same size, True where dice lie or lay.
            contrast: least difference to the background, in grey levels.
        """
        if self._look is None or self._seen is None or self._look.shape != small.shape:
            return NOTHING
        views = [(self._look, self._seen), *([] if self._bare is None else [self._bare])]
        return min(
            (
                self._measure(self._meter.changed(look, small, contrast) & seen & ~dice, dice)
                for look, seen in views
            ),
            key=lambda one: one.share,
        )

    def _measure(self, foreign: NDArray[np.bool_], dice: NDArray[np.bool_]) -> Foreign:
        blob = self._meter.largest(foreign)
        if not blob.at_rim:
            return NOTHING
        rows = slice(max(0, blob.top - 1), blob.top + blob.height + 1)
        columns = slice(max(0, blob.left - 1), blob.left + blob.width + 1)
        thing, near = foreign[rows, columns], dice[rows, columns]
        beside = (
            (thing[1:] & near[:-1]).any()
            or (thing[:-1] & near[1:]).any()
            or (thing[:, 1:] & near[:, :-1]).any()
            or (thing[:, :-1] & near[:, 1:]).any()
        )
        return Foreign(blob.share, over_dice=bool(beside))
