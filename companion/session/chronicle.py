"""The history of a table, told when it is looked at.

A table of ten hours has tens of thousands of lines, and a screen shows some forty. So a line is
told when somebody asks for it, from the versions of the game around it; a longer history shares
all that the shorter one knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, overload

from companion.core.actions import Amend, Redo, Undo
from companion.core.chain import Chain
from companion.core.versions import parted
from companion.journal.rows import MANUAL
from companion.session.history import HistoryLine
from companion.session.telling import numbers_of, tell_move, tell_turn

if TYPE_CHECKING:
    from companion.core.log import Match
    from companion.core.versions import Version

KEPT: Final = 200
"""So many lines that were told need not be told again with the next action."""


class Row(NamedTuple):
    """What is known of a line before it is told.

    Attributes:
        line: as in a record.
        source: `manual`, `camera`, ...
        confidence: of the reading, or None.
        at: when it was committed, or empty.
        notes: rulings that played a part; None when they are to be found out.
        version: what the action led to; None for undo, redo and amend.
        turned: for these: numbers of the actions that left the game, or came back.
    """

    line: str
    source: str
    confidence: float | None
    at: str
    notes: tuple[str, ...] | None
    version: Version[Any] | None
    turned: tuple[int, ...]


class Chronicle(Sequence[HistoryLine]):
    """The lines of a table's history at one moment; never changes.

    Args:
        match: the game at that moment.
        rows: what is known of each action of its log.
        told: lines that were told already, by their place.
    """

    __slots__ = ("_below", "_effective", "_reached", "_told", "match", "rows")

    def __init__(
        self,
        match: Match[Any],
        rows: Chain[Row] | None = None,
        told: dict[int, HistoryLine] | None = None,
    ) -> None:
        self.match = match
        self.rows: Chain[Row] = Chain() if rows is None else rows
        # A report is written in a thread of its own while the screen shows the same lines: what is
        # found out twice is the same, so nothing need be locked.
        self._reached = match.version
        self._effective: dict[int, Version[Any]] = {}
        self._below = len(self.rows) + 1  # effective actions from this number on are known
        self._told: dict[int, HistoryLine] = {} if told is None else told

    def after(
        self,
        match: Match[Any],
        line: str,
        *,
        source: str = MANUAL.source,
        confidence: float | None = None,
        at: str = "",
        notes: tuple[str, ...] = (),
    ) -> Chronicle:
        """Return the history with the action that has just led to `match`."""
        old, new = self.match.version, match.version
        version: Version[Any] | None = None
        turned: tuple[int, ...] = ()
        match match.log[-1]:
            case Undo() | Amend():
                turned = apart(old, new)
            case Redo():
                turned = apart(new, old)
            case _:
                version = new
        row = Row(line, source, confidence, at, notes, version, turned)
        longer = Chronicle(match, self.rows.append(row))
        same = longer.differs_from(self)
        kept = range(same - KEPT, same)
        longer._told = {place: told for place, told in self._told.items() if place in kept}
        return longer

    def differs_from(self, other: Chronicle) -> int:
        """Return the place of the first line that may be another one than in `other`.

        It is the length of the shorter one when nothing that both have was touched.
        """
        shorter = min(len(self), len(other))
        if self.match.version.ground is not other.match.version.ground:
            return 0
        gone, come = parted(other.match.version, self.match.version)
        return min(shorter, *(number - 1 for number in numbers_of((*gone, *come))), shorter)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, at: int) -> HistoryLine: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[HistoryLine, ...]: ...
    def __getitem__(self, at: int | slice) -> HistoryLine | tuple[HistoryLine, ...]:
        if isinstance(at, slice):
            return tuple(self._line(one) for one in range(*at.indices(len(self))))
        found = at + len(self) if at < 0 else at
        if not 0 <= found < len(self):
            raise IndexError(f"no line {at} among {len(self)}")
        return self._line(found)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, (Chronicle, tuple)) or len(self) != len(other):
            return NotImplemented if not isinstance(other, (Chronicle, tuple)) else False
        start = self.differs_from(other) if isinstance(other, Chronicle) else 0
        return all(self[at] == other[at] for at in range(start, len(self)))

    __hash__ = None  # type: ignore[assignment]  # equal to tuples, so without a hash of its own

    def _line(self, at: int) -> HistoryLine:
        line = self._told.get(at)
        if line is None:
            line = self._told[at] = self._tell(at)
        return line

    def _tell(self, at: int) -> HistoryLine:
        number, row, action = at + 1, self.rows[at], self.match.log[at]
        undone, version = False, None
        if isinstance(action, (Undo, Redo, Amend)):
            told = tell_turn(action, row.turned)
        else:
            version = self._version(number)
            undone = version is None
            told = tell_move(self.match, version or _made(row))
        return HistoryLine(
            number=number,
            line=row.line,
            told=told,
            undone=undone,
            notes=self._notes(row, version or row.version),
            source=row.source,
            confidence=row.confidence,
            at=row.at,
        )

    def _notes(self, row: Row, version: Version[Any] | None) -> tuple[str, ...]:
        if version is None:
            return ()
        if row.notes is not None and version is row.version:
            return row.notes
        # It was not judged yet, or a correction has changed what came before it.
        return tuple(note.message() for note in self.match.judged(version).notes)

    def _version(self, number: int) -> Version[Any] | None:
        """Return the version that an action led to; None when it is out of the game."""
        while self._below > number:
            version = self._reached
            if version.parent is None:
                self._below = 0
                break
            self._effective[version.number] = version
            self._below, self._reached = version.number, version.parent
        return self._effective.get(number)


def _made(row: Row) -> Version[Any]:
    assert row.version is not None  # noqa: S101 - every action but undo, redo and amend makes one
    return row.version


def apart(old: Version[Any], new: Version[Any]) -> tuple[int, ...]:
    """Return the numbers of the actions that are in effect in one version and not in the other."""
    gone, come = parted(old, new)
    return tuple(sorted(numbers_of(gone) - numbers_of(come)))
