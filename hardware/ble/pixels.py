"""Pixels dice: messages of both protocol generations decoded, and which of them is a roll. Pure.

Facts are from the makers' MIT sources (pixels-core-connect 1.3.0, DiceFirmware 2025-07). All numbers
are little endian. A die is known by its pixel id, never by its address: one die may show two.

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

import struct
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from hardware.ble.events import LAY_THERE, TURNED, UNHEARD, Counted, Shown

SERVICE: Final = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
NOTIFY: Final = "a6b90002-7a5a-43f2-a962-350c8edc9b5b"
WRITE: Final = "a6b90003-7a5a-43f2-a962-350c8edc9b5b"

# Dice up to the release of 2024-11-07. The service's id is that of Nordic's UART, which other makers
# use too; and the characteristic that notifies has the service's own id.
LEGACY_SERVICE: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
LEGACY_NOTIFY: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
LEGACY_WRITE: Final = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"

COMPANY: Final = 0x0D39
LEGACY_COMPANY: Final = 0xFFFF
INFORMATION: Final = "0000180a-0000-1000-8000-00805f9b34fb"
"""Id under which an advertisement carries the pixel id."""

WHO_ARE_YOU: Final = b"\x01"
ASK_BATTERY: Final = b"\x21"

ROLLED_SINCE: Final = 1_730_937_600  # Build time (2024-11-07) from which on every state 1 is a roll

UNEVEN_UNTIL: Final = 1_704_150_000
"""Build time up to which d4 and d6 counted their faces in another order."""

CROOKED_IS_ROLLED_UNTIL: Final = 1_716_382_800
"""Build time (2024-05-22) up to which dice of six lights called a roll crooked."""


class State(IntEnum):
    """What a die is doing, as dice from 2024-11 number it."""

    UNKNOWN = 0
    ROLLED = 1
    HANDLING = 2
    ROLLING = 3
    CROOKED = 4
    ON_FACE = 5


class DieType(IntEnum):
    """Shapes."""

    UNKNOWN = 0
    D4 = 1
    D6 = 2
    D8 = 3
    D10 = 4
    D00 = 5
    D12 = 6
    D20 = 7
    D6_PIPPED = 8
    D6_FUDGE = 9
    MINI_D20 = 10


KINDS: Final[dict[DieType, str]] = {
    DieType.D4: "d4",
    DieType.D6: "d6",
    DieType.D8: "d8",
    DieType.D10: "d10",
    DieType.D00: "d00",
    DieType.D12: "d12",
    DieType.D20: "d20",
    DieType.D6_PIPPED: "d6",
    DieType.D6_FUDGE: "",  # its signs are no faces of any game here
    DieType.MINI_D20: "d20",
}

_FACES: Final = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d00": 10, "d12": 12, "d20": 20}
_UNEVEN: Final = {
    DieType.D4: ("1", "1", "3", "2", "1", "4"),
    DieType.D6: ("1", "5", "4", "3", "2", "6"),  # never the pipped one, which came later
}

_BY_LIGHTS: Final = {
    **{lights: DieType[f"D{lights}"] for lights in (4, 6, 8, 10, 12, 20)},
    21: DieType.D6_PIPPED,
}

ADVERT_BYTES: Final = 5  # Manufacturer data of an advertisement

_OLD_ADVERT_BYTES: Final = 7
_LEGACY_BYTES: Final = 22
_CHUNKS: Final = 6


class DecodeError(ValueError):
    """Bytes that are no message of such a die."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which die it is."""

    pixel_id: int  # its number, for ever
    shape: DieType  # its shape
    lights: int  # number of its lights
    built: int  # build time of its firmware, in seconds since 1970; 0 when not known
    name: str = ""  # as its owner called it; empty when not said

    @property
    def kind(self) -> str:
        """Its kind: `d10`; empty when no game here knows it."""
        return KINDS.get(self.shape, "")

    @property
    def tells_rolls(self) -> bool:
        """Whether it tells a roll from a die that was merely put down."""
        return self.built >= ROLLED_SINCE


@dataclass(frozen=True, slots=True)
class Motion:
    """What a die is doing, and the number of the face that is up, from 0."""

    state: State
    index: int


@dataclass(frozen=True, slots=True)
class Charge:
    """How full the battery is, in percent, and whether it is being charged."""

    percent: int
    charging: bool


@dataclass(frozen=True, slots=True)
class Introduction:
    """The answer to `WHO_ARE_YOU`."""

    identity: Identity
    motion: Motion
    charge: Charge


@dataclass(frozen=True, slots=True)
class Advert:
    """What a die says to everybody, now and then without saying which die it is."""

    identity: Identity | None
    motion: Motion
    charge: Charge


Message = Introduction | Motion | Charge


def face(identity: Identity, index: int) -> str | None:
    """Return the printed face, or None when no face of this die has that number."""
    kind = identity.kind
    if 0 < identity.built <= UNEVEN_UNTIL and identity.shape in _UNEVEN:
        old = _UNEVEN[identity.shape]
        return old[index] if 0 <= index < len(old) else None
    if not 0 <= index < _FACES.get(kind, 0):
        return None
    if kind == "d10":
        return str(index)
    if kind == "d00":
        return f"{index}0"
    return str(index + 1)


