"""Words of MonsterDice: dice, special cards, cards of a hand, and what a roll lets players do."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Self

from companion.core.dice import kind_name
from companion.core.seats import Seat
from companion.core.texts import Wording, later, tr
from companion.core.words import WordError

TEETH: Final = "md.teeth"
SQUID: Final = "md.squid"
DEVIL: Final = "md.devil"
SPIDER: Final = "md.spider"
DIMWIT: Final = "md.dimwit"
EYE: Final = "md.eye"

KINDS: Final = (TEETH, SQUID, DEVIL, SPIDER, DIMWIT, EYE)
"""One of each for every player (MD-S1), in the order the rulebook names them."""

_PREFIX: Final = "md."
_MOST_SEATS: Final = 6


class DieId(NamedTuple):
    """One die of the table: its kind, and who brought it to the game."""

    kind: str
    owner: Seat


@dataclass(frozen=True, slots=True, order=True)
class DieRef:
    """A die of somebody's pool, as people call it. In a record: `teeth`, or `teeth@2`."""

    kind: str  # kind of die, such as `md.teeth`
    # the seat that brought it to the game, written as the number of the seat, counted from 1;
    # needed only when a pool has dice of one kind that lie differently
    owner: Seat | None = None

    def word(self) -> str:
        """Return the form used in records."""
        name = self.kind.removeprefix(_PREFIX)
        return name if self.owner is None else f"{name}@{self.owner + 1}"

    @property
    def said(self) -> str:
        """What its kind is called."""
        return kind_name(self.kind)

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read `teeth` or `teeth@2`.

        Raises:
            WordError: there is no such die, or what follows the @ is no seat number.
        """
        name, sign, number = word.partition("@")
        if _PREFIX + name not in KINDS:
            known = ", ".join(kind.removeprefix(_PREFIX) for kind in KINDS)
            raise WordError(tr("there is no monster die {name!r}; known: {known}", name=name, known=known))
        if not sign:
            return cls(_PREFIX + name)
        if number not in {str(seat) for seat in range(1, _MOST_SEATS + 1)}:
            text = later("expected a seat number from 1 to {most_seats}, not {number!r}")
            raise WordError(tr(text, most_seats=_MOST_SEATS, number=number))
        return cls(_PREFIX + name, Seat(int(number) - 1))


class Special(StrEnum):
    """The special cards, by the words that a record and a catalogue use."""

    SURPRISE = "surprise"
    SQUID_KNOT = "squid_knot"
    MYOPIA = "myopia"
    IN_YOUR_TEETH = "in_your_teeth"
    PSHHHHHT = "pshhhhht"
    DIMWIT = "dimwit"

    @property
    def said(self) -> str:
        """What is printed on the card."""
        return tr(SPECIAL_NAMES[self])


SPECIAL_NAMES: Final = {
    Special.SURPRISE: "Surprise",
    Special.SQUID_KNOT: later("Squid Knot"),
    Special.MYOPIA: "Myopia",
    Special.IN_YOUR_TEETH: later("In Your Teeth"),
    Special.PSHHHHHT: "Pshhhhht",
    Special.DIMWIT: "Dimwit",
}

MAX_VALUE: Final = 99
"""Largest value of a point card that is read; far above anything a printed game would need."""


@dataclass(frozen=True, slots=True, order=True)
class HandCard:
    """A card of a hand that is counted at the end. In a record: `5`, or `myopia`."""

    value: int = 0  # points of a point card; 0 for a special card
    special: Special | None = None  # which special card; None for a point card

    def word(self) -> str:
        """Return the form used in records."""
        return str(self.value) if self.special is None else self.special.value

    @property
    def said(self) -> str:
        """What it is called: by its points, or by its name."""
        return str(self.value) if self.special is None else self.special.said

    @classmethod
    def parse(cls, word: str) -> Self:
        """Read `5` or `myopia`.

        Raises:
            WordError: it is neither a value from 0 to 99 nor the name of a special card.
        """
        if word in set(Special):
            return cls(special=Special(word))
        if not (word.isascii() and word.isdigit()) or len(word) > 2:  # noqa: PLR2004 - up to 99
            names = ", ".join(Special)
            text = later("expected a value from 0 to {max_value} or one of {names}: {word!r}")
            raise WordError(tr(text, max_value=MAX_VALUE, names=names, word=word))
        return cls(value=int(word))


class Zone(Wording):
    """Where a card can be."""

    DECK = later("deck")
    HAND = later("hand")
    PLAYED = later("played")


class Place(Wording):
    """Where a die can be."""

    POOL = later("pool")
    INFIRMARY = later("infirmary")


class Effect(StrEnum):
    """What sculpted sides let somebody do; the value is the rule that says so."""

    BITE = "MD-E1"
    TAKE = "MD-E2"
    STEAL = "MD-E3"
    LOOK = "MD-E4"
    HAND_OVER = "MD-E5"
    BITE_TWO = "MD-C1"
    LOOK_TWO = "MD-C2"
    SEND_DIMWIT = "MD-C3"
    FETCH = "MD-C4"
    REROLL = "MD-C5"


NEEDS: Final[dict[Effect, tuple[str, ...]]] = {
    Effect.BITE: (TEETH,),
    Effect.TAKE: (SQUID,),
    Effect.STEAL: (SPIDER,),
    Effect.LOOK: (EYE,),
    Effect.HAND_OVER: (DIMWIT,),
    Effect.BITE_TWO: (TEETH, DEVIL),
    Effect.LOOK_TWO: (EYE, DEVIL),
    Effect.SEND_DIMWIT: (DIMWIT, DEVIL),
    Effect.FETCH: (SQUID, DEVIL),
    Effect.REROLL: (DEVIL, DEVIL),
}
"""The sculpted sides that each effect takes. A Die'vil alone stands nowhere (MD-E6)."""

