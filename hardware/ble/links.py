"""Bleak: having it, what its many errors mean, and one connection to one die."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from hardware.ble import godice, pixels
from hardware.ble.events import GODICE, PIXELS, Garbled, Linked, NoLibraryError, RadioEvent, Said

if TYPE_CHECKING:
    from bleak import BleakClient, BleakScanner
    from bleak.backends.device import BLEDevice


LIBRARY: Final = "bleak"


@dataclass(frozen=True, slots=True)
class Library:
    """Bleak, or what stands in for it in tests."""

    scanner: type[BleakScanner]  # makes scanners
    client: type[BleakClient]  # makes clients


def load() -> Library:
    """Import bleak.

    Raises:
        NoLibraryError: it is not installed, or not for this system.
    """
    try:
        import bleak
    except ImportError as error:
        what = "" if isinstance(error, ModuleNotFoundError) else f", which is broken ({error})"
        raise NoLibraryError(f"Bluetooth dice need the library {LIBRARY}{what}") from None
    return Library(bleak.BleakScanner, bleak.BleakClient)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something did not work, and what people can do, in a line."""

    why: str
    todo: str


_OFF: Final = Reason("Bluetooth is switched off", "switch it on; it is tried again by itself")
_DENIED: Final = Reason("this program may not use Bluetooth", "allow it in the system's settings for privacy")
_NO_RADIO: Final = Reason("this machine has no Bluetooth radio", "plug one in, or type the dice")
_NO_SERVICE: Final = Reason(
    "the system's Bluetooth service does not answer",
    "on Linux install and start BlueZ: systemctl start bluetooth",
)
_SILENT: Final = Reason("it does not answer", "wake it and bring it nearer")
_NOT_FOUND: Final = Reason("it is not there any more", "wake it and bring it nearer")

_REASONS: Final = {
    "POWERED_OFF": _OFF,
    "NO_BLUETOOTH": _NO_RADIO,
    "NO_BLE_CENTRAL_ROLE": Reason(
        "this Bluetooth radio is too old for dice", "plug in one with Bluetooth 4.0 or later"
    ),
    "DENIED_BY_USER": _DENIED,
    "DENIED_BY_SYSTEM": _DENIED,
    "DENIED_BY_UNKNOWN": _DENIED,
}

_DBUS: Final = {
    "org.freedesktop.DBus.Error.ServiceUnknown": _NO_SERVICE,
    "org.freedesktop.DBus.Error.NameHasNoOwner": _NO_SERVICE,
    "org.freedesktop.DBus.Error.NoReply": _NO_SERVICE,
    "org.freedesktop.DBus.Error.AccessDenied": _DENIED,
    "org.bluez.Error.NotAuthorized": _DENIED,
    "org.bluez.Error.NotReady": _OFF,
    "org.bluez.Error.InProgress": Reason("Bluetooth is busy with something else", "it is tried again by itself"),
}


def reason(error: BaseException) -> Reason:
    """Say what an error of bleak's, or of what lies beneath it, means."""
    known = _REASONS.get(getattr(getattr(error, "reason", None), "name", ""))
    known = known or _DBUS.get(getattr(error, "dbus_error", ""))
    if known is not None:
        return known
    if type(error).__name__ == "BleakDeviceNotFoundError":
        return _NOT_FOUND
    match error:
        case TimeoutError():
            return _SILENT
        case PermissionError():
            return _DENIED
        case OSError() | EOFError():
            return _NO_SERVICE
        case _:
            text = " ".join(str(error).split()) or type(error).__name__
            return Reason(text, "it is tried again by itself")


# -- one connection ---------------------------------------------------------------------------------


GONE: Final = "the connection is lost"
ANOTHER: Final = "another die answers there"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things may take, in seconds; tests are faster."""

    unit: float = 1.0  # what waits are made of: the first wait between two tries
    growth: float = 1.8  # each further wait is so many times as long
    longest: float = 60.0  # the longest one
    quiet: float = 30.0  # a scan that hears nothing at all for so long is begun anew
    connect: float = 20.0  # a connection comes about within so long
    close: float = 5.0  # and is given back within so long
    look: float = 0.25  # how often a connection is looked at, and time is told
    battery: float = 300.0  # how often a GoDice is asked for its battery

    def wait(self, tries: int) -> float:
        """Return how long to wait after so many tries in vain."""
        return min(self.unit * self.growth ** min(tries, 100), self.longest)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a die was heard last."""

    address: BLEDevice  # what the library connects to
    legacy: bool = False  # it speaks the older protocol of Pixels dice


