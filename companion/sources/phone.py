"""Pictures that a phone's browser sends, as a source of frames: a film, or photographs one by one."""

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

from companion.core.texts import tr
from companion.sources.base import SourceError
from hardware.frames import EndOfFrames, Frame, FrameFault
from vision.errors import PictureError
from vision.pictures import picture_from

MOST_PIXELS: Final = 4_000_000
SILENT_S: Final = 3.0  # So long without a picture a film has stopped
PATIENCE_S: Final = 8.0  # So long at most whoever sends a photograph waits until it is read


class PhoneFrames:
    """Of a film the newest picture counts, of photographs every one. Called from any thread.

    Attributes:
        closing: called once when nothing more is wanted of the phone.
    """

    live, name = True, "phone"

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.closing: Callable[[], None] = lambda: None
        self._clock = clock
        self._news = threading.Condition()
        self._waiting: deque[Frame] = deque()
        self._number = self._given = self._looked = 0
        self._heard_at: float | None = None  # while a film runs
        self._over = False

    def film(self, data: bytes) -> None:
        """Take a picture of a film; raises `SourceError` for one that cannot be read."""
        self._put(data, photograph=False)

    def photograph(self, data: bytes) -> None:
        """Take a photograph, and wait until it is read; raises `SourceError` as `film` does."""
        number = self._put(data, photograph=True)
        with self._news:
            self._news.wait_for(lambda: self._over or self._looked >= number, PATIENCE_S)

    def _put(self, data: bytes, *, photograph: bool) -> int:
        try:
            image = picture_from(data, self.name, MOST_PIXELS)
        except PictureError as error:
            raise SourceError(tr("That picture cannot be read. Take it again.")) from error
        with self._news:
            self._number += 1
            now = self._clock()
            if self._waiting and not self._waiting[-1].photograph:
                self._waiting.pop()
            self._waiting.append(Frame(image, now, self._number, photograph))
            self._heard_at = None if photograph else now
            self._news.notify_all()
            return self._number

    def next_frame(self, wait_s: float) -> Frame | FrameFault | EndOfFrames | None:
        """Return what comes next; what was returned before is looked at by now. See `FrameSource`."""
        with self._news:
            self._looked = self._given
            self._news.notify_all()
            self._news.wait_for(lambda: self._over or bool(self._waiting), wait_s)
            if self._over:
                return EndOfFrames(self._number)
            if self._waiting:
                frame = self._waiting.popleft()
                self._given = frame.number
                return frame
            if self._heard_at is None or self._clock() - self._heard_at < SILENT_S:
                return None
            self._heard_at = None
        return FrameFault(tr("the phone sends no more pictures"), self.name,
                          tr("wake it up: its page goes on by itself"))  # fmt: skip

    def close(self) -> None:
        """End; see `FrameSource`."""
        with self._news:
            over, self._over = self._over, True
            self._waiting.clear()
            self._news.notify_all()
        if not over:
            self.closing()
