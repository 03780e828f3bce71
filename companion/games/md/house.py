"""The 13 switches of MonsterDice: one field each, its enum are the choices."""

from dataclasses import dataclass
from enum import StrEnum

from companion.core.switches import HouseRules, OnOff, switch
from companion.core.texts import later

Players = StrEnum("Players", {"TWO_TO_SIX": "2..6", "FOUR": "4"})
StolenDie = StrEnum("StolenDie", "ROLL_NOW NEXT_ROLL FACE_COUNTS")
RerollTiming = StrEnum("RerollTiming", "FIRST ANYTIME")
Mercy = StrEnum("Mercy", "OFF ALL_EQUAL")
SurpriseFaces = StrEnum("SurpriseFaces", "COUNT VOID")
MinDice = StrEnum("MinDice", {"ONE": "1", "TWO": "2", "THREE": "3", "FOUR": "4", "FIVE": "5", "SIX": "6"})
Unplayed = StrEnum("Unplayed", {"ZERO": "0", "TWO": "2"})
FinalTie = StrEnum("FinalTie", "SHARED MOST_DICE ROLLOFF")
Combo = StrEnum("Combo", "REPLACES ADDS")
TripleFrees = StrEnum("TripleFrees", "ONE ALL")
DimwitGive = StrEnum("DimwitGive", "MAY MUST")


@dataclass(frozen=True, slots=True)
class MdHouse(HouseRules):
    """House rules of MonsterDice."""

    players: Players = switch(Players.TWO_TO_SIX, "MD-S1a", later("how many may play"))
    stolen_die: StolenDie = switch(
        StolenDie.ROLL_NOW,
        "MD-E3a",
        later("whether a stolen die is rolled at once, later, or counts"),
    )
    reroll_timing: RerollTiming = switch(RerollTiming.FIRST, "MD-C5a", later("when two sculpted Die'vil may re-roll"))
    infirmary_mercy: Mercy = switch(
        Mercy.OFF, "MD-I4", later("whether one or two equal dice free a die from the infirmary")
    )
    surprise_faces: SurpriseFaces = switch(
        SurpriseFaces.COUNT, "MD-K1a", later("whether sides that came by Surprise can be used")
    )
    counter_combos: OnOff = switch(OnOff.ON, "MD-K6", later("whether counters stop combos too"))
    diemolition: OnOff = switch(OnOff.ON, "MD-X1a", later("whether Die-molition is played"))
    diemolition_min_dice: MinDice = switch(
        MinDice.ONE, "MD-Q8", later("the fewest dice with which Die-molition is possible")
    )
    unplayed_special: Unplayed = switch(Unplayed.ZERO, "MD-Z2a", later("what a special card left in the hand is worth"))
    final_tie: FinalTie = switch(FinalTie.SHARED, "MD-Z3", later("who wins when several have the most points"))
    combo: Combo = switch(
        Combo.REPLACES,
        "MD-Q3",
        later("whether a combo takes the place of its dice's single effects"),
    )
    triple_frees: TripleFrees = switch(TripleFrees.ONE, "MD-Q6", later("whether a triple brings back one die or all"))
    dimwit_give: DimwitGive = switch(
        DimwitGive.MAY, "MD-Q10", later("whether the Dimwit may or must be handed to a Die'mwit")
    )
