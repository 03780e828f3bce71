"""Files of the home folder: what stands where, and how it is read and written safely.

A small JSON file only remembers something for convenience. One that is missing, damaged, too large
or of another format is read as if it were empty; `read` is for whoever needs to know why.

What is written here is still there after a power cut. A file's contents are safe once the file is
synced, its name once its folder is synced: a system may write the two in any order.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PROFILES: Final = "profiles"
SETS: Final = "sets"
CATALOGUES: Final = "catalogues"
"""Folders within the home folder: how cameras were calibrated, taught dice, people's card lists."""

TRAY_PROFILES: Final = "printed.toml"
"""How trays print: people's own profiles."""

LAST_TABLES: Final = "last-tables.json"
"""What was wished for at the last tables."""


def load(path: Path, version: int, most: int) -> dict[str, Any]:
    """Return what stands in a file, or nothing.

    Args:
        path: of the file.
        version: of its format.
        most: bytes that it may have.
    """
    try:
        text = read(path, most)
        data = None if text is None else json.loads(text)
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict) or data.get("format") != version:
        return {}
    return data


def read(path: Path, most: int) -> str | None:
    """Return the text of a file; None for what is no file, or larger than `most` bytes.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no UTF-8 text.
    """
    if not path.is_file():  # to look into a pipe or a device could take for ever
        return None
    with path.open("rb") as file:
        data = file.read(most + 1)
    return None if len(data) > most else data.decode("utf-8")


def keep(path: Path, version: int, data: Mapping[str, object]) -> None:
    """Write a file, its folder too: a reader finds the old one or the new one.

    Raises:
        OSError: it cannot be written.
    """
    text = json.dumps({"format": version, **data}, indent=1, ensure_ascii=False)
    make_folder(path.parent)
    replace_file(path, f"{text}\n".encode("utf-8", "backslashreplace"))


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
