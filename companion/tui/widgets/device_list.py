"""The list of devices: a row each, with as many columns as there is room for."""

from collections.abc import Callable
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList

from companion.core.printable import printable
from companion.core.texts import later, retold, tr
from companion.rolls.source import Device, DeviceState
from companion.tui.device_words import DICE, SORTS, battery_text, label, last_text, light_of, low, nobody, whose
from companion.tui.widgets.lamp import STYLES

_MIDDLING: Final = 60
_WIDE: Final = 112
_NOW: Final = later("Now")


class Column(NamedTuple):
    """A column of the list: its title, its cells, and what it says of a device, in which style."""

    title: str
    wide: int
    said: Callable[[Device], str]
    style: Callable[[Device], str] = lambda _: ""


def columns(room: int) -> tuple[Column, ...]:
    """Return the columns for so many cells, but the last one, which has the rest."""
    narrow, wide = room < _MIDDLING, room >= _WIDE
    name = max(6, room // 2 - 2) if narrow else 24 if wide else 18
    first = Column(tr("Device"), name, label, lambda _: "bold")
    what = Column(tr("What"), 12 if wide else 11, _what)
    dice = Column(tr("Dice"), 16, whose)
    battery = Column(tr("Battery"), 11 if wide else 10, battery_text, _battery_style)
    last = Column(tr("Last roll"), 14 if wide else 9, _last)
    if narrow:
        return (first,)
    return (first, what, dice, battery, last) if wide else (first, what, battery, last)


def _battery_style(device: Device) -> str:
    return "$warning" if low(device) else ""


def heading(room: int) -> Content:
    """Return the titles of the columns."""
    cells = [_cell(tr(one.title), one.wide) for one in columns(room)]
    return Content.styled(" ".join(["  ", *cells, tr(_NOW)])[1:], "dim")


def row(device: Device, room: int) -> Content:
    """Draw a device in one line of so many cells."""
    light = light_of(device)
    away = "$text-muted" if device.state is DeviceState.OVER else ""
    parts: list[str | tuple[str, str]] = [("● ", STYLES[light])]
    used = 2
    for one in columns(room):
        own = one.style(device)
        style = own if own == "$warning" else away or own  # a warning is not for fading
        parts += [(_cell(one.said(device), one.wide), style), " "]
        used += one.wide + 1
    note = printable(retold(device.note))
    now = note if note and device.state is DeviceState.OK else printable(retold(device.text))
    style = away or ("$warning" if now == note else "")
    parts.append((_cell(now, max(1, room - used)), style))
    return Content.assemble(*parts)


def _what(device: Device) -> str:
    return "" if nobody(device) and device.sort in DICE else tr(SORTS[device.sort])


def _last(device: Device) -> str:
    """Say the faces alone where the column of dice says the kind."""
    said = last_text(device.last)
    return said if "," in said else said.rpartition(" ")[2]


def _cell(text: str, wide: int) -> str:
    """Cut or fill a text to so many cells."""
    if cell_len(text) <= wide:
        return set_cell_size(text, wide)
    return set_cell_size(text, wide - 1) + "…"


class DeviceList(OptionList):
    """Lists devices; Enter or a click picks one."""

    class Picked(Message):
        """A device was picked."""

        def __init__(self, device: Device) -> None:
            self.device = device
            super().__init__()

    class Wider(Message):
        """The list has another width."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, markup=False)
        self.devices: tuple[Device, ...] = ()

    @property
    def room(self) -> int:
        """Cells of a row."""
        return self.scrollable_content_region.width

    @property
    def chosen(self) -> Device | None:
        """The highlighted device."""
        at = self.highlighted
        return self.devices[at] if at is not None and at < len(self.devices) else None

    def show(self, devices: tuple[Device, ...]) -> None:
        """List other devices; a row that did not change is not drawn again."""
        before, chosen = self.devices, self.chosen
        if devices == before:
            return
        self.devices = devices
        if [one.id for one in devices] == [one.id for one in before]:
            for at, (one, old) in enumerate(zip(devices, before, strict=True)):
                if one != old:
                    self.replace_option_prompt_at_index(at, row(one, self.room))
            return
        self.clear_options().add_options(row(one, self.room) for one in devices)
        ids = [one.id for one in devices]
        found = ids.index(chosen.id) if chosen is not None and chosen.id in ids else 0
        self.highlighted = found if devices else None

    def on_resize(self) -> None:
        """Draw all rows for the new width."""
        for at, one in enumerate(self.devices):
            self.replace_option_prompt_at_index(at, row(one, self.room))
        self.post_message(self.Wider())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Say which device it was."""
        event.stop()
        if event.option_index < len(self.devices):
            self.post_message(self.Picked(self.devices[event.option_index]))
