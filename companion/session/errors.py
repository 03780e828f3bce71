"""What can go wrong with a table, in one line."""

from __future__ import annotations

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.journal.errors import JournalError
from companion.journal.rows import Line


class TableError(CompanionError):
    """A table that can only be played up to a line.

    Attributes:
        table_id: which.
        sound: number of its last line that can be played.
        behind: the lines after that one.
    """

    def __init__(self, table_id: str, sound: int, behind: tuple[Line, ...], why: str) -> None:
        super().__init__(
            tr(
                "{table_id}: line {version}: {error}",
                table_id=table_id,
                version=sound + 1,
                error=why,
            )
        )
        self.table_id = table_id
        self.sound = sound
        self.behind = behind


class TableFullError(JournalError):
    """An action that would make the table one that cannot be written as a record and read again."""
