"""The switches of Fight!: one field each, its enum are the choices."""

from dataclasses import dataclass
from enum import StrEnum

from companion.core.switches import HouseRules, OnOff, switch
from companion.core.texts import later

Players = StrEnum("Players", {"TWO_TO_FIVE": "2..5", "TWO_TO_EIGHT": "2..8"})
FamilyMemory = StrEnum("FamilyMemory", "FIGHT GAME")
FamilyRule = StrEnum("FamilyRule", "MAIN_AND_BOOST MAIN_ONLY CHAIN")
Round = StrEnum("Round", "DOWN UP EXACT")
DeadBoost = StrEnum("DeadBoost", "KEEP LOST")
ReshuffleAt = StrEnum("ReshuffleAt", "EMPTY NEEDED")
FinalTie = StrEnum("FinalTie", "SHARED CLOSEST_TO_FIRST")


@dataclass(frozen=True, slots=True)
class FgtHouse(HouseRules):
    """House rules of Fight!; each field is the switch `fgt.<field>`."""

    players: Players = switch(
        Players.TWO_TO_FIVE,
        "FGT-S6a",
        later("up to how many play without a warning that Warriors may run out"),
    )
    family_rule: FamilyRule = switch(
        FamilyRule.MAIN_AND_BOOST,
        "FGT-P6b",
        later("which Warriors must be of another Family: both, the Main only, or each than the one before"),
    )
    family_memory: FamilyMemory = switch(
        FamilyMemory.FIGHT,
        "FGT-P6a",
        later("whether the last played Main of the Fight before still counts"),
    )
    round: Round = switch(
        Round.DOWN,
        "FGT-K4a",
        later("how a power with a fraction is rounded; digits are always those of its whole part"),
    )
    pad_digits: OnOff = switch(
        OnOff.OFF,
        "FGT-K10",
        later("whether a power of one digit is read as 0x when digits are switched or multiplied"),
    )
    steal_active: OnOff = switch(
        OnOff.OFF,
        "FGT-K2a",
        later("whether an active Boost can be taken too; what it did to living Mains is then undone"),
    )
    dead_boost: DeadBoost = switch(
        DeadBoost.KEEP,
        "FGT-B4a",
        later("whether the Boost of a killed Main is still activated or scored, or is lost"),
    )
    reshuffle_at: ReshuffleAt = switch(
        ReshuffleAt.EMPTY,
        "FGT-D4a",
        later("whether the Graveyard is shuffled once the Reserves are empty, or once a card is needed"),
    )
    final_tie: FinalTie = switch(
        FinalTie.SHARED,
        "FGT-E4",
        later(
            "whether a tie in Glory and scored Warriors is shared, or goes to whom the first player comes to soonest"
        ),
    )
