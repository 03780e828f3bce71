"""Composing a table: games, cards, journal, sources and desk, handed to the screens."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from companion.commands import memory
from companion.commands.common import CATALOGUES
from companion.commands.voice import open_voice
from companion.core.dice import RollRequest
from companion.core.errors import CompanionError, UsageError
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.header import parse_header
from companion.record.shelf import Shelf
from companion.rolls.readings import SourceKind
from companion.session.players import next_action
from companion.session.rolldesk import RollDesk
from companion.session.table import Table
from companion.sources.devicebook import FILE as BOOK
from companion.sources.devicebook import DeviceBook
from companion.sources.devices_opening import PROFILES
from companion.tui.host import Saved, Wish
from companion.tui.live import Live
from companion.tui.settings import FILE as SETTINGS
from companion.tui.settings import Settings
from companion.tui.widgets.lamp import Lamp, Light

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from calibration.profile import Profile
    from companion.core.game import Game
    from companion.record.shelf import Cards
    from companion.rolls.devices import Book, Device
    from companion.rolls.fairness import Tallies
    from companion.rolls.readings import RollReading, SourceFault
    from companion.rolls.source import Listener, RollSource
    from companion.sources.camera import CameraSource
    from companion.tui.host import Judged, Past, Preview, Seating
    from companion.tui.live import Eyes
    from companion.tui.widgets.picture import Pixels

    Opened = tuple[tuple[RollSource, ...], Eyes | None]
    """Sources, and what can be shown of the camera among them."""

# Digits of pi: known to everybody, so nobody can think that the program rolls dice.
PRACTICE: Final = (
    "3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342"
    "1170679821480865132823066470938446095505822317253594081284811174502841027019385211055596446229"
)
PRACTICE_GAME: Final = "rsf"
"""The one whose single die everybody can read off the screen."""

PRACTICE_SEATS: Final = ("Ann", "Ben", "Cleo")
PRACTICE_PACE: Final = 1.5
"""Seconds for which a request stands before the script answers, so that people can read it."""

MOST_OPENINGS: Final = 500
"""Declarations after which a practice table is handed over, wherever it stands."""


class CameraEyes:
    """Shows a camera's lamp and its last picture."""

    def __init__(self, camera: CameraSource) -> None:
        self._camera = camera

    def lamp(self) -> Lamp:
        """Return its state in the screens' colours."""
        from companion.sources.camera import Lamp as Seen

        status = self._camera.status
        lights = {
            Seen.LOOKING: Light.LOOKING,
            Seen.OK: Light.LOOKING,
            Seen.MOVING: Light.UNSURE,
            Seen.FAULT: Light.FAULT,
            Seen.ENDED: Light.NONE,
        }
        return Lamp(lights[status.lamp], status.text)

    def picture(self) -> Pixels | None:
        """Return the dice read last while they lie there, else what the camera sees."""
        from companion.sources.camera import Lamp as Seen

        status = self._camera.status
        if status.lamp in (Seen.OK, Seen.ENDED) and status.crop is not None:
            return status.crop
        return status.preview if status.preview is not None else status.crop


class NoEyes:
    """Stands for a camera that could not be opened: the lamp is red, the keyboard works."""

    def __init__(self, problem: CompanionError) -> None:
        self._lamp = Lamp(Light.FAULT, str(problem))

    def lamp(self) -> Lamp:
        """Return the reason in red."""
        return self._lamp

    def picture(self) -> Pixels | None:
        """Return nothing."""
        return None


class Paced:
    """A source that takes its time, for people to read what is asked."""

    def __init__(self, source: RollSource, pause: float) -> None:
        self._source = source
        self._pause = pause
        self._stopped = threading.Event()
        self.kind = source.kind
        self.source_id = source.source_id

    @property
    def at_rest(self) -> int:
        """See `RollSource.at_rest`."""
        return self._source.at_rest

    def expect(self, kinds: tuple[str, ...]) -> None:
        """See `RollSource.expect`."""
        self._source.expect(kinds)

    def kept(self, key: str) -> None:
        """See `RollSource.kept`."""
        self._source.kept(key)

    def devices(self) -> tuple[Device, ...]:
        """See `RollSource.devices`."""
        return self._source.devices()

    def start(self, listener: Listener) -> None:
        """See `RollSource.start`; the waiting is done in the source's own thread."""

        def later(value: RollReading | SourceFault) -> None:
            if not self._stopped.wait(self._pause):
                listener(value)

        self._source.start(later)

    def stop(self) -> None:
        """See `RollSource.stop`."""
        self._stopped.set()
        self._source.stop()


