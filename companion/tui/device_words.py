"""What is said of a device and of its rolls, in plain words. Pure: values in, text out."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from textwrap import fill
from typing import Final, NamedTuple

from textual.content import Content

from companion.core.dice import kind_name
from companion.core.printable import printable
from companion.core.texts import later, of, retold, tr, trn
from companion.rolls.fairness import Counted, Tallies, Tally, judge
from companion.rolls.source import Device, DeviceState, KnownDevice, Sort
from companion.tui.widgets.lamp import Lamp, Light

LOW: Final = 15  # Percent of battery from which on it is time to charge

BARS: Final = 5  # Parts of a battery's bar

DICE: Final = frozenset({Sort.PIXELS, Sort.GODICE})
"""Sorts that are a die themselves, and know no other."""

_NO_SINGLE_ONE: Final = frozenset({"ble", "dice"})
"""Begin the ids of what stands for all dice with Bluetooth, while none is there."""

_AWAY: Final = later("not connected now")

SORTS: Final = {
    Sort.CAMERA: later("camera"),
    Sort.TRAY: later("dice tray"),
    Sort.PRINTED: later("simple tray"),
    Sort.PIXELS: later("Pixels die"),
    Sort.GODICE: "GoDice",
}
"""What a device is, in words."""

_LIGHTS: Final = {
    DeviceState.OK: Light.LOOKING,
    DeviceState.TRYING: Light.UNSURE,
    DeviceState.FAULT: Light.FAULT,
    DeviceState.OVER: Light.NONE,
}


def apply_names(device: Device, known: KnownDevice | None) -> Device:
    """Give a device the name, kind and seat that people gave it."""
    if known is None:
        return device
    return replace(
        device,
        name=known.name or device.name,
        kind=known.kind or device.kind,
        seat=known.seat or device.seat,
    )


def absent_device(known: KnownDevice) -> Device:
    """Show a device that was met once and is not connected."""
    away = Device(known.id, known.sort, DeviceState.OVER, tr(_AWAY), "", where=known.where)
    return apply_names(away, known)


def list_devices(devices: tuple[Device, ...], known: tuple[KnownDevice, ...]) -> tuple[Device, ...]:
    """Return the devices in use by their sources' order, then those that are only known."""
    by_id = {one.id: one for one in known}
    here = tuple(apply_names(device, by_id.get(device.id)) for device in devices)
    ids = {device.id for device in devices}
    return here + tuple(absent_device(one) for one in known if one.id not in ids)


# -- words -----------------------------------------------------------------------------------------


def label(device: Device) -> str:
    """Return what a device is called: its name, or whose die it is, or what it is."""
    if device.name:
        return printable(device.name.strip())
    if device.sort in DICE and device.seat:
        dice = kind_name(device.kind)
        return printable(tr("{seat}'s {dice}", seat=device.seat, dice=dice))
    return id_text(device.id)


def id_text(device_id: str) -> str:
    """Say who a device is that has no name: `GoDice 1A2B3C` for `godice:1A2B3C`."""
    sort, sign, rest = device_id.partition(":")
    if sort in _NO_SINGLE_ONE:
        return tr("Bluetooth dice")
    if not sign or sort not in set(Sort):
        return printable(device_id)
    return printable(f"{_short(Sort(sort))} {rest}")


def _short(sort: Sort) -> str:
    return tr("tray") if sort in {Sort.TRAY, Sort.PRINTED} else tr(SORTS[sort])


def nobody(device: Device) -> bool:
    """Tell whether it only stands for a device that was not met yet: it cannot be remembered."""
    prefix, _, rest = device.id.partition(":")
    if device.sort is Sort.TRAY:
        return rest in {"", "auto", device.where}  # by its port: it has not said who it is
    return prefix in _NO_SINGLE_ONE or not rest


def whose(device: Device) -> str:
    """Say which dice it is or reads, and whose it is: `Ben's d10`; empty for neither."""
    kind = kind_name(device.kind) if device.kind else ""
    if device.seat:
        return printable(tr("{seat}'s {dice}", seat=device.seat, dice=kind or tr("dice")))
    return printable(kind)


