"""Faults as data: what happens, what may come of it, what people are told.

Each fault is a short script for a `Trial`; the wrong face is a loss in every one of them. After its
script the fault has ended, and the game must go on by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from models.workshop.soak.sources.table import Trial

if TYPE_CHECKING:
    from calibration.zone import RollZone


class Outcome(StrEnum):
    """What the game did while a fault lasted."""

    WAITED = "waited"
    ASKED = "asked"
    CARRIED_ON = "carried on"


WAITED, ASKED, ON = Outcome.WAITED, Outcome.ASKED, Outcome.CARRIED_ON


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to misbehave.

    Attributes:
        name: what happens, in words.
        script: makes it happen, and ends it.
        may: outcomes that are right.
        says: what people must be told, as a regular expression; empty when nothing needs saying.
        zone: where dice count; None for the whole picture.
        camera: whether a camera watches.
        tray: whether there is a tray as well.
        radio: whether there are Bluetooth dice as well.
        weak: the reader's known weakness: counted and told, and not promised.
    """

    name: str
    script: Callable[[Trial], None]
    may: frozenset[Outcome]
    says: str = ""
    zone: RollZone | None = None
    camera: bool = True
    tray: bool = False
    radio: bool = False
    weak: bool = False


def _may(*outcomes: Outcome) -> frozenset[Outcome]:
    return frozenset(outcomes)


ANYTHING: Final = _may(WAITED, ASKED, ON)
NOTHING_TAKEN: Final = _may(WAITED, ASKED)
