"""A reader of numerals by template matching: the classical way to read a d10 or a d00.

The die's box is cut out, and printed numerals, turned to 36 angles, are laid over its middle; the
one that correlates best is what lies up. Light ink and dark ink count alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.workshop.peers.segment import find_dice
from vision.types import Box, DieSighting

_SIDE: Final = 48
"""A die's box is brought to this many pixels."""
_WINDOW: Final = 23
"""A template's side in pixels; only the disc in it counts, so that it may be turned."""
_REACH: Final = 8
"""The numeral that lies up has its middle at most this many pixels from the die's, each way."""
_TURNS: Final = 36
_HEIGHTS: Final = {"d10": (13.0, 16.5), "d00": (10.5, 13.0)}
"""Heights of numerals in these pixels; those of a d00 are smaller, being twice as wide."""
_FACES: Final = {
    "d10": tuple(str(value) for value in range(10)),
    "d00": tuple(f"{10 * value:02d}" for value in range(10)),
}
_DRAWN: Final = 66.0
"""Height in pixels of the numerals of `_drawn`, without a bar."""
_FLAT: Final = 5.0
"""Deviation in grey levels below which a patch is noise, and correlates with nothing."""
_RUNNERS: Final = 3
_SOFTNESS: Final = 0.04
"""Difference of correlation that makes a face e times as likely."""
_LEAST: Final = 0.6
_LEAD: Final = 0.05
"""From which correlation, and which lead before any other face, a reading counts as sure."""


@dataclass(frozen=True, slots=True)
class _Templates:
    """All turned numerals: (WINDOW * WINDOW, N) float32, each of mean 0 and length 1 in the disc.

    `names` says of each run of columns which kind and face it shows, and where the run begins.
    """

    columns: NDArray[np.float32]
    names: tuple[tuple[str, str], ...]
    starts: tuple[int, ...]


class TemplateReader:
    """Reads the faces of d10s and d00s."""

    name = "template matching"
    kinds = frozenset({"d10", "d00"})

    def find(self, image: NDArray[np.uint8]) -> list[Box]:
        """Where dice seem to lie; see `find_dice`."""
        return find_dice(image)

    def read(self, image: NDArray[np.uint8], box: Box, kinds: frozenset[str] = frozenset()) -> DieSighting:
        """What correlates best; see `Peer.read`."""
        scores = self._scores(image, box, kinds & self.kinds or self.kinds)
        ranked = sorted(scores, key=lambda name: scores[name], reverse=True)
        (kind, face), second = ranked[0], ranked[1]
        values = np.exp((np.array([scores[one] for one in ranked]) - scores[ranked[0]]) / _SOFTNESS)
        chances = values / values.sum()
        sure = scores[ranked[0]] >= _LEAST and scores[ranked[0]] - scores[second] >= _LEAD
        return DieSighting(
            kind=kind,
            face=face,
            confidence=round(float(chances[0]), 4),
            status="read" if sure else "unsure",
            box=box,
            alternatives=tuple((ranked[at][1], round(float(chances[at]), 4)) for at in range(1, 1 + _RUNNERS)),
        )

    @staticmethod
    def _scores(image: NDArray[np.uint8], box: Box, kinds: frozenset[str]) -> dict[tuple[str, str], float]:
        """The best correlation of each face, light or dark ink alike, in [0, 1]."""
        templates = _templates()
        found = np.abs(_patches(_cutting(image, box)) @ templates.columns).max(axis=0)
        best = np.maximum.reduceat(found, templates.starts)
        return {name: float(score) for name, score in zip(templates.names, best, strict=True) if name[0] in kinds}


def _cutting(image: NDArray[np.uint8], box: Box) -> NDArray[np.float32]:
    """The middle of a die in grey, as much of it as templates are laid over."""
    import cv2

    size = _WINDOW + 2 * _REACH
    factor = _SIDE / max(box.w, box.h)
    x, y = box.centre
    turning = np.array([[factor, 0, size / 2 - x * factor], [0, factor, size / 2 - y * factor]])
    half = int(np.ceil(max(box.w, box.h)))
    left, top = max(0, round(x) - half), max(0, round(y) - half)
    near = np.ascontiguousarray(image[top : round(y) + half + 1, left : round(x) + half + 1])
    turning[:, 2] += factor * np.array([left, top])
    if factor < 1:  # every pixel of a large die takes part
        near = np.asarray(cv2.GaussianBlur(near, (0, 0), 0.45 / factor), dtype=np.uint8)
    cut = cv2.warpAffine(near, turning, (size, size), borderMode=cv2.BORDER_REPLICATE)
    return cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY).astype(np.float32)


