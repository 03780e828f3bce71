"""Frames from files: clips, pictures, and a clip played at the pace of life.

OpenCV's video reader is opened quietly and with time limits; cameras and streams use it too.
"""

import os
import re
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Final

import numpy as np

from calibration.arrays import Picture
from hardware.errors import HardwareError, NoSuchSourceError, NotAVideoError
from hardware.frames import EndOfFrames, Frame, FrameFault, FrameSource

TIMEOUT_MS: Final = 5000  # Of opening an address, and of reading one frame of it
DEFAULT_RATE: Final = 25.0
_RATES: Final = (1.0, 1000.0)
MOST_PIXELS: Final = 50_000_000  # Of one frame; the largest that cameras make, 8K, have 33 million
# A clip that breaks off before this share of the frames it promises is said to be cut short; less
# than that is an ordinary miscount, for containers estimate.
_WHOLE: Final = 0.9


class TooLargeError(NotAVideoError):
    """A video whose frames have more pixels than are worth decoding."""


class CvCapture:
    """`cv2.VideoCapture` of a file, an address or a camera's number, without its surprises.

    Raises:
        NotAVideoError: it could not be opened as what it claims to be, or its frames are too large.
    """

    def __init__(self, target: str | int) -> None:
        cv2 = quiet_cv2()
        if isinstance(target, int):
            self._capture = cv2.VideoCapture(target)
        else:
            limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
            self._capture = cv2.VideoCapture(target, cv2.CAP_FFMPEG, [*limits, TIMEOUT_MS])
        if not self._capture.isOpened():
            self._capture.release()
            raise NotAVideoError(f"{target}: not a video that can be read")
        across = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        down = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
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

    def read(self) -> Picture | None:
        """Return the next picture (BGR), or None when there is none; one that cannot be decoded counts as none."""
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


def as_bgr(image: object) -> Picture | None:
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
            raise NotAVideoError(f"{path}: not a video that can be read; give a clip such as MP4 or AVI") from None
        self.name = path.name
        self._path = path
        self._number = 0
        self._using = threading.Lock()  # OpenCV aborts the program where a clip is closed while it is read
        self._next = self._capture.read()
        if self._next is None:
            self._capture.release()
            raise NotAVideoError(f"{path}: a video without a readable frame; record it again")

    def next_frame(self, wait_s: float) -> Frame | EndOfFrames:  # noqa: ARG002 - a file never waits
        """Return the next frame, or the end. See `FrameSource.next_frame`."""
        number, image = self._number, self._next
        if image is None:
            promised = self._capture.promised
            short = f"{self._path}: breaks off at frame {number} of {promised}"
            return EndOfFrames(number, short if number < promised * _WHOLE else "")
        self._number += 1
        with self._using:
            self._next = self._capture.read()
        return Frame(image, number / self._capture.rate, number)

    def close(self) -> None:
        """Close the file."""
        with self._using:
            self._next = None
            self._capture.release()


PICTURE_ENDINGS: Final = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})

Load = Callable[[Path], "Picture"]
"""Reads one picture as height x width x 3, uint8, BGR; raises `HardwareError`."""


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
    parts = re.findall(r"[0-9]+|[^0-9]", f"{path.name}\0")
    return tuple((0, int(part), "") if part.isdecimal() and part.isascii() else (1, 0, part) for part in parts)


class PictureFrames:
    """Pictures from files, one a frame, so many a second.

    One that cannot be read is a fault; the next follows.
    """

    live = False

    def __init__(
        self,
        paths: Iterable[Path],
        name: str,
        rate: float,
        load: Load,
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


Event = Frame | FrameFault | EndOfFrames


class PacedFrames:
    """Holds each frame of a source that is not live back until its time. None is dropped."""

    live = False

    def __init__(self, frames: FrameSource, clock: Callable[[], float] = monotonic) -> None:
        self.name = frames.name
        self._frames = frames
        self._clock = clock
        self._began: float | None = None
        self._held: Event | None = None
        self._closed = threading.Event()

    def next_frame(self, wait_s: float) -> Event | None:
        """Return the next frame when it is due within `wait_s` seconds. See `FrameSource`."""
        if self._held is None:
            self._held = self._frames.next_frame(wait_s)
        due = self._due(self._held)
        if due > 0 and self._closed.wait(min(due, wait_s)):
            return EndOfFrames(0)
        if due > wait_s:
            return None
        event, self._held = self._held, None
        return event

    def begin_anew(self) -> None:
        """Take the next frame's time for now; from any thread."""
        self._began = None

    def close(self) -> None:
        """Close the clip; a wait ends at once."""
        self._closed.set()
        self._frames.close()

    def _due(self, event: Event | None) -> float:
        """Seconds until `event` may be handed out; faults and the end at once."""
        if not isinstance(event, Frame):
            return 0.0
        now = self._clock()
        began = self._began
        if began is None:
            began = self._began = now - event.taken_at
        return began + event.taken_at - now
