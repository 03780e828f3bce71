"""Cut the power at every call of a whole game, and open what the disk may hold then."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.errors import CompanionError
from companion.journal.store import FILE, Journal
from models.workshop.soak.kills import play as play_kit
from models.workshop.soak.kills.everywhere import differences
from models.workshop.soak.kills.power import Disk, Image, lay
from models.workshop.soak.kills.tracer import Call, Reporter, traced

RESUMED_EVERY = 50
"""After how many images the whole table is folded anew; of all others the log is read."""


@dataclass
class Dark:
    """What was tried, and what was lost.

    Attributes:
        images: how many disks were opened.
        moments: at how many moments the power was cut.
        losses: one sentence for each broken promise.
    """

    images: int = 0
    moments: int = 0
    resumed: int = 0
    losses: list[str] = field(default_factory=list)

    def add_all(self, other: Dark) -> None:
        """Count what another one counted."""
        self.images += other.images
        self.moments += other.moments
        self.resumed += other.resumed
        self.losses += other.losses


def whole_game(
    name: str,
    folder: Path,
    every: int = 1,
    tries: int = 2,
    weaken: Callable[[Journal], object] | None = None,
) -> Dark:
    """Play a game and cut the power at every moment of it, from before there is a home.

    Args:
        name: of its record.
        folder: an empty one.
        every: of how many moments one is tried.
        tries: disks of chance at each, beside the one that holds what is sure and nothing else.
        weaken: makes a journal keep less than it promises, to see that this is found.
    """
    straight = _straight(name, folder / "straight")
    place = folder / "world"
    place.mkdir()
    watcher = _Watcher(name, straight, place, folder / "image", every, tries)

    def act(_: None, report: Reporter) -> None:
        play = play_kit.Play(name, place / "home", report.tell)
        if weaken is not None:
            weaken(play.journal)
        report.tell(f"table:{play.table.table_id}")
        for _step in play.steps():
            report.tell(f"log:{play.table.version}")
        report.tell(f"log:{play.table.version}")
        play.close()

    ending = traced(lambda: None, act, watcher.visit, place)
    if ending.status:
        watcher.dark.losses.append(f"{name}: the game itself failed")
    return watcher.dark


@dataclass
class _Straight:
    lines: tuple[str, ...]
    ends: frozenset[int]
    tables: dict[int, play_kit.Table]


def _straight(name: str, home: Path) -> _Straight:
    play = play_kit.Play(name, home)
    tables: dict[int, play_kit.Table] = {}
    ends = set()
    for step in play.steps():
        ends.add(step.number)
        tables[step.number] = play.again()
    ends.add(play.table.version)
    tables[play.table.version] = play.again()
    play.close()
    return _Straight(play.lines, frozenset(ends), tables)


class _Watcher:
    """Follows the disk, and knows what was acknowledged at each moment."""

    def __init__(self, name: str, straight: _Straight, place: Path, image: Path, every: int, tries: int) -> None:
        self.dark = Dark()
        self._name = name
        self._straight = straight
        self._disk = Disk(place)
        self._image = image
        self._every, self._tries = every, tries
        self._chance = random.Random(7)
        self._told: list[str] = []
        self._seen = 0
        self._table = ""
        self._log = 0
        self._kept: list[str] = []

    def visit(self, call: Call) -> None:
        """Take in a call, and cut the power after it."""
        if call.entering:
            return
        if call.reports:
            self._hear(call.data.decode().strip())
        self._disk.follow(call)
        self._seen += 1
        if self._seen % self._every:
            return
        self.dark.moments += 1
        self._try(self._disk.least(), f"after {call.name}, nothing more")
        if self._disk.unsure():
            for _ in range(self._tries):
                self._try(self._disk.any(self._chance), f"after {call.name}, some")

    def _hear(self, word: str) -> None:
        what, _, value = word.partition(":")
        match what:
            case "table":
                self._table = value
            case "log":
                self._log = int(value)
            case _:
                self._kept.append(value)

    def _try(self, image: Image, how: str) -> None:
        self.dark.images += 1
        shutil.rmtree(self._image, ignore_errors=True)
        self._image.mkdir()
        lay(image, self._image)
        try:
            found = self._lost()
        except CompanionError as error:
            found = f"does not open: {error}"
        if found:
            self.dark.losses.append(f"{self._name}, power cut {self._seen} {how}: {found}")

    def _lost(self) -> str:
        with Journal(self._image / "home" / FILE) as journal:
            tables = [info.table_id for info in journal.tables()]
            if not self._table:
                return ""
            if self._table not in tables:
                return "the table is gone"
            lines = tuple(line.text for line in journal.lines(self._table))
            kept = {one.key for one in journal.readings(self._table)}
            if not set(self._kept) <= kept:
                return "a roll is gone that the tray may forget"
            return self._compared(journal, lines)

    def _compared(self, journal: Journal, lines: tuple[str, ...]) -> str:
        there, straight = len(lines), self._straight
        if there < self._log:
            return f"{there} of {self._log} acknowledged actions are there"
        if lines != straight.lines[:there] or there not in straight.ends:
            return f"half of an action is there ({there})"
        if there > min((end for end in straight.ends if end > self._log), default=self._log):
            return "more than the one in flight is there"
        if self.dark.images % RESUMED_EVERY == 0:
            self.dark.resumed += 1
            table = play_kit.Table.resume(play_kit.SHELF, journal, self._table)
            return ", ".join(differences(table, straight.tables[there]))
        return ""
