"""Which way the table lies: where up is in a picture, as its dice tell, and which die leans.

`up` at a pixel is, for the table's unit upward normal n and the unit ray r from the camera through
that pixel, both in the camera's axes (x right, y down, z forward), the x and y of n - (n r) r. Its
length is the sine of the angle from which the table is seen there.

A die that leans on something looks as if the table were tilted otherwise than it is. One alone before
a camera that nobody calibrated tells nothing of that; but the camera stands still, and so the dice that
lay there before tell where up is.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.arrays import Array
from models.framing import FOCAL, rays_through, up_at
from vision.decide import logit
from vision.types import UpAt

WITHIN: Final = 18.0
"""Degrees by which two dice may disagree about where up is and still agree: more than what dice that
are read rightly are off by, far less than the 50 between neighbouring faces of a d10."""
_FEWEST: Final = 2
_MOST: Final = 0.95
"""No table is seen flatter than this sine says."""
_FOCALS: Final = (0.65, FOCAL, 1.1, 1.4, 1.8)
_SPREAD: Final = 0.3
"""Focal lengths that are tried for a picture, in its longer sides, and the deviation of their logarithm that
`calibration.solve` believes in: the dice all over a picture tell from how far aside the camera sees each."""
_MISS: Final = 0.08
_OUTLIER: Final = 3.0
"""Sine by which a die misses where up is, a little more than drawn ones do, and at how many times that it tells no
more."""
_KEPT: Final = 18
_ENOUGH: Final = 6
"""Looks at dice that are kept, and how many of them must agree before they tell anything."""
_STRAY: Final = 0.1
"""Sine by which half of the looks may miss where up is, and two thirds by twice as much: by more, the camera does not
stand still, or nothing lies flat. Of drawn dice half miss it by 0.05 (chosen with `measure.cocked` and `measure.films`
in the workshop)."""
_OF_ONE: Final = 3
_SAME: Final = 0.03
"""So many looks are kept of a die that lies still, by its place in widths of the picture and by `up`: a roll that
settles has three, and one that lies there for long shall not outvote all others."""
_LEAN: Final = (-2.569, 0.596, 27.991)
_LEANS: Final = 0.85
"""Log-odds that a die leans: of nothing known, of the log-odds by the network alone, and of how far up
as seen on it lies from where it is, fitted by `measure.cocked` in the workshop; and from which
probability on it counts as cocked, chosen."""


class Level:
    """Remembers where up is before a camera that stands still, by dice that were read there."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, float, float, float]] = deque(maxlen=_KEPT)
        self._late: deque[Sequence[tuple[float, float, float, float]]] = deque()
        self._size = (0, 0)

    def note(self, seen: Sequence[tuple[float, float, float, float]], width: int, height: int) -> None:
        """Take in dice of a picture of that size, each as of `agreeing`, two pictures late.

        So what a die's first look says does not change what the next looks say of it while it settles.
        """
        if (width, height) != self._size:
            self._seen.clear()
            self._late.clear()
            self._size = (width, height)
        self._late.append(seen)
        if len(self._late) < _OF_ONE:
            return
        for one in self._late.popleft():
            apart = [np.subtract(old, one) / (width, width, 1, 1) for old in self._seen]
            same = [old for old, by in zip(self._seen, apart, strict=True) if np.linalg.norm(by) < _SAME]
            if len(same) >= _OF_ONE:
                self._seen.remove(same[0])
            self._seen.append(one)

    def up(self, width: int, height: int) -> UpAt | None:
        """Where up is; None before enough dice agree, or where many say otherwise, though by little.

        Only before a camera as most are: another focal length would also explain dice that do not lie level.
        """
        if (width, height) != self._size or len(self._seen) < _ENOUGH:
            return None
        group, up = agreeing(tuple(self._seen), width, height, (FOCAL,))
        if up is None or len(group) < _ENOUGH:
            return None
        apart = [np.hypot(*np.subtract(up(x, y) or said, said)) for x, y, *said in self._seen]
        half, most = np.quantile(apart, (1 / 2, 2 / 3))
        return up if half < _STRAY and most < 2 * _STRAY else None


def leans(cocked: float, aside: float) -> bool:
    """Whether a die leans, by the network's own probability and by how far up lies aside on it."""
    base, by_cocked, by_aside = _LEAN
    total = base + by_cocked * logit(cocked) + by_aside * aside
    return total > logit(_LEANS)


def agreeing(
    seen: Sequence[tuple[float, float, float, float]],
    width: int,
    height: int,
    focals: Sequence[float] = _FOCALS,
) -> tuple[tuple[int, ...], UpAt | None]:
    """The dice that agree where up is, and where that is in all of the picture.

    Args:
        seen: for each die its x and y in pixels and the x and y of `up` there.
        width: of the picture in pixels.
        height: likewise.
        focals: focal lengths that it may have been taken with, in its longer sides.

    Returns:
        Places of the largest group around one die, at least two, and `up` at every pixel by them;
        nothing and None where no two agree.
    """
    if len(seen) < _FEWEST:
        return (), None
    points, said = np.hsplit(np.array(seen), 2)
    lengths = np.array(focals)
    rays = rays_through(points, width, height, lengths[:, None, None])
    each = _normals(rays, said)
    near = each @ each.swapaxes(1, 2) >= np.cos(np.deg2rad(WITHIN))
    groups = near[np.arange(len(near)), near.sum(axis=2).argmax(axis=1)]
    normals = (each * groups[..., None]).sum(axis=1, keepdims=True)
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    misses = np.linalg.norm(up_at(rays, normals) - said, axis=2) / _MISS
    doubts = np.square(np.log(lengths / FOCAL) / _SPREAD) + np.square(np.minimum(misses, _OUTLIER)).sum(axis=1)
    best = int(doubts.argmin())
    group = tuple(int(place) for place in np.nonzero(groups[best])[0])
    if len(group) < _FEWEST:
        return (), None

    def up(x: float, y: float) -> tuple[float, float]:
        across, down = up_at(rays_through(np.array([x, y]), width, height, focals[best]), normals[best, 0])
        return float(across), float(down)

    return group, up


def _normals(rays: Array, said: Array) -> Array:
    """(..., 3) the unit normals whose parts across the rays are `said`, pointing to the camera's side."""
    z = -(said * rays[..., :2]).sum(axis=-1, keepdims=True) / rays[..., 2:]
    aside = np.concatenate((np.broadcast_to(said, rays[..., :2].shape), z), axis=-1)
    aside *= _MOST / np.maximum(np.linalg.norm(aside, axis=-1, keepdims=True), _MOST)
    return np.asarray(aside - np.sqrt(1 - np.square(aside).sum(axis=-1, keepdims=True)) * rays)
