"""Bluetooth dice that are not there: a radio that plays a script, for tests and for trying out.

One line, one thing that happens; `#` begins a comment:

    wait 1.5                                seconds pass
    again                                   from the beginning, for ever
    pixels:1a2b3c4d is d10                  a die is switched on, near by (`d10 old`: firmware of 2023)
    pixels:1a2b3c4d roll 7                  it rolls and shows 7 (the same as: rolling 1, rolled 7)
    pixels:1a2b3c4d rolled 7                one message: also handling, rolling, crooked, on, unknown
    pixels:1a2b3c4d seen rolled 7           the same by advertisement
    godice:1A2B3C is here                   a GoDice is switched on
    godice:1A2B3C roll d10=7                it rolls and shows 7 in a shell of that kind
    godice:1A2B3C R                         it begins to roll
    godice:1A2B3C S 0 0 64                  a stable result (also F, T and M: fake, tilt, move)
    pixels:1a2b3c4d battery 12 charging     also without the last word
    pixels:1a2b3c4d lost                    its connection is cut
    pixels:1a2b3c4d back                    and there again
    pixels:1a2b3c4d says 03 01 06           any bytes at all
    doubled on                              each message comes twice, as after some reconnections
    radio off                               nothing can be heard (radio on)

What is said goes through the bytes of the real protocols.
"""

from __future__ import annotations

import re
import struct
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from calibration.files import read_file
from hardware.ble import godice, pixels
from hardware.ble.events import (
    GODICE,
    PIXELS,
    BluetoothError,
    Linked,
    RadioDown,
    RadioEvent,
    RadioUp,
    Said,
    Seen,
    Tick,
    Unlinked,
)
from hardware.ble.links import event_of
from hardware.ble.pixels import KINDS, Identity, Motion, State

TICK_S: Final = 0.25
MAX_SCRIPT: Final = 1_000_000
LONGEST_WAIT_S: Final = 3600.0
BUILT: Final = 1_735_945_440
BUILT_OLD: Final = 1_710_000_000
"""Build times of the firmware: of January 2025, and of March 2024, which tells no roll by itself."""

_SHAPES: Final = {kind: shape for shape, kind in reversed(KINDS.items()) if kind}
"""The plainest shape of each kind."""
_LIGHTS: Final = {"d4": 6, "d6": 6, "d8": 8, "d10": 10, "d00": 10, "d12": 12, "d20": 20}
_STATES: Final = {state.name.lower().removesuffix("_face"): state for state in State}
_HEADS: Final = {"S": b"S", "F": b"FS", "T": b"TS", "M": b"MS"}
_PIXEL_ID: Final = re.compile(r"[0-9a-f]{8}")


