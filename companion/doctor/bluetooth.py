"""Bluetooth: whether its library, its radio and its service are there. Never waits for long."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.doctor.result import Level, Result
from companion.system.libraries import add_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.doctor.case import Case
    from hardware.ble.library import Library, Reason

LIMIT_S: Final = 15.0
_START_S: Final = 6.0
_STOP_S: Final = 3.0


def check(case: Case) -> Iterator[Result]:
    """Look for the library, then the radio, then have it listen for a moment."""
    data: dict[str, object] = {"library": case.edges.radio is not None or _has_library()}
    if not data["library"]:
        said = tr("the library for Bluetooth dice is not installed")
        yield Result(
            "bluetooth",
            Level.NOTE,
            said,
            tr("only if you have such dice: {command}", command=add_command(("bleak",))),
            data,
        )
        return
    if case.edges.platform.startswith("linux"):
        data["radios"] = radios = _radios(case)
        if not radios:
            said = tr("this machine has no Bluetooth radio")
            yield Result(
                "bluetooth", Level.NOTE, said, tr("only if you have such dice: plug one in"), data
            )
            return
    trouble = asyncio.run(_listen(case.edges.radio or _library(), case.pace))
    if trouble is None:
        yield Result("bluetooth", Level.OK, tr("it listens"), "", data)
        return
    yield Result("bluetooth", Level.WARNING, trouble.why, trouble.todo, data, (trouble.why,))


def _has_library() -> bool:
    with suppress(ImportError, ValueError):
        return find_spec("bleak") is not None
    return False


def _radios(case: Case) -> list[str]:
    folder = case.edges.sys / "class" / "bluetooth"
    with suppress(OSError):
        return sorted(path.name for path in folder.iterdir() if path.name.startswith("hci"))
    return []


def _library() -> Library:
    from hardware.ble.library import load

    return load()


async def _listen(library: Library, pace: float) -> Reason | None:
    """Start listening and stop at once; return what kept it from that."""
    from hardware.ble.library import reason

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
