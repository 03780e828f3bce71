"""Pictures as frames: a folder, or a list of files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.errors import HardwareError, NoSuchSourceError, NotAPictureError
from hardware.frames import EndOfFrames, Frame, FrameFault
from hardware.video import DEFAULT_RATE, as_bgr, quiet_cv2

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PICTURE_ENDINGS: Final = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})

Load = Callable[[Path], "NDArray[np.uint8]"]
"""Reads one picture as height x width x 3, uint8, BGR; raises `HardwareError`."""


def load_with_cv2(path: Path) -> NDArray[np.uint8]:
    """Read one picture.

    Raises:
        NotAPictureError: it is missing or no picture.
    """
    cv2 = quiet_cv2()
    try:
        image = as_bgr(cv2.imread(str(path)))
    except cv2.error:  # among others: more pixels than OpenCV was told to decode
        image = None
    if image is None:
        raise NotAPictureError(f"{path}: not a picture that can be read")
    return image


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """Return the pictures of a folder by name, digits as numbers (`frame2` before `frame10`).

    Raises:
        NoSuchSourceError: there is no such folder, it cannot be listed, or it has no picture.
    """
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_ENDINGS]
    except OSError as error:
        raise NoSuchSourceError(f"{folder}: {error.strerror or error}") from error
    if not found:
        raise NoSuchSourceError(f"{folder}: no pictures in this folder (JPEG, PNG, ...)")
    return tuple(sorted(found, key=_natural))


def _natural(path: Path) -> tuple[tuple[int, int, str], ...]:
    """Order names as people do: runs of digits by their value."""
    parts: list[tuple[int, int, str]] = []
    digits = ""
    for char in f"{path.name}\0":
        if char.isdecimal() and char.isascii():
            digits += char
            continue
        if digits:
            parts.append((0, int(digits), ""))
            digits = ""
        parts.append((1, 0, char))
    return tuple(parts)


class PictureFrames:
    """Pictures from files, one a frame. One that cannot be read is a fault; the next follows.

    Args:
        paths: the files, in order.
        name: for people and keys.
        rate: pictures a second that they stand for.
        load: how a file becomes a picture.
    """

    live = False

    def __init__(
        self,
        paths: Iterable[Path],
        name: str,
        rate: float = DEFAULT_RATE,
        load: Load = load_with_cv2,
    ) -> None:
        self.name = name
        self._paths = iter(tuple(paths))
        self._rate = rate
        self._load = load
        self._number = 0

    def next_frame(self, wait_s: float) -> Frame | FrameFault | EndOfFrames:  # noqa: ARG002 - pictures wait for nobody; cameras do
        """Return the next picture, a fault or the end. See `FrameSource.next_frame`."""
        path = next(self._paths, None)
        if path is None:
            return EndOfFrames(self._number)
        number = self._number
        self._number += 1
        try:
            return Frame(self._load(path), number / self._rate, number)
        except HardwareError as error:
            what = str(error).removeprefix(f"{path}: ")
            return FrameFault(what, str(path), "it is left out")

    def close(self) -> None:
        """Forget the pictures that were still to come."""
        self._paths = iter(())
