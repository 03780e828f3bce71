"""The small files of the home folder: settings, devices, profiles, taught dice, card lists."""

from __future__ import annotations

import json
import tomllib
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from companion.core.errors import CompanionError
from companion.core.texts import tr, trn
from companion.doctor.errorlog import last_errors
from companion.doctor.result import Level, Result
from companion.record.shelf import MAX_CATALOGUE, Shelf
from companion.sources.devicebook import FILE as DEVICES
from companion.sources.devicebook import DeviceBook
from companion.system.files import CATALOGUES, LAST_TABLES, PROFILES, SETS, TRAY_PROFILES
from companion.tui.settings import FILE as SETTINGS
from companion.tui.settings import FORMAT, MAX_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from companion.doctor.case import Case

LATELY: Final = timedelta(days=7)


def _settings(case: Case) -> Result:
    return _small("settings", case.home / SETTINGS, tr("the usual settings hold"))


def _remembered(case: Case) -> Result:
    without = tr("new tables begin with nothing filled in")
    return _small("remembered", case.home / LAST_TABLES, without)


def _small(check: str, path: Path, without: str) -> Result:
    """Judge a small JSON file, which is passed over when it cannot be read."""
    if not path.exists():
        return Result(check, Level.OK, tr("none yet"), data={"exists": False})
    why = _wrong_with(path)
    if not why:
        return Result(check, Level.OK, tr("can be read"), data={"exists": True})
    said = tr("{file} cannot be read ({why}); {without}", file=path, why=why, without=without)
    todo = tr("delete it, or put right what you changed in it")
    return Result(check, Level.WARNING, said, todo, {"exists": True, "why": why}, (str(path), why))


def _wrong_with(path: Path) -> str:
    """Return why a small file is passed over; empty when it is not."""
    try:
        if path.stat().st_size > MAX_SIZE:
            return tr("larger than {size} bytes", size=MAX_SIZE)
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        return " ".join(str(getattr(error, "strerror", None) or error).split())
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return tr("not of format {format}", format=FORMAT)
    return ""


def _devices(case: Case) -> Result:
    home = case.home
    book = DeviceBook(home / DEVICES)
    known = book.all()
    sorts = [one.sort.value for one in known]
    data = {"known": {sort: sorts.count(sort) for sort in sorted(set(sorts))}}
    problem = book.problem or _printed(home / TRAY_PROFILES)
    if problem:
        todo = tr("delete it, or put right what you changed in it")
        return Result("devices", Level.WARNING, problem, todo, data, (problem,))
    if not known:
        return Result("devices", Level.OK, tr("none yet"), "", data)
    said = trn("{count} device is known", "{count} devices are known", len(known))
    return Result("devices", Level.OK, said, "", data)


def _printed(path: Path) -> str:
    """Return what is wrong with people's own profiles of trays that print; empty for nothing."""
    from hardware.errors import HardwareError
    from hardware.printed.library import read

    if not path.exists():
        return ""
    try:
        read(path)
    except (HardwareError, OSError) as error:
        return str(error)
    return ""


def _profiles(case: Case) -> Result:
    from calibration.store import profiles_in

    good, broken = profiles_in(case.home / PROFILES)
    todo = tr("calibrate anew under that name, or delete the file")
    return _counted("profiles", len(good), [str(error) for error in broken], todo)


def _sets(case: Case) -> Result:
    from vision.errors import VisionError
    from vision.taught.file import SUFFIX, read_set

    good, broken = 0, []
    for path in _files(case.home / SETS, SUFFIX):
        try:
            read_set(path)
        except VisionError as error:
            broken.append(str(error))
        else:
            good += 1
    todo = tr("take it from a copy, or teach it again: tableside teach --set NAME")
    return _counted("taught", good, broken, todo)


def _cards(case: Case) -> Result:
    shelf, good, broken = Shelf(), 0, []
    for path in _files(case.home / CATALOGUES, ".toml"):
        try:
            shelf.open_cards(_game_of(shelf, path), path)
        except (CompanionError, OSError, ValueError, RecursionError) as error:
            why = " ".join(str(error).split())
            broken.append(why if str(path) in why else f"{path}: {why}")
        else:
            good += 1
    return _counted("cards", good, broken, tr("see what is wrong: tableside cards check FILE"))


def _errors(case: Case) -> Result:
    """Say what ended a command of late."""
    since = (case.edges.now() - LATELY).isoformat()
    lately = [one for one in last_errors(case.home) if one.at >= since]
    faults = [one for one in lately if one.frames]
    data = {"lately": len(lately), "faults": len(faults)}
    if faults:
        last = faults[-1]
        said = tr(
            "a fault of the program ended `{command}` ({kind})",
            command=last.command,
            kind=last.kind,
        )
        todo = tr("report it with a support bundle: tableside doctor --bundle FILE.zip")
        return Result("errors", Level.WARNING, said, todo, data)
    if lately:
        last = lately[-1]
        said = trn("{count} error in the last week: {last}", "{count} errors in the last week; the last: {last}",
                   len(lately), last=last.text)  # fmt: skip
        return Result("errors", Level.OK, said, "", data, (last.text,))
    return Result("errors", Level.OK, tr("none in the last week"), "", data)


def _game_of(shelf: Shelf, path: Path) -> str:
    """Return the game that a card list says it is for."""
    if path.stat().st_size > MAX_CATALOGUE:
        raise ValueError(tr("larger than {size} bytes", size=MAX_CATALOGUE))
    said = tomllib.loads(path.read_text("utf-8")).get("game")
    for game in shelf.ids():
        if game == said or game.startswith(f"{said}-"):
            return game
    raise ValueError(tr("does not say for which game"))


def _files(folder: Path, suffix: str) -> list[Path]:
    try:
        return sorted(path for path in folder.glob(f"*{suffix}") if path.is_file())
    except OSError:
        return []


def _counted(check: str, good: int, broken: Sequence[str], todo: str) -> Result:
    data = {"good": good, "broken": len(broken)}
    if broken:
        said = tr("{count} cannot be used: {first}", count=len(broken), first=broken[0])
        return Result(check, Level.WARNING, said, todo, data, tuple(broken))
    return Result(
        check, Level.OK, tr("{count} can be read", count=good) if good else tr("none yet"), "", data
    )


ALL: Final[Mapping[str, Callable[[Case], Result]]] = {
    "settings": _settings,
    "devices": _devices,
    "remembered": _remembered,
    "profiles": _profiles,
    "taught": _sets,
    "cards": _cards,
    "errors": _errors,
}
"""What is looked at, by the name of its result: each alone, so that one that breaks hides no other."""
