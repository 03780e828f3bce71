"""How one sort of device prints: what a line says, and what of it is a roll."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hardware.dtp.messages import FACES as DTP_FACES

GROUPS: Final = frozenset({"face", "kind", "state", "name"})
"""What a line may tell: its groups, and the keys of a JSON line."""

MOST_DICE: Final = 16
DEBOUNCE_S: Final = 0.5
PAUSE_S: Final = 2.0

_PLACE: Final = re.compile(r"[0-9]{1,6}")
_LONGEST: Final = 64
_APART: Final = str.maketrans(",;", "  ")


@dataclass(frozen=True, slots=True)
class Print:
    """What a line says, in its own words."""

    # kind and face of each die as printed; the kind is empty where it is not said
    dice: tuple[tuple[str, str], ...]
    # what the device says the die does, in small letters; empty when it does not say
    state: str = ""
    name: str = ""  # what the device calls the die, to tell several apart; may be empty


@dataclass(frozen=True, slots=True)
class Profile:
    """How one sort of device prints."""

    name: str  # one word
    what: str  # what it is for, in words for people
    # patterns with the groups of `GROUPS`; a line that matches one as a whole is understood. Runs
    # of white space are one blank before a line is looked at.
    lines: tuple[re.Pattern[str], ...] = ()
    # where a line of JSON has what `GROUPS` names: keys and list places, from outside in
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rolled: frozenset[str] = frozenset()  # states that are a roll; none for every state
    # states that tell that the die moves: what comes then is a new throw
    moving: frozenset[str] = frozenset()
    # states of which one must have come just before a state of `rolled`; none for any
    after: frozenset[str] = frozenset()
    # seconds that dice must lie as printed; what is printed within counts as one roll, the last of
    # it
    debounce: float = DEBOUNCE_S
    pause: float = PAUSE_S  # seconds of silence after which the same line again is another roll
    # it prints what lies there again and again: what lies there when the port is opened is no roll
    continuous: bool = False
    kind: str = ""  # the dice that it reads, where neither lines nor people say it
    # for a kind, which face each printed word means; all others are refused. Kinds that are not
    # named print their faces as they are.
    faces: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def read(self, line: str) -> Print | None:
        """Return what a line says; None when it is not understood."""
        line = " ".join(line.split())
        for pattern in self.lines:
            found = pattern.fullmatch(line)
            if found is not None:
                return _print({name: word or "" for name, word in found.groupdict().items()})
        if self.keys and line.startswith(("{", "[")):
            return self._read_json(line)
        return None

    def understands(self, line: str) -> bool:
        """Tell whether a line is one of this device's: understood, with faces that dice have."""
        found = self.read(line)
        if found is None:
            return False
        dice = [(printed or self.kind, word) for printed, word in found.dice]
        return all(kind in {"", *FACES} and self.face(kind, word) is not None for kind, word in dice)

    def counts(self, state: str) -> bool:
        """Tell whether a state is a roll."""
        return state not in self.moving and (not self.rolled or state in self.rolled)

    def face(self, kind: str, word: str) -> str | None:
        """Return the face that a printed word means; None when there is none; see `face_of`."""
        if kind in self.faces:
            return self.faces[kind].get(word.upper())
        return face_of(kind, word)

    def _read_json(self, line: str) -> Print | None:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            return None
        words = {name: _text(_at(data, path)) for name, path in self.keys.items()}
        return _print({name: word for name, word in words.items() if word is not None})


def _print(words: Mapping[str, str]) -> Print | None:
    """Make a print of what was found; None without faces, or with too many."""
    kind = words.get("kind", "").strip().lower()
    parts = [word.rpartition("=") for word in words.get("face", "").translate(_APART).split()]
    dice = tuple((own.lower() or kind, face) for own, _, face in parts)
    if not 0 < len(dice) <= MOST_DICE:
        return None
    return Print(dice, words.get("state", "").strip().lower(), words.get("name", "").strip())


def _at(data: object, path: tuple[str, ...]) -> object:
    for step in path:
        if isinstance(data, Mapping):
            data = data.get(step)
        elif isinstance(data, Sequence) and not isinstance(data, str) and _PLACE.fullmatch(step):
            data = data[int(step)] if int(step) < len(data) else None
        else:
            return None
    return data


def _text(value: Any) -> str | None:
    """Return a value of JSON as a word; lists of numbers and words with blanks between them."""
    if isinstance(value, list):
        parts = [None if isinstance(one, list) else _text(one) for one in value[: MOST_DICE + 1]]
        return None if None in parts else " ".join(map(str, parts))
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None  # 4.5 is no face, and who prints true means no number
    text = str(value)
    return text if len(text) <= _LONGEST and text.isprintable() else None


_MONSTER: Final = "mon"

FACES: Final[dict[str, tuple[str, ...]]] = {
    **DTP_FACES,
    # Some makers print 10 where others print 0; whether that is the same is not asked here.
    "d10": (*DTP_FACES["d10"], "10"),
    **{f"md{kind.removeprefix(_MONSTER)}": faces for kind, faces in DTP_FACES.items() if kind.startswith(_MONSTER)},
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
