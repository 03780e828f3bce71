"""The files beside a journal: whether its -wal, which holds what was entered last, is all there.

SQLite takes a missing -wal for an empty one and a short one for its beginning. The -shm remembers
how long it was; it is removed whenever the -wal has done its duty.
"""

import shutil
import struct
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from calibration.files import check_file, read_file
from companion.core.texts import later, tr
from companion.journal.errors import JournalError

PAGE: Final = 4096  # Bytes of a page; of a journal with others nothing is known here

WAL_HEADER, FRAME_HEADER = 32, 24  # Bytes before the first frame, and before the page of each

_MAGICS: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""How a -wal begins, with the byte order of its sums."""

_WORD: Final = 0xFFFFFFFF

# https://sqlite.org/walformat.html, the header of the wal-index: two copies of 48 bytes in the
# machine's own byte order, then how many frames stand in the file of the journal already.
_INDEX: Final = struct.Struct("=IIIBBHII24x")
_COPY: Final = 48
_VERSION: Final = 3_007_000

MOST_COPIED: Final = 4_000_000_000
"""Bytes of a journal that is still copied: 400 evenings with pictures of all dice."""


class Harm(StrEnum):
    """What is wrong with a -wal."""

    NONE = "none"
    MISSING = "missing"
    SHORT = "short"
    BROKEN = "broken"  # It is damaged, and more was entered behind that place


@dataclass(frozen=True, slots=True)
class Tail:
    """How much of a -wal is not there."""

    path: Path  # of the -wal
    harm: Harm = Harm.NONE  # what is wrong with it
    frames: int = 0  # how many pages it misses at the least; 0 when that is not known


def wal_of(path: Path) -> Path:
    """Return the -wal that belongs to a journal."""
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """Return the -shm that belongs to a journal."""
    return path.with_name(f"{path.name}-shm")


def rescued_of(path: Path) -> Path:
    """Return the new journal that a rescue has made and not yet put in its place."""
    return path.with_name(f"{path.name}.rescued")


def check_parts(path: Path, most: int | None = None) -> None:
    """Refuse a pipe or a device in the place of a journal or of a file beside it.

    Raises:
        OddFileError: it is no regular file, or has more than `most` bytes.
        OSError: it cannot be reached.
    """
    for one in (path, wal_of(path), index_of(path)):
        with suppress(FileNotFoundError):
            check_file(one, most)


def copied(path: Path, folder: Path) -> Path:
    """Copy a journal and its -wal into a folder; return the journal there.

    Raises:
        OSError: one of them cannot be read, is no regular file or too large, or the disk is full.
    """
    check_parts(path, MOST_COPIED)
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
        data: bytes | None = read_file(wal, MOST_COPIED)
    except FileNotFoundError:
        data = None
    except OSError:
        return Tail(wal)  # no right to read it: SQLite has none either, and that is told
    if before != _index(path):
        return Tail(wal)  # another program is writing: it knows what it does
    frames = _committed(before)
    if data is None:
        return Tail(wal, Harm.MISSING, frames) if frames else Tail(wal)
    size = max(0, len(data) - WAL_HEADER) // (PAGE + FRAME_HEADER)
    if size < frames:
        return Tail(wal, Harm.SHORT, frames - size)
    log = read_log(data)
    if log.end < frames or log.later > 1 or (log.end and _empty(path)):
        return Tail(wal, Harm.BROKEN, max(0, frames - log.end))
    return Tail(wal)


@dataclass(frozen=True, slots=True)
class Log:
    """A -wal, frame by frame."""

    # the latest whole page of each number that was committed, also behind a broken place
    pages: Mapping[int, bytes]
    end: int = 0  # how many frames were committed before the first broken one
    later: int = 0  # how many transactions seem to end behind that


def read_log(wal: bytes) -> Log:
    """Read a -wal, whatever state it is in (https://sqlite.org/fileformat2.html#walformat).

    The sum of each frame goes on from that of the frame before it, as it stands there: what is
    behind a broken page can still be proved to be whole.
    """
    magic = int.from_bytes(wal[:4], "big")
    order = _MAGICS.get(magic, "<" if sys.byteorder == "little" else ">")
    before = struct.unpack_from(">II", wal.ljust(WAL_HEADER, b"\x00"), 24)
    if int.from_bytes(wal[8:12], "big") not in {PAGE, 0} and magic in _MAGICS:
        return Log({})
    proved = magic in _MAGICS and _sum(wal[:24].ljust(24, b"\x00"), order, (0, 0)) == before
    salts = wal[16:24] if proved else _usual_salts(wal)
    pages: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    end = later = 0
    for count, start in enumerate(_frames(wal), start=1):
        head, page = wal[start : start + FRAME_HEADER], wal[start + FRAME_HEADER :][:PAGE]
        if head[8:16] != salts:
            proved = False  # left over from before: what it held stands in the file
            continue
        stored = struct.unpack(">II", head[16:24])
        whole = _sum(page, order, _sum(head[:8], order, before)) == stored
        before, proved = stored, proved and whole
        if whole:
            waiting[int.from_bytes(head[:4], "big")] = page
        if head[4:8] != bytes(4):  # a commit
            pages.update(waiting)
            waiting = {}
            end, later = (count, later) if proved else (end, later + 1)
    return Log(pages, end, later)


def _usual_salts(wal: bytes) -> bytes:
    """Return what marks the frames that belong together, where the beginning does not say it."""
    marks = Counter(wal[start + 8 : start + 16] for start in _frames(wal))
    return marks.most_common(1)[0][0] if marks else b""


def _frames(wal: bytes) -> range:
    return range(WAL_HEADER, len(wal) - FRAME_HEADER - PAGE + 1, FRAME_HEADER + PAGE)


def _sum(data: bytes, order: str, before: tuple[int, int]) -> tuple[int, int]:
    """Return SQLite's two sums of some words, going on from those of the words before."""
    one, two = before
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for x, y in zip(words, words, strict=True):
        one = (one + x + two) & _WORD
        two = (two + y + one) & _WORD
    return one, two


def refuse_short(path: Path) -> None:
    """Refuse a journal that lacks what was entered last: SQLite would go on without it.

    Raises:
        JournalError: its -wal is not all there, or a rescue was cut short; says what to do.
    """
    if rescued_of(path).exists():
        text = later("{path}: its rescue was cut short; `tableside sessions rescue` finishes it")
        raise JournalError(tr(text, path=path))
    tail = missing_tail(path)
    if tail.harm is not Harm.NONE:
        raise JournalError(tr(_SAY[tail.harm], wal=tail.path))


_SAY: Final = {
    Harm.MISSING: later(
        "{wal}: missing; it held the last entries. Bring it back beside the journal,"
        " or go on without it: `tableside sessions rescue`"
    ),
    Harm.SHORT: later(
        "{wal}: cut short; it held the last entries. Bring the whole file back, or"
        " go on without it: `tableside sessions rescue`"
    ),
    Harm.BROKEN: later(
        "{wal}: damaged, and the last entries come after that place;"
        " `tableside sessions rescue` saves all that can be read of it"
    ),
}


def _empty(path: Path) -> bool:
    """Tell whether the journal itself is gone: SQLite would then remove its -wal as well."""
    return not path.exists() or path.stat().st_size < PAGE


def _index(path: Path) -> bytes:
    try:
        with index_of(path).open("rb") as file:
            return file.read(2 * _COPY + 4)
    except OSError:
        return b""


def _committed(index: bytes) -> int:
    """Return how many frames were committed that the file may not have."""
    if len(index) < 2 * _COPY + 4 or index[:_COPY] != index[_COPY : 2 * _COPY]:
        return 0  # never was used: it says nothing
    version, _, _, ready, _, page, frames, _ = _INDEX.unpack_from(index)
    (done,) = struct.unpack_from("=I", index, 2 * _COPY)
    known = version == _VERSION and ready and page == PAGE
    return int(frames) if known and frames > done else 0
