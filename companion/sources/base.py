"""What trays at a line share, and how a roll follows those before it; names of dice."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import SourceFault, SourceKind
from companion.rolls.source import KnownDevice, RollSource, Sort

_SAVED_S: Final = 1.0  # What is remembered of a device is written so often at most


class SourceError(CompanionError):
    """A source or the dice reader that cannot be opened; the message is one line for people."""


class LineTray(RollSource):
    """What trays at a line share: when a roll was asked for, what the book knows, complaints."""

    kind = SourceKind.TRAY

    def __init__(
        self,
        source_id: str,
        book: DeviceBook | None,
        clock: Callable[[], float],
        work: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(source_id, work)
        self._book = book
        self._clock = clock
        self._tempo = Pace()
        self._asked_at = float("-inf")
        self._said: set[str] = set()
        self._noting = threading.Lock()
        self._unsaved: dict[str, KnownDevice] | None = None  # None while no thread saves

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Note when a roll was asked for: dice that came to rest before do not answer it."""
        if kinds:
            self._asked_at = self._clock()

    def _known(self, device_id: str) -> KnownDevice:
        """Return what people said of a device; nothing when it was never met."""
        known = None if self._book is None else self._book.get(device_id)
        return known or KnownDevice(device_id, Sort.TRAY)

    def _complain(self, what: str, todo: str, where: str, name: str, *, over: bool = False) -> None:
        where = f"{name} ({where})" if name else where
        self._hand_in(SourceFault(self.source_id, what, where, todo, over=over))

    def _remember(self, device: KnownDevice, problem: Callable[[str], None]) -> None:
        """Note where a device is; aside, since listing the ports can take seconds.

        One thread does it. Of what comes while it is busy, the newest of each device is saved.
        """
        if self._book is None:
            return
        with self._noting:
            idle, unsaved = self._unsaved is None, self._unsaved or {}
            old = unsaved.get(device.id, device)
            unsaved[device.id] = replace(device, begun=device.begun or old.begun)
            self._unsaved = unsaved
        if idle:
            work = (self._book, problem)
            threading.Thread(target=self._save, args=work, name="remember", daemon=True).start()

    def _save(self, book: DeviceBook, problem: Callable[[str], None]) -> None:
        from hardware.ports import identity_of

        while True:
            with self._noting:
                devices = self._unsaved
                self._unsaved = {} if devices else None
            if not devices:
                return
            for device in devices.values():
                try:
                    book.met(replace(device, identity=identity_of(device.where)))
                except CompanionError as error:
                    problem(tr("could not be saved: {error}", error=error))
            self.closed.wait(_SAVED_S)

    def _is_news(self, what: str) -> bool:
        """Tell whether it was not said since the line was down, and note it."""
        news = what not in self._said
        self._said.add(what)
        return news


def game_kind(kind: str) -> str:
    """Return a kind as the games name it: monster dice have names of their own there."""
    head, dot, rest = kind.partition(".")
    return f"md{dot}{rest}" if head == "mon" else kind


QUICK_S: Final = 1.0
"""Two throws of one tray come to rest at least so far apart; nearer is one die that rocked."""

FLOOD: Final = 6
FLOOD_S: Final = 6.0  # So many rolls that came to rest within so long were not thrown by anybody

CALM_S: Final = 5.0  # After so long without a roll a device is believed again


class Tempo(StrEnum):
    """How a roll follows those before it."""

    CALM = "calm"
    QUICK = "quick"  # too soon after the one before: people are asked
    FLOOD = "flood"  # one of many that nobody can have thrown: none counts


class Pace:
    """Follows the moments at which a device's rolls came to rest. Its memory does not grow."""

    def __init__(self) -> None:
        self._rests: deque[float] = deque(maxlen=FLOOD - 1)
        self._flood = False
        self._heard = float("-inf")

    def judge(self, rested: float, now: float) -> Tempo:
        """Take in when a roll came to rest and when it was heard, in seconds of one clock."""
        if now - self._heard >= CALM_S:
            self._flood = False
        self._heard = now
        many = len(self._rests) == FLOOD - 1 and abs(rested - self._rests[0]) < FLOOD_S
        quick = bool(self._rests) and abs(rested - self._rests[-1]) < QUICK_S
        self._rests.append(rested)
        self._flood = self._flood or many
        if self._flood:
            return Tempo.FLOOD
        return Tempo.QUICK if quick else Tempo.CALM


def doubt(tempo: Tempo) -> str:
    """Say what is doubtful about a tray's roll that came so; empty when nothing is."""
    if tempo is Tempo.QUICK:
        return tr("the tray reported two rolls within a second: was this one thrown?")
    flood = tr("the tray reports rolls faster than anybody can throw")
    return flood if tempo is Tempo.FLOOD else ""


def until_calm() -> str:
    """Say what to do about a flood."""
    return tr("no roll counts for now: switch the tray off and on, or type the dice")
