"""All tables of a venue as they stand: heard from the broker, kept in the store, shown on the board."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.venue.address import EVENTS, HERE, NAME, RESULT, SCENE, WANT, Address, VenueError, trouble
from companion.venue.messages import Shown, read_event, read_object
from companion.venue.store import Event, Moment, Store
from companion.web.stage import Stage

PACE: Final = 0.25  # Seconds in which what comes is gathered, kept and shown
CATCH_UP: Final = 30.0  # Seconds before the broker is asked again for what it retains: it may drop messages
ASK_AGAIN: Final = 3.0  # Seconds before a table is asked again for lines that are missing
COUNT_AGAIN: Final = 2.0  # Seconds before the evening's games are counted again
PAUSE: Final = 2.0  # Seconds before the broker is tried again
GRACE: Final = 30.0  # Seconds that tables have to come back after the broker was away
MOST_TABLES: Final = 1000  # Tables shown at once
MOST_ASKED: Final = 20  # Games of one table whose missing lines are asked for
NOON: Final = time(12)


@dataclass(frozen=True, slots=True)
class Row:
    """One table on the board."""

    name: str
    shown: Shown
    here: bool  # whether it is connected


@dataclass(frozen=True, slots=True)
class Line:
    """One player in a standing."""

    name: str
    won: int
    games: int


@dataclass(frozen=True, slots=True)
class Board:
    """What the board shows: those who call for a judge first, then by name."""

    rows: tuple[Row, ...] = ()
    standing: tuple[tuple[str, tuple[Line, ...]], ...] = ()
    trouble: str = ""


class Hall:
    """Follows all tables of a venue until it is cancelled.

    Args:
        address: of the venue.
        where: of the store; see `Store`.

    Attributes:
        stage: what all tables are shown on.
        tables: what each is shown on.
    """

    def __init__(self, address: Address, where: str) -> None:
        self._address, self._where, self.stage = address, where, Stage()
        self.tables: dict[str, Stage] = {}
        self._shown: dict[str, Shown] = {}
        self._here: dict[str, bool] = {}
        self._unheard: set[str] = set()  # tables from before the broker was away
        self._events: list[Event] = []
        self._moments: dict[tuple[str, str], Moment] = {}
        self._whole: dict[tuple[str, str], int] = {}  # up to which version the store has all lines
        # up to which version a table's lines are known to exist, and when it was asked for them last
        self._wanted: dict[tuple[str, str], tuple[int, float]] = {}
        self._standing: tuple[tuple[str, tuple[Line, ...]], ...] = ()
        self._count_at: float | None = 0.0  # when to count; None while nothing has changed
        self._trouble = self._failed = ""

    async def run(self) -> None:
        """Follow; raises `CompanionError` where the store cannot be opened at the start."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, "store") as thread:
            store = await loop.run_in_executor(thread, Store, self._where)
            showing = asyncio.create_task(self._go_on_showing())

            async def away(call: Callable[..., Any], *values: object) -> Any:
                try:
                    found = await loop.run_in_executor(thread, call, *values)
                except CompanionError as error:
                    self._failed = str(error)
                    raise
                self._failed = ""
                return found

            try:
                await self._listen(away, store)
            finally:
                showing.cancel()
                await loop.run_in_executor(thread, store.close)

    async def _listen(self, away: Callable[..., Any], store: Store) -> None:
        import aiomqtt

        met = False
        while True:
            keeping: asyncio.Task[None] | None = None
            try:
                async with self._address.client(f"board-{secrets.token_hex(4)}") as client:
                    met, self._trouble = True, ""
                    self._unheard = set(self._shown)
                    self._here.clear()
                    self._whole.clear()
                    keeping = asyncio.create_task(self._keep(client, away, store))
                    async for message in client.messages:
                        _, name, part = str(message.topic).split("/")
                        self._take(name, part, bytes(message.payload or b""))
                        if keeping.done():
                            keeping.result()
            except aiomqtt.MqttError as error:
                self._trouble, final = trouble(self._address, error)
                if final and not met:
                    raise VenueError(self._trouble) from None
            finally:
                if keeping is not None:
                    keeping.cancel()
            await asyncio.sleep(PAUSE)

    async def _subscribe(self, client: Any) -> None:
        """Listen to all tables; the broker says again what it retains."""
        parts = (EVENTS, RESULT, HERE, SCENE)
        await client.subscribe([(self._address.topic("+", one), 1) for one in parts])

    # -- hearing ----------------------------------------------------------------------------------

    def _take(self, name: str, part: str, payload: bytes) -> None:
        if not NAME.fullmatch(name) or (name not in self._here and len(self._here) >= MOST_TABLES):
            return
        self._here.setdefault(name, False)
        if part == EVENTS:
            event = read_event(payload)
            if event is not None:
                self._events.append((name, *event))
        elif part in {SCENE, RESULT}:
            self._take_moment(name, part, payload)
        elif part == HERE:
            said = read_object(payload)
            self._here[name] = said.get("here") is True
            tables = said.get("tables")
            for table, version in tables.items() if isinstance(tables, dict) else ():
                if type(version) is int:
                    self._announce(name, table, version)

    def _take_moment(self, name: str, part: str, payload: bytes) -> None:
        one = Shown.read(payload)
        if one is not None:
            said = (name, one.table, one.version, one.changed, int(one.counts), one.text())
            self._moments[name, one.table] = said
            self._announce(name, one.table, one.version)
        if part == SCENE:
            self._unheard.discard(name)
            if one is None:
                self._shown.pop(name, None)
            else:
                self._shown[name] = one

    def _announce(self, name: str, table: str, version: int) -> None:
        key = name, table
        if key in self._wanted or sum(one == name for one, _ in self._wanted) < MOST_ASKED:
            known, asked = self._wanted.get(key, (0, 0.0))
            self._wanted[key] = max(version, known), asked

    # -- keeping ----------------------------------------------------------------------------------

    async def _keep(self, client: Any, away: Callable[..., Any], store: Store) -> None:
        """Keep what came, and ask for what is missing, again and again."""
        now = asyncio.get_running_loop().time
        forgotten, catch_up = now() + GRACE, 0.0
        while True:
            if now() > catch_up:
                await self._subscribe(client)
                catch_up = now() + CATCH_UP
            if now() > forgotten:
                for name in self._unheard & self._shown.keys():
                    del self._shown[name]
                self._unheard = set()
            await self._keep_new(away, store)
            await self._ask(client, away, store)
            await asyncio.sleep(PACE)

    async def _keep_new(self, away: Callable[..., Any], store: Store) -> None:
        now = asyncio.get_running_loop().time()
        events, self._events = self._events, []
        moments, self._moments = self._moments, {}
        try:
            if events or moments:
                await away(store.keep, events, list(moments.values()))
                self._count_at = self._count_at or now + COUNT_AGAIN
            if self._count_at is not None and now >= self._count_at:
                self._standing = standing(await away(store.results, evening()))
                self._count_at = None
        except asyncio.CancelledError:
            self._events, self._moments = events + self._events, moments | self._moments
            raise
        except CompanionError:
            # Lines are dropped: their tables are asked for them once the store is back.
            self._whole.clear()
            for one in events:
                self._announce(*one[:3])
            self._moments = moments | self._moments
            return
        for place, table, version, *_ in events:
            if self._whole.get((place, table)) == version - 1:
                self._whole[place, table] = version

    async def _ask(self, client: Any, away: Callable[..., Any], store: Store) -> None:
        """Ask tables for the lines that the store lacks."""
        now = asyncio.get_running_loop().time()
        for key in [one for one, (_, asked) in self._wanted.items() if now - asked > ASK_AGAIN or not asked]:
            name, table = key
            version, _ = self._wanted[key]
            if self._whole.get(key, 0) < version:
                try:
                    self._whole[key] = await away(store.complete, name, table)
                except CompanionError:
                    return
            if self._whole.get(key, 0) >= version:
                del self._wanted[key]
                continue
            self._wanted[key] = version, now
            want = json.dumps({"table": table, "after": self._whole.get(key, 0)})
            await client.publish(self._address.topic(name, WANT), want, qos=1)

    # -- showing ----------------------------------------------------------------------------------

    def _board(self) -> Board:
        rows = [Row(name, one, self._here.get(name, False)) for name, one in self._shown.items()]
        rows.sort(key=lambda row: (row.shown.judge is None, _natural(row.name)))
        return Board(tuple(rows), self._standing, self._trouble or self._failed)

    async def _go_on_showing(self) -> None:
        """Show what is known, whatever store and broker do."""
        while True:
            self._show()
            await asyncio.sleep(PACE)

    def _show(self) -> None:
        board = self._board()
        if board != self.stage.sight:
            self.stage.show(board)
        rows = {row.name: row for row in board.rows}
        for name, row in rows.items():
            if name not in self.tables:
                self.tables[name] = Stage()
            if self.tables[name].sight != row:
                self.tables[name].show(row)
        for name in [one for one in self.tables if one not in rows]:
            self.tables.pop(name).close()


