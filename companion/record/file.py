"""A record as a file: read, keep as it is, append, write.

Reading and then writing gives the same bytes: every line is kept as it was typed, with its comment
and its layout. Files come from anywhere, so they are bounded and validated.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from calibration.files import OddFileError, read_file
from companion.core.actions import Action, Amend, Join, Redo, Undo
from companion.core.errors import FileProblemError
from companion.core.people import seated
from companion.core.texts import tr
from companion.record.grammar import Grammar
from companion.record.header import Header, parse_header
from companion.record.text import LineError, cut_comment

MAX_BYTES: Final = 16_000_000
MAX_AGAIN: Final = 500_000
"""Actions that the corrections of a record may play again, such as 250 times the whole of a long
game. A file from elsewhere must not keep `check` busy for hours."""
MAX_ACTIONS: Final = 200_000
"""Twice what people declare in ten hours if they never rest; a live table takes no more either."""

MAX_LINES: Final = 2 * MAX_ACTIONS  # Empty lines and comments count as well: they cost time to read

COMMENT: Final = 32  # Characters at most of what the program itself writes behind an action


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a record."""

    number: int  # counted from 1
    line: int  # of the file, counted from 1
    text: str  # the line without its comment and outer blanks
    comment: str  # what stands behind `;`, or empty
    action: Action  # what the line says


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read."""

    header: Header  # what is fixed before the first action
    entries: tuple[Entry, ...]  # the actions
    raw: str  # the whole text as it stands in the file; what was read is unchanged in it

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions alone."""
        return tuple(entry.action for entry in self.entries)


def parse_record(text: str, where: str, grammar_of: Callable[[Header], Grammar]) -> Record:
    """Read the text of a record.

    Args:
        text: the whole file.
        where: the file's name for messages.
        grammar_of: gives the grammar of the header's game; raises `CompanionError` when there is
            no such game.

    Raises:
        FileProblemError: it is no record; names file and line.
    """
    if text.count("\n") > MAX_LINES:
        raise FileProblemError(where, tr("more than {max_lines} lines", max_lines=MAX_LINES))
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    header, taken = parse_header(lines, where)
    entries: list[Entry] = []
    reader = LineReader(grammar_of(header))
    for count, line in enumerate(lines[taken:], start=taken + 1):
        body, comment = cut_comment(line)
        if not body.strip(" \t"):
            continue
        if len(entries) == MAX_ACTIONS:
            problem = tr("more than {max_actions} actions", max_actions=MAX_ACTIONS)
            raise FileProblemError(where, problem, count)
        try:
            action = reader.read(len(entries) + 1, line)
        except LineError as error:
            raise FileProblemError(where, str(error), count) from None
        if reader.again > MAX_AGAIN:
            problem = tr("corrections that play more than {most} actions again", most=MAX_AGAIN)
            raise FileProblemError(where, problem, count)
        said = comment.removeprefix(";").strip(" \t")
        entries.append(Entry(len(entries) + 1, count, body.strip(" \t"), said, action))
    return Record(header, tuple(entries), text)


class _Way(NamedTuple):
    """An action in effect, those before it, what undo goes back to, and who sits there then."""

    number: int
    parent: _Way | None
    before: _Way | None
    seats: tuple[str, ...]


class LineReader:
    """Reads the lines of a log one by one, each by the names of its moment; nothing is played.

    Args:
        grammar: with the names of the start.

    Attributes:
        grammar: with the names after the last line.
        again: how many actions the corrections play again.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.again = 0
        self._now = _Way(0, None, None, grammar.seats)
        self._undone: list[_Way] = []

    def read(self, number: int, line: str) -> Action:
        """Read the next line; raises `CannotParseError`."""
        action = self.grammar.read(line)
        self._follow(number, action)
        if self._now.seats != self.grammar.seats:
            self.grammar = self.grammar.with_seats(self._now.seats, self._seats_before)
        return action

    def _seats_before(self, number: int) -> tuple[str, ...]:
        """Return the names that the line of an action in effect goes by."""
        way = self._now
        while way.parent is not None and way.number >= number:
            way = way.parent
        return way.seats

    def _follow(self, number: int, action: Action) -> None:
        """Take in one more action, whether it is legal or not."""
        now = self._now
        match action:
            case Undo():
                if now.before is not None:
                    self._undone.append(now)
                    self._now = now.before
                return
            case Redo():
                self._now = self._undone.pop() if self._undone else now
                return
            case Amend(replacement=replacement):
                start, later = self._play_again(action.number)
                if isinstance(replacement, Join):
                    self._rename(start, later, replacement.name)
                self._now = self._now._replace(before=now)
            case Join():
                self._now = _Way(number, now, now, seated(now.seats, action))
            case _:
                self._now = _Way(number, now, now, now.seats)
        self._undone.clear()

    def _play_again(self, number: int) -> tuple[_Way, list[_Way]]:
        """Count what a correction plays again; return the way before it, and the later ones."""
        way, later = self._now, list[_Way]()
        while way.parent is not None and way.number >= number and self.again <= MAX_AGAIN:
            self.again += 1
            later.append(way)
            way = way.parent
        return way, later

    def _rename(self, start: _Way, later: list[_Way], name: str) -> None:
        """Give whoever joined another name, from the action that seated them on."""
        self._now = start
        old = {one for way in later[-1:] for one in way.seats} - {*start.seats}
        for way in reversed(later):
            seats = tuple(name if one in old else one for one in way.seats)
            self._now = _Way(way.number, self._now, self._now, seats)


def read_text(path: Path, limit: int = MAX_BYTES) -> str:
    """Read a text file from anywhere.

    Raises:
        FileProblemError: it is missing, not readable, larger than `limit` bytes or not UTF-8.
    """
    try:
        data = read_file(path, limit)
    except FileNotFoundError:
        raise FileProblemError(str(path), tr("there is no such file")) from None
    except OddFileError as error:
        large = error.errno == errno.EFBIG
        what = tr("larger than {limit} bytes", limit=limit) if large else tr("this is not a file")
        raise FileProblemError(str(path), what) from None
    except (OSError, ValueError) as error:  # also a name with a NUL in it
        why = getattr(error, "strerror", None) or str(error)
        raise FileProblemError(str(path), why.lower()) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblemError(str(path), tr("not UTF-8 text"), line) from None
