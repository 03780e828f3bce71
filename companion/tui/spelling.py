"""Typing what dice show, key by key: a roll of several dice is put together before it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.tui.roll_words import face_key, key_each, one_keystroke

if TYPE_CHECKING:
    from companion.core.dice import RollRequest


@dataclass(frozen=True, slots=True)
class Typing:
    """What has been typed.

    Attributes:
        text: the faces so far.
        entered: whether that is all, and counts.
    """

    text: str = ""
    entered: bool = False


def press(
    request: RollRequest, typed: str, key: str, character: str, *, doubtful: bool
) -> Typing | None:
    """Return what is typed after one more key; None when the key means something else.

    Args:
        request: the dice asked for.
        typed: what was typed before.
        key: the key's name.
        character: what it prints; empty for a key that prints nothing.
        doubtful: whether a reading is in question, so that digits choose among its outcomes until
            a blank begins a roll of people's own.
    """
    if one_keystroke(request):
        digit = character if character.isdecimal() and character.isascii() else ""
        face = digit or face_key(request, character)
        return Typing(face, entered=True) if face else None
    if key == "enter" and typed.strip():
        return Typing(typed.strip(), entered=True)
    if key == "backspace" and typed:
        return Typing(_shortened(request, typed))
    if key == "escape" and typed:
        return Typing()
    return _longer(request, typed, character, doubtful=doubtful)


def _shortened(request: RollRequest, typed: str) -> str:
    return typed.rstrip()[:-1].rstrip() if key_each(request) else typed[:-1]


def _longer(request: RollRequest, typed: str, character: str, *, doubtful: bool) -> Typing | None:
    if key_each(request):
        face = face_key(request, character)
        if face:
            return Typing(f"{typed.strip()} {face}".lstrip())
    elif character.isdecimal() or (typed and character and character in "=,d sS"):
        return Typing(typed + character)
    if doubtful and character == " ":
        return Typing(typed or character)
    return None