def _natural(name: str) -> list[tuple[str, int]]:
    """Return what sorts table 2 before table 10."""
    return [(words, int(part or 0)) for words, part in re.findall(r"(\D*)(\d*)", name)]


def evening() -> str:
    """Return when this evening began, UTC, ISO 8601: at noon, for it may end after midnight."""
    now = datetime.now().astimezone()
    noon = datetime.combine(now.date(), NOON, now.tzinfo)
    begun = noon if now >= noon else noon - timedelta(days=1)
    return begun.astimezone(UTC).isoformat(timespec="milliseconds")


def standing(results: Iterable[str]) -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """Return who won how often, of all games together and of each."""
    won: dict[str, Counter[str]] = {"": Counter()}
    played: dict[str, Counter[str]] = {"": Counter()}
    for text in results:
        one = Shown.read(text)
        for game in ("", one.title) if one is not None else ():
            assert one is not None  # noqa: S101 - the loop is empty then
            played.setdefault(game, Counter()).update(one.seats)
            won.setdefault(game, Counter()).update(one.leaders)
    several = len(played) > 2  # noqa: PLR2004 - one game, and all together
    return tuple(
        (game or tr("This evening"), _lines(won[game], played[game]))
        for game in sorted(played)
        if played[game] and (several or not game)
    )


def _lines(won: Counter[str], played: Counter[str]) -> tuple[Line, ...]:
    ranked = sorted(played, key=lambda name: (-won[name], played[name], name))
    return tuple(Line(name, won[name], played[name]) for name in ranked)
