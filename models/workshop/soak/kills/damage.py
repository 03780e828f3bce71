"""Journals that are cut short, torn and scribbled on: told in one line, and what is left is saved."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.core.errors import CompanionError
from companion.journal.beside import index_of, wal_of
from companion.journal.rescue import Rescued, damage, rescue
from companion.journal.rows import Line
from companion.journal.store import FILE, Journal
from models.workshop.soak.kills import play as play_kit

PAGE: Final = 4096
FRAME: Final = PAGE + 24
LEAST_ROW: Final = 40
"""Bytes of the shortest action on its page: no damaged page costs more actions than fit."""

Files = dict[str, bytes]
"""What lies in a home, by name."""


@dataclass
class Damages:
    """What was tried, and what came of it.

    Attributes:
        tried: how many damaged journals.
        told: how many of them were told of when they were opened or resumed.
        unharmed: how many still had every action.
        shorter: how many opened with the beginning of the game, as nothing shows that more was there.
        actions: that were on the disk, over all that were rescued.
        saved: how many of these were found again.
        losses: one sentence for each broken promise.
    """

    tried: int = 0
    told: int = 0
    unharmed: int = 0
    shorter: int = 0
    actions: int = 0
    saved: int = 0
    losses: list[str] = field(default_factory=list)

    def add_all(self, other: Damages) -> None:
        """Count what another one counted."""
        for name in ("tried", "told", "unharmed", "shorter", "actions", "saved"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.losses += other.losses


@dataclass(frozen=True)
class Harm:
    """A journal with something done to it.

    Attributes:
        what: was done, for people.
        files: that are left.
        pages: how many may be unreadable; None when nobody can say.
    """

    what: str
    files: Files
    pages: int | None


class Patient:
    """A game's journal, and what has to be found in it."""

    def __init__(self, name: str, folder: Path, *, alive: bool) -> None:
        self.name = f"{name}{' in its -wal' if alive else ''}"
        play = play_kit.Play(name, folder / "home")
        for _step in play.steps():
            pass
        if alive:
            self.files = _files(folder / "home")
        play.close()
        if not alive:
            self.files = _files(folder / "home")
        with Journal(folder / "home" / FILE) as journal:
            self.table = play.table.table_id
            self.lines: tuple[Line, ...] = journal.lines(self.table)

    @property
    def held(self) -> str:
        """Name of the file that holds most of it."""
        return max(self.files, key=lambda name: len(self.files[name]))


def _files(home: Path) -> Files:
    names = (FILE, wal_of(home / FILE).name, index_of(home / FILE).name)
    return {name: (home / name).read_bytes() for name in names if (home / name).exists()}


def cut(patient: Patient, places: int) -> Iterator[Harm]:
    """Cut the journal, or its -wal, at borders of pages, beside them, and in the middle."""
    for name in (FILE, wal_of(play_kit.Path(FILE)).name):
        data = patient.files.get(name, b"")
        borders = range(0, len(data), FRAME if name != FILE else PAGE)
        for turn, border in enumerate(borders[:: max(1, len(borders) // places)]):
            for at in (border, border + 1, border + (37 * turn) % PAGE):
                if at < len(data):
                    lost = None if at < PAGE else -(-(len(data) - at) // PAGE) + 1
                    left = {**patient.files, name: data[:at]}
                    yield Harm(f"{name} cut at {at}", left, lost)


def without_wal(patient: Patient) -> Iterator[Harm]:
    """Take the -wal away."""
    wal = wal_of(play_kit.Path(FILE)).name
    if wal in patient.files:
        left = {name: data for name, data in patient.files.items() if name != wal}
        yield Harm("no -wal", left, None)


def scribbled(patient: Patient, times: int, seed: int) -> Iterator[Harm]:
    """Overwrite whole pages, and blocks of a disk, with nothing, with noise, with other pages."""
    chance = random.Random(seed)
    name = patient.held
    for turn in range(times):
        data = bytearray(patient.files[name])
        size = (512, PAGE)[turn % 2]
        start = chance.randrange(len(data) // size) * size
        match turn % 3:
            case 0:
                block = bytes(size)
            case 1:
                block = chance.randbytes(size)
            case _:
                other = chance.randrange(len(data) // size) * size
                block = bytes(data[other : other + size])
        data[start : start + size] = block
        yield Harm(f"{size} bytes of {name} at {start}", {**patient.files, name: bytes(data)}, 3)


def try_all(patient: Patient, harms: Iterator[Harm], place: Path) -> Damages:
    """Open each damaged journal, resume its table, and rescue it."""
    found = Damages()
    for harm in harms:
        found.tried += 1
        try:
            losses = [*_opened(patient, harm, place, found), *_rescued(patient, harm, place, found)]
        except Exception as error:  # noqa: BLE001 - exactly what must never come
            losses = [f"{type(error).__name__}: {error}"]
        found.losses += [f"{patient.name}, {harm.what}: {loss}" for loss in losses]
    return found


def _lay(files: Files, place: Path) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name, data in files.items():
        (place / name).write_bytes(data)
    return place / FILE


def _opened(patient: Patient, harm: Harm, place: Path, found: Damages) -> Iterator[str]:
    """A damaged journal says so, or holds the game or its beginning: never another game."""
    path = _lay(harm.files, place)
    try:
        with Journal(path) as journal:
            if not any(info.table_id == patient.table for info in journal.tables()):
                found.shorter += 1
                return
            lines = journal.lines(patient.table)
            table = play_kit.Table.resume(play_kit.SHELF, journal, patient.table)
    except CompanionError as error:
        found.told += 1
        if "\n" in str(error):
            yield f"more than one line: {error}"
        return
    if lines == patient.lines:
        found.unharmed += 1
    elif lines == patient.lines[: len(lines)]:
        found.shorter += 1
        if "cut" not in harm.what:
            yield f"{len(lines)} of {len(patient.lines)} actions, and nobody is told"
    else:
        yield "another game"
    if table.version != len(lines):
        yield "not the table that the journal holds"


def _rescued(patient: Patient, harm: Harm, place: Path, found: Damages) -> Iterator[str]:
    """A rescue saves every row whose page is whole, changes none, and leaves a journal that opens."""
    path = _lay(harm.files, place)
    try:
        if not damage(path):
            return
        rescued = rescue(path, {})
    except CompanionError as error:
        if harm.pages is not None:
            yield f"no rescue: {error}"
        return
    kept = {name: (rescued.kept / name).read_bytes() for name in harm.files}
    if kept != harm.files:
        yield "the damaged journal is not kept as it was"
    yield from _counted(patient, harm, rescued, found)
    if damage(path):
        yield f"the new journal is damaged: {damage(path)}"
    for one in rescued.tables:
        if one.table_id == patient.table and one.header:
            with Journal(path) as journal:
                table = play_kit.Table.resume(play_kit.SHELF, journal, patient.table)
            if table.version != len(one.lines):
                yield "the rescued table is not what was saved"


def _counted(patient: Patient, harm: Harm, rescued: Rescued, found: Damages) -> Iterator[str]:
    saved = [
        line
        for table in rescued.tables
        if table.table_id == patient.table
        for line in (*table.lines, *table.behind)
    ]
    known = {line.version: line for line in patient.lines}
    if any(known.get(line.version) != line for line in saved):
        yield "it saved an action that nobody declared"
    if harm.pages is not None:
        found.actions += len(known)
        found.saved += len(saved)
        if len(known) - len(saved) > harm.pages * PAGE // LEAST_ROW:
            yield f"only {len(saved)} of {len(known)} actions were saved"
