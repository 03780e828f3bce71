"""What changed between two frames, or since the zone was empty; noise and slow light do not count."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.arrays import Mask, Picture, Small
from calibration.zone import RollZone

# A frame is measured at about this width. At 1280 pixels a 30-pixel die is then 15 pixels wide: a
# numeral that turns by 6 degrees still shows, and the averaging has taken a webcam's noise down by
# a factor of five. Half the width halves the cost but misses a die that spins slowly on the spot.
SMALL_WIDTH: Final = 640
# Grey levels of 255: less than any die's edge against its mat, more than codec flicker.
LEAST_CHANGE: Final = 9.0
_SIGMAS: Final = 6.0
_MAD_TO_SIGMA: Final = 1.4826
_GAIN: Final = (0.6, 1.6)
_DARK: Final = 12.0
# Pixels of the small frame by which a camera trembles. Where one die alone has edges, it may be the die that moves:
# by so little, a die 30 pixels wide leans by 3 degrees more or less.
_TREMBLE, _LONE = 1.4, 0.8
_WIDE: Final = 30.0  # Standard deviation in pixels, across or down, of the edges of more than one die
_EDGE: Final = 20.0  # Grey levels from one pixel to the next, across and down, where an edge is
# Share of what the edges say that a tremble explains: measured .87 and more, of one die that rocks .82 and less
_EXPLAINED: Final = 0.86
_LEFT: Final = 0.25  # Share of what a tremble makes that may be left of it
_LEAST_SIDE: Final = 4  # Pixels of a frame that has more than its rim
_SPECK: Final = 40
"""Pixels of the small frame that the smallest die has."""


@dataclass(frozen=True, slots=True)
class Blob:
    """The largest connected changed area: pixels, share of the zone, and box in the small frame.

    At the rim it touches that of the frame, as an arm does.
    """

    area: int
    share: float
    at_rim: bool
    left: int = 0
    top: int = 0
    width: int = 0
    height: int = 0

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its box."""
        return self.left + self.width / 2, self.top + self.height / 2


NO_BLOB: Final = Blob(0, 0.0, at_rim=False)


