"""The program itself: Python, libraries and extras; the clock; the networks that read dice."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import sqlite3
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.core.errors import CompanionError
from companion.core.texts import later, tr
from companion.doctor.case import Case, Data, Result, note, ok, problem, warning
from companion.journal.store import FILE
from companion.system.libraries import add_command

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.reader import DiceReader

PYTHON: Final = "3.11"
SQLITE: Final = "3.37"  # The first that knows strict tables, of which the journal is made

_REQUIREMENT: Final = re.compile(r"\s*([A-Za-z0-9._-]+)\s*(?:\[[^]]*\])?\s*\(?([^;)]*)\)?\s*(?:;(.*))?")
_FLOOR: Final = re.compile(r">=\s*([0-9][0-9.]*)")
_EXTRA: Final = re.compile(r"""extra\s*==\s*['"]([A-Za-z0-9._-]+)['"]""")
_EARLIEST: Final = datetime(2026, 1, 1, tzinfo=UTC)
_LATEST: Final = datetime(2100, 1, 1, tzinfo=UTC)
_AHEAD: Final = timedelta(minutes=10)

NETWORKS: Final = ("find", "read")
KIND: Final = "d10"
KNOWN: Final[Mapping[int, str]] = {16: "4", 40: "9", 64: "3"}
"""Pictures of the demo's clip in which a die lies still, by their number, and its face."""


class Library(NamedTuple):
    """A library that the program names."""

    name: str  # of its distribution
    floor: str = ""  # the oldest version that works; empty for any
    extra: str = ""  # the extra that needs it; empty for what is always needed
    installed: str = ""  # the version that is installed; empty for none

    @property
    def fine(self) -> bool:
        """Whether it is installed and new enough."""
        return bool(self.installed) and not older(self.installed, self.floor)

    def row(self) -> Data:
        """Return the library as in docs/json.md."""
        return {"name": self.name, "needed": self.floor or None,
                "installed": self.installed or None, "extra": self.extra or None}  # fmt: skip


def library(text: str) -> Library | None:
    """Read a line of a package's metadata, such as `bleak>=3.0; extra == "ble"`; None for nonsense."""
    found = _REQUIREMENT.match(text)
    if found is None:
        return None
    floor, extra = _FLOOR.search(found[2] or ""), _EXTRA.search(found[3] or "")
    installed = _installed(found[1])
    return Library(found[1], floor[1] if floor else "", extra[1] if extra else "", installed)


def older(version: str, floor: str) -> bool:
    """Tell whether a version is below a floor; what follows the leading numbers does not count."""
    return _numbers(version) < _numbers(floor)


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"\d+(?:\.\d+)*", version)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    while numbers and not numbers[-1]:  # 3.0 is 3
        numbers.pop()
    return tuple(numbers)


def libraries(distribution: str) -> tuple[Library, ...]:
    """Return every library that the program names; `PackageNotFoundError` if not installed."""
    lines = _of_checkout(distribution) or importlib.metadata.requires(distribution) or ()
    return tuple(one for one in map(library, lines) if one is not None)


def _of_checkout(distribution: str) -> list[str]:
    """Return what a checkout asks for; nothing where the program does not run from one.

    The metadata that pip wrote when it installed a checkout may be older than the checkout.
    """
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
        project = tomllib.loads(text)["project"]
        extras = project.get("optional-dependencies", {})
        needed = [f'{line}; extra == "{name}"' for name, lines in extras.items() for line in lines]
        if project["name"] == distribution:
            return [*map(str, project["dependencies"]), *needed]
    return []


def _installed(name: str) -> str:
    with suppress(importlib.metadata.PackageNotFoundError):
        return importlib.metadata.version(name)
    return ""


# ---------------------------------------------------------------- Python and libraries


def check(case: Case) -> Iterator[Result]:
    """Look at Python, SQLite, the libraries and the extras."""
    yield _python(_installed(case.edges.distribution))
    try:
        found = libraries(case.edges.distribution)
    except importlib.metadata.PackageNotFoundError:
        text = tr("the libraries that are needed are unknown: Tableside is not installed")
        todo = tr("install it with `pip install .`, or `pip install -e .` in a checkout")
        yield note("libraries", text, todo)
        return
    yield _libraries([one for one in found if not one.extra])
    yield _extras([one for one in found if one.extra])


def _python(tableside: str) -> Result:
    python, sqlite = platform.python_version(), sqlite3.sqlite_version
    data: Data = {"tableside": tableside or None, "python": python, "sqlite": sqlite,
                  "system": platform.system(), "release": platform.release(),
                  "machine": platform.machine()}  # fmt: skip
    text = tr("Tableside {tableside}, Python {python}, SQLite {sqlite}, {system} {machine}", **data)
    todo = ""
    if older(python, PYTHON) or sys.maxsize < 2**32:
        todo = tr("install Python {least} or newer, for 64 bits", least=PYTHON)
    elif older(sqlite, SQLITE):
        text_of = later("install a Python with SQLite {least} or newer: the journal needs it")
        todo = tr(text_of, least=SQLITE)
    return problem("python", text, todo, data) if todo else ok("python", text, data)


def _libraries(found: list[Library]) -> Result:
    data: Data = {"libraries": [one.row() for one in found]}
    if poor := [one for one in found if not one.fine]:
        todo = tr("install them again: {command}", command=_command(poor))
        return problem("libraries", _shortcomings(poor), todo, data)
    return ok("libraries", ", ".join(f"{one.name} {one.installed}" for one in found), data)


