"""A soak of the tray's way into the journal: a tray process, a bad line, and hosts that are killed.

What the tray says that it threw is held against what stands in the journal: every roll once, and in
order. Rolls may be missing only where a tray without lasting memory forgot them.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from companion.core.errors import CompanionError
from companion.journal.store import FILE as JOURNAL
from companion.journal.store import Journal
from models.workshop.soak.tray_host import READY

PACE: Final = 200.0
"""So many times faster than life. A process that has to wait long for its turn then takes the other
for dead and opens the line anew, which costs time and nothing else."""

STUCK_S: Final = 60.0
"""With nothing thrown and nothing kept for so long, something is wrong."""

_SERIAL: Final = "SOAK-1"
_TWICE: Final = 0.01
_LATE: Final = 0.01
_UNLUCKY_S: Final = 0.03
_POLL_S: Final = 0.005
_TAIL: Final = 300
_BATCH: Final = 40
_DICE: Final = (
    "d10",
    "d10 d10 d10",
    "mon.teeth mon.eye mon.squid mon.devil mon.spider mon.dimwit",
    "d20 d12 d8 d6 d4 d00",
)


class SoakError(CompanionError):
    """A soak that came to a standstill, or could not begin."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a soak goes through.

    Attributes:
        rolls: that are thrown.
        seed: of everything that is left to chance.
        rate: share of all bytes that are damaged, in both directions.
        kills: hosts that are killed at some moment.
        crash: chance that a host kills itself between keeping a roll and saying so.
        cuts: times that the line is unplugged.
        resets: times that the tray starts anew and has its rolls still.
        forgets: times that it starts anew and has forgotten them.
        pace: how many times faster than real time.
        tcp: a TCP port in place of a pseudo-terminal.
    """

    rolls: int
    seed: int = 0
    rate: float = 0.0
    kills: int = 0
    crash: float = 0.0
    cuts: int = 0
    resets: int = 0
    forgets: int = 0
    pace: float = PACE
    tcp: bool = False


@dataclass(slots=True)
class Outcome:
    """How a soak went.

    Attributes:
        thrown: key and dice of each roll, in the order in which they were thrown.
        journalled: the same, in the order of the journal.
        forgotten: keys of rolls that the tray no longer had.
        faults: what the hosts told people.
        kills: hosts that were killed, by themselves or from outside.
        cuts: times that the line was unplugged.
        resets: times that the tray started anew.
        damaged: bytes turned, lost or added.
        bad: lines that arrived damaged at a host.
        again: rolls that arrived again, and were dropped.
        spent: seconds.
    """

    thrown: list[tuple[str, str]] = field(default_factory=list)
    journalled: list[tuple[str, str]] = field(default_factory=list)
    forgotten: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    kills: int = 0
    cuts: int = 0
    resets: int = 0
    damaged: int = 0
    bad: int = 0
    again: int = 0
    spent: float = 0.0

    @property
    def missing(self) -> list[str]:
        """Keys that were thrown and do not stand in the journal."""
        there = {key for key, _ in self.journalled}
        return [key for key, _ in self.thrown if key not in there]

    def broken(self) -> list[str]:
        """Return what does not hold, in words; empty when every roll is there once and in order."""
        found = [f"lost: {key}" for key in self.missing if key not in self.forgotten]
        there = Counter(key for key, _ in self.journalled)
        found += [f"twice: {key}" for key, times in there.items() if times > 1]
        should = [roll for roll in self.thrown if roll[0] in there]
        for thrown, kept in zip(should, self.journalled, strict=False):
            if thrown != kept:
                found.append(f"thrown {thrown}, but journalled {kept}")
                break
        if len(self.journalled) > len(should):
            found.append(f"{len(self.journalled) - len(should)} in the journal were never thrown")
        return found


def script(plan: Plan) -> str:
    """Return what the tray does, line by line."""
    chance = random.Random(f"{plan.seed} script")
    batches: list[int] = []
    while (left := plan.rolls - sum(batches)) > 0:
        batches.append(min(left, chance.randint(1, 2 * _BATCH)))
    lines = [f"random {count} {chance.choice(_DICE)} every {chance.choice(('0.05', '0.2'))}" for count in batches]
    for word, count in (("cut", plan.cuts), ("reset", plan.resets), ("forget", plan.forgets)):
        for _ in range(count):
            said = f"unplug {chance.uniform(0.1, 3):.2f}" if word == "cut" else word
            lines.insert(chance.randrange(1, len(lines) + 1), said)
    return "\n".join((*lines, "drain", "end", ""))


def soak(plan: Plan, folder: Path) -> Outcome:
    """Go through a plan; its files stay in `folder`.

    Raises:
        SoakError: nothing moved any more for `STUCK_S`.
    """
    began = time.monotonic()
    outcome = Outcome()
    tray = _Process(folder / "tray.log", _tray_words(plan, folder))
    try:
        _until(lambda: bool(tray.lines()), (tray,))
        url = tray.lines()[0]
        _hosts(plan, folder, url, tray, outcome)
    finally:
        tray.kill()
    outcome.spent = time.monotonic() - began
    _read_tray(tray.lines(), outcome)
    _read_journal(folder / JOURNAL, outcome)
    return outcome


class _Process:
    """One of our own programs; what it says goes to a file, and is read from there."""

    def __init__(self, log: Path, words: list[str]) -> None:
        self._log = log
        self._lines: list[str] = []
        with log.open("wb") as out, log.with_suffix(".err").open("wb") as err:
            # Our own program with our own words; no shell in between.
            self._process = subprocess.Popen([sys.executable, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        self._from = log.open("rb")
        self._rest = b""
        self._counted = self._thrown = 0

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def lines(self) -> list[str]:
        """Return the whole lines that it has said so far."""
        if not self._from.closed:
            *whole, self._rest = (self._rest + self._from.read()).split(b"\n")
            self._lines += [line.decode("utf-8", errors="replace") for line in whole]
        return self._lines

    @property
    def thrown(self) -> int:
        """How many of its lines so far tell of a roll."""
        for line in self.lines()[self._counted :]:
            self._counted += 1
            self._thrown += line.startswith("threw ")
        return self._thrown

    def failed(self) -> str:
        """Return the last thing that it complained of."""
        said = self._log.with_suffix(".err").read_text(encoding="utf-8", errors="replace").split("\n")
        return " ".join(said[-4:]).strip()[-_TAIL:]

    def kill(self) -> None:
        """End it as a crash does, and read what it said."""
        self._process.kill()
        self._process.wait()
        self.lines()
        self._from.close()


def _tray_words(plan: Plan, folder: Path) -> list[str]:
    path = folder / "script.txt"
    path.write_text(script(plan), encoding="utf-8")
    byte = plan.rate / 3
    faults = f"flip={byte},drop={byte},insert={byte},twice={_TWICE},late={_LATE},garbage"
    words = ["-m", "companion", "tray", "simulate", "--script", str(path), "--faults", faults]
    words += ["--seed", str(plan.seed), "--pace", str(plan.pace), "--serial", _SERIAL]
    return [*words, "--tcp", "0"] if plan.tcp else [*words, "--pty", str(folder / "port")]


def _hosts(plan: Plan, folder: Path, url: str, tray: _Process, outcome: Outcome) -> None:
    """Let one host after the other journal, until the tray has nothing left."""
    chance = random.Random(f"{plan.seed} kills")
    # Not among the last: the tray might be done before the host dies.
    last = max(1, plan.rolls * 9 // 10)
    kills = sorted(chance.randrange(last) for _ in range(plan.kills))
    while tray.alive:
        log = folder / f"host-{outcome.kills}.log"
        journal = str(folder / JOURNAL)
        words = [url, journal, str(plan.pace), str(plan.crash), f"{plan.seed} {outcome.kills}"]
        host = _Process(log, ["-m", "models.workshop.soak.tray_host", *words])
        try:
            _until(partial(_began, host), (tray, host))
            _until(partial(_due, tray, host, kills[0] if kills else None), (tray, host))
            if tray.alive:
                time.sleep(chance.uniform(0, _UNLUCKY_S))
        finally:
            crashed = not host.alive
            host.kill()
            _read_host(host.lines(), outcome)
        if crashed and host.failed():
            raise SoakError(f"the host ended: {host.failed()}")
        if tray.alive:
            outcome.kills += 1
            kills = kills if crashed else kills[1:]
    if tray.failed():
        raise SoakError(f"the tray ended: {tray.failed()}")


def _began(host: _Process) -> bool:
    return READY in host.lines() or not host.alive


def _due(tray: _Process, host: _Process, target: int | None) -> bool:
    """Say whether the host has died by itself, or its time has come."""
    return not host.alive or (target is not None and tray.thrown > target)


def _until(true: Callable[[], bool], watched: tuple[_Process, ...]) -> None:
    """Wait until something is true, or the tray (the first of those watched) has ended."""
    since, before = time.monotonic(), -1
    while watched[0].alive and not true():
        said = sum(len(process.lines()) for process in watched)
        if said != before:
            since, before = time.monotonic(), said
        elif time.monotonic() - since > STUCK_S:
            why = " ".join(filter(None, (process.failed() for process in watched)))
            raise SoakError(f"nothing has moved for {STUCK_S:g} seconds {why}".strip())
        time.sleep(_POLL_S)


# -- what is left of it ---------------------------------------------------------------------------


def _read_tray(lines: list[str], outcome: Outcome) -> None:
    for line in lines:
        word, _, rest = line.partition(" ")
        key = f"tray:{_SERIAL}/{rest.partition(' ')[0]}"
        match word:
            case "threw":
                outcome.thrown.append((key, rest.partition(" ")[2]))
            case "forgot":
                outcome.forgotten.add(key)
            case "ended:":
                numbers = dict(part.rsplit(" ", 1) for part in rest.split(", "))
                outcome.cuts = int(numbers["cuts"])
                outcome.resets = int(numbers["resets"])
                outcome.damaged = int(numbers["bytes damaged"])
            case _:  # what else it did leaves no trace in the journal
                pass


def _read_host(lines: list[str], outcome: Outcome) -> None:
    bad = resent = 0
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "fault":
            outcome.faults.append(rest)
        if word in {"kept", "again"}:
            outcome.again += word == "again"
            _, bad, resent, _ = (rest.split()[0], *map(int, rest.split()[1:]))
    outcome.bad += bad
    outcome.again += resent


def _read_journal(path: Path, outcome: Outcome) -> None:
    """Read it with the words of the tray: it calls a monster die `mon`, and the game `md`."""
    with Journal(path) as journal:
        for table in journal.tables():
            outcome.journalled += [
                (reading.key, re.sub(r"\bmd\b", "mon", reading.dice)) for reading in journal.readings(table.table_id)
            ]
