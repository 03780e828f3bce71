"""Which message of a GoDice is a roll: each one counted once. Pure.

A roll is a stable result ("S") after the die said that it began to roll ("R"). Results of other
kinds (a pause while it rolls, leaning, moved by hand) are shown and never counted. A radio may
deliver each message twice (bleak, issue 2002): a second result without a beginning is the same roll.

Such a die remembers nothing: a roll while it is not connected is lost, and what it says first after
connecting is where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, assert_never

from hardware.ble.godice import RollStart, Shell, Stability, Stable, face, runner_up
from hardware.ble.heard import LAY_THERE, TURNED, UNHEARD, Counted, Shown

if TYPE_CHECKING:
    from hardware.ble.godice import Message

SETTLE_S: Final = 1.0
"""A beginning heard so soon after connecting may be the system's memory of the last connection."""

PAUSED: Final = "stopped for a moment: not counted"
LEANS: Final = "leans: not counted"
MOVED: Final = "moved, not rolled: not counted"
UNBEGUN: Final = "did not say that it began to roll"


@dataclass(frozen=True, slots=True)
class Counter:
    """What was heard of a die.

    Attributes:
        shell: what it is dressed as.
        last: its last result on this connection; None before the first.
        at: when it was connected, in seconds.
        rolling: it began to roll and has not come to rest.
        early: it said so too soon after connecting to be believed.
        known: the face on which it lay last; empty when it was moved since.
        met: it was heard at least once.
    """

    shell: Shell
    last: Stable | None = None
    at: float = float("-inf")
    rolling: bool = False
    early: bool = False
    known: str = ""
    met: bool = False

    def connected(self, now: float) -> Counter:
        """Begin anew after a gap: what it says next is where it lies, until it moves."""
        return replace(self, last=None, at=now, rolling=False, early=self.rolling or self.early)

    def hear(self, message: Message, now: float) -> tuple[Counter, Counted | Shown | None]:
        """Take in a message; return what it says, if it says anything new."""
        if isinstance(message, RollStart):
            early = now - self.at < SETTLE_S
            return replace(self, rolling=not early, early=early, known="", met=True), None
        if not isinstance(message, Stable):
            return self, None
        shown = face(self.shell, message.gravity)
        after = replace(self, last=message, known=shown, met=True)
        match message.stability:
            case Stability.ROLL if self.rolling:
                counted = Counted(shown, other=runner_up(self.shell, message.gravity))
                return replace(after, rolling=False, early=False), counted
            case Stability.ROLL:
                return replace(after, early=False), self._unbegun(message, shown)
            case Stability.FAKE:
                return after, Shown(shown, PAUSED)
            case Stability.TILT:
                return after, Shown(shown, LEANS)
            case Stability.MOVE:
                return replace(after, rolling=False, early=False), Shown(shown, MOVED)
            case _:
                assert_never(message.stability)

    def _unbegun(self, message: Stable, shown: str) -> Shown | None:
        if self.last is not None:
            return None if message == self.last else Shown(shown, UNBEGUN, claimable=True)
        if self.early:
            return Shown(shown, UNHEARD, claimable=True)
        if not self.met:
            return Shown(shown, LAY_THERE)
        return None if self.known == shown else Shown(shown, TURNED)
