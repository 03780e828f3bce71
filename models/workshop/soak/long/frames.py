"""Ten hours of a camera over a real table, as fast as the machine can watch.

The pictures come from a small pool that is drawn once (dice that roll in, lie there, a hand that
takes them up), and so does the truth. Watching, settling, reading, the arbiter, the table and the
journal are the real ones.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from companion.core.dice import DieFace
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.rolls.arbiter import Accept, Ask
from companion.rolls.readings import SourceFault
from companion.session.rolldesk import RollDesk
from companion.session.table import Table
from companion.sources.camera import CameraSource
from hardware.frames import EndOfFrames, Frame
from models.workshop.soak import film as dice_film
from models.workshop.soak.sources.film import hand_over, pixel
from models.workshop.soak.sources.tray import Playing
from vision.reader import open_reader

RATE = 15
"""Frames a second, as a camera gives them."""

PATIENCE = 60.0
SPREAD = 60
"""Pixels by which a throw may lie beside where it was drawn."""

APART = 24
"""Pixels between two throws of the same clip."""

EMPTY, LYING, HANDS = 45, 100, 8
"""Frames for which the mat is bare, the die lies there, and the hand is in the picture."""


@dataclass(frozen=True)
class Patch:
    """What one picture has that the bare mat has not, so that it may lie anywhere."""

    x: int
    y: int
    change: np.ndarray

    @classmethod
    def of(cls, image, felt):
        """Cut it out of a picture."""
        change = image.astype(np.int16) - felt
        x, y, w, h = cv2.boundingRect(np.any(change != 0, axis=2).astype(np.uint8))
        return cls(x, y, change[y : y + h, x : x + w].copy())

    def on(self, felt, dx, dy):
        """Lay it on the mat, so many pixels beside where it was; what is outside is cut off."""
        image, (high, wide) = felt.copy(), self.change.shape[:2]
        x, y = self.x + dx, self.y + dy
        left, top = max(0, -x), max(0, -y)
        right, bottom = min(wide, felt.shape[1] - x), min(high, felt.shape[0] - y)
        if left < right and top < bottom:
            part = image[y + top : y + bottom, x + left : x + right]
            change = self.change[top:bottom, left:right]
            part[:] = np.clip(part + change, 0, 255)
        return image


@dataclass(frozen=True)
class Clip:
    """A throw of the pool: its face, and the pictures of it without the sensor's noise."""

    face: int
    rolling: tuple[Patch, ...]
    lying: Patch
    hands: tuple[Patch, ...]


def clips(count):
    """Draw a pool of throws; return them and the bare mat."""
    film = dice_film.Film([], noise=0.0)
    pool = []
    for seed in range(count):
        actor = dice_film.thrown(seed, seed % 10, enters=0.0)
        film.actors = [actor]
        film._still.clear()
        rests = int(np.ceil(actor.rests * RATE))
        rolling = [film.frame(number / RATE, RATE) for number in range(1, rests)]
        lying = film.frame(rests / RATE + 1, RATE)
        at = pixel(actor.at(99.0).position[:2])
        reaches = (hand_over((at[0], at[1] + 40 * step), seed) for step in (6, 3, 1))
        cut = [Patch.of(image, film.felt) for image in rolling if (image != film.felt).any()]
        hands = tuple(Patch.of(reach(lying, 0.0), film.felt) for reach in reaches)
        pool.append(Clip(actor.face, tuple(cut), Patch.of(lying, film.felt), hands))
    return pool, film.felt


@dataclass
class Ledger:
    """What came of it.

    Attributes:
        frames: how many were watched.
        throws: how many dice were thrown, each for an open request.
        taken: rolls taken without a question.
        asked: throws that people were asked about.
        wrong: rolls that were taken and not thrown, in words.
        missed: throws of which nothing came.
        work: seconds of work for each frame, of the camera's thread alone; its room is taken at
            the beginning, so that it is not what grows.
        memory: frames, and mebibytes in use after them.
        journal: bytes of the journal in the end.
    """

    frames: int = 0
    throws: int = 0
    taken: int = 0
    asked: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: int = 0
    work: np.ndarray = field(default_factory=lambda: np.zeros(0, np.float32))
    memory: list[tuple[int, float]] = field(default_factory=list)
    journal: int = 0


