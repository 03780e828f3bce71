"""Many simulated tables at one venue, with everything that can go wrong between them.

    python -m models.workshop.soak.venue mqtt://localhost/club --tables 20        play on, until Ctrl-C
    python -m models.workshop.soak.venue --tables 200 --minutes 10                the soak

The soak starts a Mosquitto of its own, and keeps what comes in SQLite or in `--store`. Each table is a
journal and a `Link`, as on a laptop, and plays at random. Meanwhile the broker is killed five times,
the venue is killed and started anew, and one
table's laptop is killed and resumed. Counted is, for every line of every table, whether it arrived, and
how long it took from the journal to the board's store, where ten looks a second saw it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import numpy as np

from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.venue.address import read_address
from companion.venue.hall import Hall
from companion.venue.link import Link
from companion.venue.store import SERVER, Store
from companion.web.stage import Stage
from models.workshop.bench.random_play import Moment

SHELF = Shelf()
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
GAMES = ("rsf", "gmm", "md", "fgt")


class Simulated:
    """One laptop that plays by itself."""

    def __init__(self, address: str, home: Path, name: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.home, self.name = home, name
        self.address = read_address(address.replace("://", f"://{name}@"))
        self.journal = Journal(home / FILE)
        self.table = self._open()
        self.link = self._join()

    def _open(self) -> Table:
        game = self.chance.choice(GAMES)
        seats = tuple(self.chance.sample(NAMES, 3))
        return Table.open(SHELF, self.journal, SHELF.header(game, seats, Depth.LIGHT, None, None))

    def _join(self) -> Link:
        link = Link(self.address, self.home, SHELF, self.table.table_id)
        link.start()
        return link

    def move(self) -> None:
        """Declare one thing; begin another game where one has ended."""
        match = self.table.match
        action = Moment.of(match.game, match.state).next_action(self.chance)
        if action is None:
            self.link.close()
            self.table = self._open()
            self.link = self._join()
        else:
            self.table.declare(action)

    def die(self) -> None:
        """Be switched off in the middle of everything, then resumed."""
        self.link._ends = True  # no farewell: a laptop that dies says none
        self.journal.close()
        time.sleep(2)
        self.journal = Journal(self.home / FILE)
        self.table = Table.resume(SHELF, self.journal, self.table.table_id)
        self.link = self._join()

    def lines(self) -> list[tuple[str, int, str]]:
        """Return every line of every game as it stands in the journal: table, version, at."""
        return [
            (one.table_id, line.version, line.at)
            for one in self.journal.tables()
            for line in self.journal.lines(one.table_id)
        ]


class Broker:
    """A Mosquitto of the soak's own, on a free port; reached over a path that can be cut."""

    def __init__(self, folder: Path) -> None:
        found = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin")
        if found is None:
            raise SystemExit("needs Mosquitto: apt install mosquitto")
        self.program = found
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.config = folder / "mosquitto.conf"
        self.config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, empty."""
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen([self.program, "-c", self.config], stdout=quiet, stderr=quiet)

    def kill(self) -> None:
        """Kill it: all that it had not yet passed on is lost."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def follow(address: str, where: str) -> subprocess.Popen[bytes]:
    """Start a venue as a program of its own, which can be killed."""
    words = [sys.executable, "-m", "models.workshop.soak.venue", "--follow", address, where]
    return subprocess.Popen(words)


async def _follow(address: str, where: str) -> None:
    async def none(_name: str, _sight: object) -> str:
        raise NotImplementedError

    await Hall(read_address(address), where, Stage(none, ()), lambda: Stage(none, ())).run()


def memory_of(process: subprocess.Popen[bytes]) -> int:
    """Return how many KiB a process holds."""
    rows = Path(f"/proc/{process.pid}/status").read_text("utf-8").splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS"))


class Watch(Thread):
    """Notes when lines arrive in the store."""

    def __init__(self, where: str) -> None:
        super().__init__(daemon=True)
        self.where, self.ends = where, False
        self.seen: dict[tuple[object, ...], float] = {}

    def run(self) -> None:
        """Look ten times a second."""
        last = 0
        while not self.ends:
            time.sleep(0.1)
            with suppress(sqlite3.Error), sqlite3.connect(self.where) as base:
                query = "SELECT rowid, place, table_id, version FROM events WHERE rowid > ?"
                for row, *key in base.execute(query, (last,)).fetchall():
                    last = row
                    self.seen.setdefault(tuple(key), time.time())


