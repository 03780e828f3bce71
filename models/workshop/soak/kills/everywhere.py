"""Kill a table's process at every call that changes files, and see what the next program finds."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.errors import CompanionError
from companion.journal.store import FILE, Journal
from companion.session.table import Table
from models.workshop.soak.kills import play as play_kit
from models.workshop.soak.kills.play import Play, Sitting, Step
from models.workshop.soak.kills.tracer import Call, Kill, Reporter, traced

RESUMED_EVERY = 25
"""After how many kills the whole table is folded anew; between them only what came last is."""


@dataclass
class Tally:
    """What was tried, and what was broken.

    Attributes:
        kills: how many programs were killed.
        calls: how often at which call.
        losses: one sentence for each broken promise.
    """

    kills: int = 0
    calls: dict[str, int] = field(default_factory=dict)
    resumed: int = 0
    losses: list[str] = field(default_factory=list)

    def add(self, call: Call) -> None:
        """Count a kill."""
        self.kills += 1
        name = f"{'before' if call.entering else 'after'} {call.name}"
        self.calls[name] = self.calls.get(name, 0) + 1

    def add_all(self, other: Tally) -> None:
        """Count what another tally counted."""
        self.kills += other.kills
        self.resumed += other.resumed
        self.losses += other.losses
        for name, count in other.calls.items():
            self.calls[name] = self.calls.get(name, 0) + count


class At:
    """Kills at the n-th place, counted from 0, where a call begins or has ended."""

    def __init__(self, place: int | None) -> None:
        self.seen = 0
        self.last: Call | None = None
        self._place = place

    def __call__(self, call: Call) -> Kill | None:
        """Count, and kill there."""
        self.last = call
        self.seen += 1
        return Kill() if self.seen - 1 == self._place else None


def places_of(count: int, most: int | None, turn: int) -> Iterator[int]:
    """Choose places among `count`: all, or `most` of them that wander with `turn`."""
    if most is None or most >= count:
        yield from range(count)
        return
    for one in range(most):
        yield (turn * 7 + one * count // most) % count


def whole_game(name: str, folder: Path, most: int | None = None, every: int = 1) -> Tally:
    """Kill a game at every place of every step.

    Args:
        name: of its record.
        folder: an empty one.
        most: places of a step at most; all when None.
        every: of how many steps one is tried.
    """
    tally = Tally()
    play = play_kit.Play(name, folder / "home")
    for turn, step in enumerate(play.steps()):
        if turn % every == 0:
            _at_step(play, step, folder, tally, most)
    play.close()
    return tally


def _at_step(play: Play, step: Step, folder: Path, tally: Tally, most: int | None) -> None:
    copy = folder / "copy"

    def prepare() -> Seated:
        return Seated(play, copy)

    def act(seated: Seated, report: Reporter) -> None:
        seated.take(step, report)

    play.copy(copy)
    counted = At(None)
    ending = traced(prepare, act, counted, copy)
    if ending.status:
        tally.losses.append(f"{play.name} {step.number}: the step itself failed")
        return
    after = play.straight(step)
    for place in places_of(counted.seen, most, step.number):
        play.copy(copy)
        killer = At(place)
        ending = traced(prepare, act, killer, copy)
        if not ending.killed or killer.last is None:
            tally.losses.append(f"{play.name} {step.number}: the step took another way")
            continue
        tally.add(killer.last)
        where = f"{play.name} {step.number}, killed at {place} ({killer.last.name})"
        fold = tally.kills % RESUMED_EVERY == 0
        tally.resumed += fold
        found = _judge(play, step, copy, ending.told, after, fold=fold)
        tally.losses += [f"{where}: {loss}" for loss in found]


class Seated:
    """The child's side: a sitting whose tray reports what it may forget."""

    def __init__(self, play: Play, home: Path) -> None:
        self._report: Reporter | None = None
        self._sitting = play.sit_down(home, self._tell)

    def _tell(self, word: str) -> None:
        if self._report is not None:
            self._report.tell(word)

    def take(self, step: Step, report: Reporter) -> None:
        """Do one thing and tell how many actions the log has then."""
        self._report = report
        self._sitting.take(step)
        report.tell(str(self._sitting.table.version))


def _judge(play: Play, step: Step, home: Path, told: tuple[str, ...], after: Table, *, fold: bool) -> list[str]:
    """Open what is left, look at it and go on from there."""
    try:
        sitting = play.resume(home) if fold else play.sit_down(home)
    except CompanionError as error:
        return [f"it does not open: {error}"]
    try:
        sitting.table.catch_up()
        return _found(play, step, sitting, told, after)
    except CompanionError as error:
        return [f"it does not go on: {error}"]
    finally:
        sitting.close()


