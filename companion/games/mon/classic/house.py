"""The switches of Classic and Arena: one field each, its enum are the choices."""

from dataclasses import dataclass
from enum import StrEnum

from companion.core.switches import HouseRules, OnOff, switch
from companion.core.texts import later

DragonPick = StrEnum("DragonPick", "OWN ANY")
SpellTiming = StrEnum("SpellTiming", "ANYTIME PRIORITY")
ForcedComplete = StrEnum("ForcedComplete", "FULL SHORT")
DragonRemoved = StrEnum("DragonRemoved", "STAYS LOST")
RemovedInDraw = StrEnum("RemovedInDraw", "LOST RETURNED")


@dataclass(frozen=True, slots=True)
class FightHouse(HouseRules):
    """House rules of both modes; each field is the switch `mon.<field>`."""

    same_faction: OnOff = switch(OnOff.OFF, "MON-Q1", later("Whether two players may pick the same faction"))
    dragon_pick: DragonPick = switch(
        DragonPick.OWN, "MON-Q2", later("Whether a winner may take a Dragon card of any faction")
    )
    spell_timing: SpellTiming = switch(
        SpellTiming.ANYTIME,
        "MON-Q4",
        later("Whether a fighter needs priority to play a Power card or a Spell"),
    )
    dragon_removed: DragonRemoved = switch(
        DragonRemoved.STAYS, "MON-Q7", later("Whether a Dragon card that a Spell takes off is lost")
    )
    removed_in_draw: RemovedInDraw = switch(
        RemovedInDraw.LOST,
        "MON-Q15",
        later("Whether a part that a Spell took off returns after a draw"),
    )
    show_complete: OnOff = switch(OnOff.OFF, "MON-C10c", later("Whether the program says who could fight"))
    show_known_points: OnOff = switch(
        OnOff.OFF, "MON-C13", later("Whether points seen in an earlier fight stay on the screen")
    )


@dataclass(frozen=True, slots=True)
class ClassicHouse(FightHouse):
    """House rules of Classic."""

    forced_complete: ForcedComplete = switch(
        ForcedComplete.FULL,
        "MON-Q5",
        later("Whether three cards with a head are enough to be made fight"),
    )


@dataclass(frozen=True, slots=True)
class ArenaHouse(FightHouse):
    """House rules of Arena."""

    arena_locked: OnOff = switch(OnOff.ON, "MON-Q10", later("Whether a monster waiting in the Arena is left as it is"))
