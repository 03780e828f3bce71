"""What stands around the tables of a venue: a broker, a network that can be cut, laptops that play by themselves."""

from __future__ import annotations

import asyncio
import random
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.venue.address import Address, read_address
from companion.venue.link import Link
from models.workshop.bench.random_play import Moment

SHELF = Shelf()
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
GAMES = ("rsf", "gmm", "md", "fgt")
WAIT = 50.0


def program(name: str) -> str | None:
    """Return the path of a program, also one that only administrators have in theirs."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    """Return a port of this machine that nothing uses."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for_port(port: int) -> None:
    """Wait until something answers there."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise AssertionError(f"nothing answers at port {port}")


class Broker:
    """A Mosquitto on a port of its own; nothing that it holds survives its end."""

    def __init__(self, folder: Path, *lines: str) -> None:
        found = program("mosquitto")
        if found is None:
            raise SystemExit("needs Mosquitto: apt install mosquitto")
        folder.mkdir(exist_ok=True)
        self.program, self.port, self.config = found, free_port(), folder / "mosquitto.conf"
        rows = lines or ("allow_anonymous true",)
        self.config.write_text("\n".join([f"listener {self.port} 127.0.0.1", *rows, ""]))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, empty."""
        words = [self.program, "-c", str(self.config)]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(self.port)

    def kill(self) -> None:
        """Kill it: all that it had not yet passed on is lost."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def address(self, account: str = "", more: str = "") -> Address:
        """Return the address of a venue there."""
        return read_address(f"mqtt://{account and account + '@'}127.0.0.1:{self.port}/club{more}")


class Network(Thread):
    """A network: what comes to its port goes on to another, until it is cut."""

    def __init__(self, to: int) -> None:
        super().__init__(daemon=True)
        self.to, self.port, self.cut = to, free_port(), False
        self.dropped = 0  # how often all connections were ended
        self.start()
        wait_for_port(self.port)

    def run(self) -> None:
        """Carry until the program ends."""
        asyncio.run(self._serve())

    def drop(self) -> None:
        """End all connections."""
        self.dropped += 1

    async def _serve(self) -> None:
        async with await asyncio.start_server(self._join, "127.0.0.1", self.port) as server:
            await server.serve_forever()

    async def _join(self, near_in: asyncio.StreamReader, near_out: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            far_in, far_out = await asyncio.open_connection("127.0.0.1", self.to)
            ways = [self._carry(near_in, far_out), self._carry(far_in, near_out), self._last()]
            await asyncio.wait([asyncio.create_task(way) for way in ways], return_when="FIRST_COMPLETED")
            far_out.close()
        near_out.close()

    async def _last(self) -> None:
        begun = self.dropped
        while self.dropped == begun:  # noqa: ASYNC110 - another thread says so
            await asyncio.sleep(0.05)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Carry what comes; while it is cut nothing arrives, and nobody is told."""
        with suppress(OSError):
            while data := await source.read(65536):
                while self.cut:  # noqa: ASYNC110 - another thread says so
                    await asyncio.sleep(0.05)
                sink.write(data)
                await sink.drain()


class Simulated:
    """One laptop that plays by itself; one that was there before goes on where it was."""

    def __init__(self, address: str, home: Path, name: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.home, self.name = home, name
        self.address = read_address(address.replace("://", f"://{name}:secret@"))
        self.journal = Journal(home / FILE)
        last = next(iter(self.journal.tables()), None)
        self.table = self._open() if last is None else Table.resume(SHELF, self.journal, last.table_id)
        self.link = self._join()

    def _open(self) -> Table:
        seats = tuple(self.chance.sample(NAMES, 3))
        header = SHELF.header(self.chance.choice(GAMES), seats, Depth.LIGHT, None, None)
        return Table.open(SHELF, self.journal, header)

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


def play(address: str, folder: Path, numbers: range, seconds: float = 1e9) -> None:
    """Let tables play, a move each every four seconds, until Ctrl-C or the time is over; then they leave or stay."""
    played = [Simulated(address, folder / str(n), f"table{n}", n) for n in numbers]
    chance, ends = random.Random(), time.time() + seconds
    try:
        while time.time() < ends:
            chance.choice(played).move()
            time.sleep(4.0 / len(played))
    except KeyboardInterrupt:
        for one in played:
            one.link.leave()
        time.sleep(2)
    time.sleep(10)  # what the broker lacks is sent meanwhile
    for one in played:
        one.link.close()
