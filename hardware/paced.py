"""A clip at the pace of life, for a table that watches it as if it were a camera."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING

from hardware.frames import EndOfFrames, Frame, FrameFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.frames import FrameSource

Event = Frame | FrameFault | EndOfFrames


class PacedFrames:
    """Holds each frame of a clip back until its time has come. None is dropped.

    Args:
        frames: a source that is not live.
        clock: seconds that never go back.
    """

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

    def close(self) -> None:
        """Close the clip; a wait ends at once."""
        self._closed.set()
        self._frames.close()

    def _due(self, event: Event | None) -> float:
        """Seconds until `event` may be handed out; faults and the end at once."""
        if not isinstance(event, Frame):
            return 0.0
        now = self._clock()
        if self._began is None:
            self._began = now - event.taken_at
        return self._began + event.taken_at - now