@dataclass(frozen=True, slots=True)
class Dice:
    """Where rolls come from, apart from the keyboard.

    Attributes:
        camera: a camera's number, an address or a video file; empty for none.
        script: rolls written down beforehand.
        pause: seconds before the script answers a request.
        profile: how the camera was calibrated; None for the whole picture as it comes.
        taught: file of the taught set of dice that is played with, if one is.
        tray: a dice tray as `--tray` names it; empty for none.
        bluetooth: Bluetooth dice as `--dice` names them; empty for none.
        known: numbers of the tray's rolls that the journal has already; see `TraySource`.
        book: the devices that were met.
        printed: file of people's own profiles of trays that print; None for none.
    """

    camera: str = ""
    script: tuple[str, ...] = ()
    pause: float = 0.0
    profile: Profile | None = None
    taught: Path | None = None
    tray: str = ""
    bluetooth: str = ""
    known: Mapping[tuple[str, str], int] = field(default_factory=dict)
    book: Book | None = None
    printed: Path | None = None

    def open(self) -> Opened:
        """Open them; may take seconds.

        Raises:
            CompanionError: the camera cannot be opened, or words make no sense. A tray or dice that
                do not answer are no error: they are waited for.
        """
        devices = self._open_devices()  # first: only words can be wrong yet, and nothing is open
        try:
            seen, eyes = self._open_seen()
        except CompanionError:
            for device in devices:
                device.stop()
            raise
        return (*seen, *devices), eyes

    def open_or_do_without(self) -> Opened:
        """Open them; what is not there leaves a red lamp and the keyboard."""
        eyes: Eyes | None
        try:
            seen, eyes = self._open_seen()
        except CompanionError as error:
            seen, eyes = (), NoEyes(error)
        try:
            return (*seen, *self._open_devices()), eyes
        except CompanionError as error:
            from companion.rolls.devices import Sort
            from companion.sources.devices_opening import AbsentSource

            absent = AbsentSource(SourceKind.TRAY, Sort.TRAY, f"tray:{self.tray}", str(error))
            return (*seen, absent), eyes

    def _open_devices(self) -> tuple[RollSource, ...]:
        if not self.tray and not self.bluetooth:
            return ()
        from companion.sources.devices_opening import open_dice, open_tray

        run = token_hex(4)
        sources: list[RollSource] = []
        if self.tray:
            sources.append(open_tray(self.tray, self.known, self.book, run, self.printed))
        if self.bluetooth:
            sources.append(open_dice(self.bluetooth, self.book, run))
        return tuple(sources)

    def _open_seen(self) -> Opened:
        sources: list[RollSource] = []
        eyes = None
        if self.script:
            from companion.sources.script import ScriptSource

            sources.append(Paced(ScriptSource(self.script), self.pause))
        if self.camera:
            from companion.sources.opening import open_camera

            camera = open_camera(self.camera, profile=self.profile, taught=self.taught)
            sources.append(camera)
            eyes = CameraEyes(camera)
        return tuple(sources), eyes


