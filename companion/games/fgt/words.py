"""Words of Fight!: Families, what is seen of a Warrior, and where Warriors can be."""

from dataclasses import dataclass
from typing import Final, Self

from companion.core.texts import Wording, later, tr
from companion.core.words import CardId, WordError

HAND_MOST: Final = 60


class Family(Wording):
    """The five Families (FGT-S0); the back of each Warrior shows its own."""

    HUMAN = later("Human")
    ANIMAL = later("Animal")
    ROBOT = later("Robot")
    DEMON = later("Demon")
    ALIEN = later("Alien")


FAMILIES: Final = frozenset(family.value for family in Family)


@dataclass(frozen=True, slots=True, order=True)
class FamilyCount:
    """So many hand cards of one Family, read from their backs. In a record: `Robot=3`."""

    family: Family
    count: int

    def word(self) -> str:
        """Return the form used in records."""
        return f"{self.family.value}={self.count}"

    @property
    def said(self) -> str:
        """What people say: `3 Robot`."""
        return tr("{count} {family}", count=self.count, family=self.family)

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read `Robot=3`.

        Raises:
            WordError: it is no Family with a whole number from 0 to 60.
        """
        family, sign, count = word.partition("=")
        digits = count.isascii() and count.isdigit() and len(count) <= 2  # noqa: PLR2004 - to 60
        if family not in FAMILIES or not sign or not digits or int(count) > HAND_MOST:
            raise WordError(tr("expected a Family and its number such as Robot=3, not {word!r}", word=word))
        return cls(Family(family), int(count))


@dataclass(frozen=True, slots=True, order=True)
class Shown:
    """A Main as it is entered: a card, or in light depth its Family. In a record: `R04`, `Robot`."""

    card: CardId | None  # which card; None when only its Family is said
    family: Family | None  # the Family; None when a card is named

    def word(self) -> str:
        """Return the form used in records."""
        return self.family.value if self.family is not None else str(self.card)

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read `R04` or `Robot`.

        Raises:
            WordError: it is empty.
        """
        if not word:
            raise WordError(tr("expected a Warrior such as R04, or a Family such as Robot"))
        return cls(None, Family(word)) if word in FAMILIES else cls(CardId(word), None)


class Zone(Wording):
    """Where a Warrior can be, a running Fight excepted."""

    RESERVES = later("reserves")
    GRAVEYARD = later("graveyard")
    HAND = later("hand")
    SCORED = later("scored")
