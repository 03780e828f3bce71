"""Running checks one after another, none of them for longer than it may take.

Each check runs in a thread of its own that can be given up: a driver that never answers is a finding
and not the end of the examination.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.doctor.result import Level, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from companion.doctor.case import Case

_LOOK_S: Final = 0.1
"""Waits are cut into pieces so short, so that Ctrl-C is heard."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check, or some that share what they look at.

    Attributes:
        names: of its results, in order; the first stands for it when it fails as a whole.
        run: looks, and gives a result for each thing found.
        limit: seconds that it may take.
    """

    names: tuple[str, ...]
    run: Callable[[Case], Iterable[Result]]
    limit: float = 10.0


def examine(checks: Sequence[Check], case: Case) -> Iterator[Result]:
    """Run checks and give their results as they come."""
    for check in checks:
        yield from _within(check, case)


def _within(check: Check, case: Case) -> Iterator[Result]:
    case = replace(case, given_up=threading.Event())
    found: list[Result] = []
    over = threading.Event()

    def work() -> None:
        try:
            for result in check.run(case):
                if case.given_up.is_set():
                    return
                found.append(result)
        except Exception as error:  # noqa: BLE001 - one check that breaks must not hide others
            found.append(_broken(check, error))
        finally:
            over.set()

    threading.Thread(target=work, name=f"doctor {check.names[0]}", daemon=True).start()
    given, end = 0, monotonic() + check.limit * case.pace
    while not over.is_set() and monotonic() < end:
        over.wait(_LOOK_S)
        while given < len(found):
            yield found[given]
            given += 1
    case.given_up.set()
    yield from found[given:]
    if not over.is_set():
        yield _late(check, {result.check for result in found}, check.limit * case.pace)


def _broken(check: Check, error: Exception) -> Result:
    """Say that a check could not be done; what it looks at may be well."""
    known = isinstance(error, CompanionError | OSError)
    why = str(error) if known else f"{type(error).__name__}: {error}"
    why = " ".join(why.split()) or type(error).__name__
    return Result(
        check.names[0],
        Level.PROBLEM,
        tr("could not be looked at: {why}", why=why),
        tr("mend what is said here, or report it with a support bundle"),
        {"error": type(error).__name__},
        (why,),
    )


def _late(check: Check, said: set[str], limit: float) -> Result:
    name = next((name for name in check.names if name not in said), check.names[-1])
    return Result(
        name,
        Level.PROBLEM,
        tr("no answer within {seconds} seconds", seconds=f"{limit:g}"),
        tr("unplug the device and plug it in again, or restart the machine; then look once more"),
        {"limit": limit},
    )
