"""Dice that come to rest one by one, gathered until they answer what was asked for. Pure.

Dice of their own radio each tell their own roll. While a request is open, its rolls are held until
they fill it, and are then handed in as one. A roll that nobody asked for is handed in at once, and
so is one that may have come to rest before the request opened: neither ever fills a request.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from companion.core.texts import tr
from companion.rolls.readings import DieReading

PATIENCE_S: Final = 4.0
"""So long after the last die that came to rest, those there are handed in as they are."""


@dataclass(frozen=True, slots=True)
class OneRoll:
    """The roll of one die."""

    reading: DieReading  # the die and its face; `die` says who it is
    owner: str  # name of the player whose die it is; empty for everybody's
    at: float  # when it was heard, in seconds
    # when it came to rest at the earliest: before `at` when the die was not heard all the time
    since: float
    # it was rolled while it was not heard, or may not have been rolled at all
    unheard: bool = False
    doubt: str = ""  # why it is not certain that this was a roll


@dataclass(frozen=True, slots=True)
class Batch:
    """Rolls that are handed in as one."""

    rolls: tuple[OneRoll, ...]  # at least one
    late: bool = False  # they belong to no request that is open now
    doubt: str = ""  # why they may not be one roll; empty when all is well

    @property
    def owner(self) -> str:
        """Whose dice they are; empty for everybody's and for those of several players."""
        owners = _owners(self.rolls)
        return owners[0] if len(owners) == 1 else ""


@dataclass(frozen=True, slots=True)
class Gathering:
    """Rolls that wait for others."""

    patience: float = PATIENCE_S  # how long they wait after the last of them, in seconds
    # kinds of the open request, one entry a die; empty when none is open
    wanted: tuple[str, ...] = ()
    opened: float = float("-inf")  # when it was opened
    waiting: tuple[OneRoll, ...] = ()  # at most one roll a die, in the order they came
    again: frozenset[str] = frozenset()  # dice that were rolled again before the others lay still

    def expect(self, kinds: tuple[str, ...], now: float) -> tuple[Gathering, tuple[Batch, ...]]:
        """Open a request, or none; what waits was rolled before it, and cannot fill it."""
        after = Gathering(self.patience, kinds, now)
        late = (_batch(self.waiting, self.again, late=True),) if self.waiting else ()
        return after, late

    def hear(self, roll: OneRoll) -> tuple[Gathering, tuple[Batch, ...]]:
        """Take in a roll; return what is handed in now."""
        if roll.unheard:
            return self, (Batch((roll,), late=True, doubt=roll.doubt),)
        if not self.wanted:
            return self, (Batch((roll,), doubt=roll.doubt),)
        if roll.since < self.opened:
            return self, (Batch((roll,), late=True, doubt=roll.doubt),)
        die = roll.reading.die
        others = tuple(one for one in self.waiting if one.reading.die != die)
        twice = len(others) < len(self.waiting)
        after = replace(
            self,
            waiting=(*others, roll),
            again=self.again | {die} if twice else self.again,
        )
        return _fill(after)

    def tick(self, now: float) -> tuple[Gathering, tuple[Batch, ...]]:
        """Let time pass; dice that waited too long for others are handed in as they are."""
        if not self.waiting or now - self.waiting[-1].at < self.patience:
            return self, ()
        return replace(self, waiting=(), again=frozenset()), (_batch(self.waiting, self.again),)


def _fill(gathering: Gathering) -> tuple[Gathering, tuple[Batch, ...]]:
    """Hand in the dice of the kinds that are wanted, once there are enough of each.

    All of them: which of too many would count is not for us to choose. Dice of other kinds have
    nothing to do with it, and go on waiting.
    """
    there = Counter(one.reading.kind for one in gathering.waiting)
    if Counter(gathering.wanted) - there:
        return gathering, ()
    filling = tuple(one for one in gathering.waiting if one.reading.kind in gathering.wanted)
    rest = tuple(one for one in gathering.waiting if one.reading.kind not in gathering.wanted)
    dice = {one.reading.die for one in filling}
    after = replace(gathering, waiting=rest, again=gathering.again - dice)
    return after, (_batch(filling, gathering.again),)


def _batch(rolls: tuple[OneRoll, ...], again: frozenset[str], *, late: bool = False) -> Batch:
    doubts = [one.doubt for one in rolls if one.doubt]
    repeated = [one.reading for one in rolls if one.reading.die in again]
    doubts += [tr("a {kind} was rolled again before the others came to rest", kind=die.kind) for die in repeated]
    owners = _owners(rolls)
    if len(owners) > 1:
        doubts.append(tr("these are dice of {owners} together", owners=tr(" and ").join(owners)))
    return Batch(rolls, late, "; ".join(doubts))


def _owners(rolls: tuple[OneRoll, ...]) -> tuple[str, ...]:
    return tuple(sorted({one.owner for one in rolls if one.owner}))
