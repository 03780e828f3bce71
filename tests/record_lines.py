"""Records made line by line, and the text of a live table's record."""

from dataclasses import replace

from companion.record.file import Entry, Record
from companion.session.export import export_text


def new_record(header):
    """A record without actions."""
    return Record(header, (), header.text())


def extended(record, action, line, comment=""):
    """The record with one more action, its line and a comment."""
    entry = Entry(len(record.entries) + 1, record.raw.count("\n") + 1, line, comment, action)
    raw = f"{record.raw}{line}{f'  ; {comment}' if comment else ''}\n"
    return replace(record, entries=(*record.entries, entry), raw=raw)


def record_text(table):
    """The record of a live table, as its journal has it."""
    return export_text(table._journal, table.table_id)
