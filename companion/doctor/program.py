"""The program itself: Python and the libraries against what it needs, the extras, and the clock."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import sqlite3
import sys
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.doctor.result import Level, Result
from companion.journal.store import FILE
from companion.system.libraries import add_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.doctor.case import Case

PYTHON: Final = "3.11"
SQLITE: Final = "3.37"
"""The first that knows strict tables, of which the journal is made."""

_REQUIREMENT: Final = re.compile(
    r"\s*([A-Za-z0-9._-]+)\s*(?:\[[^]]*\])?\s*\(?([^;)]*)\)?\s*(?:;(.*))?"
)
_FLOOR: Final = re.compile(r">=\s*([0-9][0-9.]*)")
_EXTRA: Final = re.compile(r"""extra\s*==\s*['"]([A-Za-z0-9._-]+)['"]""")
_EARLIEST: Final = datetime(2026, 1, 1, tzinfo=UTC)
_LATEST: Final = datetime(2100, 1, 1, tzinfo=UTC)
_AHEAD: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A library that is needed.

    Attributes:
        name: of its distribution.
        floor: the oldest version that does; empty for any.
        extra: the extra that needs it; empty for what is always needed.
    """

    name: str
    floor: str = ""
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a library does.

    Attributes:
        needed: what is needed.
        installed: the version that is there; empty for none.
    """

    needed: Requirement
    installed: str

    @property
    def fine(self) -> bool:
        """Whether it is there and new enough."""
        return bool(self.installed) and not older(self.installed, self.needed.floor)


def requirement(text: str) -> Requirement | None:
    """Read a line of a package's metadata, such as `bleak>=3.0; extra == "ble"`; None for nonsense."""
    found = _REQUIREMENT.match(text)
    if found is None:
        return None
    floor, extra = _FLOOR.search(found[2] or ""), _EXTRA.search(found[3] or "")
    return Requirement(found[1], floor[1] if floor else "", extra[1] if extra else "")


def older(version: str, floor: str) -> bool:
    """Tell whether a version is below a floor; what follows the leading numbers does not count."""
    return _numbers(version) < _numbers(floor)


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"\d+(?:\.\d+)*", version)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    while numbers and not numbers[-1]:  # 3.0 is 3
        numbers.pop()
    return tuple(numbers)


def standings(distribution: str) -> tuple[Standing, ...]:
    """Return every library that the program names, and what is installed of it.

    Raises:
        PackageNotFoundError: the program runs without being installed.
    """
    lines = _of_checkout(distribution) or importlib.metadata.requires(distribution) or ()
    found = (requirement(line) for line in lines)
    return tuple(Standing(one, _installed(one.name)) for one in found if one is not None)


def _of_checkout(distribution: str) -> list[str]:
    """Return what a checkout asks for; nothing where the program does not run from one.

    What pip wrote down of a checkout when it was installed may be older than the checkout.
    """
    try:
        text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
        project = tomllib.loads(text)["project"]
        if project["name"] != distribution:
            return []
        extras = project.get("optional-dependencies", {})
        needed = [f'{line}; extra == "{name}"' for name, lines in extras.items() for line in lines]
        return [*map(str, project["dependencies"]), *needed]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []


def _installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


# ---------------------------------------------------------------- checks


def check(case: Case) -> Iterator[Result]:
    """Look at Python, SQLite, the libraries and the extras."""
    yield _python(_installed(case.edges.distribution))
    try:
        found = standings(case.edges.distribution)
    except importlib.metadata.PackageNotFoundError:
        yield Result(
            "libraries", Level.NOTE, tr("which libraries are needed cannot be told: not installed"),
            tr("install it with `pip install .`, or `pip install -e .` in a checkout"),
        )  # fmt: skip
        return
    yield _libraries([one for one in found if not one.needed.extra])
    yield _extras([one for one in found if one.needed.extra])


