"""GoDice: what their notifications mean, by shell, and which of them is a roll. Pure.

The facts of the protocol (message letters, the vectors of the faces, the order of each shell's
faces) are as measured and published; the code is ours.

A roll is a stable result ("S") after the die said that it began to roll ("R"). Results of other
kinds (a pause while it rolls, leaning, moved by hand) are shown and never counted. A radio may
deliver each message twice (bleak, issue 2002): a second result without a beginning is the same roll.

Such a die remembers nothing: a roll while it is not connected is lost, and what it says first after
connecting is where it lies.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from hardware.ble.events import LAY_THERE, TURNED, UNHEARD, Counted, Shown

SERVICE: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY: Final = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
WRITE: Final = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"

ASK_BATTERY: Final = b"\x03"

_NAME: Final = re.compile(r"GoDice_([0-9A-F]{6})_[KRGBYO](?:_v\d+)?\Z")

Vector = tuple[int, int, int]

_D6: Final[tuple[Vector, ...]] = (
    (-64, 0, 0), (0, 0, 64), (0, 64, 0), (0, -64, 0), (0, 0, -64), (64, 0, 0),
)  # fmt: skip
_D20: Final[tuple[Vector, ...]] = (
    (-64, 0, -22), (42, -42, 40), (0, 22, -64), (0, 22, 64), (-42, -42, 42), (22, 64, 0),
    (-42, -42, -42), (64, 0, -22), (-22, 64, 0), (42, -42, -42), (-42, 42, 42), (22, -64, 0),
    (-64, 0, 22), (42, 42, 42), (-22, -64, 0), (42, 42, -42), (0, -22, -64), (0, -22, 64),
    (-42, 42, -42), (64, 0, 22),
)  # fmt: skip
_D10_OF_D20: Final = (8, 2, 6, 1, 4, 3, 9, 0, 7, 5, 5, 7, 0, 9, 3, 4, 1, 6, 2, 8)


CLEAR: Final = 1.5  # A face is clear when any other one's direction is so many times as far away


class Shell(StrEnum):
    """What a die is dressed as; it does not know itself, so people say it once."""

    D6 = "d6"
    D10 = "d10"
    D10X = "d00"
    D20 = "d20"


_UP_TO_20: Final = tuple(str(number) for number in range(1, 21))
_FACES: Final[dict[Shell, tuple[tuple[Vector, ...], tuple[str, ...]]]] = {
    Shell.D6: (_D6, _UP_TO_20[:6]),
    Shell.D20: (_D20, _UP_TO_20),
    Shell.D10: (_D20, tuple(str(digit) for digit in _D10_OF_D20)),
    Shell.D10X: (_D20, tuple(f"{digit}0" for digit in _D10_OF_D20)),
}


class Stability(StrEnum):
    """How a die came to rest. Only `ROLL` counts."""

    ROLL = "roll"
    FAKE = "fake"  # a pause while it still rolls
    TILT = "tilt"  # it leans: cocked
    MOVE = "move"  # it was moved or placed


@dataclass(frozen=True, slots=True)
class RollStart:
    """It begins to roll."""


@dataclass(frozen=True, slots=True)
class Stable:
    """It lies still, with the direction of gravity in its own axes."""

    stability: Stability
    gravity: Vector


@dataclass(frozen=True, slots=True)
class Charge:
    """How full the battery is, in percent."""

    percent: int


@dataclass(frozen=True, slots=True)
class Charging:
    """Whether it lies in its charger."""

    on: bool


Message = RollStart | Stable | Charge | Charging


def read_name(name: str) -> str:
    """Return the six hex digits of an advertised name; nothing when it is no GoDice."""
    found = _NAME.match(name)
    return "" if found is None else found[1]


_STABLE: Final = (
    (b"FS", Stability.FAKE),
    (b"TS", Stability.TILT),
    (b"MS", Stability.MOVE),
    (b"S", Stability.ROLL),
)


def decode(data: bytes) -> Message | None:
    """Read a notification; None for one that says nothing here, or that is cut off or unknown."""
    if data == b"R":
        return RollStart()
    for head, stability in _STABLE:
        if data.startswith(head) and len(data) == len(head) + 3:
            return Stable(stability, struct.unpack_from("<bbb", data, len(head)))
    match data[:-1], data[-1:]:
        case b"Char", on:
            return Charging(on == b"\x01")
        case b"Bat", percent:
            return Charge(min(percent[0], 100))
        case _:
            return None


def face(shell: Shell, gravity: Vector) -> str:
    """Return the printed face whose direction is nearest (squared distance, the first of equals)."""
    return _ranked(shell, gravity)[0][1]


def runner_up(shell: Shell, gravity: Vector) -> str:
    """Return another face that it may as well be, or nothing.

    That is one whose direction is less than `CLEAR` times as far away as the nearest one's.
    """
    ranked = _ranked(shell, gravity)
    nearest, best = ranked[0]
    far, second = next((far, name) for far, name in ranked if name != best)
    return second if far < CLEAR**2 * nearest else ""


def toward(shell: Shell, printed: str) -> Vector | None:
    """Return the direction of a face, the first where it has several; None where it has none."""
    vectors, names = _FACES[shell]
    found = (vector for vector, name in zip(vectors, names, strict=True) if name == printed)
    return next(found, None)


def _ranked(shell: Shell, gravity: Vector) -> list[tuple[int, str]]:
    """Return (squared distance, face) of every direction, nearest first."""
    x, y, z = gravity
    vectors, names = _FACES[shell]
    far = [(x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2 for a, b, c in vectors]
    return sorted(zip(far, names, strict=True), key=lambda one: one[0])


def set_up(sensitivity: int = 30) -> bytes:
    """Return the command that starts a die: how readily it calls a movement a roll.

    It blinks white once, dimly. Sent bare, without the blink's bytes, it would blink red.
    """
    return bytes((0x19, sensitivity)) + _blink(1, 3, 3, (40, 40, 40))


def _blink(times: int, on: int, off: int, colour: tuple[int, int, int]) -> bytes:
    return bytes((times, on, off, *colour, 1, 0))  # both lights, together


SETTLE_S: Final = 1.0
"""A beginning heard so soon after connecting may be the system's memory of the last connection."""

PAUSED: Final = "stopped for a moment: not counted"
LEANS: Final = "leans: not counted"
MOVED: Final = "moved, not rolled: not counted"
UNBEGUN: Final = "did not say that it began to roll"


@dataclass(frozen=True, slots=True)
class Counter:
    """What was heard of a die."""

    shell: Shell  # what it is dressed as
    last: Stable | None = None  # its last result on this connection; None before the first
    at: float = float("-inf")  # when it was connected, in seconds
    rolling: bool = False  # it began to roll and has not come to rest
    early: bool = False  # it said so too soon after connecting to be believed
    known: str = ""  # the face on which it lay last; empty when it was moved since
    met: bool = False  # it was heard at least once

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
