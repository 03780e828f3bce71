"""The switches of Monster Mayhem: one field each, its enum are the choices."""

from dataclasses import dataclass
from enum import StrEnum

from companion.core.switches import HouseRules, OnOff, switch
from companion.core.texts import later

# With two, the rulebook's words on ties (all draw, not only those who tied) would say nothing;
# who takes that for a hint plays with three or more.
Players = StrEnum("Players", {"TWO_TO_SIX": "2..6", "THREE_TO_SIX": "3..6"})
MashupScope = StrEnum("MashupScope", "BATTLE FLIP")
Redraw = StrEnum("Redraw", "ALL STILL_TIED")
FinalTie = StrEnum("FinalTie", "SHARED SUDDEN_DEATH CARDS")


@dataclass(frozen=True, slots=True)
class GmmHouse(HouseRules):
    """House rules of Monster Mayhem."""

    players: Players = switch(Players.TWO_TO_SIX, "GMM-S2a", later("how many may play"))
    mashup_scope: MashupScope = switch(
        MashupScope.BATTLE,
        "GMM-M3a",
        later("among which cards of a battle a Monster Mashup is looked for"),
    )
    sd_redraw: Redraw = switch(Redraw.ALL, "GMM-D2a", later("who turns up again when a sudden death is tied"))
    sd_mashup: OnOff = switch(OnOff.OFF, "GMM-D3", later("whether there is a Monster Mashup in sudden death"))
    final_tie: FinalTie = switch(
        FinalTie.SHARED, "GMM-E3", later("what becomes of players who share the most Trophies")
    )
