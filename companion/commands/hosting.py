"""Composing a table: games, cards, journal, sources and desk, handed to the screens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from companion.commands import memory, sharing
from companion.commands.common import Decks, profile_for
from companion.commands.dice_sources import Dice, tray_heads
from companion.core.actions import Action
from companion.core.dice import RollRequest
from companion.core.errors import CompanionError, UsageError
from companion.core.game import Depth, Game
from companion.core.texts import language, tr, trn
from companion.demo.players import next_action
from companion.doctor.errorlog import note_error
from companion.journal.backups import back_up, due
from companion.journal.rescue import go_on
from companion.journal.rows import TableInfo
from companion.journal.store import FILE, Journal
from companion.record.header import Header, parse_header
from companion.record.shelf import Cards, Shelf
from companion.rolls.devicebook import FILE as BOOK
from companion.rolls.devicebook import DeviceBook
from companion.rolls.fairness import Tallies
from companion.session.history import Change
from companion.session.people import finished, people
from companion.session.rolldesk import RollDesk
from companion.session.rolled import count_rolls
from companion.session.table import Table
from companion.system.files import CATALOGUES, LEARNT, PROFILES, TRAY_PROFILES
from companion.tui.host import Judged, Past, Preview, Saved, Wish
from companion.tui.live import Live, Opened, Voice
from companion.tui.settings import FILE as SETTINGS
from companion.tui.settings import Settings

if TYPE_CHECKING:
    from companion.sources.learning import Learns
    from companion.tui.host import Seating
    from companion.venue.address import Address
    from companion.venue.link import Link

# Digits of pi: known to everybody, so nobody can think that the program rolls dice.
PRACTICE: Final = (
    "3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342"
    "1170679821480865132823066470938446095505822317253594081284811174502841027019385211055596446229"
)
PRACTICE_SEATS: Final = ("Ann", "Ben", "Cleo")
PRACTICE_PACE: Final = 1.5
"""Seconds for which a request stands before the script answers, so that people can read it."""

MAT: Final = "tableside-mat-a4.pdf"

BEGUN: Final = frozenset({"attack", "play", "flip", "attach", "challenge", "enter-arena"})
"""Verbs that are offered once everybody has what they play with."""

MOST_OPENINGS: Final = 500
"""Declarations after which a practice table is handed over, wherever it stands."""


class LocalHost:
    """The program around the screens; see `companion.tui.host.Host`.

    Args:
        home: the folder of the user's data.
        taught: file of the taught set of dice that is played with, if one is.
    """

    def __init__(self, home: Path, taught: Path | None = None) -> None:
        self.home = home
        self.taught = taught
        self.shelf = Shelf((home / CATALOGUES,))
        self._book = DeviceBook(home / BOOK, partial(memory.forget, home))
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
        seats = other.seats[: self.shelf.game(game).players[1]]
        dice, tray, bluetooth = other.dice, other.tray, other.bluetooth
        return replace(wish, seats=seats, dice=dice, tray=tray, bluetooth=bluetooth)

    def names(self) -> tuple[str, ...]:
        """Return the names of people who played, those of last time first."""
        names = list(memory.names(self.home))
        with suppress(CompanionError):  # of such a journal people read where it is needed
            for info in self._tables():
                with suppress(CompanionError):  # of another version: its names are not worth an error
                    names += parse_header(info.header.split("\n"), info.table_id)[0].seats
        found: dict[str, str] = {}
        for name in names:
            found.setdefault(name.casefold(), name)
        return tuple(found.values())

    def decks(self) -> tuple[str, ...]:
        """Return the names of the decks that were taught."""
        return Decks(self.home).names()

    def book(self) -> DeviceBook:
        """Return the devices that were met."""
        return self._book

    def tallies(self) -> Tallies:
        """Count what was rolled at all tables."""
        return count_rolls(self.home, self.shelf)

    def settings(self) -> Settings:
        """Return the settings of the whole program."""
        return self._settings

    def keep_settings(self, settings: Settings) -> None:
        """Keep the settings; raises `UsageError` where the disk refuses them."""
        self._settings = settings
        try:
            settings.write(self.home / SETTINGS)
        except OSError as error:
            text = tr("{home}: could not be saved: {error}", home=self.home / SETTINGS, error=error)
            raise UsageError(text) from error

    def keep_fault(self, error: Exception) -> None:
        """Keep where an error of the program came from."""
        note_error(self.home, "app", None, error)

    def saved(self) -> tuple[Saved, ...]:
        """Return the tables of the journal, the one changed last first."""
        return tuple(Saved(one.table_id, _title(self.shelf, one), one.over) for one in self._tables())

    def _tables(self) -> tuple[TableInfo, ...]:
        if not (self.home / FILE).is_file():
            return ()
        with Journal(self.home / FILE) as journal:
            return journal.tables()

    # -- looking back, and through cameras ---------------------------------------------------------

    def past(self) -> Past:
        """Return what all finished tables together say of each player."""
        if not (self.home / FILE).is_file():
            return Past()
        with Journal(self.home / FILE) as journal:
            games, unread = finished(self.shelf, journal)
        return Past(people(games), tuple(f"{one.table_id}: {one.why}" for one in unread))

    def export(self, table: str, form: str) -> Path:
        """Write a table to a file of its own."""
        return sharing.export(self.home, self.shelf, table, sharing.Form(form))

    def cameras(self) -> tuple[str, ...]:
        """Return the cameras of this computer that can be named."""
        from hardware.cameras import cameras_there

        return tuple(cameras_there().values())

    def look(self, camera: str) -> Preview:
        """Begin to look through a camera; returns at once."""
        from companion.commands.preview import CameraPreview

        return CameraPreview(camera)

    def calibrate(self, camera: str) -> Judged:
        """Judge how a camera stands over the mat."""
        from companion.commands.preview import judge_camera

        return judge_camera(self.home, camera)

    def print_mat(self) -> Path:
        """Write the mat for A4 paper as a page to be printed, in place of an earlier one."""
        from companion.commands.calibrate import write_mat

        path = sharing.made_folder(self.home / sharing.FOLDER) / MAT
        write_mat(path, "a4", overwrite=True, private=True)
        return path

    # -- opening ----------------------------------------------------------------------------------

    def open(self, wish: Wish, script: tuple[str, ...] = (), profile: str = "") -> Seating:
        """Prepare a new table: read its cards, open its camera, remember the wish."""
        depth = Depth(wish.depth)
        cards = self._cards(wish, depth)
        header = self.shelf.header(wish.game, wish.seats, depth, wish.switches, cards)
        self.shelf.begin(header, cards)  # refuses seats, switches and cards before a camera opens
        if self._deck(wish) and (deck := Decks(self.home).load(wish.deck)).game not in {
            "",
            wish.game,
        }:
            raise UsageError(tr("deck {deck} was taught for {game}", deck=deck.name, game=deck.game))
        dice = self._dice(wish, script, profile).open()
        memory.remember(self.home, wish)
        before = self._declared_before(header)
        return lambda: self._seat(lambda kept: Table.open(self.shelf, kept, header, cards), dice, before)

    def resume(self, table: str, sound: int | None = None, *, seeing: bool = True) -> Seating:
        """Prepare to take up a table; its dice come from where that game's came from last time."""
        if sound is not None:
            go_on(self.home / FILE, table, sound)
        wish = self._wish_of(table)
        dice = self._dice(wish if seeing else replace(wish, dice="")).open_or_do_without()
        return lambda: self._seat(lambda kept: Table.resume(self.shelf, kept, table), dice)

    def _declared_before(self, header: Header) -> tuple[Action, ...]:
        """Return what was declared at the last table of the same game and seats, where both are of light depth."""
        with suppress(CompanionError):
            for info in self._tables() if header.depth is Depth.LIGHT else ():
                past, _ = parse_header(info.header.split("\n"), info.table_id)
                same = (past.game, past.seats, past.depth) == (header.game, header.seats, header.depth)
                if same and info.actions > 2 * len(header.seats):  # a table just looked into says nothing
                    with Journal(self.home / FILE) as journal:
                        steps = Table.resume(self.shelf, journal, info.table_id).match.now.newest()
                        return tuple(step.action for step in steps)[::-1]
        return ()

    def camera_of(self, table: str) -> str:
        """Return the camera of last time of a table's game; empty for none, or no such table."""
        with suppress(CompanionError):
            wish = self._wish_of(table)
            return wish.dice if self.shelf.game(wish.game).dice or self._deck(wish) else ""
        return ""

    def _wish_of(self, table: str) -> Wish:
        with Journal(self.home / FILE) as journal:
            header, _ = parse_header(journal.table(table).header.split("\n"), table)
        return self.remembered(header.game)

    def practise(self, game: str) -> Seating:
        """Prepare a table that leaves no trace, set up for the first turn; its dice roll themselves."""
        from companion.sources.script import PracticeSource

        cards = self.shelf.shipped(game)
        depth = Depth.LIGHT if cards is None else Depth.FULL
        header = self.shelf.header(game, PRACTICE_SEATS, depth, None, cards)
        rolls = self.shelf.game(game).dice
        dice = (PracticeSource(PRACTICE, PRACTICE_PACE),) if rolls else ()

        def opener(journal: Journal) -> Table:
            return _opened_up(Table.open(self.shelf, journal, header, cards))

        return lambda: self._seat(opener, (dice, None), kept=False)

    def _dice(self, wish: Wish, script: tuple[str, ...] = (), profile: str = "") -> Dice:
        """Return where dice and cards come from; from nowhere in a game without dice, and no deck."""
        game, deck = self.shelf.game(wish.game), self._deck(wish)
        if not (game.dice or deck):
            return Dice()
        folder, known = self.home / PROFILES, tray_heads(self.home) if wish.tray else {}
        seen = profile_for(folder, profile, wish.dice, quiet=True) if wish.dice else None
        learns = self._learns() if wish.dice else None
        return Dice(wish.dice, script, profile=seen, taught=self.taught, tray=wish.tray, known=known,
                    bluetooth=wish.bluetooth, book=self._book, printed=self.home / TRAY_PROFILES,
                    learns=learns, home=self.home, deck=deck, dice=bool(game.dice))  # fmt: skip

    def _deck(self, wish: Wish) -> Path | None:
        """Return the file of the deck that the camera reads; none in light depth, without card names."""
        reads = wish.deck and wish.dice and wish.depth == Depth.FULL
        return Decks(self.home).path(wish.deck) if reads else None

    def _learns(self) -> Learns:
        from companion.sources.learning import Learns  # vision: not for a table without a camera

        return Learns(self.home / LEARNT, lambda: self._settings.learn == "on")

    def _cards(self, wish: Wish, depth: Depth) -> Cards | None:
        if depth is Depth.LIGHT:
            return None
        if not wish.catalogue:
            return self.shelf.shipped(wish.game)
        return self.shelf.open_cards(wish.game, Path(wish.catalogue).expanduser())

    def _seat(
        self, opener: Callable[[Journal], Table], dice: Opened, before: tuple[Action, ...] = (), *, kept: bool = True
    ) -> Live:
        sources, eyes = dice
        file = self.home / FILE if kept else None
        with ExitStack() as on_failure:
            for source in sources:
                on_failure.callback(source.stop)
            journal = on_failure.enter_context(Journal(file))
            table = opener(journal)
            on_failure.pop_all()
        desk = RollDesk(table, journal, sources=sources)
        if file is not None:
            self._back_up(file, table)

        def share(form: str) -> Callable[[], Path]:
            return sharing.table_writer(self.home, table, journal, sharing.Form(form))

        def camera(spec: str) -> Opened:
            wish = replace(self.remembered(table.match.game.id), dice=spec)
            opened = self._dice(replace(wish, tray="", bluetooth="")).open()
            if kept:
                memory.remember(self.home, wish)
            return opened

        return Live(table, desk, eyes, journal.close, self._book, self.tallies, open_voice, share,
                    camera, self._link(table) if kept else None, before)  # fmt: skip

    def _link(self, table: Table) -> Link | None:
        """Publish a table to the venue of the settings; None where there is none that could be."""
        if not self._settings.venue:
            return None
        from companion.venue.link import Link

        try:
            link = Link(checked_venue(self._settings.venue), self.home, self.shelf, table.table_id)
        except CompanionError as error:
            note_error(self.home, "venue", (), error)
            return None
        link.start()
        return link

    def _back_up(self, file: Path, table: Table) -> None:
        """Back the journal up once a day, and when the table ends; nobody waits for it."""

        def back_up_now() -> None:
            try:
                back_up(file)
            except (CompanionError, OSError) as error:
                note_error(self.home, "backup", (), error)

        def on_change(_: Change) -> None:
            if table.view().over:
                Thread(target=back_up_now).start()

        table.subscribe(on_change)
        if due(file):
            Thread(target=back_up_now).start()


