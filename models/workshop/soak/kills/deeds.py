"""What else writes to a home: closing, resuming, exporting, deleting, settings, an old format, a rescue.

Each is killed at every call, and the power is cut at every call; then somebody looks.
"""

from __future__ import annotations

import contextlib
import io
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.cli import main
from companion.core.errors import CompanionError
from companion.journal.rescue import damage, rescue
from companion.journal.store import FILE, Journal
from companion.tui.settings import FILE as SETTINGS
from companion.tui.settings import Settings
from models.workshop.soak.kills import damage as damage_kit
from models.workshop.soak.kills.darkness import Dark
from models.workshop.soak.kills.everywhere import At, Tally
from models.workshop.soak.kills.power import Disk, lay
from models.workshop.soak.kills.tracer import Call, Reporter, traced

OLD: Final = Path(__file__).parents[4] / "tests" / "journal" / "old" / "format-1.sqlite3"
GAME: Final = "fgt-light"


@dataclass(frozen=True)
class Deed:
    """Something that is done to a home.

    Attributes:
        name: of it.
        files: that lie there before.
        act: does it, in a home.
        judge: says what is lost in a home, knowing whether the deed was acknowledged.
    """

    name: str
    files: dict[str, bytes]
    act: Callable[[Path], object]
    judge: Callable[[Path, bool], str]


def deeds(folder: Path) -> tuple[Deed, ...]:
    """Return them all.

    Args:
        folder: an empty one, to play a game in.
    """
    open_one = damage_kit.Patient(GAME, folder / "open", alive=True)
    shut = damage_kit.Patient(GAME, folder / "shut", alive=False)
    return (
        Deed("closing a table", open_one.files, _close, _all_there(open_one)),
        Deed("exporting over an older file", {**shut.files, "a.record": b"old"}, *_export(shut)),
        Deed("deleting a table", open_one.files, *_delete(open_one)),
        Deed("keeping settings", {}, *_settings()),
        Deed("bringing up an old journal", {FILE: OLD.read_bytes()}, _close, _old_there),
        Deed("rescuing a journal", *_rescue(open_one)),
    )


def _close(home: Path) -> None:
    Journal(home / FILE).close()


def _all_there(patient: damage_kit.Patient) -> Callable[[Path, bool], str]:
    def judge(home: Path, _done: bool) -> str:  # noqa: FBT001 - as every judge
        with Journal(home / FILE) as journal:
            there = journal.lines(patient.table)
        return "" if there == patient.lines else f"{len(there)} actions are left"

    return judge


