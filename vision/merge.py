"""Several looks at dice that lie still, made into one.

Frames of a die that lies still are correlated: the same glare, the same blur, the same mistake.
With n looks whose errors correlate by rho, n looks are worth n / (1 + (n - 1) rho) independent ones
(Kish, Survey Sampling, 1965: the design effect), so each look's log-probability counts
1 / (1 + (n - 1) rho). The confidence that comes in was calibrated on single looks, and nothing says
how far rho lies below 1 on the camera at hand; it is taken as 1. Then n looks weigh as much as one:
log-probabilities are averaged, agreement never raises confidence above what a single look gave, and
disagreement lowers it and leaves the die unsure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist, exp, log
from typing import Final

from vision.types import DieSighting, ReadStatus

Look = tuple[DieSighting, ...]
KindFace = tuple[str, str]

# Probability of a face that a look did not name at all.
_FLOOR: Final = 1e-4
_LEFT: Final = 5
# Two sightings whose middles are closer than this share of their size are one die.
_SAME_PLACE: Final = 0.5
# A die must be seen in more than this share of the looks, else it is a glint; in fewer than all, it
# is doubtful. Dropping a die is worse than asking about one: a roll without it would look complete.
_THERE: Final = 1 / 3
_ALTERNATIVES: Final = 4


@dataclass(frozen=True, slots=True)
class Merged:
    """The dice from left to right; whether every look saw the same, at the same places, all read."""

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
    """Make one view out of several looks, oldest first, at the same still dice.

    A die whose middle moves further than `wander`, a share of its size, is not still.
    """
    tracks = _tracks(looks)
    there = [track for track in tracks if len(track) > _THERE * len(looks)]
    merged = (_one(track, len(looks)) for track in there)
    agree = all(_agrees(track, len(looks)) and apart(track[0], track[-1]) <= wander for track in tracks)
    return Merged(tuple(sorted(merged, key=lambda one: (one.box.x, one.box.y))), agree)


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


def _claim(sighting: DieSighting) -> KindFace:
    return (sighting.kind, sighting.face)


def _agrees(track: list[DieSighting], looks: int) -> bool:
    named = {_claim(sighting) for sighting in track}
    read = all(sighting.status == "read" for sighting in track)
    return len(track) == looks and len(named) == 1 and read


def _one(track: list[DieSighting], looks: int) -> DieSighting:
    chances = average(track)
    kind, face = best = max(chances, key=lambda named: chances[named])
    rest = sorted(((p, other) for (its, other), p in chances.items() if its == kind and other != face), reverse=True)
    return replace(
        track[-1],
        kind=kind,
        face=face,
        confidence=chances[best],
        status=_status(track, best, chances[best], looks),
        alternatives=tuple((name, p) for p, name in rest[:_ALTERNATIVES]),
        found=sum(sighting.found for sighting in track) / len(track),
        learnt=any(sighting.learnt for sighting in track),
    )


def average(sightings: Sequence[DieSighting]) -> dict[KindFace, float]:
    """Return the normalised geometric mean of the sightings' probabilities, by kind and face.

    Kind and face are one claim: a 6 on a d6 says nothing for a 6 on a d10. No claim gets more than
    the best single sighting gave it: where two looks differ in their runners-up, normalising alone
    would make both more certain than either was. What no sighting names shares what is left of the
    probability and is not listed.
    """
    rows = [_chances(sighting) for sighting in sightings]
    claims = sorted({claim for row in rows for claim in row})
    means = {claim: exp(sum(log(max(row.get(claim, 0.0), _FLOOR)) for row in rows) / len(rows)) for claim in claims}
    unnamed = exp(sum(log(max(1.0 - sum(row.values()), _FLOOR)) for row in rows) / len(rows))
    total = sum(means.values()) + unnamed
    return {claim: min(mean / total, max(row.get(claim, 0.0) for row in rows)) for claim, mean in means.items()}


def _chances(sighting: DieSighting) -> dict[KindFace, float]:
    row = {(sighting.kind, face): chance for face, chance in sighting.alternatives}
    row[_claim(sighting)] = sighting.confidence
    total = sum(row.values())
    return {claim: p / total for claim, p in row.items()} if total > 1.0 else row


def _status(track: list[DieSighting], best: KindFace, sure: float, looks: int) -> ReadStatus:
    """Cocked when half of the looks say so; read only when nothing speaks against it.

    Every look must have seen the die and named this very kind and face, most of them read it, none
    called it cocked, and the merged confidence reaches that of a look that was good enough to be
    read: otherwise a doubtful look would pass on the others' word.
    """
    statuses = Counter(sighting.status for sighting in track)
    if statuses["cocked"] * 2 >= len(track):
        return "cocked"
    if _agrees(track, looks):
        return "read"  # though the mean, which leaves something for what no look named, says a little less
    least = min((one.confidence for one in track if one.status == "read"), default=float("inf"))
    # A look that is quite certain leaves nothing for what it did not name; the mean always does.
    least = min(least, 1.0 - _LEFT * _FLOOR)
    whole = len(track) == looks and all(_claim(sighting) == best for sighting in track)
    most = 2 * statuses["read"] > len(track) and not statuses["cocked"]
    if whole and most and sure >= least - 1e-9:
        return "read"
    return "unsure"
