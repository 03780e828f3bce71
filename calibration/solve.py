"""How the camera looks at the mat: focal length, bend of the lens, and where up is.

A camera that stands still over a sheet that lies still shows one view, and one view from nearly
above says little about the focal length: seen from afar with a long lens or from near with a wide
one, the sheet looks alike. So what is known of cameras in general (`FOCAL`, `BEND`) is put in as
prior belief beside the points seen, and the answer comes with how sure it is. More views, or a
tilted one, outweigh the prior by themselves. OpenCV's calibration knows no priors and runs away on
such views; the model is its own (focal length, one radial term; the middle of the picture is the
principal point).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, degrees, exp, hypot, log, sqrt
from typing import Final

import numpy as np

from calibration.arrays import Array
from calibration.find import MatView

FOCAL: Final = (log(0.85), 0.3)
"""Log of the focal length in longer sides of the picture, mean and deviation: webcams and phones
show 50 to 80 degrees along the longer side."""
BEND: Final = (0.0, 0.12)
"""Radial term of the lens, mean and deviation: phones correct it, cheap webcams bend to -0.2."""
SEEN_TO: Final = 0.0004
"""How finely a point is seen at best, in longer sides of the picture: half a pixel of 1280. Paper
that does not lie quite flat is in it."""
LENS_MEASURED: Final = 0.03  # Deviation of the radial term below which the lens counts as measured
_STARTS: Final = (0.6, 0.85, 1.2, 1.8)
_STEPS: Final = 40
_STRAY: Final = 4.0
_SHARED: Final = 2
_POSE: Final = 6


@dataclass(frozen=True, slots=True)
class CameraPose:
    """How the camera sees the table, for pictures of any size of the same shape."""

    focal: float  # focal length in longer sides of the picture
    bend: float  # radial term k1: a ray at distance r of the axis is seen at r (1 + k1 r^2)
    # the table's unit normal, up, in camera axes: x right, y down, z forward
    normal: tuple[float, float, float]
    tilt_deviation: float  # standard deviation of the tilt, in degrees
    bend_deviation: float  # standard deviation of `bend`

    @property
    def tilt(self) -> float:
        """How far from straight down the camera looks, in degrees."""
        return degrees(asin(min(1.0, hypot(self.normal[0], self.normal[1]))))

    @property
    def lens_measured(self) -> bool:
        """Whether the views told how the lens bends."""
        return self.bend_deviation <= LENS_MEASURED

    def ray(self, x: float, y: float, width: float, height: float) -> tuple[float, float, float]:
        """The unit ray, in camera axes, through a point of a picture: pixels from its top left edge."""
        focal = self.focal * max(width, height)
        seen_x, seen_y = (x - width / 2) / focal, (y - height / 2) / focal
        a, b = seen_x, seen_y
        for _ in range(12):  # the usual fixed point; no lens here bends so much that it fails
            stretch = max(0.2, 1 + self.bend * (a * a + b * b))
            a, b = seen_x / stretch, seen_y / stretch
        length = sqrt(a * a + b * b + 1)
        return (a / length, b / length, 1 / length)

    def up_at(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        """Which way up is at a point of a picture: x and y of n - (n.r) r in camera axes.

        n is the table's normal, r the ray through the point. The length is the sine of the angle
        between them, about that of the tilt; for the arguments see `ray`.
        """
        ray = self.ray(x, y, width, height)
        along = sum(n * r for n, r in zip(self.normal, ray, strict=True))
        return (self.normal[0] - along * ray[0], self.normal[1] - along * ray[1])


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A camera solved from views of the mat; all but `rms` is of the last view.

    `turn`, a rotation vector, and `shift`, in millimetres, lead from the sheet's point `centre` to the
    camera; `rms` is the root mean square of the points' misses over all views, in pixels.
    """

    pose: CameraPose
    turn: Array
    shift: Array
    centre: Array
    rms: float
    width: int
    height: int

    def to_pixels(self, sheet: Array) -> Array:
        """Where points of the sheet, (N, 2) mm, are seen: pixels from the top left edge, (N, 2)."""
        size = (self.width, self.height)
        shared = np.array([log(self.pose.focal), self.pose.bend])
        return _seen(sheet - self.centre, shared, np.concatenate([self.turn, self.shift]), size)[0]

    def homography(self, sheet: Array) -> Array:
        """The straight lens that comes nearest: (3, 3) from millimetres to pixels' middles.

        It fits between the points of `sheet`, (N, 2), four at least. Unlike one through the points
        seen it holds also where the sheet was hidden.
        """
        import cv2

        found, _ = cv2.findHomography(sheet, self.to_pixels(sheet) - 0.5, 0)
        return np.asarray(found, dtype=np.float64)


