"""How the commands write dice: for people, and as JSON whose form does not change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.dice import FACES
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.rolls.readings import DieReading, DieStatus

if TYPE_CHECKING:
    from collections.abc import Iterable

SCULPTED_VALUE = 1


def die_json(die: DieReading) -> dict[str, Any]:
    """Return a die as JSON: kind, face, value, confidence, status, box, alternatives.

    `value` is the printed number as an integer (0 is 0, 10 is 10, 00 is 0, S is 1); `box` is x, y,
    width and height in pixels of the picture as given.
    """
    return {
        "kind": die.kind,
        "face": die.face,
        "value": face_value(die.face),
        "confidence": round(die.confidence, 4),
        "status": die.status.value,
        "box": list(die.box) if die.box is not None else None,
        "alternatives": [[face, round(chance, 4)] for face, chance in die.alternatives],
    }


def face_value(face: str) -> int:
    """Return the printed number; a sculpted side is worth 1."""
    return int(face) if face.isdecimal() else SCULPTED_VALUE


def die_text(die: DieReading) -> str:
    """Say one die: `d10=7 (99.8 %)`, with the runners-up when it is not sure."""
    sure = f"{die} ({die.confidence:.1%})"
    if die.status is DieStatus.READ:
        return sure
    others = tr(" or ").join(f"{face} ({chance:.1%})" for face, chance in die.alternatives[:3])
    return f"{sure} {die.status.value}" + (tr(", else {others}", others=others) if others else "")


def all_read(dice: Iterable[DieReading]) -> bool:
    """Tell whether there are dice and all may be used as they stand."""
    statuses = [die.status for die in dice]
    return bool(statuses) and all(status is DieStatus.READ for status in statuses)


def kinds_wanted(text: str, taught: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Read `d10,d10`.

    Args:
        text: as people typed it.
        taught: kinds that are known beside the printed ones.

    Raises:
        UsageError: a kind that no die has.
    """
    kinds = tuple(kind.strip().lower() for kind in text.split(",") if kind.strip())
    known = tuple(dict.fromkeys((*FACES, *taught)))
    for kind in kinds:
        if kind not in known:
            raise UsageError(
                tr(
                    "--expect: no die is called {kind!r}; known: {known}",
                    kind=kind,
                    known=", ".join(known),
                )
            )
    return kinds
