"""Every check there is, in the order in which they are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.doctor import (
    bluetooth,
    cables,
    camera,
    disk,
    files,
    journal,
    program,
    reading,
    speaking,
    terminal,
)
from companion.doctor.examine import Check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.doctor.case import Case
    from companion.doctor.result import Result


def _alone(look: Callable[[Case], Result]) -> Callable[[Case], Iterable[Result]]:
    """Return a check that has one result."""
    return lambda case: (look(case),)


CHECKS: Final = (
    Check(("python", "libraries", "extras"), program.check, 20.0),
    Check(("clock",), program.clock),
    Check(("terminal-size", "terminal-colours", "terminal-text", "terminal-place"), terminal.check),
    Check(("fonts", "pictures"), terminal.fonts),
    Check(("disk-room", "disk-home", "disk-kind"), disk.check, 15.0),
    *(Check((name,), _alone(look), 20.0) for name, look in files.ALL.items()),
    Check(("journal-open", "journal", "tables"), journal.check, journal.LIMIT_S),
    Check(("models", "reading"), reading.check, 60.0),
    Check(("cameras", "camera", "light", "focus", "mat"), camera.check, camera.LIMIT_S),
    Check(("serial", "tray"), cables.check, cables.LIMIT_S),
    Check(("bluetooth",), bluetooth.check, bluetooth.LIMIT_S),
    Check(("voice",), speaking.check),
)

NAMES: Final = tuple(name for check in CHECKS for name in check.names)


def chosen(names: Iterable[str]) -> tuple[Check, ...]:
    """Return the checks that give results of these names; all of them when there are none."""
    wanted = frozenset(names)
    return tuple(check for check in CHECKS if not wanted or wanted & frozenset(check.names))
