"""A connection to a journal: how its file is opened, bounded and closed, and what SQLite says of it."""

import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from calibration.files import make_folder
from companion.core.texts import later, tr
from companion.journal.beside import check_parts, refuse_short

MAX_ROW: Final = 8_000_000  # Bytes of any row or text; the largest of ours is a card list
_PATIENCE: Final = 2.0  # seconds to wait for another program's transaction

_OPENING: Final = Lock()
_OPEN: Final[Counter[Path]] = Counter()  # How often this process has each journal open


class Connection:
    """An open journal.

    Args:
        path: of the file; None keeps it in memory.
        read_only: whether nothing may be made or written.

    Attributes:
        base: SQLite's connection.

    Raises:
        JournalError: its -wal is not all there.
        OSError: it is no regular file, or its folder cannot be made.
        sqlite3.Error: it cannot be opened.
    """

    def __init__(self, path: Path | None, *, read_only: bool = False) -> None:
        if path is not None:
            check_parts(path)
        self._path = None if path is None else path.resolve()
        with _OPENING:
            # Whoever looks into the -shm and closes it drops the locks that SQLite holds on it for
            # this process (https://sqlite.org/howtocorrupt.html, 2.2): only the first may look.
            if path is not None and not read_only and not _OPEN[path.resolve()]:
                refuse_short(path)
            self.base = connect(path, read_only=read_only)
            if self._path is not None:
                _OPEN[self._path] += 1

    def close(self) -> None:
        """Close the file; twice is harmless."""
        with _OPENING:
            self.base.close()
            if self._path is not None:
                _OPEN[self._path] -= 1
                self._path = None

    def distrust(self) -> None:
        """Bound what a file from elsewhere can do: no functions in its schema, nothing huge."""
        self.base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW)
        self.base.text_factory = read_text
        self.base.execute("PRAGMA trusted_schema = OFF")
        self.base.execute("PRAGMA cell_size_check = ON")

    def move_wal(self) -> None:
        """Move what stands in the -wal into the file, while no program can write.

        SQLite before 3.51.3 may lose pages when another program commits at the very moment that
        this begins (https://sqlite.org/wal.html#walresetbug). So SQLite does not do it by itself
        after a commit, and a second connection does it while this one holds the lock of writers.
        """
        if self._path is None:
            return
        with suppress(sqlite3.Error):  # nothing is lost: the next time moves it
            self.base.execute("BEGIN IMMEDIATE")
            try:
                with closing(connect(self._path)) as mover:
                    mover.execute("PRAGMA wal_checkpoint")
            finally:
                self.base.execute("ROLLBACK")


def connect(path: Path | None, *, read_only: bool = False) -> sqlite3.Connection:
    """Open a file as it is; None for one in memory."""
    if path is None:
        return sqlite3.connect(":memory:", timeout=_PATIENCE, isolation_level=None)
    if read_only:
        name = f"{path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None, uri=True)
    make_folder(path.parent)
    return sqlite3.connect(str(path), timeout=_PATIENCE, isolation_level=None)


def read_text(data: bytes) -> str:
    """Read a text of a journal; what is damaged in it is found by its row's checksum."""
    return data.decode("utf-8", "replace")


def say(error: sqlite3.Error) -> str:
    """Say an error of SQLite to people."""
    code = getattr(error, "sqlite_errorcode", -1) & 0xFF
    return tr(_KNOWN[code]) if code in _KNOWN else str(error)


DAMAGED: Final = later("the journal is damaged; `tableside sessions rescue` saves all that can be read of it")
_HELD: Final = later("another program holds the journal; close it and try again")
_KNOWN: Final = {
    sqlite3.SQLITE_BUSY: _HELD,
    sqlite3.SQLITE_LOCKED: _HELD,
    sqlite3.SQLITE_FULL: later("the disk is full; make room and try again"),
    sqlite3.SQLITE_READONLY: later(
        "the journal cannot be written: no permission; give yourself the right to write there,"
        " or choose another folder with --home"
    ),
    sqlite3.SQLITE_CANTOPEN: later(
        "the journal cannot be opened: no permission to read it or to write beside it; give"
        " yourself that right, or choose another folder with --home"
    ),
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: later("this is no journal; move it away, or `tableside sessions rescue` if it was one"),
    sqlite3.SQLITE_IOERR: later(
        "the disk refuses to read or write the journal; see that it is there and not full, and try again"
    ),
}
