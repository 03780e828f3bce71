"""Settling: from frames with times to rolls that lie still, each handed out once.

A die that moves is never read: reading begins only when no frame differs from the one before, nor
from the first still one. Everything here follows from the frames and their times alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from vision.background import Background
from vision.merge import Look, merge
from vision.motion import MotionMeter
from vision.throws import Comparison, Fate, Known, compare, doubtful, remember, rescale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.zone import RollZone
    from vision.types import Box, DieSighting

_GONE_KEPT: Final = 16
_CROP_MARGIN: Final = 0.35


class Looker(Protocol):
    """Whatever finds and reads the dice of one picture."""

    def look(self, image: NDArray[np.uint8], expect: tuple[str, ...] = ()) -> Look:
        """Return the dice in `image` (height x width x 3, uint8, BGR)."""


class SettleState(StrEnum):
    """What the zone is like just now."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLING = "settling"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class SettleSettings:
    """Times in seconds, areas in pixels of the small frame (about 640 wide) or shares of the zone.

    Attributes:
        lead: stillness before the first look; the last wobble of a die is faint.
        rest: stillness before a roll counts as settled.
        patience: when the looks disagree, this long after the first still frame it is handed out
            as it is, marked unsure.
        looks: looks that are merged; two do when frames are so rare that `slow` has passed.
        slow: see `looks`.
        recheck: pause between looks at a zone that seems empty.
        hold: longest wait for a thing that reaches in from the rim to leave.
        warm_up: motion so soon after the first frame is no throw: a camera finds its exposure.
        least_motion: smallest connected area that counts as motion.
        covered: changed share of a die's box that means it was covered, or away.
        hand: changed share of the zone, beside the dice, that is taken for a hand or an arm.
        upset: changed share from which the camera or the mat itself must have moved.
        hand_contrast: grey levels by which a hand must differ from the mat; shadows differ less.
    """

    lead: float = 0.05
    rest: float = 0.11
    patience: float = 0.34
    looks: int = 3
    slow: float = 0.22
    recheck: float = 1.0
    hold: float = 1.5
    warm_up: float = 0.0
    least_motion: int = 5
    covered: float = 0.75
    hand: float = 0.03
    upset: float = 0.5
    hand_contrast: float = 30.0


