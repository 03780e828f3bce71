"""How fast a device's rolls come: faster than hands throw, and something is wrong with it."""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from typing import Final, assert_never

from companion.core.texts import tr

QUICK_S: Final = 1.0
"""Two throws of one tray come to rest at least so far apart; nearer is one die that rocked."""

FLOOD: Final = 6
FLOOD_S: Final = 6.0
"""So many rolls that came to rest within so long were not thrown by anybody."""

CALM_S: Final = 5.0
"""After so long without a roll a device is believed again."""


class Tempo(StrEnum):
    """How a roll follows those before it."""

    CALM = "calm"
    QUICK = "quick"  # too soon after the one before: people are asked
    FLOOD = "flood"  # one of many that nobody can have thrown: none counts


class Pace:
    """Follows the moments at which a device's rolls came to rest. Its memory does not grow."""

    def __init__(self) -> None:
        self._rests: deque[float] = deque(maxlen=FLOOD - 1)
        self._flood = False
        self._heard = float("-inf")

    def judge(self, rested: float, now: float) -> Tempo:
        """Take in a roll.

        Args:
            rested: when it came to rest, in seconds.
            now: when it was heard, on the same clock.
        """
        if now - self._heard >= CALM_S:
            self._flood = False
        self._heard = now
        many = len(self._rests) == FLOOD - 1 and abs(rested - self._rests[0]) < FLOOD_S
        quick = bool(self._rests) and abs(rested - self._rests[-1]) < QUICK_S
        self._rests.append(rested)
        self._flood = self._flood or many
        if self._flood:
            return Tempo.FLOOD
        return Tempo.QUICK if quick else Tempo.CALM


def doubt(tempo: Tempo) -> str:
    """Say what is doubtful about a tray's roll that came so; empty when nothing is."""
    match tempo:
        case Tempo.CALM:
            return ""
        case Tempo.QUICK:
            return tr("the tray told two rolls within a moment: was this one thrown?")
        case Tempo.FLOOD:
            return tr("the tray tells rolls faster than anybody throws")
        case _:
            assert_never(tempo)


def until_calm() -> str:
    """Say what to do about a flood."""
    return tr("none counts for now: switch the tray off and on, type the dice")
