"""A table's link to its venue: what happens is sent in order, as soon as the broker can be reached.

The journal is the outbox. Beside it stands how far the broker has acknowledged each table, so what
happened meanwhile, or in a game before, is sent when the broker is back. What is sent twice all the
same has the same table and version, by which the venue drops it; what the venue lacks, it asks for.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from companion.core.texts import tr
from companion.journal.errors import JournalError
from companion.journal.rows import Refusal, TableInfo
from companion.journal.store import FILE, Journal
from companion.session.scene import Follower, Scene
from companion.system import files
from companion.venue.address import EVENTS, HERE, RESULT, SCENE, WANT, Address, trouble
from companion.venue.messages import event_text, hider, read_object, shown

if TYPE_CHECKING:
    from companion.record.shelf import Shelf

KEPT: Final = "venue.json"
FORMAT: Final = 1
MAX_SIZE: Final = 100_000
PACE: Final = 0.25  # Seconds between two looks at the journal
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0  # Seconds before the broker is tried again
FAREWELL: Final = 3.0  # Seconds that closing a table waits for the broker at most
MOST_TABLES: Final = 20  # Tables of which it is remembered how far they were sent
_AWAY: Final = json.dumps({"here": False})


class Link:
    """Publishes a table from a thread of its own: the game never waits for the network.

    Args:
        address: of the venue.
        home: the folder with the journal.
        shelf: the games.
        table: id of the table in the journal.

    Attributes:
        trouble: why nothing arrives at this moment, in one line; empty while all is well.
    """

    def __init__(self, address: Address, home: Path, shelf: Shelf, table: str) -> None:
        self._address, self._home, self._shelf, self._id = address, home, shelf, table
        with Journal(home / FILE, read_only=True) as journal:
            self._table = table = _lasting(journal.table(table))
        said = files.load(home / KEPT, FORMAT, MAX_SIZE)
        self.name = address.account or str(said.get("name") or f"table-{secrets.token_hex(2)}")
        self._own = str(said.get("name") or ("" if address.account else self.name))
        self._kept: dict[str, dict[str, int]] = _sent_of(said)
        self._sent = self._kept.setdefault(f"{address.host}/{address.venue}/{self.name}", {})
        self._sent[table] = self._sent.pop(table, 0)  # the newest stands last
        self._due = set(self._sent)
        self._told: tuple[object, object] = (None, None)
        self._call: Refusal | None = None
        self._leaves = self._ends = False
        self.trouble = tr("{host}: not connected yet", host=address.host)
        self._thread = Thread(target=self._run, name="venue", daemon=True)

    def start(self) -> None:
        """Begin to publish; from now on it is known that this table is to be sent."""
        self._keep()
        self._thread.start()

    # -- what people do at the table --------------------------------------------------------------

    def call_judge(self) -> str:
        """Call a judge, or take the call back; return in words what was done."""
        if self._call is not None:
            self._call = None
            return tr("The judge is no longer called.")
        with Journal(self._home / FILE) as journal:
            refused = journal.refusals(self._id)
            now = journal.table(self._id).actions
        just = [one for one in refused[-1:] if one.number == now]  # an older one is settled
        self._call = just[0] if just else Refusal(0, "", "", ())
        if self.trouble:
            return tr("A judge will be called as soon as the venue can be reached.")
        return tr("A judge is called to this table.")

    def leave(self) -> str:
        """Leave the venue, which forgets where this table stands; return in words what was done."""
        self._leaves = True
        return tr("This table has left the venue; the game goes on.")

    def close(self) -> None:
        """Send what is left, for a moment, and end; twice is harmless."""
        self._ends = True
        if self._thread.is_alive():
            self._thread.join(FAREWELL)

    # -- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        with (
            closing(Follower(self._home / FILE, self._shelf, self._id)) as follower,
            asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,  # what paho needs
        ):
            runner.run(self._keep_connected(follower))
        if self._leaves:
            self._sent.pop(self._table, None)
            self._keep()

    async def _keep_connected(self, follower: Follower) -> None:
        import aiomqtt

        will = aiomqtt.Will(self._topic(HERE), _AWAY, qos=1, retain=True)
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._address.client(f"{self.name}-{secrets.token_hex(4)}", will=will) as client:
                    await client.subscribe(self._topic(WANT), qos=1)
                    self.trouble, pause = "", FIRST_PAUSE
                    return await self._publish(client, follower)
            except aiomqtt.MqttError as error:
                self.trouble, _ = trouble(self._address, error)
                self._due, self._told = set(self._sent), (None, None)
            if self._ends:
                return None
            await self._wait(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _wait(self, seconds: float) -> None:
        for _ in range(round(seconds / PACE)):
            if not self._ends:
                await asyncio.sleep(PACE)

    async def _publish(self, client: Any, follower: Follower) -> None:
        """Publish until the table is closed or leaves; raises `MqttError` where the broker is lost."""
        listening = asyncio.create_task(self._listen(client))
        try:
            await self._arrive(client)
            while not self._leaves:
                ends = self._ends
                old = [one for one in self._sent if one in self._due and one != self._table]
                for table in old:
                    await self._send(client, table, self._look_back(table), RESULT)
                if old:  # a venue that was away meanwhile is to know what it lacks
                    await self._arrive(client)
                await self._tell(client, follower)
                if ends:
                    return await self._say(client, HERE, _AWAY, retain=True)
                await asyncio.sleep(PACE)
                if listening.done():
                    listening.result()
            for part in (SCENE, HERE):
                await self._say(client, part, "", retain=True)
        finally:
            listening.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await listening

    async def _arrive(self, client: Any) -> None:
        here = json.dumps({"here": True, "tables": self._sent})
        await self._say(client, HERE, here, retain=True)

    def _look_back(self, table: str) -> object:
        """Look at another table of the journal; None where it is there no more."""
        name = table.partition("@")[0]
        with suppress(JournalError), Journal(self._home / FILE, read_only=True) as journal:
            if _lasting(journal.table(name)) == table:
                with closing(Follower(self._home / FILE, self._shelf, name)) as old:
                    return old.look()
        return None

    async def _listen(self, client: Any) -> None:
        """Take up from where the venue asks for it."""
        async for message in client.messages:
            said = read_object(message.payload)
            table, after = said.get("table"), said.get("after")
            if table in self._sent and type(after) is int:
                self._sent[table] = max(0, min(self._sent[table], after))
                self._due.add(table)
                self._told = (None, None)

    async def _tell(self, client: Any, follower: Follower) -> None:
        """Tell what is new at the table itself."""
        now = (follower.look(), self._call)
        if now[0] is not self._told[0] or now[1] is not self._told[1] or self._table in self._due:
            self._told = now
            await self._send(client, self._table, now[0], SCENE)

    async def _send(self, client: Any, table: str, sight: object, part: str) -> None:
        """Send the lines that the broker lacks, then where the table stands."""
        self._due.discard(table)
        if not isinstance(sight, Scene):
            if part == RESULT:  # it was deleted, or cannot be read any more
                self._sent.pop(table)
            return
        said = hider(sight.seats) if self._address.hides_names else str
        before = self._sent[table]
        for line in sight.history[before:]:
            await self._say(client, EVENTS, event_text(table, line, said))
            self._sent[table] = line.number
        moment = shown(table, sight, self._call if part == SCENE else None)
        if part == SCENE:
            await self._say(client, SCENE, moment.text(said), retain=True)
        if part == RESULT or (moment.over and before < moment.version):
            await self._say(client, RESULT, moment.text(said))
        if before != self._sent[table]:
            self._keep()

    async def _say(self, client: Any, part: str, text: str, *, retain: bool = False) -> None:
        await client.publish(self._topic(part), text, qos=1, retain=retain)

    def _topic(self, part: str) -> str:
        return self._address.topic(self.name, part)

    def _keep(self) -> None:
        """Remember how far the broker has acknowledged; what cannot be kept is sent again."""
        for table in list(self._sent)[:-MOST_TABLES]:
            del self._sent[table]
        with suppress(OSError):
            files.keep(self._home / KEPT, FORMAT, {"name": self._own, "sent": self._kept})


def _sent_of(said: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Return what stands in the file: by venue and table, the version acknowledged last."""
    found = said.get("sent")
    return {
        str(venue): {table: n for table, n in tables.items() if type(n) is int and n >= 0}
        for venue, tables in (found.items() if isinstance(found, dict) else ())
        if isinstance(tables, dict)
    }


def _lasting(info: TableInfo) -> str:
    """Return what names a table for ever; an id alone may come back once its table was deleted."""
    return f"{info.table_id}@{info.opened}"
