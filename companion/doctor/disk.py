"""The disk under the home folder: room, whether it may be written, and what sort of disk it is."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.core.texts import later, number, tr
from companion.doctor.case import Case, Data, Result, ok, problem, warning

MB: Final = 1_000_000
LEAST, LITTLE = 20 * MB, 200 * MB
"""Bytes: an evening takes a megabyte or two, with pictures of the dice some ten."""

_FAR: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "9p", "fuse.sshfs", "fuse.rclone", "davfs",
     "vboxsf", "vmhgfs", "afs", "ncpfs", "glusterfs", "ceph"}
)  # fmt: skip
"""Kinds of file systems on other machines: SQLite's locks are not reliable there."""

_MOUNTED: Final = 4  # Which word of a line of /proc/self/mountinfo says where the file system is
_FLEETING: Final = frozenset({"tmpfs", "ramfs"})
_CLOUDS: Final = (
    "dropbox", "onedrive", "google drive", "googledrive", "mobile documents", "icloud",
    "nextcloud", "owncloud", "pcloud", "syncthing", "seafile",
)  # fmt: skip
_MARKS: Final = (".dropbox", ".dropbox.cache", ".stfolder", ".sync_journal.db", ".owncloudsync.log")


def check(case: Case) -> Iterator[Result]:
    """Look at the disk; nothing is written."""
    home = case.home.absolute()
    there = next((one for one in (home, *home.parents) if one.is_dir()), Path(home.anchor))
    yield _room(there)
    yield _writable(case.home, there)
    yield _kind(case, there)


def _room(there: Path) -> Result:
    free = shutil.disk_usage(there).free
    data: Data = {"free": free}
    size = tr("{number} MB", number=f"{free / MB:.0f}")
    if free >= 1000 * MB:
        size = tr("{number} GB", number=number(free / (1000 * MB), ".1f"))
    text = tr("{room} free", room=size)
    if free < LEAST:
        return problem("disk-room", text, tr("make room: a full disk takes no rolls"), data)
    if free < LITTLE:
        return warning("disk-room", text, tr("make room before a long evening"), data)
    return ok("disk-room", text, data)


def _writable(home: Path, there: Path) -> Result:
    name, word = "disk-home", str(home)
    data: Data = {"home": word, "exists": home.is_dir()}
    if home.exists() and not home.is_dir():
        todo = tr("name another with --home or TABLESIDE_HOME")
        return problem(name, tr("{home} is not a folder", home=home), todo, data, word)
    if _read_only(there) or not os.access(there, os.W_OK | os.X_OK):
        todo = tr("give yourself the right to write there, or name another folder with --home")
        return problem(name, tr("{home} cannot be written", home=home), todo, data, word)
    text = later("{home} does not exist yet; the first table makes it")
    if home.is_dir():
        text = later("{home} can be written")
    return ok(name, tr(text, home=home), data, word)


def _read_only(there: Path) -> bool:
    """Tell whether the file system is mounted read-only (root may write anywhere else)."""
    if not hasattr(os, "statvfs"):
        return False
    return bool(os.statvfs(there).f_flag & getattr(os, "ST_RDONLY", 1))


def _kind(case: Case, there: Path) -> Result:
    name, kind = "disk-kind", _file_system(case, there)
    synced, flushes = _synced_by(there), _flushes(there)
    data: Data = {"file_system": kind, "synced_by": synced, "flushes": flushes}
    if kind in _FAR:
        text = tr("the home folder is on another machine ({kind})", kind=kind)
        todo = tr("name a folder of this machine with --home: file locks may fail over a network")
    elif kind in _FLEETING:
        text = tr("the home folder is in memory ({kind})", kind=kind)
        todo = tr("name a folder on a disk with --home: this one is lost when the machine stops")
    elif not flushes:
        text = tr("this disk does not report when something is really written")
        todo = tr("name a folder on another disk with --home: a power cut may lose confirmed rolls")
    elif synced:
        text = tr("{program} copies the home folder elsewhere", program=synced)
        todo = tr("exclude it there, or play on one machine at a time: copying an open journal"
                  " breaks it")  # fmt: skip
    else:
        text = tr("the file system is {kind}", kind=kind) if kind else tr("a disk of this machine")
        return ok(name, text, data)
    return warning(name, text, todo, data)


def _file_system(case: Case, there: Path) -> str:
    """Return the kind of file system a folder is on, on Linux; empty where it is unknown."""
    try:
        lines = (case.edges.proc / "self" / "mountinfo").read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    where, mounts = there.resolve(), {}  # of two at one place, the later one covers the other
    for line in lines:
        before, _, after = (part.split() for part in line.partition(" - "))
        if len(before) > _MOUNTED and after:
            mounts[Path(before[_MOUNTED].replace("\\040", " "))] = after[0]
    return next((mounts[one] for one in (where, *where.parents) if one in mounts), "")


def _synced_by(there: Path) -> str:
    """Return what copies a folder to other machines; empty for nothing that is known."""
    parts = [part.casefold() for part in there.resolve().parts]
    clouds = (cloud for part in parts for cloud in _CLOUDS if f"{part} ".startswith(f"{cloud} "))
    marks = (mark for folder in (there, *there.parents) for mark in _MARKS
             if (folder / mark).exists())  # fmt: skip
    return next(clouds, "") or next(marks, "")


def _flushes(there: Path) -> bool:
    """Tell whether the disk takes the order to write everything down; changes nothing."""
    try:
        handle = os.open(there, os.O_RDONLY)
    except OSError:  # not ours to read, or a folder of Windows
        return True
    try:
        os.fsync(handle)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
