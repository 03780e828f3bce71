"""Journals that are cut short, torn, scribbled on and changed: told, and saved up to their last sound line."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.core.errors import CompanionError
from companion.journal.backups import FOLDER, back_up
from companion.journal.beside import index_of, wal_of
from companion.journal.rescue import damage, rescue
from companion.journal.rows import Line
from companion.journal.store import FILE, Journal
from models.workshop.soak.kills import play as play_kit

PAGE: Final = 4096
FRAME: Final = PAGE + 24

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
        saved: how many of these can be played on.
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
        statement: what else is done to it, by SQL; empty for nothing.
    """

    what: str
    files: Files
    statement: str = ""


class Patient:
    """A game's journal with a backup of its first half, and what has to be found in it."""

    def __init__(self, name: str, folder: Path, *, alive: bool) -> None:
        self.name = f"{name}{' in its -wal' if alive else ''}"
        play = play_kit.Play(name, folder / "home")
        self.backup = b""
        for step in play.steps():
            if not self.backup and step.number >= len(play.record.actions) // 2:
                self.backup = back_up(folder / "home" / FILE).read_bytes()
        if alive:
            self.files = _files(folder / "home")
        play.close()
        if not alive:
            self.files = _files(folder / "home")
        with Journal(folder / "home" / FILE) as journal:
            self.table = play.table.table_id
            self.lines: tuple[Line, ...] = journal.lines(self.table)
        (folder / "backup").write_bytes(self.backup)
        with Journal(folder / "backup") as journal:
            self.backed_up = len(journal.lines(self.table))

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
                    left = {**patient.files, name: data[:at]}
                    yield Harm(f"{name} cut at {at}", left)


def without_wal(patient: Patient) -> Iterator[Harm]:
    """Take the -wal away."""
    wal = wal_of(play_kit.Path(FILE)).name
    if wal in patient.files:
        left = {name: data for name, data in patient.files.items() if name != wal}
        yield Harm("no -wal", left)


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
        yield Harm(f"{size} bytes of {name} at {start}", {**patient.files, name: bytes(data)})


def flipped(patient: Patient, times: int, seed: int) -> Iterator[Harm]:
    """Flip one bit or ten."""
    chance = random.Random(seed)
    name = patient.held
    for turn in range(times):
        data = bytearray(patient.files[name])
        for _ in range((1, 10)[turn % 2]):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        yield Harm(f"bits of {name}, {turn}", {**patient.files, name: bytes(data)})


def changed(patient: Patient, times: int, seed: int) -> Iterator[Harm]:
    """Change one letter of one action, of which SQLite knows nothing."""
    chance = random.Random(seed)
    for _ in range(times):
        line = chance.choice(patient.lines)
        at = chance.randrange(len(line.text))
        text = line.text[:at] + chr(ord(line.text[at]) ^ 1) + line.text[at + 1 :]
        quoted = text.replace("'", "''")
        what = f"UPDATE actions SET line = '{quoted}' WHERE version = {line.version}"  # noqa: S608 - to a journal that is thrown away
        yield Harm(f"line {line.version} is {text!r}", patient.files, what)


def try_all(patient: Patient, harms: Iterator[Harm], place: Path) -> Damages:
    """Open each damaged journal, resume its table, and rescue it."""
    found = Damages()
    for harm in harms:
        found.tried += 1
        try:
            losses = [*_opened(patient, harm, place, found)]
            for backup in (False, True):
                losses += _rescued(patient, harm, place, found, backup=backup)
        except Exception as error:  # noqa: BLE001 - exactly what must never come
            losses = [f"{type(error).__name__}: {error}"]
        found.losses += [f"{patient.name}, {harm.what}: {loss}" for loss in losses]
    return found


def _lay(harm: Harm, place: Path) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name, data in harm.files.items():
        (place / name).write_bytes(data)
    if harm.statement:
        with closing(sqlite3.connect(place / FILE)) as base:
            base.execute(harm.statement)
            base.commit()
    return place / FILE


def _opened(patient: Patient, harm: Harm, place: Path, found: Damages) -> Iterator[str]:
    """A damaged journal says so, or holds the game or its beginning: never another game."""
    path = _lay(harm, place)
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


def _rescued(patient: Patient, harm: Harm, place: Path, found: Damages, *, backup: bool) -> Iterator[str]:
    """A rescue saves sound lines alone, at least those of the backup, and keeps what was there."""
    path = _lay(harm, place)
    if backup:
        (place / FOLDER).mkdir()
        (place / FOLDER / "journal-000001.sqlite3").write_bytes(patient.backup)
    before = {one.name: one.read_bytes() for one in place.iterdir() if one.is_file()}
    try:
        if not damage(path):
            return
        rescued = rescue(path, {})
    except CompanionError as error:
        if backup:
            yield f"no rescue: {error}"
        return
    if {name: (rescued.kept / name).read_bytes() for name in before} != before:
        yield "the damaged journal is not kept as it was"
    if damage(path):
        yield f"the new journal is damaged: {damage(path)}"
    lines = _played_on(patient, path)
    if lines != patient.lines[: len(lines)]:
        yield "it saved an action that nobody declared"
    if backup:
        found.actions += len(patient.lines)
        found.saved += len(lines)
        if len(lines) < patient.backed_up:
            yield f"only {len(lines)} of the {patient.backed_up} actions of the backup were saved"


def _played_on(patient: Patient, path: Path) -> tuple[Line, ...]:
    """Return the lines of a table that can be played on."""
    with Journal(path) as journal:
        lines = journal.lines(patient.table)
        if lines:
            play_kit.Table.resume(play_kit.SHELF, journal, patient.table)
    return lines
