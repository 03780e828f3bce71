"""The 24 switches of Ready, Set, Fight: one field each, its enum are the choices."""

from dataclasses import dataclass
from enum import StrEnum

from companion.core.switches import HouseRules, OnOff, switch
from companion.core.texts import later

Players = StrEnum("Players", {"TWO_TO_SIX": "2..6", "SIX": "6"})
StarterBy = StrEnum("StarterBy", "OLDEST ROLLOFF CHOSEN")
ClassBonus = StrEnum("ClassBonus", "SAME SEPARATE")
DiscardFrom = StrEnum("DiscardFrom", "UNCONNECTED ANY")
HandKind = StrEnum("HandKind", "OPEN HIDDEN")
EdgeMatch = StrEnum("EdgeMatch", "CATALOGUE OFF")
ZeroFace = StrEnum("ZeroFace", "TEN ZERO")
Removal = StrEnum("Removal", "ANY OUTSIDE KEEP_CONNECTED")
Outside = StrEnum("Outside", "FREE_SIDE REMOVABLE")
SwapBetween = StrEnum("SwapBetween", "ANY_TWO MUST_INCLUDE_ACTOR")
DodgeCompare = StrEnum("DodgeCompare", "ATK_WITH_DOMINANCE ATK_SHEET ATTACK_TOTAL")
DodgeFrom = StrEnum("DodgeFrom", {"FOUR": "4", "THREE": "3", "ONE": "1"})
StalemateRounds = StrEnum("StalemateRounds", {"THREE": "3", "OFF": "off"})
Squares = StrEnum("Squares", "ALL DISJOINT")
SquareSame = StrEnum("SquareSame", {"FOUR": "4", "FIVE": "5"})
RaceBy = StrEnum("RaceBy", "PLURALITY MAJORITY")
HybridRace = StrEnum("HybridRace", "FIXED BEST BOTH")
StealTo = StrEnum("StealTo", "HAND MONSTER")
Spc = StrEnum("Spc", "SUM COUNT")
FightDrawFrom = StrEnum("FightDrawFrom", "PILE PILE_OR_DISCARD")
Death = StrEnum("Death", "NO_PIECES NO_DEFENSE_CARD DEF_ZERO")


@dataclass(frozen=True, slots=True)
class RsfHouse(HouseRules):
    """House rules of Ready, Set, Fight."""

    players: Players = switch(Players.TWO_TO_SIX, "RSF-S1a", later("how many may play"))
    starter: StarterBy = switch(StarterBy.OLDEST, "RSF-S8", later("how the starter is found"))
    class_bonus: ClassBonus = switch(
        ClassBonus.SAME, "RSF-Q1", later("whether a defined class is the race bonus or one more +1")
    )
    discard_from: DiscardFrom = switch(
        DiscardFrom.UNCONNECTED, "RSF-R3d", later("whether an exchange may give away connected cards")
    )
    hand: HandKind = switch(HandKind.OPEN, "RSF-R5", later("whether cards drawn in the Fight phase are named"))
    edge_match: EdgeMatch = switch(
        EdgeMatch.CATALOGUE, "RSF-Q11", later("whether edge marks of the catalogue must fit")
    )
    attack_needs_points: OnOff = switch(
        OnOff.ON, "RSF-F3y", later("whether a monster without attack points may attack")
    )
    zero_face: ZeroFace = switch(ZeroFace.TEN, "RSF-F3f", later("what face 0 counts in attack and dodge"))
    removal: Removal = switch(Removal.ANY, "RSF-F4a", later("which of their own pieces a player may give up"))
    reshuffle: OnOff = switch(
        OnOff.ON, "RSF-F1a", later("whether the discard becomes the new pile when the pile is empty")
    )
    outside: Outside = switch(Outside.FREE_SIDE, "RSF-X1a", later("which cards are outside cards"))
    swap: SwapBetween = switch(SwapBetween.ANY_TWO, "RSF-X3a", later("between whom pieces may be swapped"))
    mutate_redeclare: OnOff = switch(OnOff.OFF, "RSF-O1a", later("whether hybrids may change their use in a Mutate"))
    dodge_compare: DodgeCompare = switch(
        DodgeCompare.ATK_WITH_DOMINANCE, "RSF-O2b", later("what a defense must be lower than to dodge")
    )
    dodge_from: DodgeFrom = switch(DodgeFrom.FOUR, "RSF-O2a", later("from which Phase on one may dodge"))
    stalemate_rounds: StalemateRounds = switch(
        StalemateRounds.THREE, "RSF-E3", later("after how many quiet rounds the game may be called")
    )
    squares: Squares = switch(Squares.ALL, "RSF-R2b", later("whether overlapping squares all count"))
    square_same: SquareSame = switch(SquareSame.FOUR, "RSF-R2b", later("what a square of one race is worth"))
    race: RaceBy = switch(RaceBy.PLURALITY, "RSF-R2d", later("when a monster is of a race"))
    hybrid_race: HybridRace = switch(HybridRace.FIXED, "RSF-Q9", later("what a hybrid used as a race counts as"))
    steal_to: StealTo = switch(StealTo.HAND, "RSF-Q15", later("where a stolen card goes"))
    spc: Spc = switch(Spc.SUM, "RSF-Q23", later("whether SPC adds numbers or counts cards"))
    fight_draw_from: FightDrawFrom = switch(
        FightDrawFrom.PILE, "RSF-Q22", later("where the card at the start of a turn may come from")
    )
    death: Death = switch(Death.NO_PIECES, "RSF-Q5", later("when a monster is dead"))