@dataclass(frozen=True, slots=True)
class Ended:
    """How a connection ended: why, and whether it had come about."""

    why: str
    met: bool


@dataclass(frozen=True, slots=True)
class _Talk:
    """Which characteristics a die is spoken to by, and what it is told first."""

    hears: str
    says: str
    greetings: tuple[bytes, ...]


_PIXELS: Final = _Talk(pixels.WRITE, pixels.NOTIFY, (pixels.WHO_ARE_YOU,))
_LEGACY: Final = _Talk(pixels.LEGACY_WRITE, pixels.LEGACY_NOTIFY, (pixels.WHO_ARE_YOU,))
_GODICE: Final = _Talk(godice.WRITE, godice.NOTIFY, (godice.set_up(), godice.ASK_BATTERY))


class Link:
    """One connection, used once: a die that comes back gets a new one, after this is closed.

    Args:
        die: who it is.
        place: where it was heard.
        library: makes the client.
        tell: told everything that is heard.
        pace: how long things may take.
    """

    def __init__(
        self,
        die: str,
        place: Place,
        library: Library,
        tell: Callable[[RadioEvent], None],
        pace: Pace,
    ) -> None:
        self._die = die
        self._place = place
        self._library = library
        self._tell = tell
        self._pace = pace
        self._talk = _GODICE
        if die.startswith(PIXELS):
            self._talk = _LEGACY if place.legacy else _PIXELS
        self._over = False
        self._ended = asyncio.Event()
        self._why = GONE

    async def hold(self, one_at_a_time: asyncio.Lock) -> Ended:
        """Connect, and stay so for as long as it lasts.

        Args:
            one_at_a_time: held while it connects: systems refuse to make two connections at once.
        """
        loop = asyncio.get_running_loop()

        def gone(_: Any) -> None:
            loop.call_soon_threadsafe(self._ended.set)

        met = False
        client: BleakClient | None = None
        try:
            client = self._library.client(self._place.address, gone, timeout=self._pace.connect)
            async with one_at_a_time, asyncio.timeout(self._pace.connect):
                await client.connect()
            await self._greet(client)
            met = True
            await self._stay(client)
        except Exception as error:  # noqa: BLE001 - the library lets through whatever lies beneath
            self._why = reason(error).why
        finally:
            self._over = True
            if client is not None:
                await self._close(client)
        return Ended(self._why, met)

    async def _greet(self, client: BleakClient) -> None:
        """Listen and say hello. What is told between is already heard as on a new connection."""
        self._tell(Linked(self._die))
        await client.start_notify(self._talk.says, self._hear)
        for greeting in self._talk.greetings:
            await self._say(client, greeting)

    async def _stay(self, client: BleakClient) -> None:
        clock = asyncio.get_running_loop().time
        asked = clock()
        while not self._ended.is_set() and client.is_connected:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pace.look):
                    await self._ended.wait()
            if self._die.startswith(GODICE) and clock() - asked > self._pace.battery:
                asked = clock()
                await self._say(client, godice.ASK_BATTERY)

    async def _say(self, client: BleakClient, words: bytes) -> None:
        """Write, with an answer where the die gives one."""
        try:
            await client.write_gatt_char(self._talk.hears, words, response=True)
        except Exception:  # noqa: BLE001 - each system refuses in its own way
            await client.write_gatt_char(self._talk.hears, words, response=False)

    async def _close(self, client: BleakClient) -> None:
        """Give it back, so that nothing of it is left to deliver what the next one hears too."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(self._pace.close):
                if client.is_connected:
                    await client.stop_notify(self._talk.says)
        with contextlib.suppress(Exception):
            async with asyncio.timeout(self._pace.close):
                await client.disconnect()

    def _hear(self, _: Any, data: bytearray) -> None:
        if self._over:
            return
        match event := event_of(self._die, bytes(data)):
            case Said(message=pixels.Introduction(identity=who)) if f"{PIXELS}{who.pixel_id:08x}" != self._die:
                self._why, self._over = ANOTHER, True
                self._ended.set()
            case Said() | Garbled():
                self._tell(event)
            case None:
                pass


def event_of(die: str, data: bytes) -> Said | Garbled | None:
    """Return what a die's notification says; None for one that says nothing here."""
    try:
        message = godice.decode(data) if die.startswith(GODICE) else pixels.decode(data)
    except pixels.DecodeError as error:
        return Garbled(die, str(error))
    return None if message is None else Said(die, message)