class MotionMeter:
    """Shrinks frames and compares them inside the roll zone.

    Args:
        zone: where dice count; None for the whole picture.
    """

    def __init__(self, zone: RollZone | None = None) -> None:
        self._zone = zone
        self._mask: Mask | None = None
        self._zone_area = 1

    def shrink(self, picture: Picture) -> Small:
        """Return the zone's bounding box small and grey, about `SMALL_WIDTH` wide."""
        import cv2

        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        height, width = grey.shape
        factor = max(1, round(width / SMALL_WIDTH))
        size = (max(1, width // factor), max(1, height // factor))
        small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
        self._fit_mask(size)
        return np.asarray(cv2.blur(small, (3, 3)), dtype=np.float32)

    def changed(self, before: Small, now: Small, least: float = LEAST_CHANGE) -> Mask:
        """Mark the pixels that differ between two small frames for another reason than light or noise.

        The median ratio of brightness is taken out (auto-exposure), then each row's (the bands that
        mains light draws on a rolling shutter, on what is light more than on what is dark); for the
        rest see `beyond`.
        """
        return self.beyond(_difference(before, now), least)

    def beyond(self, difference: Small, least: float) -> Mask:
        """Mark what of a difference exceeds `least` grey levels and six times its own spread."""
        return self._inside(_beyond(np.abs(difference), least))

    def moved(self, before: Small, now: Small) -> Mask:
        """Mark what changed for another reason than that the camera trembles."""
        difference = _difference(before, now)
        changed = _beyond(np.abs(difference), LEAST_CHANGE)
        shaken = _tremble(now, difference) if changed.any() else None
        if shaken is not None:
            changed = _beyond(np.abs(difference - shaken) - _LEFT * np.abs(shaken), LEAST_CHANGE)
            # What came in over the rim is unknown: as what lies beside it.
            changed[:2], changed[-2:] = changed[2], changed[-3]
            changed[:, :2], changed[:, -2:] = changed[:, 2:3], changed[:, -3:-2]
        return self._inside(changed)

    def largest(self, changed: Mask) -> Blob:
        """Measure the largest connected area of `changed`."""
        return max(self.areas(changed), key=lambda blob: blob.area, default=NO_BLOB)

    def areas(self, changed: Mask) -> list[Blob]:
        """Measure every connected area of `changed`."""
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if not rows.size:
            return []
        import cv2

        top, left = int(rows[0]), int(columns[0])
        part = changed[top : rows[-1] + 1, left : columns[-1] + 1].astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(part)
        height, width = changed.shape
        found = []
        for x0, y0, w, h, area in stats[1:].tolist():
            x, y = x0 + left, y0 + top
            at_rim = x == 0 or y == 0 or x + w == width or y + h == height
            share = area / self._zone_area
            found.append(Blob(area, share, at_rim or self._mask is not None, x, y, w, h))
        return found

    def _inside(self, changed: Mask) -> Mask:
        return changed if self._mask is None else changed & self._mask

    def _fit_mask(self, size: tuple[int, int]) -> None:
        width, height = size
        if self._zone is None:
            self._zone_area = width * height
            return
        if self._mask is None or self._mask.shape != (height, width):
            self._mask = zone_mask(self._zone, width, height)
            self._zone_area = max(1, int(np.count_nonzero(self._mask)))


def zone_mask(zone: RollZone, width: int, height: int) -> Mask:
    """Return the zone inside its own bounding box, drawn `width` x `height` pixels large."""
    xs, ys = zip(*zone.corners, strict=True)
    left, top, wide, high = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    inner = RollZone(tuple(((x - left) / wide, (y - top) / high) for x, y in zone.corners))
    return inner.mask(width, height)


def edges_of(part: Small) -> float:
    """How steep the edges of a part of a small frame are, whatever the light; 0 for an empty one."""
    return float(np.abs(np.diff(part, axis=1)).sum()) / max(1.0, float(part.sum()))


def _middle(rows: Small) -> Small:
    """Return each row's upper median as a column; four times as fast as `np.median`."""
    half = rows.shape[1] // 2
    return np.partition(rows, half, axis=1)[:, half : half + 1]


def _difference(before: Small, now: Small) -> Small:
    """Return how two frames differ, brightness and bands of light taken out."""
    gain = np.float32(_gain(before, now))
    rows = _middle((now[:, ::8] + _DARK) / (gain * before[:, ::8] + _DARK))
    difference = before * (-gain * rows)
    difference += now
    difference += _DARK * (1 - rows)
    return difference


def _beyond(size: Small, least: float) -> Mask:
    """Mark what exceeds `least` and six times its own spread."""
    spread = _MAD_TO_SIGMA * float(_middle(size[::8, ::8].reshape(1, -1))[0, 0])
    return np.asarray(size > max(least, _SIGMAS * spread))


def _tremble(now: Small, difference: Small) -> Small | None:
    """Return what of a difference a camera makes that trembles: its shift, by least squares (Lucas and Kanade 1981).

    None where one small shift does not explain nearly all that the edges say, for then something else moved.
    """
    if min(now.shape) <= _LEAST_SIDE:
        return None
    down, across = (np.asarray(part, np.float32) for part in np.gradient(now - difference / 2))
    x, y, d = (part[::2, ::2] for part in (across, down, difference))
    steep = np.abs(x) + np.abs(y)
    edge = (steep > _EDGE) & (np.abs(d) <= _TREMBLE * steep + LEAST_CHANGE)
    x, y, d = x[edge], y[edge], d[edge]
    xx, yy, xy, dx, dy = (float(one @ other) for one, other in ((x, x), (y, y), (x, y), (d, x), (d, y)))
    room = xx * yy - xy * xy
    if room <= 0.01 * xx * yy:  # all edges run in one direction
        return None
    right, low = (yy * dx - xy * dy) / room, (xx * dy - xy * dx) / room
    most = _TREMBLE if 2 * max(place.std() for place in np.nonzero(edge)) > _WIDE else _LONE
    if np.hypot(right, low) > most or right * dx + low * dy < _EXPLAINED * float(d @ d):
        return None
    return np.asarray(right * across + low * down, np.float32)


def _gain(before: Small, now: Small) -> float:
    """Return the median ratio of brightness, from one in 64 pixels, the dark left out."""
    old, new = before[::8, ::8], now[::8, ::8]
    lit = old > _DARK
    if np.count_nonzero(lit) * 4 < lit.size:
        return 1.0
    ratio = float(_middle((new[lit] / old[lit]).reshape(1, -1))[0, 0])
    return min(max(ratio, _GAIN[0]), _GAIN[1])


@dataclass(frozen=True, slots=True)
class Foreign:
    """Something that reaches into the zone from its rim: a hand, an arm, a sleeve.

    It is over dice when it comes up to a die, so that it may lie over a part of it.
    """

    share: float = 0.0
    over_dice: bool = False


NOTHING: Final = Foreign()


class Background:
    """The empty zone, as far as it has been seen."""

    def __init__(self, meter: MotionMeter) -> None:
        self._meter = meter
        self.forget()

    def forget(self) -> None:
        """Begin anew: the frames have another size."""
        self._look: Small = np.zeros((0, 0), np.float32)
        self._seen: Mask = np.zeros((0, 0), np.bool_)
        self._bare: tuple[Small, Mask] | None = None
        self._compared: tuple[Small, Small] | None = None

    def learn(self, small: Small, dice: Mask, *, thing: bool = False) -> None:
        """Take over everything but the dice from a small frame at rest.

        `thing` says that something which is no die lies there and stays. When it goes at last, the
        zone as it was before it is known again.
        """
        if not thing:
            self._bare = None
        elif self._bare is None and self._look.size:
            self._bare = (self._look, self._seen)
        difference = self._difference(small)
        if difference is None:
            self._look, self._seen = small.copy(), ~dice
        else:
            # Under the dice it is as it was, in the light that is now.
            self._look = small - np.where(dice, difference, np.float32(0))
            self._seen |= ~dice
        self._compared = None

    def foreign(self, small: Small, dice: Mask, contrast: float) -> Foreign:
        """Measure the largest thing that is neither background nor a die that lies or lay there.

        It differs from the background by `contrast` grey levels at least.
        """
        difference = self._difference(small)
        if difference is None:
            return NOTHING
        views = [self._meter.beyond(difference, contrast) & self._seen]
        if self._bare is not None:
            look, seen = self._bare
            views.append(self._meter.changed(look, small, contrast) & seen)
        return min((self._measure(changed & ~dice, dice) for changed in views), key=lambda one: one.share)

    def bare(self, small: Small) -> Mask:
        """Mark where a small frame looks as the empty zone does, as far as that has been seen."""
        difference = self._difference(small)
        if difference is None:
            return np.zeros(small.shape, np.bool_)
        return self._seen & ~self._meter.beyond(difference, LEAST_CHANGE)

    def free_things(self, small: Small) -> list[Blob]:
        """Measure what differs from the background, is no speck and does not touch the rim.

        Where dice lay when the background was seen nothing is known of it.
        """
        difference = self._difference(small)
        if difference is None:
            return []
        changed = self._meter.beyond(difference, LEAST_CHANGE) & self._seen
        return [blob for blob in self._meter.areas(changed) if blob.area >= _SPECK and not blob.at_rim]

    def _difference(self, small: Small) -> Small | None:
        """How a small frame differs from the background, or None where there is none. Each frame is compared once."""
        if self._look.shape != small.shape:
            return None
        if self._compared is None or self._compared[0] is not small:
            self._compared = small, _difference(self._look, small)
        return self._compared[1]

    def _measure(self, foreign: Mask, dice: Mask) -> Foreign:
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
