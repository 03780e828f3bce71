"""What every command shares towards the outside: exit statuses, streams, JSON, errors, files it writes."""

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO, cast

from calibration.addresses import without_secrets
from calibration.files import sync_folder
from companion.core.errors import FileProblemError, UsageError
from companion.core.printable import printable, printable_lines
from companion.core.texts import retold, tr

FINE: Final = 0
FINDINGS: Final = 1
"""The command did its work and found something to look at: an illegal action, an unsure die, no die."""

FAILED: Final = 2  # The command could not do its work: a bad file, no device

INTERRUPTED: Final = 130  # What shells report for a program that Ctrl-C ended

_LONGEST: Final = 1000  # an error may quote something of any length
_NOT_ASCII: Final = re.compile(r"[^\x20-\x7e]")


def add_json(parser: argparse.ArgumentParser, what: str = "", **more: Any) -> None:
    """Declare `--json`."""
    about = what or tr("one JSON object a line")
    parser.add_argument("--json", action="store_true", help=about, **more)


# ---------------------------------------------------------------- streams


class PlainStream:
    """A stream that removes from everything written to it what a terminal would obey.

    It wraps stdout and stderr from the first line on, so nothing that is printed bypasses it:
    names in errors, the argument parser's own words, a traceback. When `masked`, addresses lose
    their passwords and tokens.
    """

    def __init__(self, stream: TextIO, *, masked: bool = False) -> None:
        self.stream = stream
        self.masked = masked

    def __getattr__(self, name: str) -> Any:
        """Pass everything else on to the stream."""
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write a text in visible characters; line ends and tabs stay."""
        shown = printable_lines(text)
        self.stream.write(without_secrets(shown) if self.masked else shown)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)


def settle_streams() -> None:
    """Make sure that all three streams exist and take every character.

    A closed stream is replaced by an empty one. A letter that the terminal cannot show is written
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
    if not isinstance(sys.stdout, PlainStream):
        sys.stdout = cast("TextIO", PlainStream(sys.stdout))
    if not isinstance(sys.stderr, PlainStream):
        sys.stderr = cast("TextIO", PlainStream(sys.stderr, masked=True))


def on_terminal() -> bool:
    """Tell whether the app can be drawn: it needs all three streams on a terminal."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


# ---------------------------------------------------------------- printing


def print_json(value: Mapping[str, object]) -> None:
    """Print one object on one line, at once: another program may be reading along."""
    # ASCII is UTF-8 as well, so a terminal of another encoding gets that.
    print(json_line(value, ascii_only=not is_utf8()), flush=True)


def is_utf8() -> bool:
    """Tell whether what is printed goes out as UTF-8."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def print_either(value: Mapping[str, object], *lines: str, as_json: bool) -> None:
    """Print one object for programs, or lines for people."""
    if as_json:
        print_json(value)
        return
    for line in lines:
        print(line, flush=True)


def json_line(value: object, *, ascii_only: bool = False) -> str:
    """Return a value as JSON; what does not show, or all but ASCII, is escaped as JSON does."""
    text = json.dumps(value, ensure_ascii=ascii_only)
    if ascii_only or text.isascii():
        return text.replace("\x7f", "\\u007f")
    return _NOT_ASCII.sub(_json_sign, text)


def _json_sign(found: re.Match[str]) -> str:
    sign = found[0]
    return sign if sign.isprintable() else json.dumps(sign)[1:-1].replace("\x7f", "\\u007f")


def print_error(error: object) -> None:
    """Print an error on stderr, in one visible line."""
    line = retold(error)
    if len(line) > _LONGEST:
        line = f"{line[:_LONGEST]} ..."
    print(tr("tableside: {printable}", printable=printable(line)), file=sys.stderr, flush=True)


# ---------------------------------------------------------------- files that people name


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turn the system's error about a file into one line with its name."""
    try:
        yield
    except OSError as error:
        raise FileProblemError(str(path), (error.strerror or str(error)).lower()) from None


def put(content: str | bytes, file: str | None, *, overwrite: bool) -> None:
    """Write to a file, or print when none is named; raises `CompanionError`."""
    if file is not None:
        write_new(Path(file), content, overwrite=overwrite)
    elif isinstance(content, bytes):
        raise UsageError(tr("a picture cannot be printed; name a file for it"))
    else:
        print(content, end="")


def write_new(path: Path, content: str | bytes, *, overwrite: bool, private: bool = False) -> None:
    """Write a file completely or not at all; others may read it unless it is `private`.

    Raises:
        FileProblemError: it exists already, or cannot be written.
    """
    import tempfile

    refuse_taken(path, overwrite=overwrite)
    with file_errors(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        made = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content.encode("utf-8") if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            made.chmod(0o600 if private else 0o644)
            if overwrite or not _linked(made, path):
                made.replace(path)
        finally:
            made.unlink(missing_ok=True)
    sync_folder(path.parent)


def refuse_taken(path: Path, *, overwrite: bool) -> None:
    """Refuse a file that exists already; raises `FileProblemError`."""
    if path.exists() and not overwrite:
        raise _taken(path)


def _taken(path: Path) -> FileProblemError:
    return FileProblemError(str(path), tr("exists already; name another file or add --overwrite"))


def _linked(made: Path, path: Path) -> bool:
    """Name a file by a link, which replaces nothing; False on a file system without links."""
    try:
        path.hardlink_to(made)
    except FileExistsError:  # another program has taken the name a moment ago
        raise _taken(path) from None
    except OSError:
        return False
    return True
