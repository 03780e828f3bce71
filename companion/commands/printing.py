"""How commands speak: errors as one line, JSON as UTF-8 lines, whatever the streams are."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

from companion.core.printable import printable, printable_lines
from companion.core.texts import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_LONGEST: Final = 1000  # what was handed in is quoted in errors, and may be of any length
_NOT_ASCII: Final = re.compile(r"[^\x20-\x7e]")


class PlainStream:
    """A stream that everything passes on its way out, cleaned of what a terminal would obey.

    It stands before stdout and stderr from the first line on, so nothing that is printed gets
    around it: names in errors, in the parser's own words, in a traceback.

    Args:
        stream: where the text goes.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        """Be the stream in everything else."""
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write a text in characters that show; ends of lines and tabs stay."""
        self.stream.write(printable_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)


def settle_streams() -> None:
    """Make sure that all three streams are there, take every character, and obey none.

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
    sys.stdout = _plain(sys.stdout)
    sys.stderr = _plain(sys.stderr)


def _plain(stream: TextIO) -> TextIO:
    return stream if isinstance(stream, PlainStream) else cast("TextIO", PlainStream(stream))


def on_terminal() -> bool:
    """Say whether the app can be drawn: it listens and draws on all three streams."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def print_json(value: Mapping[str, object]) -> None:
    """Print one object on one line, at once: others may be reading along."""
    # ASCII is UTF-8 as well, so a terminal of another encoding gets that.
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json_line(value, ascii_only=not utf8), flush=True)


def json_line(value: object, *, ascii_only: bool = False) -> str:
    """Return a value as JSON that a terminal may show; what does not show is escaped, as JSON does.

    Args:
        value: of what `json.dumps` takes.
        ascii_only: escape every other letter too.
    """
    text = json.dumps(value, ensure_ascii=ascii_only)
    if ascii_only or text.isascii():
        return text.replace("\x7f", "\\u007f")
    return _NOT_ASCII.sub(_json_sign, text)


def _json_sign(found: re.Match[str]) -> str:
    sign = found[0]
    return sign if sign.isprintable() else json.dumps(sign)[1:-1].replace("\x7f", "\\u007f")


def print_error(error: object) -> None:
    """Say on stderr what could not be done, in one line that shows."""
    line = str(error)
    if len(line) > _LONGEST:
        line = f"{line[:_LONGEST]} ..."
    print(tr("tableside: {printable}", printable=printable(line)), file=sys.stderr, flush=True)
