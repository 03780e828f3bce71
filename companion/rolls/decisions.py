"""What the arbiter says about a reading."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.core.dice import DieFace, RollRequest
    from companion.rolls.readings import RollReading


class How(StrEnum):
    """How a reading came to be accepted."""

    READ = "read"
    ANSWERED = "answered"
    CLAIMED = "claimed"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible outcome of a doubtful roll: faces in the request's order, with a probability."""

    faces: tuple[DieFace, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class Accept:
    """The reading answers the request. The arbiter is disarmed: log the roll, then arm anew.

    Attributes:
        reading: as the source handed it in.
        faces: what counts, in the request's order; differs from the reading when people said so.
        request: the request it answers.
        log_version: length of the log when that request was armed; a log that has moved on since
            must not take this roll.
        how: read outright, answered by people, or an early roll taken up.
    """

    reading: RollReading
    faces: tuple[DieFace, ...]
    request: RollRequest
    log_version: int
    how: How


@dataclass(frozen=True, slots=True)
class Ask:
    """People decide: show the evidence, the best guess and the runners-up.

    Attributes:
        reading: the doubtful reading.
        why: the reason, for people.
        guess: best guess in the request's order.
        candidates: up to four outcomes, likeliest first; the first is `guess`.
        request: the request it would answer.
        log_version: length of the log when that request was armed.
    """

    reading: RollReading
    why: str
    guess: tuple[DieFace, ...]
    candidates: tuple[Candidate, ...]
    request: RollRequest
    log_version: int


@dataclass(frozen=True, slots=True)
class Unrequested:
    """Nobody asked for this roll; it changes nothing. `claimable` says if it can be taken up."""

    reading: RollReading
    why: str
    claimable: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do: a repetition, a nudge of dice that were taken already, or no dice at all."""

    why: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """The reading cannot answer the request, which stays open.

    Attributes:
        reading: what was refused; None when there was nothing to answer or claim.
        rule: rule id.
        text: for people: "one d10 expected (RSF-F3a), 2 d10 seen".
    """

    reading: RollReading | None
    rule: str
    text: str


Decision = Accept | Ask | Unrequested | Wait | Refuse
