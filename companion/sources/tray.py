"""A dice tray that speaks DTP/1: each of its rolls arrives once, whatever the line does.

The tray numbers its rolls and holds each until it is told that the roll is kept. It is told so only
when the journal has it, and every roll before it.
"""

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Final, assert_never

from companion.core.texts import later, tr, trn
from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceFault
from companion.rolls.source import Device, DeviceState, KnownDevice, LinkQuality, Listener, Sort
from companion.sources.base import LineTray, Tempo, doubt, game_kind, until_calm
from companion.sources.tray_places import NamedPlace, Place
from hardware.dtp.link import WINDOW, Backwards, Gone, Logged, Lost, Met, NewRoll, Nonsense, OtherProtocol, Said
from hardware.dtp.messages import PROTOCOL, Battery, Die, Hello, Moved, Rolled, Trouble
from hardware.trays import LIFE, Down, Driver, DriverEvent, Opener, Time

MOVING: Final = later("dice are moving")
KEYBOARD: Final = later("type the dice until then: it is tried again by itself")

_DOUBTED: Final = 0.5
"""How sure a face is that the tray itself doubts: too little to be taken without asking."""

_MOVING_S: Final = 5.0
"""Dice that were moving so long ago, and of which nothing was heard since, lie still."""

_AGAIN_S: Final = 5.0
"""A roll that nobody kept within so long is handed in again when the tray next says something."""

_MOST_SAID: Final = 8
"""So many different complaints of a tray are passed on until its line was down."""

_MOST_TRAYS: Final = 16  # More trays than these do not greet at one port, whatever is heard there

_MOST_STARTS: Final = 8  # When a tray has begun so many new epochs, people are told

_BEGUN: Final = re.compile(r"([0-9a-f]{8})#([0-9]{1,11})\Z")  # one above the largest, too
_KEY: Final = re.compile(r"tray:([^/]+)/([0-9a-f]{8})#([0-9]{1,10})\Z")


def heads(keys: Iterable[str]) -> dict[tuple[str, str], int]:
    """Return which number comes next of each (serial, epoch), by the keys that are kept already.

    A number that was passed over while later ones were kept (the disk was full for a moment, and
    then the power went) comes first: the tray may hold it still. What it gave up long ago is not
    asked for again; as many rolls as can be on their way at once are looked back at.
    """
    found: dict[tuple[str, str], set[int]] = {}
    for key in keys:
        match = _KEY.match(key)
        if match is not None:
            serial, epoch, seq = match.groups()
            found.setdefault((serial, epoch), set()).add(int(seq))
    return {tray: _next(numbers) for tray, numbers in found.items()}


def _next(kept: set[int]) -> int:
    last = max(kept)
    looked_at = range(max(min(kept), last - WINDOW), last)
    return next((number for number in looked_at if number not in kept), last + 1)


def first_numbers(book: DeviceBook) -> dict[tuple[str, str], int]:
    """Return where the rolls of each tray began to count when it was met.

    Until the journal has a roll of that epoch nothing else tells that it was met before.
    """
    found: dict[tuple[str, str], int] = {}
    for device in book.all():
        match = _BEGUN.match(device.begun)
        if device.sort is Sort.TRAY and match is not None:
            found[device.id.removeprefix("tray:"), match[1]] = int(match[2])
    return found


def roll_key(serial: str, epoch: str, seq: int) -> str:
    """Return the key of a roll, which no other roll of any tray has."""
    return f"tray:{serial}/{epoch}#{seq}"


@dataclass(slots=True)
class _Held:
    """A roll that was handed in and is not acknowledged yet."""

    reading: RollReading
    seq: int
    at: float
    kept: bool = False


