"""Finding the printed mat in a picture: which sheet, where its points are, and whether it moved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Grey, Picture
from calibration.mat import GAP, MARKER, MODULES, SMALL_MARKER, SQUARE, Mat, corners_of, dictionary, mats

if TYPE_CHECKING:
    from calibration.profile import Profile


LONGEST: Final = 2600
"""Longer pictures are made smaller before they are searched: a marker is large enough in them."""
_LEAST_POINTS: Final = 8
"""Two markers: their eight corners fix the sheet, and a single false marker fixes nothing."""
_ENOUGH_CORNERS: Final = 2
_STRAY: Final = 0.006
"""How far a marker's corner may lie from where the others put it, in longer sides of the picture:
a bent lens takes it this far, a false marker further."""
_KEPT: Final = 0.6  # Least share of the points seen that must agree on where the sheet lies


@dataclass(frozen=True, slots=True, eq=False)
class MatView:
    """One picture's view of the mat."""

    mat: Mat  # which sheet
    width: int  # of the picture, pixels
    height: int  # of the picture, pixels
    sheet: Array  # (N, 2) points on the sheet in millimetres
    seen: Array  # (N, 2) the same points in pixels of the picture
    homography: Array  # (3, 3) from millimetres of the sheet to pixels
    corners: tuple[int, ...]  # ids of the corner markers seen
    chess: int  # how many of the points are inner corners of the ChArUco strip
    # the picture shows the sheet as in a mirror; all else is of the picture put right
    mirrored: bool = False

    def to_pixels(self, sheet: Array) -> Array:
        """Where points of the sheet, (N, 2) mm, are seen, as far as the lens is straight."""
        return project(self.homography, sheet)


def project(homography: Array, points: Array) -> Array:
    """Apply a homography to (N, 2) points."""
    with_one = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ homography.T
    return np.asarray(with_one[:, :2] / with_one[:, 2:], dtype=np.float64)


def find_mat(image: Picture) -> MatView | None:
    """Find the mat; None when fewer than two of its markers are seen, or they do not agree."""
    view = _find(image)
    if view is None:
        turned = _find(np.ascontiguousarray(image[:, ::-1]))
        return None if turned is None else replace(turned, mirrored=True)
    return view


def _find(image: Picture) -> MatView | None:
    grey, factor = _grey(image)
    markers = detect_markers(grey)
    chosen = max(mats(), key=lambda mat: len(markers.keys() & mat.markers().keys()))
    of_it = {marker: quad for marker, quad in markers.items() if marker in chosen.markers()}
    agreed = _agreed(chosen, of_it, _STRAY * max(grey.shape))
    if agreed is None:
        return None
    sheet, seen, chess = _points(chosen, grey, agreed)
    homography = _fit(sheet, seen, _STRAY * max(grey.shape))
    if homography is None:
        return None
    homography = np.diag([factor, factor, 1.0]) @ homography
    if factor != 1.0:
        # The middle of the first pixel is (0, 0) to OpenCV, in either size.
        move = np.eye(3)
        move[:2, 2] = 0.5 * factor - 0.5
        homography = move @ homography
    return MatView(
        chosen,
        image.shape[1],
        image.shape[0],
        sheet,
        (seen + 0.5) * factor - 0.5,
        homography,
        tuple(sorted(agreed.keys() & chosen.corner_markers().keys())),
        chess,
    )


def _grey(image: Picture) -> tuple[Picture, float]:
    """The picture in grey, not too large, and the factor back to its pixels."""
    import cv2

    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    longest = max(grey.shape)
    if longest <= LONGEST:
        return np.asarray(grey, dtype=np.uint8), 1.0
    factor = longest / LONGEST
    size = (round(grey.shape[1] / factor), round(grey.shape[0] / factor))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), factor


