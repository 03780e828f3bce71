"""Dice as the rules see them: kinds, printed faces, and the request that arms them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from companion.core.words import WordError

if TYPE_CHECKING:
    from companion.core.seats import Seat

_MONSTER: Final = ("S", "2", "3", "4", "5", "6")

# Printed faces, as they travel; what a face means (0 as ten) is the game's ruling. Some makers
# print 10 where others print 0, so both are faces of a d10.
FACES: Final[dict[str, tuple[str, ...]]] = {
    "d10": ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    "d00": ("00", "10", "20", "30", "40", "50", "60", "70", "80", "90"),
    "d6": ("1", "2", "3", "4", "5", "6"),
    "md.teeth": _MONSTER,
    "md.squid": _MONSTER,
    "md.devil": _MONSTER,
    "md.spider": _MONSTER,
    "md.dimwit": _MONSTER,
    "md.eye": _MONSTER,
}


@dataclass(frozen=True, slots=True, order=True)
class DieFace:
    """One die that lies still: its kind and the face up, as printed. In a record: `d10=7`."""

    kind: str
    face: str

    def __post_init__(self) -> None:
        """Refuse kinds and faces that no die has.

        Raises:
            WordError: the kind is unknown, or the kind has no such face.
        """
        faces = FACES.get(self.kind)
        if faces is None:
            raise WordError(f"no die is called {self.kind!r}; known: {', '.join(FACES)}")
        if self.face not in faces:
            raise WordError(f"a {self.kind} has no face {self.face!r}; it has {' '.join(faces)}")

    def word(self) -> str:
        """Return the form used in records."""
        return f"{self.kind}={self.face}"

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read `d10=7`.

        Raises:
            WordError: it is not KIND=FACE, or no such die or face exists.
        """
        kind, sign, face = word.partition("=")
        if not sign:
            raise WordError(f"expected a die such as d10=7, not {word!r}")
        return cls(kind, face)


@dataclass(frozen=True, slots=True)
class DieSpec:
    """So many dice of one kind."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Dice that the rules wait for. While none is open, dice change nothing (X-4).

    Attributes:
        roller: who throws.
        dice: kinds and counts.
        purpose: what for, in words a table understands ("Attack on Ben: 8 + die against DEF 15").
        rule: the rule that asks for the roll.
        needs: what the throw must show, when that can be said ("7 or more hits").
    """

    roller: Seat
    dice: tuple[DieSpec, ...]
    purpose: str
    rule: str
    needs: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds wanted, one entry a die, sorted."""
        return tuple(sorted(spec.kind for spec in self.dice for _ in range(spec.count)))

    def dice_text(self) -> str:
        """Say which dice are wanted: `one d10`, `2 d6 and one d10`."""
        parts = [f"{'one' if spec.count == 1 else spec.count} {spec.kind}" for spec in self.dice]
        return " and ".join(parts)
