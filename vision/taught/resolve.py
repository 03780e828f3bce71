"""Which die is which, where two kinds look alike: the open request and the last places decide.

A request names the kinds that may lie there, each so often; a die that still lies where one lay,
showing what it showed, is that one. What is left open after both is unsure, and people are asked.
With that a taught set names the dice that the reader saw.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, prod
from typing import Final

from models.framing import FRAME, Frame
from vision.taught.recognise import SURE, TaughtReading
from vision.types import DieSighting, ReadStatus

_STAYED: Final = 50.0
"""How much likelier a die is the one that lay at its place with its face than another like it."""
_SAME_PLACE: Final = 0.35  # Of a die's radius: moved by less, it was not thrown
_NOT_ASKED: Final = 0.02
"""How likely another taught die than one asked for lies there, as long as no more dice lie there
than were asked for. What was never taught is as likely as ever."""
_MOST_STATES: Final = 4000
"""More ways to share the kinds out than this are not counted: then each die stands for itself."""

Chances = dict[tuple[str, str], float]  # (kind, face) to probability; ("", "") is none of these


@dataclass(frozen=True, slots=True)
class Candidate:
    """A die in question: its middle and radius in pixels, and what it may be: kind, face, probability."""

    x: float
    y: float
    radius: float
    chances: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True, slots=True)
class LastPlace:
    """Where a die of known kind lay when it was last seen, and what it showed."""

    kind: str
    face: str
    x: float
    y: float


def resolve(
    candidates: Sequence[Candidate], expected_kinds: Sequence[str] = (), last_places: Sequence[LastPlace] = ()
) -> tuple[TaughtReading, ...]:
    """Decide all dice of a roll together: one entry a candidate, in their order.

    `expected_kinds` are the open request's, one entry a die; dice that are more than these are
    judged each for itself. The last places are in the pixels of the candidates.
    """
    chances = [_with_places(_chances(one), one, last_places) for one in candidates]
    limits = Counter(expected_kinds)
    if limits and len(candidates) <= sum(limits.values()):
        chances = [_favour_wanted(one, limits) for one in chances]
        chances = _share_out(chances, limits)
    return tuple(_decide(one) for one in chances)


def _chances(one: Candidate) -> Chances:
    chances: Chances = defaultdict(float)
    for kind, face, chance in one.chances:
        chances[kind, face] += max(0.0, chance)
    return chances


def _with_places(chances: Chances, one: Candidate, places: Sequence[LastPlace]) -> Chances:
    near = {
        (place.kind, place.face)
        for place in places
        if hypot(place.x - one.x, place.y - one.y) <= _SAME_PLACE * one.radius
    }
    return _normal({both: chance * (_STAYED if both in near else 1.0) for both, chance in chances.items()})


def _favour_wanted(chances: Chances, limits: Mapping[str, int]) -> Chances:
    return _normal(
        {
            (kind, face): chance * (_NOT_ASKED if kind and kind not in limits else 1.0)
            for (kind, face), chance in chances.items()
        }
    )


def _normal(chances: Chances) -> Chances:
    total = sum(chances.values())
    return {both: chance / total for both, chance in chances.items()} if total > 0 else chances


def _share_out(dice: list[Chances], limits: Mapping[str, int]) -> list[Chances]:
    """Each die's chances given that no kind lies there more often than it was asked for.

    Exact: the probabilities of all ways to share the kinds out, summed forwards and backwards over
    the dice by how many of each kind are spent.
    """
    kinds = tuple(limits)
    if prod(count + 1 for count in limits.values()) > _MOST_STATES:
        return dice
    rows = [_by_kind(one, kinds) for one in dice]
    most = tuple(limits[kind] for kind in kinds)
    before = _sum_forwards(rows, most)
    after = _sum_backwards(rows, before)
    found: list[Chances] = []
    for number, one in enumerate(dice):
        ways = _ways(before[number], after[number + 1], rows[number])
        if sum(ways) <= 0:
            return dice
        found.append(_normal(_weigh(one, rows[number], ways, kinds)))
    return found


def _by_kind(one: Chances, kinds: tuple[str, ...]) -> list[float]:
    """Probability of each kind, then of any other or none."""
    rows = [0.0] * (len(kinds) + 1)
    for (kind, _), chance in one.items():
        rows[kinds.index(kind) if kind in kinds else len(kinds)] += chance
    return rows


Spent = dict[tuple[int, ...], float]


def _sum_forwards(rows: list[list[float]], most: tuple[int, ...]) -> list[Spent]:
    """Before each die, and after the last: the weight of each number of kinds spent."""
    steps: list[Spent] = [{(0,) * len(most): 1.0}]
    for row in rows:
        step: Spent = {}
        for spent, weight in steps[-1].items():
            for place, chance in enumerate(row):
                then = _spend_one(spent, place)
                if chance > 0 and all(a <= b for a, b in zip(then, most, strict=True)):
                    step[then] = step.get(then, 0.0) + weight * chance
        steps.append(step)
    return steps


def _sum_backwards(rows: list[list[float]], before: list[Spent]) -> list[Spent]:
    """Before each die, and after the last: the weight of all that can come once so much is spent."""
    steps: list[Spent] = [dict.fromkeys(before[-1], 1.0)]
    for row, states in zip(reversed(rows), reversed(before[:-1]), strict=True):
        later = steps[-1]
        steps.append(
            {
                spent: sum(chance * later.get(_spend_one(spent, place), 0.0) for place, chance in enumerate(row))
                for spent in states
            }
        )
    return steps[::-1]


def _spend_one(spent: tuple[int, ...], place: int) -> tuple[int, ...]:
    if place == len(spent):
        return spent
    return (*spent[:place], spent[place] + 1, *spent[place + 1 :])


def _ways(before: Spent, later: Spent, row: list[float]) -> list[float]:
    """How likely all dice together are with this one of each kind in turn."""
    return [
        sum(weight * chance * later.get(_spend_one(spent, place), 0.0) for spent, weight in before.items())
        for place, chance in enumerate(row)
    ]


def _weigh(one: Chances, row: list[float], ways: list[float], kinds: tuple[str, ...]) -> Chances:
    weighed: Chances = {}
    for (kind, face), chance in one.items():
        place = kinds.index(kind) if kind in kinds else len(kinds)
        weighed[kind, face] = chance * ways[place] / row[place] if row[place] > 0 else 0.0
    return weighed


def _decide(chances: Chances) -> TaughtReading:
    if not chances:
        return TaughtReading("", "", 0.0, 0.0, sure=False)
    ((kind, face), confidence), *others = sorted(chances.items(), key=lambda item: -item[1])
    same = sum(chance for (_, other), chance in chances.items() if other == face)
    sure = bool(kind) and confidence >= SURE
    rest = tuple((*both, chance) for both, chance in others)
    return TaughtReading(kind, face, confidence, min(1.0, same), sure=sure, alternatives=rest)


_MOST_SHOWN: Final = 4
_LEAST_SHOWN: Final = 0.0005


def as_taught(
    sightings: Sequence[DieSighting],
    frames: Sequence[Frame],
    readings: Sequence[TaughtReading],
    expect: Sequence[str] = (),
    last_places: Sequence[LastPlace] = (),
) -> tuple[DieSighting, ...]:
    """Name the dice that are of a taught set; the others stay as they were read, all in their order.

    A die whose face is sure but not which of several kinds it is has no kind while a roll is asked
    for: whoever asked knows which kinds are left, and asks people when that is not enough.

    Args:
        sightings: as the reader alone says.
        frames: where each of them lies.
        readings: what the set says of each.
        expect: kinds asked for, one entry a die.
        last_places: where dice of known kind lay before, in pixels of the picture.
    """
    candidates = []
    for reading, frame in zip(readings, frames, strict=True):
        best = (reading.kind, reading.face, reading.confidence)
        chances = (best, *reading.alternatives)
        candidates.append(Candidate(frame.x, frame.y, frame.half / FRAME, chances))
    decided = resolve(candidates, expect, last_places)
    return tuple(
        _name_die(sighting, found, asked=bool(expect)) for sighting, found in zip(sightings, decided, strict=True)
    )


def _name_die(sighting: DieSighting, found: TaughtReading, *, asked: bool) -> DieSighting:
    if not found.kind:
        return sighting
    of_no_kind = asked and not found.sure and found.face_sure
    read = found.sure or of_no_kind
    status: ReadStatus = "read" if read else "unsure"
    return replace(
        sighting,
        kind="" if of_no_kind else found.kind,
        face=found.face,
        confidence=round(found.face_confidence if of_no_kind else found.confidence, 4),
        status=sighting.status if sighting.status == "cocked" else status,
        alternatives=_other_faces(found),
    )


def _other_faces(found: TaughtReading) -> tuple[tuple[str, float], ...]:
    """Runners-up by face, whatever their kinds."""
    chances: dict[str, float] = defaultdict(float)
    for _, face, chance in found.alternatives:
        chances[face] += chance
    rows = sorted(
        ((face, chance) for face, chance in chances.items() if face not in {"", found.face}), key=lambda row: -row[1]
    )
    return tuple((face, round(chance, 4)) for face, chance in rows[:_MOST_SHOWN] if chance >= _LEAST_SHOWN)