def trouble(
    what: str,
    broker: Broker,
    venue: subprocess.Popen[bytes],
    place: tuple[str, str],
    laptop: Simulated,
) -> subprocess.Popen[bytes]:
    """Kill something for three seconds; return the venue that runs afterwards."""
    if what == "broker":
        broker.kill()
        time.sleep(3)
        broker.start()
    elif what == "venue":
        venue.kill()
        time.sleep(3)
        return follow(*place)
    else:
        laptop.die()
    return venue


def soak(tables: int, minutes: float, store: str) -> dict[str, object]:
    """Play, break things, and count."""
    folder = Path(tempfile.mkdtemp(prefix="venue-"))
    broker = Broker(folder)
    broker.start()
    time.sleep(0.5)
    where, address = store or str(folder / "store"), f"mqtt://127.0.0.1:{broker.port}/club"
    venue = follow(address, where)
    time.sleep(3)
    watch = Watch(where)
    if not where.startswith(SERVER):
        watch.start()
    played = [Simulated(address, folder / str(n), f"table{n}", n) for n in range(tables)]
    chance, troubles = random.Random(1), []
    ends = time.time() + 60 * minutes
    plan = [(share, "broker") for share in (0.15, 0.3, 0.45, 0.6, 0.75)] + [
        (0.25, "venue"),
        (0.5, "laptop"),
    ]
    quiet = 0.85  # from here on nothing breaks
    sizes: list[int] = []
    moves, sized = 0, 0.0
    while time.time() < ends:
        done = 1 - (ends - time.time()) / (60 * minutes)
        for share, what in [one for one in plan if one[0] <= done]:
            plan.remove((share, what))
            troubles.append(what)
            venue = trouble(what, broker, venue, (address, where), played[0])
        if done < quiet:
            chance.choice(played).move()
            moves += 1
        time.sleep(4.0 / tables)  # each table declares something every four seconds
        if not sizes or time.time() > sized + 10:
            sized = time.time()
            sizes.append(memory_of(venue))
    for one in played:
        one.link.close()
    time.sleep(5)
    watch.ends = True
    venue.terminate()
    found = count(played, where, watch)
    broker.kill()
    return found | {"tables": tables, "minutes": minutes, "moves": moves, "troubles": troubles,
                    "venue_mib_first_last": [round(sizes[0] / 1024), round(sizes[-1] / 1024)]}  # fmt: skip


def count(played: list[Simulated], where: str, watch: Watch) -> dict[str, object]:
    """Compare journals with the store."""
    kept = Store(where)
    lost, delays, lines = 0, [], 0
    for one in played:
        for table, version, at in one.lines():
            lines += 1
            seen = watch.seen.get((one.name, table, version))
            if seen is not None:
                delays.append(seen - datetime.fromisoformat(at).astimezone(UTC).timestamp())
        for info in one.journal.tables():
            lost += info.actions - kept.complete(one.name, info.table_id)
    (total,) = kept._rows("SELECT COUNT(*) FROM events", ())[0]
    kept.close()
    waits = np.quantile(delays, [0.5, 0.99]).round(2).tolist() if delays else []
    return {
        "lines": lines,
        "lost": lost,
        "twice": max(0, int(total) - lines),
        "seconds_median_99": waits,
    }


def play_on(address: str, tables: int) -> None:
    """Let tables play at a venue until Ctrl-C."""
    folder = Path(tempfile.mkdtemp(prefix="venue-"))
    played = [Simulated(address, folder / str(n), f"table{n}", n) for n in range(tables)]
    chance = random.Random()
    with suppress(KeyboardInterrupt):
        while True:
            chance.choice(played).move()
            time.sleep(4.0 / tables)
    for one in played:
        one.link.leave()
    time.sleep(2)


def main() -> None:
    """Play on at a venue, or soak one."""
    parser = argparse.ArgumentParser(description="Simulated tables at a venue.")
    parser.add_argument("address", nargs="?", default="")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--store", default="")
    parser.add_argument("--follow", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.follow:
        asyncio.run(_follow(*options.follow))
    elif options.address:
        play_on(options.address, options.tables)
    else:
        print(json.dumps(soak(options.tables, options.minutes, options.store)))


if __name__ == "__main__":
    main()
