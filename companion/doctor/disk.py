"""The disk under the home folder: room, whether it may be written, and what sort of disk it is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.doctor.result import Level, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.doctor.case import Case

MB: Final = 1_000_000
LEAST, LITTLE = 20 * MB, 200 * MB
"""Bytes: an evening takes a megabyte or two, with pictures of the dice some ten."""

_FAR: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "9p", "fuse.sshfs", "fuse.rclone", "davfs",
     "vboxsf", "vmhgfs", "afs", "ncpfs", "glusterfs", "ceph"}
)  # fmt: skip
"""Kinds of file systems on other machines: SQLite's locks cannot be relied on there."""

_MOUNTED: Final = 4
_FIELDS: Final = 5
"""Of a line of mountinfo: which word says where something is mounted."""

_FLEETING: Final = frozenset({"tmpfs", "ramfs"})
_CLOUDS: Final = (
    "dropbox", "onedrive", "google drive", "googledrive", "mobile documents", "icloud",
    "nextcloud", "owncloud", "pcloud", "syncthing", "seafile",
)  # fmt: skip
_MARKS: Final = (".dropbox", ".dropbox.cache", ".stfolder", ".sync_journal.db", ".owncloudsync.log")


def check(case: Case) -> Iterator[Result]:
    """Look at the disk; nothing is written."""
    there = _nearest(case.home)
    yield _room(there)
    yield _writable(case.home, there)
    yield _kind(case, there)


def _nearest(home: Path) -> Path:
    """Return the folder itself, or the closest one above it that is there."""
    home = home.absolute()
    return next((one for one in (home, *home.parents) if one.is_dir()), Path(home.anchor))


def _room(there: Path) -> Result:
    free = shutil.disk_usage(there).free
    data = {"free": free}
    said = tr("{room} free", room=_bytes(free))
    if free < LEAST:
        return Result(
            "disk-room", Level.PROBLEM, said, tr("make room: a full disk takes no rolls"), data
        )
    if free < LITTLE:
        return Result("disk-room", Level.WARNING, said, tr("make room before a long evening"), data)
    return Result("disk-room", Level.OK, said, data=data)


def _bytes(count: int) -> str:
    if count >= 1000 * MB:
        return tr("{number} GB", number=f"{count / (1000 * MB):.1f}")
    return tr("{number} MB", number=f"{count / MB:.0f}")


def _writable(home: Path, there: Path) -> Result:
    name = "disk-home"
    data: dict[str, object] = {"home": str(home), "exists": home.is_dir()}
    quoted = (str(home),)
    if home.exists() and not home.is_dir():
        return Result(
            name, Level.PROBLEM, tr("{home} is no folder", home=home),
            tr("name another with --home or TABLESIDE_HOME"), data, quoted,
        )  # fmt: skip
    if _read_only(there) or not os.access(there, os.W_OK | os.X_OK):
        return Result(
            name, Level.PROBLEM, tr("{home} cannot be written", home=home),
            tr("give yourself the right to write there, or name another folder with --home"),
            data, quoted,
        )  # fmt: skip
    if not home.is_dir():
        said = tr("{home} is not there yet; the first table makes it", home=home)
        return Result(name, Level.OK, said, "", data, quoted)
    return Result(name, Level.OK, tr("{home} can be written", home=home), "", data, quoted)


def _read_only(there: Path) -> bool:
    """Tell whether the file system is mounted for reading alone (root may write anywhere else)."""
    if not hasattr(os, "statvfs"):
        return False
    return bool(os.statvfs(there).f_flag & getattr(os, "ST_RDONLY", 1))


def _kind(case: Case, there: Path) -> Result:
    name = "disk-kind"
    kind = _file_system(case, there)
    synced = _synced_by(there)
    data: dict[str, object] = {"file_system": kind, "synced_by": synced}
    data["flushes"] = flushes = _flushes(there)
    if kind in _FAR:
        return Result(
            name, Level.WARNING, tr("the home folder lies on another machine ({kind})", kind=kind),
            tr("name a folder of this machine with --home: two programs may not see each other's locks"),
            data,
        )  # fmt: skip
    if kind in _FLEETING:
        return Result(
            name, Level.WARNING, tr("the home folder lies in memory ({kind})", kind=kind),
            tr("name a folder on a disk with --home: all of it is gone when the machine stops"), data,
        )  # fmt: skip
    if not flushes:
        return Result(
            name, Level.WARNING, tr("this disk does not say when something is really written"),
            tr("name a folder on another disk with --home: a power cut may lose what was acknowledged"),
            data,
        )  # fmt: skip
    if synced:
        return Result(
            name, Level.WARNING, tr("the home folder is copied elsewhere by {program}", program=synced),
            tr("leave it out there, or play on one machine at a time: copying an open journal breaks it"),
            data,
        )  # fmt: skip
    said = tr("the file system is {kind}", kind=kind) if kind else tr("a disk of this machine")
    return Result(name, Level.OK, said, "", data)


def _file_system(case: Case, there: Path) -> str:
    """Return what sort of file system a folder lies on, on Linux; empty where it cannot be told."""
    try:
        lines = (case.edges.proc / "self" / "mountinfo").read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    where, best, kind = there.resolve(), -1, ""
    for line in lines:
        before, _, after = line.partition(" - ")
        words = before.split()
        if len(words) < _FIELDS or not after:
            continue
        mount = Path(words[_MOUNTED].replace("\\040", " "))
        if (where == mount or mount in where.parents) and len(mount.parts) >= best:
            best, kind = len(mount.parts), after.split()[0]
    return kind


def _synced_by(there: Path) -> str:
    """Return what copies a folder to other machines; empty for nothing that is known."""
    for part in there.resolve().parts:
        for cloud in _CLOUDS:
            if part.casefold() == cloud or part.casefold().startswith(f"{cloud} "):
                return cloud
    for folder in (there, *there.parents):
        for mark in _MARKS:
            if (folder / mark).exists():
                return mark
    return ""


def _flushes(there: Path) -> bool:
    """Tell whether the disk takes the order to write everything down; changes nothing."""
    if os.name != "posix":
        return True
    try:
        handle = os.open(there, os.O_RDONLY)
    except OSError:
        return True
    try:
        os.fsync(handle)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
