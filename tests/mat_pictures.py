"""Pictures of a printed mat: its own shapes drawn, then seen by a pretend camera of known pose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.mat import Mat, Paper
from calibration.measure import MatWatch
from calibration.page import Fill, Stroke, Words, shapes

PER_MM = 8.0


@lru_cache(maxsize=2)
def printed(paper=Paper.A4, per_mm=PER_MM):
    """The sheet as an array, (H, W, 3) BGR, paper white at 235: no paper is as white as a screen."""
    mat = Mat(paper)
    width, height = (round(side * per_mm) for side in mat.size)
    image = np.full((height, width, 3), 255, np.uint8)

    def at(x, y):
        return round(x * per_mm), round(y * per_mm)

    for shape in shapes(mat):
        match shape:
            case Fill():
                for x, y, w, h in shape.rects:
                    (left, top), (right, bottom) = at(x, y), at(x + w, y + h)
                    image[top:bottom, left:right] = shape.colour[::-1]
            case Stroke():
                points = np.array([at(x, y) for x, y in shape.points], np.int32)
                thick = max(1, round(shape.width * per_mm))
                cv2.polylines(image, [points], shape.closed, shape.colour[::-1], thick)
            case Words():
                scale = shape.size * per_mm / 30
                cv2.putText(image, shape.text, at(shape.x, shape.y), 0, scale, (60, 60, 60), 2)
    return (image.astype(np.float32) * (235 / 255)).astype(np.uint8)


@dataclass(frozen=True)
class Shot:
    """One picture of the mat, and what is true of it."""

    paper: Paper = Paper.A4
    size: tuple[int, int] = (1280, 720)
    tilt: float = 15.0  # degrees from straight down
    toward: float = 40.0  # degrees: which way the camera leans
    turn: float = 5.0  # degrees of the sheet within the picture
    focal: float = 0.9  # longer sides
    bend: float = 0.0
    fill: float = 0.8  # of the picture's shorter or longer side that the sheet takes
    off: tuple[float, float] = (0.0, 0.0)  # mm by which the middle of view misses the sheet's
    blur: float = 0.8
    noise: float = 2.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)  # blue, green, red
    light: float = 1.0
    seed: int = 1
    table: tuple[int, int, int] = (60, 80, 70)

    @property
    def rotation(self):
        lean = np.array([np.cos(np.radians(self.toward)), np.sin(np.radians(self.toward)), 0])
        leaning, _ = cv2.Rodrigues(lean * np.radians(self.tilt))
        turning, _ = cv2.Rodrigues(np.array([0, 0, np.radians(self.turn)]))
        return leaning @ turning

    @property
    def normal(self):
        return -self.rotation[:, 2]

    @property
    def scale(self):
        return self.focal * max(self.size)

    @property
    def shift(self):
        w, h = Mat(self.paper).size
        near = max(self.scale * w / (self.fill * self.size[0]), self.scale * h / (self.fill * self.size[1]))
        # A tilted sheet's near edge comes closer: step back so that all of it stays in sight.
        near *= 1 + 0.5 * np.sin(np.radians(self.tilt))
        return np.array([0.0, 0.0, near])

    def project(self, sheet):
        """Points of the sheet, (N, 2) mm, in pixels from the picture's top left edge."""
        w, h = Mat(self.paper).size
        solid = np.column_stack([np.asarray(sheet) - (w / 2 + self.off[0], h / 2 + self.off[1]), np.zeros(len(sheet))])
        p = solid @ self.rotation.T + self.shift
        a = p[:, :2] / p[:, 2:]
        r2 = (a**2).sum(axis=1, keepdims=True)
        return a * (1 + self.bend * r2) * self.scale + np.array(self.size) / 2

    def sheet_at(self, pixels):
        """The sheet's point seen at each pixel, (N, 2) -> (N, 2) mm; the inverse of `project`."""
        seen = (pixels - np.array(self.size) / 2) / self.scale
        a = seen.copy()
        for _ in range(12):
            a = seen / (1 + self.bend * (a**2).sum(axis=1, keepdims=True))
        rays = np.column_stack([a, np.ones(len(a))])
        n = self.rotation[:, 2]
        away = (self.shift @ n) / (rays @ n)
        solid = (rays * away[:, None] - self.shift) @ self.rotation
        w, h = Mat(self.paper).size
        return solid[:, :2] + (w / 2 + self.off[0], h / 2 + self.off[1])

    def _straight(self, source, per_mm):
        """Twice as large as the picture, through a lens that does not bend."""
        h, w = source.shape[:2]
        corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
        seen = (2 * self.project(corners / per_mm) - 0.5).astype(np.float32)
        onto = cv2.getPerspectiveTransform(corners - 0.5, seen)
        size = (2 * self.size[0], 2 * self.size[1])
        return cv2.warpPerspective(source, onto, size, borderValue=self.table)

    def _bent(self, source, per_mm):
        """As large as the picture; every eighth pixel is worked out, the lens bends slowly."""
        width, height = self.size
        ys, xs = np.mgrid[0 : height + 8 : 8, 0 : width + 8 : 8]
        pixels = np.column_stack([xs.ravel() + 0.5, ys.ravel() + 0.5])
        coarse = (self.sheet_at(pixels) * per_mm - 0.5).reshape(*xs.shape, 2)
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32) / 8
        maps = cv2.remap(coarse.astype(np.float32), xs, ys, cv2.INTER_LINEAR)
        return cv2.remap(source, maps, None, cv2.INTER_LINEAR, borderValue=self.table)

    def draw(self, sheet=None):
        """The picture, (H, W, 3) uint8 BGR; `sheet` replaces the printed sheet."""
        source = printed(self.paper) if sheet is None else sheet
        per_mm = source.shape[1] / Mat(self.paper).size[0]
        # Far less detail than the sheet has: smooth it first, or thin lines flicker.
        seen_per_mm = self.scale / self.shift[2]
        smooth = cv2.GaussianBlur(source, (0, 0), max(0.3, per_mm / seen_per_mm * 0.3))
        big = self._bent(smooth, per_mm) if self.bend else self._straight(smooth, per_mm)
        image = cv2.resize(big, self.size, interpolation=cv2.INTER_AREA).astype(np.float32)
        if self.blur:
            image = cv2.GaussianBlur(image, (0, 0), self.blur)
        image *= np.array(self.gains, np.float32) * self.light
        random = np.random.default_rng(self.seed)
        image += self.noise * random.standard_normal(image.shape, np.float32)
        return np.clip(np.round(image), 0, 255).astype(np.uint8)


def measured(*images):
    """What calibrating by these pictures tells."""
    watch = MatWatch()
    for image in images:
        watch.add(image)
    return watch.measured()


def angle(one, other):
    """Degrees between two directions."""
    cosine = np.dot(one, other) / np.linalg.norm(one) / np.linalg.norm(other)
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))
