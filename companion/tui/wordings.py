"""What is said in large letters about a roll, and the lines below it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from companion.core.dice import FACES

if TYPE_CHECKING:
    from companion.core.dice import DieFace, DieSpec, RollRequest
    from companion.core.log import Held
    from companion.rolls.decisions import Ask
    from companion.rolls.readings import RollReading

Said = tuple[tuple[str, ...], tuple[str, ...]]
"""Wordings for large letters, the fullest first, and plain lines."""

_SHORT: Final = (
    (re.compile(r"^(\d+) or more\b"), "{}+"),
    (re.compile(r"^(\d+) or (?:less|fewer)\b"), "{}-"),
    (re.compile(r"^only an? (\d+)\b"), "{}"),
    (re.compile(r"^every roll\b()"), "any"),
)


def one_keystroke(request: RollRequest) -> bool:
    """Tell whether one digit says the whole roll: a single die whose faces are digits."""
    if len(request.kinds) != 1:
        return False
    return all(len(face) == 1 for face in FACES[request.kinds[0]] if face != "10")


def faces_text(faces: tuple[DieFace, ...]) -> str:
    """Say faces alone: `7`, `S 2 4`."""
    return " ".join(face.face for face in faces)


def needed(needs: str) -> str:
    """Shorten what a throw must show: `7 or more hits` to `7+`; empty when that cannot be done."""
    for pattern, form in _SHORT:
        found = pattern.match(needs)
        if found:
            return form.format(found[1])
    return ""


def request_said(request: RollRequest, name: str, typed: str = "", *, early: bool = False) -> Said:
    """Say who rolls which dice, what for, what is needed, and which keys there are."""
    dice = " ".join(_dice(spec) for spec in request.dice)
    short = needed(request.needs)
    wordings = (f"{name} {dice} {short}".strip(), f"{name} {dice}", f"{name}", dice)
    spelt = f"type the dice, then Enter: {typed}▏"
    key = "type its number" if one_keystroke(request) else spelt
    claim = " · c take the early roll" if early else ""
    purpose = f"{name} rolls {request.dice_text()}: {request.purpose} ({request.rule})"
    return wordings, (purpose, request.needs, f"Roll, or {key}{claim}")


def _dice(spec: DieSpec) -> str:
    kind = spec.kind.removeprefix("md.")
    return kind if spec.count == 1 else f"{spec.count}\N{MULTIPLICATION SIGN}{kind}"


def ask_said(ask: Ask, typed: str = "") -> Said:
    """Say what was read, how sure that is, and what else it could be."""
    guess = faces_text(ask.guess)
    others = [
        f"{number}: {faces_text(one.faces)} ({one.probability:.0%})"
        for number, one in enumerate(ask.candidates, 1)
    ]
    if one_keystroke(ask.request):
        listed = ", ".join(f"{faces_text(o.faces)} ({o.probability:.0%})" for o in ask.candidates)
        how = f"Enter: yes, {guess} · or type the number you see · v roll again"
    else:
        listed = "  ".join(others)
        how = f"press 1 to {len(others)} · or type the dice, then Enter: {typed}▏ · v roll again"
    return (f"{guess}?", guess), (f"Please look: {ask.why}.", f"It could be {listed}", how)


def held_said(held: Held, name: str) -> Said:
    """Say that dice thrown before an undo still answer: undo is no re-roll."""
    faces = faces_text(held.dice)
    below = ("These dice were thrown before; an undo is no new roll (X-6).",)
    return (f"{name} {faces}", faces), (*below, "Enter takes them · v drops them and rolls again")


def early_said(reading: RollReading) -> str:
    """Say that dice were seen which nobody had asked for."""
    return f"Dice seen that nobody asked for: {reading.faces_text()}; they change nothing."
