"""A real game, played while its sources of dice misbehave: kernel, journal, arbiter, camera, tray.

Only two things are pretended: the camera's pictures are drawn (by the project's renderer, so that
what lies there is known), and time passes as fast as they are read. The reader is the real one,
the frames go through the live grabber, the tray speaks its protocol over a pseudo-terminal.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from queue import Empty, SimpleQueue

import cv2

from companion.core.dice import DieFace
from companion.rolls.arbiter import Accept, Ask, How, Refuse
from companion.rolls.devicebook import FILE as BOOK
from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import RollReading, SourceFault
from companion.rolls.source import DeviceState, KnownDevice, Sort
from companion.session.rolldesk import RollDesk
from companion.sources.ble import BleSource
from companion.sources.camera import Lamp
from companion.sources.tray import TraySource
from hardware.ble.events import Tick
from hardware.cameras import LiveFrames, LiveSettings
from hardware.dtp.lines import framed
from hardware.dtp.messages import Rolled
from hardware.simulators.dice import ScriptedRadio
from hardware.trays import Time
from models.workshop.soak.sources.film import TableFilm
from models.workshop.soak.sources.parts import Clock, Ledger, Plugged, Thrown, WatchedCamera
from models.workshop.soak.sources.tray import PtyTray, dice

PATIENCE = 20.0
DIE = "pixels:0000000a"
BRISK = 5.0
"""The line's own waits pass so much faster than in life."""
RATE = 15.0
LONGEST = 200
"""Characters of a line that people are told."""


