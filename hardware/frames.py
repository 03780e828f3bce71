"""Frames, and what a source of frames offers. Faults are values: a dead camera ends no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from calibration.arrays import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source."""

    image: Picture  # height x width x 3, uint8, BGR
    # seconds; a live source's on the monotonic clock, a file's from its own beginning
    taken_at: float
    number: int  # counts the source's frames from 0; gaps are frames that were dropped
    photograph: bool = False  # people took it of dice at rest; it belongs to no film


@dataclass(frozen=True, slots=True)
class FrameFault:
    """No frames just now: what happened, at which device, file or address, and what people can do."""

    what: str
    where: str
    todo: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.todo}"


@dataclass(frozen=True, slots=True)
class EndOfFrames:
    """The source has given all its frames; the problem says why it ended too early, if it did."""

    frames: int
    problem: str = ""


class FrameSource(Protocol):
    """A camera, a stream, a clip or a row of pictures."""

    @property
    def name(self) -> str:
        """Short name for people and keys: `0`, `clip.mp4`."""

    @property
    def live(self) -> bool:
        """True when frames come in their own time and only the newest is kept."""

    def next_frame(self, wait_s: float) -> Frame | FrameFault | EndOfFrames | None:
        """Return what comes next, or None when nothing new came within `wait_s` seconds.

        After a fault more frames may follow; after the end, only the end.
        """

    def close(self) -> None:
        """Give the device back; twice is harmless."""