def solve(views: Sequence[MatView]) -> Solution:
    """Find the camera from views of one sheet, in pictures of one size; the pose is of the last."""
    size = (views[-1].width, views[-1].height)
    centre = np.array(views[-1].mat.size) / 2
    # Half a pixel: here the picture's corner is (0, 0), to OpenCV it is its first pixel's middle.
    pairs = [(view.sheet - centre, view.seen + 0.5) for view in views]
    floor = SEEN_TO * max(size)
    points = _without_strays(_Points(pairs, size), floor)
    best = _best(points, floor)
    misses = np.concatenate(points.misses(best))
    rms = float(np.sqrt((misses**2).sum(axis=1).mean()))
    state, information = _descend(points, best, max(floor, rms))
    covariance = np.asarray(np.linalg.inv(information), dtype=np.float64)
    turn, shift = state[-_POSE:-3], state[-3:]
    steps = np.eye(3) * 1e-5
    slope = np.array([(_tilt(turn + step) - _tilt(turn - step)) / 2e-5 for step in steps])
    of_turn = covariance[-_POSE:-3, -_POSE:-3]
    # At no tilt at all the slope vanishes though the tilt is not known: bound it from below.
    deviation = max(sqrt(max(0.0, float(slope @ of_turn @ slope))), 0.1)
    pose = CameraPose(
        focal=exp(float(state[0])),
        bend=float(state[1]),
        normal=_normal(turn),
        tilt_deviation=deviation,
        bend_deviation=sqrt(float(covariance[1, 1])),
    )
    return Solution(pose, turn, shift, centre, rms, *size)


def _normal(turn: Array) -> tuple[float, float, float]:
    """Up, in camera axes: on the sheet, z runs into the table."""
    import cv2

    x, y, z = (-np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)[:, 2]).tolist()
    return x, y, z


def _tilt(turn: Array) -> float:
    normal = _normal(turn)
    return degrees(asin(min(1.0, hypot(normal[0], normal[1]))))


@dataclass(frozen=True, slots=True, eq=False)
class _Points:
    """What is to be explained: points on the sheet and where they were seen, for each view."""

    pairs: list[tuple[Array, Array]]
    size: tuple[int, int]

    def misses(self, state: Array) -> list[Array]:
        """How far each point is seen from where a camera in this state would show it, (N, 2)."""
        poses = state[_SHARED:].reshape(-1, _POSE)
        return [
            _seen(sheet, state[:_SHARED], pose, self.size)[0] - seen
            for (sheet, seen), pose in zip(self.pairs, poses, strict=True)
        ]


def _without_strays(points: _Points, floor: float) -> _Points:
    """Leave out points that no camera explains: a finger's edge taken for a corner."""
    misses = [np.linalg.norm(miss, axis=1) for miss in points.misses(_best(points, floor))]
    limit = _STRAY * max(floor, float(np.median(np.concatenate(misses))))
    kept = zip(points.pairs, misses, strict=True)
    return _Points([(a[miss <= limit], b[miss <= limit]) for (a, b), miss in kept], points.size)


def _best(points: _Points, spread: float) -> Array:
    """Descend from several focal lengths: from a wrong one the tilt may fall to the wrong side."""
    found: list[tuple[float, Array]] = []
    for focal in _STARTS:
        shared = np.array([log(focal), 0.0])
        poses = [_first_pose(a, b, focal, points.size) for a, b in points.pairs]
        state, _ = _descend(points, np.concatenate([shared, *poses]), spread)
        found.append((_cost(points, state, spread), state))
    return min(found, key=lambda pair: pair[0])[1]


