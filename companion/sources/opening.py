"""Opening cameras, trays and Bluetooth dice by the words people give.

Errors are the program's own. A tray or dice that cannot be had now are no error: they are waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl

from calibration.addresses import without_secrets
from companion.core.errors import CompanionError, UsageError
from companion.core.texts import later, tr
from companion.rolls.readings import SourceFault, SourceKind
from companion.rolls.source import Device, DeviceState, RollSource, Sort
from companion.sources.base import SourceError, game_kind
from companion.system.libraries import add_command

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from calibration.profile import Profile
    from calibration.zone import RollZone
    from companion.rolls.devicebook import DeviceBook
    from companion.rolls.source import Listener
    from companion.sources.camera import CameraSource
    from companion.sources.cards import CardWatch
    from companion.sources.learning import Learns
    from companion.sources.lookers import UprightLooker
    from companion.sources.printed import PrintedSource
    from hardware.frames import FrameSource
    from hardware.printed.profile import Profile as PrintedProfile
    from vision.reader import DiceReader
    from vision.settle import Looker
    from vision.types import DieSighting, UpAt


DEFAULT_RATE = 25.0
LONGEST_NAME = 60
"""Characters of a source's name that an error repeats where that name cannot be one."""


def open_source_frames(spec: str, *, rate: float = DEFAULT_RATE, patient: bool = False) -> FrameSource:
    """Open frames by a camera's number, an address, a video file, a picture or a folder.

    Args:
        spec: what people typed.
        rate: frames a second that the pictures of a folder stand for.
        patient: a camera or stream that does not answer now is tried again, not refused.

    Raises:
        SourceError: there is nothing of that name, or it gives no pictures.
    """
    from hardware.cameras import open_frames
    from hardware.errors import HardwareError

    try:
        return open_frames(spec, rate=rate, load=_load, patient=patient)
    except HardwareError as error:
        raise SourceError(without_secrets(str(error))) from error
    except (OSError, ValueError) as error:  # no name of a file: too long, or with a NUL in it
        why = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"{_short(spec)}: {why.lower()}") from error


def _short(spec: str) -> str:
    shown = without_secrets(spec)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[:LONGEST_NAME]} ..."


def open_dice_reader() -> DiceReader:
    """Load the program's own dice reader.

    Raises:
        SourceError: a model is missing or broken.
    """
    from vision.errors import VisionError
    from vision.reader import open_reader

    try:
        return open_reader()
    except VisionError as error:
        raise SourceError(str(error)) from error


def open_looker(taught: Path | None, spec: str = "", learns: Learns | None = None) -> UprightLooker:
    """Load the dice reader, with a taught set at hand if its file is named.

    What is learnt of the dice before the camera `spec` lies where `learns` says.

    Raises:
        SourceError: a model is missing or broken, or the set is.
    """
    from companion.sources.learning import Memory
    from companion.sources.lookers import TaughtLooker
    from vision.errors import VisionError
    from vision.taught.bank import open_taught

    reader = open_dice_reader()
    if taught is None and learns is None:
        return reader
    try:
        known = None if taught is None else open_taught(taught, reader.embedder)
    except VisionError as error:
        raise SourceError(str(error)) from error
    return TaughtLooker(reader, known, None if learns is None else Memory(learns, spec, reader.embedder))


def open_camera(
    spec: str,
    *,
    profile: Profile | None = None,
    taught: Path | None = None,
    learns: Learns | None = None,
    deck: Path | None = None,
    dice: bool = True,
) -> CameraSource:
    """Open a camera as a source of rolls, its reader loaded; a clip plays at the pace of life.

    It reads the cards of a deck as well if its file is named, or those alone.
    See `open_source_frames`, `make_camera` and `open_looker`.

    Raises:
        SourceError: it cannot be opened.
    """
    from hardware.recordings import PacedFrames

    cards = open_cards(deck)
    looker = open_looker(taught, spec, learns) if dice else NoDice()
    frames = open_source_frames(spec, patient=True)
    if not frames.live:
        frames = PacedFrames(frames)
    return make_camera(frames, looker, profile, cards=cards)


