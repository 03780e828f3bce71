"""Brokers, databases, tables that publish, and boards that follow them."""

from __future__ import annotations

import asyncio
import os
import pwd
import random
import shutil
import subprocess
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.session.table import Table
from companion.venue.hall import Hall
from companion.venue.link import Link
from models.workshop.bench.random_play import Moment
from models.workshop.soak.venue_stage import SHELF, WAIT, free_port


async def until(predicate, seconds=WAIT):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not predicate():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.02)


def postgres_programs():
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there else found[-1].parent if found else None


class Postgres:
    """PostgreSQL on a port of its own; run by another account where the tests run as root."""

    def __init__(self, programs, folder):
        self.programs, self.folder, self.port = programs, folder / "data", free_port()
        self.owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self.owner is not None:
            os.chown(folder, self.owner.pw_uid, self.owner.pw_gid)

    def _run(self, program, *words):
        who = {} if self.owner is None else {"user": self.owner.pw_uid, "group": self.owner.pw_gid}
        subprocess.run([self.programs / program, *words], check=True, stdout=subprocess.DEVNULL,
                       cwd="/", **who)  # fmt: skip

    def start(self):
        self._run("initdb", "-D", self.folder, "-U", "club", "-A", "trust", "-N")
        options = f"-p {self.port} -h 127.0.0.1 -k '' -F"
        self._run("pg_ctl", "-D", self.folder, "-w", "-l", self.folder / "log", "-o", options, "start")

    def stop(self):
        self._run("pg_ctl", "-D", self.folder, "-m", "immediate", "stop")

    @property
    def where(self):
        return f"postgresql://club@127.0.0.1:{self.port}/postgres"


class Played:
    """One laptop at a table: its journal, and its link to the venue."""

    def __init__(self, address, home, seats=("Ann", "Ben"), game="rsf"):
        self.address, self.home = address, home
        self.journal = Journal(home / FILE)
        header = SHELF.header(game, seats, Depth.LIGHT, None, None)
        self.table = Table.open(SHELF, self.journal, header)
        self.link = None

    def connect(self):
        self.link = Link(self.address, self.home, SHELF, self.table.table_id)
        self.link.start()
        return self.link

    def play(self, moves, seed=1):
        """Play on at random, dice included."""
        for _ in range(moves):
            chance = random.Random(f"{seed} {self.table.version}")
            match = self.table.match
            action = Moment.of(match.game, match.state).next_action(chance)
            assert self.table.declare(action).legal
        return self

    def close(self):
        if self.link is not None:
            self.link.close()
        self.journal.close()


@asynccontextmanager
async def following(address, where):
    """A venue that follows its tables, until the block ends."""
    hall = Hall(address, str(where))
    hall.task = task = asyncio.create_task(hall.run())
    try:
        yield hall
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def rows(hall):
    return {row.name: row for row in getattr(hall.stage.sight, "rows", ())}


async def shows(hall, name, version, seconds=WAIT):
    """Wait until the board shows a table at a version."""
    await until(lambda: name in rows(hall) and rows(hall)[name].shown.version == version, seconds)
    return rows(hall)[name]
