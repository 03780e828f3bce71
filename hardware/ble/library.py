"""The part of bleak that is used here, what its many errors mean, and having it at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from hardware.ble.events import NoLibraryError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LIBRARY: Final = "bleak"


class Advertisement(Protocol):
    """What `bleak.AdvertisementData` has, as far as it is used."""

    @property
    def local_name(self) -> str | None:
        """The name, when it came along."""

    @property
    def manufacturer_data(self) -> Mapping[int, bytes]:
        """Bytes by company."""

    @property
    def service_data(self) -> Mapping[str, bytes]:
        """Bytes by service."""

    @property
    def service_uuids(self) -> Sequence[str]:
        """Services on offer."""


class Place(Protocol):
    """What `bleak.BLEDevice` has, as far as it is used: what to connect to."""

    address: str
    name: str | None


class Scanner(Protocol):
    """What `bleak.BleakScanner` does, as far as it is used."""

    async def start(self) -> None:
        """Begin to call back for every advertisement."""

    async def stop(self) -> None:
        """End it."""


class Client(Protocol):
    """What `bleak.BleakClient` does, as far as it is used."""

    @property
    def is_connected(self) -> bool:
        """Whether the device is there."""

    async def connect(self) -> None:
        """Connect."""

    async def disconnect(self) -> None:
        """Let it go; harmless when it is gone."""

    async def start_notify(
        self, char_specifier: str, callback: Callable[[Any, bytearray], None]
    ) -> None:
        """Have what it says."""

    async def stop_notify(self, char_specifier: str) -> None:
        """Have it no more."""

    async def write_gatt_char(self, char_specifier: str, data: bytes, *, response: bool) -> None:
        """Say something to it."""


class MakeScanner(Protocol):
    """How a scanner comes to be: `bleak.BleakScanner`."""

    def __call__(self, detection_callback: Callable[[Any, Any], None]) -> Scanner:
        """Return one that is not started yet."""


class MakeClient(Protocol):
    """How a client comes to be: `bleak.BleakClient`."""

    def __call__(
        self,
        address_or_ble_device: Any,
        disconnected_callback: Callable[[Any], None],
        *,
        timeout: float,
    ) -> Client:
        """Return one that is not connected yet."""


@dataclass(frozen=True, slots=True)
class Library:
    """Bleak, or what stands in for it in tests.

    Attributes:
        scanner: makes scanners.
        client: makes clients.
    """

    scanner: MakeScanner
    client: MakeClient


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
    return Library(cast("MakeScanner", bleak.BleakScanner), cast("MakeClient", bleak.BleakClient))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something did not work, and what people can do, in a line."""

    why: str
    todo: str


_OFF: Final = Reason("Bluetooth is switched off", "switch it on; it is tried again by itself")
_DENIED: Final = Reason(
    "this program may not use Bluetooth", "allow it in the system's settings for privacy"
)
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
    "org.bluez.Error.InProgress": Reason(
        "Bluetooth is busy with something else", "it is tried again by itself"
    ),
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
