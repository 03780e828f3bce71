"""What a die that was read wrong most likely shows: for corrections that are one key away.

The reading's own runners-up come first, where they are known. After them stands a table: what the
program's reader took each face for, over 2,664 rendered dice whose numerals, symbols and grounds
it was never trained on, ranked by the probability that it gave to the other faces. `python
tools/misreads.py` makes it. People who read a die across the table err alike: 1 and 7, 6 and 9, 3
and 5, 0 and 8 look much the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from companion.core.dice import FACES, DieFace, sculpted
from companion.rolls.readings import RollReading

if TYPE_CHECKING:
    Doubts = tuple[tuple[str, float], ...]
    "Runners-up of one die: faces and their probabilities."

_TAKEN_FOR: Final[Mapping[str, Mapping[str, str]]] = {
    "d10": {
        "0": "8 10 4 9 1 6 3 5 2 7",
        "1": "7 4 9 2 5 3 6 8 0 10",
        "2": "7 8 4 6 1 9 0 3 10 5",
        "3": "5 7 8 1 2 9 4 6 0 10",
        "4": "6 1 0 2 8 7 9 5 3 10",
        "5": "3 6 9 8 2 7 0 1 4 10",
        "6": "9 8 5 4 0 1 10 2 7 3",
        "7": "1 3 2 4 9 5 0 6 8 10",
        "8": "0 6 3 5 2 9 1 4 10 7",
        "9": "5 6 0 4 8 3 2 7 1 10",
        "10": "6 8 2 0 3 1 4 5 7 9",
    },
    "d00": {
        "00": "80 60 90 40 10 20 50 70 30",
        "10": "40 70 20 30 80 60 00 90 50",
        "20": "70 80 30 10 90 00 40 60 50",
        "30": "50 80 20 90 10 70 40 60 00",
        "40": "60 10 80 50 00 90 20 30 70",
        "50": "30 90 80 60 40 00 10 20 70",
        "60": "80 00 40 10 90 50 20 30 70",
        "70": "10 20 30 90 80 00 40 50 60",
        "80": "60 00 50 30 40 20 90 10 70",
        "90": "50 40 00 30 20 80 10 60 70",
    },
    "d6": {
        "1": "S 3 2 4 5 6",
        "2": "4 3 S 5 1 6",
        "3": "2 5 1 S 6 4",
        "4": "S 6 2 5 1 3",
        "5": "3 4 2 6 S 1",
        "6": "S 4 5 2 1 3",
        "S": "1 4 3 2 6 5",
    },
}
"""By kind and the face read: the others, likeliest first. Monster dice are six-sided dice."""


def likely(kind: str, face: str, doubts: Doubts = ()) -> tuple[str, ...]:
    """Return the other faces of a die that was read as `face`, the likeliest first.

    Args:
        kind: of die.
        face: as read.
        doubts: the reading's own runners-up.
    """
    table = _TAKEN_FOR.get("d6" if sculpted(kind) else kind, {})
    own = [other for other, _ in sorted(doubts, key=lambda doubt: -doubt[1])]
    ranked = dict.fromkeys((face, *own, *table.get(face, "").split(), *FACES.get(kind, ())))
    if kind == "d10":  # a die prints its tenth face as 0 or as 10: the likelier one stands for both
        del ranked[max("0", "10", key=[*ranked].index)]
    return tuple(other for other in ranked if other in FACES.get(kind, ()) and other != face)


def instead(dice: Sequence[DieFace], doubts: Sequence[Doubts] = ()) -> tuple[tuple[DieFace, ...], ...]:
    """Return what a roll may really have shown if one die of it was read wrong, likeliest first.

    Dice that were doubtful come first, the most doubtful before the others; then the likeliest
    mistake of each die, then the second of each, and so on. Outcomes that are the same dice in
    another order stand there once.

    Args:
        dice: as they were logged.
        doubts: runners-up of each die, in the order of `dice`; empty when nothing is known.
    """
    columns = []
    for place, die in enumerate(dice):
        own = doubts[place] if place < len(doubts) else ()
        others, chance = likely(die.kind, die.face, own), dict(own)
        columns.append([(chance.get(face, 0.0), place, face) for face in others])
    rows = [one for row in zip_longest(*columns) for one in row if one is not None]
    rows.sort(key=lambda one: -one[0])  # stable: what nothing is known of keeps its order
    found: dict[tuple[DieFace, ...], tuple[DieFace, ...]] = {}
    for _, place, face in rows:
        changed = (*dice[:place], DieFace(dice[place].kind, face), *dice[place + 1 :])
        found.setdefault(tuple(sorted(changed)), changed)
    return tuple(found.values())


def doubts_of(dice: Sequence[DieFace], reading: RollReading) -> tuple[Doubts, ...]:
    """Return the runners-up of each die of a roll, as its reading had them.

    A die of the roll is the first one of the reading that shows its face and may be of its kind.
    What people said is not what was read: such a die has the read face first among its doubts.
    """
    left = list(reading.dice)
    found: list[Doubts | None] = []
    for die in dice:
        alike = (one for one in left if one.face == die.face and one.kind in {"", die.kind})
        match = next(alike, None)
        found.append(None if match is None else match.alternatives)
        if match is not None:
            left.remove(match)
    rest = (((one.face, one.confidence), *one.alternatives) for one in left)
    return tuple(next(rest, ()) if one is None else one for one in found)
