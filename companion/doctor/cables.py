"""Serial ports: which there are, whether they may be used, and whether a tray answers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.doctor.result import Level, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.doctor.case import Case
    from hardware.ports import Greeting, PortInfo

LIMIT_S: Final = 30.0
_LISTING_S: Final = 8.0
_OPENING_S: Final = 10.0
_GREETING_S: Final = 4.0


def check(case: Case) -> Iterator[Result]:
    """List the ports without opening any; greet the tray that was named."""
    yield _ports(case)
    if case.tray:
        yield _tray(case.tray)


def _ports(case: Case) -> Result:
    from hardware.ports import PortError, listed

    try:
        found = listed(case.edges.ports or _there, _LISTING_S)
    except PortError as error:
        todo = tr("name the tray's port: tableside play ... --tray PORT")
        return Result("serial", Level.WARNING, str(error), todo)
    rows = [{"port": port.device, "name": port.name, "allowed": _allowed(port)} for port in found]
    data: dict[str, object] = {"ports": rows}
    quoted = tuple(word for port in found for word in (port.name, port.identity) if word)
    if not found:
        return Result(
            "serial", Level.OK, tr("no serial port; a dice tray is plugged in by USB"), "", data
        )
    refused = [port for port in found if not _allowed(port)]
    if refused:
        return _refused(refused[0], data, quoted)
    said = ", ".join(f"{port.device} ({port.name})" if port.name else port.device for port in found)
    return Result(
        "serial", Level.OK, said, tr("to ask who answers there: tableside tray"), data, quoted
    )


def _there() -> tuple[PortInfo, ...]:
    from hardware.ports import ports

    return ports()


def _allowed(port: PortInfo) -> bool:
    """Tell whether a port may be opened, as far as that can be told without opening it."""
    return os.name != "posix" or os.access(port.device, os.R_OK | os.W_OK)


def _refused(port: PortInfo, data: dict[str, object], quoted: tuple[str, ...]) -> Result:
    group, member = _group(Path(port.device))
    data = {**data, "group": group or None, "member": member}
    said = tr("you may not use {port}", port=port.device)
    if member:
        todo = tr("you were added to the group {group}: log out and in again", group=group)
    elif group:
        todo = tr(
            "add yourself to its group (sudo usermod -aG {group} $USER) and log in again",
            group=group,
        )
    else:
        todo = tr("ask whoever runs this machine for the right to use it")
    return Result("serial", Level.PROBLEM, said, todo, data, quoted)


def _group(device: Path) -> tuple[str, bool]:
    """Return the group that may use a device, and whether the user is in it by the system's book."""
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
    data: dict[str, object] = {"port": port, "answer": found.answer.value}
    quoted = tuple(word for word in (found.text,) if word)
    match found.answer:
        case Answer.TRAY:
            return _met(found, data)
        case Answer.OTHER:
            return Result(
                "tray",
                Level.PROBLEM,
                found.text,
                tr("bring tray or Tableside up to date"),
                data,
                quoted,
            )
        case Answer.LINES:
            said = tr(
                "{port} prints lines and is no DTP/1 tray: {text}", port=port, text=found.text
            )
            todo = tr("it may do as a tray that prints: --tray {port} (docs/devices.md)", port=port)
            return Result("tray", Level.NOTE, said, todo, data, quoted)
        case Answer.SILENT:
            said = tr("{port} opens, and nobody answers", port=port)
            return Result(
                "tray", Level.PROBLEM, said, tr("is it switched on, and is it a dice tray?"), data
            )
        case Answer.REFUSED:
            what, _, todo = found.text.partition("; ")
            return Result("tray", Level.PROBLEM, f"{port}: {what}", todo, data, quoted)


def _met(found: Greeting, data: dict[str, object]) -> Result:
    hello = found.hello
    serial = "" if hello is None else hello.serial
    data |= {"serial": serial}
    return Result("tray", Level.OK, tr("the tray {serial} answers at {port}", serial=serial, port=found.url),
                  "", data, (serial,))  # fmt: skip
