"""Files of the home folder: what stands where, and how it is read and written safely.

A small JSON file only remembers something for convenience. One that is missing, damaged, too large
or of another format is read as if it were empty.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from calibration.files import make_folder, read_file, replace_file

PROFILES: Final = "profiles"
SETS: Final = "sets"
LEARNT: Final = "learnt"
DECKS: Final = "decks"
CATALOGUES: Final = "catalogues"
"""Folders within the home folder: how cameras were calibrated, taught dice, what tables learnt of
theirs by themselves, taught cards, people's card lists."""

TRAY_PROFILES: Final = "printed.toml"
"""How trays print: people's own profiles."""

LAST_TABLES: Final = "last-tables.json"
"""What was wished for at the last tables."""


def load(path: Path, version: int, most: int) -> dict[str, Any]:
    """Return what stands in a file of that format and at most so many bytes, or nothing."""
    try:
        data = json.loads(read_file(path, most).decode("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict) or data.get("format") != version:
        return {}
    return data


def keep(path: Path, version: int, data: Mapping[str, object]) -> None:
    """Write a file, its folder too: a reader finds the old one or the new one. Raises `OSError`."""
    text = json.dumps({"format": version, **data}, indent=1, ensure_ascii=False)
    make_folder(path.parent)
    replace_file(path, f"{text}\n".encode("utf-8", "backslashreplace"))
