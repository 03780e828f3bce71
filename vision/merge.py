"""Several looks at dice that lie still, made into one.

Frames of a die that lies still are correlated: the same glare, the same blur. So log-probabilities
are averaged, never added up; agreement does not raise confidence above what one look gave.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import dist, exp, log
from typing import TYPE_CHECKING, Final

from vision.types import Alternative, DieSighting, ReadStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

Look = tuple[DieSighting, ...]

# Probability of a face that a look did not name at all.
_FLOOR: Final = 1e-4
# Two sightings whose middles are closer than this share of their size are one die.
_SAME_PLACE: Final = 0.5
# A die seen in fewer of the looks than this is not there; in fewer than all, it is doubtful.
_THERE: Final = 0.5
_ALTERNATIVES: Final = 4


@dataclass(frozen=True, slots=True)
class Merged:
    """One view of the dice.

    Attributes:
        sightings: the dice, from left to right.
        agree: every look saw the same dice at the same places with the same faces, all read.
    """

    sightings: Look
    agree: bool


def size_of(sighting: DieSighting) -> float:
    """Return the mean side of a sighting's box in pixels."""
    return (sighting.box.w + sighting.box.h) / 2


def apart(one: DieSighting, other: DieSighting) -> float:
    """Return the distance of two sightings' middles as a share of their mean size."""
    size = (size_of(one) + size_of(other)) / 2
    return dist(one.box.centre, other.box.centre) / max(size, 1.0)


def merge(looks: Sequence[Look], wander: float = 0.15) -> Merged:
    """Make one view out of several looks at the same still dice.

    Args:
        looks: at least one, oldest first.
        wander: a die whose middle moves further than this share of its size is not still.
    """
    tracks = _tracks(looks)
    there = [track for track in tracks if len(track) >= _THERE * len(looks)]
    merged = sorted((_one(track, len(looks)) for track in there), key=_left_to_right)
    agree = all(_agrees(track, len(looks)) and _steady(track, wander) for track in tracks)
    return Merged(tuple(merged), agree)


def _tracks(looks: Sequence[Look]) -> list[list[DieSighting]]:
    tracks: list[list[DieSighting]] = []
    for look in looks:
        free = list(tracks)
        fresh: list[list[DieSighting]] = []
        for sighting in look:
            nearest = min(free, key=lambda track: apart(track[-1], sighting), default=None)
            if nearest is not None and apart(nearest[-1], sighting) < _SAME_PLACE:
                free.remove(nearest)
                nearest.append(sighting)
            else:
                fresh.append([sighting])
        tracks += fresh
    return tracks


def _agrees(track: list[DieSighting], looks: int) -> bool:
    faces = {(sighting.kind, sighting.face) for sighting in track}
    read = all(sighting.status is ReadStatus.READ for sighting in track)
    return len(track) == looks and len(faces) == 1 and read


def _steady(track: list[DieSighting], wander: float) -> bool:
    return apart(track[0], track[-1]) <= wander


def _one(track: list[DieSighting], looks: int) -> DieSighting:
    kind = Counter(sighting.kind for sighting in track).most_common(1)[0][0]
    alike = [sighting for sighting in track if sighting.kind == kind]
    chances = average(alike)
    face = max(chances, key=lambda name: chances[name])
    rest = sorted(((p, name) for name, p in chances.items() if name != face), reverse=True)
    return replace(
        track[-1],
        kind=kind,
        face=face,
        confidence=chances[face],
        status=_status(track, kind, face, looks),
        alternatives=tuple(Alternative(name, p) for p, name in rest[:_ALTERNATIVES]),
        found=sum(sighting.found for sighting in track) / len(track),
    )


def average(sightings: Sequence[DieSighting]) -> dict[str, float]:
    """Return the normalised geometric mean of the sightings' probabilities, by face.

    No face gets more than the best single sighting gave it: where two looks differ in their
    runners-up, normalising alone would make both more certain than either was. Faces that no
    sighting names share what is left of the probability and are not listed.
    """
    rows = [_chances(sighting) for sighting in sightings]
    faces = sorted({face for row in rows for face in row})
    means = {
        face: exp(sum(log(max(row.get(face, 0.0), _FLOOR)) for row in rows) / len(rows))
        for face in faces
    }
    unnamed = exp(sum(log(max(1.0 - sum(row.values()), _FLOOR)) for row in rows) / len(rows))
    total = sum(means.values()) + unnamed
    return {
        face: min(mean / total, max(row.get(face, 0.0) for row in rows))
        for face, mean in means.items()
    }


def _chances(sighting: DieSighting) -> dict[str, float]:
    row = {one.face: one.confidence for one in sighting.alternatives}
    row[sighting.face] = sighting.confidence
    total = sum(row.values())
    return {face: p / total for face, p in row.items()} if total > 1.0 else row


def _status(track: list[DieSighting], kind: str, face: str, looks: int) -> ReadStatus:
    """Read when most looks read this very face and none read another; never on a single glimpse."""
    statuses = Counter(sighting.status for sighting in track)
    if statuses[ReadStatus.COCKED] * 2 >= len(track):
        return ReadStatus.COCKED
    read = [sighting for sighting in track if sighting.status is ReadStatus.READ]
    same = [sighting for sighting in read if (sighting.kind, sighting.face) == (kind, face)]
    missing = looks - len(track)
    if len(same) == len(read) and 2 * len(same) > len(track) and not missing:
        return ReadStatus.READ
    return ReadStatus.UNSURE


def _left_to_right(sighting: DieSighting) -> tuple[int, int]:
    return (sighting.box.x, sighting.box.y)
