"""The app: which screen follows which. What a screen does, it does itself."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.events import DescendantFocus
from textual.signal import Signal
from textual.widgets import Input

from calibration.addresses import without_secrets
from companion.core.errors import CompanionError
from companion.core.game import Depth
from companion.core.printable import printable
from companion.core.texts import later, tr, trn
from companion.session.table import TableError
from companion.system.language import choose_language
from companion.tui import keymap
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.asking.typeahead import DeclareLineScreen
from companion.tui.host import PHONE
from companion.tui.parts.correcting import CorrectRollScreen
from companion.tui.pictures import find_graphics
from companion.tui.screens.base import MessageScreen
from companion.tui.screens.calibrate import CalibrateScreen
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.final import ChartScreen, FinalScreen
from companion.tui.screens.grid import GridScreen
from companion.tui.screens.help import GuideScreen, HelpScreen, PagesScreen, TextDialog
from companion.tui.screens.history_page import HistoryPage
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.phone import PhoneScreen
from companion.tui.screens.rules import RulesScreen
from companion.tui.screens.settings import KeysScreen, SettingsScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen
from companion.tui.settings import Settings
from companion.tui.themed_app import ThemedApp
from companion.tui.widgets.history import History

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.screen import Screen

    from companion.core.game import Game
    from companion.tui.host import Host, Saved, Seating, Wish
    from companion.tui.live import Live
    from companion.tui.screens.table import Autoplay

    Opener = Callable[[], Seating]
    """Prepares a table; see `Host`."""

_SHOWN: Final = 8
"""Of so many lines behind a damaged one people see what they say."""

PACE = 0.6
"""Seconds between two declarations of a table that plays by itself."""


class TablesideApp(ThemedApp):
    """The program on screen.

    Args:
        host: the program around the screens; None when there is only the one table.
        opener: opens the table to go straight to; None begins at the start screen.
        autoplay: declares for the players of that table.
        pace: seconds between two of its declarations.
        exit_when_over: seconds to look at the end before the app leaves by itself; None stays.
        guide: whether the guide of the first run is shown to who has not seen it.
        last: the camera of last time, if that table would look through it, which is asked before;
            and what opens the table without it.
    """

    TITLE = "Tableside"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", later("Quit"), show=False, priority=True, id="app.quit")
    ]

    def __init__(  # noqa: PLR0913 - all of them may be left out
        self,
        host: Host | None = None,
        opener: Opener | None = None,
        *,
        autoplay: Autoplay | None = None,
        pace: float = PACE,
        exit_when_over: float | None = None,
        guide: bool = False,
        last: tuple[str, Opener] | None = None,
    ) -> None:
        super().__init__()
        self.last = last
        self._agreed: set[str] = set()  # cameras of last time that are still there
        self.host = host
        self.guide = guide
        self.settings = Settings() if host is None else host.settings()
        self.settings_signal: Signal[Settings] = Signal(self, "settings")
        self.changeable = KEYS
        self._motion = self.animation_level
        self.opener = opener
        self.autoplay = autoplay
        self.pace = pace
        self.exit_when_over = exit_when_over
        self.live: Live | None = None
        self.problem: CompanionError | None = None

    def on_mount(self) -> None:
        """Show the first screen."""
        self._heed(self.settings)
        if self.opener is not None:
            self._ask_for_camera(self.opener, *(self.last or ("", self.opener)))
        else:
            self._start()

    @work(group="host")
    async def _start(self) -> None:
        again = self._again()
        first = StartScreen(self._saved(), self._games(), self.settings.keys, again)
        await self.push_screen(first)
        if self.guide and not self.settings.guided:
            await self.push_screen(GuideScreen(first=True))
            self.change(replace(self.settings, guided=True))

    # -- errors -----------------------------------------------------------------------------------

    def is_page(self, screen: Screen[Any]) -> bool:
        """Tell whether people can go back from a screen; see `GuardedApp`."""
        return not isinstance(screen, StartScreen | TableScreen) and super().is_page(screen)

    def keep_fault(self, error: Exception) -> None:
        """Keep where an error came from, for `tableside doctor`."""
        if self.host is not None:
            self.host.keep_fault(error)

    # -- settings ---------------------------------------------------------------------------------

    def change(self, settings: Settings) -> None:
        """Let settings hold from now on, and keep them."""
        if settings.language != self.settings.language:
            choose_language(os.environ, settings.language)
            self.call_later(self._retell)
        self._heed(settings)
        self.settings_signal.publish(self.settings)
        if self.host is None:
            return
        try:
            self.host.keep_settings(self.settings)
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)

    async def _retell(self) -> None:
        """Say every open screen in another language; a question that was asked stays as it is."""
        for screen in self.screen_stack:
            if isinstance(screen, MessageScreen | TableScreen):
                await screen.retell()
            elif isinstance(screen, TextDialog):
                screen.show_page()

    def _heed(self, settings: Settings) -> None:
        keys = keymap.usable(settings.keys, self.changeable)
        self.settings = replace(settings, keys=keys)
        self.wear(settings.theme)
        self.animation_level = "none" if settings.motion == "reduced" else self._motion
        self.set_keymap(keymap.keymap(keys, self.changeable))

    def get_key_display(self, binding: Binding) -> str:
        """Write keys in the footer as everywhere else."""
        written = binding.key_display or keymap.shown(binding.key)
        held, _, key = written.partition("Ctrl+")
        return written if held or not key else f"^{key.lower()}"

    @on(DescendantFocus)
    def _calm_cursor(self, event: DescendantFocus) -> None:
        """Let no cursor blink where nothing should move."""
        if isinstance(event.widget, Input) and self.settings.motion == "reduced":
            event.widget.cursor_blink = False

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer our settings in place of Textual's themes, which nobody would remember."""
        yield SystemCommand(tr("Settings"), tr("colours, movement, voice, sounds"), self.show_settings)
        yield SystemCommand(tr("Keys"), tr("which key does what, and change it"), self.show_keys)
        yield SystemCommand(tr("Guide"), tr("the first steps once more"), self.show_guide)
        for command in super().get_system_commands(screen):
            if command.title not in {"Theme", "Keys"}:
                yield command._replace(title=tr(command.title), help=tr(command.help))

    def show_settings(self) -> None:
        """Open the settings, once."""
        if not any(isinstance(one, SettingsScreen) for one in self.screen_stack):
            self.push_screen(SettingsScreen(self.settings))

    @on(SettingsScreen.KeysWanted)
    def show_keys(self) -> None:
        """Open the list of keys, once."""
        if any(isinstance(one, KeysScreen) for one in self.screen_stack):
            return
        tables = (one for one in self.screen_stack if isinstance(one, TableScreen))
        verbs = next((table.keys for table in tables), {})
        self.push_screen(KeysScreen(self.changeable, self.settings.keys, verbs))

    def show_guide(self) -> None:
        """Show the guide."""
        self.push_screen(GuideScreen())

    @on(SettingsScreen.Changed)
    def _settings_changed(self, event: SettingsScreen.Changed) -> None:
        self.change(event.settings)

    @on(KeysScreen.Changed)
    def _keys_changed(self, event: KeysScreen.Changed) -> None:
        self.change(replace(self.settings, keys=event.changed))
        for screen in self.screen_stack:
            if isinstance(screen, SettingsScreen):
                screen.show(self.settings)
            elif isinstance(screen, StartScreen):
                screen.show_saved(screen.saved, changed=self.settings.keys)

    # -- the first screen -------------------------------------------------------------------------

    def _saved(self) -> tuple[Saved, ...]:
        """Return the tables of the journal; one that cannot be read keeps nobody from playing."""
        try:
            return () if self.host is None else self.host.saved()
        except CompanionError as error:
            self.notify(str(error), title=tr("The journal"), severity="error", timeout=30, markup=False)
            return ()

    def _games(self) -> tuple[Game[Any], ...]:
        return () if self.host is None else self.host.games()

    def _again(self) -> Wish | None:
        """Return what was wished for last time."""
        games = self._games()
        return self.host.remembered(games[0].id) if self.host is not None and games else None

    @on(StartScreen.Picked)
    def _picked(self, event: StartScreen.Picked) -> None:
        host = self.host
        if host is None:
            self.exit()
            return
        match event.what.split(" "):
            case ["again"]:
                self._open(partial(host.open, host.remembered(host.games()[0].id)))
            case ["new" | "open", *names]:
                games = host.games()
                game = next((game for game in games if game.id in names), games[0])
                self._fill_in(host, game, light="light" in names)
            case ["devices"]:
                self.push_screen(DevicesScreen(None, host.book(), host.tallies))
            case ["calibrate"]:
                last = (host.remembered(game.id).dice for game in host.games() if game.dice)
                self.push_screen(CalibrateScreen(host, next(last, "")))
            case ["history"]:
                self.push_screen(HistoryPage(host, self._saved(), host.games()))
            case ["settings"]:
                self.show_settings()
            case ["practise"]:
                self._practise(host)
            case ["resume", table]:
                self._resume(host, table)
            case _:
                self.exit()

    def _practise(self, host: Host) -> None:
        games = host.games()

        def answer(at: int | None) -> None:
            if at is not None:
                self._open(partial(host.practise, games[at].id))

        notes = tr("Nothing is kept. The cards are dealt already; dice roll by themselves.")
        titles = tuple(game.title for game in games)
        self.push_screen(ChooseScreen(tr("Practise: which game?"), titles, notes), answer)

    def _fill_in(self, host: Host, game: Game[Any], *, light: bool) -> None:
        book = host.book()
        known = () if book is None else book.all()
        wish = host.remembered(game.id)
        wish = replace(wish, depth=Depth.LIGHT) if light else wish
        self.push_screen(NewTableScreen(game, wish, known, host.names(), host.look))

    @on(HistoryPage.Wanted)
    def _wanted(self, event: HistoryPage.Wanted) -> None:
        if self.host is not None:
            self._resume(self.host, event.table)

    @on(NewTableScreen.Wished)
    def _wished(self, event: NewTableScreen.Wished) -> None:
        host, wish = self.host, event.wish
        if host is None:
            return
        opener, without = (partial(host.open, one) for one in (wish, replace(wish, dice="")))
        if wish.dice == host.remembered(wish.game).dice:
            self._ask_for_camera(opener, wish.dice, without)
        else:
            self._open(opener)

    def _resume(self, host: Host, table: str) -> None:
        opener, without = (partial(host.resume, table, seeing=one) for one in (True, False))
        self._ask_for_camera(opener, host.camera_of(table), without)

    def _ask_for_camera(self, opener: Opener, camera: str, without: Opener) -> None:
        """Open a table; ask before, once a camera, whether the one of last time is still there."""

        def answer(chosen: int | None) -> None:
            if chosen is None and isinstance(self.screen, NewTableScreen):
                self.screen.say("", bad=True)
            elif chosen is None and not isinstance(self.screen, StartScreen | HistoryPage):
                self.exit()
            elif chosen is None:
                return
            else:
                self._agreed |= {camera} if chosen == 0 else set()
                self._open((opener, without)[chosen])

        if not camera or camera in self._agreed:
            self._open(opener)
            return
        text = tr("The camera of last time is {camera}. Is it still there?",
                  camera=tr("your phone") if camera == PHONE else without_secrets(camera))  # fmt: skip
        ways = (tr("yes, use it"), tr("no: the dice are typed"))
        self.push_screen(ChooseScreen(text, ways), answer)

    # -- tables -----------------------------------------------------------------------------------

    @work(group="host", exclusive=True, thread=True)
    def _open(self, opener: Opener) -> None:
        """Open a table away from the keys: a camera may take seconds to answer."""
        form = self.screen
        try:
            if isinstance(form, NewTableScreen):
                form.stop_preview()  # a camera serves one at a time
            seating = opener()
        except CompanionError as error:
            self.call_from_thread(self._refuse, error)
        else:
            self.call_from_thread(self._take_seats, seating)

    def _offer_sound(self, error: TableError) -> None:
        """Offer to go on from the last sound line of a damaged table."""

        def answer(chosen: int | None) -> None:
            if chosen == 0 and self.host is not None:
                self._open(partial(self.host.resume, error.table_id, error.sound))
            else:
                self._refuse(error)

        lines = [f"{line.version}  {printable(line.text)}" for line in error.behind[:_SHOWN]]
        lines += ["..."] if len(error.behind) > _SHOWN else []
        go_on = trn("Go on from move {sound}; {count} line is kept aside in a file",
                    "Go on from move {sound}; {count} lines are kept aside in a file",
                    len(error.behind), sound=error.sound)  # fmt: skip
        ways, notes = (go_on, tr("Leave it as it is")), "\n".join(lines)
        choice = ChooseScreen(str(error), ways, notes, likely=None)
        self.push_screen(choice, answer)

    def _refuse(self, error: CompanionError) -> None:
        screen = self.screen
        if isinstance(screen, MessageScreen):
            screen.say(str(error), bad=True)
        else:
            self.problem = error
            self.exit(return_code=2)

    def _take_seats(self, seating: Seating) -> None:
        try:
            live = self.live = seating()
        except TableError as error:
            self._offer_sound(error)
            return
        except CompanionError as error:
            self._refuse(error)
            return
        letters = keymap.letters(self.settings.keys, "table")
        table = TableScreen(live, self.autoplay, self.pace, self.exit_when_over, letters)
        if isinstance(self.screen, NewTableScreen):
            self.switch_screen(table)
        else:
            self.push_screen(table)
        if live.invitation is not None:
            self.push_screen(PhoneScreen(live.invitation))

    @on(TableScreen.Left)
    async def _left(self, event: TableScreen.Left) -> None:
        live = self.live
        self.on_unmount()
        if self.opener is not None:
            self.exit()
            return
        while not isinstance(self.screen, StartScreen):
            await self.pop_screen()
        self.screen.again = self._again()
        self.screen.show_saved(self._saved(), self._games(), self.settings.keys)
        if event.again and live is not None and self.host is not None:
            head = live.table.header
            last = self.host.remembered(head.game)
            rules = dict(head.switches)
            wish = replace(last, seats=head.seats, depth=head.depth, switches=rules)
            self._open(partial(self.host.open, wish))

    def on_unmount(self) -> None:
        """Give the devices back, however the app ends."""
        live, self.live = self.live, None
        if live is not None:
            live.close()


