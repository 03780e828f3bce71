"""A tray that prints what lies there, in its maker's own way: a source of rolls without a guarantee.

Nothing that it prints has a number and nothing is ever said to it, so a roll that is lost on the
wire is lost, and nobody can tell. It is said so wherever the tray is shown.
"""

from collections.abc import Callable, Iterable
from itertools import count
from secrets import token_hex
from time import monotonic
from typing import Final, assert_never

from companion.core.errors import CompanionError
from companion.core.texts import later, tr
from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import DieReading, RollReading
from companion.rolls.source import Device, DeviceState, KnownDevice, LinkQuality, Sort
from companion.sources.base import LineTray, Tempo, doubt, game_kind, until_calm
from hardware.ports import PortError, open_port
from hardware.printed import library
from hardware.printed.profile import Profile
from hardware.printed.reader import Chosen, Event, NoneFits, NotUnderstood, Reader, Refused, Rolled, SpeaksDtp
from hardware.trays import Down, Opener, keep_trying

NO_GUARANTEE: Final = later("no delivery guarantee: a roll that the line loses is lost")
WHICH_DICE: Final = later("which dice does it read? Assign a kind")
AS_A_TRAY: Final = later("this tray speaks DTP/1: open it as a tray")
KEYBOARD: Final = later("type the dice; the line is tried again by itself")

_STEADY_S: Final = 5.0  # A line that was open so long was up, also when nothing was printed

_TOLD_S: Final = 10.0
"""What is refused is told as a fault so often at most; the note always says the last of it."""

_BARREN: Final = 5  # When so many lines came and none was understood, people are told

_QUOTED: Final = 40

_NUMBERS: Final = count(1)
"""Numbers of rolls, over all sources of this run of the program: a port that is opened anew by
another source goes on counting, so no key and no throw ever comes twice."""

_RUN: Final = token_hex(4)


