"""The files beside a journal: whether its -wal, which holds what was entered last, is all there.

SQLite takes a missing -wal for an empty one and a short one for its beginning. The -shm remembers
how long it was; it is removed whenever the -wal has done its duty.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

# https://sqlite.org/walformat.html, the header of the wal-index: two copies of 48 bytes in the
# machine's own byte order, then how many frames stand in the file of the journal already.
_INDEX: Final = struct.Struct("=IIIBBHII24x")
_COPY: Final = 48
_VERSION: Final = 3_007_000
_HEADER, _FRAME = 32, 24
_LARGEST: Final = 65_536


@dataclass(frozen=True, slots=True)
class Tail:
    """How much of a -wal is not there.

    Attributes:
        path: of the -wal.
        there: whether there is such a file at all.
        frames: how many pages it misses; 0 when none is known to miss.
    """

    path: Path
    there: bool
    frames: int


def wal_of(path: Path) -> Path:
    """Return the -wal that belongs to a journal."""
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """Return the -shm that belongs to a journal."""
    return path.with_name(f"{path.name}-shm")


def missing_tail(path: Path) -> Tail:
    """Say how much of a journal's -wal is not there. Changes nothing."""
    wal = wal_of(path)
    try:
        with index_of(path).open("rb") as file:
            index = file.read(2 * _COPY + 4)
    except OSError:
        return Tail(wal, wal.exists(), 0)
    try:
        size = wal.stat().st_size
    except OSError:
        size = -1
    return Tail(wal, size >= 0, _short_of(index, max(size, 0)))


def _short_of(index: bytes, size: int) -> int:
    if len(index) < 2 * _COPY + 4 or index[:_COPY] != index[_COPY : 2 * _COPY]:
        return 0  # being written, or never was: it says nothing
    version, _, _, ready, _, page, frames, _ = _INDEX.unpack_from(index)
    (done,) = struct.unpack_from("=I", index, 2 * _COPY)
    if version != _VERSION or not ready or frames <= done:
        return 0
    page = _LARGEST if page == 1 else page
    return max(0, int(frames) - max(0, size - _HEADER) // (int(page) + _FRAME))