KEYS: Final = keymap.changeable(
    TablesideApp.BINDINGS,
    StartScreen.BINDINGS,
    NewTableScreen.BINDINGS,
    TableScreen.BINDINGS,
    History.BINDINGS,
    GridScreen.BINDINGS,
    FinalScreen.BINDINGS,
    ChartScreen.BINDINGS,
    DevicesScreen.BINDINGS,
    HistoryPage.BINDINGS,
    CalibrateScreen.BINDINGS,
    SettingsScreen.BINDINGS,
    KeysScreen.BINDINGS,
    ChooseScreen.BINDINGS,
    AskScreen.BINDINGS,
    DeclareLineScreen.BINDINGS,
    CorrectRollScreen.BINDINGS,
    RulesScreen.BINDINGS,
    PagesScreen.BINDINGS,
    HelpScreen.BINDINGS,
    GuideScreen.BINDINGS,
)
"""Every action that has a key, as the page of keys lists them."""


def run_app(app: TablesideApp) -> None:
    """Run the app until people leave it.

    Raises:
        CompanionError: the table could not be opened.
        SystemExit: the app broke, and has said how; a script must not take that for an end.
    """
    if app.settings.picture == "auto":
        app.graphics = find_graphics()  # while the terminal's answers are not yet taken for keys
    app.run()
    if app.problem is not None:
        raise app.problem
    if app.return_code:
        raise SystemExit(app.return_code)