def open_cards(deck: Path | None) -> CardWatch | None:
    """Load a deck that was taught if its file is named; raises `SourceError`: it is damaged."""
    if deck is None:
        return None
    from companion.sources.cards import CardWatch
    from vision.cards.compare import Ready
    from vision.cards.deck import read_deck
    from vision.errors import TaughtError

    try:
        return CardWatch(Ready(read_deck(deck)))
    except TaughtError as error:
        raise SourceError(str(error)) from error


class NoDice:
    """Looks for no dice: a game may have cards alone."""

    def look(
        self,
        image: NDArray[np.uint8],  # noqa: ARG002 - as every looker
        expect: tuple[str, ...] = (),  # noqa: ARG002 - as every looker
        up: UpAt | None = None,  # noqa: ARG002 - as every looker
    ) -> tuple[DieSighting, ...]:
        """Return none; see `Looker.look`."""
        return ()


def make_camera(
    frames: FrameSource,
    looker: UprightLooker,
    profile: Profile | None,
    *,
    zone: RollZone | None = None,
    cards: CardWatch | None = None,
) -> CameraSource:
    """Make a source of rolls of frames, looked at as the profile of the camera says, if any.

    The zone is where dice count, if elsewhere than there; see `CameraSource`.
    """
    from companion.sources.camera import CameraSource
    from companion.sources.lookers import MatGuard, ProfiledReader, TaughtLooker, gaps_of

    note = "; ".join(gaps_of(looker))
    memory, moved = (looker.memory, looker.moved) if isinstance(looker, TaughtLooker) else (None, None)
    eyes: Looker = looker
    guard = None
    if profile is not None:
        zone, guard = zone or profile.zone, MatGuard(profile)
        eyes = ProfiledReader(looker, profile, zone)
        if memory is not None:
            memory.balance = profile.balance_colours
    return CameraSource(frames, eyes, zone=zone, guard=guard, note=note, memory=memory, moved=moved,
                        cards=cards)  # fmt: skip


def _load(path: Path) -> NDArray[np.uint8]:
    """Read a picture of a folder with the same care as `tableside read`."""
    from hardware.errors import NotAPictureError
    from vision.errors import PictureError
    from vision.pictures import load_picture

    try:
        return load_picture(path)
    except PictureError as error:
        raise NotAPictureError(str(error)) from error


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
    spec: str, known: Mapping[tuple[str, str], int], book: DeviceBook | None, run: str, profiles: Path | None = None
) -> RollSource:
    """Open what `tableside watch` was given, when `is_device` says so; see `open_tray`.

    Raises:
        CompanionError: also when there is no radio for Bluetooth dice.
    """
    if spec == DICE or spec.startswith(f"{DICE}:"):
        return _dice(spec.removeprefix(DICE).removeprefix(":"), book, run)
    return open_tray(spec, known, book, run, profiles)