TEXTS: Final[dict[Effect, str]] = {
    Effect.BITE: later("bite one die of an opponent"),
    Effect.TAKE: later("take a card at random from an opponent's hand"),
    Effect.STEAL: later("take a die from an opponent's pool"),
    Effect.LOOK: later("look at an opponent's hand"),
    Effect.HAND_OVER: later("anyone may hand over the Dimwit now"),
    Effect.BITE_TWO: later("bite two dice"),
    Effect.LOOK_TWO: later("look at two opponents' hands"),
    Effect.SEND_DIMWIT: later("take the Dimwit from whoever has it and give it to another player"),
    Effect.FETCH: later("take a special card that another player has played"),
    Effect.REROLL: later("re-roll any of your own dice"),
}
"""What an effect does, in words a table understands."""

COUNTERS: Final[dict[Effect, Special]] = {
    Effect.BITE: Special.IN_YOUR_TEETH,
    Effect.BITE_TWO: Special.IN_YOUR_TEETH,
    Effect.TAKE: Special.SQUID_KNOT,
    Effect.FETCH: Special.SQUID_KNOT,
    Effect.STEAL: Special.PSHHHHHT,
    Effect.LOOK: Special.MYOPIA,
    Effect.LOOK_TWO: Special.MYOPIA,
}
"""The card that stops an effect (MD-K2 to MD-K5); the combo of a die has the die's own (MD-Q5)."""

COUNTER_RULES: Final[dict[Special, str]] = {
    Special.SQUID_KNOT: "MD-K2",
    Special.MYOPIA: "MD-K3",
    Special.IN_YOUR_TEETH: "MD-K4",
    Special.PSHHHHHT: "MD-K5",
    Special.SURPRISE: "MD-K1",
    Special.DIMWIT: "MD-K7",
}
"""The rule of each special card."""


def is_combo(effect: Effect) -> bool:
    """Tell whether an effect takes two sides."""
    return len(NEEDS[effect]) > 1
