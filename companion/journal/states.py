"""States of long tables, kept beside the journal so that opening one does not fold it all again.

A cache and nothing more: the journal alone says what happened. Whatever is wrong with this file
(missing, damaged, not writable, another format) is passed over in silence, and it may be deleted at
any time.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE: Final = "states.sqlite3"
"""Name of the file, in the journal's folder."""

FORMAT: Final = 1
MAX_STATE: Final = 1_000_000
_PATIENCE: Final = 0.2
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS states (
    table_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    digest BLOB NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT
"""


class StateStore:
    """States by table and number of the last action. Never raises; use it from one thread.

    Args:
        path: of the file; made when something is first kept. None keeps nothing.
        read_only: only look.
    """

    def __init__(self, path: Path | None, *, read_only: bool = False) -> None:
        self._path = path
        self._read_only = read_only

    def find(self, table_id: str) -> Mapping[int, tuple[bytes, bytes]]:
        """Return what is kept of a table: by number, the digest it holds for and the state."""
        if self._path is None or not self._path.is_file():
            return {}
        try:
            with _opened(f"{self._path.absolute().as_uri()}?mode=ro") as base:
                if _format(base) != FORMAT:
                    return {}
                rows = base.execute(
                    "SELECT version, digest, state FROM states"
                    " WHERE table_id = ? AND LENGTH(state) <= ?",
                    (table_id, MAX_STATE),
                ).fetchall()
        except (OSError, UnicodeError, sqlite3.Error):
            return {}
        return {int(version): (bytes(digest), bytes(state)) for version, digest, state in rows}

    def keep(self, table_id: str, version: int, digest: bytes, state: bytes) -> None:
        """Keep a state, in the place of an older one of that number."""
        if self._path is None or self._read_only or len(state) > MAX_STATE:
            return
        self._change(
            "INSERT OR REPLACE INTO states (table_id, version, digest, state) VALUES (?, ?, ?, ?)",
            (table_id, version, digest, state),
        )

    def forget(self, table_id: str) -> None:
        """Keep nothing of a table any more."""
        if self._path is not None and self._path.is_file() and not self._read_only:
            self._change("DELETE FROM states WHERE table_id = ?", (table_id,))

    def _change(self, statement: str, values: tuple[object, ...]) -> None:
        assert self._path is not None  # noqa: S101 - asked by who calls
        try:
            with _opened(f"{self._path.absolute().as_uri()}?mode=rwc") as base:
                # What a power cut takes of a cache is made again.
                base.execute("PRAGMA synchronous = OFF")
                if _format(base) != FORMAT:
                    base.executescript(
                        f"DROP TABLE IF EXISTS states; {_SCHEMA}; PRAGMA user_version = {FORMAT};"
                    )
                base.execute(statement, values)
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
                with suppress(OSError):
                    self._path.unlink()
        except (OSError, UnicodeError):
            return


def _opened(name: str) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None, uri=True))


def _format(base: sqlite3.Connection) -> int:
    return int(base.execute("PRAGMA user_version").fetchone()[0])
