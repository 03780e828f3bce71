"""Throws of one die sorted by what they show, so that people name each group once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.taught.looks import TURNS_TAUGHT, Looks
from vision.taught.recognise import odds

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SAME: Final = 0.0
"""Two groups whose log-odds of showing the same are above this on average become one."""
_AS_QUERY: Final = (0, TURNS_TAUGHT // 3)


@dataclass(frozen=True, slots=True)
class Group:
    """Throws that show the same.

    Attributes:
        members: places of the throws, in the order in which they were thrown.
        middle: the one most like all others, to be shown to people.
    """

    members: tuple[int, ...]
    middle: int


def grouped(looks: Looks) -> tuple[Group, ...]:
    """Group throws by how alike they look (average linkage), the first thrown first.

    Args:
        looks: turned all around, as of `look_around`.
    """
    near = _alike(looks)
    groups = [[place] for place in range(len(near))]
    while len(groups) > 1:
        best, one, other = _closest(near, groups)
        if best < _SAME:
            break
        groups[one] = sorted(groups[one] + groups[other])
        del groups[other]
    groups.sort(key=min)
    return tuple(Group(tuple(group), _middle(near, group)) for group in groups)


def _alike(looks: Looks) -> NDArray[np.float64]:
    """(E, E) log-odds that two throws show the same, the same both ways."""
    seen = Looks(looks.features[:, _AS_QUERY], looks.faces, looks.colours)
    near = odds(looks, seen)
    return np.asarray((near + near.T) / 2)


def _closest(near: NDArray[np.float64], groups: list[list[int]]) -> tuple[float, int, int]:
    best, pair = -np.inf, (0, 1)
    for one in range(len(groups)):
        for other in range(one + 1, len(groups)):
            mean = float(near[np.ix_(groups[one], groups[other])].mean())
            if mean > best:
                best, pair = mean, (one, other)
    return best, *pair


def _middle(near: NDArray[np.float64], group: list[int]) -> int:
    return group[int(near[np.ix_(group, group)].sum(axis=1).argmax())]