def open_tray(
    spec: str, known: Mapping[tuple[str, str], int], book: DeviceBook | None, run: str, profiles: Path | None = None
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
        return open_printed(spec.removeprefix(PRINTED), book, run, profiles)
    from companion.sources.tray import TraySource
    from companion.sources.tray_places import AUTO, AnyPlace, NamedPlace

    port = _met_at(spec, book) or spec.removeprefix(TRAY)
    if not port:
        text = later("{spec}: which port? such as tray:/dev/ttyUSB0, tray:COM5 or tray:auto")
        raise UsageError(tr(text, spec=spec))
    place = AnyPlace(book) if port == AUTO else NamedPlace(port, book)
    return TraySource(port, known, book, run=run, place=place)


def open_printed(words: str, book: DeviceBook | None, run: str, own: Path | None = None) -> PrintedSource:
    """Open a tray that prints, by `PORT`, or `PORT?kind=d10&profile=NAME`, each if wanted.

    The profile `auto` is chosen by what is printed, as it is without one; those in people's own
    file come before those that ship. A tray that is not there is waited for; see `open_tray`.

    Raises:
        UsageError: the words make no sense, or there is no such kind or profile.
        SourceError: the file of profiles cannot be used.
    """
    from companion.sources.printed import PrintedSource
    from companion.sources.tray_places import NamedPlace
    from hardware.printed import library
    from hardware.printed.profile import FACES, NAMES

    port, options = _options(words)
    if not port:
        raise UsageError(tr("printed: which port? such as printed:/dev/ttyUSB0?kind=d10"))
    profiles = printed_profiles(own)
    by_name = {profile.name: profile for profile in profiles}
    name, kind = options.get("profile", library.AUTO), game_kind(options.get("kind", "").lower())
    if name != library.AUTO and name not in by_name:
        known = ", ".join((library.AUTO, *by_name))
        text = later("there is no profile called {name!r}; known: {known}")
        raise UsageError(tr(text, name=name, known=known))
    if kind and kind not in FACES:
        text = later("there is no die called {kind!r}; known: {names}")
        raise UsageError(tr(text, kind=kind, names=", ".join(NAMES)))
    opener, profile = NamedPlace(port, book).open, by_name.get(name)
    return PrintedSource(port, profile, kind, book, profiles=profiles, run=run, opener=opener)


def printed_profiles(own: Path | None = None) -> tuple[PrintedProfile, ...]:
    """Return the profiles that a tray can be opened with; those in a file of people's own first.

    Raises:
        SourceError: the file cannot be used; says `FILE:LINE: message`.
    """
    from hardware.printed import library

    if own is None or not own.exists():
        return library.shipped_profiles()
    try:
        return library.with_own(library.read(own))
    except library.ProfileError as error:
        raise SourceError(str(error)) from None


def _options(words: str) -> tuple[str, dict[str, str]]:
    """Take `?kind=...&profile=...` off; a port's own address may have a `?` as well."""
    port, sign, rest = words.rpartition("?")
    pairs = parse_qsl(rest, keep_blank_values=True)
    if not sign or not pairs or not {key for key, _ in pairs} <= {"kind", "profile"}:
        return words, {}
    return port, dict(pairs)


def _met_at(spec: str, book: DeviceBook | None) -> str:
    """Return where the tray of that name, id or serial was met last; empty when there is none."""
    for one in () if book is None else book.all():
        if one.sort is Sort.TRAY and spec in {one.id, one.id.removeprefix(TRAY), one.name}:
            return one.where
    return ""


def open_dice(spec: str, book: DeviceBook | None, run: str) -> RollSource:
    """Open Bluetooth dice by `known`, or `simulate:FILE`; see `open_tray`.

    Without a radio they show a red lamp, and the game goes on.
    """
    try:
        return _dice(spec, book, run)
    except CompanionError as error:
        return AbsentSource(SourceKind.BLE, Sort.PIXELS, f"{DICE}:{spec}", str(error))


def _dice(spec: str, book: DeviceBook | None, run: str) -> RollSource:
    from companion.sources.ble import BleSource
    from hardware.ble.events import NoLibraryError
    from hardware.ble.links import LIBRARY
    from hardware.ble.radio import open_radio
    from hardware.errors import HardwareError

    try:
        return BleSource(open_radio(spec), book, run)
    except NoLibraryError as error:
        todo = tr("install it with: {command}", command=add_command((LIBRARY,)))
        raise SourceError(f"{error}; {todo}") from error
    except HardwareError as error:
        raise SourceError(str(error)) from error


class AbsentSource(RollSource):
    """Stands for a device that cannot be used at all: its lamp is red, and it says why once."""

    def __init__(self, kind: SourceKind, sort: Sort, name: str, why: str) -> None:
        super().__init__(name)
        self.kind = kind
        self._device = Device(name, sort, DeviceState.FAULT, why, name)

    def devices(self) -> tuple[Device, ...]:
        """Return what is missing."""
        return (self._device,)

    def start(self, listener: Listener) -> None:
        """Say why it is not there."""
        super().start(listener)
        name, why = self.source_id, self._device.text
        self._hand_in(SourceFault(name, why, name, tr("type the dice"), over=True))
