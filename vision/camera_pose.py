"""How the camera stands over the table, as far as the dice themselves tell.

From one die alone nobody can always say which face lies up: seen from 25 degrees aside, a d10's
neighbouring face may turn to the camera just as openly. What decides is where up is, and that is
the same for all dice of a picture: those that are plain to read tell it of those that are not.

`up` at a pixel is, for the table's unit upward normal n and the unit ray r from the camera through
that pixel, both in the camera's axes (x right, y down, z forward), the x and y of n - (n r) r. Its
length is the sine of the angle from which the table is seen there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.types import UpAt

FOCAL: Final = 0.85
"""Focal length over the picture's longer side, where nobody measured it: webcams and phones see
60 to 70 degrees across, which is 0.71 to 0.87."""


WITHIN: Final = 18.0
"""Degrees by which two dice may disagree about where up is and still agree: more than what dice that
are read rightly are off by, far less than the 50 between neighbouring faces of a d10."""


def agreeing(
    seen: Sequence[tuple[float, float, float, float]], width: int, height: int
) -> tuple[tuple[int, ...], UpAt | None]:
    """The dice that agree where up is, and where that is in all of the picture.

    Args:
        seen: for each die its x and y in pixels and the x and y of `up` there.
        width: of the picture in pixels.
        height: likewise.

    Returns:
        Places of the largest group around one die, at least two, and `up` at every pixel by them;
        nothing and None where no two agree.
    """
    if len(seen) < _FEWEST:
        return (), None
    normals = np.stack(
        [_normal(_ray(x, y, width, height), across, down) for x, y, across, down in seen]
    )
    near = normals @ normals.T >= np.cos(np.deg2rad(WITHIN))
    group = np.nonzero(near[int(near.sum(axis=1).argmax())])[0]
    if len(group) < _FEWEST:
        return (), None
    total = normals[group].sum(axis=0)
    normal = total / float(np.linalg.norm(total))

    def up_at(x: float, y: float) -> tuple[float, float]:
        ray = _ray(x, y, width, height)
        up = normal - (normal @ ray) * ray
        return float(up[0]), float(up[1])

    return tuple(int(place) for place in group), up_at


def _ray(x: float, y: float, width: int, height: int) -> NDArray[np.float64]:
    """Unit ray through a pixel."""
    focal = FOCAL * max(width, height)
    ray = np.array([(x - width / 2) / focal, (y - height / 2) / focal, 1.0])
    return np.asarray(ray / np.linalg.norm(ray))


def _normal(ray: NDArray[np.float64], across: float, down: float) -> NDArray[np.float64]:
    """The unit normal whose part across the ray is (across, down), pointing to the camera's side."""
    aside = np.array([across, down, -(across * ray[0] + down * ray[1]) / ray[2]])
    length = float(np.linalg.norm(aside))
    if length > _MOST:
        aside, length = aside * (_MOST / length), _MOST
    return np.asarray(aside - np.sqrt(1 - length**2) * ray)


_FEWEST: Final = 2
_MOST: Final = 0.95
"""No table is seen flatter than this sine says."""