class DiceScriptError(BluetoothError):
    """A script that makes no sense: says where."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    words: tuple[str, ...]

    def wrong(self, why: str) -> NoReturn:
        raise DiceScriptError(f"line {self.number} ({' '.join(self.words)}): {why}")


class ScriptedRadio:
    """Dice that do what they are told, at once, on the thread that tells them."""

    trusted = True  # They are all this table's

    def __init__(self) -> None:
        self._listener: Callable[[RadioEvent], None] | None = None
        self._identities: dict[str, Identity] = {}
        self._lies: dict[str, int] = {}
        self._linked: set[str] = set()
        self._doubled = False
        self._stopped = False
        self.wanted: frozenset[str] = frozenset()

    def want(self, dice: frozenset[str]) -> None:
        """Note it: these dice are connected whether they are wanted or not."""
        self.wanted = dice

    def start(self, listener: Callable[[RadioEvent], None]) -> None:
        """Begin; see `Radio.start`."""
        if self._listener is not None:
            raise RuntimeError("a radio is started once")
        self._listener = listener

    def stop(self) -> None:
        """End it."""
        self._stopped = True

    def tell(self, event: RadioEvent) -> None:
        """Tell the listener something that no line of a script says."""
        if self._listener is not None and not self._stopped:
            self._listener(event)

    def play(self, text: str, number: int = 1) -> None:
        """Do what one line says, `wait` and `again` excepted; raises `DiceScriptError`."""
        line = _line(text, number)
        if not line.words:
            return
        match line.words:
            case ("doubled", "on" | "off" as how):
                self._doubled = how == "on"
            case ("radio", "on"):
                self.tell(RadioUp())
            case ("radio", "off"):
                todo = "switch it on; it is tried again by itself"
                self.tell(RadioDown("Bluetooth is switched off", todo, first=True))
            case (die, *_) if die.startswith(PIXELS):
                self._pixels(line, die)
            case (die, *_) if die.startswith(GODICE):
                self._godice(line, die)
            case _:
                line.wrong("begins with a die (pixels:1a2b3c4d, godice:1A2B3C), doubled or radio")

    # -- both makes -------------------------------------------------------------------------------

    def _appear(self, die: str) -> None:
        if die not in self._linked:
            self._linked.add(die)
            self.tell(Seen(die, "simulated"))
            self.tell(Linked(die))

    def _common(self, line: _Line, die: str) -> bool:
        """Do what both makes can; False when it is something else."""
        match line.words[1:]:
            case ("lost",):
                self._linked.discard(die)
                self.tell(Unlinked(die, "the connection is lost", first=True))
            case ("back",):
                self._appear(die)
            case ("says", *digits):
                self._appear(die)
                try:
                    self._say(die, bytes.fromhex("".join(digits)))
                except ValueError:
                    line.wrong("bytes are written in hexadecimal: 03 01 06")
            case _:
                return False
        return True

    def _say(self, die: str, data: bytes) -> None:
        for _ in range(2 if self._doubled else 1):
            event = event_of(die, data)
            if event is not None:
                self.tell(event)

    # -- Pixels -----------------------------------------------------------------------------------

    def _pixels(self, line: _Line, die: str) -> None:
        digits = die.removeprefix(PIXELS)
        if not _PIXEL_ID.fullmatch(digits):
            line.wrong("a Pixels die has eight hexadecimal digits: pixels:1a2b3c4d")
        match line.words[1:]:
            case ("is", kind, *old) if kind in _SHAPES and old in ([], ["old"]):
                who = (int(digits, 16), _SHAPES[kind], _LIGHTS[kind])
                self._identities[die] = Identity(*who, BUILT_OLD if old else BUILT)
                self._advertise(die, Motion(State.ON_FACE, 0))
                self._back(die)
            case _ if die not in self._identities:
                line.wrong(f"say first what it is: {die} is d10")
            case ("back",):
                self._back(die)
            case ("roll", face):
                self._moves(die, State.ROLLING, 0)
                self._moves(die, State.ROLLED, self._index(line, die, face))
            case (state, *face) if state in _STATES and len(face) <= 1:
                self._moves(die, _STATES[state], self._index(line, die, *face))
            case ("seen", state, *face) if state in _STATES and len(face) <= 1:
                self._advertise(die, Motion(_STATES[state], self._index(line, die, *face)))
            case ("battery", percent, *charging) if charging in ([], ["charging"]):
                self._say(die, bytes((0x22, _percent(line, percent), 2 if charging else 0)))
            case _:
                if not self._common(line, die):
                    line.wrong("a Pixels die cannot do that")

    def _back(self, die: str) -> None:
        self._appear(die)
        identity = self._identities[die]
        place = Motion(State.ON_FACE, self._lies.get(die, 0))
        self.tell(Said(die, pixels.Introduction(identity, place, pixels.Charge(80, charging=False))))

    def _moves(self, die: str, state: State, index: int) -> None:
        self._appear(die)
        self._lies[die] = index
        self._say(die, bytes((3, state, index)))

    def _advertise(self, die: str, motion: Motion) -> None:
        identity = self._identities[die]
        self._lies[die] = motion.index
        said = struct.pack("<BBBBB", identity.lights, identity.shape << 4, motion.state, motion.index, 80)
        who = struct.pack("<II", identity.pixel_id, identity.built)
        self.tell(Seen(die, "simulated", pixels.decode_advert(said, who)))

    def _index(self, line: _Line, die: str, face: str = "") -> int:
        identity = self._identities[die]
        found = (index for index in range(20) if pixels.face(identity, index) == face)
        index = next(found, None) if face else 0
        if index is None:
            line.wrong(f"a {identity.kind} has no face {face}")
        return index

    # -- GoDice -----------------------------------------------------------------------------------

    def _godice(self, line: _Line, die: str) -> None:
        if not godice.read_name(f"GoDice_{die.removeprefix(GODICE)}_K"):
            line.wrong("a GoDice has six hexadecimal digits in capitals: godice:1A2B3C")
        self._appear(die)
        match line.words[1:]:
            case ("is", "here"):
                pass
            case ("R",):
                self._say(die, b"R")
            case (kind, x, y, z) if kind in _HEADS:
                self._say(die, _HEADS[kind] + _vector(line, (x, y, z)))
            case ("roll", what):
                self._say(die, b"R")
                self._say(die, b"S" + _toward(line, what))
            case ("battery", percent, *charging) if charging in ([], ["charging"]):
                self._say(die, b"Bat" + bytes((_percent(line, percent),)))
                self._say(die, b"Char" + bytes((bool(charging),)))
            case _:
                if not self._common(line, die):
                    line.wrong("a GoDice cannot do that")


class SimulatedRadio(ScriptedRadio):
    """Dice that play a script by themselves, in life's time.

    Raises:
        DiceScriptError: a line makes no sense; the whole script is looked at before.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self._lines = tuple(lines)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulated dice", daemon=True)
        rehearsal = ScriptedRadio()
        for number, text in enumerate(self._lines, 1):
            if not _timing(text, number):
                rehearsal.play(text, number)

    @classmethod
    def of_file(cls, path: str) -> SimulatedRadio:
        """Read a script; raises `DiceScriptError`: it cannot be read, or makes no sense."""
        try:
            text = read_file(Path(path), MAX_SCRIPT).decode("utf-8")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "no text"
            raise DiceScriptError(f"{path}: the script of dice cannot be read: {why}") from None
        try:
            return cls(text.splitlines())
        except DiceScriptError as error:
            raise DiceScriptError(f"{path}: {error}") from None

    def start(self, listener: Callable[[RadioEvent], None]) -> None:
        """Begin to play."""
        super().start(listener)
        self._thread.start()

    def stop(self) -> None:
        """End it."""
        super().stop()
        self._over.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(5.0)

    def _run(self) -> None:
        self.tell(RadioUp())
        number = 0
        while number < len(self._lines) and not self._over.is_set():
            text = self._lines[number]
            number += 1
            match _timing(text, number):
                case ("wait", seconds):
                    self._pass(float(seconds))
                case ("again",):
                    number = 0
                    self._pass(TICK_S)  # a script without a wait goes round, and not mad
                case _:
                    self.play(text, number)
        while not self._over.is_set():
            self._pass(TICK_S)

    def _pass(self, seconds: float) -> None:
        left = seconds
        while left > 0 and not self._over.is_set():
            self._over.wait(min(left, TICK_S))
            left -= TICK_S
            self.tell(Tick())


