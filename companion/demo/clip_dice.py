"""A clip as a series of throws: it runs only while the table waits for a roll.

The dice are read as any camera's dice are; only the clip is held back.
"""

import threading

from companion.rolls.readings import Handed, RollReading, Spread
from companion.rolls.source import Listener
from companion.session.rolldesk import Heard, RollDesk
from companion.sources.camera import CameraSource
from hardware.frames import EndOfFrames, Frame, FrameFault, FrameSource
from hardware.recordings import PacedFrames
from vision.settle import Looker


class HeldFrames:
    """A clip's frames, given out only while it may run; when `paced`, at the clip's own pace."""

    live = False

    def __init__(self, frames: FrameSource, *, paced: bool = False) -> None:
        self.name = frames.name
        self._paced = PacedFrames(frames) if paced else None
        self._frames = self._paced or frames
        self._running = threading.Event()

    def go_on(self) -> None:
        """Hand out frames; from any thread."""
        self._running.set()

    def hold(self) -> None:
        """Hand out no more; from any thread."""
        self._running.clear()
        if self._paced is not None:
            self._paced.begin_anew()

    def next_frame(self, wait_s: float) -> Frame | FrameFault | EndOfFrames | None:
        """Return the next frame, or None while the clip is held back."""
        return self._frames.next_frame(wait_s) if self._running.wait(wait_s) else None

    def close(self) -> None:
        """Close the clip; a wait ends at once."""
        self._running.set()
        self._frames.close()


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
