"""What tray and host say to each other, and the grammar of each body."""

import re
from dataclasses import dataclass
from typing import Final

PROTOCOL: Final = 1

FACES: Final[dict[str, tuple[str, ...]]] = {
    "d4": tuple(map(str, range(1, 5))),
    "d6": tuple(map(str, range(1, 7))),
    "d8": tuple(map(str, range(1, 9))),
    "d10": tuple(map(str, range(10))),
    "d00": tuple(f"{ten}0" for ten in range(10)),
    "d12": tuple(map(str, range(1, 13))),
    "d20": tuple(map(str, range(1, 21))),
    **dict.fromkeys(
        ("mon", "mon.teeth", "mon.squid", "mon.devil", "mon.spider", "mon.dimwit", "mon.eye"),
        ("S", "2", "3", "4", "5", "6"),
    ),
}
"""Kinds of dice as the protocol names them, with the faces as printed."""

MOST_DICE: Final = 16

LARGEST: Final = 10**10 - 1  # The largest number that a message can carry

_EPOCH: Final = re.compile(r"[0-9a-f]{8}\Z")
_SERIAL: Final = re.compile(r"[A-Za-z0-9_.-]{1,24}\Z")
_NUMBER: Final = re.compile(r"(0|[1-9][0-9]{0,9})\Z")


class MessageError(ValueError):
    """A body whose check is right and whose words make no sense."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a roll: its kind, the printed face, and whether the tray doubts it (cocked)."""

    kind: str
    face: str
    doubtful: bool = False

    def word(self) -> str:
        """Return the form on the wire: `d10=7`, `mon=4?`."""
        return f"{self.kind}={self.face}{'?' if self.doubtful else ''}"


@dataclass(frozen=True, slots=True)
class Hello:
    """The tray says who it is and which rolls it still holds."""

    serial: str  # the tray's own name
    epoch: str  # 8 hex digits, new whenever its numbers begin again
    first: int  # number of the oldest roll it holds
    last: int  # number of the newest; below `first` when it holds none
    protocol: int = PROTOCOL  # the version it speaks

    def __str__(self) -> str:
        return f"HELLO,{self.protocol},{self.serial},{self.epoch},{self.first},{self.last}"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The tray has a roll."""

    epoch: str  # of the number
    seq: int  # its number, from 1
    age: int  # milliseconds since the dice came to rest
    dice: tuple[Die, ...]  # as they lie

    def __str__(self) -> str:
        dice = " ".join(die.word() for die in self.dice)
        return f"ROLL,{self.epoch},{self.seq},{self.age},{dice}"


@dataclass(frozen=True, slots=True)
class Moved:
    """Dice are moving in the tray."""

    def __str__(self) -> str:
        return "MOVE"


@dataclass(frozen=True, slots=True)
class Battery:
    """How full the tray's battery is, in percent, and whether it is being charged."""

    percent: int
    charging: bool

    def __str__(self) -> str:
        return f"BAT,{self.percent},{int(self.charging)}"


@dataclass(frozen=True, slots=True)
class Trouble:
    """The tray has a problem of its own."""

    code: str
    text: str

    def __str__(self) -> str:
        return f"ERR,{self.code},{self.text}"


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""

    number: int

    def __str__(self) -> str:
        return f"PONG,{self.number}"


@dataclass(frozen=True, slots=True)
class AskHello:
    """The host asks the tray who it is."""

    protocol: int = PROTOCOL

    def __str__(self) -> str:
        return f"HELLO,{self.protocol}"


@dataclass(frozen=True, slots=True)
class Sync:
    """The host asks for everything from a number on."""

    epoch: str
    next: int

    def __str__(self) -> str:
        return f"SYNC,{self.epoch},{self.next}"


@dataclass(frozen=True, slots=True)
class Ack:
    """The host holds everything up to a number safely."""

    epoch: str
    seq: int

    def __str__(self) -> str:
        return f"ACK,{self.epoch},{self.seq}"


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there?"""

    number: int

    def __str__(self) -> str:
        return f"PING,{self.number}"


FromTray = Hello | Rolled | Moved | Battery | Trouble | Pong


def from_tray(body: str) -> FromTray:
    """Read what a tray says; raises `MessageError`: it is none of the tray's messages."""
    word, *rest = body.split(",")
    match word, rest:
        case "HELLO", [protocol, *more]:
            return _hello(read_number(protocol), more)
        case "ROLL", [epoch, seq, age, dice]:
            return Rolled(read_epoch(epoch), _seq(seq), read_number(age), _dice(dice))
        case "MOVE", []:
            return Moved()
        case "BAT", [percent, "0" | "1" as charging]:
            if (number := read_number(percent)) > 100:  # noqa: PLR2004 - percent
                raise MessageError(f"{number} percent")
            return Battery(number, charging == "1")
        case "ERR", [code, *text] if code and text:
            return Trouble(code, ",".join(text))
        case "PONG", [number]:
            return Pong(read_number(number))
        case _:
            raise MessageError(f"no tray says {body!r}")


def _hello(protocol: int, rest: list[str]) -> Hello:
    if protocol != PROTOCOL:
        # What follows is that version's own affair; who it is may stand elsewhere.
        return Hello(rest[0] if rest and _SERIAL.match(rest[0]) else "?", "0" * 8, 1, 0, protocol)
    match rest:
        case [serial, epoch, first, last] if _SERIAL.match(serial):
            hello = Hello(serial, read_epoch(epoch), _seq(first), read_number(last))
        case _:
            raise MessageError("a greeting without serial, epoch, first and last")
    if hello.last < hello.first - 1:
        raise MessageError(f"a tray cannot hold rolls {hello.first} to {hello.last}")
    return hello


def read_number(word: str) -> int:
    """Read a number of a message; raises `MessageError`."""
    if not _NUMBER.match(word):
        raise MessageError(f"expected a number, not {word!r}")
    return int(word)


def _seq(word: str) -> int:
    number = read_number(word)
    if number < 1:
        raise MessageError("rolls are counted from 1")
    return number


def read_epoch(word: str) -> str:
    """Read an epoch of a message; raises `MessageError`."""
    if not _EPOCH.match(word):
        raise MessageError(f"expected an epoch of 8 hex digits, not {word!r}")
    return word


def _dice(words: str) -> tuple[Die, ...]:
    dice = tuple(_die(word) for word in words.split(" "))
    if len(dice) > MOST_DICE:
        raise MessageError(f"{len(dice)} dice are too many")
    return dice


def _die(word: str) -> Die:
    kind, sign, face = word.partition("=")
    die = Die(kind, face.removesuffix("?"), face.endswith("?"))
    if not sign or die.face not in FACES.get(kind, ()):
        raise MessageError(f"expected a die such as d10=7, not {word!r}")
    return die
