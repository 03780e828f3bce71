"""Keys that say what dice show: what one key means, and how a roll of several dice is put together."""

from dataclasses import dataclass
from typing import Final

from companion.core.dice import FACES, SCULPTED, DieFace, RollRequest
from companion.core.texts import tr

OFFERED: Final = 4  # So many outcomes have a key of their own


def one_keystroke(request: RollRequest) -> bool:
    """Tell whether one key says the whole roll: a single die with a character on every face."""
    return len(request.kinds) == 1 and has_short_faces(request.kinds[0])


def key_each(request: RollRequest) -> bool:
    """Tell whether one key says each of several dice: no blanks need to be typed."""
    return len(request.kinds) > 1 and all(has_short_faces(kind) and "10" not in FACES[kind] for kind in request.kinds)


def has_short_faces(kind: str) -> bool:
    """Tell whether every face of a die but the 10 is one character."""
    return all(len(face) == 1 for face in FACES[kind] if face != "10")


def face_key(request: RollRequest, character: str) -> str:
    """Return the face that a key says on a die of the request: `S` for `s`; empty for no face."""
    face = character.upper()
    known = {face for kind in request.kinds for face in FACES[kind]}
    return face if len(face) == 1 and face in known else ""


def no_such_face(request: RollRequest, character: str) -> str:
    """Say that no die of a request shows a number."""
    if any(SCULPTED in FACES[kind] for kind in request.kinds):
        return tr("No die shows {face} here. For the sculpted side type S.", face=character)
    return tr("No die shows {face} here.", face=character)


def too_few(request: RollRequest, typed: str) -> str:
    """Say that dice are missing yet; empty when enough were typed, or when that is not known."""
    here, wanted = len(typed.split()), len(request.kinds)
    if not key_each(request) or here >= wanted:
        return ""
    return tr("{here} of {wanted} dice are typed: type the others, too.", here=here, wanted=wanted)


def corrected_dice(
    dice: tuple[DieFace, ...], instead: tuple[tuple[DieFace, ...], ...], character: str
) -> tuple[DieFace, ...] | None:
    """Return the roll that a key of `mend_hint` stands for; None for any other key."""
    if len(dice) == 1 and has_short_faces(dice[0].kind):
        face = character.upper()
        known = face in FACES[dice[0].kind]
        return (DieFace(dice[0].kind, face),) if known else None
    row = int(character) if character.isdecimal() and character.isascii() else 0
    return instead[row - 1] if 0 < row <= min(OFFERED, len(instead)) else None


@dataclass(frozen=True, slots=True)
class Typing:
    """What has been typed: the faces so far, whether that is all, and why a key was refused."""

    text: str = ""
    entered: bool = False
    problem: str = ""


def press(request: RollRequest, typed: str, key: str, character: str, *, doubtful: bool) -> Typing | None:
    """Return what is typed after one more key; None when the key means something else.

    Args:
        request: the dice asked for.
        typed: what was typed before.
        key: the key's name.
        character: what it prints; empty for a key that prints nothing.
        doubtful: whether digits choose among a reading's outcomes until a blank begins another roll.
    """
    if one_keystroke(request):
        digit = character if character.isdecimal() and character.isascii() else ""
        face = digit or face_key(request, character)
        return Typing(face, entered=True) if face else None
    if key == "enter" and typed.strip():
        return Typing(typed.strip(), entered=True)
    if key == "backspace" and typed:
        shorter = typed.rstrip()[:-1].rstrip() if key_each(request) else typed[:-1]
        return Typing(shorter)
    if key == "escape" and typed:
        return Typing()
    return _longer(request, typed, character, doubtful=doubtful)


def _longer(request: RollRequest, typed: str, character: str, *, doubtful: bool) -> Typing | None:
    longer = ""
    if key_each(request):
        face = face_key(request, character)
        longer = face and f"{typed.strip()} {face}".lstrip()
    elif character.isdecimal() or (typed and character and character in "=,d sS"):
        longer = typed + character
    if len(longer.replace(",", " ").split()) > len(request.kinds):
        text = tr("All {count} dice are typed: Enter takes them, Backspace takes one back.",
                  count=len(request.kinds))  # fmt: skip
        return Typing(typed, problem=text)
    if longer:
        return Typing(longer)
    if doubtful and character == " ":
        return Typing(typed or character)
    return None
