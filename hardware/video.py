"""OpenCV's video reader, opened quietly and with time limits, and the clips that it reads."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from hardware.errors import NoSuchSourceError, NotAVideoError
from hardware.frames import EndOfFrames, Frame

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from numpy.typing import NDArray

OPEN_TIMEOUT_MS: Final = 5000
READ_TIMEOUT_MS: Final = 5000
DEFAULT_RATE: Final = 25.0
_RATES: Final = (1.0, 1000.0)
MOST_PIXELS: Final = 50_000_000
"""Of one frame; the largest that cameras make, 8K, have 33 million."""
# A clip that breaks off before this share of the frames it promises is said to be cut short; less
# than that is an ordinary miscount, for containers estimate.
_WHOLE: Final = 0.9


class TooLargeError(NotAVideoError):
    """A video whose frames have more pixels than are worth decoding."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used here."""

    def read(self) -> NDArray[np.uint8] | None:
        """Return the next picture (height x width x 3, uint8, BGR), or None when there is none."""

    def release(self) -> None:
        """Close it."""


class CvCapture:
    """`cv2.VideoCapture` with its surprises taken out.

    Args:
        target: a file, an address, or a camera's number.

    Raises:
        NotAVideoError: it could not be opened as what it claims to be, or its frames are too large.
    """

    def __init__(self, target: str | int) -> None:
        cv2 = quiet_cv2()
        if isinstance(target, int):
            self._capture = cv2.VideoCapture(target)
        else:
            limits = [
                cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                OPEN_TIMEOUT_MS,
                cv2.CAP_PROP_READ_TIMEOUT_MSEC,
                READ_TIMEOUT_MS,
            ]
            self._capture = cv2.VideoCapture(target, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            self._capture.release()
            raise NotAVideoError(f"{target}: not a video that can be read")
        across, down = (
            int(self._capture.get(side))
            for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        if across * down > MOST_PIXELS:
            self._capture.release()
            raise TooLargeError(f"{target}: frames of {across} x {down} pixels are too large")
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.rate = rate if _RATES[0] <= rate <= _RATES[1] else DEFAULT_RATE
        self.promised = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))

    def ask_for(self, width: int, height: int) -> None:
        """Ask a camera for a size in pixels; it may give another."""
        cv2 = quiet_cv2()
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> NDArray[np.uint8] | None:
        """See `Capture.read`. A frame that cannot be decoded counts as none."""
        cv2 = quiet_cv2()
        try:
            fine, image = self._capture.read()
        except cv2.error:
            return None
        return as_bgr(image) if fine and image.size <= 3 * MOST_PIXELS else None

    def release(self) -> None:
        """Close it."""
        self._capture.release()


def quiet_cv2() -> ModuleType:
    """Import OpenCV and keep its chatter off the terminal: faults reach people as our own lines."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "100000000")
    import cv2

    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2


def as_bgr(image: object) -> NDArray[np.uint8] | None:
    """Return `image` as height x width x 3 uint8, or None when it is no such picture."""
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.size == 0:
        return None
    if image.ndim == 2:  # noqa: PLR2004 - a grey camera
        image = np.repeat(image[:, :, None], 3, axis=2)
    if image.ndim != 3 or image.shape[2] != 3:  # noqa: PLR2004 - height, width and three colours
        return None
    return np.ascontiguousarray(image, dtype=np.uint8)


class VideoFrames:
    """A clip: every frame is delivered, at the times of its own rate.

    Args:
        path: the file.

    Raises:
        NoSuchSourceError: there is no such file.
        NotAVideoError: it is no video, or has no frame.
    """

    live = False

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise NoSuchSourceError(f"{path}: no such file")
        if path.stat().st_size == 0:
            raise NotAVideoError(f"{path}: the file is empty")
        try:
            self._capture = CvCapture(str(path))
        except TooLargeError:
            raise
        except NotAVideoError:
            raise NotAVideoError(
                f"{path}: not a video that can be read; give a clip such as MP4 or AVI"
            ) from None
        self.name = path.name
        self._path = path
        self._number = 0
        self._next = self._capture.read()
        if self._next is None:
            self._capture.release()
            raise NotAVideoError(f"{path}: a video without a readable frame; record it again")

    def next_frame(self, wait_s: float) -> Frame | EndOfFrames:  # noqa: ARG002 - a file never waits
        """Return the next frame, or the end. See `FrameSource.next_frame`."""
        image = self._next
        if image is None:
            return EndOfFrames(self._number, self._problem())
        frame = Frame(image, self._number / self._capture.rate, self._number)
        self._number += 1
        self._next = self._capture.read()
        return frame

    def close(self) -> None:
        """Close the file."""
        self._next = None
        self._capture.release()

    def _problem(self) -> str:
        if self._number >= self._capture.promised * _WHOLE:
            return ""
        return f"{self._path}: breaks off at frame {self._number} of {self._capture.promised}"
