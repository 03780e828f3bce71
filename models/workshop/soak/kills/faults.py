"""A disk that fails: every call of a game once, or one from which on it is full until it is told."""

from __future__ import annotations

import errno
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.core.errors import CompanionError
from companion.journal.store import FILE, Journal
from models.workshop.soak.kills import play as play_kit
from models.workshop.soak.kills.everywhere import At, differences, lines_of, places_of
from models.workshop.soak.kills.play import Play, Sitting, Step
from models.workshop.soak.kills.tracer import Call, Fail, Kill, Reporter, traced

FAULTS: Final = (errno.ENOSPC, errno.EIO, errno.EDQUOT)
GROWS: Final = {"write", "pwrite64", "ftruncate", "open", "openat", "mkdir", "rename", "link"}
"""Calls that a full disk refuses."""


@dataclass
class Faults:
    """What was tried, and what was lost.

    Attributes:
        injected: calls that were made to fail.
        told: how often people were told; other faults hindered nothing.
        lines: what they were told, each once.
        losses: one sentence for each broken promise.
    """

    injected: int = 0
    told: int = 0
    lines: set[str] = field(default_factory=set)
    losses: list[str] = field(default_factory=list)

    def add_all(self, other: Faults) -> None:
        """Count what another one counted."""
        self.injected += other.injected
        self.told += other.told
        self.lines |= other.lines
        self.losses += other.losses


class Failing:
    """Lets the n-th call fail that begins, and when the disk is full all that need room after it.

    The disk has room again once the child has told that something went wrong.
    """

    def __init__(self, place: int, number: int, *, stays: bool, kills: bool) -> None:
        self.injected = 0
        self._place, self._number = place, number
        self._stays, self._kills = stays, kills
        self._seen = 0
        self._over = False

    def __call__(self, call: Call) -> Fail | Kill | None:
        """Let it fail or not."""
        if call.reports:
            self._over = self._over or bool(self.injected)
            return Kill() if self._kills and self._over and not call.entering else None
        if not call.entering or self._over:
            return None
        self._seen += 1
        hit = self._seen - 1 == self._place
        if hit or (self._stays and self.injected and call.name in GROWS):
            self.injected += 1
            return Fail(self._number)
        return None


def whole_game(name: str, folder: Path, most: int | None = None, every: int = 1) -> Faults:
    """Let the disk fail at every call of every step.

    Args:
        name: of the record.
        folder: an empty one.
        most: places of a step at most; all when None.
        every: of how many steps one is tried.
    """
    faults = Faults()
    play = play_kit.Play(name, folder / "home")
    for turn, step in enumerate(play.steps()):
        if turn % every == 0:
            _at_step(play, step, folder / "copy", faults, most)
    play.close()
    return faults


def _at_step(play: Play, step: Step, copy: Path, faults: Faults, most: int | None) -> None:
    def prepare() -> Sitting:
        return play.sit_down(copy)

    def act(sitting: Sitting, report: Reporter) -> None:
        _try(sitting, step, report)

    play.copy(copy)
    counted = At(None)
    traced(prepare, act, counted, copy)
    for turn, place in enumerate(places_of(counted.seen // 2, most, step.number)):
        play.copy(copy)
        way = turn + step.number
        failing = Failing(place, FAULTS[way % len(FAULTS)], stays=way % 2 == 0, kills=way % 5 == 0)
        ending = traced(prepare, act, failing, copy)
        if not failing.injected:
            continue  # the last calls are reports
        faults.injected += failing.injected
        found = _judge(play, step, copy, ending.told, killed=ending.killed, status=ending.status)
        where = f"{play.name} {step.number}, fault {failing._number} at {place}"
        faults.losses += [f"{where}: {loss}" for loss in found]
        told = [word.removeprefix("told:") for word in ending.told if word.startswith("told:")]
        faults.told += len(told)
        faults.lines |= {word.replace("~", " ").replace(str(copy), "HOME") for word in told}


def _try(sitting: Sitting, step: Step, report: Reporter) -> None:
    """Do it; when it fails, say the line, see that nothing moved, and do it again."""
    before = sitting.table.match
    try:
        sitting.take(step)
    except CompanionError as error:
        report.tell(f"told:{str(error).replace(' ', '~')}")
        if sitting.table.match is not before:
            report.tell("moved")
        sitting.take(step)
    report.tell(f"log:{sitting.table.version}")


def _judge(play: Play, step: Step, copy: Path, told: tuple[str, ...], *, killed: bool, status: int) -> list[str]:
    if status:
        return ["it ended without a line, or did not go on when there was room again"]
    if "moved" in told:
        return ["the table moved on although nothing was kept"]
    after = play.straight(step)
    if not killed and told[-1:] != (f"log:{after.version}",):
        return ["it did not go on to where it was going"]
    sitting = play.sit_down(copy)
    try:
        sitting.table.catch_up()
        lines = sitting.lines()
        if lines == lines_of(after):
            return differences(sitting.table, after)
        if killed and lines == play.lines:
            return differences(sitting.table, play.table)
        return [f"{len(lines)} actions are there, not {after.version}"]
    except CompanionError as error:
        return [f"does not open again: {error}"]
    finally:
        sitting.close()


def opening(name: str, folder: Path, every: int = 1) -> Faults:
    """Let the disk fail at every call that makes a home, a journal and a table."""
    faults = Faults()
    play = play_kit.Play(name, folder / "straight")
    play.close()
    home = folder / "new" / "home"

    def act(_: None, report: Reporter) -> None:
        for _time in range(2):  # once more when there is room again
            try:
                play_kit.remember(home, play_kit.wish(play))
                with Journal(home / FILE) as journal:
                    play_kit.Table.open(play_kit.SHELF, journal, play.header, play.cards)
                break
            except (CompanionError, OSError) as error:
                report.tell(f"told:{str(error).replace(' ', '~')}")
        else:
            return
        report.tell("opened")

    place = 0
    while True:
        shutil.rmtree(home.parent, ignore_errors=True)
        home.parent.mkdir()
        failing = Failing(place, FAULTS[place % 3], stays=place % 2 == 0, kills=False)
        ending = traced(lambda: None, act, failing, home.parent)
        if not failing.injected:
            return faults
        faults.injected += failing.injected
        faults.told += sum(word.startswith("told:") for word in ending.told)
        where = f"{name} opening, fault at {place}"
        if ending.status or ending.told[-1:] != ("opened",):
            faults.losses.append(f"{where}: {ending.told or 'no line'}")
        else:
            with Journal(home / FILE) as journal:
                if not journal.tables():
                    faults.losses.append(f"{where}: a table is gone")
        place += every
