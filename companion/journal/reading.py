"""Reading a journal where nothing can be written: a home on a disk that is locked, or not ours."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.journal.beside import copied
from companion.journal.errors import JournalError
from companion.journal.store import Journal


@contextmanager
def open_to_read(path: Path) -> Iterator[Journal]:
    """Open a journal to read what it has; where it cannot be written, a copy of it.

    SQLite writes beside a file that it only reads, so a locked home needs the copy.

    Raises:
        JournalError: it cannot be opened, or is damaged.
    """
    try:
        journal = Journal(path)
    except JournalError:
        if can_write(path) or not path.exists():
            raise
    else:
        with journal:
            yield journal
        return
    with TemporaryDirectory(prefix="tableside-", ignore_cleanup_errors=True) as folder:
        try:
            copy = copied(path, Path(folder))
        except OSError as error:
            raise JournalError(f"{path}: {(error.strerror or str(error)).lower()}") from None
        with Journal(copy) as journal:
            journal.where = str(path)
            yield journal


def can_write(path: Path) -> bool:
    """Tell whether a journal and its folder can be written."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
