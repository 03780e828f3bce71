"""One throw that two sources tell of: a camera and a tray over the same dice, or a hand that types."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.core.dice import DieFace
from companion.core.texts import later, tr
from companion.rolls.readings import RollReading, SourceKind

ECHO_S: Final = 2.0
"""Nobody picks dice up, throws them and lets them come to rest within so long after a roll."""

LINGER_S: Final = 60.0
"""A hand may hide dice from a camera for so long that another source has told of already."""


class Echo(StrEnum):
    """What a reading has to do with the roll that was settled last."""

    NONE = "none"
    SAME = "same"  # another source tells that very roll
    OTHER = "other"  # it came as close, and says something else
    LATE = "late"  # the same faces later, from one that has not told of that roll: it may be so


@dataclass(frozen=True, slots=True)
class Settled:
    """The roll that was settled last: taken, or voided."""

    reading: RollReading  # as its source handed it in
    faces: tuple[DieFace, ...] = ()  # what was taken; none when it was voided
    told: frozenset[str] = frozenset()  # sources that have told of something since

    def heard(self, reading: RollReading) -> Settled:
        """Note that a source has told of something since."""
        return replace(self, told=self.told | {reading.source_id})


def echo(last: Settled | None, reading: RollReading) -> Echo:
    """Compare a reading with the roll that was settled last.

    Sources of one table share a clock, except a clip: its times are far from everybody else's.
    """
    if last is None or last.reading.source_id == reading.source_id:
        return Echo.NONE
    if SourceKind.SCRIPT in {last.reading.source_kind, reading.source_kind}:
        return Echo.NONE  # written down beforehand: no dice lie there that another could see
    taken = sorted(face.face for face in last.faces)
    same = sorted(die.face for die in reading.dice) == taken
    apart = abs(reading.taken_at - last.reading.taken_at)
    if apart < ECHO_S:
        return Echo.SAME if same else Echo.OTHER
    first = reading.source_id not in last.told and reading.source_kind is SourceKind.CAMERA
    return Echo.LATE if same and first and apart < LINGER_S else Echo.NONE


def contradiction(last: Settled, reading: RollReading) -> str:
    """Say that two sources told of one moment what does not agree."""
    first, second = _source_name(last.reading), _source_name(reading)
    if not last.faces:
        return tr("the roll that {first} reported was void: is this another one?", first=first)
    return tr(
        "{first} has just reported {taken}, {second} now reports {faces}: is that another roll?",
        first=first,
        taken=_faces_text(last),
        second=second,
        faces=reading.faces_text(),
    )


def typed_again_text(last: Settled) -> str:
    """Say to somebody who types it that this roll was taken a moment ago."""
    return tr(
        "{first} has just reported {taken}: type it again if it is the next roll",
        first=_source_name(last.reading),
        taken=_faces_text(last),
    )


def _faces_text(last: Settled) -> str:
    return " ".join(f"{face.kind}={face.face}" for face in last.faces)


def _source_name(reading: RollReading) -> str:
    return tr(_NAMES[reading.source_kind])


_NAMES: Final = {
    SourceKind.CAMERA: later("the camera"),
    SourceKind.TRAY: later("the tray"),
    SourceKind.BLE: later("the Bluetooth dice"),
    SourceKind.KEYBOARD: later("the keyboard"),
    SourceKind.SCRIPT: later("the script"),
}
