"""The two switches of Pig: one field each, its enum are the choices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.switches import HouseRules, switch


class Low(StrEnum):
    """Whether a pot below five may be held."""

    NO = "no"
    YES = "yes"


class Zero(StrEnum):
    """What face 0 counts."""

    TEN = "ten"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PigHouse(HouseRules):
    """House rules of Pig."""

    low: Low = switch(Low.NO, "PIG-3", "whether a pot below five may be held")
    zero: Zero = switch(Zero.TEN, "PIG-6", "what face 0 counts")
