"""A dice tray that tests hold in their hands: the real protocol on a real pseudo-terminal."""

import time
from queue import Empty, SimpleQueue

from companion.rolls.readings import RollReading, SourceFault
from companion.rolls.source import DeviceState
from models.workshop.soak.sources.tray import Playing, PtyTray, dice

__all__ = ["BRISK", "Listening", "Playing", "PtyTray", "connected", "dice", "until"]

PATIENCE = 20.0
BRISK = 20.0  # How much faster than in life the line's waits pass


def until(condition, what="it never came to be"):
    """Wait for something that other threads bring about."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.005)


class Listening:
    """What a source handed in, in order."""

    def __init__(self):
        self.queue = SimpleQueue()

    def __call__(self, value):
        self.queue.put(value)

    def next(self):
        """Return the next value."""
        return self.queue.get(timeout=PATIENCE)

    def roll(self):
        """Return the next value, which is a roll."""
        value = self.next()
        assert isinstance(value, RollReading), value
        return value

    def fault(self):
        """Return the next value, which is a fault."""
        value = self.next()
        assert isinstance(value, SourceFault), value
        return value

    def nothing(self, seconds=0.3):
        """Make sure that nothing comes for a while."""
        try:
            value = self.queue.get(timeout=seconds)
        except Empty:
            return
        raise AssertionError(value)


def connected(source):
    """Wait until the tray of a source was met."""
    until(lambda: source.devices()[0].state is DeviceState.OK, "the tray was never met")
