"""What stands where in the home folder, and its small JSON files: read with care, written whole or not at all.

What such a file remembers is a comfort, so one that is missing, damaged, huge or of another format
is read as though it were empty; who needs to know why reads it himself.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from companion.durable import make_folder, replace_file

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
