"""Settling: from frames with times to rolls that lie still, each handed out once.

A die that moves is never read: reading begins only when no frame differs from the one before, nor
from the first still one. Everything here follows from the frames and their times alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Protocol, assert_never

import numpy as np

from calibration.arrays import Grey, Mask, Picture, Small
from calibration.zone import RollZone
from vision.merge import Look, merge
from vision.motion import Background, Foreign, MotionMeter, edges_of
from vision.rolling import FreeRolls
from vision.throws import Comparison, Fate, Known, compare, doubtful, inner, remember, rescale
from vision.types import DieSighting
from vision.view import View, evidence

_GONE_KEPT: Final = 16
_MOVED: Final = "the camera or the mat has moved: were the dice thrown?"
_OVER_DICE: Final = "something lies over the dice: is that what they show?"
_UNSEEN: Final = "the camera saw nothing for a while: were these dice thrown for this roll?"
# Times are sums of fractions: 0.3 - 0.1 is less than 0.2.
_TICK: Final = 1e-6
_REFOCUSED: Final = 0.025  # Share by which the edges of dice at rest change while a camera finds its focus


class Looker(Protocol):
    """Whatever finds and reads the dice of one picture."""

    def look(self, image: Picture, expect: tuple[str, ...] = ()) -> Look:
        """Return the dice in a picture."""


class SettleState(StrEnum):
    """What the zone is like just now."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLING = "settling"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class SettleSettings:
    """Times in seconds, areas in pixels of the small frame (about 640 wide) or shares of the zone."""

    lead: float = 0.05  # Stillness before the first look; the last wobble of a die is faint
    pause: float = 0.03  # Least time between two looks; frames closer than that show the same noise
    # Stillness before a roll counts as settled. A die that rocks stands nearly still where it turns
    # back, so this is as long as 400 ms from rest to reading allow with frames lost.
    rest: float = 0.14
    # When the looks disagree, this long after the first still frame it is handed out as it is,
    # marked unsure
    patience: float = 0.3
    looks: int = 3  # Looks that are merged; two do when frames are so rare that `slow` has passed
    slow: float = 0.14  # See `looks`
    recheck: float = 1.0  # Pause between looks at a zone that seems empty
    # Longest wait for the rest of the dice that are asked for, where some of them lie there
    whole: float = 1.0
    # Longest wait for a thing that reaches in from the rim, beside the dice, to leave
    hold: float = 1.5
    # The same when it comes up to a die and may lie over it; then people are asked
    hold_over: float = 6.0
    # Motion so soon after the first frame is no throw: a camera finds its exposure
    warm_up: float = 0.0
    least_motion: int = 5  # Smallest connected area that counts as motion
    covered: float = 0.75  # Changed share of a die's box that means it was covered, or away
    # Share of a die's inside that looks as the empty zone does, and share that changed, that mean it was away: of 240
    # photographed dice on drawn tables all that were taken away, none that was turned or shifted by half its size
    bare: float = 0.9
    gone: float = 0.2
    # Changed share of the zone, beside the dice, that is taken for a hand or an arm
    hand: float = 0.03
    upset: float = 0.5  # Changed share from which the camera or the mat itself must have moved
    # Grey levels by which a hand must differ from the mat; shadows differ less
    hand_contrast: float = 30.0
    # So long without a frame, and dice that lie otherwise than before may have answered another
    # request meanwhile: people are asked
    unseen: float = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class SettledRoll:
    """Dice that lie still."""

    # Number of the throw; grows with each true throw, not always by 1. 0 is for dice that lay there
    # from the first frame on.
    throw: int
    # 0 for the first time this throw is handed out, then 1, 2, ... for the same dice touched, or
    # some of them taken away.
    part: int
    # The dice from left to right, boxes in pixels of the whole frame
    sightings: tuple[DieSighting, ...]
    # For each die, whether it was thrown; False for one that just stayed where it was
    fresh: tuple[bool, ...]
    first_still_at: float  # Time of the first still frame, in seconds
    settled_at: float  # Time of the frame that decided, in seconds
    evidence: Picture  # Crop around the dice, height x width x 3, uint8, BGR
    nudged: bool  # The same throw again, touched
    doubt: str  # Why it may be no throw at all; empty when it certainly is one


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What one frame brought: the state now, and the dice, when they have just settled.

    A hand, or another thing from the rim, may be in the zone: nothing is read over it.
    """

    state: SettleState
    roll: SettledRoll | None = None
    hand: bool = False


class Settler:
    """Feed it frames; it hands out each roll once, as soon as it lies still."""

    def __init__(self, looker: Looker, zone: RollZone | None = None, settings: SettleSettings | None = None) -> None:
        self._looker = looker
        self._settings = settings or SettleSettings()
        self._view = View(zone)
        self._meter = MotionMeter(zone)
        self._background = Background(self._meter)
        self._rolls = FreeRolls(self._background)
        self._state = SettleState.SETTLING
        self._began: float | None = None
        self._before: Small | None = None
        self._before_at = 0.0
        self._anchor: Small | None = None
        self._at_rest_look: Small | None = None
        self._first_still = 0.0
        self._looked_at = 0.0
        self._looked: Small = np.zeros((0, 0), np.float32)
        self._looks: list[Look] = []
        self._size = (0, 0)
        self._hand = False
        self._unseen = False
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

    @property
    def under_way(self) -> int:
        """Number of the latest throw that has begun, also while it moves."""
        return self._episode

    def blind(self) -> None:
        """Say that what was fed lately may not have been what was there."""
        self._unseen = True

    def feed(self, image: Picture, taken_at: float, expect: tuple[str, ...] = ()) -> Step:
        """Take in the next frame and its time in seconds; the kinds asked for go to the looker."""
        small = self._meter.shrink(self._view.zone_of(image))
        self._note_motion(image, small, taken_at)
        roll = None
        match self._state:
            case SettleState.MOVING:
                self._rolls.watch(small)
                self._hand = self._is_hand(self._foreign(small, ()))
            case SettleState.SETTLING:
                roll = self._settling(image, small, taken_at, expect)
            case SettleState.EMPTY:
                self._recheck(image, taken_at, expect)
            case SettleState.SETTLED:
                pass
            case _:
                assert_never(self._state)
        if self._state in {SettleState.EMPTY, SettleState.SETTLED}:
            self._drift(small)
        self._before, self._before_at = small, taken_at
        return Step(self._state, roll, self._hand)

    def photograph(self, image: Picture, taken_at: float, expect: tuple[str, ...] = ()) -> Step:
        """Take in a picture that people took of dice at rest: a throw, whatever lay there before.

        Dice that a film shows afterwards are no other throw until something moves.
        """
        self._view.zone_of(image)  # it takes the picture's size
        sightings = self._look(image, expect)
        self._episode += 1
        self._throw, self._part = self._episode, 0
        self._before = self._at_rest_look = None
        self._lying = self._gone = ()
        self._background.forget()
        self._looks.clear()
        if not sightings:
            self._state = SettleState.EMPTY
            return Step(self._state)
        self._state = SettleState.SETTLED
        fresh, crop = (True,) * len(sightings), evidence(image, sightings)
        roll = SettledRoll(self._throw, 0, sightings, fresh, taken_at, taken_at, crop,
                           nudged=False, doubt="")  # fmt: skip
        return Step(self._state, roll)

    # ---- motion

    def _note_motion(self, image: Picture, small: Small, taken_at: float) -> None:
        size = (image.shape[1], image.shape[0])
        if self._before is None:
            self._began, self._size = taken_at, size
            self._rest_begins(small, taken_at)
            return
        self._unseen |= taken_at - self._before_at > self._settings.unseen
        if size != self._size or small.shape != self._before.shape:
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
        elif self._state in {SettleState.EMPTY, SettleState.SETTLED}:
            self._unseen = False  # all is as it was

    def _moves(self, before: Small, now: Small) -> bool:
        changed = self._meter.moved(before, now)
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

    def _rest_begins(self, small: Small, since: float) -> None:
        self._state = SettleState.SETTLING
        self._first_still = since
        self._anchor = small
        self._looks.clear()

    def _drift(self, small: Small) -> None:
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

    def _cover(self, small: Small) -> None:
        """Note which dice are covered, or gone, in this moving frame."""
        if self._at_rest_look is None or all(known.away for known in self._lying):
            return
        changed = self._meter.changed(self._at_rest_look, small)
        bare = self._background.bare(small)
        self._lying = tuple(self._note_cover(known, changed, bare) for known in self._lying)

    def _note_cover(self, known: Known, changed: Mask, bare: Mask) -> Known:
        limits, whole = self._settings, self._view.small_box(known.sighting.box, changed.shape)
        away = self._marked(known, bare) >= limits.bare and self._marked(known, changed) >= limits.gone
        covered = away or _share(changed, whole) >= limits.covered
        return replace(known, covered=known.covered or covered, away=known.away or away)

    def _marked(self, known: Known, marked: Mask) -> float:
        """The share of a die's inside that is marked."""
        return _share(marked, self._view.small_box(inner(known.sighting.box), marked.shape))

    # ---- looking

    def _settling(self, image: Picture, small: Small, taken_at: float, expect: tuple[str, ...]) -> SettledRoll | None:
        limits = self._settings
        still = taken_at - self._first_still + _TICK
        if still < limits.lead:
            return None
        expect = self._with_untouched(expect, small)
        if not self._looks or taken_at - self._looked_at + _TICK >= limits.pause:
            if self._looks and still < limits.hold and self._finds_focus(small):
                self._looks.clear()
            if not self._looks:
                self._looked = small
            self._looks.append(self._look(image, expect))
            self._looked_at = taken_at
        enough = limits.looks if still < limits.slow else 2
        if still < limits.rest or len(self._looks) < enough:
            return None
        merged = merge(self._looks)
        if not merged.agree and still < limits.patience:
            return None
        if 0 < len(merged.sightings) < len(expect) and still < limits.whole:
            del self._looks[: -limits.looks]
            return None
        foreign = self._foreign(small, merged.sightings)
        self._hand = self._is_hand(foreign)
        if self._hand and still < (limits.hold_over if foreign.over_dice else limits.hold):
            del self._looks[: -limits.looks]
            return None
        return self._settle(image, small, merged.sightings, taken_at, foreign)

    def _with_untouched(self, expect: tuple[str, ...], small: Small) -> tuple[str, ...]:
        """The kinds asked for, if any, and those of the dice that lie there as before: they are seen as well."""
        untouched = [known for known in self._lying if not known.covered]
        if not expect or not untouched or self._at_rest_look is None:
            return expect
        changed = self._meter.changed(self._at_rest_look, small)
        return *expect, *(one.sighting.kind for one in untouched if self._marked(one, changed) < self._settings.gone)

    def _finds_focus(self, small: Small) -> bool:
        """Whether dice of the first look are sharper or more blurred by now: a camera that finds its focus."""
        boxes = [self._view.small_box(one.box, small.shape) for one in self._looks[0]]
        before, now = (
            sum(edges_of(one[top:bottom, left:right]) for left, top, right, bottom in boxes)
            for one in (self._looked, small)
        )
        return abs(now - before) > _REFOCUSED * before

    def _look(self, image: Picture, expect: tuple[str, ...]) -> Look:
        picture, corner = self._view.readable(image)
        return self._view.counted(self._looker.look(picture, expect), corner)

    def _recheck(self, image: Picture, taken_at: float, expect: tuple[str, ...]) -> None:
        """Look again at a zone that seemed empty: a die may have been missed in a shadow."""
        if taken_at - self._looked_at < self._settings.recheck:
            return
        self._looked_at = taken_at
        if self._look(image, expect) and self._before is not None:
            self._rest_begins(self._before, taken_at)

    def _foreign(self, small: Small, sightings: Sequence[DieSighting]) -> Foreign:
        """Measure what reaches into the zone from its rim, beside all dice."""
        boxes = [*sightings, *(known.sighting for known in self._lying)]
        dice = self._view.dice_mask(boxes, small.shape)
        return self._background.foreign(small, dice, self._settings.hand_contrast)

    def _is_hand(self, foreign: Foreign) -> bool:
        return self._settings.hand <= foreign.share < self._settings.upset

    # ---- deciding

    def _settle(
        self, image: Picture, small: Small, sightings: Look, taken_at: float, foreign: Foreign
    ) -> SettledRoll | None:
        import cv2

        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        found = compare(
            sightings,
            grey,
            self._lying,
            self._gone,
            lambda die: self._rolls.ended_in(self._view.small_box(die.box, small.shape)),
        )
        self._rolls.forget()
        self._state = SettleState.SETTLED if sightings else SettleState.EMPTY
        self._looked_at = taken_at
        # What stays so long belongs to the table from now on.
        stays, self._hand = self._hand, False
        covered = stays and foreign.over_dice
        unseen, self._unseen = self._unseen, False
        self._looks.clear()
        self._anchor = self._at_rest_look = small
        dice = self._view.dice_mask(sightings, small.shape)
        self._background.learn(small, dice, thing=stays)
        self._keep(sightings, grey)
        if not sightings or not (found.thrown or found.touched):
            return None
        if not found.doubt:
            upset = found.thrown and foreign.share >= self._settings.upset
            found = replace(found, doubt=_doubt(found, upset=upset, unseen=unseen, covered=covered))
        return self._roll(image, sightings, found, taken_at)

    def _keep(self, sightings: Look, grey: Grey) -> None:
        now = tuple(remember(one, grey) for one in sightings)
        places = {(known.sighting.box.x, known.sighting.box.y) for known in now}
        missed = tuple(
            known for known in (*self._gone, *self._lying) if (known.sighting.box.x, known.sighting.box.y) not in places
        )
        self._gone = missed[-_GONE_KEPT:]
        self._lying = now

    def _roll(self, image: Picture, sightings: Look, found: Comparison, taken_at: float) -> SettledRoll:
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
            evidence=evidence(image, sightings),
            nudged=not found.thrown,
            doubt=found.doubt,
        )


def _share(marked: Mask, box: tuple[int, int, int, int]) -> float:
    """The share of a box (left, top, right, bottom) that is marked; 0 of one outside."""
    left, top, right, bottom = box
    part = marked[top:bottom, left:right]
    return float(part.mean()) if part.size else 0.0


def _doubt(found: Comparison, *, upset: bool, unseen: bool, covered: bool) -> str:
    """Say what is doubtful about a roll as a whole; empty when nothing is."""
    if upset:
        return _MOVED
    if unseen and found.thrown:
        return _UNSEEN
    return _OVER_DICE if covered else ""
