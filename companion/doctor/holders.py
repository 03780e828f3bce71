"""Whether another program has the journal open; asked without opening it as SQLite does."""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

# SQLite's own: every program that has a journal open in WAL mode holds a shared lock on this byte
# of the -shm file (UNIX_SHM_DMS in os_unix.c), and on these of the journal itself while it reads.
_SHM_BYTE: Final = 128
_PENDING: Final = 0x4000_0000
_RANGE: Final = 512

# Of `struct flock`: format and the places of type and process in it.
_LINUX: Final = ("@hhqqi", 0, 4)
_DARWIN: Final = ("@qqihh", 3, 2)


@dataclass(frozen=True, slots=True)
class Holders:
    """Who has a journal open.

    Attributes:
        known: whether that can be told on this system.
        process: number of one such process; 0 for nobody.
        name: what it is called; empty where that cannot be told.
    """

    known: bool
    process: int = 0
    name: str = ""


def holders(journal: Path, proc: Path) -> Holders:
    """Ask the system for locks on a journal.

    Args:
        journal: its file.
        proc: the folder of processes, on Linux.
    """
    if sys.platform == "linux":
        layout = _LINUX
    elif sys.platform == "darwin":
        layout = _DARWIN
    else:
        return Holders(known=False)
    if struct.calcsize("P") < 8:  # noqa: PLR2004 - the layouts above are those of 64 bits
        return Holders(known=False)
    beside = journal.with_name(f"{journal.name}-shm")
    for path, start, length in ((beside, _SHM_BYTE, 1), (journal, _PENDING, _RANGE)):
        process = _locked_by(path, start, length, layout)
        if process:
            return Holders(known=True, process=process, name=_name(process, proc))
    return Holders(known=True)


def _locked_by(path: Path, start: int, length: int, layout: tuple[str, int, int]) -> int:
    """Return a process that holds a lock on part of a file, else 0; no lock is taken."""
    import fcntl

    form, kind_at, process_at = layout
    fields = [0, 0, 0, 0, 0]
    fields[kind_at] = fcntl.F_WRLCK
    offsets = (2, 3) if form == _LINUX[0] else (0, 1)
    fields[offsets[0]], fields[offsets[1]] = start, length
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return 0
    try:
        answer = fcntl.fcntl(handle, fcntl.F_GETLK, struct.pack(form, *fields))
    except OSError:
        return 0
    finally:
        os.close(handle)
    told = struct.unpack(form, answer)
    return 0 if told[kind_at] == fcntl.F_UNLCK else int(told[process_at])


def _name(process: int, proc: Path) -> str:
    with contextlib.suppress(OSError):
        return (proc / str(process) / "comm").read_text("utf-8", errors="replace").strip()
    return ""
