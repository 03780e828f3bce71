"""All checks, and running them one after another, none of them for longer than it may take.

Each check runs in a thread of its own that can be given up: a driver that never answers is a result
and does not end the examination.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.doctor import camera, devices, disk, files, journal, program, terminal
from companion.doctor.case import Case, Result, problem, why_of

_LOOK_S: Final = 0.1  # Waits are cut into pieces this short, so that Ctrl-C is noticed


@dataclass(frozen=True, slots=True)
class Check:
    """One check, or some that share what they look at."""

    names: tuple[str, ...]  # of its results, in order; the first stands for it when it fails as a whole
    run: Callable[[Case], Iterable[Result]]  # looks, and gives a result for each thing found
    limit: float = 10.0  # seconds that it may take


def _alone(look: Callable[[Case], Result]) -> Callable[[Case], Iterable[Result]]:
    return lambda case: (look(case),)


CHECKS: Final = (
    Check(("python", "libraries", "extras"), program.check, 20.0),
    Check(("clock",), program.clock),
    Check(("terminal-size", "terminal-colours", "terminal-text", "terminal-place"), terminal.check),
    Check(("fonts", "pictures"), terminal.fonts),
    Check(("disk-room", "disk-home", "disk-kind"), disk.check, 15.0),
    *(Check((name,), _alone(look), 20.0) for name, look in files.ALL.items()),
    Check(("journal-open", "journal", "tables"), journal.check, 120.0),
    Check(("models", "reading"), program.networks, 60.0),
    Check(("cameras", "camera", "light", "focus", "mat"), camera.check, 40.0),
    Check(("serial", "tray"), devices.cables, 30.0),
    Check(("bluetooth",), devices.bluetooth, 15.0),
    Check(("voice",), devices.voice),
)

NAMES: Final = tuple(name for check in CHECKS for name in check.names)


def chosen(names: Iterable[str]) -> tuple[Check, ...]:
    """Return the checks that give results of these names; all of them when there are none."""
    wanted = frozenset(names)
    return tuple(check for check in CHECKS if not wanted or wanted & frozenset(check.names))


def examine(checks: Sequence[Check], case: Case) -> Iterator[Result]:
    """Run checks and give their results as they come."""
    for check in checks:
        yield from _within(check, case)


def _within(check: Check, case: Case) -> Iterator[Result]:
    case = replace(case, given_up=threading.Event())
    found: SimpleQueue[Result | None] = SimpleQueue()

    def work() -> None:
        try:
            for result in check.run(case):
                if case.given_up.is_set():
                    return
                found.put(result)
        except Exception as error:  # noqa: BLE001 - one check that breaks must not hide others
            found.put(_broken(check, error))
        finally:
            found.put(None)

    threading.Thread(target=work, name=f"doctor {check.names[0]}", daemon=True).start()
    limit, given = check.limit * case.pace, set()
    end = monotonic() + limit
    while monotonic() < end:
        with suppress(Empty):
            if (result := found.get(timeout=_LOOK_S)) is None:
                return
            given.add(result.check)
            yield result
    case.given_up.set()
    yield _late(check, given, limit)


def _broken(check: Check, error: Exception) -> Result:
    """Return that a check failed; what it looks at may be well."""
    why = why_of(error, CompanionError, OSError)
    text = tr("could not be checked: {why}", why=why)
    todo = tr("fix the cause named here, or report it with a support bundle")
    return problem(check.names[0], text, todo, {"error": type(error).__name__}, why)


def _late(check: Check, given: set[str], limit: float) -> Result:
    name = next((name for name in check.names if name not in given), check.names[-1])
    text = tr("no answer within {seconds} seconds", seconds=f"{limit:g}")
    todo = tr("unplug the device and plug it in again, or restart the machine; then look once more")
    return problem(name, text, todo, {"limit": limit})
