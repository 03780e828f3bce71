"""Many simulated tables at one venue, with everything that can go wrong between them.

    python -m models.workshop.soak.venue mqtt://localhost/club --tables 20        play on, until Ctrl-C
    python -m models.workshop.soak.venue --tables 200 --minutes 10                the soak
    python -m models.workshop.soak.venue --carry                                  what one broker and one store carry

The soak starts a Mosquitto of its own with the accounts and the access list of docs/venue.md, `tableside venue`, and
laptops in programs of their own, all behind a network that can be cut. What comes is kept in SQLite or in `--store`.
Meanwhile the broker is killed five times, the network is cut, the venue is killed, and so is a laptop. In the end every
line of every journal is compared with the store. Twenty browsers look at twenty tables: they tell when a line arrived,
in order, and none twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import aiohttp
import numpy as np

from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.venue.store import Store
from models.workshop.soak.venue_stage import Broker, Network, free_port, play, program, wait_for_port

LAPTOPS = 25  # in one program; the one that is killed has one of its own
WATCHED = 20
SETTLE = 0.85  # from here on nothing breaks and nobody plays
CUT = 40.0
AFTERMATH = 15.0  # Seconds after a trouble in which lines may still be late
TROUBLES = (*((share, "broker") for share in (0.1, 0.2, 0.3, 0.4, 0.5)),
            (0.15, "laptop"), (0.25, "venue"), (0.6, "network"))  # fmt: skip
GUIDE = Path(__file__).parents[3] / "docs" / "venue.md"

Line = tuple[str, str, int]
"""Place, table, version."""


def guarded(folder: Path, names: list[str]) -> Broker:
    """Return a broker as the guide sets it up; each account has the password `secret`."""
    access, passwords = folder / "access", folder / "passwords"
    found = re.search(r"```acl\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    access.write_text(found[1])
    passwords.write_text("".join(f"{name}:secret\n" for name in names))
    subprocess.run([program("mosquitto_passwd") or "", "-U", str(passwords)], check=True)
    for file in (access, passwords):
        file.chmod(0o600)
    return Broker(folder, "allow_anonymous false", f"password_file {passwords}", f"acl_file {access}",
                  f"user {os.environ.get('USER') or 'root'}")  # fmt: skip


def itself(*words: str) -> subprocess.Popen[bytes]:
    """Start a part of the soak as a program of its own, which can be killed."""
    return subprocess.Popen([sys.executable, "-m", "models.workshop.soak.venue", *words])


class Browsers(Thread):
    """Twenty browsers with a table each, and one with all of them: when did which line arrive?"""

    def __init__(self, port: int, names: list[str]) -> None:
        super().__init__(daemon=True)
        self.port, self.names = port, names
        self.arrived: list[tuple[float, str, tuple[int, ...]]] = []
        self.boards = 0

    def run(self) -> None:
        """Look until the program ends."""
        asyncio.run(self._look())

    async def _look(self) -> None:
        await asyncio.gather(self._follow(""), *(self._follow(name) for name in self.names))

    async def _follow(self, name: str) -> None:
        path = f"http://127.0.0.1:{self.port}/" + (f"table/{name}/events" if name else "events")
        endless = aiohttp.ClientTimeout(total=None, sock_read=20)
        while True:
            try:
                async with (
                    aiohttp.ClientSession(timeout=endless, read_bufsize=1 << 22) as client,
                    client.get(path) as page,
                ):
                    async for row in page.content:
                        self._take(name, row.decode())
            except (aiohttp.ClientError, TimeoutError, ValueError):
                pass
            await asyncio.sleep(0.5)

    def _take(self, name: str, row: str) -> None:
        if not name:
            self.boards += row.startswith("data:")
            return
        numbers = tuple(map(int, re.findall(r'<li value=\\"(\d+)\\"', row)))
        if numbers:
            self.arrived.append((time.time(), name, numbers))


def usage(process: subprocess.Popen[bytes]) -> tuple[int, float]:
    """Return how many KiB a process holds, and how many seconds of a core it has used."""
    rows = Path(f"/proc/{process.pid}/status").read_text("utf-8").splitlines()
    words = Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    size = next(int(row.split()[1]) for row in rows if row.startswith("VmRSS"))
    return size, (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Soak:
    """One run."""

    def __init__(self, tables: int, minutes: float, store: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="venue-"))
        self.tables, self.seconds = tables, 60 * minutes
        self.where = store or str(self.folder / "store")
        self.names = [f"table{n}" for n in range(tables)]
        self.broker = guarded(self.folder, [*self.names, "board"])
        self.broker.start()
        self.network, self.port = Network(self.broker.port), free_port()
        self.address = f"mqtt://127.0.0.1:{self.network.port}/club"
        self.venue = self._show()
        self.plan = [list(range(1)), *(list(range(n, min(n + LAPTOPS, tables))) for n in range(1, tables, LAPTOPS))]
        self.began = time.time()
        self.laptops = [self._play(numbers) for numbers in self.plan]
        self.browsers = Browsers(self.port, self.names[:WATCHED])
        self.broken: list[tuple[float, float]] = []  # from when to when it still shows

    def _show(self) -> subprocess.Popen[bytes]:
        words = [
            "venue",
            self.address.replace("://", "://board:secret@"),
            "--store",
            self.where,
            "--port",
            str(self.port),
        ]
        found = subprocess.Popen([sys.executable, "-m", "companion", *words, "--home", str(self.folder / "page")],
                                 stdout=subprocess.DEVNULL)  # fmt: skip
        wait_for_port(self.port)
        return found

    def _play(self, numbers: list[int]) -> subprocess.Popen[bytes]:
        left = self.began + SETTLE * self.seconds - time.time()
        return itself("--play", self.address, str(self.folder), str(numbers[0]), str(numbers[-1] + 1), str(left))

    def trouble(self, what: str) -> None:
        """Break something for a while."""
        began = time.time()
        if what == "broker":
            self.broker.kill()
            time.sleep(3)
            self.broker.start()
        elif what == "venue":
            self.venue.kill()
            time.sleep(3)
            self.venue = self._show()
        elif what == "laptop":
            self.laptops[0].kill()
            time.sleep(3)
            self.laptops[0] = self._play(self.plan[0])
        else:
            self.network.cut = True
            time.sleep(min(CUT, self.seconds / 10))
            self.network.cut = False
        self.broken.append((began, time.time() + AFTERMATH))

    def run(self) -> dict[str, object]:
        """Play, break things, and count."""
        self.browsers.start()
        plan, sizes, sized = sorted(TROUBLES), [], 0.0
        while (done := (time.time() - self.began) / self.seconds) < 1:
            time.sleep(0.5)
            if plan and plan[0][0] <= done:
                self.trouble(plan.pop(0)[1])
            if time.time() > sized + 60:
                sized = time.time()
                sizes.append(round(usage(self.venue)[0] / 1024))
        assert self.broker.process is not None
        cores = {"venue": usage(self.venue)[1], "broker since its last start": usage(self.broker.process)[1]}
        sizes.append(round(usage(self.venue)[0] / 1024))
        for one in (*self.laptops, self.venue):
            one.terminate()
            one.wait()
        self.broker.kill()
        return {"tables": self.tables, "minutes": self.seconds / 60, "troubles": [what for _, what in sorted(TROUBLES)],
                **count(self.folder, self.names, self.where, self.browsers, self.broken),
                "venue MiB, each minute": sizes, "core seconds": cores}  # fmt: skip


def journalled(folder: Path, names: list[str]) -> Iterator[tuple[Line, str, float]]:
    """Return what stands in the journals: each line in words, and when it was written."""
    shelf = Shelf()
    for at, name in enumerate(names):
        with Journal(folder / str(at) / FILE, read_only=True) as journal:
            for info in journal.tables():
                for line in Table.resume(shelf, journal, info.table_id).history():
                    moment = datetime.fromisoformat(line.at).astimezone(UTC).timestamp()
                    yield (name, f"{info.table_id}@{info.opened}", line.number), line.told, moment


def count(
    folder: Path, names: list[str], where: str, browsers: Browsers, broken: list[tuple[float, float]]
) -> dict[str, object]:
    """Compare journals, store and browsers."""
    lines = {line: (told, at) for line, told, at in journalled(folder, names)}
    store = Store(where)
    rows = store._rows("SELECT place, table_id, version, told FROM events", ())
    ended = store._rows("SELECT COUNT(*) FROM moments WHERE over = 1", ())[0][0]
    store.close()
    kept = {(place, table, version): told for place, table, version, told in rows}
    spots: dict[tuple[str, int], list[tuple[float, Line]]] = {}
    for line, (_, at) in lines.items():
        spots.setdefault((line[0], line[2]), []).append((at, line))
    seen: dict[Line, float] = {}
    disorder = 0
    for when, name, numbers in browsers.arrived:
        disorder += list(numbers) != list(range(numbers[0], numbers[0] - len(numbers), -1))
        for number in numbers:
            known = [(at, line) for at, line in spots.get((name, number), ()) if at <= when]
            if known:
                seen.setdefault(max(known)[1], when)
    waits = {line: when - lines[line][1] for line, when in seen.items()}
    calm = [waits[line] for line in waits if not any(a <= lines[line][1] <= b for a, b in broken)]
    looked = [line for line in lines if line[0] in browsers.names]
    return {
        "lines": len(lines), "games over": ended,
        "lost": len(lines.keys() - kept.keys()),
        "foreign or other words": sum(lines.get(line, ("",))[0] != told for line, told in kept.items()),
        "twice": len(rows) - len(kept),
        "lines looked at": len(looked), "seen": len(seen), "pages out of order": disorder,
        "pages of all tables": browsers.boards,
        "seconds from roll to page: median, 99 in 100, most": shares(list(waits.values())),
        "the same while nothing is broken": shares(calm), "of so many": len(calm),
    }  # fmt: skip


def shares(waits: list[float]) -> list[float]:
    """Return the middle, the 99th percentile and the longest."""
    return [round(float(one), 2) for one in np.quantile(waits or [0.0], [0.5, 0.99, 1])]


def carry(where: str, seconds: float = 5.0) -> dict[str, object]:
    """Say how many lines a second a store keeps, in portions of 50, and how many a broker passes on."""
    folder = Path(tempfile.mkdtemp(prefix="venue-"))
    store, kept, ends = Store(where or str(folder / "store")), 0, time.time() + seconds
    while time.time() < ends:
        lines = [(f"table{n % 200}", "carry", kept + n, "", "Ann rolls d10: 7.") for n in range(50)]
        store.keep(lines, [(f"table{n}", "carry", kept, "", 0, "x" * 4000) for n in range(50)])
        kept += 50
    store.close()
    broker = Broker(folder)
    broker.start()
    passed, used = asyncio.run(_pass_on(broker, seconds))
    broker.kill()
    return {
        "store: lines a second, each with a moment": round(kept / seconds),
        "broker: messages a second": round(passed / seconds),
        "broker: share of a core": round(used / seconds, 2),
    }


async def _pass_on(broker: Broker, seconds: float) -> tuple[int, float]:
    address, passed = broker.address(), 0
    assert broker.process is not None
    async with address.client("board") as board:
        await board.subscribe("club/+/events", qos=1)

        async def write(number: int) -> None:
            async with address.client(f"t{number}") as client:
                while True:
                    await client.publish(f"club/table{number}/events", "x" * 150, qos=1)

        writing = [asyncio.create_task(write(number)) for number in range(50)]
        ends = time.time() + seconds
        async for _ in board.messages:
            passed += 1
            if time.time() > ends:
                break
        for one in writing:
            one.cancel()
        await asyncio.gather(*writing, return_exceptions=True)
    return passed, usage(broker.process)[1]


def main() -> None:
    """Play on at a venue, soak one, or say what one carries."""
    parser = argparse.ArgumentParser(description="Simulated tables at a venue.")
    parser.add_argument("address", nargs="?", default="")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--store", default="")
    parser.add_argument("--carry", action="store_true")
    parser.add_argument("--play", nargs=5, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        address, folder, first, last, seconds = options.play
        play(address, Path(folder), range(int(first), int(last)), float(seconds))
    elif options.address:
        play(options.address, Path(tempfile.mkdtemp(prefix="venue-")), range(options.tables))
    else:
        found = carry(options.store) if options.carry else Soak(options.tables, options.minutes, options.store).run()
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
