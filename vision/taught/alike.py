"""What looks alike: throws that show the same face, and faces of a set that are hard to tell apart."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array
from vision.taught.bank import TaughtDice
from vision.taught.recognise import TURNS_TAUGHT, Looks, chances_from, odds
from vision.taught.sets import gaps, joined

ALIKE: Final = 0.05
"""Two faces of which one gets this probability, on average, where the other lies, look alike."""
ENOUGH: Final = 3  # Examples a face that are wanted
_AT_ONCE: Final = 32
_AS_QUERY: Final = (0, TURNS_TAUGHT // 3)
"""Turns of an example that stand for it as it would lie on the table."""
_SAME: Final = 0.0
"""Two groups whose log-odds of showing the same are above this on average become one."""


@dataclass(frozen=True, slots=True)
class Group:
    """Throws that show the same, by their places; `middle` is the one most like all others."""

    members: tuple[int, ...]
    middle: int


def group_throws(looks: Looks) -> tuple[Group, ...]:
    """Group throws, turned all around, by how alike they look (average linkage), the first first."""
    near = _near(looks)
    sums = near.copy()  # over all pairs of each two groups
    groups = [[place] for place in range(len(near))]
    while len(groups) > 1:
        sizes = np.array([len(group) for group in groups])
        means = sums / np.outer(sizes, sizes)
        np.fill_diagonal(means, -np.inf)
        one, other = sorted(divmod(int(means.argmax()), len(groups)))
        if means[one, other] < _SAME:
            break
        groups[one] = sorted(groups[one] + groups.pop(other))
        sums[one] += sums[other]
        sums[:, one] += sums[:, other]
        sums = np.delete(np.delete(sums, other, axis=0), other, axis=1)
    groups.sort(key=min)
    return tuple(Group(tuple(group), _middle(near, group)) for group in groups)


def _near(looks: Looks) -> Array:
    """(E, E) log-odds that two throws show the same, the same both ways."""
    near = odds(looks, looks.turned(_AS_QUERY))
    return np.asarray((near + near.T) / 2)


def _middle(near: Array, group: list[int]) -> int:
    return group[int(near[np.ix_(group, group)].sum(axis=1).argmax())]


@dataclass(frozen=True, slots=True)
class Alike:
    """Two faces, by kind and face, that look alike.

    `mixed` is the probability that the one gets where the other lies, the larger of both.
    """

    one: tuple[str, str]
    other: tuple[str, str]
    mixed: float


@dataclass(frozen=True, slots=True)
class Separation:
    """What judging every example by the others gave."""

    # share of examples in [0, 1] whose best guess is right; 1 where none could be judged
    right: float
    judged: int  # how many had another example of their face
    alike: tuple[Alike, ...]  # pairs that look alike, most alike first
    thin: tuple[tuple[str, str], ...]  # faces with fewer examples than `ENOUGH`
    gaps: tuple[str, ...]  # a line for each kind of which numerals were not taught

    def warnings(self) -> tuple[str, ...]:
        """For people, one line each."""
        lines: dict[str, None] = {}
        pairs: dict[tuple[str, str], list[str]] = {}
        for pair in self.alike:
            (kind, face), (other_kind, other_face) = pair.one, pair.other
            if face == other_face:
                pairs.setdefault((kind, other_kind), []).append(face)
            elif kind == other_kind:
                lines[f"faces {face} and {other_face} of {kind} look alike"] = None
            else:
                lines[f"{kind} {face} and {other_kind} {other_face} look alike"] = None
        same = [
            f"{one} and {other} look alike on {_faces_text(faces)}: the roll that is asked for and"
            " the last places decide, else you are asked"
            for (one, other), faces in pairs.items()
        ]
        thin = ", ".join(map(" ".join, self.thin))
        few = [f"fewer than {ENOUGH} pictures of {thin}"] if thin else []
        return (*same, *lines, *self.gaps, *few)


def separation(taught: TaughtDice) -> Separation:
    """Judge every example by all the others."""
    count = len(taught.classes)
    mixed = np.zeros((count, count))
    counts = np.bincount(taught.owner, minlength=count)
    right = judged = 0
    for begin in range(0, len(taught.owner), _AT_ONCE):
        places = np.arange(begin, min(begin + _AT_ONCE, len(taught.owner)))
        chances = _left_out(taught, places)
        for place, row in zip(places.tolist(), chances, strict=True):
            mine = int(taught.owner[place])
            mixed[mine] += row[:count] / counts[mine]
            if counts[mine] > 1:
                judged += 1
                right += int(row.argmax() == mine)
    return Separation(
        right / judged if judged else 1.0,
        judged,
        _alike(taught, np.maximum(mixed, mixed.T)),
        tuple(both for both, n in zip(taught.classes, counts.tolist(), strict=True) if n < ENOUGH),
        gaps(taught.classes),
    )


def _left_out(taught: TaughtDice, places: NDArray[np.int64]) -> Array:
    """Chances of the classes for some examples, each judged by all but itself."""
    each = odds(taught.looks, taught.looks.of(places).turned(_AS_QUERY))
    each[np.arange(len(places)), places] = -np.inf
    return chances_from(taught, each, np.asarray(taught.looks.faces[places], np.float64))


def _alike(taught: TaughtDice, mixed: Array) -> tuple[Alike, ...]:
    ones, others = np.nonzero(np.triu(mixed, 1) >= ALIKE)
    found = [
        Alike(taught.classes[one], taught.classes[other], float(mixed[one, other]))
        for one, other in zip(ones.tolist(), others.tolist(), strict=True)
    ]
    return tuple(sorted(found, key=lambda pair: -pair.mixed))


def _faces_text(faces: list[str]) -> str:
    return f"{'face' if len(faces) == 1 else 'faces'} {joined(sorted(faces))}"
