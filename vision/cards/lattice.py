"""Cards that lie in rows and columns, edge to edge or with gaps: which ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array

Place = tuple[int, int]
"""Column and row."""
_ALIKE: Final = 0.35
"""Most that two cards of one lattice differ in size, turn and slant, as a share of a card."""
_NEAR: Final = (0.85, 1.7)
_BESIDE: Final = 0.3
"""From card to card, and sideways, in cards: for those that lie next to one another."""
_OFF: Final = 0.22
"""How far a card may lie from its place, as a share of a step."""
_STEPS: Final = 2
"""Free places that a row may have between two cards, and one."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Cards in rows and columns.

    Attributes:
        places: of those cards that lie in it, by their number.
        turned: the cards that stand on their heads in it.
        pitch: from card to card in it, in widths and heights of a card.
    """

    places: dict[int, Place]
    turned: frozenset[int]
    pitch: Array

    def free(self, quads: Sequence[Array]) -> list[Array]:
        """Outlines of the places next to its cards where none of them lies."""
        found: dict[Place, Array] = {}
        for at, (column, row) in self.places.items():
            quad = np.roll(quads[at], 2 * (at in self.turned), axis=0)
            for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                step = np.array((x, y)) * self.pitch @ np.stack([quad[1] - quad[0], quad[3] - quad[0]])
                found.setdefault((column + x, row + y), quad + step)
        return [quad for place, quad in found.items() if place not in self.places.values()]


class _Pairs(NamedTuple):
    """What each card sees of each other one.

    Attributes:
        way: (N, N), 1 or -1: whether both stand the same way.
        off: (N, N, 2) from the one to the other, in widths and heights of the one.
        alike: (N, N) whether both may be of one lattice.
    """

    way: NDArray[np.int64]
    off: Array
    alike: NDArray[np.bool_]


def lattices(quads: Sequence[Array]) -> list[Lattice]:
    """Put cards into lattices, the largest first; each lies in one, if it were alone there."""
    if not len(quads):
        return []
    corners = np.asarray(quads, np.float64)
    pairs, pitch = _pairs(corners)
    found: list[Lattice] = []
    left = set(range(len(corners)))
    while left:
        places, ways = _grown(min(left), left, pairs, pitch)
        found.append(Lattice(places, frozenset(one for one in places if ways[one] < 0), pitch))
        left -= set(places)
    return sorted(found, key=lambda one: -len(one.places))


def _pairs(corners: Array) -> tuple[_Pairs, Array]:
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    frames, middles = np.stack([across, down], axis=2), corners.mean(axis=1)
    way = np.where(np.einsum("iab,jab->ij", frames, frames) < 0, -1, 1)
    others = frames[None] * way[:, :, None, None]
    change = np.linalg.inv(frames)[:, None] @ others
    alike = np.abs(change - np.eye(2)).max(axis=(2, 3)) < _ALIKE
    between = (frames[:, None] + others) / 2
    between[~alike] = np.eye(2)
    off = np.linalg.solve(between, (middles[None] - middles[:, None])[..., None])[..., 0]
    far, aside = np.abs(off), np.abs(off)[..., ::-1]
    beside = alike[..., None] & (far > _NEAR[0]) & (far < _NEAR[1]) & (aside < _BESIDE)
    steps = [far[..., axis][beside[..., axis]] for axis in (0, 1)]
    gaps = [float(np.median(step)) - 1 if len(step) else None for step in steps]
    shape = float(np.median(np.hypot(*across.T) / np.hypot(*down.T)))
    x = gaps[0] if gaps[0] is not None else (gaps[1] or 0.0) / shape
    y = gaps[1] if gaps[1] is not None else x * shape
    return _Pairs(way, off, alike), 1 + np.array((x, y))


def _grown(first: int, left: set[int], pairs: _Pairs, pitch: Array) -> tuple[dict[int, Place], dict[int, int]]:
    """All cards that hang together with one, the nearest first: where each lies, and which way it stands."""
    places: dict[int, Place] = {}
    ways = {first: 1}
    steps = pairs.off / pitch
    whole = np.round(steps)
    off = np.abs(steps - whole).max(axis=2)
    fits = pairs.alike & (off < _OFF) & (np.abs(whole).max(axis=2) <= _STEPS)
    heap = [(0.0, first, first)]
    while heap:
        _, one, other = heappop(heap)
        if other in places:
            continue
        x, y = ways[one] * whole[one, other].astype(int)
        at = places.get(one, (0, 0))
        place = (at[0] + int(x), at[1] + int(y))
        if place in places.values():
            continue
        places[other], ways[other] = place, ways[one] * int(pairs.way[one, other])
        for near in left - set(places):
            if fits[other, near]:
                heappush(heap, (float(np.hypot(*steps[other, near])), other, near))
    return places, ways
