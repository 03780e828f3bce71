"""Hearing: the one place where readings and faults of all sources come in, and what they change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.message import Message

from companion.core.texts import tr
from companion.rolls.readings import SourceFault, Spread
from companion.rolls.source import DeviceState
from companion.tui.device_words import DICE, back_text
from companion.tui.roll_words import compared_text
from companion.tui.widgets.lamp import NO_DICE, Lamp, Light, worst_first

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.message_pump import MessagePump

    from companion.rolls.readings import Handed, RollReading
    from companion.rolls.source import Device
    from companion.tui.live import Live
    from companion.tui.parts.announcing import Announcing

    Who = tuple[str, str]
    """A device at this table: its source, and what tells it from others of that source."""

    Listener = Callable[[RollReading | None, str], None]
    """Hears of each roll: the roll when it was one to try a device out, and what came of it."""

LOOK_EVERY: Final = 0.2
"""Seconds between two looks at the devices: people see no more, and keys go first."""

MOST_NAMED: Final = 2  # So many devices that work again are named

_FAILING: Final = frozenset({DeviceState.TRYING, DeviceState.FAULT})


class Heard(Message):
    """A source handed something in, from its own thread."""

    def __init__(self, value: Handed) -> None:
        self.value = value
        super().__init__()


class Hearing:
    """Takes what sources hand in, and follows how their devices do; the listener hears of each roll."""

    def __init__(self, live: Live, announcing: Announcing, listener: Listener) -> None:
        self._live = live
        self._announcing = announcing
        self._listener = listener
        self._outages = Outages()
        self.devices = live.devices()

    @property
    def has_dice(self) -> bool:
        """Whether devices are of use at this table: the game has dice, or a camera reads its cards."""
        return bool(self._live.table.match.game.dice) or self._live.desk.cards.in_use

    def start(self, pump: MessagePump) -> None:
        """Begin to read dice: what sources hand in is posted to `pump`, which gives it to `take`."""

        def hand_in(value: Handed) -> None:
            # The sources' threads call this; posting is the one thing they may do.
            pump.post_message(Heard(value))

        self._live.start(hand_in)

    def take(self, value: Handed) -> None:
        """Take up what a source handed in."""
        announcing = self._announcing
        if isinstance(value, SourceFault):
            text = self._outages.begin(value)
            if text:
                announcing.remark(text)
            return
        desk = self._live.desk
        if isinstance(value, Spread):
            announcing.settle(lambda: desk.hear(value))  # draws anew what is offered
            if desk.cards.compared is not None:
                announcing.remark(compared_text(desk.cards.compared, self._live.table))
            return
        back = self._outages.heard(value.source_id)
        tested = desk.devices.testing
        announcing.settle(lambda: desk.hear(value))
        if back:
            announcing.remark(f"{back}\n{announcing.remark_text}".rstrip())
        # A roll that went well leaves nothing to say but what happened.
        history = self._live.table.history()
        news = announcing.reply.text or announcing.remark_text
        news = news or (history[-1].told if history else "")
        self._listener(value if tested and not desk.devices.testing else None, news)

    def look(self) -> str:
        """See how the devices do; return what to say of those that work again."""
        self.devices = self._live.devices()
        return self._outages.look(self.devices) if self.has_dice else ""

    def lamps(self) -> tuple[Lamp, ...]:
        """Return a lamp for each device and for each source that is down, worst first."""
        if not self.has_dice:
            return (NO_DICE,)
        lamps, faults = self._live.lamps(self.devices), self._outages.lamps()
        return worst_first(faults if faults and lamps == (Lamp(),) else (*lamps, *faults))


class Outages:
    """Follows the faults that sources hand in, and the states that devices tell of themselves.

    A device's own state is the newer news: the fault of a source with devices is said, and their
    lamps are shown. A source without devices is down from its fault to its next roll.
    """

    def __init__(self) -> None:
        self._open: dict[str, SourceFault] = {}  # of sources without devices, by source
        self._said: dict[str, set[str]] = {}  # of sources with devices, since all was well
        self._down: set[Who] = set()  # devices seen down after their source had said so
        self._worked: set[Who] = set()  # devices that have worked at this table
        self._own: set[str] = set()  # sources whose devices tell their state

    def begin(self, fault: SourceFault) -> str:
        """Take up a fault; return what to say, or nothing for an outage that was said."""
        source, text = fault.source_id, str(fault)
        if source not in self._own:
            before = self._open.get(source)
            self._open[source] = fault
            return "" if before is not None and str(before) == text else text
        said = self._said.setdefault(source, set())
        known = text in said and any(down == source for down, _ in self._down)
        said.add(text)
        return "" if known else text

    def look(self, devices: tuple[Device, ...]) -> str:
        """Compare with how the devices do now; return what to say of those that work again."""
        self._own = {device.source_id for device in devices}
        for source in self._own & self._open.keys():
            self._said[source] = {str(self._open.pop(source))}
        back = []
        for device in devices:
            who = _who(device)
            if device.state in _FAILING and device.source_id in self._said:
                self._down.add(who)
            if device.state is not DeviceState.OK:
                continue
            if who in self._down:
                self._down.discard(who)
                self._said.pop(device.source_id, None)  # what falls again is said again
                back.append(back_text(device, devices, first=who not in self._worked))
            self._worked.add(who)
        if len(back) > MOST_NAMED:
            return tr("{back} devices work again", back=len(back))
        return " · ".join(back)

    def heard(self, source_id: str) -> str:
        """Note a roll of a source without devices: it works; return what to say of that."""
        fault = self._open.get(source_id)
        if fault is None or fault.expected:
            return ""
        del self._open[source_id]
        return tr("{where}: it works again", where=fault.where)

    def lamps(self) -> tuple[Lamp, ...]:
        """Return a lamp for each source that is down and has no devices to tell."""
        return tuple(Lamp(Light.NONE if fault.expected else Light.FAULT, str(fault)) for fault in self._open.values())


def _who(device: Device) -> Who:
    """Tell devices apart: a tray by its port, for it says who it is only once it is heard."""
    return device.source_id, device.id if device.sort in DICE else device.where or device.id