@dataclass(frozen=True, slots=True, eq=False)
class SettledRoll:
    """Dice that lie still.

    Attributes:
        throw: number of the throw; grows with each true throw, not always by 1. 0 is for dice that
            lay there from the first frame on.
        part: 0 for the first time this throw is handed out, then 1, 2, ... for the same dice
            touched, or some of them taken away.
        sightings: the dice from left to right, boxes in pixels of the whole frame.
        fresh: for each die, whether it was thrown; False for one that just stayed where it was.
        first_still_at: time of the first still frame, in seconds.
        settled_at: time of the frame that decided, in seconds.
        evidence: crop around the dice, height x width x 3, uint8, BGR.
        nudged: the same throw again, touched.
        doubt: why it may be no throw at all; empty when it certainly is one.
    """

    throw: int
    part: int
    sightings: tuple[DieSighting, ...]
    fresh: tuple[bool, ...]
    first_still_at: float
    settled_at: float
    evidence: NDArray[np.uint8]
    nudged: bool
    doubt: str


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What one frame brought: the state now, and a roll when one has just settled."""

    state: SettleState
    roll: SettledRoll | None = None


class Settler:
    """Feed it frames; it hands out each roll once, as soon as it lies still.

    Args:
        looker: finds and reads dice.
        zone: where dice count; None for the whole picture.
        settings: times and areas.
    """

    def __init__(
        self, looker: Looker, zone: RollZone | None = None, settings: SettleSettings | None = None
    ) -> None:
        self._looker = looker
        self._zone = zone
        self._settings = settings or SettleSettings()
        self._meter = MotionMeter(zone)
        self._background = Background(self._meter)
        self._state = SettleState.SETTLING
        self._began: float | None = None
        self._before: NDArray[np.float32] | None = None
        self._before_at = 0.0
        self._anchor: NDArray[np.float32] | None = None
        self._at_rest_look: NDArray[np.float32] | None = None
        self._first_still = 0.0
        self._looked_at = 0.0
        self._looks: list[Look] = []
        self._size = (0, 0)
        self._episode = 0
        self._throw = -1
        self._part = 0
        self._lying: tuple[Known, ...] = ()
        self._gone: tuple[Known, ...] = ()

    @property
    def state(self) -> SettleState:
        """The state after the last frame."""
        return self._state

    @property
    def at_rest(self) -> int:
        """Number of the latest throw that can be at rest, also when it is not read yet.

        Dice that are thrown from now on get a higher number.
        """
        return max(0, self._episode - (self._state is SettleState.MOVING))

    def feed(self, image: NDArray[np.uint8], taken_at: float, expect: tuple[str, ...] = ()) -> Step:
        """Take in the next frame.

        Args:
            image: height x width x 3, uint8, BGR.
            taken_at: its time in seconds, never before the last one's.
            expect: kinds of dice that are asked for; handed to the looker.
        """
        picture, corner = self._crop(image)
        small = self._meter.shrink(picture)
        self._note_motion(image, small, taken_at)
        roll = None
        if self._state is SettleState.SETTLING:
            roll = self._settling(image, picture, corner, small, taken_at, expect)
        elif self._state is SettleState.EMPTY:
            self._recheck(picture, corner, taken_at, expect)
        if self._state in {SettleState.EMPTY, SettleState.SETTLED}:
            self._drift(small)
        self._before, self._before_at = small, taken_at
        return Step(self._state, roll)

    # ---- motion

    def _note_motion(
        self, image: NDArray[np.uint8], small: NDArray[np.float32], taken_at: float
    ) -> None:
        size = (image.shape[1], image.shape[0])
        if self._before is None:
            self._began, self._size = taken_at, size
            self._rest_begins(small, taken_at)
        elif size != self._size or small.shape != self._before.shape:
            self._resize(size)
            self._motion(taken_at)
        elif self._moves(self._before, small):
            self._cover(small)
            self._motion(taken_at)
        elif self._state is SettleState.MOVING:
            self._rest_begins(small, self._before_at)
        elif self._anchor is not None and self._moves(self._anchor, small):
            self._cover(small)
            self._motion(taken_at)

    def _moves(self, before: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
        changed = self._meter.changed(before, now)
        least = self._settings.least_motion
        if np.count_nonzero(changed) < least:
            return False
        return self._meter.largest(changed).area >= least

    def _motion(self, taken_at: float) -> None:
        began = taken_at if self._began is None else self._began
        warm = self._settings.warm_up > 0 and taken_at - began < self._settings.warm_up
        if self._state is not SettleState.MOVING and not warm:
            self._episode += 1
        self._state = SettleState.MOVING
        self._looks.clear()

    def _rest_begins(self, small: NDArray[np.float32], since: float) -> None:
        self._state = SettleState.SETTLING
        self._first_still = since
        self._anchor = small
        self._looks.clear()

    def _drift(self, small: NDArray[np.float32]) -> None:
        """Follow slow changes of light, so that an evening's dusk is not taken for motion."""
        if self._anchor is not None and self._anchor is not small:
            self._anchor = self._anchor + 0.05 * (small - self._anchor)

    def _resize(self, size: tuple[int, int]) -> None:
        across, down = size[0] / self._size[0], size[1] / self._size[1]
        self._size = size
        self._lying = tuple(rescale(known, across, down) for known in self._lying)
        self._gone = ()
        self._at_rest_look = None
        self._background.forget()

    def _cover(self, small: NDArray[np.float32]) -> None:
        """Note which dice are covered, or gone, in this moving frame."""
        if self._at_rest_look is None or all(known.covered for known in self._lying):
            return
        changed = self._meter.changed(self._at_rest_look, small)
        self._lying = tuple(
            replace(known, covered=True) if self._is_covered(known, changed) else known
            for known in self._lying
        )

    def _is_covered(self, known: Known, changed: NDArray[np.bool_]) -> bool:
        left, top, right, bottom = self._small_box(known.sighting.box, changed.shape)
        part = changed[top:bottom, left:right]
        return part.size > 0 and float(part.mean()) >= self._settings.covered

    # ---- looking

    def _settling(
        self,
        image: NDArray[np.uint8],
        picture: NDArray[np.uint8],
        corner: tuple[int, int],
        small: NDArray[np.float32],
        taken_at: float,
        expect: tuple[str, ...],
    ) -> SettledRoll | None:
        limits = self._settings
        still = taken_at - self._first_still
        if still < limits.lead:
            return None
        self._looks.append(self._look(picture, corner, expect))
        enough = limits.looks if still < limits.slow else 2
        if still < limits.rest or len(self._looks) < enough:
            return None
        merged = merge(self._looks)
        if not merged.agree and still < limits.patience:
            return None
        foreign = self._foreign(small, merged.sightings)
        if limits.hand <= foreign < limits.upset and still < limits.hold:
            del self._looks[: -limits.looks]
            return None
        return self._settle(image, small, merged.sightings, taken_at, foreign)

    def _look(
        self, picture: NDArray[np.uint8], corner: tuple[int, int], expect: tuple[str, ...]
    ) -> Look:
        left, top = corner
        seen = self._looker.look(picture, expect)
        width, height = self._size
        whole = (
            replace(one, box=replace(one.box, x=one.box.x + left, y=one.box.y + top))
            for one in seen
        )
        if self._zone is None:
            return tuple(whole)
        zone = self._zone
        return tuple(
            one
            for one in whole
            if zone.contains(one.box.centre[0] / width, one.box.centre[1] / height)
        )

    def _recheck(
        self,
        picture: NDArray[np.uint8],
        corner: tuple[int, int],
        taken_at: float,
        expect: tuple[str, ...],
    ) -> None:
        """Look again at a zone that seemed empty: a die may have been missed in a shadow."""
        if taken_at - self._looked_at < self._settings.recheck:
            return
        self._looked_at = taken_at
        if self._look(picture, corner, expect) and self._before is not None:
            self._rest_begins(self._before, taken_at)

    def _foreign(self, small: NDArray[np.float32], sightings: Sequence[DieSighting]) -> float:
        """Share of the zone under something that reaches in from the rim, beside all dice."""
        boxes = [*sightings, *(known.sighting for known in self._lying)]
        dice = self._dice_mask(boxes, small.shape)
        blob = self._background.foreign(small, dice, self._settings.hand_contrast)
        return blob.share if blob.at_rim else 0.0

    # ---- deciding

    def _settle(
        self,
        image: NDArray[np.uint8],
        small: NDArray[np.float32],
        sightings: Look,
        taken_at: float,
        foreign: float,
    ) -> SettledRoll | None:
        import cv2

        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        found = compare(sightings, grey, self._lying, self._gone)
        self._state = SettleState.SETTLED if sightings else SettleState.EMPTY
        self._looked_at = taken_at
        self._looks.clear()
        self._anchor = self._at_rest_look = small
        self._background.learn(small, self._dice_mask(sightings, small.shape))
        self._keep(sightings, grey)
        if not sightings or not (found.thrown or found.touched):
            return None
        if found.thrown and foreign >= self._settings.upset and not found.doubt:
            found = replace(found, doubt="the camera or the mat has moved: were the dice thrown?")
        return self._roll(image, sightings, found, taken_at)

    def _keep(self, sightings: Look, grey: NDArray[np.uint8]) -> None:
        now = tuple(remember(one, grey) for one in sightings)
        places = {(known.sighting.box.x, known.sighting.box.y) for known in now}
        missed = tuple(
            known
            for known in (*self._gone, *self._lying)
            if (known.sighting.box.x, known.sighting.box.y) not in places
        )
        self._gone = missed[-_GONE_KEPT:]
        self._lying = now

    def _roll(
        self, image: NDArray[np.uint8], sightings: Look, found: Comparison, taken_at: float
    ) -> SettledRoll:
        throw = self._episode if found.thrown else max(self._throw, 0)
        self._part = self._part + 1 if throw == self._throw else 0
        self._throw = throw
        return SettledRoll(
            throw=throw,
            part=self._part,
            sightings=tuple(
                doubtful(one) if fate is Fate.DOUBTFUL or found.doubt else one
                for one, fate in zip(sightings, found.fates, strict=True)
            ),
            fresh=tuple(throw > 0 and fate in {Fate.THROWN, Fate.DOUBTFUL} for fate in found.fates),
            first_still_at=self._first_still,
            settled_at=taken_at,
            evidence=_evidence(image, sightings),
            nudged=not found.thrown,
            doubt=found.doubt,
        )

    # ---- geometry

    def _crop(self, image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], tuple[int, int]]:
        if self._zone is None:
            return image, (0, 0)
        left, top, right, bottom = self._zone.bounds(image.shape[1], image.shape[0])
        return np.ascontiguousarray(image[top:bottom, left:right]), (left, top)

    def _small_box(self, box: Box, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
        width, height = self._size
        left, top, right, bottom = 0, 0, width, height
        if self._zone is not None:
            left, top, right, bottom = self._zone.bounds(width, height)
        across, down = shape[1] / (right - left), shape[0] / (bottom - top)
        return (
            max(0, int((box.x - left) * across)),
            max(0, int((box.y - top) * down)),
            max(0, round((box.x + box.w - left) * across)),
            max(0, round((box.y + box.h - top) * down)),
        )

    def _dice_mask(
        self, sightings: Sequence[DieSighting], shape: tuple[int, ...]
    ) -> NDArray[np.bool_]:
        """Mark the dice and their shadows: each box, half as large again."""
        mask = np.zeros(shape, dtype=np.bool_)
        for one in sightings:
            left, top, right, bottom = self._small_box(one.box, shape)
            dx, dy = (right - left) // 4 + 2, (bottom - top) // 4 + 2
            mask[max(0, top - dy) : bottom + dy, max(0, left - dx) : right + dx] = True
        return mask


def _evidence(image: NDArray[np.uint8], sightings: Look) -> NDArray[np.uint8]:
    boxes = [one.box for one in sightings]
    margin = round(_CROP_MARGIN * max(max(box.w, box.h) for box in boxes))
    left = max(0, min(box.x for box in boxes) - margin)
    top = max(0, min(box.y for box in boxes) - margin)
    right = max(box.x + box.w for box in boxes) + margin
    bottom = max(box.y + box.h for box in boxes) + margin
    return image[top:bottom, left:right].copy()
