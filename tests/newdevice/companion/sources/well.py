"""A dice well: a source of rolls that is asked ten times a second what lies in it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Final

from companion.core.texts import tr
from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import DieReading, RollReading, SourceFault, SourceKind
from companion.rolls.source import Device, DeviceState, KnownDevice, LinkQuality, RollSource, Sort
from companion.sources.base import Pace, Tempo, doubt, until_calm
from hardware.ports import Port, PortError, open_port
from hardware.well import ASK, COUNTS, Lies, decoded

ASK_S: Final = 0.1
AGAIN_S: Final = 2.0
SIMULATE: Final = "simulate:"
SIMULATED_S: Final = 5.0
KIND: Final = "d10"


class WellSource(RollSource):
    """Rolls of a dice well.

    Args:
        url: the port.
        run: tells this run of the program apart from all others.
        book: knows what people call it, and whose it is; None for neither.
        opener: opens the line.
        clock: seconds that never go back.
        pace: above 1 the waits are shorter than in life, which is for tests alone.
    """

    kind = SourceKind.TRAY

    def __init__(
        self,
        url: str,
        run: str,
        book: DeviceBook | None = None,
        *,
        opener: Callable[[], Port] | None = None,
        clock: Callable[[], float] = monotonic,
        pace: float = 1.0,
    ) -> None:
        super().__init__(f"well:{url}.{run}", self._work)
        self._id = f"well:{url}"
        self._url = url
        self._run = run
        self._book = book
        self._opener = opener or (lambda: open_port(url))
        self._clock = clock
        self._pace = pace
        self._state, self._text = DeviceState.TRYING, tr("looking for the well")
        self._lies: Lies | None = None
        self._last = ""
        self._good = self._bad = self._lost = 0
        self._numbers = count(1)
        self._asked_at = float("-inf")
        self._tempo = Pace()

    # -- the table's side

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Note when a roll was asked for: dice that came to rest before do not answer it."""
        if kinds:
            self._asked_at = self._clock()

    def devices(self) -> tuple[Device, ...]:
        """Return the well as it is now; see `RollSource.devices`."""
        known = self._known()
        return (
            Device(
                self._id,
                Sort.WELL,
                self._state,
                self._text,
                self.source_id,
                name="" if known is None else known.name,
                where=self._url,
                last=self._last,
                quality=LinkQuality(self._good, self._bad, lost=self._lost),
                kind=KIND,
                seat="" if known is None else known.seat,
            ),
        )

    def _known(self) -> KnownDevice | None:
        return None if self._book is None else self._book.get(self._id)

    # -- the thread

    def _work(self) -> None:
        told = ""
        while not self.closed.is_set():
            try:
                self._listen(self._opener())
            except PortError as error:
                why = str(error).removeprefix(f"{self._url}: ")
                self._state, self._text = DeviceState.FAULT, tr("{why}; trying again", why=why)
                if why != told:  # once an outage, not every two seconds
                    self._fault(why, tr("type the dice; the line is tried again by itself"))
                told = why
            except Exception as error:  # noqa: BLE001 - a source that breaks must not end the game
                self._state, self._text = DeviceState.FAULT, str(error)
                self._fault(str(error), tr("type the dice and report this"), over=True)
                return
            self.closed.wait(AGAIN_S / self._pace)

    def _listen(self, port: Port) -> None:
        """Ask until the line is cut, which raises `PortError`."""
        rest = b""
        self._lies = None
        try:
            while not self.closed.is_set():
                port.write(ASK)
                heard = decoded(rest + port.read())
                rest = heard.rest
                self._good += len(heard.answers)
                self._bad += heard.damaged
                for lies in heard.answers:
                    self._take(lies)
                self.closed.wait(ASK_S / self._pace)
        finally:
            port.close()

    def _take(self, lies: Lies) -> None:
        self._state, self._text = DeviceState.OK, tr("connected")
        before, self._lies = self._lies, lies
        if before is None or lies.count == before.count:
            return  # it lay there when the line was opened, or it lies there still
        missed = (lies.count - before.count) % COUNTS - 1
        if missed:
            self._lost += missed
            self._fault(tr("{count} rolls were missed", count=missed), tr("look at the well"))
        self._rolled(lies.face)

    def _rolled(self, face: str) -> None:
        now = self._clock()
        tempo = self._tempo.judge(now, now)
        if tempo is Tempo.FLOOD:
            self._fault(doubt(tempo), until_calm())
        known, die = self._known(), DieReading(KIND, face)
        self._last = str(die)
        number = self._throws = next(self._numbers)
        self._hand_in(
            RollReading(
                source_kind=self.kind,
                source_id=self.source_id,
                key=f"{self.source_id}#{number}",
                dice=(die,),
                taken_at=now,
                throw=number,
                doubt=doubt(tempo),
                late=now < self._asked_at or tempo is Tempo.FLOOD,
                owner="" if known is None else known.seat,
            )
        )

    def _fault(self, what: str, todo: str, *, over: bool = False) -> None:
        self._hand_in(SourceFault(self.source_id, what, self._url, todo, over=over))


def open_well(spec: str, book: DeviceBook | None, run: str) -> WellSource:
    """Open a well by the words behind `well:`: a port, or `simulate:73158`."""
    if not spec.startswith(SIMULATE):
        return WellSource(spec, run, book)
    from hardware.simulators.well import SimulatedWell

    port = SimulatedWell(spec.removeprefix(SIMULATE), SIMULATED_S)
    return WellSource(spec, run, book, opener=lambda: port)
