"""Words of Monster Mayhem: the six abilities, the call, and the two special cards."""

from enum import StrEnum
from typing import Final

from companion.core.texts import Wording, later
from companion.core.words import CardId


class Ability(StrEnum):
    """What monsters are rated in, in the order of the cards and of the rounds (GMM-R1)."""

    STRENGTH = "strength"
    ENDURANCE = "endurance"
    FRIGHT = "fright"
    MAGIC = "magic"
    MAYHEM = "mayhem"
    INTELLIGENCE = "intelligence"


ABILITIES: Final = tuple(Ability)


class Call(Wording):
    """What the declarer calls (GMM-B1)."""

    HIGH = later("high")
    LOW = later("low")


SLAPPY: Final = CardId("slappy")
MASTERMIND: Final = CardId("mastermind")
SPECIALS: Final = {SLAPPY: "Slappy", MASTERMIND: "Mastermind"}
"""The two special cards, one each, with their names (GMM-B4)."""
