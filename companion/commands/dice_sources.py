"""Where a table's dice come from, opened together: camera, script, tray and Bluetooth dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.journal.store import FILE, Journal
from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import SourceKind
from companion.rolls.source import RollSource, Sort
from companion.tui.host import PHONE
from companion.tui.widgets.lamp import Lamp, Light

if TYPE_CHECKING:
    from calibration.profile import Profile
    from companion.sources.camera import CameraSource
    from companion.sources.learning import Learns
    from companion.tui.live import Opened
    from companion.tui.widgets.picture import Pixels


class CameraEyes:
    """Shows a camera's lamp and its last picture."""

    def __init__(self, camera: CameraSource) -> None:
        self._camera = camera

    def lamp(self) -> Lamp:
        """Return its state in the screens' colours."""
        from companion.sources.camera import Lamp as Seen

        status = self._camera.status
        lights = {
            Seen.LOOKING: Light.LOOKING,
            Seen.OK: Light.LOOKING,
            Seen.MOVING: Light.UNSURE,
            Seen.FAULT: Light.FAULT,
            Seen.ENDED: Light.NONE,
        }
        short = ""
        if status.lamp is Seen.FAULT:
            short = status.health.words if status.health.stops_reading else tr("The camera is gone")
        lying = status.text.split() if status.lamp is Seen.OK else ()
        dice = " ".join(word.partition("=")[2] for word in lying if "=" in word)
        return Lamp(lights[status.lamp], tr(status.text), short, dice)

    def picture(self) -> Pixels | None:
        """Return the dice read last while they lie there, else what the camera sees."""
        from companion.sources.camera import Lamp as Seen

        status = self._camera.status
        if status.lamp in (Seen.OK, Seen.ENDED) and status.crop is not None:
            return status.crop
        return status.preview if status.preview is not None else status.crop


class NoEyes:
    """Stands for a camera that could not be opened: the lamp is red, the keyboard works."""

    def __init__(self, problem: CompanionError) -> None:
        self._lamp = Lamp(Light.FAULT, str(problem), tr("The camera is gone"))

    def lamp(self) -> Lamp:
        """Return the reason in red."""
        return self._lamp

    def picture(self) -> Pixels | None:
        """Return nothing."""
        return None


@dataclass(frozen=True, slots=True)
class Dice:
    """Where rolls come from, apart from the keyboard."""

    camera: str = ""  # a camera's number, an address or a video file; empty for none
    script: tuple[str, ...] = ()  # rolls written down beforehand
    profile: Profile | None = None  # how the camera was calibrated; None for the whole picture as it comes
    deck: Path | None = None  # file of the deck whose cards the camera reads as well, if any
    dice: bool = True  # whether it looks for dice
    taught: Path | None = None  # file of the taught set of dice that is played with, if one is
    tray: str = ""  # a dice tray as `--tray` names it; empty for none
    bluetooth: str = ""  # Bluetooth dice as `--dice` names them; empty for none
    # numbers of the tray's rolls that the journal has already; see `TraySource`
    known: Mapping[tuple[str, str], int] = field(default_factory=dict)
    book: DeviceBook | None = None  # the devices that were met
    printed: Path | None = None  # file of people's own profiles of trays that print; None for none
    learns: Learns | None = None  # what the table learns of its dice; None where it learns nothing
    home: Path = Path()  # folder of the user's data, where a phone's certificate is kept

    def open(self) -> Opened:
        """Open them, which may take seconds; raises `CompanionError` without a camera.

        A tray or dice that do not answer are no error: they are waited for.
        """
        devices = self._open_devices()  # first: only words can be wrong yet, and nothing is open
        try:
            seen, eyes = self._open_seen()
        except CompanionError:
            for device in devices:
                device.stop()
            raise
        return (*seen, *devices), eyes

    def open_or_do_without(self) -> Opened:
        """Open them; what is not there leaves a red lamp and the keyboard."""
        try:
            seen, eyes = self._open_seen()
        except CompanionError as error:
            seen, eyes = (), NoEyes(error)
        try:
            return (*seen, *self._open_devices()), eyes
        except CompanionError as error:
            from companion.sources.opening import AbsentSource

            absent = AbsentSource(SourceKind.TRAY, Sort.TRAY, f"tray:{self.tray}", str(error))
            return (*seen, absent), eyes

    def _open_devices(self) -> tuple[RollSource, ...]:
        from companion.sources.opening import open_dice, open_tray

        run = token_hex(4)
        sources: list[RollSource] = []
        if self.tray:
            sources.append(open_tray(self.tray, self.known, self.book, run, self.printed))
        if self.bluetooth:
            sources.append(open_dice(self.bluetooth, self.book, run))
        return tuple(sources)

    def _open_seen(self) -> Opened:
        from companion.sources.opening import open_camera
        from companion.sources.script import ScriptSource

        script = (ScriptSource(self.script),) if self.script else ()
        if not self.camera:
            return script, None
        if self.camera == PHONE:
            from companion.commands.phone import open_phone

            phones, phone_eyes = open_phone(self)
            return (*script, *phones), phone_eyes
        camera = open_camera(
            self.camera, profile=self.profile, taught=self.taught, learns=self.learns,
            deck=self.deck, dice=self.dice,
        )  # fmt: skip
        return (*script, camera), CameraEyes(camera)


def tray_heads(home: Path) -> Mapping[tuple[str, str], int]:
    """Return which roll comes next of each tray, by the journal of a home folder."""
    from companion.sources.tray import heads

    if not (home / FILE).is_file():
        return {}
    with Journal(home / FILE) as journal:
        return heads(journal.keys(SourceKind.TRAY))
