"""Bleak: having it at all, and what its many errors mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware.ble.events import NoLibraryError

if TYPE_CHECKING:
    from bleak import BleakClient, BleakScanner

LIBRARY: Final = "bleak"


@dataclass(frozen=True, slots=True)
class Library:
    """Bleak, or what stands in for it in tests.

    Attributes:
        scanner: makes scanners.
        client: makes clients.
    """

    scanner: type[BleakScanner]
    client: type[BleakClient]


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
