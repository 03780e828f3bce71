"""From pictures to what a profile holds: zone, pose, colour, quality."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from calibration.balance import NEUTRAL, look_at_patches
from calibration.errors import CalibrationError, MatNotFoundError
from calibration.find import MatView, find_mat
from calibration.judge import (
    Code,
    die_pixels,
    improve,
    judge_focus,
    judge_light,
    judge_picture,
    judge_place,
    note,
)
from calibration.outline import zone_of
from calibration.profile import Measured, Quality, Sheet, Trust
from calibration.solve import solve
from calibration.surface import pixels_per_mm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.judge import Finding
    from calibration.mat import Array, Mat
    from calibration.solve import Solution

MOST_VIEWS: Final = 12
"""Places of the mat from which the lens is measured."""
_SAME_PLACE: Final = 0.004
"""Movement, in longer sides of the picture, up to which the mat counts as lying still."""
_STEADY: Final = 3
_MANY: Final = 6
_MOST_AVERAGED: Final = 20
_SURE_TILT: Final = 2.0
_ALL_CORNERS: Final = 4


@dataclass(slots=True, eq=False)
class _Place:
    """Views of a mat that lay still, and the picture last seen of it."""

    views: list[MatView]
    image: NDArray[np.uint8]


class MatWatch:
    """Takes pictures one by one and remembers what they show of the mat."""

    def __init__(self) -> None:
        self.pictures = 0
        self._mirrored = 0
        self._places: list[_Place] = []
        self._last: NDArray[np.uint8] | None = None

    @property
    def found(self) -> int:
        """How many views of the mat are remembered."""
        return sum(len(place.views) for place in self._places)

    def add(self, image: NDArray[np.uint8]) -> bool:
        """Look at a picture, (H, W, 3) uint8, blue-green-red; tell whether it shows the mat."""
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
        if last is None or _moved(last.views[0], view):
            self._places.append(_Place([view], image))
            self._thin()
        else:
            last.views = [*last.views[-_MOST_AVERAGED:], view]
            last.image = image
        return True

    def _thin(self) -> None:
        """Forget places of the middle, so that a long clip takes no more memory than a short one."""
        if len(self._places) > 2 * MOST_VIEWS:
            shortest = min(self._places[:-1], key=lambda place: len(place.views))
            self._places.remove(shortest)

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
        views = [_merged(place.views) for place in (*chosen, here)]
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
    size = one.mat.size
    corners = np.array([(0, 0), (size[0], 0), size, (0, size[1])], dtype=np.float64)
    away = np.linalg.norm(one.to_pixels(corners) - other.to_pixels(corners), axis=1)
    return float(away.mean()) > _SAME_PLACE * max(one.width, one.height)


def _merged(views: list[MatView]) -> MatView:
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
    last = views[-1]
    return MatView(
        last.mat, last.width, last.height, sheet, seen,
        np.asarray(homography, dtype=np.float64),
        tuple(sorted({marker for view in views for marker in view.corners})),
        max(view.chess for view in views),
    )  # fmt: skip


def _measure(views: list[MatView], image: NDArray[np.uint8], *, restless: bool) -> Measured:
    solution = solve(views)
    view = replace(views[-1], homography=solution.homography(_grid(views[-1].mat)))
    size = np.array([view.width, view.height], dtype=np.float64)
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
        gains=patches.gains if patches.measured else NEUTRAL,
        camera=solution.pose,
        sheet=_sheet(view, solution),
        mm_per_pixel=_mm_per_pixel(view),
        quality=Quality(
            trust=_trust(view, solution),
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


def _trust(view: MatView, solution: Solution) -> Trust:
    whole = len(view.corners) == _ALL_CORNERS
    return Trust.GOOD if whole and solution.pose.tilt_deviation <= _SURE_TILT else Trust.FAIR


def _sheet(view: MatView, solution: Solution) -> Sheet:
    size = np.array([view.width, view.height], dtype=np.float64)
    # Pixels count from the first one's middle, fractions from the picture's edge.
    to_fractions = np.array(
        [[1 / size[0], 0, 0.5 / size[0]], [0, 1 / size[1], 0.5 / size[1]], [0, 0, 1]]
    )
    homography = to_fractions @ view.homography
    homography /= homography[2, 2]
    places = {
        marker: (x + w / 2, y + h / 2) for marker, (x, y, w, h) in view.mat.corner_markers().items()
    }
    centres = solution.to_pixels(np.array(list(places.values()))) / size
    return Sheet(
        mat=view.mat.name,
        homography=tuple(float(value) for value in homography.ravel()),
        markers=tuple(
            (marker, float(x), float(y)) for marker, (x, y) in zip(places, centres, strict=True)
        ),
    )


def _mm_per_pixel(view: MatView) -> float:
    x, y, w, h = view.mat.zone
    return 1 / pixels_per_mm(view.homography, (x + w / 2, y + h / 2))
