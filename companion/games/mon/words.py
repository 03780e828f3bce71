"""Words of Monstructor: what is on a card, and which port of which card joins which."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from companion.core.texts import Wording, later, tr
from companion.core.words import CardId, WordError

HIDDEN: Final = CardId("hidden")
"""A Power or Spell card that goes into a hand: counted, never named (MON-G5)."""

DRAGON: Final = CardId("dragon")
"""A Dragon card of a fighting monster in light depth, where cards have no names."""

MOST: Final = 99  # Copies of a card, or ports on it, beyond which a word is refused


class Faction(StrEnum):
    """The five factions (MON-G7)."""

    UNDEAD_END = "UndeadEnd"
    IMP_CLICK = "ImpClick"
    MECHANO_WAR = "MechanoWar"
    ELEMENTAL_MIND = "ElementalMind"
    CREATURE_SCREECHER = "CreatureScreecher"


class Kind(Wording):
    """Sorts of cards in the box."""

    PART = later("part")
    DRAGON = later("dragon")
    POWER = later("power")
    SPELL = later("spell")


class Part(Wording):
    """What a monster part is (MON-G1, MON-G2)."""

    HEAD = later("head")
    BODY = later("body")
    LIMB = later("limb")
    BOTTOM = later("bottom")


class Port(Wording):
    """How wide a connection is (MON-G2)."""

    WIDE = later("wide")
    NARROW = later("narrow")


class Icon(Wording):
    """The power-up icons (MON-C16)."""

    SPEAR = later("spear")
    BOW = later("bow")
    SWORD = later("sword")
    MACE = later("mace")
    AXE = later("axe")


@dataclass(frozen=True, slots=True, order=True)
class PartRef:
    """One card of a monster. In a record: `SK-B`, and `SK-B#2` for the second copy of that card.

    `copy` is which one of the monster's copies of that card, counted from 1 as they were laid.
    """

    card: CardId
    copy: int = 1

    def word(self) -> str:
        """Return the form used in records."""
        return self.card if self.copy == 1 else f"{self.card}#{self.copy}"

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read `SK-B` or `SK-B#2`.

        Raises:
            WordError: the card is missing, or what follows the # is no number from 1 to 99.
        """
        card, sign, copy = word.partition("#")
        if not card or any(mark in card for mark in ".+"):
            raise WordError(tr("expected a card such as SK-B or SK-B#2, not {word!r}", word=word))
        return cls(CardId(card), _number(copy, word) if sign else 1)


@dataclass(frozen=True, slots=True, order=True)
class PortRef:
    """One port of a card in a monster. In a record: `SK-B.2`, or `SK-B#2.1` among copies.

    `port` is counted from 1 in the catalogue's order.
    """

    part: PartRef
    port: int

    def word(self) -> str:
        """Return the form used in records."""
        return f"{self.part.word()}.{self.port}"

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read `SK-B.2` or `SK-B#2.1`.

        Raises:
            WordError: card or port is missing, or the port is no number from 1 to 99.
        """
        part, sign, port = word.rpartition(".")
        if not sign:
            raise WordError(tr("expected a port such as SK-B.2, not {word!r}", word=word))
        return cls(PartRef.parse(part), _number(port, word))


@dataclass(frozen=True, slots=True, order=True)
class Joint:
    """Two ports that are joined (MON-G3)."""

    one: PortRef
    other: PortRef

    @property
    def ends(self) -> tuple[PortRef, PortRef]:
        """Both ports."""
        return (self.one, self.other)


def _number(text: str, word: str) -> int:
    # Digits only, and no leading zero: one value has one form in a record.
    if not (text.isascii() and text.isdigit()) or text.startswith("0") or int(text[:4]) > MOST:
        wording = later("expected a number from 1 to {most} in {word!r}, not {text!r}")
        raise WordError(tr(wording, most=MOST, word=word, text=text))
    return int(text)
