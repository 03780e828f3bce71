"""One connection to one die: connecting, listening, greeting, and letting it go again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from hardware.ble import godice, pixels
from hardware.ble.events import GODICE, PIXELS, Garbled, Linked, RadioEvent, Said
from hardware.ble.library import Library, reason

if TYPE_CHECKING:
    from bleak import BleakClient
    from bleak.backends.device import BLEDevice


GONE: Final = "the connection is lost"
ANOTHER: Final = "another die answers there"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things may take, in seconds; tests are faster.

    Attributes:
        unit: what waits are made of: the first wait between two tries.
        growth: each further wait is so many times as long.
        longest: the longest one.
        quiet: a scan that hears nothing at all for so long is begun anew.
        connect: a connection comes about within so long.
        close: and is given back within so long.
        look: how often a connection is looked at, and time is told.
        battery: how often a GoDice is asked for its battery.
    """

    unit: float = 1.0
    growth: float = 1.8
    longest: float = 60.0
    quiet: float = 30.0
    connect: float = 20.0
    close: float = 5.0
    look: float = 0.25
    battery: float = 300.0

    def wait(self, tries: int) -> float:
        """Return how long to wait after so many tries in vain."""
        return min(self.unit * self.growth ** min(tries, 100), self.longest)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a die was heard last.

    Attributes:
        address: what the library connects to.
        legacy: it speaks the older protocol of Pixels dice.
    """

    address: BLEDevice
    legacy: bool = False


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
        message: pixels.Message | godice.Message | None
        if self._die.startswith(GODICE):
            message = godice.decode(bytes(data))
        else:
            try:
                message = pixels.decode(bytes(data))
            except pixels.DecodeError as error:
                self._tell(Garbled(self._die, str(error)))
                return
            if isinstance(message, pixels.Introduction) and self._is_another(message):
                return
        if message is not None:
            self._tell(Said(self._die, message))

    def _is_another(self, introduction: pixels.Introduction) -> bool:
        if f"{PIXELS}{introduction.identity.pixel_id:08x}" == self._die:
            return False
        self._why, self._over = ANOTHER, True
        self._ended.set()
        return True
