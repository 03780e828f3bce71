"""What the trays' tests share: a simulated tray as a process, and a host that notes everything."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

from hardware.dtp.lines import Framer, Sort
from hardware.dtp.link import Met, NewRoll
from hardware.ports import open_port
from hardware.trays import Down, Driver, Time

PATIENCE = 60.0  # Seconds after which a test says what it waited for in vain: a guard, no measure


def until(condition, what="it never came to be"):
    """Wait for something that others bring about; return it."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, what() if callable(what) else what
        time.sleep(0.002)
    return found


class Simulator:
    """`tableside tray simulate` with what it says; lines are typed to it with `do`."""

    def __init__(self, *words, pace=20.0):
        self.lines = []
        command = ["-m", "companion", "tray", "simulate", "--script", "-", "--pace", str(pace)]
        self._process = subprocess.Popen(
            [sys.executable, *command, *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        until(lambda: len(self.lines) > 1, self.complaint)
        self.url = self.lines[0]

    def _read(self):
        for line in self._process.stdout:
            self.lines.append(line.decode().rstrip("\n"))

    def complaint(self):
        """Say why it did not begin."""
        return f"the simulator said {self.lines} and {self._process.poll()}"

    def do(self, *lines):
        """Type lines."""
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self._process.stdin.flush()

    @property
    def thrown(self):
        """(epoch#number, dice) of each roll so far."""
        return [tuple(line.split(" ", 2)[1:]) for line in self.lines if line.startswith("threw ")]

    @property
    def acknowledged(self):
        """Number of the last roll that the host has acknowledged; 0 for none."""
        begin = "acknowledged "
        done = [line for line in list(self.lines) if line.startswith(begin)]
        return int(done[-1].partition("#")[2]) if done else 0

    def said(self, words):
        """Return how many of its lines begin so."""
        return sum(line.startswith(words) for line in self.lines)

    def interrupt(self, number):
        """Send a signal; return what it ended with."""
        self._process.send_signal(number)
        return self.ended()

    def ended(self):
        """Wait until it has ended; return its exit status and what it complained of."""
        status = self._process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return status, self._process.stderr.read().decode()

    def close(self):
        """End it."""
        self._process.kill()
        self._process.wait()
        self._reader.join(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            pipe.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


@dataclass
class Tap:
    """A port whose bytes are noted in both directions."""

    port: object
    heard: bytearray
    said: bytearray

    def read(self):
        data = self.port.read()
        self.heard += data
        return data

    def write(self, data):
        self.said += data
        self.port.write(data)

    def close(self):
        self.port.close()


def bodies(data):
    """Return the bodies of the whole frames in `data`."""
    _, lines = Framer().feed(bytes(data))
    return [line.body for line in lines if line.sort is Sort.FRAME]


@dataclass
class Book:
    """What a host keeps when it is killed: rolls in the order in which they were kept."""

    base: dict = field(default_factory=dict)
    rolls: dict = field(default_factory=dict)
    order: list = field(default_factory=list)
    again: int = 0

    def keep(self, event):
        """Keep a roll; a second time it is counted and dropped."""
        key = (event.serial, event.roll.epoch, event.roll.seq)
        if key in self.rolls:
            self.again += 1
            return
        self.rolls[key] = " ".join(die.word() for die in event.roll.dice)
        self.order.append(key)

    @property
    def known(self):
        """Return which number comes next of each (serial, epoch)."""
        found = dict(self.base)
        for serial, epoch, seq in self.order:
            found[serial, epoch] = max(found.get((serial, epoch), 0), seq + 1)
        return found

    @property
    def list(self):
        """(epoch#number, dice) of each roll, in order."""
        return [(f"{key[1]}#{key[2]}", self.rolls[key]) for key in tuple(self.order)]


class Host:
    """A driver, everything it says, and a book that it keeps rolls in.

    Args:
        url: of the port.
        book: that outlives this host.
        pace: of the tray behind it.
        keeping: keep each roll at once, and say so.
        wrap: puts something in front of each port that is opened.
        options: more words for the driver.
    """

    def __init__(self, url, book=None, *, pace=20.0, keeping=True, wrap=None, **options):
        self.book = Book() if book is None else book
        self.keeping = keeping
        self.events = []
        self.heard, self.said = bytearray(), bytearray()
        self._arrived = queue.SimpleQueue()
        self._wrap = wrap or (lambda port: port)
        known = options.pop("known", None)
        options = {"opener": self._open, "time": Time(pace=pace), **options}
        known = self.book.known if known is None else known
        self.driver = Driver(url, known, self._listen, **options)
        self._url, self._pace = url, pace
        self.driver.start()

    def _open(self):
        port = open_port(self._url, read_s=0.1 / self._pace)
        return self._wrap(Tap(port, self.heard, self.said))

    def _listen(self, event):
        if isinstance(event, NewRoll) and self.keeping:
            self.keep(event)
        self.events.append(event)

    def keep(self, event):
        """Keep a roll and say so."""
        self.book.keep(event)
        self.driver.kept(event.roll.epoch, event.roll.seq)

    def of(self, sort):
        """Return the events of a sort so far."""
        return [event for event in self.events if isinstance(event, sort)]

    @property
    def told(self):
        """The lines that people were told: once an outage."""
        return [event.why for event in self.of(Down) if event.first]

    def met(self, times=1):
        """Wait until the tray has greeted so often; return the last greeting."""
        until(lambda: len(self.of(Met)) >= times, lambda: f"not met: {self.events}")
        return self.of(Met)[-1].hello

    def stop(self):
        self.driver.stop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
