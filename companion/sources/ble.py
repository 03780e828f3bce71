"""Bluetooth dice: every die that the book knows, as one source of rolls.

Dice that lie near by and that nobody took into use are shown and never counted: at a fair they are
the neighbours'.
"""

import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, assert_never

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import RollReading, SourceFault, SourceKind
from companion.rolls.source import Device, DeviceState, KnownDevice, Listener, RollSource, Sort
from companion.sources.ble_dice import BleDie
from companion.sources.ble_gather import PATIENCE_S, Batch, Gathering, OneRoll
from hardware.ble.events import (
    Garbled,
    Linked,
    Radio,
    RadioDown,
    RadioEvent,
    RadioUp,
    Said,
    Seen,
    Tick,
    Unlinked,
)

NAME: Final = "ble"
MOST_DICE: Final = 100  # So many dice are shown at most: a fair has more

_DICE: Final = frozenset({Sort.PIXELS, Sort.GODICE})


class BleSource(RollSource):
    """Rolls of Bluetooth dice, which the book remembers, with whose they are.

    `run` is a random name of this run of the program, so that keys never repeat; for `patience`
    seconds dice that came to rest wait for the others of a roll.
    """

    kind = SourceKind.BLE

    def __init__(
        self,
        radio: Radio,
        book: DeviceBook | None,
        run: str = "",
        clock: Callable[[], float] = monotonic,
        *,
        patience: float = PATIENCE_S,
    ) -> None:
        super().__init__(f"{NAME}:{run}" if run else NAME)
        self._radio = radio
        self._book = book
        self._clock = clock
        self._lock = threading.RLock()
        self._gathering = Gathering(patience)
        self._outbox: list[Batch] = []
        self._dice: dict[str, BleDie] = {}
        self._wanted: frozenset[str] = frozenset()
        self._radio_is = tr("looking for dice")
        self._radio_well = True
        self._read_book()

    # -- the table's side -------------------------------------------------------------------------

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Gather dice for a request from now on; those that wait for others do not answer it."""
        with self._lock:
            self._gathering, late = self._gathering.expect(kinds, self._clock())
            self._outbox += late  # handed in on the radio's thread, which comes by soon

    def devices(self) -> tuple[Device, ...]:
        """Return every die that is near by or known; see `RollSource.devices`."""
        with self._lock:
            now = self._clock()
            radio = "" if self._radio_well else self._radio_is
            found = [die.device(self.source_id, now, radio) for die in self._dice.values()]
        if not found:
            state = DeviceState.TRYING if self._radio_well else DeviceState.FAULT
            text = self._radio_is if self._radio_well else tr("{radio}; trying again", radio=radio)
            return (Device(self.source_id, Sort.PIXELS, state, text, self.source_id),)
        return tuple(found)

    def start(self, listener: Listener) -> None:
        """Begin; see `RollSource.start`."""
        super().start(listener)
        self._radio.start(self._on_event)

    def stop(self) -> None:
        """End; see `RollSource.stop`."""
        super().stop()
        self._radio.stop()

    # -- the radio's thread -----------------------------------------------------------------------

    def _on_event(self, event: RadioEvent) -> None:
        with self._lock:
            told = self._take_in(event)
            batches, self._outbox = self._outbox, []
            values: list[RollReading | SourceFault] = [self._reading(batch) for batch in batches]
        # Without the lock: a listener may stop the source, or be waiting for it.
        for value in (*values, *told):
            self._hand_in(value)

    def _take_in(self, event: RadioEvent) -> tuple[SourceFault, ...]:
        match event:
            case Tick():
                self._read_book()
                self._gathering, batches = self._gathering.tick(self._clock())
                self._outbox += batches
            case RadioUp():
                self._radio_well, self._radio_is = True, tr("listening; no dice nearby")
            case RadioDown(why=why, todo=todo, first=first):
                self._radio_well, self._radio_is = False, why
                if first:
                    return (SourceFault(self.source_id, why, tr("Bluetooth dice"), todo),)
            case _:
                die = self._die(event.die)
                return () if die is None else self._of_die(event, die)
        return ()

    def _of_die(self, event: Seen | Linked | Unlinked | Said | Garbled, die: BleDie) -> tuple[SourceFault, ...]:
        now = self._clock()
        match event:
            case Seen(where=where, advert=advert, problem=problem):
                die.seen_at, die.where, die.note = now, where, problem or die.note
                if advert is not None:
                    self._hear(die.advertised(advert, now))
            case Linked():
                die.linked, die.trouble, die.seen_at = True, "", now
                die.link(now)
            case Unlinked(why=why):
                was, die.linked, die.trouble = die.linked, False, why
                die.link(now)
                if was and die.ours:  # one that never was connected has its line, and no fault
                    name = "" if die.known is None else die.known.name
                    what = tr("{why}; a roll meanwhile may be lost", why=why)
                    todo = tr("it is tried again by itself; type what was rolled in the meantime")
                    return (SourceFault(self.source_id, what, name or die.id, todo),)
            case Said(message=message):
                self._hear(die.said(message, now))
            case Garbled():
                die.garbled()
            case _:
                assert_never(event)
        return ()

    def _hear(self, roll: OneRoll | None) -> None:
        if roll is not None:
            self._gathering, batches = self._gathering.hear(roll)
            self._outbox += batches

    def _reading(self, batch: Batch) -> RollReading:
        self._throws += 1
        return RollReading(
            source_kind=self.kind,
            source_id=self.source_id,
            key=f"{self.source_id}#{self._throws}",
            dice=tuple(one.reading for one in batch.rolls),
            taken_at=max(one.at for one in batch.rolls),
            throw=self._throws,
            doubt=batch.doubt,
            late=batch.late,
            owner=batch.owner,
        )

    # -- the book ---------------------------------------------------------------------------------

    def _die(self, die_id: str) -> BleDie | None:
        """Return a die, met just now if need be; None when there are too many."""
        die = self._dice.get(die_id)
        if die is None and len(self._dice) < MOST_DICE:
            die = self._dice[die_id] = BleDie(die_id)
            self._meet(die)
            self._read_book()
        return die

    def _meet(self, die: BleDie) -> None:
        """Note it in the book, where people can take it into use."""
        if self._book is None or self._book.get(die.id) is not None:
            return
        try:
            self._book.met(KnownDevice(die.id, die.sort))
        except CompanionError as error:
            die.note = tr("could not be saved: {error}", error=error)

    def _read_book(self) -> None:
        """See what people said of the dice meanwhile, and connect to those that are theirs."""
        for known in () if self._book is None else self._book.all():
            if known.sort in _DICE and _in_use(known) and known.id not in self._dice:
                self._dice[known.id] = BleDie(known.id)
        for die in tuple(self._dice.values()):
            known_now = None if self._book is None else self._book.get(die.id)
            if die.known is not None and known_now is None:
                del self._dice[die.id]  # forgotten: when it is heard again, it is a new one
            die.known = known_now
            die.ours = self._radio.trusted or (known_now is not None and _in_use(known_now))
        wanted = frozenset(die.id for die in self._dice.values() if die.ours)
        if wanted != self._wanted:
            self._wanted = wanted
            self._radio.want(wanted)


def _in_use(known: KnownDevice) -> bool:
    """Tell whether people took it into use: they said something about it."""
    return bool(known.name or known.kind or known.seat)
