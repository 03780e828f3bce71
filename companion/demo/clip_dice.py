"""A clip as a series of throws: it runs only while the table waits for a roll.

The dice are read as any camera's dice are; only the clip is held back.
"""

import threading
from time import monotonic
from typing import Final

from companion.rolls.readings import Handed, RollReading, Spread
from companion.rolls.source import Listener
from companion.session.rolldesk import Heard, RollDesk
from companion.sources.camera import CameraSource
from hardware.frames import EndOfFrames, Frame, FrameFault, FrameSource
from vision.settle import Looker

_RELEASED: Final = 0.05
"""Longest nap in seconds while a frame waits for its time, so that closing is quick."""


class HeldFrames:
    """A clip's frames, given out only while it may run; when `paced`, at the clip's own pace."""

    live = False

    def __init__(self, frames: FrameSource, *, paced: bool = False) -> None:
        self.name = frames.name
        self._frames = frames
        self._paced = paced
        self._running = threading.Event()
        self._closed = threading.Event()
        self._last: tuple[float, float] | None = None

    def go_on(self) -> None:
        """Hand out frames; from any thread."""
        self._running.set()

    def hold(self) -> None:
        """Hand out no more; from any thread."""
        self._running.clear()
        self._last = None

    def next_frame(self, wait_s: float) -> Frame | FrameFault | EndOfFrames | None:
        """Return the next frame, or None while the clip is held back."""
        if not self._running.wait(wait_s):
            return None
        event = self._frames.next_frame(wait_s)
        if self._paced and isinstance(event, Frame):
            self._await_its_time(event)
        return event

    def close(self) -> None:
        """Close the clip; a wait ends at once."""
        self._closed.set()
        self._running.set()
        self._frames.close()

    def _await_its_time(self, frame: Frame) -> None:
        now = monotonic()
        if self._last is not None:
            shown_at, taken_at = self._last
            due = shown_at + frame.taken_at - taken_at
            while (left := due - monotonic()) > 0 and not self._closed.wait(min(left, _RELEASED)):
                continue
            now = max(now, due)
        self._last = (now, frame.taken_at)


class ClipDice(CameraSource):
    """The camera over the demo's table. After each settled roll the clip holds still."""

    def __init__(self, frames: FrameSource, looker: Looker | None = None, *, paced: bool = False) -> None:
        self._held = HeldFrames(frames, paced=paced)
        super().__init__(self._held, looker)

    def start(self, listener: Listener) -> None:
        """Begin; the clip stands still until a roll is asked for."""

        def hand_in(value: Handed) -> None:
            # In the clip's own thread, so that no further frame is read before the roll is answered.
            self._held.hold()
            listener(value)

        super().start(hand_in)

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Let the clip run while dice are wanted."""
        super().expect(kinds)
        if kinds:
            self._held.go_on()
        else:
            self._held.hold()

    def go_on(self) -> None:
        """Let the clip run: the roll it was held for did not answer."""
        self._held.go_on()


class DemoDesk(RollDesk):
    """A desk without people: a doubtful roll is voided and thrown again, as a table would.

    Args are those of `RollDesk`; `clip` is one of its sources.
    """

    clip: ClipDice | None = None

    def hear(self, reading: RollReading | Spread) -> Heard:
        """Take in a reading; see `RollDesk.hear`."""
        heard = super().hear(reading)
        if self.asking is not None:
            heard = Heard(heard.decision, self.void())
        if self.armed is not None and self.clip is not None:
            self.clip.go_on()
        return heard