def _patches(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every place that a template may have: (places, WINDOW * WINDOW), mean 0 and length 1."""
    windows = np.lib.stride_tricks.sliding_window_view(grey, (_WINDOW, _WINDOW))
    return _normal(windows.reshape(-1, _WINDOW * _WINDOW), _FLAT)


def _normal(rows: NDArray[np.float32], least: float) -> NDArray[np.float32]:
    """Rows of mean 0 and length 1 within the disc, 0 outside it.

    Args:
        rows: (n, WINDOW * WINDOW).
        least: a row that deviates less than this is made shorter instead of blown up.
    """
    disc = _disc()
    centred = np.where(disc, rows - rows[:, disc].mean(axis=1, keepdims=True), 0.0)
    length = np.sqrt((centred**2).sum(axis=1, keepdims=True))
    floor = max(least * float(np.sqrt(disc.sum())), 1e-6)
    return np.asarray(centred / np.maximum(length, floor), dtype=np.float32)


@cache
def _disc() -> NDArray[np.bool_]:
    """(WINDOW * WINDOW,): what stays within the window however it is turned."""
    away = np.arange(_WINDOW) - (_WINDOW - 1) / 2
    return np.asarray(np.hypot(away[:, None], away[None]) <= _WINDOW / 2).reshape(-1)


@cache
def _templates() -> _Templates:
    """All faces in all heights, hands and turns."""
    rows: list[NDArray[np.float32]] = []
    names: list[tuple[str, str]] = []
    starts: list[int] = []
    for kind, faces in _FACES.items():
        for face in faces:
            names.append((kind, face))
            starts.append(len(rows))
            rows += [
                _turned(drawn, height, 360.0 * turn / _TURNS).reshape(-1)
                for drawn in _hands(face)
                for height in _HEIGHTS[kind]
                for turn in range(_TURNS)
            ]
    columns = np.ascontiguousarray(_normal(np.stack(rows), 0.0).T)
    return _Templates(columns, tuple(names), tuple(starts))


def _hands(face: str) -> list[NDArray[np.uint8]]:
    """A face as two typefaces draw it; 6 and 9 also with the bar that tells them apart."""
    import cv2

    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX)
    bars = (False, True) if face.strip("0") in {"6", "9"} else (False,)
    return [_drawn(face, font, barred=barred) for font in fonts for barred in bars]


def _drawn(face: str, font: int, *, barred: bool) -> NDArray[np.uint8]:
    """A numeral upright, 255 on 0, cropped to its ink; barred: with a stroke below it."""
    import cv2

    canvas = np.zeros((160, 220), np.uint8)
    cv2.putText(canvas, face, (30, 110), font, 3.0, 255, 10, cv2.LINE_AA)
    rows, columns = np.nonzero(canvas)
    if barred:
        low = int(rows.max())
        cv2.line(canvas, (int(columns.min()), low + 16), (int(columns.max()), low + 16), 255, 10)
        rows, columns = np.nonzero(canvas)
    return canvas[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def _turned(drawn: NDArray[np.uint8], height: float, degrees: float) -> NDArray[np.float32]:
    """A numeral of a height in pixels, turned, in the middle of a window."""
    import cv2

    factor = height / _DRAWN
    middle = drawn.shape[1] / 2, drawn.shape[0] / 2
    turning = np.asarray(cv2.getRotationMatrix2D(middle, degrees, factor), dtype=np.float64)
    turning[:, 2] += _WINDOW / 2 - np.array(middle)
    soft = cv2.GaussianBlur(cv2.copyMakeBorder(drawn, 8, 8, 8, 8, cv2.BORDER_CONSTANT), (0, 0), 2.0)
    turning[:, 2] -= turning[:, :2] @ np.array([8.0, 8.0])
    return cv2.warpAffine(soft, turning, (_WINDOW, _WINDOW)).astype(np.float32)