class Trial:
    """One fault at one table, from a calm beginning to the first roll after it.

    Args:
        sitting: the evening it is part of.
        seed: of the dice, the places and the fault's own chance.
        rate: pictures a second.
        zone: where dice count.
        camera: watch the dice with one.
        tray: have a tray as well.
        radio: have a Bluetooth die as well.
    """

    def __init__(self, sitting, seed, *, rate=RATE, zone=None, camera=True, tray=False, radio=False):
        cv2.setNumThreads(1)
        self.sitting, self.ledger, self.seed = sitting, Ledger(), seed
        sitting.trials += 1
        run = f"{sitting.trials:x}"  # as each opening of a camera has keys of its own
        self.rate, self.clock = rate, Clock()
        self.film = TableFilm(seed)
        self.chance = self.film.chance
        self.layer = None
        self.drop = None
        self.heard: SimpleQueue = SimpleQueue()
        self.hold = False
        self.throws: list[Thrown] = []
        self.current: Thrown | None = None
        self.began = None
        self.request = sitting.to_a_roll()
        self.cable, self.camera, self.tray, self.tray_source = Plugged(), None, None, None
        sources = []
        if camera:
            waits = LiveSettings(first_wait=0.01, longest_wait=0.02)
            frames = LiveFrames(None, self.cable.open, "0", "camera 0", waits, self.clock)
            self.camera = WatchedCamera(frames, sitting.reader, zone=zone, run=run)
            sources.append(self.camera)
        if tray:
            self.tray = PtyTray(sitting.folder / "tray", serial=f"T-{run}")
            self.tray._now = self.clock
            self.tray_source = TraySource(
                self.tray.url,
                {},
                DeviceBook(sitting.folder / BOOK),
                clock=self.clock,
                time=Time(pace=BRISK),
            )
            sources.append(self.tray_source)
        self.radio = ScriptedRadio() if radio else None
        if self.radio is not None:
            book = DeviceBook(None)
            book.met(KnownDevice(DIE, Sort.PIXELS, "red", "d10"))
            sources.append(BleSource(self.radio, book, run, self.clock))
        self.sources = tuple(sources)
        self.desk = self._desk()
        for source in sources:
            source.start(self.heard.put)
        if self.tray_source is not None:
            self.wait_for(lambda: self.tray_source.devices()[0].state is DeviceState.OK)

    def _desk(self):
        return RollDesk(self.sitting.table, self.sitting.journal, sources=self.sources, clock=self.clock)

    def play_on(self):
        """Play on to the next roll; the same sources serve the next game."""
        self.sitting.to_a_roll()
        if self.desk.table is not self.sitting.table:
            self.desk.close()
            last = self.desk._arbiter.last  # in life the sources are opened anew, and it takes time
            self.desk = self._desk()
            self.desk._arbiter = replace(self.desk._arbiter, last=last)

    def close(self):
        """Give all sources back."""
        self.desk.close()
        for source in self.sources:
            source.stop()
        if self.tray is not None:
            self.tray.close()

    # -- time and pictures ------------------------------------------------------------------------

    @property
    def now(self):
        """Seconds of the table."""
        return self.clock.now

    def run(self, seconds, until: Callable[[], bool] | None = None):
        """Let time pass; True as soon as `until` holds."""
        for _ in range(max(1, round(seconds * self.rate))):
            self._frame()
            if until is not None and until():
                return True
        return False

    def _frame(self):
        self.clock.now += 1 / self.rate
        if self.camera is not None and self.cable.there:
            image = self.film.frame(self.now, self.rate)
            if self.layer is not None:
                image = self.layer(image, self.now)
            if image is not None and not (self.drop is not None and self.drop()):
                self.show(image)
        self.hear()

    def show(self, image):
        """Hand one picture to the camera, and wait until it has looked at it."""
        self.cable.pictures.put(image, timeout=PATIENCE)
        if not self.camera.wait(0.0):
            assert self.camera.done.acquire(timeout=PATIENCE), "the camera is stuck"

    def hear(self):
        """Take in what the sources have handed in, as the screen does; then look at the lamps."""
        self.ledger.waiting = max(self.ledger.waiting, self.heard.qsize())
        while True:
            try:
                value = self.heard.get_nowait()
            except Empty:
                break
            if isinstance(value, SourceFault):
                self.told(str(value))
            else:
                self.take_in(value)
        if self.camera is not None:
            status = self.camera.status
            if status.lamp is Lamp.FAULT or status.hand or "type the roll" in status.text:
                self.told(status.text, lamp=True)

    def wait_for(self, condition, what="it never came to be"):
        """Wait for other threads, in the time of life."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, (what, self._lines())
            time.sleep(0.002)
            self.hear()

    def _lines(self):
        devices = [] if self.tray_source is None else self.tray_source.devices()
        return [f"{one.state}: {one.text}; {one.note}" for one in devices]

    # -- dice -------------------------------------------------------------------------------------

    def throw(self, face=None, *, counts=True, seen=True, spot=None, ends=None):
        """Throw a die now. `counts`: it answers the open request."""
        face = int(self.chance.integers(10)) if face is None else face
        actor = self.film.throw(face, self.now, spot, ends=ends) if seen else None
        thrown = Thrown(face, actor, counts)
        self.throws.append(thrown)
        if counts:
            self.current = thrown
        return thrown

    def take_up(self):
        """Take all dice off the table; a moment passes."""
        self.film.take_all(self.now)
        self.run(0.5)

    @property
    def settled(self):
        """Whether something came of what lies there: it was taken, or people are asked."""
        return self.desk.asking is not None or (bool(self.throws) and self.throws[-1].taken)

    def calm(self):
        """End whatever spoils the pictures."""
        self.layer = self.drop = None
        self.cable.there = True
        self.film.strew(())
        self.run(1.5)
        self.answer()

    def pull(self):
        """Pull the camera's plug; its grabber notices."""
        self.cable.there = False
        self.wait_for(lambda: any("opened again" in text for _, text in self.ledger.told))

    def clean_roll(self):
        """Roll as on a calm evening with whatever is there; True when something came of it."""
        if self.camera is not None:
            return self.clean_throw()
        self.run(3.0)
        thrown = self.throw(seen=False)
        if self.tray is not None:
            self.rolled(f"d10={thrown.face}")
        else:
            self.radio.play(f"{DIE} roll {thrown.face}")
            self.run(3.0)
            self.tick()
        done = self.settled
        self.answer()
        return done

    def clean_throw(self):
        """Throw as on a calm table; True when it was taken, or asked about."""
        self.take_up()
        self.throw()
        done = self.run(4.0, lambda: self.settled)
        self.answer()
        return done

    # -- trays and Bluetooth dice -----------------------------------------------------------------

    def rolled(self, text, age=0.0):
        """Let the tray tell a roll, and wait until it has come."""
        before = self.ledger.readings
        self.wait_for(lambda: self.tray_source._driver._up)
        if age:
            self.tray.roll(text, age)
            self.tray.tray = replace(self.tray.tray, due=0.0)  # it sends what it holds
        else:
            self.tray.roll(text)
        self.wait_for(lambda: self.ledger.readings > before, "the tray's roll never came")

    def settle_line(self):
        """Wait until the tray's line is calm: nothing more comes, and all is acknowledged."""
        quiet, before = 0, -1
        while quiet < 8:
            time.sleep(0.01)
            self.hear()
            quiet = quiet + 1 if before == self.ledger.readings else 0
            before = self.ledger.readings

    def cut_mid_line(self, text, share, *, plug=True):
        """Cut the line when part of a roll has been said; the tray holds the roll."""
        self.wait_for(lambda: self.tray_source.devices()[0].state is DeviceState.OK)
        with self.tray._lock:
            self.tray.mute = True
            self.tray.roll(text)
            told = Rolled(self.tray.tray.epoch, self.tray.tray.last, 30, dice(text))
            line = framed(str(told))
            self.tray.mute = False
            self.tray.say(line[: max(1, int(share * len(line)))])
            time.sleep(0.05)
            self.tray.unplug()
        self.wait_for(lambda: self.tray_source.devices()[0].state is DeviceState.FAULT)
        self.hear()
        if plug:
            self.replug()

    def replug(self):
        """Plug the tray in again, and wait until it is met."""
        self.tray.plug()
        self.wait_for(lambda: self.tray_source.devices()[0].state is DeviceState.OK)
        self.settle_line()

    def tick(self):
        """Let the Bluetooth dice notice that time has passed."""
        self.radio.tell(Tick())
        self.hear()

    @contextmanager
    def memory(self):
        """Measure by how much the program's memory grows at its most."""
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        try:
            yield
        finally:
            self.hear()
            self.ledger.grown = max(self.ledger.grown, tracemalloc.get_traced_memory()[1] - before)
            tracemalloc.stop()

    # -- the table --------------------------------------------------------------------------------

    def take_in(self, reading: RollReading):
        """Bring a reading to the desk and judge what came of it."""
        self.ledger.readings += 1
        heard = self.desk.hear(reading)
        self._judge(heard)
        if not isinstance(heard.decision, Accept) and heard.message():
            self.told(heard.message())

    def type(self, text):
        """Type a roll; as people do, only when it is theirs to type."""
        heard = self.desk.enter(text)
        self._judge(heard, typed=True)
        if heard.message():
            self.told(heard.message())
        return heard

    def mistyped(self, text):
        """Type what was taken already: whatever is taken of it is wrong, unless it is asked."""
        heard = self.desk.enter(text)
        if isinstance(heard.decision, Accept):
            self.ledger.wrong.append(f"{text} was typed for a roll that was taken already")
        if heard.message():
            self.told(heard.message())

    def _judge(self, heard, *, typed=False):
        match heard.decision:
            case Accept(faces=faces, how=how):
                self._accepted(faces[0].face, how, typed=typed)
            case Ask():
                self.ledger.asked += self.began is not None
            case Refuse():
                self.ledger.refused += self.began is not None
            case _:
                pass

    def _accepted(self, face, how, *, typed):
        self.ledger.rolls += 1
        current, self.current = self.current, None
        if how is How.ANSWERED or typed:
            if current is not None:
                current.taken = True
        elif current is None:
            self.ledger.wrong.append(f"{face} was taken, but nobody threw for this roll")
        elif str(current.face) != face:
            self.ledger.wrong.append(f"{face} was taken, {current.face} was thrown")
        else:
            current.taken = True
            self.ledger.taken += self.began is not None
        if not self.hold:
            self.play_on()

    def answer(self):
        """Answer what is asked, as people who can see the table: what was thrown, or it is void."""
        ask = self.desk.asking
        if ask is None:
            return
        if self.current is not None:
            faces = (DieFace("d10", str(self.current.face)),)
            self._judge(self.desk.confirm(faces))
        else:
            self.desk.void()

    # -- what people are told ---------------------------------------------------------------------

    def fault_begins(self):
        """From now on the time runs until people are told."""
        self.began = self.now

    def told(self, text, *, lamp=False):
        """Note a line for people."""
        since = -1.0 if self.began is None else self.now - self.began
        if lamp and any(text == before for _, before in self.ledger.told):
            return
        self.ledger.told.append((since, text))
        if "\n" in text or not text.strip() or len(text) > LONGEST or not text.isprintable():
            self.ledger.unclear.append(text)