class House:
    """The program around the screens; see `companion.tui.host.Host`.

    Args:
        home: the folder of the user's data.
        taught: file of the taught set of dice that is played with, if one is.
    """

    def __init__(self, home: Path, taught: Path | None = None) -> None:
        self.home = home
        self.taught = taught
        self.shelf = Shelf((home / CATALOGUES,))
        self._book = DeviceBook(home / BOOK)
        self._settings = Settings.read(home / SETTINGS)

    # -- what there is ----------------------------------------------------------------------------

    def games(self) -> tuple[Game[Any], ...]:
        """Return the games on the shelf by title, the one played last first."""
        last = memory.last_played(self.home)
        found = (self.shelf.game(game_id) for game_id in self.shelf.ids())
        return tuple(sorted(found, key=lambda game: (game.id != last, game.title)))

    def remembered(self, game: str) -> Wish:
        """Return what was wished for last time; full depth where cards come with the program.

        A game that was never played proposes the people and the dice of the game played last.
        """
        depth = Depth.LIGHT if self.shelf.shipped(game) is None else Depth.FULL
        wish = memory.recall(self.home, game, depth.value)
        last = memory.last_played(self.home)
        if memory.knows(self.home, game) or not last:
            return wish
        other = memory.recall(self.home, last)
        most = self.shelf.game(game).players[1]
        return replace(
            wish,
            seats=other.seats[:most],
            dice=other.dice,
            tray=other.tray,
            bluetooth=other.bluetooth,
        )

    def names(self) -> tuple[str, ...]:
        """Return the names of people who played, those of last time first."""
        from companion.commands.lookback import names_in

        found: dict[str, str] = {}
        for name in (*memory.names(self.home), *names_in(self.home)):
            found.setdefault(name.casefold(), name)
        return tuple(found.values())

    def book(self) -> Book:
        """Return the devices that were met."""
        return self._book

    def tallies(self) -> Tallies:
        """Count what was rolled at all tables."""
        from companion.commands.tray_counts import count_home

        return count_home(self.home, self.shelf)

    def settings(self) -> Settings:
        """Return the settings of the whole program."""
        return self._settings

    def keep_settings(self, settings: Settings) -> None:
        """Keep the settings; see `Host.keep_settings`.

        Raises:
            UsageError: the disk refuses them; they hold until the program ends.
        """
        self._settings = settings
        try:
            settings.write(self.home / SETTINGS)
        except OSError as error:
            raise UsageError(f"{self.home / SETTINGS}: cannot be kept: {error}") from error

    def saved(self) -> tuple[Saved, ...]:
        """Return the tables of the journal, the one changed last first."""
        if not (self.home / FILE).is_file():
            return ()
        with Journal(self.home / FILE) as journal:
            infos = journal.tables()
        return tuple(
            Saved(
                info.table_id,
                _title(self.shelf, info.header, info.changed, info.actions),
                info.over,
            )
            for info in infos
        )

    # -- looking back, and through cameras ---------------------------------------------------------

    def past(self) -> Past:
        """Put all finished games together."""
        from companion.commands.lookback import past

        return past(self.home, self.shelf)

    def export(self, table: str, form: str) -> Path:
        """Write a table to a file of its own."""
        from companion.commands.lookback import export

        return export(self.home, self.shelf, table, form)

    def look(self, camera: str) -> Preview:
        """Begin to look through a camera; returns at once."""
        from companion.commands.looking import CameraPreview

        return CameraPreview(camera)

    def calibrate(self, camera: str) -> Judged:
        """Judge how a camera stands over the mat."""
        from companion.commands.looking import judge_camera

        return judge_camera(self.home, camera)

    def print_mat(self) -> Path:
        """Write the mat as a page to be printed."""
        from companion.commands.lookback import write_mat

        return write_mat(self.home)

    # -- opening ----------------------------------------------------------------------------------

    def open(self, wish: Wish, script: tuple[str, ...] = (), profile: str = "") -> Seating:
        """Prepare a new table: read its cards, open its camera, remember the wish."""
        depth = Depth(wish.depth)
        cards = self._cards(wish, depth)
        header = self.shelf.header(wish.game, wish.seats, depth, wish.switches, cards)
        self.shelf.begin(header, cards)  # refuses seats, switches and cards before a camera opens
        dice = self._dice(wish, script, profile).open()
        memory.remember(self.home, wish)
        return lambda: self._seat(
            lambda journal: Table.open(self.shelf, journal, header, cards), dice, self.home / FILE
        )

    def resume(self, table: str) -> Seating:
        """Prepare to take up a table; its dice come from where that game's came from last time."""
        with Journal(self.home / FILE) as journal:
            header, _ = parse_header(journal.table(table).header.split("\n"), table)
        opened = self._dice(self.remembered(header.game)).open_or_do_without()
        return lambda: self._seat(
            lambda journal: Table.resume(self.shelf, journal, table), opened, self.home / FILE
        )

    def practise(self) -> Seating:
        """Prepare a table that leaves no trace, ready to fight, with dice from a script."""
        cards = self.shelf.shipped(PRACTICE_GAME)
        depth = Depth.LIGHT if cards is None else Depth.FULL
        header = self.shelf.header(PRACTICE_GAME, PRACTICE_SEATS, depth, None, cards)
        dice = Dice(script=tuple(PRACTICE), pause=PRACTICE_PACE).open()
        return lambda: self._seat(
            lambda journal: _opened_up(Table.open(self.shelf, journal, header, cards)), dice, None
        )

    def _dice(self, wish: Wish, script: tuple[str, ...] = (), profile: str = "") -> Dice:
        """Return where dice come from; from nowhere in a game without dice."""
        if not self.shelf.game(wish.game).dice:
            return Dice()
        return Dice(
            wish.dice,
            script,
            profile=self._profile(wish.dice, profile),
            taught=self.taught,
            tray=wish.tray,
            bluetooth=wish.bluetooth,
            known=tray_heads(self.home) if wish.tray else {},
            book=self._book,
            printed=self.home / PROFILES,
        )

    def _profile(self, camera: str, name: str = "") -> Profile | None:
        """Return the profile named, or the last one of that camera; raises `CalibrateError`."""
        from companion.commands.profiles import FOLDER, profile_for

        return profile_for(self.home / FOLDER, name, camera, quiet=True) if camera else None

    def _cards(self, wish: Wish, depth: Depth) -> Cards | None:
        if depth is Depth.LIGHT:
            return None
        if not wish.catalogue:
            return self.shelf.shipped(wish.game)
        path = Path(wish.catalogue).expanduser()
        return self.shelf.open_cards(wish.game, path)

    def _seat(
        self,
        opener: Callable[[Journal], Table],
        dice: Opened,
        file: Path | None,
    ) -> Live:
        sources, eyes = dice
        try:
            journal = Journal(file)
            try:
                table = opener(journal)
            except CompanionError:
                journal.close()
                raise
        except CompanionError:
            for source in sources:
                source.stop()
            raise
        desk = RollDesk(table, journal, sources=sources)
        return Live(table, desk, eyes, journal.close, self._book, self.tallies, open_voice)


