"""Reading and writing files: nothing endless is read, and nothing that was written is lost.

What is written here is still there after a power cut. A file's contents are safe once the file is
synced, its name once its folder is synced: a system may write the two in any order.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

NO_DEVICE: Final = r"(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z))"
"""How a file's name begins: not as those that Windows takes for devices, whatever their ending."""


class OddFileError(OSError):
    """Something that is no regular file, or larger than it may be."""


def check_file(path: Path, most: int | None = None) -> None:
    """Refuse what is no regular file: to look into a pipe or a device could take for ever.

    Raises:
        OddFileError: it is no regular file, or larger than `most` bytes.
        OSError: it is missing, or cannot be reached.
    """
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise OddFileError(errno.EISDIR, "this is a folder, not a file", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OddFileError(errno.EINVAL, "this is a device or a pipe, not a file", str(path))
    if most is not None and found.st_size > most:
        raise _too_large(path, most)


def read_file(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        OddFileError: it is no regular file, or has more than `most` bytes.
        OSError: it is missing, or cannot be read.
    """
    check_file(path, most)
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:  # it grew meanwhile, or does not tell its size
        raise _too_large(path, most)
    return data


def _too_large(path: Path, most: int) -> OddFileError:
    return OddFileError(errno.EFBIG, f"larger than {most:,} bytes", str(path))


def make_folder(path: Path) -> None:
    """Make a folder and those above it, so that none can vanish again; raises `OSError`."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in reversed(missing):
        sync_folder(folder.parent)


def sync_folder(path: Path) -> None:
    """Make the names in a folder sure, where the system can do that for folders at all."""
    with suppress(OSError):  # Windows opens no folders, and some file systems sync none
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_synced(path: Path, content: bytes) -> None:
    """Write a file's contents; whoever syncs the folder makes its name sure, too. Raises `OSError`."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in the place of an old one: afterwards there is the one or the other, whole.

    Raises:
        OSError: it cannot be written; the old one stands as it was.
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        write_synced(fresh, content)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