class PrintedSource(LineTray):
    """Rolls of a tray that prints them at a port, as pyserial names it.

    Without a profile one of `profiles`, or of those that ship, is chosen by its first lines. `kind`
    is which dice it reads, as people said just now; empty for what the book says. `run` tells this
    run of the program apart from all others. With a pace above 1 the waits between tries are
    shorter than in life, which is for tests alone.
    """

    def __init__(  # noqa: PLR0913 - each is a part that tests replace
        self,
        url: str,
        profile: Profile | None = None,
        kind: str = "",
        book: DeviceBook | None = None,
        *,
        profiles: Iterable[Profile] | None = None,
        run: str = "",
        opener: Opener | None = None,
        clock: Callable[[], float] = monotonic,
        pace: float = 1.0,
    ) -> None:
        super().__init__(f"printed:{url}" + (f".{run}" if run else ""), book, clock, self._run)
        self._url = url
        self._id = f"printed:{url}"
        self._run_id = run or _RUN
        self._kind = kind
        self._opener = opener or (lambda: open_port(url))
        self._pace = pace
        candidates = library.shipped_profiles() if profiles is None else tuple(profiles)
        self._reader = Reader(candidates, profile, kind)
        self._up = False
        self._why = ""
        self._misfit = ""
        self._last: tuple[DieReading, ...] = ()
        self._note = ""
        self._told_at = float("-inf")

    # -- the table's side -------------------------------------------------------------------------

    def devices(self) -> tuple[Device, ...]:
        """Return the tray as it is now; see `RollSource.devices`."""
        known = self._known(self._id)
        counts = self._reader.counts
        state, text = self._state()
        return (
            Device(
                self._id,
                Sort.PRINTED,
                state,
                text,
                self.source_id,
                name=known.name,
                where=self._url,
                last=" ".join(map(str, self._last)),
                note=self._note,
                quality=LinkQuality(counts.good, counts.bad, counts.again),
                kind=self._assigned_kind(),
                seat=known.seat,
            ),
        )

    # -- what to show -----------------------------------------------------------------------------

    def _state(self) -> tuple[DeviceState, str]:
        reader = self._reader
        if not self._up:
            if not self._why:
                return DeviceState.TRYING, tr("looking for the tray")
            return DeviceState.FAULT, tr("{why}; trying again", why=self._why)
        if reader.dtp:
            return DeviceState.FAULT, tr(AS_A_TRAY)
        if self._misfit:
            return DeviceState.FAULT, self._misfit
        if reader.profile is None:
            why = tr("how it prints is not known yet: throw a few times")
            text = tr("connected; {text}; {no_guarantee}", text=why, no_guarantee=tr(NO_GUARANTEE))
            return DeviceState.TRYING, text
        by_lines = self._last and all(die.kind for die in self._last)
        if not (self._assigned_kind() or reader.profile.kind or by_lines):
            return DeviceState.TRYING, f"{tr(WHICH_DICE)}; {tr(NO_GUARANTEE)}"
        return DeviceState.OK, tr(
            "connected, prints as {profile!r}; {no_guarantee}",
            profile=reader.profile.name,
            no_guarantee=tr(NO_GUARANTEE),
        )

    def _assigned_kind(self) -> str:
        return self._known(self._id).kind or self._kind

    # -- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._remember_kind()
            keep_trying(self._session, self._down, self.closed, self._pace)
        except Exception as error:  # noqa: BLE001 - a source that breaks must not end the game
            self._up, self._why = False, tr("its lines cannot be used ({error})", error=error)
            self._fault(self._why, tr("type the dice and report this"), over=True)

    def _session(self) -> tuple[str, bool]:
        """One opening of the port; return why it ended, and whether the line was up."""
        try:
            port = self._opener()
        except PortError as error:
            return str(error), False
        opened, heard = self._clock(), False
        self._reader, self._misfit = self._reader.opened(opened), ""
        self._up = True
        if not self._known(self._id).identity:
            self._remember(KnownDevice(self._id, Sort.PRINTED, where=self._url), self._note_problem)
        try:
            while not self.closed.is_set():
                data = port.read()
                heard = heard or bool(data)
                self._take(data)
        except PortError as error:
            return str(error), heard or self._clock() - opened >= _STEADY_S
        finally:
            port.close()
        return "", True

    def _down(self, down: Down) -> None:
        if self.closed.is_set():
            return
        self._up, self._note = False, ""
        self._why = down.why.removeprefix(f"{self._url}: ")
        if down.first:
            self._said.clear()
            self._fault(self._why, tr(KEYBOARD))

    def _take(self, data: bytes) -> None:
        now = self._clock()
        step = self._reader.assigned(self._assigned_kind()).hear(data, now)
        self._reader = step.reader
        for event in step.events:
            self._on_event(event)

    def _on_event(self, event: Event) -> None:
        match event:
            case Rolled(dice=dice, at=at):
                self._misfit, self._note = "", ""
                self._last = tuple(DieReading(game_kind(die.kind), die.face) for die in dice)
                self._hand_in_roll(at)
            case Refused(why=why):
                self._refuse(why)
            case NotUnderstood(line=line):
                self._barren(line)
            case Chosen():
                self._misfit = ""
            case NoneFits(lines=lines):
                self._none_fits(lines)
            case SpeaksDtp():
                self._fault_once(tr(AS_A_TRAY), tr("start with --tray tray:{url}", url=self._url))
            case _:
                assert_never(event)

    def _hand_in_roll(self, at: float) -> None:
        dice = self._last
        if not all(die.kind for die in dice):
            faces = " ".join(die.face for die in dice)
            text = later("{faces}: not counted, it is not known which dice it reads")
            self._note = tr(text, faces=faces)
            todo = tr("assign a kind on the Devices screen, or type the dice")
            self._fault_once(tr(WHICH_DICE), todo)
            return
        tempo = self._tempo.judge(at, at)
        if tempo is Tempo.FLOOD:
            self._fault_once(doubt(tempo), until_calm())
        number = self._throws = next(_NUMBERS)
        self._hand_in(
            RollReading(
                source_kind=self.kind,
                source_id=self.source_id,
                key=f"printed:{self._run_id}#{number}",
                dice=dice,
                taken_at=at,
                throw=number,
                doubt=doubt(tempo),
                late=at < self._asked_at or tempo is Tempo.FLOOD,
                owner=self._known(self._id).seat,
            )
        )

    def _refuse(self, why: str) -> None:
        self._note = tr("{why}: not counted", why=why)
        now = self._clock()
        if now - self._told_at >= _TOLD_S:
            self._told_at = now
            self._fault(tr("{why}; that roll is not counted", why=why), tr("type what lies there"))

    def _barren(self, line: str) -> None:
        counts, profile = self._reader.counts, self._reader.profile
        if profile is not None and not counts.good and counts.bad >= _BARREN:
            quoted = line[:_QUOTED]
            what = tr("none of its lines is understood as {profile!r}", profile=profile.name)
            self._misfit = f"{what}: {quoted!r}"
            self._fault_once(what, tr("choose another profile; it printed {line!r}", line=quoted))

    def _none_fits(self, lines: tuple[str, ...]) -> None:
        quoted = ", ".join(repr(line[:_QUOTED]) for line in lines[-3:])
        what = tr("no profile understands what it prints")
        self._misfit = f"{what}: {quoted}"
        text = later("write a profile for it (it printed {quoted}), or type the dice")
        self._fault_once(what, tr(text, quoted=quoted))

    # -- the book, and faults ---------------------------------------------------------------------

    def _remember_kind(self) -> None:
        """Note the kind that people named when they opened it: it holds until they say otherwise."""
        if self._book is None or not self._kind:
            return
        known = self._known(self._id)
        try:
            if self._book.get(self._id) is None:
                self._book.met(KnownDevice(self._id, Sort.PRINTED, where=self._url))
            if known.kind != self._kind:
                self._book.assign(self._id, self._kind, known.seat)
            self._kind = ""  # from now on the book is asked, where people may change their minds
        except CompanionError as error:
            self._note = tr("could not be saved: {error}", error=error)

    def _note_problem(self, problem: str) -> None:
        self._note = problem

    def _fault_once(self, what: str, todo: str) -> None:
        """Say it once until the line was down."""
        if self._is_news(what):
            self._fault(what, todo)

    def _fault(self, what: str, todo: str, *, over: bool = False) -> None:
        self._complain(what, todo, self._url, self._known(self._id).name, over=over)
