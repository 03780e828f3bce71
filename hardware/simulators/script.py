"""What a simulated tray is told to do: one word and what it needs on each line; see `WORDS`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hardware.dtp.lines import framed
from hardware.dtp.messages import (
    FACES,
    MOST_DICE,
    Battery,
    Die,
    MessageError,
    Rolled,
    Trouble,
    from_tray,
)
from hardware.errors import HardwareError
from hardware.simulators.line import Faults

WORDS: Final = """\
what a script says, one word and what it needs on each line:

  roll d10=7 d6=3       dice come to rest; `roll mon.teeth=S`, `roll d10=3?` for a doubtful one
  cocked d10=3          the same, and every die leans
  random 100 d10 d6     a hundred rolls of these dice, a second apart; while the ring is full it
                        waits. `every 0.5` at the end says otherwise
  move                  dice are moving
  battery 40 charging   how full the battery is
  error E7 the lid is open
  say hello             a line of the device's own log
  garbage               what a board says while it starts
  faults flip=0.001     the line is so bad from here on
  unplug 2              the line is cut for so many seconds; the script goes on meanwhile
  hang 3                it neither listens nor answers for so long; the script goes on
  reset                 it starts anew and still has its rolls
  forget                it starts anew, its rolls are lost, and its numbers begin again
  wait 0.5              seconds until the next line
  drain                 wait until the host has acknowledged everything
  end                   leave

empty lines, and what follows a #, are passed over.
"""
"""The words for people."""

LONGEST_S: Final = 86_400.0
MOST_ROLLS: Final = 10_000_000
EVERY_S: Final = 1.0  # Seconds between the rolls of `random`, if it does not say otherwise

_COUNT: Final = re.compile(r"[0-9]{1,9}")
_WIDEST: Final = 10**9
_LONGEST_TEXT: Final = 150


class ScriptError(HardwareError):
    """A line of a script that says nothing a tray could do."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice come to rest."""

    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Throws:
    """So many rolls of dice of these kinds, so many seconds apart."""

    count: int
    kinds: tuple[str, ...]
    every: float = EVERY_S


@dataclass(frozen=True, slots=True)
class Tell:
    """A body of the protocol is sent once, as a frame."""

    body: str


@dataclass(frozen=True, slots=True)
class Say:
    """A line of the device's own log."""

    text: str


@dataclass(frozen=True, slots=True)
class Garble:
    """What a board says while it starts."""


@dataclass(frozen=True, slots=True)
class Worsen:
    """The line is so bad from here on."""

    faults: Faults


