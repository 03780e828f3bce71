"""Playing the demo to a clip and keeping what came of it; writing clips."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from dataclasses import dataclass

import cv2
import numpy as np

from companion.commands.demo import PlainDemo
from companion.core.actions import Roll
from companion.core.score import Standing
from companion.demo.table import DemoTable
from companion.journal.rows import KeptReading
from companion.session.history import HistoryLine
from models.workshop.rendering.clip import CODEC, RATE


@dataclass(frozen=True)
class Played:
    """A demo that was played: what it printed, its exit status, and what the table kept."""

    status: int
    printed: str
    history: tuple[HistoryLine, ...]
    rolls: tuple[int, ...]
    readings: tuple[KeptReading, ...]
    standing: Standing
    frames: int

    @property
    def lines(self):
        return [line.line for line in self.history]


def play(folder, clip, looker=None):
    """Play the demo to a clip, as `tableside demo --plain` does."""
    demo = DemoTable(folder, clip, looker=looker)
    try:
        with redirect_stdout(io.StringIO()) as printed:
            status = PlainDemo(demo).play()
        log = demo.table.match.log
        return Played(
            status,
            printed.getvalue(),
            demo.table.history(),
            tuple(number for number, action in enumerate(log) if isinstance(action, Roll)),
            demo.journal.readings(demo.table.table_id),
            demo.table.standing(),
            demo.clip.status.frames,
        )
    finally:
        demo.close()


def write_clip(path, frames):
    """Write frames as the recipe writes them."""
    frames = list(frames)
    size = frames[0].shape[1::-1]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*CODEC), RATE, size)
    for frame in frames:
        writer.write(np.ascontiguousarray(frame))
    writer.release()
    return path
