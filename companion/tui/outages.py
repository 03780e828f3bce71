"""Which dice sources do not work just now, so that each outage is said once, and its end once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rolls.devices import Device, DeviceState
from companion.tui.widgets.device_words import DICE, back_said
from companion.tui.widgets.lamp import Lamp, Light

if TYPE_CHECKING:
    from companion.rolls.readings import SourceFault


class Outages:
    """Follows the faults that sources hand in, and the states that devices tell of themselves.

    A device's own state is the newer news: once a source has devices, their lamps are shown and
    its fault only opens an outage, which ends when a device of it works again.
    """

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], SourceFault] = {}  # by source and place
        self._down: set[tuple[str, str]] = set()  # devices that were seen down since
        self._worked: set[tuple[str, str]] = set()  # devices that have worked at this table
        self._own: set[str] = set()  # sources whose devices tell their state

    def begin(self, fault: SourceFault) -> str:
        """Take up a fault; return what to say, or nothing for an outage that was said."""
        before = self._open.get((fault.source_id, fault.where))
        self._open[fault.source_id, fault.where] = fault
        return "" if before is not None and before.over == fault.over else str(fault)

    def look(self, devices: tuple[Device, ...]) -> str:
        """Compare with how the devices do now; return what to say of those that work again."""
        self._own = {device.source_id for device in devices}
        failing = {source for source, _ in self._open}
        said = []
        for device in devices:
            who = _who(device)
            if device.state is DeviceState.OK:
                if who in self._down:
                    self._down.discard(who)
                    self._close(device.source_id)
                    said.append(back_said(device, devices, first=who not in self._worked))
                self._worked.add(who)
            elif device.source_id in failing:
                self._down.add(who)
        return " · ".join(said)

    def heard(self, source_id: str) -> str:
        """Note a roll of a source: it works; return what to say of that."""
        if any(source == source_id and one.expected for (source, _), one in self._open.items()):
            return ""
        if any(source == source_id for source, _ in self._down):
            return ""  # its devices tell when they are back
        places = self._close(source_id)
        return f"{' and '.join(places)}: back again" if places else ""

    def lamps(self) -> tuple[Lamp, ...]:
        """Return a lamp for each outage of a source whose devices do not tell their own state."""
        return tuple(
            Lamp(Light.NONE if fault.expected else Light.FAULT, str(fault))
            for (source, _), fault in self._open.items()
            if source not in self._own
        )

    def _close(self, source_id: str) -> list[str]:
        keys = [key for key in self._open if key[0] == source_id]
        for key in keys:
            del self._open[key]
        return [place for _, place in keys]


def _who(device: Device) -> tuple[str, str]:
    """Tell devices apart: a tray by its port, for it says who it is only once it is heard."""
    return device.source_id, device.id if device.sort in DICE else device.where or device.id