def _python(tableside: str) -> Result:
    python, sqlite = platform.python_version(), sqlite3.sqlite_version
    data = {
        "tableside": tableside or None,
        "python": python,
        "sqlite": sqlite,
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
    }
    said = tr("Tableside {tableside}, Python {python}, SQLite {sqlite}, {system} {machine}", **data)
    if older(python, PYTHON) or sys.maxsize < 2**32:
        todo = tr("install Python {least} or newer, for 64 bits", least=PYTHON)
        return Result("python", Level.PROBLEM, said, todo, data)
    if older(sqlite, SQLITE):
        todo = tr(
            "install a Python with SQLite {least} or newer: the journal needs it", least=SQLITE
        )
        return Result("python", Level.PROBLEM, said, todo, data)
    return Result("python", Level.OK, said, "", data)


def _libraries(found: list[Standing]) -> Result:
    data = {"libraries": [_row(one) for one in found]}
    poor = [one for one in found if not one.fine]
    if poor:
        return Result(
            "libraries", Level.PROBLEM, _said(poor),
            tr("install them again: {command}", command=add_command(_wanted(poor))), data,
        )  # fmt: skip
    said = ", ".join(f"{one.needed.name} {one.installed}" for one in found)
    return Result("libraries", Level.OK, said, "", data)


def _extras(found: list[Standing]) -> Result:
    names = tuple(dict.fromkeys(one.needed.extra for one in found))
    poor = {
        name: [one for one in found if one.needed.extra == name and not one.fine] for name in names
    }
    data = {
        "extras": {name: not poor[name] for name in names},
        "libraries": [_row(one) for one in found],
    }
    there = ", ".join(name for name in names if not poor[name]) or tr("none")
    missing = [name for name in names if poor[name]]
    if not missing:
        return Result("extras", Level.OK, tr("installed: {names}", names=there), "", data)
    said = tr(
        "installed: {names}; not installed: {missing}", names=there, missing=", ".join(missing)
    )
    lacking = [one for name in missing for one in poor[name]]
    todo = tr("for what they bring: {command}", command=add_command(_wanted(lacking)))
    old = [one for name in missing for one in poor[name] if one.installed]
    if old:
        return Result("extras", Level.WARNING, f"{said}; {_said(old)}", todo, data)
    return Result("extras", Level.NOTE, said, todo, data)


def _said(poor: list[Standing]) -> str:
    return ", ".join(
        tr("{name} {installed} is too old ({floor} is needed)", name=one.needed.name,
           installed=one.installed, floor=one.needed.floor)
        if one.installed
        else tr("{name} is missing", name=one.needed.name)
        for one in poor
    )  # fmt: skip


def _wanted(poor: list[Standing]) -> list[str]:
    return [
        f"{one.needed.name}>={one.needed.floor}" if one.needed.floor else one.needed.name
        for one in poor
    ]


def _row(one: Standing) -> dict[str, object]:
    return {"name": one.needed.name, "needed": one.needed.floor or None,
            "installed": one.installed or None, "extra": one.needed.extra or None}  # fmt: skip


def clock(case: Case) -> Iterator[Result]:
    """Look whether the clock may be right: the journal's lines bear its times."""
    now = case.edges.now()
    data: dict[str, object] = {"now": now.isoformat(timespec="seconds")}
    said = tr("{time} UTC", time=f"{now:%Y-%m-%d %H:%M}")
    todo = tr("set date and time in the system's settings: tables are sorted by them")
    if not _EARLIEST <= now <= _LATEST:
        yield Result("clock", Level.PROBLEM, said, todo, data)
        return
    try:
        changed = datetime.fromtimestamp((case.home / FILE).stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        yield Result("clock", Level.OK, said, "", data)
        return
    if changed - now > _AHEAD:
        data["journal"] = changed.isoformat(timespec="seconds")
        late = tr(
            "{time} UTC, and the journal was written later than that", time=f"{now:%Y-%m-%d %H:%M}"
        )
        yield Result("clock", Level.WARNING, late, todo, data)
        return
    yield Result("clock", Level.OK, said, "", data)