def decode(data: bytes) -> Message | None:
    """Read a notification.

    Returns:
        The message, or None for one that says nothing about rolls.

    Raises:
        DecodeError: it is cut off, or its values are none.
    """
    match data[:1]:
        case b"\x02":
            return _legacy(data) if len(data) == _LEGACY_BYTES else _chunked(data)
        case b"\x03":
            return _motion(*_unpack("<BB", data, 1))
        case b"\x22":
            percent, battery = _unpack("<BB", data, 1)
            return _charge(percent, battery)
        case b"":
            raise DecodeError("an empty message")
        case _:
            return None


def decode_advert(manufacturer: bytes, service: bytes = b"") -> Advert:
    """Read an advertisement.

    Args:
        manufacturer: manufacturer data, without the company's id.
        service: service data under `INFORMATION`; empty when it did not come along.

    Raises:
        DecodeError: it is no such advertisement, or one from before July 2022.
    """
    if len(manufacturer) == _OLD_ADVERT_BYTES:
        raise DecodeError("its firmware is from before July 2022: update it with its maker's app")
    if len(manufacturer) != ADVERT_BYTES:
        raise DecodeError(f"{len(manufacturer)} bytes of manufacturer data, not {ADVERT_BYTES}")
    lights, shape, state, index, battery = _unpack("<BBBBB", manufacturer, 0)
    identity = None
    if service:
        pixel_id, built = _unpack("<II", service, 0)
        identity = Identity(pixel_id, _shape(shape >> 4, lights), lights, built)
    charge = Charge(min(battery & 0x7F, 100), bool(battery & 0x80))
    return Advert(identity, _motion(state, index), charge)


def _legacy(data: bytes) -> Introduction:
    lights, _, shape, _, pixel_id, _, built, state, index, percent, battery = _unpack("<BBBIIHIBBBB", data, 1)
    identity = Identity(pixel_id, _shape(shape, lights), lights, built)
    return Introduction(identity, _motion(state, index), _charge(percent, battery))


def _chunked(data: bytes) -> Introduction:
    """Six chunks, each with its own size in front: a later firmware may make any of them longer."""
    chunks: list[bytes] = []
    at = 1
    while at < len(data) and len(chunks) < _CHUNKS:
        size = data[at]
        if size < 1 or at + size > len(data):
            raise DecodeError("a chunk of its introduction is cut off")
        chunks.append(data[at + 1 : at + size])
        at += size
    if len(chunks) < _CHUNKS:
        raise DecodeError(f"an introduction of {len(chunks)} chunks, not {_CHUNKS}")
    version, die, _, name, _, status = chunks
    _, built = _unpack("<HI", version, 0)
    pixel_id, _, shape, lights = _unpack("<IBBB", die, 0)
    percent, battery, state, index = _unpack("<BBBB", status, 0)
    called = name.split(b"\0", 1)[0].decode("utf-8", "replace").strip()
    identity = Identity(pixel_id, _shape(shape, lights), lights, built, called)
    return Introduction(identity, _motion(state, index), _charge(percent, battery))


def _unpack(form: str, data: bytes, at: int) -> tuple[int, ...]:
    if len(data) < at + struct.calcsize(form):
        raise DecodeError(f"{len(data)} bytes are too few")
    return struct.unpack_from(form, data, at)


def _shape(number: int, lights: int) -> DieType:
    if 0 < number < len(DieType):
        return DieType(number)
    return _BY_LIGHTS.get(lights, DieType.UNKNOWN)


def _motion(state: int, index: int) -> Motion:
    try:
        return Motion(State(state), index)
    except ValueError:
        raise DecodeError(f"no state has the number {state}") from None


def _charge(percent: int, battery: int) -> Charge:
    return Charge(min(percent, 100), battery in {2, 3})


ECHO_S: Final = 1.0
"""The radio's doubling comes at once. "Rolled" once more after so long is worth a question."""

LEANS: Final = "leans: not counted"
PUT_DOWN: Final = "put down, not rolled: not counted"
AGAIN: Final = "says again that it rolled"

_MOVING: Final = frozenset({State.HANDLING, State.ROLLING})


@dataclass(frozen=True, slots=True)
class Counter:
    """What was heard of a die."""

    identity: Identity  # which die
    # its last message since it is heard without a gap; None before the first
    last: Motion | None = None
    at: float = 0.0  # when that came, in seconds
    # number of the face on which it lay last; None when it was moved since
    known: int | None = None
    met: bool = False  # it was heard at least once
    cut: bool = False  # it was rolling when it was heard last, before the gap

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
            cocked = motion.state is State.CROOKED and not self._misnames()
            return after, Counted(shown, cocked=cocked)
        told = motion.state is State.ROLLED and self.identity.tells_rolls
        if self.last is None:
            return after, self._first(shown, motion, unheard=told or self.cut)
        if motion != self.last:
            return after, Shown(shown, LEANS if motion.state is State.CROOKED else PUT_DOWN)
        again = told and now - self.at > ECHO_S
        return after, Shown(shown, AGAIN, claimable=True) if again else None

    def _is_roll(self, motion: Motion) -> bool:
        if self.last is None or motion.state is State.ON_FACE:
            return False
        if motion.state is State.ROLLED and self.identity.tells_rolls:
            return motion != self.last
        return self.last.state is State.ROLLING

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
        return known and self.identity.lights == 6  # noqa: PLR2004 - as it says above
