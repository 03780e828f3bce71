"""How commands speak: errors as one line, JSON as UTF-8 lines, whatever the streams are."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST: Final = 1000  # what was handed in is quoted in errors, and may be of any length


def settle_streams() -> None:
    """Make sure that all three streams are there and take every character.

    A closed stream becomes one that holds nothing. A letter that a terminal cannot show is written
    as an escape: a name must not end the command that prints it.
    """
    nothing = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nothing.open(encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = nothing.open("w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = nothing.open("w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def on_terminal() -> bool:
    """Say whether the app can be drawn: it listens and draws on all three streams."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def print_json(value: Mapping[str, object]) -> None:
    """Print one object on one line, at once: others may be reading along."""
    # ASCII is UTF-8 as well, so a terminal of another encoding gets that.
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not utf8), flush=True)


def print_error(error: object) -> None:
    """Say on stderr what could not be done, in one line that shows."""
    line = str(error)
    if len(line) > _LONGEST:
        line = f"{line[:_LONGEST]} ..."
    shown = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line
    )
    print(f"tableside: {shown}", file=sys.stderr, flush=True)