def assigned_text(device: Device, kind: str, seat: str) -> str:
    """Say which dice a device is from now on, and whose; empty where it says so itself, for all."""
    named, dice = label(device), kind_name(kind)
    if seat and kind:
        return tr("{device} is {seat}'s {dice} now.", device=named, seat=seat, dice=dice)
    if seat:
        return tr("{device} is {seat}'s now.", device=named, seat=seat)
    if kind:
        return tr("{device} is everybody's {dice} now.", device=named, dice=dice)
    return tr("{device} is everybody's now.", device=named)


def _dice_said(device: Device) -> str:
    kind = kind_name(device.kind) if device.kind else tr("any")
    owner = tr("{seat}'s", seat=device.seat) if device.seat else tr("everybody's")
    return f"{kind}, {printable(owner)}"


def battery_text(device: Device) -> str:
    """Say how full the battery is: `▰▰▰▰▱ 80%`; empty when the device does not tell."""
    if device.battery is None:
        return ""
    full = min(100, max(0, device.battery))
    parts = (full * BARS + 50) // 100
    bar = "▰" * parts + "▱" * (BARS - parts)
    return f"{bar} {full}%{'+' if device.charging else ''}"


def low(device: Device) -> bool:
    """Tell whether the battery needs charging."""
    return device.battery is not None and device.battery <= LOW and not device.charging


def last_text(last: str) -> str:
    """Say faces as people do: `d10 7`, `Teeth-Die S, D'eye 4`."""
    said = []
    for word in map(printable, last.split()):
        kind, sign, face = word.rpartition("=")
        said.append(f"{kind_name(kind)} {face}" if sign and kind else face)
    return ", ".join(said)


def delivery_text(device: Device) -> str:
    """Say whether a roll can get lost on the way."""
    if device.guaranteed:
        return tr("every roll arrives exactly once")
    if device.sort is Sort.CAMERA:
        return tr("a roll counts once, when the dice lie still")
    return tr("no delivery guarantee: a roll can get lost on the way")


# -- lamps -----------------------------------------------------------------------------------------


def light_of(device: Device) -> Light:
    """Return the colour of a device's lamp."""
    tired = device.state is DeviceState.OK and low(device)
    return Light.UNSURE if tired else _LIGHTS[device.state]


def lamp_of(device: Device, name: str) -> Lamp:
    """Return a device's lamp, in few words, by the name to call it."""
    light = light_of(device)
    if light is Light.LOOKING:
        return Lamp(light, name)
    if device.state is DeviceState.OK:
        return Lamp(light, tr("{name}: battery {battery}%", name=name, battery=device.battery))
    said = printable(retold(device.text))
    brief = tr("trying again") if device.state is DeviceState.TRYING else said.partition(";")[0]
    return Lamp(light, of(name, said), of(name, brief))


def lamps_of(devices: tuple[Device, ...]) -> tuple[Lamp, ...]:
    """Return the lamps of devices, in their order."""
    return tuple(lamp_of(device, brief_label(device, devices)) for device in devices)


def brief_label(device: Device, devices: tuple[Device, ...]) -> str:
    """Return what a device is called; one without a name that is the only tray is `tray`."""
    name = id_text(device.id) if nobody(device) and device.sort in DICE else _short(device.sort)
    alone = sum(_short(one.sort) == _short(device.sort) for one in devices) == 1
    return name if alone and not (device.name or device.seat) else label(device)


def back_text(device: Device, devices: tuple[Device, ...], *, first: bool) -> str:
    """Say that a device works again, or at last."""
    name = brief_label(device, devices)
    if not (device.name or device.seat):
        name = tr("the {device}", device=name)
    return tr("{device} is here", device=name) if first else tr("{device} is back", device=name)


class Detail(NamedTuple):
    """Something about a device: what it is about, what is so, and whether people should look out."""

    what: str
    said: str
    warns: bool = False


