"""The small files of the home folder: settings, devices, profiles, taught dice, card lists."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Final

from calibration.files import read_file
from companion.core.errors import CompanionError
from companion.core.texts import tr, trn
from companion.doctor.case import Case, Data, Result, ok, warning
from companion.doctor.errorlog import last_errors
from companion.record.shelf import Shelf
from companion.rolls.devicebook import FILE as DEVICES
from companion.rolls.devicebook import DeviceBook
from companion.system.files import CATALOGUES, DECKS, LAST_TABLES, PROFILES, SETS, TRAY_PROFILES
from companion.tui.settings import FILE as SETTINGS
from companion.tui.settings import FORMAT, MAX_SIZE

LATELY: Final = timedelta(days=7)


def _settings(case: Case) -> Result:
    return _small("settings", case.home / SETTINGS, tr("the usual settings apply"))


def _remembered(case: Case) -> Result:
    without = tr("new tables begin with nothing filled in")
    return _small("remembered", case.home / LAST_TABLES, without)


def _small(check: str, path: Path, without: str) -> Result:
    """Judge a small JSON file, which the program ignores when it cannot be read."""
    if not path.exists():
        return ok(check, tr("none yet"), {"exists": False})
    why = _wrong_with(path)
    if not why:
        return ok(check, tr("can be read"), {"exists": True})
    text = tr("{file} cannot be read ({why}); {without}", file=path, why=why, without=without)
    return warning(check, text, _mend(), {"exists": True, "why": why}, str(path), why)


def _mend() -> str:
    return tr("delete it, or correct what you changed in it")


def _wrong_with(path: Path) -> str:
    """Return why the program ignores a small file; empty when it does not."""
    try:
        data = json.loads(read_file(path, MAX_SIZE).decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        return " ".join(str(getattr(error, "strerror", None) or error).split())
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return tr("not of format {format}", format=FORMAT)
    return ""


def _devices(case: Case) -> Result:
    book = DeviceBook(case.home / DEVICES)
    known = book.all()
    data: Data = {"known": dict(sorted(Counter(one.sort.value for one in known).items()))}
    if wrong := book.problem or _wrong_printed(case.home / TRAY_PROFILES):
        return warning("devices", wrong, _mend(), data, wrong)
    if not known:
        return ok("devices", tr("none yet"), data)
    text = trn("{count} device is known", "{count} devices are known", len(known))
    return ok("devices", text, data)


def _wrong_printed(path: Path) -> str:
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
    todo = tr("calibrate again under that name, or delete the file")
    return _counted("profiles", len(good), [str(error) for error in broken], todo)


def _sets(case: Case) -> Result:
    from vision.cards import deck
    from vision.taught.file import SUFFIX, read_set

    todo = tr("take it from a copy, or teach it again: tableside teach")
    sets, broken = _opened(case.home / SETS, SUFFIX, read_set)
    decks, torn = _opened(case.home / DECKS, deck.SUFFIX, deck.read_deck)
    return _counted("taught", sets + decks, broken + torn, todo)


def _cards(case: Case) -> Result:
    shelf = Shelf()
    good, broken = _opened(case.home / CATALOGUES, ".toml",
                           lambda path: shelf.open_cards(shelf.game_of(path), path))  # fmt: skip
    return _counted("cards", good, broken, tr("see what is wrong: tableside cards check FILE"))


def _opened(folder: Path, suffix: str, read: Callable[[Path], object]) -> tuple[int, list[str]]:
    """Return how many files of a folder can be read, and why others cannot."""
    from vision.errors import VisionError

    found, broken = [], []
    with suppress(OSError):
        found = sorted(path for path in folder.glob(f"*{suffix}") if path.is_file())
    for path in found:
        try:
            read(path)
        except (CompanionError, VisionError) as error:
            broken.append(" ".join(str(error).split()))
    return len(found) - len(broken), broken


def _errors(case: Case) -> Result:
    """Report which errors there were in the last week."""
    since = (case.edges.now() - LATELY).isoformat()
    lately = [one for one in last_errors(case.home) if one.at >= since]
    faults = [one for one in lately if one.frames]
    data: Data = {"lately": len(lately), "faults": len(faults)}
    if faults:
        command, kind = faults[-1].command, faults[-1].kind
        text = tr("a fault of the program in `{command}` ({kind})", command=command, kind=kind)
        todo = tr("report it with a support bundle: tableside doctor --bundle FILE.zip")
        return warning("errors", text, todo, data)
    if not lately:
        return ok("errors", tr("none in the last week"), data)
    last = lately[-1].text
    text = trn("{count} error in the last week: {last}", "{count} errors in the last week; the last: {last}",
               len(lately), last=last)  # fmt: skip
    return ok("errors", text, data, last)


def _counted(check: str, good: int, broken: Sequence[str], todo: str) -> Result:
    data: Data = {"good": good, "broken": len(broken)}
    if broken:
        text = tr("{count} cannot be used: {first}", count=len(broken), first=broken[0])
        return warning(check, text, todo, data, *broken)
    return ok(check, tr("{count} can be read", count=good) if good else tr("none yet"), data)


ALL: Final[Mapping[str, Callable[[Case], Result]]] = {
    "settings": _settings,
    "devices": _devices,
    "remembered": _remembered,
    "profiles": _profiles,
    "taught": _sets,
    "cards": _cards,
    "errors": _errors,
}
"""The checks, by the name of their result: each alone, so that one that breaks hides no other."""
