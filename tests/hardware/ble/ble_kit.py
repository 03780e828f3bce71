"""Bluetooth that is not there: what stands in for bleak, and the dice that it reaches."""

from __future__ import annotations

import asyncio
import struct
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData

from hardware.ble import godice, pixels
from hardware.ble.events import Tick
from hardware.ble.links import Library, Pace
from hardware.ble.pixels import DieType, State

FAST = Pace(unit=0.01, growth=1.5, longest=0.1, quiet=0.3, connect=2.0, close=1.0, look=0.02, battery=0.1)
BUILT = 1_735_945_440
PATIENCE_S = 20.0


@dataclass
class FakeDie:
    """One die: what it advertises, and what it answers."""

    address: str
    name: str | None
    services: list[str]
    notifies: str
    manufacturer: dict[int, bytes] = field(default_factory=dict)
    service_data: dict[str, bytes] = field(default_factory=dict)
    answer: bytes = b""
    refuses: Exception | None = None  # raised by connecting, until it is None
    stuck: bool = False  # connecting never ends
    only_without_response: bool = False  # writing with a response is refused
    slow: float = 0.0  # letting it go takes so many seconds
    written: list[bytes] = field(default_factory=list)  # everything written to it
    # every client that was ever connected to it
    clients: list[FakeClient] = field(default_factory=list)

    def connected(self) -> list[FakeClient]:
        return [client for client in self.clients if client.is_connected]


class Bluetooth:
    """The air, and the machine's radio.

    Attributes:
        trouble: raised when listening begins, until it is None.
        most: the most clients that were ever being connected at once.
    """

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.trouble: Exception | None = None
        self.dice: dict[str, FakeDie] = {}
        self.scanners: list[FakeScanner] = []
        self.connecting = 0
        self.most = 0

    def library(self) -> Library:
        scanner = type("Scanner", (FakeScanner,), {"world": self})
        client = type("Client", (FakeClient,), {"world": self})
        return Library(scanner, client)

    def add(self, die: FakeDie) -> FakeDie:
        self.dice[die.address] = die
        return die

    def on_loop(self, call: Any, *arguments: Any) -> None:
        """Do something as the system does it: on the library's loop; wait until it is done."""
        assert self.loop is not None
        done: SimpleQueue[None] = SimpleQueue()

        def do() -> None:
            call(*arguments)
            done.put(None)

        self.loop.call_soon_threadsafe(do)
        done.get(timeout=PATIENCE_S)

    def advertise(self, die: FakeDie) -> None:
        self.on_loop(self._advertise, die)

    def _advertise(self, die: FakeDie) -> None:
        device = BLEDevice(die.address, die.name, None)
        said = AdvertisementData(die.name, die.manufacturer, die.service_data, die.services, None, -50, ())
        for scanner in self.scanners:
            if scanner.started:
                scanner.callback(device, said)

    def say(self, die: FakeDie, *messages: bytes, to: FakeClient | None = None) -> None:
        """Have it say something on its connection (or on one that is over, which lingers)."""
        client = to or die.connected()[-1]

        def do() -> None:
            for message in messages:
                client.callback(None, bytearray(message))

        self.on_loop(do)

    def cut(self, die: FakeDie) -> None:
        self.on_loop(die.connected()[-1].lose)


class FakeScanner:
    """See `bleak.BleakScanner`."""

    world: Bluetooth

    def __init__(
        self,
        detection_callback=None,
        service_uuids=None,
        scanning_mode="active",
        *,
        bluez=None,
        cb=None,
        backend=None,
        **kwargs,
    ) -> None:
        del service_uuids, scanning_mode, bluez, cb, backend, kwargs
        self.callback = detection_callback
        self.started = False
        self.world.scanners.append(self)

    async def start(self) -> None:
        self.world.loop = asyncio.get_running_loop()
        if self.world.trouble is not None:
            raise self.world.trouble
        self.started = True

    async def stop(self) -> None:
        self.started = False


