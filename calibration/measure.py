"""Measuring what a profile holds: by the mat, by four marked corners, or the whole picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import acos, degrees, exp, sqrt
from typing import Final

import numpy as np

from calibration.arrays import Array, Picture
from calibration.balance import NEUTRAL, look_at_patches, pixels_per_mm
from calibration.errors import CalibrationError, MatNotFoundError
from calibration.find import MatView, find_mat
from calibration.judge import (
    STEEP,
    Code,
    Finding,
    die_pixels,
    improve,
    judge_focus,
    judge_light,
    judge_picture,
    judge_place,
    note,
)
from calibration.mat import Mat, Rect, corners_of
from calibration.profile import Measured, Quality, Sheet, Trust
from calibration.solve import BEND, FOCAL, CameraPose, Solution, solve
from calibration.zone import RollZone

MOST_VIEWS: Final = 12  # Places of the mat from which the lens is measured
_SAME_PLACE: Final = 0.004
"""Movement, in longer sides of the picture, up to which the mat counts as lying still."""
_STEADY: Final = 3
_MANY: Final = 6
_MOST_AVERAGED: Final = 20
_SURE_TILT: Final = 2.0
_CORNERS: Final = 4


@dataclass(slots=True, eq=False)
class _Place:
    """Views of a mat that lay still, and the picture last seen of it."""

    views: list[MatView]
    image: Picture


class MatWatch:
    """Takes pictures one by one and remembers what they show of the mat."""

    def __init__(self) -> None:
        self.pictures = 0
        self._mirrored = 0
        self._places: list[_Place] = []
        self._last: Picture | None = None

    @property
    def found(self) -> int:
        """How many views of the mat are remembered."""
        return sum(len(place.views) for place in self._places)

    def add(self, image: Picture) -> bool:
        """Look at a picture; tell whether it shows the mat."""
        self.pictures += 1
        self._last = image
        view = find_mat(image)
        if view is None:
            return False
        if view.mirrored:
            self._mirrored += 1
            return False
        last = self._places[-1] if self._places else None
        if last is not None and not _comparable(last.views[0], view):
            self._places.clear()  # another size or sheet: what came before says nothing of this
            last = None
        if last is not None and not _moved(last.views[0], view):
            last.views = [*last.views[-_MOST_AVERAGED:], view]
            last.image = image
            return True
        self._places.append(_Place([view], image))
        # Places of the middle are forgotten: a long clip takes no more memory than a short one.
        if len(self._places) > 2 * MOST_VIEWS:
            self._places.remove(min(self._places[:-1], key=lambda place: len(place.views)))
        return True

    def measured(self) -> Measured:
        """What the pictures told.

        Raises:
            MatNotFoundError: none shows enough of a mat.
            CalibrationError: they are mirrored, or the roll zone is not in them.
        """
        if not self._places:
            raise self._not_found()
        steady = [place for place in self._places if len(place.views) >= _STEADY]
        here = steady[-1] if steady else self._places[-1]
        others = [place for place in self._places if place is not here]
        chosen = others[:: max(1, -(-len(others) // (MOST_VIEWS - 1)))]
        views = [_merge(place.views) for place in (*chosen, here)]
        restless = not steady and self.found >= _MANY and len(self._places) > 1
        return _measure(views, here.image, restless=restless)

    def _not_found(self) -> CalibrationError:
        if self._mirrored:
            return CalibrationError(
                "the picture is mirrored, and so is every numeral; switch that off in the camera's app"
            )
        wrong = [] if self._last is None else judge_picture(self._last)
        if wrong:
            return MatNotFoundError(f"no mat to be seen: {wrong[0].text}")
        return MatNotFoundError(
            "no mat to be seen; show all four corners of a mat of `tableside calibrate --print`, "
            "flat and well lit, or mark the zone with --corners"
        )


def _comparable(one: MatView, other: MatView) -> bool:
    return (one.mat, one.width, one.height) == (other.mat, other.width, other.height)


def _moved(one: MatView, other: MatView) -> bool:
    corners = corners_of((0.0, 0.0, *one.mat.size))
    away = np.linalg.norm(one.to_pixels(corners) - other.to_pixels(corners), axis=1)
    return float(away.mean()) > _SAME_PLACE * max(one.width, one.height)


def _merge(views: list[MatView]) -> MatView:
    """One view from those of a mat that lay still: each point where it was seen on average."""
    import cv2

    if len(views) == 1:
        return views[0]
    heap: dict[tuple[float, float], list[Array]] = {}
    for view in views:
        for (x, y), spot in zip(view.sheet.tolist(), view.seen, strict=True):
            heap.setdefault((round(x, 3), round(y, 3)), []).append(spot)
    often = {point: spots for point, spots in heap.items() if 2 * len(spots) >= len(views)}
    kept = often if len(often) >= len(views[-1].sheet) // 2 else heap
    sheet = np.array(list(kept))
    seen = np.array([np.median(spots, axis=0) for spots in kept.values()])
    homography, _ = cv2.findHomography(sheet, seen, 0)
    return replace(
        views[-1],
        sheet=sheet,
        seen=seen,
        homography=np.asarray(homography, dtype=np.float64),
        corners=tuple(sorted({marker for view in views for marker in view.corners})),
        chess=max(view.chess for view in views),
    )


def _measure(views: list[MatView], image: Picture, *, restless: bool) -> Measured:
    solution = solve(views)
    view = replace(views[-1], homography=solution.homography(_grid(views[-1].mat)))
    size = np.array([view.width, view.height], dtype=np.float64)
    x, y, w, h = view.mat.zone
    whole = len(view.corners) == _CORNERS
    sure = solution.pose.tilt_deviation <= _SURE_TILT
    patches = look_at_patches(image, view)
    soft, blur = judge_focus(image, view)
    findings: list[Finding] = [*judge_place(view, solution.pose), *judge_light(image, view), *soft]
    if not patches.measured:
        text = "the grey patches cannot be made out; colours stay as the camera gives them"
        findings.append(note(Code.UNBALANCED, text))
    elif not patches.coloured:
        text = "the colour patches look grey: was the mat printed, or is it seen, without colour?"
        findings.append(note(Code.COLOURLESS, text))
    if restless:
        text = "camera or mat never lay still; fix both, then calibrate again"
        findings.append(improve(Code.RESTLESS, text))
    return Measured(
        zone=zone_of(view.mat.zone, lambda sheet: solution.to_pixels(sheet) / size),
        gains=patches.gains,
        camera=solution.pose,
        sheet=_sheet(view, solution),
        mm_per_pixel=1 / pixels_per_mm(view.homography, (x + w / 2, y + h / 2)),
        quality=Quality(
            trust=Trust.GOOD if whole and sure else Trust.FAIR,
            findings=tuple(findings),
            tilt=solution.pose.tilt,
            tilt_deviation=solution.pose.tilt_deviation,
            blur_mm=blur,
            die_pixels=die_pixels(view),
            miss_pixels=solution.rms,
            points=len(view.seen),
            views=len(views),
        ),
        size=(view.width, view.height),
    )


def _grid(mat: Mat) -> Array:
    width, height = mat.size
    xs, ys = np.meshgrid(np.linspace(0, width, 7), np.linspace(0, height, 5))
    return np.column_stack([xs.ravel(), ys.ravel()])


def _sheet(view: MatView, solution: Solution) -> Sheet:
    size = np.array([view.width, view.height], dtype=np.float64)
    # Pixels count from the first one's middle, fractions from the picture's edge.
    to_fractions = np.array([[1 / size[0], 0, 0.5 / size[0]], [0, 1 / size[1], 0.5 / size[1]], [0, 0, 1]])
    homography = to_fractions @ view.homography
    homography /= homography[2, 2]
    places = {marker: (x + w / 2, y + h / 2) for marker, (x, y, w, h) in view.mat.corner_markers().items()}
    centres = solution.to_pixels(np.array(list(places.values()))) / size
    return Sheet(
        mat=view.mat.name,
        homography=tuple(float(value) for value in homography.ravel()),
        markers=tuple((marker, float(x), float(y)) for marker, (x, y) in zip(places, centres, strict=True)),
    )


_SQUARENESS: Final = 0.05
"""Deviation, as a cosine, of the angle that four corners marked by hand seem to have."""
_LEAST_SIDE: Final = 0.02


def measure_picture(image: Picture) -> Measured:
    """The whole picture counts, and nothing else is known."""
    told = note(Code.NO_MAT, "no mat: the whole picture counts, tilt and colours are not known")
    return Measured(
        zone=RollZone.rectangle(0.0, 0.0, 1.0, 1.0),
        gains=NEUTRAL,
        camera=None,
        sheet=None,
        mm_per_pixel=None,
        quality=Quality(Trust.LOW, (*judge_picture(image), told)),
        size=(image.shape[1], image.shape[0]),
    )


def measure_corners(image: Picture, corners: Sequence[tuple[float, float]]) -> Measured:
    """Four marked corners of something rectangular: a tray, a sheet, a book.

    Args:
        image: (H, W, 3) uint8, blue-green-red.
        corners: in any order; in fractions of the picture when none exceeds 1, else in pixels.

    Raises:
        CalibrationError: not four corners of a convex shape within the picture.
    """
    height, width = image.shape[:2]
    quad = _quad(corners, width, height)
    pose = _pose(quad * (width, height), (width, height))
    found = judge_picture(image)
    if pose.tilt > STEEP:
        text = f"the camera looks some {pose.tilt:.0f} degrees from straight down"
        found.append(improve(Code.STEEP, f"{text}; below {STEEP:.0f} dice are read better"))
    found.append(note(Code.NO_MAT, "no mat: the tilt is estimated, size and colours are not known"))
    return Measured(
        zone=within_picture(quad),
        gains=NEUTRAL,
        camera=pose,
        sheet=None,
        mm_per_pixel=None,
        quality=Quality(Trust.LOW, tuple(found), tilt=pose.tilt, tilt_deviation=pose.tilt_deviation, points=4),
        size=(width, height),
    )


def _quad(corners: Sequence[tuple[float, float]], width: int, height: int) -> Array:
    """The corners in fractions, in order around the middle."""
    points = np.array(corners, dtype=np.float64).reshape(-1, 2)
    if len(points) != _CORNERS or not np.isfinite(points).all():
        raise CalibrationError("four corners are wanted, such as 0.2,0.1 0.8,0.1 0.8,0.9 0.2,0.9")
    if points.max() > 1:
        points = points / (width, height)
    if points.min() < 0 or points.max() > 1:
        raise CalibrationError(f"a corner lies outside the picture ({width} x {height} pixels)")
    away = points - points.mean(axis=0)
    points = points[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    if turns.min() < _LEAST_SIDE**2:
        raise CalibrationError("the four corners do not form a shape of four sides")
    return points


def _pose(quad: Array, size: tuple[int, int]) -> CameraPose:
    """The likeliest pose of a rectangle of unknown size and shape.

    The sides' two directions are where opposite sides meet, as seen through the right focal length,
    and there they stand at right angles. That tells the focal length when the view is aslant; from
    above it does not, and what cameras are like decides (see `calibration.solve`).
    """
    centred = (quad - np.array(size) / 2) / max(size)
    with_one = np.concatenate([centred, np.ones((4, 1))], axis=1)
    lines = np.cross(with_one, np.roll(with_one, -1, axis=0))
    meets = np.stack([np.cross(lines[0], lines[2]), np.cross(lines[1], lines[3])])
    logs = FOCAL[0] + FOCAL[1] * np.linspace(-3, 3, 121)
    belief = np.array([_log_belief(meets, float(value)) for value in logs])
    weights = np.exp(belief - belief.max())
    weights /= weights.sum()
    normals = [_normal(meets, exp(float(value))) for value in logs]
    tilts = np.array([degrees(acos(min(1.0, max(-1.0, -normal[2])))) for normal in normals])
    mean = float(weights @ tilts)
    # Marked by hand: some degrees are lost there, whatever the focal length.
    deviation = sqrt(float(weights @ (tilts - mean) ** 2) + 9.0)
    best = int(belief.argmax())
    return CameraPose(exp(float(logs[best])), 0.0, normals[best], deviation, BEND[1])


def _directions(meets: Array, focal: float) -> Array:
    """(2, 3) unit directions of the sides in camera axes."""
    rays = meets * (1, 1, focal)
    return np.asarray(rays / np.linalg.norm(rays, axis=1, keepdims=True), dtype=np.float64)


def _log_belief(meets: Array, log_focal: float) -> float:
    one, other = _directions(meets, exp(log_focal))
    mean, deviation = FOCAL
    return -0.5 * ((float(one @ other) / _SQUARENESS) ** 2 + ((log_focal - mean) / deviation) ** 2)


def _normal(meets: Array, focal: float) -> tuple[float, float, float]:
    one, other = _directions(meets, focal)
    across = np.cross(one, other)
    x, y, z = (across / np.linalg.norm(across)).tolist()
    return (-x, -y, -z) if z > 0 else (x, y, z)  # towards the camera, which looks along z


_PIECES: Final = 6  # Pieces of each side where the lens bends it
_STRAIGHT: Final = 0.001  # Deviation from a straight side that is none, in fractions of the picture


def zone_of(rect: Rect, to_fractions: Callable[[Array], Array]) -> RollZone:
    """The polygon that shows a rectangle of the sheet, by what leads to fractions of the picture.

    Raises:
        CalibrationError: nothing of it lies in the picture.
    """
    corners = corners_of(rect)
    steps = np.arange(_PIECES)[:, None] / _PIECES
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    rim = to_fractions(np.concatenate([a + (b - a) * steps for a, b in sides]))
    bare = rim[::_PIECES]
    # Along a straight side points only slide: what counts is how far they leave the line.
    along = np.roll(bare, -1, axis=0) - bare
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-12)
    away = rim.reshape(-1, _PIECES, 2) - bare[:, None]
    off_line = np.abs(away[..., 0] * along[:, None, 1] - away[..., 1] * along[:, None, 0])
    return within_picture(bare if off_line.max() < _STRAIGHT else rim)


def within_picture(polygon: Array) -> RollZone:
    """Cut a polygon, (N, 2) in fractions, at the picture's edges (Sutherland and Hodgman, 1974).

    Raises:
        CalibrationError: nothing is left.
    """
    points = [(float(x), float(y)) for x, y in polygon]
    for axis in (0, 1):
        for sign, limit in ((1.0, 0.0), (-1.0, -1.0)):
            points = _cut(points, axis, sign, limit)
    corners = tuple((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in points)
    try:
        return RollZone(corners)
    except ValueError:
        raise CalibrationError("the roll zone lies outside the picture; show all of it") from None


def _cut(points: list[tuple[float, float]], axis: int, sign: float, limit: float) -> list[tuple[float, float]]:
    """Keep the part where sign * coordinate >= limit."""
    kept: list[tuple[float, float]] = []
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        inside_a, inside_b = sign * a[axis] - limit, sign * b[axis] - limit
        if inside_a >= 0:
            kept.append(a)
        if (inside_a >= 0) != (inside_b >= 0):
            share = inside_a / (inside_a - inside_b)
            kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
    return kept