@dataclass(frozen=True, slots=True)
class Unplug:
    """The line is cut for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Hang:
    """The tray neither listens nor answers for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Reset:
    """The tray starts anew; if it forgets, its rolls are lost and its numbers begin again."""

    forget: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """Seconds until the next line."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Drain:
    """Wait until the host has acknowledged everything."""


@dataclass(frozen=True, slots=True)
class End:
    """Leave."""


Act = Throw | Throws | Tell | Say | Garble | Worsen | Unplug | Hang | Reset | Wait | Drain | End


def read_script(text: str, name: str) -> tuple[Act, ...]:
    """Read a whole script; raises `ScriptError` as `NAME:LINE: what is wrong`."""
    acts: list[Act] = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            act = read_line(line)
        except ScriptError as error:
            raise ScriptError(f"{name}:{number}: {error}") from None
        if act is not None:
            acts.append(act)
    return tuple(acts)


def read_line(line: str) -> Act | None:
    """Read one line; None for one that says nothing; raises `ScriptError`."""
    word, *rest = line.partition("#")[0].split() or [""]
    if not word:
        return None
    if word not in _WORDS:
        raise ScriptError(f"a tray knows no {word[:40]!r}; it knows {', '.join(_WORDS)}")
    return _WORDS[word](rest)


def _roll(words: list[str]) -> Act:
    if not words:
        raise ScriptError("which dice? write roll d10=7 d6=3")
    try:
        rolled = from_tray(str(Rolled("0" * 8, 1, 0, ())) + " ".join(words))
        assert isinstance(rolled, Rolled)  # noqa: S101 - for the type checker: it said ROLL
        framed(str(Rolled(rolled.epoch, _WIDEST, _WIDEST, rolled.dice)))
    except MessageError as error:
        raise ScriptError(str(error)) from None
    except ValueError:
        raise ScriptError("these are more dice than one line of the protocol carries") from None
    return Throw(rolled.dice)


def _cocked(words: list[str]) -> Act:
    return _roll([f"{word.removesuffix('?')}?" for word in words])


def _random(words: list[str]) -> Act:
    every = EVERY_S
    if len(words) > 1 and words[-2] == "every":
        every = _seconds(words[-1:])
        words = words[:-2]
    count, *kinds = words or [""]
    if not _COUNT.fullmatch(count) or not 1 <= int(count) <= MOST_ROLLS:
        raise ScriptError("how many, and which dice? write random 100 d10 d6")
    for kind in kinds:
        if kind not in FACES:
            raise ScriptError(f"there is no die {kind[:20]!r}; there are {', '.join(FACES)}")
    if not 1 <= len(kinds) <= MOST_DICE:
        raise ScriptError(f"random takes 1 to {MOST_DICE} dice: write random 100 d10 d6")
    _roll([f"{kind}={max(FACES[kind], key=len)}" for kind in kinds])  # they fit on one line
    return Throws(int(count), tuple(kinds), every)


def _battery(words: list[str]) -> Act:
    match words:
        case [percent] | [percent, "charging"] if percent.isascii() and percent.isdigit():
            return _tell(str(Battery(int(percent[:9]), len(words) > 1)))
        case _:
            raise ScriptError("write battery 40, or battery 40 charging")


def _error(words: list[str]) -> Act:
    if len(words) < 2 or "," in words[0]:  # noqa: PLR2004 - a code and a text
        raise ScriptError("write error CODE and what is wrong")
    return _tell(str(Trouble(words[0], " ".join(words[1:]))))


def _tell(body: str) -> Act:
    try:
        from_tray(body)
        framed(body)
    except MessageError as error:
        raise ScriptError(str(error)) from None
    except ValueError:
        raise ScriptError("the text is too long, or has a sign that no line carries") from None
    return Tell(body)


def _say(words: list[str]) -> Act:
    text = " ".join(words)
    if not text or len(text) > _LONGEST_TEXT or not text.isascii() or "$" in text:
        raise ScriptError(f"say takes plain letters without $, {_LONGEST_TEXT} at most")
    return Say(text)


def _faults(words: list[str]) -> Act:
    try:
        return Worsen(Faults.read(",".join(words)))
    except ValueError as error:
        raise ScriptError(str(error)) from None


def _seconds(words: list[str]) -> float:
    try:
        (word,) = words
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_S:
        raise ScriptError("how many seconds? write a number such as 0.5")
    return seconds


def _alone(act: Act) -> Callable[[list[str]], Act]:
    def read(words: list[str]) -> Act:
        if words:
            raise ScriptError(f"nothing may follow here, but {' '.join(words)[:40]!r} does")
        return act

    return read


_WORDS: Final[dict[str, Callable[[list[str]], Act]]] = {
    "roll": _roll,
    "cocked": _cocked,
    "random": _random,
    "move": _alone(Tell("MOVE")),
    "battery": _battery,
    "error": _error,
    "say": _say,
    "garbage": _alone(Garble()),
    "faults": _faults,
    "unplug": lambda words: Unplug(_seconds(words)),
    "hang": lambda words: Hang(_seconds(words)),
    "reset": _alone(Reset(forget=False)),
    "forget": _alone(Reset(forget=True)),
    "wait": lambda words: Wait(_seconds(words)),
    "drain": _alone(Drain()),
    "end": _alone(End()),
}
