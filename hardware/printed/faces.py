"""What a printed word is on a die of some kind."""

from __future__ import annotations

from typing import Final

from hardware.dtp.messages import FACES as DTP_FACES

_MONSTER: Final = "mon"

FACES: Final[dict[str, tuple[str, ...]]] = {
    **DTP_FACES,
    # Some makers print 10 where others print 0; whether that is the same is not asked here.
    "d10": (*DTP_FACES["d10"], "10"),
    **{
        f"md{kind.removeprefix(_MONSTER)}": faces
        for kind, faces in DTP_FACES.items()
        if kind.startswith(_MONSTER)
    },
}
"""Kinds of dice, with the faces as printed; monster dice also by the names that games give them."""

NAMES: Final = tuple(kind for kind in FACES if not kind.startswith(_MONSTER))
"""The kinds, each by one name."""

_ALL: Final = frozenset(face for faces in FACES.values() for face in faces)
_TENS: Final = "d00"


def face_of(kind: str, word: str) -> str | None:
    """Return the face that a printed word means, or None when the die has no such face.

    Leading zeros are dropped (`07` is 7). `00` is the zero of a d00 alone: on another die it tells
    that the kind is wrong. A d00 may print its zero as `0`.

    Args:
        kind: one of `FACES`, or empty for a die of unknown kind: then any die's face will do.
        word: as printed.
    """
    faces = FACES[kind] if kind else _ALL
    word = word.upper()
    if word in faces and not (kind == "" and word == "00"):
        return word
    if not (word.isascii() and word.isdecimal()):
        return None
    short = word.lstrip("0")
    if not short:
        return "00" if kind in {_TENS, ""} and word in {"0", "00"} else None
    return short if short in faces else None