def _quietly(*words: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        status = main(list(words))
    assert not status, words


def _export(
    patient: damage_kit.Patient,
) -> tuple[Callable[[Path], None], Callable[[Path, bool], str]]:
    def act(home: Path) -> None:
        file = str(home / "a.record")
        _quietly("sessions", "export", patient.table, file, "--overwrite", "--home", str(home))

    def judge(home: Path, done: bool) -> str:  # noqa: FBT001 - as every judge
        there = (home / "a.record").read_bytes()
        if there == b"old":
            return "it was written, and it is not there" if done else ""
        whole = there.decode().endswith(f"{patient.lines[-1].text}\n")
        return "" if whole else "half of it is there"

    return act, judge


def _delete(
    patient: damage_kit.Patient,
) -> tuple[Callable[[Path], None], Callable[[Path, bool], str]]:
    def act(home: Path) -> None:
        _quietly("sessions", "delete", patient.table, "--home", str(home))

    def judge(home: Path, done: bool) -> str:  # noqa: FBT001 - as every judge
        with Journal(home / FILE) as journal:
            there = [info.table_id for info in journal.tables()]
            lines = journal.lines(patient.table)
        if not there:
            return "lines without a table are left" if lines else ""
        if done:
            return "it was deleted, and it is back"
        return "" if lines == patient.lines else "half of it is deleted"

    return act, judge


def _settings() -> tuple[Callable[[Path], None], Callable[[Path, bool], str]]:
    old, new = Settings(theme="paper"), Settings(theme="mono")

    def act(home: Path) -> None:
        if not (home / SETTINGS).exists():
            old.write(home / SETTINGS)
        new.write(home / SETTINGS)

    def judge(home: Path, done: bool) -> str:  # noqa: FBT001 - as every judge
        there = Settings.read(home / SETTINGS).theme
        if done:
            return "" if there == new.theme else f"they were kept, and {there!r} is there"
        return "" if there in (Settings().theme, old.theme, new.theme) else f"{there!r}"

    return act, judge


def _old_there(home: Path, _done: bool) -> str:  # noqa: FBT001 - as every judge
    with Journal(home / FILE) as journal:
        counts = [(info.table_id, info.actions) for info in journal.tables()]
    return "" if counts == [("rsf-20261121-1", 60)] else f"{counts} is left"


def _rescue(
    patient: damage_kit.Patient,
) -> tuple[dict[str, bytes], Callable[[Path], None], Callable[[Path, bool], str]]:
    wal = next(name for name in patient.files if name.endswith("-wal"))
    data = bytearray(patient.files[wal])
    middle = len(data) // 2 // damage_kit.FRAME * damage_kit.FRAME
    data[middle : middle + 600] = bytes(600)
    files = {**patient.files, wal: bytes(data)}
    best: list[int] = []

    def act(home: Path) -> None:
        rescue(home / FILE, {})

    def judge(home: Path, done: bool) -> str:  # noqa: FBT001 - as every judge
        if not best:  # what a rescue saves that nobody interrupts
            fresh = home.parent / "undisturbed"
            lay(dict(files), fresh)
            best.append(len(rescue(fresh / FILE, {}).tables[0].lines))
            shutil.rmtree(fresh)
        if done and damage(home / FILE):
            return "it was rescued, and it is damaged"
        if damage(home / FILE):
            rescue(home / FILE, {})
        with Journal(home / FILE) as journal:
            there = journal.lines(patient.table)
        if there != patient.lines[: len(there)]:
            return "another game is there"
        return "" if len(there) >= best[0] else f"{len(there)} of {best[0]} actions are left"

    return files, act, judge


def killed(deed: Deed, place: Path, every: int = 1) -> Tally:
    """Kill a deed at every place, or at one of `every`."""
    tally, home, number = Tally(), place / "home", 0
    while True:
        _laid(deed, home)
        killer = At(number)
        ending = traced(lambda: None, _acting(deed, home), killer, home)
        if ending.status:
            tally.losses.append(f"{deed.name}: it failed by itself")
            return tally
        found = _judged(deed, home, done=bool(ending.told))
        if found:
            tally.losses.append(f"{deed.name}, killed at {number}: {found}")
        if not ending.killed or killer.last is None:
            return tally
        tally.add(killer.last)
        number += every


def darkened(deed: Deed, place: Path, every: int = 1, tries: int = 2) -> Dark:
    """Cut the power at every call of a deed, or at one of `every`."""
    dark, home, image = Dark(), place / "home", place / "image"
    _laid(deed, home)
    disk, chance = Disk(place), random.Random(11)
    seen = [0, 0]

    def visit(call: Call) -> None:
        if call.entering:
            return
        seen[1] = seen[1] or call.reports
        disk.follow(call)
        seen[0] += 1
        if seen[0] % every:
            return
        dark.moments += 1
        images = [disk.least()]
        if disk.unsure():
            images += [disk.any(chance) for _ in range(tries)]
        for one in images:
            dark.images += 1
            shutil.rmtree(image, ignore_errors=True)
            lay({name: data for name, data in one.items() if not name.startswith("image")}, image)
            found = _judged(deed, image / "home", done=bool(seen[1]))
            if found:
                dark.losses.append(f"{deed.name}, power cut {seen[0]} after {call.name}: {found}")

    ending = traced(lambda: None, _acting(deed, home), visit, home)
    if ending.status:
        dark.losses.append(f"{deed.name}: it failed by itself")
    return dark


def _laid(deed: Deed, home: Path) -> None:
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    for name, data in deed.files.items():
        (home / name).write_bytes(data)


def _acting(deed: Deed, home: Path) -> Callable[[None, Reporter], None]:
    def act(_: None, report: Reporter) -> None:
        deed.act(home)
        report.tell("done")

    return act


def _judged(deed: Deed, home: Path, *, done: bool) -> str:
    try:
        return deed.judge(home, done)
    except (CompanionError, OSError) as error:
        return f"{type(error).__name__}: {error}"
