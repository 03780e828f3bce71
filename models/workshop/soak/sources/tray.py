"""A dice tray in a thread, and pretend players who come to the next roll."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

from companion.core.actions import Roll
from companion.core.dice import RollRequest
from companion.demo.players import next_action
from hardware.dtp.lines import framed
from hardware.dtp.messages import Die
from hardware.simulators.line import PtyEnd
from hardware.simulators.tray_end import RING, HeldRoll, Tray


def dice(text):
    """Read `d10=7 mon.eye=S?`."""
    found = []
    for word in text.split():
        kind, _, face = word.partition("=")
        found.append(Die(kind, face.removesuffix("?"), face.endswith("?")))
    return tuple(found)


class PtyTray:
    """A tray in a thread of its own.

    Args:
        link: name that always leads to the line, also after `unplug`.
        serial: of the tray.
        epoch: of its numbers.
        size: rolls that it holds.
    """

    def __init__(self, link, serial="T-1", epoch="0000abcd", size=RING):
        self.far = PtyEnd(str(link))
        self.url = self.far.url
        self.tray = Tray(serial, epoch, size=size)
        self.heard = []
        self.mute = False
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def held(self):
        """Numbers of the rolls that are not acknowledged."""
        return [held.seq for held in self.tray.ring]

    def roll(self, text, age=0.0):
        """Let dice come to rest; `age` seconds ago."""
        with self._lock:
            if age:
                seq = self.tray.last + 1
                held = HeldRoll(seq, dice(text), self._now() - age)
                self.tray = replace(self.tray, ring=(*self.tray.ring, held)[-self.tray.size :], last=seq)
            else:
                self.tray, sent = self.tray.roll(dice(text), self._now())
                self.say(sent)

    def body(self, text):
        """Say a message of its own."""
        self.say(framed(text))

    def say(self, data):
        """Send bytes as they are."""
        with self._lock:
            if not self.mute:
                self.far.send(data)

    def unplug(self):
        """Cut the line."""
        with self._lock:
            self.far.unplug()

    def plug(self):
        """Have a line again, under the same name."""
        with self._lock:
            self.far.plug()

    def close(self):
        """End it."""
        self._ended.set()
        self._thread.join(5)
        self.far.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _now(self):
        return time.monotonic()

    def _run(self):
        while not self._ended.is_set():
            with self._lock:
                data = self.far.poll(0.0)
                if data:
                    self.heard.append(data)
                    self.tray, sent = self.tray.hear(data, self._now())
                    self.say(sent)
                self.tray, sent = self.tray.tick(self._now())
                self.say(sent)
            time.sleep(0.002)


class Playing:
    """A table, and pretend players at it."""

    def __init__(self, table):
        self.table = table

    def to_a_roll(self, seed=1):
        """Let pretend players come to the next roll."""
        for _ in range(2000):
            request = self.table.pending()
            if isinstance(request, RollRequest) and self.table.held() is None:
                return request
            action = next_action(self.table.match, seed)
            assert action is not None, self.table.view().headline
            verdict = self.table.declare(action)
            assert verdict.legal, verdict.message()
        raise AssertionError("no roll was asked for")

    def rolls(self):
        """The rolls that count, in order."""
        return [
            " ".join(f"{die.kind}={die.face}" for die in one.action.dice)
            for one in self.table.match.steps()
            if isinstance(one.action, Roll)
        ]
