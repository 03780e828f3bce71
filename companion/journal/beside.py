"""The files beside a journal: whether its -wal, which holds what was entered last, is all there.

SQLite takes a missing -wal for an empty one and a short one for its beginning. The -shm remembers
how long it was; it is removed whenever the -wal has done its duty.
"""

from __future__ import annotations

import shutil
import struct
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, assert_never

from companion.core.texts import tr
from companion.journal.errors import JournalError
from companion.journal.pages import FRAME_HEADER, LARGEST, SMALLEST, WAL_HEADER, read_log

if TYPE_CHECKING:
    from pathlib import Path

# https://sqlite.org/walformat.html, the header of the wal-index: two copies of 48 bytes in the
# machine's own byte order, then how many frames stand in the file of the journal already.
_INDEX: Final = struct.Struct("=IIIBBHII24x")
_COPY: Final = 48
_VERSION: Final = 3_007_000


class Harm(StrEnum):
    """What is wrong with a -wal."""

    NONE = "none"
    MISSING = "missing"
    SHORT = "short"
    BROKEN = "broken"
    """It is damaged, and more was entered behind that place."""


@dataclass(frozen=True, slots=True)
class Tail:
    """How much of a -wal is not there.

    Attributes:
        path: of the -wal.
        harm: what is wrong with it.
        frames: how many pages it misses at the least; 0 when that is not known.
    """

    path: Path
    harm: Harm = Harm.NONE
    frames: int = 0


def wal_of(path: Path) -> Path:
    """Return the -wal that belongs to a journal."""
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """Return the -shm that belongs to a journal."""
    return path.with_name(f"{path.name}-shm")


def rescued_of(path: Path) -> Path:
    """Return the new journal that a rescue has made and not yet put in its place."""
    return path.with_name(f"{path.name}.rescued")


def copied(path: Path, folder: Path) -> Path:
    """Copy a journal and its -wal into a folder; return the journal there.

    Raises:
        OSError: one of them cannot be read, or the disk is full.
    """
    for one in (path, wal_of(path)):
        if one.exists():
            shutil.copyfile(one, folder / one.name)
    return folder / path.name


def missing_tail(path: Path) -> Tail:
    """Say how much of a journal's -wal is not there. Changes nothing.

    A program that was killed, or a power cut, leaves a -wal that ends within the one transaction
    that was under way. Whatever else is behind a broken place was committed.
    """
    wal = wal_of(path)
    before = _index(path)
    try:
        data: bytes | None = wal.read_bytes()
    except FileNotFoundError:
        data = None
    except OSError:
        return Tail(wal)  # no right to read it: SQLite has none either, and that is told
    if before != _index(path):
        return Tail(wal)  # another program is writing: it knows what it does
    page, frames = _committed(before)
    if data is None:
        return Tail(wal, Harm.MISSING, frames) if frames else Tail(wal)
    size = max(0, len(data) - WAL_HEADER) // (page + FRAME_HEADER)
    if size < frames:
        return Tail(wal, Harm.SHORT, frames - size)
    log = read_log(data)
    if log.end < frames or log.later > 1 or (log.end and _empty(path)):
        return Tail(wal, Harm.BROKEN, max(0, frames - log.end))
    return Tail(wal)


def refuse_short(path: Path) -> None:
    """Refuse a journal that lacks what was entered last: SQLite would go on without it.

    Raises:
        JournalError: its -wal is not all there, or a rescue was cut short; says what to do.
    """
    if rescued_of(path).exists():
        raise JournalError(
            tr(
                "{path}: its rescue was cut short; `tableside sessions rescue` finishes it",
                path=path,
            )
        )
    tail = missing_tail(path)
    match tail.harm:
        case Harm.NONE:
            return
        case Harm.MISSING:
            say = tr(
                "{wal}: missing; it held the last entries. Bring it back beside the journal,"
                " or go on without it: `tableside sessions rescue`",
                wal=tail.path,
            )
        case Harm.SHORT:
            say = tr(
                "{wal}: cut short; it held the last entries. Bring the whole file back, or"
                " go on without it: `tableside sessions rescue`",
                wal=tail.path,
            )
        case Harm.BROKEN:
            say = tr(
                "{wal}: damaged, and the last entries come after that place;"
                " `tableside sessions rescue` saves all that can be read of it",
                wal=tail.path,
            )
        case _:
            assert_never(tail.harm)
    raise JournalError(say)


def _empty(path: Path) -> bool:
    """Tell whether the journal itself is gone: SQLite would then remove its -wal as well."""
    try:
        return path.stat().st_size < SMALLEST
    except OSError:
        return True


def _index(path: Path) -> bytes:
    try:
        with index_of(path).open("rb") as file:
            return file.read(2 * _COPY + 4)
    except OSError:
        return b""


def _committed(index: bytes) -> tuple[int, int]:
    """Return the size of a page and how many frames were committed that the file may not have."""
    if len(index) < 2 * _COPY + 4 or index[:_COPY] != index[_COPY : 2 * _COPY]:
        return SMALLEST, 0  # never was used: it says nothing
    version, _, _, ready, _, page, frames, _ = _INDEX.unpack_from(index)
    (done,) = struct.unpack_from("=I", index, 2 * _COPY)
    if version != _VERSION or not ready or frames <= done:
        return SMALLEST, 0
    return (LARGEST if page == 1 else int(page)), int(frames)
