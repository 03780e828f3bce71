"""A table of the journal as the text of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.journal.rows import MANUAL

if TYPE_CHECKING:
    from companion.journal.rows import Line, Provenance
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
    comment = source_comment(line.provenance)
    return f"{line.text}  ; {comment}" if comment else line.text


def source_comment(provenance: Provenance) -> str:
    """Return what a record says behind `;` about where a line came from; empty for people."""
    source, confidence = provenance.source, provenance.confidence
    if source == MANUAL.source:
        return ""
    return source if confidence is None else f"{source} {confidence:.3f}"
