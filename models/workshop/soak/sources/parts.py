"""What a table of misbehaving sources is put together from: an evening, a cable, and what is counted."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory

from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.sources.camera import CameraSource
from hardware.errors import NotAVideoError
from models.workshop.soak.sources.tray import Playing
from vision.reader import open_reader


@dataclass(slots=True)
class Thrown:
    """One physical throw: what lies up, and whether it may answer a request, and did."""

    face: int
    actor: object = None
    counts: bool = True
    taken: bool = False


@dataclass(slots=True)
class Ledger:
    """What came of one trial.

    Attributes:
        wrong: rolls that were taken silently and should not have been, such as the same throw a
            second time, in words.
        unclear: lines for people that are no single clear line.
        stuck: 1 when the game did not go on after the fault had ended.
        asked: questions to people.
        refused: lines that say why a reading does not count.
        taken: rolls taken without a question while the fault lasted.
        rolls: rolls that were taken in all.
        readings: readings that came to the desk.
        flooded: bytes that a tray said in a flood.
        grown: bytes by which the program's memory grew in a flood.
        waiting: most messages that waited for the table at once.
        threads: most threads that a flood had besides those before it.
        lines: lines that people were told in a flood.
        pause: longest time, in seconds, in which the table took in what had come in a flood.
        told: everything that people were told, in order, with the seconds since the fault began.
    """

    wrong: list[str] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)
    stuck: int = 0
    asked: int = 0
    refused: int = 0
    taken: int = 0
    rolls: int = 0
    readings: int = 0
    flooded: int = 0
    grown: int = 0
    waiting: int = 0
    threads: int = 0
    lines: int = 0
    pause: float = 0.0
    told: list[tuple[float, str]] = field(default_factory=list)


class Clock:
    """Time that passes when it is let."""

    def __init__(self):
        self.now = time.monotonic()

    def __call__(self):
        return self.now


class Plugged:
    """A camera on a cable: gives the picture that it is handed, and can be pulled out."""

    def __init__(self):
        self.there = True
        self.pictures: Queue = Queue(1)
        self.opened = 0

    def open(self):
        """Open it, as the grabber does again and again."""
        if not self.there:
            raise NotAVideoError("camera 0: it cannot be opened; is it plugged in?")
        self.opened += 1
        return self

    def read(self):
        """Return the next picture, or None when it was pulled out."""
        while True:
            with suppress(Empty):
                return self.pictures.get(timeout=0.02)
            if not self.there:
                return None

    def release(self):
        """Nothing to give back."""


class WatchedCamera(CameraSource):
    """Says when it has done with a frame."""

    def __init__(self, *args, **more):
        self.done = threading.Semaphore(0)
        super().__init__(*args, **more)

    def _take(self, settler, event):
        try:
            return super()._take(settler, event)
        finally:
            if hasattr(event, "image"):
                self.done.release()


class Sitting:
    """One evening: a journal and a game in it, and another game when that one is over."""

    def __init__(self, folder):
        self.shelf = Shelf()
        self.folder = Path(folder)
        self.journal = Journal(self.folder / FILE)
        self.cards = self.shelf.shipped("rsf")
        self.reader = open_reader(threads=1)
        self.table = self._new()
        self.seed = 1
        self.trials = 0

    def to_a_roll(self):
        """Play on to the next roll; begin another game when this one ends."""
        while True:
            try:
                return Playing(self.table).to_a_roll(self.seed)
            except AssertionError:
                self.seed += 1
                self.table = self._new()

    def rolls(self):
        """The faces that count in this game, in order."""
        return Playing(self.table).rolls()

    def close(self):
        """Close the journal."""
        self.journal.close()

    def _new(self):
        header = self.shelf.header("rsf", ("Ann", "Ben", "Cleo"), Depth.FULL, None, self.cards)
        return Table.open(self.shelf, self.journal, header, self.cards)


def sitting_in_a_folder():
    """A folder of its own for an evening, and the evening."""
    folder = TemporaryDirectory(prefix="tableside-soak-", ignore_cleanup_errors=True)
    return folder, Sitting(folder.name)
