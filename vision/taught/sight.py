"""What a taught set makes of a picture's sightings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from models.framing import FRAME
from vision.taught.resolve import Candidate, LastPlace, Resolved, resolve
from vision.types import Alternative, DieSighting, ReadStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.framing import Frame
    from vision.taught.recognise import TaughtReading

_MOST_SHOWN: Final = 4
_LEAST_SHOWN: Final = 0.0005


def as_taught(
    sightings: Sequence[DieSighting],
    frames: Sequence[Frame],
    readings: Sequence[TaughtReading],
    expect: Sequence[str] = (),
    last_places: Sequence[LastPlace] = (),
) -> tuple[DieSighting, ...]:
    """Name the dice that are of a taught set; the others stay as they were read.

    A die whose face is sure but not which of several kinds it is has no kind while a roll is asked
    for: whoever asked knows which kinds are left, and asks people when that is not enough.

    Args:
        sightings: as the reader alone says.
        frames: where each of them lies.
        readings: what the set says of each.
        expect: kinds asked for, one entry a die.
        last_places: where dice of known kind lay before, in pixels of the picture.

    Returns:
        One sighting each, in the same order.
    """
    candidates = [
        Candidate.of(reading, frame.x, frame.y, frame.half / FRAME)
        for reading, frame in zip(readings, frames, strict=True)
    ]
    decided = resolve(candidates, expect, last_places)
    return tuple(
        _named(sighting, reading, found, asked=bool(expect))
        for sighting, reading, found in zip(sightings, readings, decided, strict=True)
    )


def _named(
    sighting: DieSighting, reading: TaughtReading, found: Resolved, *, asked: bool
) -> DieSighting:
    if not found.kind:
        return sighting
    of_no_kind = asked and not found.sure and found.face_sure
    read = found.sure or of_no_kind
    status = ReadStatus.READ if read else ReadStatus.UNSURE
    return replace(
        sighting,
        kind="" if of_no_kind else found.kind,
        face=found.face,
        confidence=round(found.face_confidence if of_no_kind else found.confidence, 4),
        status=sighting.status if sighting.status is ReadStatus.COCKED else status,
        alternatives=_other_faces(reading, found),
    )


def _other_faces(reading: TaughtReading, found: Resolved) -> tuple[Alternative, ...]:
    """Runners-up by face, whatever their kinds."""
    chances: dict[str, float] = {reading.face: reading.confidence}
    for one in reading.alternatives:
        chances[one.face] = chances.get(one.face, 0.0) + one.confidence
    rows = sorted(
        ((face, chance) for face, chance in chances.items() if face not in {"", found.face}),
        key=lambda row: -row[1],
    )
    return tuple(
        Alternative(face, round(chance, 4))
        for face, chance in rows[:_MOST_SHOWN]
        if chance >= _LEAST_SHOWN
    )
