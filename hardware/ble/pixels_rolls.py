"""Which of the many messages of a Pixels die is a roll: each one counted once. Pure.

Dice from 2024-11-07 on say "rolled" once a roll, and nothing else with that number. Older ones use
the same number for "lies on a face", also when somebody merely put the die down: there a roll is
only what follows rolling.

A radio may deliver each message twice (bleak, issue 2002). Between two rolls a die says that it is
handled or rolls, so "rolled" on the same face with nothing in between is the same roll.

After a time in which a die was not heard, what it says first is where it lies. Its advertisement
goes on saying "rolled" until the die moves again: when that face is not the one that was known, it
was rolled unheard, and people may claim it; it is never counted by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from hardware.ble.heard import LAY_THERE, TURNED, UNHEARD, Counted, Shown
from hardware.ble.pixels import CROOKED_IS_ROLLED_UNTIL, Identity, Motion, State, face

SIX_LIGHTS: Final = 6

ECHO_S: Final = 1.0
"""The radio's doubling comes at once. "Rolled" once more after so long is worth a question."""

LEANS: Final = "leans: not counted"
PUT_DOWN: Final = "put down, not rolled: not counted"
AGAIN: Final = "says again that it rolled"

_MOVING: Final = frozenset({State.HANDLING, State.ROLLING})


@dataclass(frozen=True, slots=True)
class Counter:
    """What was heard of a die.

    Attributes:
        identity: which die.
        last: its last message since it is heard without a gap; None before the first.
        at: when that came, in seconds.
        known: number of the face on which it lay last; None when it was moved since.
        met: it was heard at least once.
        cut: it was rolling when it was heard last, before the gap.
    """

    identity: Identity
    last: Motion | None = None
    at: float = 0.0
    known: int | None = None
    met: bool = False
    cut: bool = False

    def connected(self, now: float) -> Counter:
        """Begin anew after a gap: what it says next is where it lies, until it moves."""
        rolling = self.last is not None and self.last.state is State.ROLLING
        return replace(self, last=None, at=now, cut=self.cut or rolling)

    def place(self, motion: Motion, now: float) -> tuple[Counter, Shown | None]:
        """Take in what it answers when it is asked where it lies, which is no roll."""
        shown = face(self.identity, motion.index)
        if motion.state in _MOVING or motion.state is State.UNKNOWN or shown is None:
            return self, None
        after = replace(self, at=now, known=motion.index, met=True, cut=False)
        return after, self._first(shown, motion, unheard=self.cut)

    def hear(self, motion: Motion, now: float) -> tuple[Counter, Counted | Shown | None]:
        """Take in a message; return what it says, if it says anything new."""
        after = replace(self, last=motion, at=now, met=True)
        if motion.state in _MOVING:
            return replace(after, known=None), None
        shown = face(self.identity, motion.index)
        if motion.state is State.UNKNOWN or shown is None:
            return after, None
        after = replace(after, known=motion.index, cut=False)
        if self._is_roll(motion):
            return after, Counted(
                shown, cocked=motion.state is State.CROOKED and not self._misnames()
            )
        if motion == self.last:
            return self._echoed(after, shown, motion, now)
        return after, self._not_counted(shown, motion)

    def _is_roll(self, motion: Motion) -> bool:
        if self.last is None or motion.state is State.ON_FACE:
            return False
        if motion.state is State.ROLLED and self.identity.tells_rolls:
            return motion != self.last
        return self.last.state is State.ROLLING

    def _echoed(
        self, after: Counter, shown: str, motion: Motion, now: float
    ) -> tuple[Counter, Shown | None]:
        told = motion.state is State.ROLLED and self.identity.tells_rolls
        if told and now - self.at > ECHO_S:
            return after, Shown(shown, AGAIN, claimable=True)
        return after, None

    def _not_counted(self, shown: str, motion: Motion) -> Shown | None:
        if self.last is None:
            told = motion.state is State.ROLLED and self.identity.tells_rolls
            return self._first(shown, motion, unheard=told or self.cut)
        return Shown(shown, LEANS if motion.state is State.CROOKED else PUT_DOWN)

    def _first(self, shown: str, motion: Motion, *, unheard: bool) -> Shown | None:
        """Judge what it says first: `unheard` when it was rolled, if anything happened to it."""
        if not self.met:
            return Shown(shown, LAY_THERE)
        if self.known == motion.index:
            return None
        return Shown(shown, UNHEARD, claimable=True) if unheard else Shown(shown, TURNED)

    def _misnames(self) -> bool:
        """Tell whether it calls a roll crooked: an old firmware of dice with six lights."""
        known = 0 < self.identity.built < CROOKED_IS_ROLLED_UNTIL
        return known and self.identity.lights == SIX_LIGHTS
