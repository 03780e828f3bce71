"""Folders and files that are still there after a power cut.

A file's contents are sure once it was synced, its name once its folder was: a system may write the
two in any order, and some days apart.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def make_folder(path: Path) -> None:
    """Make a folder and those above it, so that none of them can vanish again.

    Raises:
        OSError: it cannot be made.
    """
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
    """Write a file's contents; to make its name sure, too, is for who syncs the folder.

    Raises:
        OSError: it cannot be written.
    """
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