class Evening:
    """The frames: each throw comes when the table has asked for it, and time is counted in frames."""

    name, live = "soak", True

    def __init__(self, frames, pool, seed):
        self.left = frames
        self.clips, self.felt = pool
        self.chance = np.random.default_rng(seed)
        grain = np.round(self.chance.normal(0, 3.0, (*dice_film.SIZE, 3))).astype(np.int16)
        self.grains = [np.roll(grain, (11 * k, 17 * k), (0, 1)) for k in range(7)]
        self.number = 0
        self.face = None
        self.waits, self.go_on = threading.Semaphore(0), threading.Semaphore(0)
        self.last = deque(maxlen=40)
        self.images = self._images()

    def next_frame(self, wait_s):
        """Return the next frame; at the end of each throw wait for the table."""
        del wait_s
        image = next(self.images) if self.number < self.left else None
        if image is None:
            self.face = None
            self.waits.release()
            return EndOfFrames(self.number)
        self.number += 1
        noisy = cv2.add(image, self.grains[self.number % 7], dtype=cv2.CV_8U)
        return Frame(noisy, self.number / RATE, self.number)

    def close(self):
        """Nothing to give back."""
        self.number = self.left
        self.go_on.release()

    def _throw(self):
        """A throw of the pool and its place: no real die comes to lie in the very place of another."""
        while True:
            which = int(self.chance.integers(len(self.clips)))
            dx, dy = (int(by) for by in self.chance.integers(-SPREAD, SPREAD, 2))
            near = (abs(dx - x) + abs(dy - y) < APART for w, x, y in self.last if w == which)
            if not any(near):
                self.last.append((which, dx, dy))
                return self.clips[which], dx, dy

    def _images(self):
        while True:
            yield from [self.felt] * (EMPTY + int(self.chance.integers(15)))
            self.waits.release()
            self.go_on.acquire()
            clip, dx, dy = self._throw()
            self.face = clip.face
            yield from (patch.on(self.felt, dx, dy) for patch in clip.rolling)
            lying = clip.lying.on(self.felt, dx, dy)
            hands = [patch.on(self.felt, dx, dy) for patch in clip.hands]
            yield from [lying] * (LYING // 2)
            if self.chance.random() < 0.2:  # a hand reaches over and goes away again
                yield from [hands[k % 2] for k in range(HANDS)]
            yield from [lying] * (LYING // 2)
            yield from [hands[k % len(hands)] for k in range(HANDS)]


class WatchedCamera(CameraSource):
    """Counts the work for each frame in the time of its own thread, whatever else the machine does."""

    ledger: Ledger

    def _take(self, settler, event):
        began = time.thread_time()
        going = super()._take(settler, event)
        if isinstance(event, Frame):
            self.ledger.work[self.ledger.frames] = time.thread_time() - began
            self.ledger.frames += 1
        return going


def resident():
    """Mebibytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


def soak(frames, every=10_000, pool=20, seed=1, say=None):
    """Watch so many frames; return the ledger."""
    cv2.setNumThreads(1)
    ledger = Ledger(work=np.ones(frames, np.float32))
    with TemporaryDirectory(prefix="tableside-long-") as folder:
        sitting = _Sitting(Path(folder), Evening(frames, clips(pool), seed), ledger)
        sitting.run(every, say)
        ledger.journal = sum(path.stat().st_size for path in Path(folder).iterdir())
    return ledger


class _Sitting:
    """A table and its camera; when a game ends, the next begins."""

    def __init__(self, folder, evening, ledger):
        self.shelf, self.evening, self.ledger = Shelf(), evening, ledger
        self.cards = self.shelf.shipped("rsf")
        self.journal = Journal(folder / FILE)
        self.heard = SimpleQueue()
        self.seed = 0
        self.camera = WatchedCamera(evening, open_reader(threads=1))
        self.camera.ledger = ledger
        self.came = None
        self._sit_down()
        self.camera.start(self.heard.put)

    def run(self, every, say):
        """Hear and play until the frames are over."""
        while self.ledger.frames < self.evening.left:
            if self.evening.waits.acquire(timeout=0.02):
                self._hear()
                self._judge()
                self._to_a_roll()
                self.evening.go_on.release()
            self._hear()
            if self.ledger.frames >= every * (len(self.ledger.memory) + 1):
                self.ledger.memory.append((self.ledger.frames, resident()))
                if say is not None:
                    say(self.ledger)
        assert self.camera.wait(PATIENCE), "the camera does not end"
        self._hear()
        self.desk.close()
        self.camera.stop()
        self.journal.close()

    def _hear(self):
        while True:
            try:
                value = self.heard.get_nowait()
            except Empty:
                return
            if isinstance(value, SourceFault):
                assert value.expected, str(value)
                continue
            decision = self.desk.hear(value).decision
            if isinstance(decision, Ask):
                self.ledger.asked += 1
                self.came = ""
                self.desk.confirm((DieFace("d10", str(self.evening.face)),))
            elif isinstance(decision, Accept):
                if self.came is not None:
                    self.ledger.wrong.append(f"{decision.faces} was taken beside another")
                self.came = decision.faces[0].face

    def _judge(self):
        """A throw is over: see what came of it."""
        face, came = self.evening.face, self.came
        self.came = None
        if face is None:
            return
        self.ledger.throws += 1
        if came is None:
            self.ledger.missed += 1
        elif came == str(face):
            self.ledger.taken += 1
        elif came:
            self.ledger.wrong.append(f"{came} was taken, {face} was thrown")

    def _to_a_roll(self):
        while True:
            try:
                Playing(self.table).to_a_roll(self.seed)
            except AssertionError:
                self.desk.close()
                self._sit_down()
            else:
                return

    def _sit_down(self):
        self.seed += 1
        header = self.shelf.header("rsf", ("Ann", "Ben", "Cleo"), Depth.FULL, None, self.cards)
        self.table = Table.open(self.shelf, self.journal, header, self.cards)
        self.desk = RollDesk(self.table, self.journal, sources=(self.camera,))


def percentile(values, share):
    """The value below which this share of the values lies."""
    return float(np.quantile(values, share))


def slope(memory):
    """Mebibytes gained per 100,000 frames, from after the first quarter to the end."""
    behind = memory[len(memory) // 4 :]
    frames = behind[-1][0] - behind[0][0] if behind else 0
    return 1e5 * (behind[-1][1] - behind[0][1]) / frames if frames else 0.0