def checked_venue(text: str) -> Address:
    """Read a venue's address; raises `CompanionError` for nonsense, and where its library is missing."""
    from companion.commands.serve import need_libraries
    from companion.venue.address import LIBRARY, read_address

    address = read_address(text)
    need_libraries("--venue", (LIBRARY,))
    return address


def open_voice() -> Voice | None:
    """Start the system's voice; None where there is none."""
    from hardware.voices import SystemVoice, find_voice

    program = find_voice(language=language())
    return None if program is None else SystemVoice(program)


def _opened_up(table: Table) -> Table:
    """Let pretend players come to the first turn in which there is a choice of what to do."""
    for _ in range(MOST_OPENINGS):
        action = next_action(table.match)
        if action is None or isinstance(table.pending(), RollRequest):
            break
        if any(option.verb in BEGUN for option in table.options()):
            break
        table.declare(action)
    return table


def _title(shelf: Shelf, info: TableInfo) -> str:
    try:
        header, _ = parse_header(info.header.split("\n"), "the journal")
        game = shelf.game(header.game).title
    except CompanionError:
        return tr("a table that this program cannot read ({actions} moves)", actions=info.actions)
    when = info.changed
    with suppress(ValueError):
        when = f"{datetime.fromisoformat(when).astimezone():%Y-%m-%d %H:%M}"
    return tr("{game} · {names} · {when} · {moves}", game=game,
              names=", ".join(header.seats), when=when,
              moves=trn("{count} move", "{count} moves", info.actions))  # fmt: skip
