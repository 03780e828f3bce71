"""The printed mat: where everything on it lies, in millimetres of the sheet.

The sheet lies landscape; x runs to the right and y down from its top left corner. Four ArUco
markers stand in the corners, a ChArUco strip runs along the top edge, grey and colour patches and
a ruler along the bottom edge; between them is the roll zone, and it is empty. Each paper has
markers of its own, so a picture says which sheet it shows.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import numpy as np

from calibration.arrays import Array, Mask

Rect = tuple[float, float, float, float]  # Left, top, width and height in millimetres

VERSION: Final = 1
MARGIN: Final = 8.0  # Home printers leave up to 6 mm of a sheet white
MARKER: Final = 24.0
GAP: Final = 6.0  # White around the markers: without it they are not found
MODULES: Final = 6  # Cells along a marker's side: four of code and a black rim
SQUARE: Final = 12.0
SMALL_MARKER: Final = 9.0
STRIP_ROWS: Final = 2
PATCH_WIDTH, PATCH_HEIGHT = 12.0, 10.0
RULER: Final = 100.0
GREYS: Final = (230, 178, 128, 77, 26)
COLOURS: Final = ((200, 40, 40), (232, 200, 40), (40, 150, 70), (40, 80, 180))
"""Red, yellow, green, blue; red-green-blue, 0 to 255."""


class Paper(StrEnum):
    """The sheets that the mat is printed on."""

    A4 = "a4"
    LETTER = "letter"


SIZES: Final = {Paper.A4: (297.0, 210.0), Paper.LETTER: (279.4, 215.9)}
_FIRST_CORNER: Final = {Paper.A4: 0, Paper.LETTER: 4}
_FIRST_SMALL: Final = {Paper.A4: 8, Paper.LETTER: 28}
_COLUMNS: Final = {Paper.A4: 18, Paper.LETTER: 16}


@dataclass(frozen=True, slots=True)
class Mat:
    """One sheet's layout."""

    paper: Paper  # which sheet

    @property
    def name(self) -> str:
        """What is printed on it: paper and version, such as `A4-1`."""
        return f"{'A4' if self.paper is Paper.A4 else 'Letter'}-{VERSION}"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres, landscape."""
        return SIZES[self.paper]

    @property
    def zone(self) -> Rect:
        """The roll zone."""
        width, height = self.size
        top = MARGIN + MARKER + GAP
        return (MARGIN, top, width - 2 * MARGIN, height - 2 * top)

    @property
    def columns(self) -> int:
        """Squares along the ChArUco strip."""
        return _COLUMNS[self.paper]

    @property
    def strip(self) -> Rect:
        """The ChArUco strip, in the middle of the top edge."""
        width = self.columns * SQUARE
        return ((self.size[0] - width) / 2, MARGIN, width, STRIP_ROWS * SQUARE)

    @property
    def band(self) -> Rect:
        """The bottom band between the markers: patches, ruler and words."""
        width, height = self.size
        left = MARGIN + MARKER + GAP
        return (left, height - MARGIN - MARKER, width - 2 * left, MARKER)

    def corner_markers(self) -> dict[int, Rect]:
        """The corner markers by id: top left, top right, bottom right, bottom left."""
        width, height = self.size
        right, bottom = width - MARGIN - MARKER, height - MARGIN - MARKER
        places = ((MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom))
        first = _FIRST_CORNER[self.paper]
        return {first + i: (x, y, MARKER, MARKER) for i, (x, y) in enumerate(places)}

    def patches(self) -> tuple[tuple[Rect, tuple[int, int, int]], ...]:
        """The patches from left to right, greys from light to dark first, each with its colour."""
        left, top, _, _ = self.band
        colours = [(grey, grey, grey) for grey in GREYS] + list(COLOURS)
        return tuple(
            ((left + i * PATCH_WIDTH, top, PATCH_WIDTH, PATCH_HEIGHT), colour) for i, colour in enumerate(colours)
        )

    def small_ids(self) -> tuple[int, ...]:
        """The ids of the ChArUco strip's markers, in the board's order."""
        first = _FIRST_SMALL[self.paper]
        return tuple(range(first, first + self.columns * STRIP_ROWS // 2))

    def board(self) -> Any:
        """The ChArUco strip as OpenCV's board, in millimetres from the strip's own corner."""
        import cv2

        return cv2.aruco.CharucoBoard(
            (self.columns, STRIP_ROWS), SQUARE, SMALL_MARKER, dictionary(), np.array(self.small_ids())
        )

    def chess_corners(self) -> Array:
        """The strip's inner corners, (N, 2), in the order of OpenCV's ids."""
        left, top, _, _ = self.strip
        inner = np.asarray(self.board().getChessboardCorners(), dtype=np.float64)
        return np.asarray(inner[:, :2] + (left, top), dtype=np.float64)

    def small_markers(self) -> dict[int, Rect]:
        """The strip's markers by id."""
        left, top, _, _ = self.strip
        corners = np.asarray(self.board().getObjPoints(), dtype=np.float64)
        return {
            marker: (left + float(quad[0, 0]), top + float(quad[0, 1]), SMALL_MARKER, SMALL_MARKER)
            for marker, quad in zip(self.small_ids(), corners, strict=True)
        }

    def markers(self) -> dict[int, Rect]:
        """All markers by id."""
        return self.corner_markers() | self.small_markers()


def corners_of(rect: Rect) -> Array:
    """A rectangle's corners, (4, 2), clockwise from the top left, as OpenCV orders a marker's."""
    x, y, w, h = rect
    return np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], dtype=np.float64)


def dictionary() -> Any:
    """The marker dictionary: the fewest cells, so that a marker may be small and far away."""
    import cv2

    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def marker_cells(marker: int) -> Mask:
    """A marker's cells, (6, 6), True for black."""
    import cv2

    return np.asarray(cv2.aruco.generateImageMarker(dictionary(), marker, MODULES)) < 128  # noqa: PLR2004 - half of a byte: dark or light


def mats() -> tuple[Mat, ...]:
    """Every mat there is."""
    return tuple(Mat(paper) for paper in Paper)