def _found(play: Play, step: Step, sitting: Sitting, told: tuple[str, ...], straight: Table) -> list[str]:
    before, after = play.lines, lines_of(straight)
    lines = sitting.lines()
    if told[-1:] == (str(len(after)),) and lines != after:
        return [f"acknowledged, and {len(lines)} of {len(after)} actions are there"]
    if lines not in (before, after):
        return [f"half of it is there: {len(lines)} actions between {len(before)}, {len(after)}"]
    losses = _readings_lost(step, sitting, told, used=lines == after)
    losses += differences(sitting.table, straight if lines == after else play.table)
    if not losses:
        losses = _goes_on(step, sitting, after, done=lines == after)
    return losses


def _readings_lost(step: Step, sitting: Sitting, told: tuple[str, ...], *, used: bool) -> list[str]:
    """What a tray was told to forget must be kept, once, and used by the action if that is there."""
    if step.reading is None:
        return []
    key = step.reading.key
    kept = [one for one in sitting.journal.readings(sitting.table.table_id) if one.key == key]
    if not kept:
        return ["the tray may forget a roll that is not kept"] if told or used else []
    if len(kept) > 1 or kept[0].evidence != step.reading.evidence:
        return ["the roll is not kept as it was"]
    return [] if (kept[0].version == step.number + 1) == used else ["roll and action disagree"]


def lines_of(table: Table) -> tuple[str, ...]:
    """Return a table's log as text."""
    return tuple(line.line for line in table.history())


def differences(found: Table, straight: Table) -> list[str]:
    """Say where a table stands otherwise than a straight play of the same lines stands."""
    return [
        f"another {what}"
        for what, one, other in (
            ("log", lines_of(found), lines_of(straight)),
            ("state", found.match.state, straight.match.state),
            ("request", found.pending(), straight.pending()),
            ("choice of options", found.options(), straight.options()),
            ("score", found.score(), straight.score()),
            ("set of held dice", found.held(), straight.held()),
        )
        if one != other
    ]


def _goes_on(step: Step, sitting: Sitting, after: tuple[str, ...], *, done: bool) -> list[str]:
    """People do again what they did; a tray tells again what it was not told to forget."""
    if not done or step.reading is not None:
        sitting.take(step)
    return [] if sitting.lines() == after else ["it does not go on to where it was going"]


def opening(name: str, folder: Path, every: int = 1) -> Tally:
    """Kill the making of a home, a journal and a table, with what is remembered of it.

    Args:
        name: of a record whose table is opened.
        folder: an empty one.
        every: of how many places one is tried.
    """
    base = folder / "straight"
    play = play_kit.Play(name, base)
    wished = play_kit.wish(play)
    home = folder / "new" / "home"

    def act(_: None, report: Reporter) -> None:
        play_kit.remember(home, wished)
        report.tell("remembered")
        journal = Journal(home / FILE)
        report.tell(play_kit.Table.open(play_kit.SHELF, journal, play.header, play.cards).table_id)
        journal.close()

    def judge(told: tuple[str, ...]) -> list[str]:
        losses = []
        remembered = play_kit.memory.recall(home, wished.game)
        if "remembered" in told and remembered != wished:
            losses.append("the wish is lost")
        with Journal(home / FILE) as journal:
            tables = [info.table_id for info in journal.tables()]
            if told[1:] and tables != [told[1]]:
                losses.append("the table is lost")
            if not tables:
                tables = [play_kit.Table.open(play_kit.SHELF, journal, play.header, play.cards).table_id]
            table = play_kit.Table.resume(play_kit.SHELF, journal, tables[0])
            if table.match.state != play.matches[0].state:
                losses.append("another table")
        return losses

    tally = _each_place(
        f"{name} opening",
        lambda: shutil.rmtree(home.parent, ignore_errors=True) or home.parent.mkdir(),
        act,
        judge,
        home.parent,
        every,
    )
    play.close()
    return tally


def _each_place(
    name: str,
    lay: Callable[[], object],
    act: Callable[[None, Reporter], None],
    judge: Callable[[tuple[str, ...]], list[str]],
    within: Path,
    every: int = 1,
) -> Tally:
    """Kill one deed at every place.

    Args:
        name: of the deed.
        lay: lays the files out anew.
        act: the deed.
        judge: looks at what is left, knowing what was told; says what is lost.
        within: the folder whose calls count.
        every: of how many places one is tried.
    """
    tally = Tally()
    place = 0
    while True:
        lay()
        killer = At(place)
        ending = traced(lambda: None, act, killer, within)
        if ending.status:
            tally.losses.append(f"{name}: the deed itself failed")
            return tally
        try:
            found = judge(ending.told)
        except CompanionError as error:
            found = [f"cannot be opened: {error}"]
        at = "after its end" if killer.last is None else killer.last.name
        tally.losses += [f"{name}, killed at {place} ({at}): {loss}" for loss in found]
        if not ending.killed or killer.last is None:
            return tally
        tally.add(killer.last)
        place += every
