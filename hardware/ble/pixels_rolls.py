"""Which of the many messages of a Pixels die is a roll: each one counted once. Pure.

Dice from 2024-11-07 on say "rolled" once a roll, and nothing else with that number. Older ones use
the same number for "lies on a face", also when somebody merely put the die down: there a roll is
only what follows rolling. After a reconnection a die says where it lies, which is no roll.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from hardware.ble.pixels import CROOKED_IS_ROLLED_UNTIL, Identity, Motion, State, face

SIX_LIGHTS: Final = 6
TWICE_S: Final = 0.05
"""The same notification within so long is the radio's doubling, and no second roll."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A roll of one die.

    Attributes:
        face: as printed.
        cocked: it leans, as far as the die can tell.
    """

    face: str
    cocked: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """What was heard of a die last.

    Attributes:
        identity: which die.
        last: its last message, None before the first on this connection.
        at: when that came, in seconds.
    """

    identity: Identity
    last: Motion | None = None
    at: float = 0.0

    def connected(self) -> Counter:
        """Begin anew: what it says next is where it lies, until it moves."""
        return replace(self, last=None)

    def hear(self, motion: Motion, now: float) -> tuple[Counter, Counted | None]:
        """Take in a message; return the roll that it is, if it is one."""
        if motion == self.last and now - self.at < TWICE_S:
            return replace(self, at=now), None
        after = replace(self, last=motion, at=now)
        if not self._is_roll(motion):
            return after, None
        shown = face(self.identity, motion.index)
        if shown is None:
            return after, None
        return after, Counted(shown, cocked=motion.state is State.CROOKED and not self._misnames())

    def _is_roll(self, motion: Motion) -> bool:
        before = None if self.last is None else self.last.state
        if self.identity.tells_rolls:
            return motion.state is State.ROLLED or (
                motion.state is State.CROOKED and before is State.ROLLING
            )
        return motion.state in {State.ROLLED, State.CROOKED} and before is State.ROLLING

    def _misnames(self) -> bool:
        return self.identity.lights == SIX_LIGHTS and self.identity.built < CROOKED_IS_ROLLED_UNTIL
