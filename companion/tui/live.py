"""An open table as its screen holds it: the table, the desk where its dice arrive, and the eyes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from companion.core.actions import Action
from companion.core.texts import later, tr
from companion.rolls.devicebook import DeviceBook
from companion.rolls.fairness import Tallies
from companion.rolls.readings import SourceKind
from companion.rolls.source import Device, DeviceState, Listener, RollSource, Sort
from companion.session.rolldesk import RollDesk
from companion.session.table import Table
from companion.tui.device_words import apply_names, lamps_of
from companion.tui.host import Eyes, PhoneEyes
from companion.tui.widgets.lamp import Lamp, Light, worst_first

if TYPE_CHECKING:
    from companion.tui.widgets.picture import Pixels

Opened = tuple[tuple[RollSource, ...], Eyes | None]
"""Sources, and what can be shown of the camera among them."""

Share = Callable[[str], Callable[[], Path]]
"""Takes up a table for a file to share; what comes back writes it."""


class Voice(Protocol):
    """Says things. Never waits, never raises.

    Attributes:
        problem: why it fell silent, in one line; empty while it speaks.
    """

    problem: str

    def say(self, text: str) -> None:
        """Say a sentence once those before it are said."""

    def close(self) -> None:
        """Stop for good."""


class Venue(Protocol):
    """The venue to which a table publishes what everybody may see.

    Attributes:
        trouble: why nothing arrives there at this moment, in one line; empty while all is well.
    """

    trouble: str

    def call_judge(self) -> str:
        """Call a judge, or take the call back; return in words what was done."""

    def leave(self) -> str:
        """Leave it for good; return in words what was done."""

    def close(self) -> None:
        """End, once what is left was sent or a moment has passed."""


NO_VOICE: Final = later("This computer has no voice: install espeak-ng, then switch it on again.")


class Live:
    """One open table with its dice. Belongs to the screens' own thread.

    Args:
        table: the table.
        desk: where readings answer the table's requests; knows the sources.
        eyes: what can be shown of the camera, when there is one.
        closing: gives back what the command opened besides the sources, such as the journal.
        book: the devices that were met; None where none are remembered.
        tallies: counts what was rolled; slow, called from a thread of its own. None where nothing
            is counted.
        voices: finds the system's voice when it is first wanted; None when there is none.
        share: takes up the table as it is for a file of a form (see `Host.export`), and returns what
            writes it, in a thread of its own; None where nothing is written.
        camera: opens another camera by what people type, `PHONE` for a phone's browser, nothing for
            none, and remembers it; slow, and may raise `CompanionError`. None where there is none.
        venue: the venue that it publishes to; None where it publishes to none.
        before: what was declared at the last such table, oldest first; nothing where there was none.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all but the first two may be left out
        self,
        table: Table,
        desk: RollDesk,
        eyes: Eyes | None = None,
        closing: Callable[[], None] = lambda: None,
        book: DeviceBook | None = None,
        tallies: Callable[[], Tallies] | None = None,
        voices: Callable[[], Voice | None] = lambda: None,
        share: Share | None = None,
        camera: Callable[[str], Opened] | None = None,
        venue: Venue | None = None,
        before: tuple[Action, ...] = (),
    ) -> None:
        self.table = table
        self.desk = desk
        self.eyes = eyes
        self.book = book
        self._listener: Listener | None = None
        self.tallies = tallies
        self.share = share
        self.camera = camera
        self.venue = venue
        self.before = before
        self._venue_trouble = ""
        self._closing = closing
        self._voices = voices
        self._voice: Voice | None = None
        self._open = True

    def start(self, listener: Listener) -> None:
        """Begin to read dice; `listener` is called from the sources' threads."""
        self._listener = listener
        for source in self.desk.devices.all:
            source.start(listener)

    @property
    def invitation(self) -> PhoneEyes | None:
        """How a phone becomes the camera, where one is to be the camera."""
        return self.eyes if isinstance(self.eyes, PhoneEyes) else None

    def see_with(self, opened: Opened) -> Callable[[], None]:
        """Use another camera from now on; what comes back stops the old one, which may take a while."""
        fresh, eyes = opened
        old = self.desk.devices.change(SourceKind.CAMERA, fresh)
        self.eyes = eyes
        if self._open and self._listener is not None:
            for source in fresh:
                source.start(self._listener)
        else:
            old = (*old, *fresh)

        def stop() -> None:
            for source in old:
                source.stop()

        return stop

    def lamp(self) -> Lamp:
        """Return the state of the camera; without one that of the keyboard, which always works."""
        return Lamp() if self.eyes is None else self.eyes.lamp()

    def devices(self) -> tuple[Device, ...]:
        """Return the devices of all sources as they are now, by the names that people gave them."""
        found = [device for source in self.desk.devices.all for device in source.devices()]
        if self.eyes is not None and not any(one.sort is Sort.CAMERA for one in found):
            found.insert(0, _unopened(self.eyes.lamp()))
        if self.book is None:
            return tuple(found)
        return tuple(apply_names(device, self.book.get(device.id)) for device in found)

    def lamps(self, devices: tuple[Device, ...]) -> tuple[Lamp, ...]:
        """Return a lamp for the camera and each device in use, worst first.

        Without any it is the keyboard's. Dice that are merely near by may be the neighbours'.
        """
        used = (one for one in devices if one.state is not DeviceState.OVER)
        lamps = lamps_of(tuple(one for one in used if one.sort is not Sort.CAMERA))
        if self.eyes is not None:
            lamps = (self.eyes.lamp(), *lamps)
        return worst_first(lamps) or (Lamp(),)

    def picture(self) -> Pixels | None:
        """Return what the camera shows."""
        return None if self.eyes is None else self.eyes.picture()

    # -- the venue --------------------------------------------------------------------------------

    def venue_news(self) -> str:
        """Return what is new of the venue: that it cannot be reached, or can again; mostly nothing."""
        trouble = "" if self.venue is None else self.venue.trouble
        if trouble == self._venue_trouble:
            return ""
        self._venue_trouble = trouble
        return trouble or tr("The venue sees this table.")

    def call_judge(self) -> str:
        """Call a judge, or take the call back; return in words what was done."""
        return "" if self.venue is None else self.venue.call_judge()

    def leave_venue(self) -> str:
        """Leave the venue; return in words what was done."""
        venue, self.venue = self.venue, None
        return "" if venue is None else venue.leave()

    # -- out loud ---------------------------------------------------------------------------------

    @property
    def speaking(self) -> bool:
        """Whether a voice is on and works."""
        return self._voice is not None and not self._voice.problem

    def speak(self, *, on: bool) -> str:
        """Switch the voice on or off; say why it cannot be on, empty when all is well."""
        if self._voice is not None:
            self._voice.close()
        self._voice = self._voices() if on and self._open else None
        return tr(NO_VOICE) if on and self._open and self._voice is None else ""

    def say(self, sentences: tuple[str, ...]) -> None:
        """Say sentences, one after another; without a voice nothing is said."""
        if self._voice is not None:
            for sentence in sentences:
                self._voice.say(sentence)

    def close(self) -> None:
        """Stop the sources and give everything back; twice is harmless."""
        if not self._open:
            return
        self._open = False
        self.speak(on=False)
        for source in self.desk.devices.all:
            source.stop()
        self.desk.close()
        if self.venue is not None:
            self.venue.close()
        self._closing()


_STATES: Final = {
    Light.NONE: DeviceState.OVER,
    Light.LOOKING: DeviceState.OK,
    Light.UNSURE: DeviceState.OK,
    Light.FAULT: DeviceState.FAULT,
}


def _unopened(lamp: Lamp) -> Device:
    """Show a camera of which only the lamp is known, such as one that could not be opened."""
    return Device("camera:", Sort.CAMERA, _STATES[lamp.light], tr(lamp.text), "")