def detect_markers(grey: Grey) -> dict[int, Array]:
    """Every marker in a grey picture by id: (4, 2) corners in pixels, clockwise.

    An id that is seen twice is left out: at least one of the two is false.
    """
    import cv2

    settings = cv2.aruco.DetectorParameters()
    # Windows up to a marker's size: a few sizes find markers in even light, and soft shadows too.
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 45
    settings.adaptiveThreshWinSizeStep = 10
    settings.minMarkerPerimeterRate = 0.015
    detector = cv2.aruco.ArucoDetector(dictionary(), settings)
    found: Any = detector.detectMarkers(grey)
    quads, ids, _ = found
    if ids is None:
        return {}
    numbers = [int(number) for number in np.asarray(ids).ravel()]
    return {
        number: np.asarray(quad, dtype=np.float64).reshape(4, 2)
        for number, quad in zip(numbers, quads, strict=True)
        if numbers.count(number) == 1
    }


def _agreed(mat: Mat, markers: dict[int, Array], stray: float) -> dict[int, Array] | None:
    """The markers that agree on where the sheet lies; None when too few do."""
    if 4 * len(markers) < _LEAST_POINTS:
        return None
    places = mat.markers()
    sheet = np.concatenate([corners_of(places[marker]) for marker in markers])
    homography = _fit(sheet, np.concatenate(list(markers.values())), stray)
    if homography is None:
        return None
    near = {
        marker: quad
        for marker, quad in markers.items()
        if np.abs(project(homography, corners_of(places[marker])) - quad).max() < 2 * stray
    }
    if 4 * len(near) < _LEAST_POINTS or len(near) < _KEPT * len(markers):
        return None
    return near


def _fit(sheet: Array, seen: Array, stray: float) -> Array | None:
    """A homography through most of the points; None when there is none, or it shows the back."""
    import cv2

    found: Any
    found, kept = cv2.findHomography(sheet, seen, cv2.RANSAC, stray)
    if found is None or np.count_nonzero(kept) < max(_LEAST_POINTS, _KEPT * len(sheet)):
        return None
    homography = np.asarray(found, dtype=np.float64)
    depth = np.concatenate([sheet, np.ones((len(sheet), 1))], axis=1) @ homography[2]
    if depth.min() * depth.max() <= 0 or np.linalg.det(homography) * np.sign(depth[0]) <= 0:
        return None
    return homography


def _points(mat: Mat, grey: Grey, markers: dict[int, Array]) -> tuple[Array, Array, int]:
    """The mat's points, fine: on the sheet, in the picture, and how many are of the chessboard."""
    chess_ids, chess = _chess(mat, grey, markers)
    sheet = [mat.chess_corners()[chess_ids]]
    seen = [chess]
    corner = mat.corner_markers()
    # The strip's own markers are small, so they count only where there is little else: its
    # chessboard's corners lie in one row, and do not fix the sheet alone.
    few = not len(chess_ids) or len(markers.keys() & corner.keys()) < _ENOUGH_CORNERS
    for marker, quad in markers.items():
        if marker in corner or few:
            sheet.append(corners_of(mat.markers()[marker]))
            seen.append(_refine(grey, quad))
    return np.concatenate(sheet), np.concatenate(seen), len(chess_ids)


def _chess(mat: Mat, grey: Grey, markers: dict[int, Array]) -> tuple[NDArray[np.int64], Array]:
    import cv2

    nothing = np.zeros(0, np.int64), np.zeros((0, 2))
    small = {marker: quad for marker, quad in markers.items() if marker in mat.small_markers()}
    if not small:
        return nothing
    detector = cv2.aruco.CharucoDetector(mat.board())
    quads = [quad.astype(np.float32).reshape(1, 4, 2) for quad in small.values()]
    numbers = np.array(list(small), np.int32).reshape(-1, 1)
    found: Any = detector.detectBoard(grey, markerCorners=quads, markerIds=numbers)
    if found[1] is None or len(found[1]) == 0:
        return nothing
    ids = np.asarray(found[1], dtype=np.int64).ravel()
    chess = np.asarray(found[0], dtype=np.float64).reshape(-1, 2)
    # Some versions of OpenCV are off by up to half a pixel here; the white about a small marker
    # tells how far one may look without seeing it.
    side = float(np.median([np.linalg.norm(quad[1] - quad[0]) for quad in small.values()]))
    return ids, _move_to_corner(grey, chess, side * (SQUARE - SMALL_MARKER) / 2 / SMALL_MARKER)


