"""A source of Bluetooth dice with a clock that is set by hand, and all that it handed in."""

from __future__ import annotations

from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import RollReading, SourceFault
from companion.rolls.source import KnownDevice, Sort
from companion.sources.ble import BleSource
from hardware.ble.events import Tick
from hardware.simulators.dice import ScriptedRadio

A, B, G = "pixels:0000000a", "pixels:0000000b", "godice:1A2B3C"


class Strangers(ScriptedRadio):
    """A radio as in life: it hears the neighbours' dice too."""

    trusted = False


class Table:
    """A source with a clock that is set by hand, and everything that it handed in."""

    def __init__(self, radio=None, book=None):
        self.radio = radio or ScriptedRadio()
        self.book = DeviceBook(None) if book is None else book
        self.now = 100.0
        self.source = BleSource(self.radio, self.book, "run", lambda: self.now)
        self.heard = []
        self.source.start(self.heard.append)

    def play(self, *lines):
        for line in lines:
            self.radio.play(line)
        return self

    def wait(self, seconds=0.0):
        self.now += seconds
        self.radio.tell(Tick())
        return self

    def know(self, die, kind="", seat="", name=""):
        sort = Sort.PIXELS if die.startswith("pixels") else Sort.GODICE
        self.book.met(KnownDevice(die, sort, name, kind, seat))
        self.radio.tell(Tick())
        return self

    def device(self, die):
        return next(one for one in self.source.devices() if one.id == die)

    @property
    def rolls(self):
        return [one for one in self.heard if isinstance(one, RollReading)]

    @property
    def faults(self):
        return [one for one in self.heard if isinstance(one, SourceFault)]

    @property
    def faces(self):
        return [roll.faces_text() for roll in self.rolls]


def two_d10():
    return Table().play(f"{A} is d10", f"{B} is d10")


def cut_off(*lines):
    """Return a table whose die is not connected and only advertises."""
    return Table().play(f"{A} is d10", *lines, f"{A} lost")
