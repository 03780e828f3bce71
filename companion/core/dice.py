"""Dice as the rules see them: kinds, printed faces, and the request that arms them."""

from dataclasses import dataclass
from typing import Final, Self

from companion.core.seats import Seat
from companion.core.texts import later, listed, tr
from companion.core.words import WordError

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

SCULPTED: Final = "S"  # The side of a monster die that has a sculpture in place of its 1

MONSTER_DIE: Final = "md"
"""A monster die of which it is not known which: a tray may see no more. None is recorded so."""

_NAMES: Final[dict[str, str]] = {
    "md.teeth": "Teeth-Die",
    "md.squid": "Squi'Die",
    "md.devil": "Die'vil",
    "md.spider": "Spider-Die",
    "md.dimwit": "Die'mwit",
    "md.eye": "D'eye",
    MONSTER_DIE: later("monster die"),
}
"""What people call dice that have names of their own, as the rulebook spells them."""


def kind_name(kind: str) -> str:
    """Return what people call a kind of dice: `Spider-Die`, `d10`; `die` when it is not known."""
    return tr(_NAMES.get(kind, kind) or "die")


def named(kind: str) -> bool:
    """Tell whether each die of a kind is somebody: `the Spider-Die`, not `a d10`."""
    return kind in _NAMES and kind != MONSTER_DIE


def sculpted(kind: str) -> bool:
    """Tell whether a kind has a sculpted side: then the numbers of its other sides are alike."""
    return SCULPTED in FACES.get(kind, ())


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
            raise WordError(
                tr(
                    "there is no die called {kind!r}; known: {faces}",
                    kind=self.kind,
                    faces=", ".join(FACES),
                )
            )
        if self.face not in faces:
            raise WordError(
                tr(
                    "a {kind} has no face {face!r}; it has {faces}",
                    kind=self.kind,
                    face=self.face,
                    faces=" ".join(faces),
                )
            )

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
            raise WordError(tr("expected a die such as d10=7, not {word!r}", word=word))
        return cls(kind, face)


@dataclass(frozen=True, slots=True)
class DieSpec:
    """So many dice of one kind."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Dice that the rules wait for. While none is open, dice change nothing (X-4)."""

    roller: Seat  # who throws
    dice: tuple[DieSpec, ...]  # kinds and counts
    purpose: str  # what for, in words a table understands ("Attack on Ben: 8 + die against DEF 15")
    rule: str  # the rule that asks for the roll
    needs: str = ""  # what the throw must show, when that can be said ("7 or more hits")
    # kinds that people may think belong to the roll, each with the reason why not (`("md.spider",
    # "it is in Ben's pool (MD-E3)")`): said when such a die is thrown too
    elsewhere: tuple[tuple[str, str], ...] = ()
    # who may throw before the roller all the same, as no rule puts them in an order
    others: tuple[Seat, ...] = ()
    fewer: bool = False  # whether the table may rule that some of the dice were enough

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds wanted, one entry a die, sorted."""
        return tuple(sorted(spec.kind for spec in self.dice for _ in range(spec.count)))

    def misplaced(self, kind: str) -> str:
        """Say why a kind does not belong to the roll; empty when it does, or nothing is known."""
        reason = dict(self.elsewhere).get(kind, "")
        if not reason or kind in self.kinds:
            return ""
        return tr("expected no {kind_name}: {reason}", kind_name=kind_name(kind), reason=reason)

    def dice_text(self) -> str:
        """Say which dice are wanted: `one d10`, `2 d6 and one d10`, `Teeth-Die and 2 Spider-Die`."""
        return listed([_counted(spec) for spec in self.dice])


def _counted(spec: DieSpec) -> str:
    if spec.count == 1:
        return kind_name(spec.kind) if named(spec.kind) else tr("one {kind}", kind=spec.kind)
    return f"{spec.count} {kind_name(spec.kind)}"