class TraySource(LineTray):
    """Rolls of a dice tray at a port, as pyserial names it, or at another place.

    `known` is the next number expected of each (serial, epoch), as `heads` finds it in the journal.
    With `history` rolls are taken that the tray held before it was ever met. `run` tells sources of
    one session apart. The line is opened by `opener`, else by the place; its time is for tests.
    """

    def __init__(  # noqa: PLR0913 - each is a part that tests replace
        self,
        url: str,
        known: Mapping[tuple[str, str], int],
        book: DeviceBook | None = None,
        *,
        history: bool = False,
        run: str = "",
        opener: Opener | None = None,
        place: Place | None = None,
        clock: Callable[[], float] = monotonic,
        time: Time = LIFE,
    ) -> None:
        super().__init__(f"tray:{url}" + (f".{run}" if run else ""), book, clock)
        self._url = url
        self._place = place or NamedPlace(url)
        self._moved_at = float("-inf")
        self._lock = threading.Lock()
        self._held: dict[str, _Held] = {}
        self._stuck: set[tuple[str, str]] = set()
        known = {**({} if book is None else first_numbers(book)), **known}
        self._serials: set[str] = set()
        self._starts = 0
        self._device = Device(f"tray:{url}", Sort.TRAY, DeviceState.TRYING, tr("looking for the tray"), self.source_id)
        self._driver = Driver(url, known, self._on_event, history=history, opener=opener or self._place.open, time=time)

    # -- the table's side -------------------------------------------------------------------------

    def kept(self, key: str) -> None:
        """Let the tray forget a roll, once every roll before it is kept as well."""
        match = _KEY.match(key)
        if match is None:
            return
        serial, epoch, _ = match.groups()
        with self._lock:
            held = self._held.get(key)
            if held is None or (serial, epoch) in self._stuck:
                return
            held.kept = True
            last = self._drop_kept(serial, epoch)
        if last:
            self._driver.kept(epoch, last)

    def devices(self) -> tuple[Device, ...]:
        """Return the tray as it is now; see `RollSource.devices`."""
        seen = self._device
        counts = self._driver.quality
        quality = LinkQuality(counts.good, counts.bad, counts.resent, counts.lost)
        lie_still = seen.note == MOVING and self._clock() - self._moved_at > _MOVING_S
        known, where = self._known(seen.id), self._place.where
        seen = replace(seen, name=known.name, seat=known.seat, where=where, quality=quality)
        return (replace(seen, note="") if lie_still else seen,)

    def start(self, listener: Listener) -> None:
        """Begin; see `RollSource.start`."""
        super().start(listener)
        self._driver.start()

    def stop(self) -> None:
        """End; see `RollSource.stop`."""
        super().stop()
        self._place.give_up()
        self._driver.stop()

    # -- the driver's thread ----------------------------------------------------------------------

    def _on_event(self, event: DriverEvent) -> None:
        try:
            self._take_in(event)
        except Exception as error:  # noqa: BLE001 - a source that breaks must not end the game
            if isinstance(event, NewRoll):  # the tray keeps it, and all after it, for another run
                self._stuck.add((event.serial, event.roll.epoch))
            what = tr("the tray's messages cannot be used ({name}: {error})", name=type(error).__name__, error=error)
            self._show(state=DeviceState.FAULT, text=what)
            if self._is_news(what):
                todo = tr("type the dice and report this")
                self._hand_in(SourceFault(self.source_id, what, self._place.where, todo))

    def _take_in(self, event: DriverEvent) -> None:
        match event:
            case NewRoll(serial=serial, roll=rolled):
                self._hand_in_again()
                self._take_roll(serial, rolled)
            case Met(hello=hello, passed=passed, began=began):
                self._hand_in_again()
                self._greet(hello, passed, f"{hello.epoch}#{began}" if began else "")
            case Lost(count=count):
                text = later("{rolls} lost: the tray no longer holds what was never fetched")
                what = tr(text, rolls=_rolls(count))
                self._fault(what, tr("throw again, or type what was thrown"))
            case Said(message=message):
                self._hand_in_again()
                self._take_message(message)
            case OtherProtocol():
                what = tr(
                    "tray {serial} speaks version {its} of the protocol, this program version {ours}",
                    serial=event.serial, its=event.version, ours=PROTOCOL,
                )  # fmt: skip
                older = event.version < PROTOCOL
                self._refuse(what, tr("update the tray") if older else tr("update this program"))
            case Backwards(serial=serial):
                text = later("the tray {serial} counts its rolls from the beginning again")
                what = tr(text, serial=serial)
                self._refuse(what, tr("switch it off and on; if it does so again, tell its maker"))
            case Nonsense(body=body):
                what = tr("the tray sends something a tray should not: {body}", body=body)
                self._show(note=what)
                self._fault_once(what, tr("the game goes on; tell its maker"))
            case Down():
                self._down(event)
            case Logged() | Gone():  # the driver says more of them when it gives the line up
                pass
            case _:
                assert_never(event)

    def _take_roll(self, serial: str, rolled: Rolled) -> None:
        key, now = roll_key(serial, rolled.epoch, rolled.seq), self._clock()
        came = now - rolled.age / 1000
        tempo = self._tempo.judge(came, now)
        with self._lock:
            self._throws += 1
            reading = RollReading(
                source_kind=self.kind,
                source_id=self.source_id,
                key=key,
                dice=tuple(map(_die, rolled.dice)),
                taken_at=came,
                throw=self._throws,
                doubt=doubt(tempo),
                late=came < self._asked_at or tempo is Tempo.FLOOD,
                owner=self._known(self._device.id).seat,
            )
            self._held[key] = _Held(reading, rolled.seq, now)
        # What it was blamed for is over: this roll is taken.
        self._show(state=DeviceState.OK, text=tr("connected"), last=reading.faces_text(), note="")
        if tempo is Tempo.FLOOD:
            self._fault_once(doubt(tempo), until_calm())
        self._hand_in(reading)

    def _drop_kept(self, serial: str, epoch: str) -> int:
        """Drop what is kept without a gap; return the last number of it, or 0. With the lock."""
        last = 0
        begin = roll_key(serial, epoch, 0)[:-1]
        for key in [key for key in self._held if key.startswith(begin)]:
            held = self._held[key]
            if not held.kept:
                break
            last = held.seq
            del self._held[key]
        return last

    def _hand_in_again(self) -> None:
        """Hand in what nobody kept, such as when the disk was full: the tray waits for it."""
        now = self._clock()
        with self._lock:
            due = [h for h in self._held.values() if not h.kept and now - h.at > _AGAIN_S]
            for held in due:
                held.at = now
        for held in due:
            self._hand_in(held.reading)

    def _greet(self, hello: Hello, passed: int, began: str) -> None:
        if hello.serial not in self._serials and len(self._serials) >= _MOST_TRAYS:
            what = tr("more than {count} trays have answered here", count=_MOST_TRAYS)
            self._fault_once(what, tr("is this the right port? type the dice until then"))
            return
        if began and hello.serial in self._serials:
            self._count_start()
        self._serials.add(hello.serial)
        seen, name = self._device, f"tray:{hello.serial}"
        if seen.id != name:  # another tray at the same port
            self._show(id=name, battery=None, charging=False, last="")
        if passed:
            self._show(note=tr("{rolls} from before it was known: ignored", rolls=_rolls(passed)))
        elif seen.state is not DeviceState.OK:
            self._show(note="")
        self._show(state=DeviceState.OK, text=tr("connected"))
        where = self._place.where
        if self._book is not None and (self._known(name).where != where or began):
            device = KnownDevice(name, Sort.TRAY, where=where, begun=began)
            self._remember(device, lambda note: self._show(note=note))

    def _count_start(self) -> None:
        self._starts += 1
        if self._starts == _MOST_STARTS:  # once: it may go on so without end
            what = tr("the tray has started anew {count} times", count=_MOST_STARTS)
            self._fault(what, tr("check its cable and battery; the rolls it held may be lost"))

    def _take_message(self, message: Moved | Battery | Trouble) -> None:
        match message:
            case Moved():
                self._moved_at = self._clock()
                self._show(note=MOVING)
            case Battery(percent=percent, charging=charging):
                self._show(battery=percent, charging=charging)
            case Trouble(code=code, text=text):
                what = tr("the tray says: {text} ({code})", text=text, code=code)
                self._show(note=what)
                self._fault_once(what, tr("check the tray; the game goes on"))
            case _:
                assert_never(message)

    def _refuse(self, what: str, todo: str) -> None:
        text = tr("{what}: none of its rolls is taken", what=what)
        self._show(state=DeviceState.FAULT, text=text)
        self._fault_once(what, todo)

    def _down(self, down: Down) -> None:
        why = down.why
        for place in (self._place.where, self._url):
            why = why.removeprefix(f"{place}: ")
        self._show(state=DeviceState.FAULT, text=tr("{why}; trying again", why=why), note="")
        if down.first:
            self._said.clear()
            self._fault(why, tr(KEYBOARD))

    def _fault_once(self, what: str, todo: str) -> None:
        """Say it once until the line was down: some trays repeat themselves every second."""
        if len(self._said) > _MOST_SAID or not self._is_news(what):
            return
        if len(self._said) > _MOST_SAID:
            what = tr("the tray sends more and more wrong messages")
            todo = tr("switch it off and on, and type the dice until then")
        self._fault(what, todo)

    def _fault(self, what: str, todo: str) -> None:
        self._complain(what, todo, self._place.where, self._known(self._device.id).name)

    def _show(self, **changes: Any) -> None:
        with self._lock:
            self._device = replace(self._device, **changes)


def _rolls(count: int) -> str:
    return trn("{count} roll", "{count} rolls", count)


def _die(die: Die) -> DieReading:
    kind = game_kind(die.kind)
    if die.doubtful:
        return DieReading(kind, die.face, _DOUBTED, DieStatus.COCKED)
    return DieReading(kind, die.face)
