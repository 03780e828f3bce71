"""What a venue keeps: lines and moments of all its tables, in SQLite or PostgreSQL.

Both take the same statements. Whatever comes twice is kept once, so any number of venues may write
to one store.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from companion.core.errors import CompanionError
from companion.core.texts import tr

SERVER: Final = ("postgresql://", "postgres://")
LIBRARY: Final = "psycopg"
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS events (
    place TEXT, table_id TEXT, version INTEGER, at TEXT NOT NULL, told TEXT NOT NULL,
    PRIMARY KEY (place, table_id, version)
);
CREATE TABLE IF NOT EXISTS moments (
    place TEXT, table_id TEXT, version INTEGER NOT NULL, changed TEXT NOT NULL, over INTEGER NOT NULL,
    moment TEXT NOT NULL, PRIMARY KEY (place, table_id)
);
"""
_EVENT: Final = (
    "INSERT INTO events (place, table_id, version, at, told) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT (place, table_id, version) DO NOTHING"
)
_MOMENT: Final = (
    "INSERT INTO moments (place, table_id, version, changed, over, moment)"
    " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (place, table_id) DO UPDATE SET"
    " version = excluded.version, changed = excluded.changed, over = excluded.over,"
    " moment = excluded.moment WHERE moments.version <= excluded.version"
)
_STOOD: Final = "SELECT version FROM moments WHERE place = %s AND table_id = %s"
_COUNTED: Final = "SELECT COUNT(*), COALESCE(MAX(version), 0) FROM events WHERE place = %s AND table_id = %s"
_NUMBERS: Final = "SELECT version FROM events WHERE place = %s AND table_id = %s ORDER BY version"

Event = tuple[str, str, int, str, str]
"""Place, table, version, at, told."""
Moment = tuple[str, str, int, str, int, str]
"""Place, table, version, changed, whether the game counts (0 or 1), `Shown` as JSON."""


class StoreError(CompanionError):
    """A store that cannot be opened or written."""


class Store:
    """A store. Use it from one thread; after an error it opens itself anew.

    Args:
        where: path of a SQLite file, or the address of a PostgreSQL database.

    Raises:
        StoreError: it cannot be opened; every method may raise it too.
    """

    def __init__(self, where: str) -> None:
        self._where = where
        self._server = where.startswith(SERVER)
        self._base: Any = None
        self._connect()

    def keep(self, events: Sequence[Event], moments: Sequence[Moment]) -> None:
        """Keep lines and moments; what is there already stays as it is."""
        try:
            if self._base is None:
                self._connect()
            cursor = self._base.cursor()
            if events:
                cursor.executemany(self._marked(_EVENT), events)
            if moments:
                cursor.executemany(self._marked(_MOMENT), moments)
            self._base.commit()
        except self._errors as error:
            self.close()
            raise self._wrong(error) from error

    def complete(self, place: str, table: str) -> int:
        """Return up to which version no line of a table is missing, nor where it stood then."""
        stood = min((int(version) for (version,) in self._rows(_STOOD, (place, table))), default=0)
        ((count, last),) = self._rows(_COUNTED, (place, table))
        whole = int(last) if count == last else 0
        if count != last:
            for (version,) in self._rows(_NUMBERS, (place, table)):
                if version != whole + 1:
                    break
                whole += 1
        return min(whole, stood)

    def results(self, since: str) -> list[str]:
        """Return the last moments of games that came to their end since then (UTC, ISO 8601)."""
        query = "SELECT moment FROM moments WHERE over = 1 AND changed >= %s ORDER BY changed"
        return [str(text) for (text,) in self._rows(query, (since,))]

    def close(self) -> None:
        """Close it; twice is harmless, and using it again opens it anew."""
        base, self._base = self._base, None
        if base is not None:
            with suppress(*self._errors):
                base.close()

    def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            if self._base is None:
                self._connect()
            cursor = self._base.cursor()
            cursor.execute(self._marked(query), values)
            found = cursor.fetchall()
            self._base.commit()
        except self._errors as error:
            self.close()
            raise self._wrong(error) from error
        return list(found)

    def _marked(self, query: str) -> str:
        return query if self._server else query.replace("%s", "?")

    def _connect(self) -> None:
        try:
            if self._server:
                import psycopg

                self._base = psycopg.connect(
                    self._where, connect_timeout=10, keepalives_idle=10, tcp_user_timeout=20_000
                )
            else:
                self._base = sqlite3.connect(self._where, timeout=10, check_same_thread=False)
                self._base.execute("PRAGMA journal_mode = WAL")
            for statement in _SCHEMA.split(";")[:-1]:
                self._base.execute(statement)
            self._base.commit()
        except self._errors as error:
            self.close()
            raise self._wrong(error) from error

    @property
    def _errors(self) -> tuple[type[Exception], ...]:
        if not self._server:
            return (sqlite3.Error,)
        import psycopg

        return (psycopg.Error,)

    def _wrong(self, error: Exception) -> StoreError:
        from calibration.addresses import without_secrets

        why = str(error).strip().split("\n")[0].replace(self._where, "").strip()
        where = without_secrets(self._where)
        return StoreError(tr("{where}: the store cannot be used: {why}", where=where, why=why))
