"""Trays and dice of Bluetooth that a test moves by hand, at the real app's table."""

from __future__ import annotations

from dataclasses import replace

from companion.demo.players import next_action
from companion.rolls.readings import DieReading, RollReading, SourceFault, SourceKind
from companion.rolls.source import Device, DeviceState, LinkQuality, RollSource, Sort
from companion.tui.screens.devices import DevicesScreen


class FakeSource(RollSource):
    """A source of which a test says what it does."""

    at_rest = 0

    def __init__(self, source_id, kind, *devices):
        super().__init__(source_id)
        self.kind = kind
        self.wanted = ()
        self.let_go = []
        self._devices = list(devices)
        self._listener = None
        self._rolls = 0

    def devices(self):
        return tuple(self._devices)

    def expect(self, kinds):
        self.wanted = kinds

    def kept(self, key):
        self.let_go.append(key)

    def start(self, listener):
        self._listener = listener

    def stop(self):
        self._listener = None

    # -- what a test does

    def turn(self, at=0, **changes):
        """Let a device be otherwise."""
        self._devices[at] = replace(self._devices[at], **changes)

    def roll(self, *dice, at=0, owner="", late=False):
        """Let dice arrive: (kind, face) each."""
        device = self._devices[at]
        known = device.id if device.sort in {Sort.PIXELS, Sort.GODICE} else ""
        self._rolls += 1
        self.at_rest = self._rolls
        read = tuple(DieReading(kind, face, die=known) for kind, face in dice)
        key = f"{self.source_id}#{self._rolls}"
        self.turn(at, last=" ".join(str(die) for die in read))
        self._listener(RollReading(self.kind, self.source_id, key, read, 0.0, self._rolls, owner=owner, late=late))

    def fail(self, what="the line was cut", todo="it is tried again", at=0):
        """Let a device go, as a source says it."""
        device = self._devices[at]
        self.turn(at, state=DeviceState.TRYING, text=f"{what}; trying again")
        self._listener(SourceFault(self.source_id, what, device.where, todo))


TRAY = Device(
    "tray:T-1A2B",
    Sort.TRAY,
    DeviceState.OK,
    "connected",
    "tray:T-1A2B",
    where="/dev/rfcomm0",
    battery=80,
    quality=LinkQuality(42, 1, 1, 0),
)
PIXELS = Device(
    "pixels:1a2b3c4d",
    Sort.PIXELS,
    DeviceState.OK,
    "connected",
    "ble",
    where="DC:A6:32:01:02:03",
    battery=55,
    kind="d10",
    seat="Ben",
)
GODICE = Device(
    "godice:1A2B3C",
    Sort.GODICE,
    DeviceState.TRYING,
    "not seen; shake it to wake it",
    "ble",
    where="D1:2F:00:11:22:33",
    battery=9,
)
PRINTED = Device(
    "printed:/dev/ttyUSB0",
    Sort.PRINTED,
    DeviceState.FAULT,
    "the port belongs to another program; close that program",
    "printed",
    where="/dev/ttyUSB0",
    quality=LinkQuality(7, 0, 0, 0),
)


def tray(**changes):
    return FakeSource("tray:T-1A2B", SourceKind.TRAY, replace(TRAY, **changes))


def bluetooth():
    return FakeSource("ble", SourceKind.BLE, PIXELS, GODICE)


async def devices(driver):
    """Go to the devices."""
    await driver.go("f4", to=DevicesScreen)


async def asked(driver):
    """Play until dice are asked for, and return the request."""
    table = driver.table
    while driver.app.live.desk.armed is None:
        action = next_action(table.match)
        assert table.declare(action).legal
    await driver.pilot.pause()
    return driver.app.live.desk.armed
