"""Opening trays and Bluetooth dice by the words people give. What cannot be had is no refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.errors import CompanionError, UsageError
from companion.core.texts import tr
from companion.rolls.devices import Device, DeviceState, Sort
from companion.rolls.readings import SourceFault, SourceKind
from companion.sources.base import Forgetful, Handover
from companion.sources.tray_places import AUTO
from companion.system.libraries import add_command

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from companion.rolls.devices import Book
    from companion.rolls.source import Listener, RollSource

TRAY: Final = "tray:"
PRINTED: Final = "printed:"
DICE: Final = "dice"

_BARE: Final = ("/dev/tty", "/dev/cu.", "/dev/rfcomm", "/dev/pts/", "/dev/serial/")
_SCHEMES: Final = ("socket://", "rfc2217://", "loop://", "spy://", "hwgrep://")


def is_device(spec: str) -> bool:
    """Tell whether words name a tray or Bluetooth dice, and not a camera or a file."""
    return spec == DICE or spec.startswith((TRAY, PRINTED, f"{DICE}:")) or is_port(spec)


def is_port(spec: str) -> bool:
    """Tell whether words name a serial port by themselves."""
    com = spec[:3].upper() == "COM" and spec[3:].isdecimal()
    return com or spec.lower().startswith((*_BARE, *_SCHEMES))


def open_watched(
    spec: str,
    known: Mapping[tuple[str, str], int],
    book: Book | None,
    run: str,
    profiles: Path | None = None,
) -> RollSource:
    """Open what `tableside watch` was given, when `is_device` says so; see `open_tray`.

    Raises:
        UsageError: the words make no sense.
        CompanionError: there is no radio for Bluetooth dice.
    """
    if spec == DICE or spec.startswith(f"{DICE}:"):
        return _dice(spec.removeprefix(DICE).removeprefix(":"), book, run)
    return open_tray(spec, known, book, run, profiles)


def open_tray(
    spec: str,
    known: Mapping[tuple[str, str], int],
    book: Book | None,
    run: str,
    profiles: Path | None = None,
) -> RollSource:
    """Open a tray; one that is not there is waited for.

    Args:
        spec: `auto`, a port, the name or id of a tray in the book, or
            `printed:PORT?kind=d10&profile=NAME`.
        known: see `TraySource`.
        book: the devices that were met.
        run: tells this run of the program apart from all others.
        profiles: file of people's own profiles of trays that print; None for none.

    Raises:
        UsageError: the words make no sense.
        SourceError: the file of profiles cannot be used.
    """
    if spec.startswith(PRINTED):
        from companion.sources.printed import open_printed

        return open_printed(spec.removeprefix(PRINTED), book, run, profiles)
    from companion.sources.tray import TraySource
    from companion.sources.tray_places import AnyPlace, NamedPlace

    port = _met_at(spec, book) or spec.removeprefix(TRAY)
    if not port:
        raise UsageError(
            tr("{spec}: which port? such as tray:/dev/ttyUSB0, tray:COM5 or tray:auto", spec=spec)
        )
    place = AnyPlace(book) if port == AUTO else NamedPlace(port, book)
    return TraySource(port, known, book, run=run, place=place)


def _met_at(spec: str, book: Book | None) -> str:
    """Return where the tray of that name, id or serial was met last; empty when there is none."""
    known = () if book is None else book.all()
    for one in known:
        if one.sort is Sort.TRAY and spec in {one.id, one.id.removeprefix(TRAY), one.name}:
            return one.where
    return ""


def open_dice(spec: str, book: Book | None, run: str) -> RollSource:
    """Open Bluetooth dice; without a radio they show a red lamp, and the game goes on.

    Args:
        spec: `known`, or `simulate:FILE`.
        book: the devices that were met.
        run: as in `open_tray`.
    """
    try:
        return _dice(spec, book, run)
    except CompanionError as error:
        return AbsentSource(SourceKind.BLE, Sort.PIXELS, f"{DICE}:{spec}", str(error))


def _dice(spec: str, book: Book | None, run: str) -> RollSource:
    from companion.sources.ble import BleSource
    from companion.sources.opening import SourceError
    from hardware.ble.events import NoLibraryError
    from hardware.ble.library import LIBRARY
    from hardware.ble.radio import open_radio
    from hardware.errors import HardwareError

    try:
        return BleSource(open_radio(spec), book, run)
    except NoLibraryError as error:
        todo = tr("install it with: {command}", command=add_command((LIBRARY,)))
        raise SourceError(f"{error}; {todo}") from error
    except HardwareError as error:
        raise SourceError(str(error)) from error


class AbsentSource(Forgetful):
    """Stands for a device that cannot be used at all: its lamp is red, and it says why once.

    Args:
        kind: what sort of source it would be.
        sort: what sort of device.
        name: as people named it.
        why: one line.
    """

    at_rest = 0

    def __init__(self, kind: SourceKind, sort: Sort, name: str, why: str) -> None:
        self.kind = kind
        self.source_id = name
        self._device = Device(name, sort, DeviceState.FAULT, why, name)
        self._handover = Handover()

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Nothing can be expected of it."""

    def devices(self) -> tuple[Device, ...]:
        """Return what is missing."""
        return (self._device,)

    def start(self, listener: Listener) -> None:
        """Say why it is not there."""
        self._handover.open(listener)
        fault = SourceFault(
            self.source_id, self._device.text, self.source_id, tr("type the dice"), over=True
        )
        self._handover.hand_in(fault)

    def stop(self) -> None:
        """Nothing is open."""
        self._handover.close()
