"""A table of the journal as the text of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.session.telling import comment_of

if TYPE_CHECKING:
    from companion.journal.rows import Line
    from companion.journal.store import Journal


def export_text(journal: Journal, table_id: str) -> str:
    """Return the record of a table; its lines stand as they were journalled.

    No line is parsed, so a table that this program cannot resume can still be exported.

    Raises:
        JournalError: there is no such table.
    """
    info = journal.table(table_id)
    lines = [f"{_with_source(line)}\n" for line in journal.lines(table_id)]
    return info.header + "".join(lines)


def _with_source(line: Line) -> str:
    said = comment_of(line.provenance.source, line.provenance.confidence)
    return f"{line.text}  ; {said}" if said else line.text
