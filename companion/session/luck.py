"""What each player's dice brought, against what fair dice bring. Pure; plain words.

Two honest limits. High is not the same as good: what a face is worth, the game decides, move by
move, so nothing here says who was lucky, only whose dice came up high. And one game has few rolls:
that something rare happened to one of several players is not rare. Whether the dice are fair is
asked elsewhere, over many games (`companion.rolls.fairness`).

A number die is judged by the mean of its faces. Of monster dice the sculpted sides are counted,
because there the other faces are alike (`S` is none of the numbers).
"""

from dataclasses import dataclass
from functools import cache
from math import comb, erfc, sqrt
from typing import Any, Final

from companion.core.actions import Roll
from companion.core.dice import FACES, SCULPTED, DieFace, sculpted
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.texts import later, tr, trn

ENOUGH: Final = 5  # Dice before anything is said: fewer say nothing about anybody

MONSTER: Final = later("monster dice")  # What all kinds of monster dice are called together

NOTE: Final = later(
    "High is not always good: what a face is worth, the game decides. In a game of "
    "several players something rare happens to somebody now and then."
)

_EXACT: Final = 100  # dice up to which the distribution of their sum is computed exactly
_D10: Final = "d10"
_COMMON, _SELDOM, _RARE = 0.15, 0.05, 0.01
_FAR: Final = {
    True: (
        later("That is a little high: fair dice bring so much or more {once_in}."),
        later("That is high: fair dice bring so much or more {once_in}."),
        later("That is very high: fair dice bring so much or more {once_in}."),
    ),
    False: (
        later("That is a little low: fair dice bring so little or less {once_in}."),
        later("That is low: fair dice bring so little or less {once_in}."),
        later("That is very low: fair dice bring so little or less {once_in}."),
    ),
}


@dataclass(frozen=True, slots=True)
class Luck:
    """What one player threw with one sort of dice, in throws that count."""

    seat: Seat  # who threw
    kind: str  # `d10`, `d6`, ... or `MONSTER`.
    dice: int  # how many were thrown, die by die
    came: int  # the sum of their faces, or of monster dice the sculpted sides
    expected: float  # what fair dice bring on average
    # how often fair dice bring at least as much (at most as little, when `came` is below
    # `expected`), in (0, 1]
    chance: float

    def words(self, name: str) -> str:
        """Say it in one or two sentences."""
        return f"{self._counted(name)} {self._judged()}"

    def _counted(self, name: str) -> str:
        if self.kind == MONSTER:
            sides = trn("{count} sculpted side", "{count} sculpted sides", self.came)
            dice = tr("1 monster die") if self.dice == 1 else f"{self.dice} {tr(MONSTER)}"
            text = later("{name}: {sides} on {dice}; fair dice bring {expected:.1f}.")
            return tr(text, name=name, sides=sides, dice=dice, expected=self.expected)
        mean, fair = self.came / self.dice, self.expected / self.dice
        ten = tr(", a 0 counted as 10") if self.kind == _D10 else ""
        times = tr("once") if self.dice == 1 else tr("{dice} times", dice=self.dice)
        text = later("{name}: {kind} thrown {times}, {mean:.1f} on average{ten}; fair dice bring {fair:.1f}.")
        return tr(text, name=name, kind=self.kind, times=times, mean=mean, ten=ten, fair=fair)

    def _judged(self) -> str:
        if self.dice < ENOUGH:
            return tr("Too few to say anything.")
        if self.chance >= _COMMON:
            return tr("That is about what fair dice bring.")
        texts = _FAR[self.came > self.expected]
        return tr(texts[(self.chance < _SELDOM) + (self.chance < _RARE)], once_in=once_in(self.chance))


def luck(match: Match[Any]) -> tuple[Luck, ...]:
    """Judge the dice of every player, by seat and sort of dice; undone throws do not count."""
    thrown: dict[tuple[Seat, str], list[DieFace]] = {}
    for step in match.settled():
        action = step.action
        if isinstance(action, Roll) and action.actor is not None:
            for die in action.dice:
                kind = MONSTER if sculpted(die.kind) else die.kind
                thrown.setdefault((action.actor, kind), []).append(die)
    return tuple(_luck(*key, dice) for key, dice in sorted(thrown.items()))


def _luck(seat: Seat, kind: str, dice: list[DieFace]) -> Luck:
    if kind == MONSTER:
        sides = len(FACES[dice[0].kind])
        came = sum(die.face == SCULPTED for die in dice)
        chance = side_chance(len(dice), came, sides)
        return Luck(seat, kind, len(dice), came, len(dice) / sides, chance)
    values = values_of(kind)
    came = sum(value_of(die) for die in dice)
    expected = len(dice) * sum(values) / len(values)
    return Luck(seat, kind, len(dice), came, expected, sum_chance(values, len(dice), came))


def value_of(die: DieFace) -> int:
    """Return the number a die shows; a 0 of a d10 is ten, which some makers print there."""
    return 10 if die.kind == _D10 and int(die.face) == 0 else int(die.face)


def values_of(kind: str) -> tuple[int, ...]:
    """Return the numbers that a kind of dice can show, each once."""
    return tuple(sorted({value_of(DieFace(kind, face)) for face in FACES[kind]}))


# ---------------------------------------------------------------- chances of fair dice


def side_chance(dice: int, came: int, sides: int) -> float:
    """Return how often one side comes so often or more; or so seldom or less, below the mean."""
    counts = range(came, dice + 1) if came * sides >= dice else range(came + 1)
    ways: int = sum(comb(dice, k) * (sides - 1) ** (dice - k) for k in counts)
    throws: int = sides**dice
    return ways / throws


def sum_chance(values: tuple[int, ...], dice: int, came: int) -> float:
    """Return how often a sum is so high or higher; or so low or lower, below the mean."""
    mean = dice * sum(values) / len(values)
    if dice > _EXACT:
        return _normal(values, dice, came - mean)
    shares = _sums(values, dice)
    if came >= mean:
        return sum(share for total, share in enumerate(shares) if total >= came)
    return sum(shares[: came + 1])


@cache
def _sums(values: tuple[int, ...], dice: int) -> tuple[float, ...]:
    """Return how often each sum of so many dice comes."""
    if dice == 0:
        return (1.0,)
    before = _sums(values, dice - 1)
    shares = [0.0] * (len(before) + max(values))
    for total, share in enumerate(before):
        for value in values:
            shares[total + value] += share / len(values)
    return tuple(shares)


def _normal(values: tuple[int, ...], dice: int, off: float) -> float:
    """As `sum_chance`, by the normal curve with half a step's correction: exact enough for many."""
    mean = sum(values) / len(values)
    spread = sqrt(dice * sum((value - mean) ** 2 for value in values) / len(values))
    step = values[1] - values[0]
    return min(1.0, erfc((abs(off) - step / 2) / spread / sqrt(2)) / 2)


def once_in(chance: float) -> str:
    """Say how rare something is: `1 time in 12`, in two digits."""
    times = max(1, round(1 / chance)) if chance > 0 else 10**9
    digits = max(0, len(str(times)) - 2)
    shown = round(times, -digits)
    if shown < 10**6:
        return tr("1 time in {shown:,}", shown=shown)
    return tr("less than 1 time in a million")
