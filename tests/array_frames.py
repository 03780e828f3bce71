"""Pictures in memory as a source of frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from hardware.frames import EndOfFrames, Frame
from hardware.recordings import DEFAULT_RATE


class ArrayFrames:
    """Pictures that are in memory already, or are made one by one, for demonstrations and tests.

    Args:
        images: height x width x 3, uint8, BGR each.
        name: for people and keys.
        rate: pictures a second that they stand for.
    """

    live = False

    def __init__(self, images: Iterable[NDArray[np.uint8]], name: str, rate: float = DEFAULT_RATE) -> None:
        self.name = name
        self._images: Iterator[NDArray[np.uint8]] = iter(images)
        self._rate = rate
        self._number = 0

    def next_frame(self, wait_s: float) -> Frame | EndOfFrames:  # noqa: ARG002 - pictures in memory wait for nobody
        """Return the next picture or the end. See `FrameSource.next_frame`."""
        image = next(self._images, None)
        if image is None:
            return EndOfFrames(self._number)
        frame = Frame(image, self._number / self._rate, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Forget the pictures that were still to come."""
        self._images = iter(())