def _extras(found: list[Library]) -> Result:
    poor = [one for one in found if not one.fine]
    missing = {one.extra for one in poor}
    extras = {one.extra: one.extra not in missing for one in found}
    data: Data = {"extras": extras, "libraries": [one.row() for one in found]}
    there = ", ".join(name for name, fine in extras.items() if fine) or tr("none")
    if not poor:
        return ok("extras", tr("installed: {names}", names=there), data)
    lacking = ", ".join(name for name, fine in extras.items() if not fine)
    text = tr("installed: {names}; not installed: {missing}", names=there, missing=lacking)
    todo = tr("to add them: {command}", command=_command(poor))
    if old := [one for one in poor if one.installed]:
        return warning("extras", tr("{text}; {now}", text=text, now=_shortcomings(old)), todo, data)
    return note("extras", text, todo, data)


def _command(poor: list[Library]) -> str:
    return add_command([f"{one.name}>={one.floor}" if one.floor else one.name for one in poor])


def _shortcomings(poor: list[Library]) -> str:
    old = later("{name} {installed} is too old ({floor} is needed)")
    gone = later("{name} is missing")
    return ", ".join(tr(old if one.installed else gone, **one._asdict()) for one in poor)


# ---------------------------------------------------------------- the clock


def clock(case: Case) -> Iterator[Result]:
    """Look whether the clock may be right: the journal's lines carry its times."""
    now = case.edges.now()
    data: Data = {"now": now.isoformat(timespec="seconds")}
    text = tr("{time} UTC", time=f"{now:%Y-%m-%d %H:%M}")
    todo = tr("set date and time in the system's settings: tables are sorted by them")
    if not _EARLIEST <= now <= _LATEST:
        yield problem("clock", text, todo, data)
        return
    changed = now
    with suppress(OSError, ValueError, OverflowError):
        changed = datetime.fromtimestamp((case.home / FILE).stat().st_mtime, UTC)
    if changed - now <= _AHEAD:
        yield ok("clock", text, data)
    else:
        data["journal"] = changed.isoformat(timespec="seconds")
        late = tr("{time}, and the journal was written later than that", time=text)
        yield warning("clock", late, todo, data)


# ---------------------------------------------------------------- the networks that read dice


def networks(case: Case) -> Iterator[Result]:
    """Compare the networks with their cards, then read pictures of which the dice are known."""
    import models
    from vision.errors import ModelError
    from vision.network import read_card, read_model

    folder = case.edges.models or Path(models.__file__).parent
    rows: list[Data] = []
    try:
        for name in NETWORKS:
            card = read_card(folder / f"{name}.toml")
            read_model(card, folder)
            rows.append({"name": card.name, "version": card.version, "sha256": card.sha256,
                         "size": card.size})  # fmt: skip
    except ModelError as error:
        what, todo = str(error).partition(";")[0], tr("install Tableside again")
        yield problem("models", what, todo, {"networks": rows}, str(folder))
        return
    listed = ", ".join(f"{row['name']} {row['version']}" for row in rows)
    text = tr("they match their cards: {networks}", networks=listed)
    yield ok("models", text, {"networks": rows})
    yield _reading(folder)


def _reading(folder: Path) -> Result:
    from companion.demo.table import shipped_clip
    from vision.errors import VisionError
    from vision.reader import open_reader

    try:
        with shipped_clip() as clip:
            pictures = _pictures(clip)
        begun = perf_counter()
        reader = open_reader(folder)
        loaded = perf_counter()
        answers = {number: _answer(reader, image) for number, image in pictures.items()}
    except (CompanionError, VisionError) as error:
        why, _, _ = str(error).partition(";")
        text = tr("the dice reader does not start: {why}", why=why)
        return problem("reading", text, tr("install Tableside again"), {}, why)
    took = (perf_counter() - loaded) * 1000 / max(1, len(answers))
    data: Data = {
        "expected": list(KNOWN.values()), "read": [answers.get(number, "") for number in KNOWN],
        "load_ms": round((loaded - begun) * 1000), "look_ms": round(took),
    }  # fmt: skip
    wrong = sum(answers.get(number) != face for number, face in KNOWN.items())
    if wrong:
        text = tr("{wrong} of {all} known pictures are misread", wrong=wrong, all=len(KNOWN))
        todo = tr("install Tableside again; if that does not help, another version of onnxruntime"
                  " or OpenCV")  # fmt: skip
        return problem("reading", text, todo, data)
    text = later("{all} known pictures are read right, {ms} ms each")
    return ok("reading", tr(text, all=len(KNOWN), ms=data["look_ms"]), data)


def _pictures(clip: Path) -> dict[int, NDArray[np.uint8]]:
    """Return the known pictures of the clip."""
    from companion.sources.opening import open_source_frames
    from hardware.frames import EndOfFrames, Frame

    found: dict[int, NDArray[np.uint8]] = {}
    with closing(open_source_frames(str(clip))) as frames:
        while len(found) < len(KNOWN):
            event = frames.next_frame(1.0)
            if isinstance(event, EndOfFrames):
                break
            if isinstance(event, Frame) and event.number in KNOWN:
                found[event.number] = event.image
    return found


def _answer(reader: DiceReader, image: NDArray[np.uint8]) -> str:
    """Return the face of the one die in a picture; empty when it is not sure."""
    dice = reader.look(image, (KIND,))
    return dice[0].face if [die.status for die in dice] == ["read"] else ""
