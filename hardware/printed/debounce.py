"""Which of the things that a device prints about a die are one roll. Pure: time is handed in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.printed.profile import Profile


@dataclass(frozen=True, slots=True)
class PrintedDie:
    """One die: its kind, empty when nobody knows, and the face up."""

    kind: str
    face: str


@dataclass(frozen=True, slots=True)
class Track:
    """What one device, or one of several dice of it, has printed.

    Attributes:
        dice: as printed last; none while they move, and before anything came.
        since: when they were first printed so.
        last: when they were last printed so.
        told: they were handed on as a roll, or are none.
        state: the last state that was printed.
        met: something was printed before, since the port was opened.
    """

    dice: tuple[PrintedDie, ...] = ()
    since: float = 0.0
    last: float = 0.0
    told: bool = True
    state: str = ""
    met: bool = False

    def printed(
        self, profile: Profile, state: str, dice: tuple[PrintedDie, ...], now: float
    ) -> Track:
        """Take in one line. What was due before has been `settled`."""
        if state in profile.moving:
            # Dice that had not stood long enough never came to rest.
            return Track(state=state, met=True)
        if not profile.counts(state):
            return replace(self, state=state)
        track = replace(self, state=state, last=now, met=True)
        if dice == self.dice and now - self.last < profile.pause:
            return track
        thrown = not profile.after or self.state in profile.after or not self.told
        if not thrown or (profile.continuous and not self.met):
            # Put down or turned by hand, or it lay there before anybody looked.
            return replace(track, dice=dice, since=now, told=True)
        return replace(track, dice=dice, since=now, told=False)

    def due(self, profile: Profile, now: float) -> bool:
        """Tell whether the dice have stood long enough to be a roll that was not handed on yet."""
        return not self.told and now - self.since >= profile.debounce

    def settled(self) -> Track:
        """Return it with its roll handed on."""
        return replace(self, told=True)