def _line(text: str, number: int) -> _Line:
    return _Line(number, tuple(text.partition("#")[0].split()))


def _timing(text: str, number: int) -> tuple[str, ...] | None:
    """Return the words of a line that is about time; None for any other."""
    line = _line(text, number)
    match line.words:
        case ("wait", seconds):
            try:
                fits = 0 < float(seconds) <= LONGEST_WAIT_S
            except ValueError:
                fits = False
            if not fits:
                line.wrong(f"seconds from 0 to {LONGEST_WAIT_S:.0f} expected")
            return line.words
        case ("again",):
            return line.words
        case _:
            return None


def _percent(line: _Line, text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text[:4]) <= 100 or len(text) > 3:  # noqa: PLR2004 - percent
        line.wrong(f"percent expected, not {text}")
    return int(text)


def _vector(line: _Line, words: tuple[str, str, str]) -> bytes:
    try:
        return struct.pack("<bbb", *(int(word) for word in words))
    except (ValueError, struct.error):
        line.wrong("three numbers from -128 to 127 expected")


def _toward(line: _Line, what: str) -> bytes:
    kind, _, face = what.partition("=")
    try:
        vector = godice.toward(godice.Shell(kind), face)
    except ValueError:
        vector = None
    if vector is None:
        line.wrong("which shell and face? such as roll d10=7")
    return struct.pack("<bbb", *vector)