class FakeClient:
    """See `bleak.BleakClient`."""

    world: Bluetooth

    def __init__(
        self,
        address_or_ble_device,
        disconnected_callback=None,
        services=None,
        *,
        timeout=30,
        pair=False,
        bluez=None,
        winrt=None,
        backend=None,
        **kwargs,
    ) -> None:
        del services, timeout, pair, bluez, winrt, backend, kwargs
        self.die = self.world.dice[address_or_ble_device.address]
        self.gone = disconnected_callback
        self.callback = None
        self.there = False
        self.closed = False
        self.die.clients.append(self)

    @property
    def is_connected(self):
        return self.there

    async def connect(self, **kwargs) -> None:
        del kwargs
        assert not self.die.connected(), "two clients for one die"
        self.world.connecting += 1
        self.world.most = max(self.world.most, self.world.connecting)
        try:
            await asyncio.sleep(3600 if self.die.stuck else 0.005)
        finally:
            self.world.connecting -= 1
        if self.die.refuses is not None:
            raise self.die.refuses
        self.there = True

    async def disconnect(self) -> None:
        await asyncio.sleep(self.die.slow)
        self.there, self.closed = False, True

    async def start_notify(self, char_specifier, callback, *, bluez=None, cb=None, **kwargs) -> None:
        del bluez, cb, kwargs
        assert char_specifier == self.die.notifies
        self.callback = callback

    async def stop_notify(self, char_specifier) -> None:
        assert char_specifier == self.die.notifies

    async def write_gatt_char(self, char_specifier, data, response=None) -> None:
        if response and self.die.only_without_response:
            raise OSError("write not permitted")
        self.die.written.append(bytes(data))
        if self.die.answer:
            self.callback(char_specifier, bytearray(self.die.answer))

    def lose(self) -> None:
        """Be cut off."""
        self.there = False
        self.gone(self)


def advert_of(state=State.ON_FACE, index=0, shape=DieType.D10, lights=10) -> bytes:
    return struct.pack("<BBBBB", lights, shape << 4, state, index, 64)


def pixels_die(number=0x1A2B3C4D, *, legacy=False, address="AA:01", built=BUILT) -> FakeDie:
    """Make a Pixels d10 of either protocol, which introduces itself in the older, shorter way."""
    answer = struct.pack("<BBBBIIHIBBBB", 2, 10, 1, DieType.D10, 0, number, 0, built, State.ON_FACE, 0, 64, 0)
    return FakeDie(
        address,
        f"Pixel{number:08x}",
        [pixels.LEGACY_SERVICE if legacy else pixels.SERVICE],
        pixels.LEGACY_NOTIFY if legacy else pixels.NOTIFY,
        {pixels.LEGACY_COMPANY if legacy else pixels.COMPANY: advert_of()},
        {pixels.INFORMATION: struct.pack("<II", number, built)},
        answer,
    )


def go_die(name="1A2B3C", address="BB:01") -> FakeDie:
    return FakeDie(address, f"GoDice_{name}_K_v04", [godice.SERVICE], godice.NOTIFY)


class Ear:
    """Hears a radio, and waits for what it should say."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[Any] = SimpleQueue()
        self.said: list[Any] = []

    def __call__(self, event) -> None:
        if not isinstance(event, Tick):
            self.queue.put(event)

    def wait(self, wanted, seconds=PATIENCE_S):
        """Return the next event of that type, or that equals it."""
        end = monotonic() + seconds
        while True:
            try:
                event = self.queue.get(timeout=max(0.001, end - monotonic()))
            except Empty:
                raise AssertionError(f"{wanted} was never said; {self.said}") from None
            self.said.append(event)
            if event == wanted or (isinstance(wanted, type) and isinstance(event, wanted)):
                return event

    def rest(self):
        """Return what was said and not waited for."""
        while not self.queue.empty():
            self.said.append(self.queue.get())
        return self.said
