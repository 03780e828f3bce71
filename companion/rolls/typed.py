"""Dice that people type: `7`, `d10=7`, `S 2 4`, `teeth=S eye=4`, `S24S56`."""

from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import Final

from companion.core.dice import FACES, DieFace, RollRequest, kind_name
from companion.core.errors import CompanionError
from companion.core.texts import later, tr
from companion.rolls import matching
from companion.rolls.readings import DieReading, RollReading, SourceKind

MAX_DICE: Final = 64


class UnreadableRollError(CompanionError):
    """Typed text that names no roll, or none that was asked for."""


def parse_roll(text: str, kinds: Sequence[str] = ()) -> tuple[DieReading, ...]:
    """Read what was typed: `7`, `d10=7`, `S 2 4`, `d10=7, d6=3`, `teeth=S`.

    A bare face has no kind; it takes a place that the request leaves open. A kind may be shortened
    as long as it is plain which is meant. Whether a face exists is judged against the request,
    except where the kind is typed too.

    Args:
        text: what was typed.
        kinds: the kinds asked for, one entry a die, when they are known. Then shortened kinds are
            looked for among these first, and faces of one character each need no blanks.

    Raises:
        UnreadableRollError: nothing was typed, too much, or something that names no die.
    """
    words = _apart(text.replace(",", " ").split(), kinds)
    if not words:
        raise UnreadableRollError(tr("type the faces on top, such as 7 or d10=7"))
    if len(words) > MAX_DICE:
        text = later("{words} dice are too many: type at most {max_dice}")
        raise UnreadableRollError(tr(text, words=len(words), max_dice=MAX_DICE))
    return tuple(_die(word, kinds) for word in words)


def typed_faces(text: str, request: RollRequest) -> tuple[DieFace, ...]:
    """Read what was typed as the answer to a request, in the request's order.

    Returns:
        The faces; none when the text is not about dice at all, such as `attack ben`.

    Raises:
        UnreadableRollError: it is about dice, but not about those asked for, or names a face that
            a die does not have; says which.
    """
    words = _apart(text.replace(",", " ").split(), request.kinds)
    if not words or not all(_about_dice(word, request) for word in words):
        return ()
    if len(words) != len(request.kinds) and all(word.isalpha() for word in words):
        return ()  # a letter may be a verb's beginning
    dice = parse_roll(" ".join(words), request.kinds)
    placed = matching.fit(dice, request)
    if placed is None:
        raise UnreadableRollError(matching.mismatch(dice, request, tr("typed")))
    found = matching.faces(placed)
    if found is None:
        raise UnreadableRollError(matching.wrong_face(placed, request.rule))
    return found


class Keyboard:
    """The keyboard as a source: each roll that is typed has a key of its own.

    Args:
        clock: seconds that never go back, the same for all sources of a table.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._id = f"keyboard.{token_hex(4)}"
        self._count = 0

    def reading(self, dice: tuple[DieFace, ...]) -> RollReading:
        """Make a reading of dice that somebody typed just now."""
        self._count += 1
        return RollReading(
            source_kind=SourceKind.KEYBOARD,
            source_id=self._id,
            key=f"{self._id}#{self._count}",
            dice=tuple(DieReading(die.kind, die.face) for die in dice),
            taken_at=self._clock(),
            throw=self._count,
        )


def _apart(words: list[str], kinds: Sequence[str]) -> list[str]:
    """Take faces typed without blanks apart: `S24S56` for six dice."""
    short = len(kinds) > 1 and all(len(face) == 1 for kind in kinds for face in FACES[kind])
    if short and len(words) == 1 and words[0].isalnum() and len(words[0]) == len(kinds):
        return list(words[0])
    return words


def _about_dice(word: str, request: RollRequest) -> bool:
    face = any(word.upper() in FACES[kind] for kind in request.kinds)
    return face or "=" in word or word.isdecimal()


def _die(word: str, kinds: Sequence[str]) -> DieReading:
    name, sign, face = word.rpartition("=")
    kind, face = _kind(name, kinds) if sign else "", face.upper()
    legal = FACES[kind] if kind else tuple({face for faces in FACES.values() for face in faces})
    if face in legal:
        return DieReading(kind, face)
    if kind:
        wrong = matching.no_such_face(kind, face)
        raise UnreadableRollError(tr("{no_such_face}; type 7 or d10=7", no_such_face=wrong))
    raise UnreadableRollError(tr("{face!r} is not a face of any die; type 7 or d10=7", face=face))


def _kind(name: str, kinds: Sequence[str]) -> str:
    """Find the kind that a name means: `md.teeth`, `teeth`, `tee`, `Teeth-Die`."""
    folded = name.lower()
    if folded in FACES:
        return folded
    for among in (dict.fromkeys(kinds), FACES):
        exact = [kind for kind in among if folded in _names(kind)]
        begun = [kind for kind in among if "".join(_names(kind)[:1]).startswith(folded)]
        found = exact or (begun if folded else [])
        if len(found) == 1:
            return found[0]
        if found:
            meant = ", ".join(one.rpartition(".")[2] for one in found)
            text = later("{name!r} could be several dice: {meant}?")
            raise UnreadableRollError(tr(text, name=name, meant=meant))
    text = later("there is no die called {name!r}; known: {faces}")
    raise UnreadableRollError(tr(text, name=name, faces=", ".join(FACES)))


def _names(kind: str) -> tuple[str, ...]:
    """Return the short and the full name of a kind of a set; other kinds have but one."""
    box, dot, short = kind.rpartition(".")
    return (short, kind_name(kind).lower()) if box and dot else ()