def details(device: Device) -> tuple[Detail, ...]:
    """Say everything about a device."""
    battery = battery_text(device).rstrip("+")
    if device.charging:
        battery = tr("{battery} charging", battery=battery).strip()
    elif low(device):
        battery = tr("{battery} please charge it", battery=battery)
    line = ""
    if device.quality is not None:
        counts = asdict(device.quality)
        line = tr("{good} good, {bad} damaged, {resent} sent again, {lost} lost", **counts)
    where = printable(" · ".join(text for text in (device.where, device.id) if text))
    found = (
        Detail(tr("Now"), printable(retold(device.text))),
        Detail(tr("Last roll"), last_text(device.last) or tr("none yet")),
        Detail(tr("Look out"), printable(retold(device.note)), warns=True),
        Detail(tr("Battery"), battery),
        Detail(tr("Rolls"), delivery_text(device)),
        Detail(tr("Line"), line),
        Detail(tr("Dice"), _dice_said(device)),
        Detail(tr("Where"), where),
    )
    return tuple(one for one in found if one.said)


_BARS: Final = "▁▂▃▄▅▆▇█"
_CELL: Final = 4  # Columns that a face has: counts of a long evening have three digits

_ROW: Final = 10  # Faces in a row: twenty would not fit

_WIDE: Final = 70  # Columns of a line of words, for the narrowest screen

_ABOUT: Final = later(
    "How often each face came. Even a fair die is uneven: only many rolls\n"
    "can show more. It is judged only now and then: whoever judges after\n"
    "every roll finds something odd in every die.\n"
)


def fairness_pages(found: Tallies, known: tuple[KnownDevice, ...]) -> list[tuple[str, Content]]:
    """Return titled pages: dice, players, and what read the dice."""
    names = {one.id: label(absent_device(one)) for one in known}
    unmet, none = tr("No die has said yet which one it is."), tr("No roll has counted yet.")
    return [
        (tr("Fair? Die by die"), _page(found.dice, names, unmet)),
        (tr("Fair? Player by player"), _page(found.players, {}, none)),
        (tr("Fair? By device"), _page(found.sources, names, none)),
    ]


def _page(counted: tuple[Counted, ...], names: dict[str, str], none: str) -> Content:
    blocks = [Content.styled(tr(_ABOUT), "dim")]
    blocks += [_block(names.get(one.who) or id_text(one.who), one.tally) for one in counted]
    return Content("\n").join(blocks if counted else [*blocks, Content(none)])


def _block(who: str, tally: Tally) -> Content:
    fairness = judge(tally)
    rolls = trn("{count:,} roll", "{count:,} rolls", tally.n)
    parts: list[str | tuple[str, str]] = [(f"{who} · {kind_name(tally.kind)} · {rolls}\n", "bold $accent")]
    drawn = bars(tally.counts)
    for at in range(0, len(tally.faces), _ROW):
        part = slice(at, at + _ROW)
        parts += [
            (f"{_cells(tally.faces[part])}\n", "bold"),
            f"{_cells(tally.counts[part])}\n",
            (f"{_cells(drawn[part])}\n", "$primary"),
        ]
    said = fill(fairness.words, _WIDE, initial_indent="  ", subsequent_indent="  ")
    parts.append((f"{said}\n", "$warning" if fairness.unusual else "$success"))
    if fairness.checked_at:
        when = tr(
            "judged after {checked_at:,} rolls, again after {again_at:,}",
            checked_at=fairness.checked_at,
            again_at=fairness.again_at,
        )
        parts.append((f"  {when}\n", "dim"))
    return Content.assemble(*parts)


def _cells(row: Iterable[object]) -> str:
    return "".join(str(one).rjust(_CELL) for one in row)


def bars(counts: tuple[int, ...]) -> str:
    """Draw counts as bars; the highest fills its cell, and none is left blank."""
    most = max(counts, default=0)
    if not most:
        return " " * len(counts)
    top = len(_BARS) - 1
    return "".join(_BARS[round(count * top / most)] if count else " " for count in counts)
