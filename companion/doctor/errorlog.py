"""The last errors, kept in the home folder to be looked at later.

They ended a command, or the app went on after them.
What was typed is not kept: a word of the command line that an error repeats is replaced, because it
may be somebody's name. Nothing is kept before there is a home folder, and no command fails for it.
"""

import re
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from calibration.addresses import without_secrets
from companion.core.errors import CompanionError
from companion.system import files

FILE: Final = "last-errors.json"
FORMAT: Final = 1
MAX_SIZE: Final = 100_000
MOST: Final = 30
LONGEST: Final = 500
_FRAMES: Final = 12
_TYPED: Final = "<typed>"
_SHORTEST: Final = 2
_TEXTS: Final = ("at", "command", "kind", "text")
_OWN: Final = ("companion", "vision", "hardware", "calibration", "models")


@dataclass(frozen=True, slots=True)
class LastError:
    """One error."""

    at: str  # when, UTC, ISO 8601
    command: str  # in which command it happened
    kind: str  # the class of the error
    text: str = ""  # its line; empty for a fault of the program, whose text may hold anything
    frames: tuple[str, ...] = ()  # where a fault of the program came from: file, line and function


def note_error(home: Path, command: str, typed: Sequence[str] | None, error: BaseException) -> None:
    """Keep an error where there is a home folder; a failure to do so is ignored.

    `typed` has all words of the command line that it ended. It is None when it ended none: its text
    may repeat what people typed at the table, so only its places are kept.
    """
    with suppress(OSError, ValueError):
        if not home.is_dir():
            return
        entry: dict[str, object] = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": command,
            "kind": type(error).__name__,
        }
        if typed is not None and isinstance(error, CompanionError | OSError):  # for people to read
            line = without_secrets(" ".join(str(error).split()))[:LONGEST]
            entry["text"] = _untyped(line, command, typed)
        else:
            entry["frames"] = _frames(error)
        files.keep(home / FILE, FORMAT, {"errors": [*_entries(home)[1 - MOST :], entry]})


def last_errors(home: Path) -> tuple[LastError, ...]:
    """Return what was kept, the oldest first."""
    found = []
    for one in _entries(home):
        texts = (one[name] if isinstance(one.get(name), str) else "" for name in _TEXTS)
        at, command, kind, text = texts
        frames = tuple(map(str, _rows(one.get("frames"))))
        found.append(LastError(at, command, kind, text, frames))
    return tuple(found)


def _entries(home: Path) -> list[dict[str, Any]]:
    found = files.load(home / FILE, FORMAT, MAX_SIZE).get("errors")
    return [one for one in _rows(found) if isinstance(one, dict)]


def _rows(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _untyped(text: str, command: str, typed: Sequence[str]) -> str:
    """Return an error's line without the words that were typed."""
    words = {part for word in typed for part in (word, *re.split(r"[,=:;/\\\s]+", word))}
    for word in sorted(words, key=len, reverse=True):
        if len(word) >= _SHORTEST and word != command and not word.startswith("-"):
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", _TYPED, text)
    return text


def _frames(error: BaseException) -> list[str]:
    """Return where an error came from: places in the program, never what stood there."""
    found = []
    for frame in traceback.extract_tb(error.__traceback__)[-_FRAMES:]:
        parts = re.split(r"[\\/]", frame.filename)
        own = next((at for at, part in enumerate(parts) if part in _OWN), len(parts) - 1)
        found.append(f"{'/'.join(parts[own:])}:{frame.lineno} {frame.name}")
    return found