def _first_pose(sheet: Array, seen: Array, focal: float, size: tuple[int, int]) -> Array:
    """A pose from the homography, for a given focal length: (6,) turn and shift."""
    import cv2

    homography, _ = cv2.findHomography(sheet, seen, 0)
    scale = focal * max(size)
    inward = np.array([[1 / scale, 0, -size[0] / 2 / scale], [0, 1 / scale, -size[1] / 2 / scale], [0, 0, 1]])
    columns = inward @ np.asarray(homography, dtype=np.float64)
    columns /= np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    if columns[2, 2] < 0:  # the sheet lies before the camera
        columns = -columns
    axes = np.stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])], axis=1)
    left, _, right = np.linalg.svd(axes)
    turn = np.asarray(cv2.Rodrigues(left @ right)[0], dtype=np.float64).ravel()
    return np.concatenate([turn, columns[:, 2]])


def _seen(sheet: Array, shared: Array, pose: Array, size: tuple[int, int]) -> tuple[Array, Array]:
    """Where points are seen, (N, 2), and how that changes with (log focal, bend, pose), (2N, 8)."""
    import cv2

    focal = exp(float(shared[0])) * max(size)
    matrix = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    solid = np.concatenate([sheet, np.zeros((len(sheet), 1))], axis=1)
    lens = np.array([float(shared[1]), 0.0, 0.0, 0.0])
    points, slopes = cv2.projectPoints(solid, pose[:3], pose[3:], matrix, lens)
    slopes = np.asarray(slopes, dtype=np.float64)
    own = np.empty((len(slopes), _SHARED + _POSE))
    own[:, 0] = (slopes[:, 6] + slopes[:, 7]) * focal
    own[:, 1] = slopes[:, 10]
    own[:, _SHARED:] = slopes[:, :_POSE]
    return np.asarray(points, dtype=np.float64).reshape(-1, 2), own


def _cost(points: _Points, state: Array, spread: float) -> float:
    misses = np.concatenate(points.misses(state))
    belief = sum(((float(state[i]) - mean) / deviation) ** 2 for i, (mean, deviation) in enumerate((FOCAL, BEND)))
    cost = float((misses**2).sum()) / spread**2 + belief
    return cost if np.isfinite(cost) else float("inf")


def _normal_equations(points: _Points, state: Array, spread: float) -> tuple[Array, Array]:
    """Half the cost's second derivative (Gauss-Newton) and half its slope."""
    square, slope = np.zeros((len(state), len(state))), np.zeros(len(state))
    for number, (sheet, seen) in enumerate(points.pairs):
        start = _SHARED + number * _POSE
        where = [*range(_SHARED), *range(start, start + _POSE)]
        now, slopes = _seen(sheet, state[:_SHARED], state[start : start + _POSE], points.size)
        slopes /= spread
        square[np.ix_(where, where)] += slopes.T @ slopes
        slope[where] += slopes.T @ ((now - seen).ravel() / spread)
    for i, (mean, deviation) in enumerate((FOCAL, BEND)):
        square[i, i] += 1 / deviation**2
        slope[i] += (float(state[i]) - mean) / deviation**2
    return square, slope


def _descend(points: _Points, state: Array, spread: float) -> tuple[Array, Array]:
    """Levenberg-Marquardt; returns the state and the information there (inverse covariance)."""
    damping = 1e-3
    cost = _cost(points, state, spread)
    for _ in range(_STEPS):
        square, slope = _normal_equations(points, state, spread)
        step = np.linalg.solve(square + damping * np.diag(np.diag(square)), -slope)
        trial = state + step
        trial[0] = np.clip(trial[0], log(0.2), log(8.0))
        trial[1] = np.clip(trial[1], -0.6, 0.6)
        after = _cost(points, trial, spread)
        if after >= cost:
            damping *= 8
            if damping > 1e8:  # noqa: PLR2004 - no step is small enough any more
                break
            continue
        settled = cost - after < 1e-9 * cost
        state, cost, damping = trial, after, max(damping / 8, 1e-9)
        if settled:
            break
    return state, _normal_equations(points, state, spread)[0]
