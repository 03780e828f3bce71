"""A drawing as a PNG picture, with the letters that OpenCV brings along: no font has to be there."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any, Final

from companion.core.errors import UsageError
from companion.session.shapes import ON_PAPER, Box, Path, Rule, Word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.session.shapes import Drawing, Shape

SCALE: Final = 2
"""Pixels of the picture for one of the drawing: sharp on a fine screen and in print."""

MAX_HEIGHT: Final = 20_000
"""Pixels; a sheet is far shorter, and a taller picture is refused by many a program."""

_SHIFT: Final = 4  # bits behind the point in places handed to OpenCV
_REGULAR: Final = 400
_BOLD: Final = 700
_FACE: Final = "sans"


def png(drawing: Drawing) -> bytes:
    """Draw it and return the bytes of a PNG file.

    Raises:
        UsageError: this OpenCV has no letters, or the picture would be too tall.
    """
    import cv2
    import numpy as np

    if not hasattr(cv2, "FontFace"):
        raise UsageError("this OpenCV cannot write PNG sheets (5.0 can); write it as svg")
    if drawing.height * SCALE > MAX_HEIGHT:
        raise UsageError("the sheet is too long for a PNG picture; write it as svg or html")
    image = np.full((drawing.height * SCALE, drawing.width * SCALE, 3), 255, np.uint8)
    face = cv2.FontFace(_FACE)
    for shape in drawing.shapes:
        _draw(image, shape, face)
    done, data = cv2.imencode(".png", image)
    if not done:
        raise UsageError("the picture could not be made; write the sheet as svg")
    return data.tobytes()


def _draw(image: NDArray[np.uint8], shape: Shape, face: Any) -> None:
    ink = _bgr(shape.ink)
    match shape:
        case Word():
            _write(image, shape, face, ink)
        case Rule():
            run = ((shape.x1, shape.y1), (shape.x2, shape.y2))
            _stroke(image, run, ink, shape.width, shape.dash)
        case Path():
            _stroke(image, shape.points, ink, shape.width, shape.dash)
        case Box():
            ends = (shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)
            (left, top), (right, bottom) = (
                (round(x * SCALE), round(y * SCALE)) for x, y in ends
            )  # fmt: skip
            image[top:bottom, left:right] = ink


def _write(image: NDArray[np.uint8], word: Word, face: Any, ink: tuple[int, int, int]) -> None:
    import cv2

    size, weight = round(word.size * SCALE * 0.92), _BOLD if word.bold else _REGULAR
    flags = {"start": 0, "middle": 1, "end": 2}[word.anchor]
    aligned = (cv2.PUT_TEXT_ALIGN_LEFT, cv2.PUT_TEXT_ALIGN_CENTER, cv2.PUT_TEXT_ALIGN_RIGHT)[flags]
    at = (round(word.x * SCALE), round(word.y * SCALE))
    cv2.putText(image, word.text, at, ink, face, size, weight, aligned)


def _stroke(
    image: NDArray[np.uint8],
    points: tuple[tuple[float, float], ...],
    ink: tuple[int, int, int],
    width: float,
    dash: tuple[int, ...],
) -> None:
    import cv2
    import numpy as np

    for run in dashes(points, dash) if dash else [points]:
        places = np.array(run) * SCALE * (1 << _SHIFT)
        line = places.round().astype(np.int32)
        thick = max(1, round(width * SCALE))
        cv2.polylines(image, [line], isClosed=False, color=ink, thickness=thick,
                      lineType=cv2.LINE_AA, shift=_SHIFT)  # fmt: skip


def dashes(
    points: tuple[tuple[float, float], ...], dash: tuple[int, ...]
) -> list[tuple[tuple[float, float], ...]]:
    """Cut a line into its dashes; the first length is drawn, the next left out, and so on."""
    runs: list[tuple[tuple[float, float], ...]] = []
    run: list[tuple[float, float]] = [points[0]]
    at, left = 0, float(dash[0])
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        gone = 0.0
        while length - gone > left:
            gone += left
            place = (x1 + (x2 - x1) * gone / length, y1 + (y2 - y1) * gone / length)
            if at % 2 == 0:
                runs.append((*run, place))
            run = [place]
            at += 1
            left = float(dash[at % len(dash)])
        left -= length - gone
        run.append((x2, y2))
    return [*runs, tuple(run)] if at % 2 == 0 else runs


def _bgr(ink: str) -> tuple[int, int, int]:
    code = ON_PAPER.get(ink, ink).removeprefix("#")
    red, green, blue = (int(code[at : at + 2], 16) for at in (0, 2, 4))
    return blue, green, red
