"""Is the camera's picture good enough to read dice from? Pure: frames and times in, words out.

Most of it is measured on some forty rows of the picture at full resolution: few enough to cost
little, and fine enough to show noise and sharpness, which shrinking would hide.

A frozen camera is told from a calm table by the sensor's noise: no two exposures are alike. So a
picture that repeats bit by bit is no new picture, and one that goes on repeating is frozen. Some
cameras smooth their noise away, or send every picture twice; there a repeat means nothing. So the
longest repeat of a camera's good times is learnt, and only one far beyond it counts. Where repeats
are normal nothing is an error: while dice are asked for, people are told after half a minute that
nothing changes. A file that shows one picture over and over is never frozen.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np

from calibration.arrays import Grey, Picture, Small
from calibration.zone import RollZone
from vision.camera_checks import BumpMeter, Sharpness, sharpness
from vision.view import View


class Health(StrEnum):
    """What is wrong with the picture; the gravest first."""

    BLACK = "black"
    FROZEN = "frozen"
    OVER_EXPOSED = "over-exposed"
    COVERED = "covered"
    UNDER_EXPOSED = "under-exposed"
    DEFOCUSED = "defocused"
    MOVED = "moved"
    RESIZED = "resized"
    FLICKER = "flicker"
    UNCHANGED = "unchanged"
    GOOD = "good"

    @property
    def words(self) -> str:
        """What happened, for people; empty when all is well."""
        return _WORDS[self][0]

    @property
    def todo(self) -> str:
        """What to do about it; empty when all is well."""
        return _WORDS[self][1]

    @property
    def stops_reading(self) -> bool:
        """Whether nothing may be read from such a picture, as from one that is defocused or worse."""
        return GRAVITY[self] <= GRAVITY[Health.DEFOCUSED]

    def __str__(self) -> str:
        return f"{self.words}: {self.todo}" if self.words else ""


_WORDS: Final = {
    Health.BLACK: ("the picture is black", "is the lens covered, is there light?"),
    Health.FROZEN: ("the picture is frozen", "plug the camera in again, or restart the stream"),
    Health.OVER_EXPOSED: (
        "the picture is white, over-exposed",
        "less light, or a lower exposure in the camera's settings",
    ),
    Health.COVERED: ("something covers the lens", "uncover it and wipe it clean"),
    Health.UNDER_EXPOSED: ("the picture is too dark", "more light on the mat"),
    Health.DEFOCUSED: (
        "the picture is out of focus",
        "lay something with print on the mat so that the camera finds it, or set the focus by hand",
    ),
    Health.MOVED: ("the camera or the mat has moved", "put it back, or calibrate again so that the roll zone fits"),
    Health.RESIZED: ("the picture has another size now", "nothing; look whether the dice are in it"),
    Health.FLICKER: ("the light flickers", "set the camera to your mains (50 or 60 Hz), or use another lamp"),
    Health.UNCHANGED: (
        "the picture does not change at all",
        "wave a hand over the mat; if it does not show, plug the camera in again",
    ),
    Health.GOOD: ("", ""),
}
GRAVITY: Final = {one: place for place, one in enumerate(Health)}
"""How grave each is: the gravest has 0."""
# Seconds for which a thing must hold before it is said: what nobody would want read at once, what
# comes and goes with autofocus and hands later.
_RAISE_S: Final = {
    Health.BLACK: 0.3,
    Health.OVER_EXPOSED: 0.3,
    Health.COVERED: 0.6,
    Health.UNDER_EXPOSED: 1.0,
    Health.DEFOCUSED: 1.0,
    Health.MOVED: 1.5,
    Health.FLICKER: 1.0,
}
_CLEAR_S: Final = 1.0
_ROWS: Final = 40
# Of a covered lens: what is left of the edges, how far grey levels differ and where, and how little
# the coarse picture has in common with that of before.
_FEW, _LEFT, _OTHER_LEVEL, _OTHER_SHARE, _ALIKE = 0.002, 0.2, 10.0, 0.6, 0.4
_SLOW_S: Final = 0.2
# Pictures of a calm table, no two alike, that show that a camera's noise can be relied on.
_ENOUGH: Final = 150
# The same, before it is certain: one that repeats itself now is looked at with care.
_SOME: Final = 15
_VIEW_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class HealthSettings:
    """Grey levels of 255, seconds, pixels of the frame and shares."""

    black: float = 16.0  # nothing in the picture is brighter
    dark: float = 28.0  # nothing brighter is too dark, whatever it shows
    dim: float = 60.0  # the same when, besides, all it shows is within `drowned` times its noise
    drowned: float = 8.0  # see `dim`
    # share of pixels at full white from which nothing else may be dark, else the dice are lost in
    # the light. A white mat in good light is not at full white; one that is shows a die at least as
    # something dark.
    clipped: float = 0.6
    white: float = 150.0  # the darkest things of an over-exposed picture are brighter
    blur: float = 2.2  # blur of the sharpest edges, in pixels, that no die of common size survives
    own_blur: float = 1.6  # the same when it is `worse` times the sharpest this camera has been
    worse: float = 2.2  # see `own_blur`
    band: float = 3.0  # difference of rows between two frames that comes from the mains
    # repeats so long are a frozen picture; at least `beyond` times the longest before
    frozen: float = 2.0
    beyond: float = 5.0  # see `frozen`
    repeats: float = 0.25  # longest repeat of a camera whose noise can be relied on
    # repeats so long are mentioned where they are normal, while dice are asked for
    unchanged: float = 30.0
    another: float = 3.0  # so long a new size is mentioned


@dataclass(frozen=True, slots=True)
class Checkup:
    """What one frame brought."""

    health: Health  # the gravest thing that holds long enough to be said
    # whether this very frame may be read and watched: it is new, and nothing that stops reading is
    # said or as plain as a black picture
    fit: bool
    # something that would stop reading shows, though not long enough to be said: what is read from
    # this frame must be asked about. `GOOD` when there is nothing.
    doubt: Health = Health.GOOD


@dataclass(slots=True)
class _Latch:
    """Hysteresis: true after `_RAISE_S` of yes, false after `_CLEAR_S` of no."""

    said: bool = False
    since: float | None = None
    last: float = field(default=float("-inf"))

    def hear(self, now: float, raise_s: float, *, holds: bool) -> None:
        if holds:
            self.since = now if self.since is None else self.since
            self.last = now
            self.said = self.said or now - self.since >= raise_s
        elif now - self.last >= _CLEAR_S:
            self.said, self.since = False, None
        elif not self.said:
            self.since = None


class HealthMeter:
    """Judges a camera's frames one after another; its memory does not grow.

    Args:
        zone: where dice count; None for the whole picture.
        live: frames come from a device in their own time; a file's repeats mean nothing.
    """

    def __init__(self, zone: RollZone | None = None, *, live: bool = True) -> None:
        self._settings = HealthSettings()
        self._live = live
        self._zoned = zone is not None
        self._view = View(zone)
        self._latches = {one: _Latch() for one in Health if one is not Health.GOOD}
        self._bump = BumpMeter()
        self._size = (0, 0)
        self._begin_anew()
        self._resized_at: float | None = None

    def _begin_anew(self) -> None:
        self._rows: Grey | None = None
        self._coarse: Small | None = None
        self._good_edges = 0.0
        self._best_blur: float | None = None
        self._slow_at = self._view_at = float("-inf")
        self._slow: frozenset[Health] = frozenset()
        self._moved = False
        self._repeat_since: float | None = None
        self._longest = 0.0
        self._frames = 0
        self._runs = 0
        self._bands: deque[bool] = deque(maxlen=24)
        self._bump.forget()

    def feed(self, image: Picture, taken_at: float, *, calm: bool = True, asked: bool = False) -> Checkup:
        """Judge the next frame.

        Args:
            image: the frame.
            taken_at: its time in seconds, never before the last one's.
            calm: nothing moved in the last frames; sharpness and place are judged only then.
            asked: dice are asked for just now.
        """
        import cv2

        size = (image.shape[1], image.shape[0])
        if self._size not in {(0, 0), size}:
            self._resized_at = taken_at
            self._begin_anew()
        self._size = size
        part = self._view.zone_of(image)
        colour = np.ascontiguousarray(part[:: max(1, part.shape[0] // _ROWS)])
        rows = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        raw = set(self._exposure(colour, rows))
        again = self._repeats(rows, taken_at, plain=not raw, calm=calm)
        if not again:
            self._note_flicker(rows, calm=calm)
            self._now_and_then(part, rows, taken_at, calm=calm and not raw)
        raw |= self._slow | self._stuck(taken_at, asked=asked) | self._lasting(taken_at)
        self._rows = rows
        return self._judge(raw, taken_at, again=again)

    def _judge(self, raw: set[Health], now: float, *, again: bool) -> Checkup:
        for one, latch in self._latches.items():
            latch.hear(now, _RAISE_S.get(one, 0.0), holds=one in raw)
        said = [one for one, latch in self._latches.items() if latch.said]
        health = min(said, key=GRAVITY.__getitem__, default=Health.GOOD)
        plain = raw & {Health.BLACK, Health.OVER_EXPOSED, Health.COVERED}
        stopped = any(one.stops_reading for one in said)
        doubts = (one for one in Health if one in raw and one.stops_reading)
        doubt = next(doubts, Health.GOOD)
        fit = not (stopped or plain or (again and self._noisy))
        if again and self._strange:
            # A die that seems to lie there may be one that rolled when the camera stopped.
            fit = fit and self._repeated(now) >= self._settings.frozen
            doubt = Health.FROZEN if doubt is Health.GOOD else doubt
        return Checkup(health, fit, doubt)

    # ---- every frame

    def _exposure(self, colour: Picture, rows: Grey) -> Iterable[Health]:
        import cv2

        limits = self._settings
        counts = np.cumsum(np.bincount(rows[:, ::2].ravel(), minlength=256))
        low, high = np.searchsorted(counts, np.array([0.002, 0.998]) * counts[-1])
        if high < limits.black:
            yield Health.BLACK
        elif high < limits.dim:
            drowned = high - low < limits.drowned * sharpness(rows[::4]).noise
            if high < limits.dark or drowned:
                yield Health.UNDER_EXPOSED
        if low > limits.white:
            white = cv2.countNonZero(cv2.inRange(colour, (253, 253, 253), (255, 255, 255)))
            if white > limits.clipped * rows.size:
                yield Health.OVER_EXPOSED

    @property
    def _noisy(self) -> bool:
        """Whether no two pictures of this camera are alike, as far as it was seen."""
        return self._live and self._frames >= _ENOUGH and self._longest <= self._settings.repeats

    @property
    def _strange(self) -> bool:
        """Whether this camera's pictures, few as they were, have not been alike before."""
        return self._live and not self._noisy and self._frames >= _SOME and self._runs == 0

    def _repeated(self, now: float) -> float:
        return 0.0 if self._repeat_since is None else now - self._repeat_since

    def _repeats(self, rows: Grey, now: float, *, plain: bool, calm: bool) -> bool:
        """Note whether this is the last picture again.

        In black and in white there is no noise; and where something moves, pictures differ without.
        """
        before = self._rows
        again = before is not None and before.shape == rows.shape and np.array_equal(before, rows)
        if again and plain:
            self._repeat_since = now if self._repeat_since is None else self._repeat_since
            if not self._noisy or now - self._repeat_since < self._settings.repeats:
                self._longest = max(self._longest, now - self._repeat_since)
        else:
            self._runs += self._repeat_since is not None
            self._repeat_since = None
        self._frames += calm and not again
        return again

    def _stuck(self, now: float, *, asked: bool) -> set[Health]:
        if self._repeat_since is None or not self._live:
            return set()
        since, limits = now - self._repeat_since, self._settings
        if self._noisy and since >= max(limits.frozen, limits.beyond * self._longest):
            return {Health.FROZEN}
        return {Health.UNCHANGED} if asked and since >= limits.unchanged else set()

    def _lasting(self, now: float) -> set[Health]:
        resized = self._resized_at is not None and now - self._resized_at < self._settings.another
        flicker = len(self._bands) == self._bands.maxlen and 2 * sum(self._bands) > len(self._bands)
        holds = {Health.RESIZED: resized, Health.MOVED: self._moved, Health.FLICKER: flicker}
        return {one for one, true in holds.items() if true}

    def _note_flicker(self, rows: Grey, *, calm: bool) -> None:
        """Note bands: rows that changed as a whole, and not all alike as exposure changes them."""
        before = self._rows
        if not calm or before is None or before.shape != rows.shape:
            return
        change = rows[:, ::16].astype(np.int16) - before[:, ::16]
        half = change.shape[1] // 2
        middles = np.partition(change, half, axis=1)[:, half]
        spread = np.abs(middles - np.partition(middles, len(middles) // 2)[len(middles) // 2])
        fifth = len(spread) * 4 // 5
        self._bands.append(float(np.partition(spread, fifth)[fifth]) > self._settings.band)

    # ---- now and then

    def _now_and_then(self, part: Picture, rows: Grey, now: float, *, calm: bool) -> None:
        if now - self._slow_at >= _SLOW_S:
            self._slow_at = now
            self._slow = frozenset(self._look_closer(rows, calm=calm))
        if calm and not self._slow and now - self._view_at >= _VIEW_S:
            self._view_at = now
            self._compare_views(part)

    def _look_closer(self, rows: Grey, *, calm: bool) -> Iterable[Health]:
        seen, limits = sharpness(rows), self._settings
        coarse = _coarse(rows)
        if self._is_covered(seen, coarse):
            yield Health.COVERED
            return
        if not calm:
            # What moves is blurred by its motion: that says nothing, for or against.
            if self._latches[Health.DEFOCUSED].said:
                yield Health.DEFOCUSED
            return
        if seen.blur is not None:
            best = seen.blur if self._best_blur is None else min(self._best_blur, seen.blur)
            self._best_blur = best
            own = seen.blur > limits.own_blur and seen.blur > limits.worse * best
            if own or seen.blur > limits.blur:
                yield Health.DEFOCUSED
                return
        self._coarse, self._good_edges = coarse, max(0.9 * self._good_edges, seen.edges)

    def _is_covered(self, seen: Sharpness, coarse: Small) -> bool:
        """Tell whether all that was there is gone, and what came instead is smooth."""
        before = self._coarse
        if before is None or before.shape != coarse.shape:
            return False
        likeness = float(np.mean(_unit(before) * _unit(coarse)))
        gone = seen.blur is None and seen.edges < max(_FEW, _LEFT * self._good_edges)
        # Dice that were taken off a plain mat take its edges with them, but change little of it.
        other = float((np.abs(coarse - before) > _OTHER_LEVEL).mean()) > _OTHER_SHARE
        return gone and other and likeness < _ALIKE

    def _compare_views(self, part: Picture) -> None:
        if not self._bump.ready:
            self._bump.learn(part)
            return
        self._moved = self._bump.moved(part)
        if self._moved and not self._zoned and self._latches[Health.MOVED].said:
            # Without a roll zone nothing depends on where the camera stands: said once, then fine.
            self._bump.learn(part)
            self._moved = False


def _coarse(rows: Grey) -> Small:
    import cv2

    small = cv2.resize(rows, (32, min(18, rows.shape[0])), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def _unit(picture: Small) -> Small:
    """A picture without level and contrast; what is flat up to noise stays flat."""
    apart = picture - np.float32(picture.mean())
    return np.asarray(apart / np.float32(max(4.0, float(picture.std()))), dtype=np.float32)
