"""Devices that are plugged in or near: serial ports and trays, Bluetooth, the voice."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.core.texts import later, tr
from companion.doctor.case import Case, Data, Level, Result, note, ok, problem, warning
from companion.system.libraries import add_command

if TYPE_CHECKING:
    from hardware.ble.links import Library, Reason
    from hardware.ports import PortInfo

_LISTING_S: Final = 8.0
_OPENING_S: Final = 10.0
_GREETING_S: Final = 4.0
_START_S: Final = 6.0
_STOP_S: Final = 3.0


# ---------------------------------------------------------------- serial ports


def cables(case: Case) -> Iterator[Result]:
    """List the ports without opening any; greet the tray that was named."""
    yield _ports(case)
    if case.tray:
        yield _tray(case.tray)


def _ports(case: Case) -> Result:
    from hardware.ports import PortError, list_in_time, ports

    try:
        found = list_in_time(case.edges.ports or ports, _LISTING_S)
    except PortError as error:
        todo = tr("name the tray's port: tableside play ... --tray PORT")
        return warning("serial", str(error), todo)
    rows = [{"port": port.device, "name": port.name, "allowed": _allowed(port)} for port in found]
    data: Data = {"ports": rows}
    quoted = tuple(word for port in found for word in (port.name, port.identity) if word)
    if not found:
        return ok("serial", tr("no serial port; a dice tray is plugged in by USB"), data)
    refused = next((port for port in found if not _allowed(port)), None)
    if refused is None:
        named = (f"{port.device} ({port.name})" if port.name else port.device for port in found)
        todo = tr("to ask who answers there: tableside tray")
        return Result("serial", Level.OK, ", ".join(named), todo, data, quoted)
    group, member = _group(Path(refused.device))
    data |= {"group": group or None, "member": member}
    todo = tr("ask whoever runs this machine for the right to use it")
    if member:
        todo = tr("you were added to the group {group}: log out and in again", group=group)
    elif group:
        todo = tr("add yourself to its group (sudo usermod -aG {group} $USER) and log in again",
                  group=group)  # fmt: skip
    return problem("serial", tr("you may not use {port}", port=refused.device), todo, data, *quoted)


def _allowed(port: PortInfo) -> bool:
    """Tell whether a port may be opened, as far as that is known without opening it."""
    return os.name != "posix" or os.access(port.device, os.R_OK | os.W_OK)


def _group(device: Path) -> tuple[str, bool]:
    """Return the group that may use a device, and whether the system lists the user in it."""
    try:
        import grp
        import pwd

        group = grp.getgrgid(device.stat().st_gid)
        user = pwd.getpwuid(os.getuid())
    except (ImportError, KeyError, OSError):
        return "", False
    return group.gr_name, user.pw_name in group.gr_mem or user.pw_gid == group.gr_gid


def _tray(port: str) -> Result:
    from hardware.ports import Answer, greet

    found = greet(port, _GREETING_S, patience=_OPENING_S)
    data: Data = {"port": port, "answer": found.answer.value}
    quoted = (found.text,) if found.text else ()
    match found.answer:
        case Answer.TRAY:
            serial = "" if found.hello is None else found.hello.serial
            text = tr("the tray {serial} answers at {port}", serial=serial, port=found.url)
            return ok("tray", text, data | {"serial": serial}, serial)
        case Answer.OTHER:
            return problem("tray", found.text, tr("update the tray or Tableside"), data, *quoted)
        case Answer.LINES:
            text = later("{port} prints lines and is no DTP/1 tray: {text}")
            todo = later("it may work as a tray that prints: --tray {port} (docs/devices.md)")
            said = tr(text, port=port, text=found.text)
            return note("tray", said, tr(todo, port=port), data, *quoted)
        case Answer.SILENT:
            text = tr("{port} opens, but there is no answer", port=port)
            return problem("tray", text, tr("is it switched on, and is it a dice tray?"), data)
        case Answer.REFUSED:
            what, _, todo = found.text.partition("; ")
            return problem("tray", f"{port}: {what}", todo, data, *quoted)


# ---------------------------------------------------------------- Bluetooth


def bluetooth(case: Case) -> Iterator[Result]:
    """Look for the library, then the radio, then have it listen for a moment."""
    data: Data = {"library": case.edges.radio is not None or _has_library()}
    if not data["library"]:
        todo = tr("only if you have such dice: {command}", command=add_command(("bleak",)))
        yield note("bluetooth", tr("the library for Bluetooth dice is not installed"), todo, data)
        return
    if case.edges.platform.startswith("linux"):
        radios = (case.edges.sys / "class" / "bluetooth").glob("hci*")
        data["radios"] = sorted(path.name for path in radios)
        if not data["radios"]:
            todo = tr("only if you have such dice: plug one in")
            yield note("bluetooth", tr("this machine has no Bluetooth radio"), todo, data)
            return
    from hardware.ble.links import load

    trouble = asyncio.run(_listen(case.edges.radio or load(), case.pace))
    if trouble is None:
        yield ok("bluetooth", tr("it listens"), data)
    else:
        yield warning("bluetooth", trouble.why, trouble.todo, data, trouble.why)


def _has_library() -> bool:
    with suppress(ImportError, ValueError):
        return find_spec("bleak") is not None
    return False


async def _listen(library: Library, pace: float) -> Reason | None:
    """Start listening and stop at once; return what prevented it."""
    from hardware.ble.links import reason

    scanner = None
    try:
        scanner = library.scanner(lambda *_: None)
        async with asyncio.timeout(_START_S * pace):
            await scanner.start()
    except Exception as error:  # noqa: BLE001 - the library lets through whatever lies beneath
        return reason(error)
    finally:
        if scanner is not None:
            with suppress(Exception):
                async with asyncio.timeout(_STOP_S * pace):
                    await scanner.stop()
    return None


# ---------------------------------------------------------------- the voice


def voice(case: Case) -> Iterator[Result]:
    """Look for a voice; it says nothing."""
    from hardware.voices import find_voice

    if found := find_voice(case.edges.platform):
        yield ok("voice", tr("{name} speaks", name=found.name), {"voice": found.name})
        return
    todo = tr("only if you want it spoken: install espeak-ng")
    yield note("voice", tr("no voice was found; the table stays silent"), todo, {"voice": None})
