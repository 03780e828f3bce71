"""Trays that the conformance tests run against: simulated ones, the firmware, and a real one."""

import importlib.util
import random
import sys
import threading
import time
from pathlib import Path

from trays_kit import Book, Simulator, bodies, until

from hardware.dtp.lines import framed
from hardware.dtp.messages import from_tray
from hardware.ports import open_port
from hardware.simulators.line import PtyEnd

FIRMWARE = Path(__file__).resolve().parents[3] / "hardware" / "firmware" / "dtp.py"
PACE = 20.0
ROLLS = 40
BETWEEN_S = 2.0  # Seconds that somebody may take for a throw


class Bench:
    """A bench that throws by itself."""

    pace, rolls = PACE, ROLLS

    def throw_unheard(self, count):
        before = len(self.thrown)
        self.throw(count)
        until(lambda: len(self.thrown) >= before + count)


class SimulatedBench(Bench):
    """A simulated tray in a process of its own."""

    def __init__(self, *words):
        self._tray = Simulator(*words, pace=PACE)
        self.url = self._tray.url

    @property
    def thrown(self):
        return self._tray.thrown

    def throw(self, count):
        self._tray.do(f"random {count} d10 mon.eye every 0.3")

    def close(self):
        self._tray.close()


class FirmwareBench(Bench):
    """What a board runs, in a thread behind a pseudo-terminal."""

    serial, epoch = "TRAY-0A0B0C", "0f1e2d3c"

    def __init__(self):
        spec = importlib.util.spec_from_file_location("trays_firmware_dtp", FIRMWARE)
        board = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(board)
        self.thrown = []
        self._wrap = board.WRAP
        self._end = PtyEnd()
        self.url = self._end.url
        self._tray = board.Tray(self.serial, self.epoch, self._end.send, self._now())
        self._wanted = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _now(self):
        return int(time.monotonic() * 1000 * PACE) % self._wrap

    def _run(self):
        chance = random.Random(1)
        self._tray.hello()
        while not self._over.is_set():
            data = self._end.poll(0.002)
            if data:
                self._tray.hear(data, self._now())
            if self._wanted and len(self._tray.ring) < 32:
                self._wanted -= 1
                dice = f"d10={chance.randrange(10)} d6={chance.randint(1, 6)}"
                self._tray.roll(dice, self._now())
                self.thrown.append((f"{self.epoch}#{self._tray.last}", dice))
            self._tray.tick(self._now())

    def throw(self, count):
        self._wanted += count

    def close(self):
        self._over.set()
        self._thread.join(60)
        self._end.close()


class RealBench:
    """A tray at a port, and somebody who throws when asked to."""

    pace, thrown = 1.0, None

    def __init__(self, url, rolls):
        self.url, self.rolls = url, rolls

    def _ask(self, text):
        # Not print: pytest keeps that for itself.
        sys.__stderr__.write(f"\n>>> {text}\n")
        sys.__stderr__.flush()

    def throw(self, count):
        self._ask(f"please throw {count} times")

    def throw_unheard(self, count):
        seconds = 10 + count * BETWEEN_S
        self._ask(f"please throw {count} times within {seconds:g} seconds; nobody is listening")
        time.sleep(seconds)

    def close(self):
        self._ask("thank you")


def ask(bench, message, answer):
    """Say one message on a line of its own; return what answers, by how it begins."""
    port = open_port(bench.url)
    heard = bytearray()

    def answered():
        heard.extend(port.read())
        return [body for body in bodies(heard) if body.startswith(answer)]

    try:
        port.write(b"\n" + framed(message))
        return until(answered)[0]
    finally:
        port.close()


def new_book(bench):
    """Return a book that begins with the next roll of the tray, whatever it holds already."""
    hello = from_tray(ask(bench, "HELLO,1", "HELLO,"))
    return Book(base={(hello.serial, hello.epoch): hello.last + 1})
