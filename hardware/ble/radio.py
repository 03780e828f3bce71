"""The radio: one thread that listens for dice, connects to those that are wanted, and never gives up.

Bleak is imported only here, by way of `hardware.ble.links`, and only when a radio is opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from hardware.ble import pixels
from hardware.ble.adverts import Found, is_first_packet, recognise
from hardware.ble.events import (
    BluetoothError,
    Radio,
    RadioDown,
    RadioEvent,
    RadioUp,
    Seen,
    Tick,
    Unlinked,
)
from hardware.ble.links import Library, Link, Pace, Place, Reason, load, reason

if TYPE_CHECKING:
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData


SIMULATE: Final = "simulate:"
KNOWN: Final = "known"

_JOIN_S: Final = 15.0

_MOST_FIRST: Final = 100  # First packets that wait for their scan response; older ones are dropped


def open_radio(spec: str = KNOWN) -> Radio:
    """Open a radio by the words people give.

    Args:
        spec: `known` or nothing for this machine's Bluetooth; `simulate:FILE` for dice that do what
            a script says (`hardware.simulators.dice`).

    Raises:
        HardwareError: bleak is missing, the script cannot be read, the simulators are not installed
            (a wheel has none), or the words make no sense.
    """
    if spec.startswith(SIMULATE):
        try:
            from hardware.simulators.dice import SimulatedRadio
        except ModuleNotFoundError:
            raise BluetoothError(f"{spec}: only the source has simulated dice, not a wheel") from None
        return SimulatedRadio.of_file(spec.removeprefix(SIMULATE))
    if spec not in {"", KNOWN}:
        raise BluetoothError(f"{spec}: no such dice; say {KNOWN}, or {SIMULATE}FILE")
    return BluetoothRadio(load())


class BluetoothRadio:
    """This machine's Bluetooth.

    Args:
        library: bleak, or what stands in for it.
        pace: how long things may take.
    """

    trusted = False  # The neighbours' dice are heard too

    def __init__(self, library: Library, pace: Pace | None = None) -> None:
        self._library = library
        self._pace = pace or Pace()
        self._listener: Callable[[RadioEvent], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending = asyncio.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._wanted: frozenset[str] = frozenset()
        self._places: dict[str, Place] = {}
        self._by_address: dict[str, str] = {}
        self._first: dict[str, Mapping[int, bytes]] = {}
        self._heard: dict[str, asyncio.Event] = {}
        self._links: dict[str, asyncio.Task[None]] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._heard_at = 0.0
        self._up = False

    def want(self, dice: frozenset[str]) -> None:
        """Connect to these dice, and to no others; see `Radio.want`."""
        self._wanted = dice

    def start(self, listener: Callable[[RadioEvent], None]) -> None:
        """Begin; see `Radio.start`."""
        if self._thread is not None:
            raise RuntimeError("a radio is started once")
        self._listener = listener
        self._thread = threading.Thread(target=self._run, name="Bluetooth dice", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it and let the dice go; see `Radio.stop`."""
        self._stopped.set()
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # it is closed already
                loop.call_soon_threadsafe(self._ending.set)
        if self._thread is not None and threading.current_thread() is not self._thread:
            self._thread.join(_JOIN_S)

    # -- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        one_at_a_time = asyncio.Lock()
        scan = asyncio.create_task(self._scan())
        try:
            while not (self._stopped.is_set() or self._ending.is_set()):
                self._tend(one_at_a_time)
                self._tell(Tick())
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._pace.look):
                        await self._ending.wait()
        finally:
            tasks = [scan, *self._links.values()]
            for task in tasks:
                self._let_go(task)
            await asyncio.gather(*tasks, return_exceptions=True)

    def _tell(self, event: RadioEvent) -> None:
        if self._listener is not None and not self._stopped.is_set():
            self._listener(event)

    def _tend(self, one_at_a_time: asyncio.Lock) -> None:
        """Have one link to each die that is wanted and was heard, and none to others."""
        wanted = self._wanted
        for die in wanted & self._places.keys():
            if die not in self._links:
                self._links[die] = asyncio.create_task(self._keep(die, one_at_a_time))
        for die, task in list(self._links.items()):
            if task.done():  # only when it was let go: until then it tries for ever
                del self._links[die]
                self._leaving.discard(task)
                self._tell(Unlinked(die, "let go", first=False))
            elif die not in wanted:
                self._let_go(task)

    def _let_go(self, task: asyncio.Task[None]) -> None:
        """Cancel it, once: a second time would keep it from closing what it holds.

        Whether it is being cancelled is not asked of the task: a wait whose time is over cancels its
        own task too, and then takes that back.
        """
        if task not in self._leaving:
            self._leaving.add(task)
            task.cancel()

    # -- listening --------------------------------------------------------------------------------

    async def _scan(self) -> None:
        tries = 0
        well = True
        while True:
            trouble = await self._scan_once()
            if trouble is None:
                tries, well = 0, True
                continue
            self._up = False
            self._tell(RadioDown(trouble.why, trouble.todo, first=well))
            well = False
            await asyncio.sleep(self._pace.wait(tries))
            tries += 1

    async def _scan_once(self) -> Reason | None:
        """Listen until nothing is heard any more, which is no trouble by itself.

        A radio that is switched off says nothing about it: starting anew does.
        """
        loop = asyncio.get_running_loop()
        scanner = None
        try:
            scanner = self._library.scanner(self._on_advert)
            async with asyncio.timeout(self._pace.connect):
                await scanner.start()
            if not self._up:
                self._up = True
                self._tell(RadioUp())
            self._heard_at = loop.time()
            while True:
                left = self._heard_at + self._pace.quiet - loop.time()
                if left <= 0:
                    return None
                await asyncio.sleep(left)
        except Exception as error:  # noqa: BLE001 - the library lets through whatever lies beneath
            return _of_the_radio(reason(error))
        finally:
            if scanner is not None:
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(self._pace.close):
                        await scanner.stop()

    def _on_advert(self, device: BLEDevice, said: AdvertisementData) -> None:
        self._heard_at = asyncio.get_running_loop().time()
        address, services = device.address, said.service_uuids
        known = self._by_address.get(address, "")
        manufacturer = said.manufacturer_data or self._first.pop(address, {})
        if is_first_packet(services, manufacturer):
            if not known:
                self._wait_for_second(address, manufacturer)
                return
            legacy = self._places[known].legacy
            services = [pixels.LEGACY_SERVICE if legacy else pixels.SERVICE]
        name = said.local_name or device.name or ""
        found = recognise(name, services, manufacturer, said.service_data)
        if found is None:
            return
        # A part of what a die says may be missing this time: then it is known by its address.
        die = found.die or known
        if die:
            self._note(die, device, found)

    def _wait_for_second(self, address: str, manufacturer: Mapping[int, bytes]) -> None:
        """Keep what a first packet said until the scan response tells which die it is."""
        self._first[address] = manufacturer
        if len(self._first) > _MOST_FIRST:
            del self._first[next(iter(self._first))]

    def _note(self, die: str, device: BLEDevice, found: Found) -> None:
        self._by_address[device.address] = die
        self._places[die] = Place(device, found.legacy)
        self._heard.setdefault(die, asyncio.Event()).set()
        self._tell(Seen(die, device.address, found.advert, found.problem))

    # -- connections ------------------------------------------------------------------------------

    async def _keep(self, die: str, one_at_a_time: asyncio.Lock) -> None:
        """Hold one link after the other, each after the last is closed; ends only when let go."""
        tries, well = 0, True
        while True:
            heard = self._heard[die]
            heard.clear()
            link = Link(die, self._places[die], self._library, self._tell, self._pace)
            ended = await link.hold(one_at_a_time)
            well = well or ended.met
            self._tell(Unlinked(die, ended.why, first=well))
            well = False
            tries = 0 if ended.met else tries + 1
            await asyncio.sleep(self._pace.wait(tries))
            # One that is asleep does not advertise; trying would keep others from connecting.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pace.longest):
                    await heard.wait()


def _of_the_radio(trouble: Reason) -> Reason:
    if trouble.why.startswith("it "):
        return Reason("Bluetooth does not answer", "switch it off and on again")
    return trouble
