"""What the counters of all makes say about a message: a roll, or something to show and not count."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counted:
    """A roll of one die.

    Attributes:
        face: as printed.
        cocked: it leans, as far as the die can tell.
        other: another face that it may as well be; empty when there is no doubt.
    """

    face: str
    cocked: bool = False
    other: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A face that is told to people and never counted by itself.

    Attributes:
        face: as printed.
        why: in few words, why it does not count.
        claimable: it may well have been a roll, so people may say that it was one.
    """

    face: str
    why: str
    claimable: bool = False


LAY_THERE = "lay there before"
TURNED = "turned while it was not heard"
UNHEARD = "rolled while it was not heard"
"""Why what a die says first, after it was not heard for a while, is no roll."""