def tray_heads(home: Path) -> Mapping[tuple[str, str], int]:
    """Return which roll comes next of each tray, by the journal of a home folder."""
    from companion.sources.tray import heads

    if not (home / FILE).is_file():
        return {}
    with Journal(home / FILE) as journal:
        return heads(journal.keys(SourceKind.TRAY))


def _opened_up(table: Table) -> Table:
    """Let pretend players come to the first turn in which there is a choice of what to do."""
    for _ in range(MOST_OPENINGS):
        action = next_action(table.match)
        if action is None or isinstance(table.pending(), RollRequest):
            break
        if any(option.verb == "attack" for option in table.options()):
            break
        table.declare(action)
    return table


def _title(shelf: Shelf, header: str, changed: str, actions: int) -> str:
    try:
        read, _ = parse_header(header.split("\n"), "the journal")
        names = ", ".join(read.seats)
        game = shelf.game(read.game).title
    except CompanionError:
        return f"a table that this program cannot read ({actions} moves)"
    return f"{game} · {names} · {_when(changed)} · {actions} moves"


def _when(moment: str) -> str:
    try:
        local = datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return moment
    return f"{local:%Y-%m-%d %H:%M}"


def read_switches(words: list[str]) -> dict[str, str]:
    """Read `rsf.zero_face=zero`, once each.

    Raises:
        UsageError: something that is not NAME=VALUE.
    """
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise UsageError(f"--switch {word}: expected NAME=VALUE, such as rsf.zero_face=zero")
        found[name.strip()] = value.strip()
    return found
