"""The three switches of Dominoes: one field each, its enum are the choices."""

from dataclasses import dataclass
from enum import StrEnum

from companion.core.switches import HouseRules, switch
from companion.core.texts import later

Hands = StrEnum("Hands", "CLOSED OPEN")
Deck = StrEnum("Deck", "PARTS PARTS_AND_DRAGONS ALL")
Tie = StrEnum("Tie", "CARDS_THEN_SHARED SHARED")


@dataclass(frozen=True, slots=True)
class DominoesHouse(HouseRules):
    """House rules of Dominoes; each field is the switch `mon.<field>`."""

    dominoes_hands: Hands = switch(
        Hands.CLOSED, "MON-D1", later("whether cards lie open to the others or are held closed")
    )
    dominoes_deck: Deck = switch(
        Deck.PARTS, "MON-D2a", later("which cards are in the deck; Power and Spell cards never fit")
    )
    dominoes_tie: Tie = switch(
        Tie.CARDS_THEN_SHARED, "MON-D12", later("whether more collected cards win a tie on points")
    )