def _refine(grey: Grey, quad: Array) -> Array:
    """A marker's corners to parts of a pixel; the window stays within the marker's black rim."""
    side = float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).min())
    return _move_to_corner(grey, quad, side / MODULES * 0.8)


def _move_to_corner(grey: Grey, points: Array, reach: float) -> Array:
    """Points, (N, 2), each moved to the corner within so many pixels of it."""
    import cv2

    half = int(np.clip(reach, 2, 12))
    rule = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    coarse = points.astype(np.float32).reshape(-1, 1, 2)
    fine = np.asarray(cv2.cornerSubPix(grey, coarse.copy(), (half, half), (-1, -1), rule))
    moved = fine.reshape(-1, 2).astype(np.float64)
    # A corner that ran away was pulled by something else: stay with the coarse one.
    astray = np.linalg.norm(moved - points, axis=1) > half
    moved[astray] = points[astray]
    return moved


TOLERANCE: Final = 4.0  # Millimetres that a marker may wander; a die is 16
_AROUND: Final = GAP + MARKER / 2  # Millimetres about a marker that are looked at
_LEAST_SIDE: Final = 24


def mat_moved(profile: Profile, image: Picture) -> bool | None:
    """Tell whether the mat's markers are elsewhere in the picture than when it was calibrated.

    Only the places where they were are searched, so it takes a few milliseconds; the whole picture
    is searched when none of them is there. None when that cannot be told: there was no mat, or no
    marker is seen now.
    """
    import cv2

    if profile.sheet is None:
        return None
    height, width = image.shape[:2]
    if not profile.fits(width, height):
        return True
    known = _places(profile, width, height)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    looked = [_elsewhere(grey, marker, quad) for marker, quad in known.items()]
    verdicts = [verdict for verdict in looked if verdict is not None]
    if verdicts:
        # A corner of paper that curls is one; a mat that moved is all of them.
        return 2 * sum(verdicts) > len(verdicts)
    seen = detect_markers(grey).keys() & known.keys()
    return True if len(seen) > 1 else None


def _places(profile: Profile, width: int, height: int) -> dict[int, Array]:
    """Where each corner marker was, (5, 2) pixels: its corners, then its middle."""
    sheet = profile.sheet
    mat = next((mat for mat in mats() if sheet is not None and mat.name == sheet.mat), None)
    if sheet is None or mat is None:
        return {}
    homography = np.array(sheet.homography).reshape(3, 3)
    middles = {marker: np.array([x * width, y * height]) for marker, x, y in sheet.markers}
    places: dict[int, Array] = {}
    for marker, (x, y, w, h) in mat.corner_markers().items():
        if marker in middles:
            points = np.concatenate([corners_of((x, y, w, h)), [(x + w / 2, y + h / 2)]])
            seen = project(homography, points) * (width, height)
            # The lens shifts a marker, which the homography does not know, and hardly changes its shape.
            places[marker] = seen + (middles[marker] - seen[4])
    return places


def _elsewhere(grey: Grey, marker: int, was: Array) -> bool | None:
    """Whether one marker is near where it was but not there; None when it is not to be seen."""
    per_mm = float(np.linalg.norm(was[1] - was[0]) + np.linalg.norm(was[2] - was[1])) / 2 / MARKER
    if not np.isfinite(was).all() or per_mm * MARKER > 2 * max(grey.shape):
        return None
    reach = _AROUND * per_mm
    left, top = np.floor(np.maximum(was[:4].min(axis=0) - reach, 0)).astype(int)
    right, bottom = np.ceil(np.maximum(was[:4].max(axis=0) + reach, 0)).astype(int)
    part = np.ascontiguousarray(grey[top:bottom, left:right])
    if min(part.shape) < _LEAST_SIDE:
        return None
    found = detect_markers(part).get(marker)
    if found is None:
        return None
    away = found - was[:4] + np.array([left + 0.5, top + 0.5])
    return bool(np.linalg.norm(away, axis=1).max() > TOLERANCE * per_mm)
