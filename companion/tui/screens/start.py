"""The first screen: take up a table, open a new one, practise, look back, set things up."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.core.texts import tr
from companion.tui import keymap, keys, roll_words
from companion.tui import start_words as words
from companion.tui.breakpoints import HEIGHTS
from companion.tui.palette import Command, TableCommands
from companion.tui.screens.help import HelpScreen
from companion.tui.widgets.big_lines import BigLines
from companion.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.app import ComposeResult

    from companion.core.game import Game
    from companion.tui.host import Saved

MOST_SAVED: Final = 9
"""Tables to take up again, a digit each; the others are in the history."""

NEW, PRACTISE, DEVICES, HELP, QUIT = "new", "practise", "devices", "help", "quit"
CALIBRATE, HISTORY, SETTINGS = "calibrate", "history", "settings"
RESUME: Final = "resume "
OPEN: Final = "open "


class StartScreen(Screen[None]):
    """Offers what can be done."""

    COMMANDS = {TableCommands}  # noqa: RUF012 - Textual declares it so
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "pick('new')", tr("New table"), id="start.new"),
        Binding("p", "pick('practise')", tr("Practise"), id="start.practise"),
        Binding("c", "pick('calibrate')", tr("Calibrate"), show=False, id="start.calibrate"),
        Binding("h", "pick('history')", tr("History"), id="start.history"),
        Binding("s", "pick('settings')", tr("Settings"), id="start.settings"),
        Binding("f4", "pick('devices')", tr("Devices"), show=False, id="start.devices"),
        Binding("question_mark", "pick('help')", tr("Help"), key_display="?", id="start.help"),
        Binding("q", "pick('quit')", tr("Quit"), id="start.quit"),
    ]

    more_keys: ClassVar[tuple[str, ...]] = ("start.devices", "start.calibrate")

    class Picked(Message):
        """Something was chosen.

        It is `new`, `open GAME`, `resume TABLE`, `practise`, `calibrate`, `history`, `settings`,
        `devices` or `quit`.
        """

        def __init__(self, what: str) -> None:
            self.what = what
            super().__init__()

    def __init__(
        self,
        saved: tuple[Saved, ...] = (),
        games: tuple[Game[Any], ...] = (),
        changed: Mapping[str, str] | None = None,
    ) -> None:
        """Offer tables to take up, newest first, and games, the one played last first.

        Args:
            saved: the tables.
            games: the games.
            changed: keys that people changed, by the action's name.
        """
        super().__init__()
        self.saved = saved
        self.games = games
        self.changed = changed or {}
        self.letters: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """Lay out the name, the list and the message line."""
        with Vertical(id="start"):
            yield BigLines(id="name")
            yield OptionList(id="offers", markup=False)
            yield Static("", id="message", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Fill the list."""
        self.query_one(BigLines).show(
            ("TABLESIDE",), (tr("the companion beside a real game table"),)
        )
        self.show_saved(self.saved)
        self.query_one(OptionList).focus()

    def show_saved(
        self,
        saved: tuple[Saved, ...],
        games: tuple[Game[Any], ...] = (),
        changed: Mapping[str, str] | None = None,
    ) -> None:
        """List what can be done: the last table first, then a new one, then everything else."""
        self.saved = saved[:MOST_SAVED]
        self.games = games or self.games
        self.changed = self.changed if changed is None else changed
        own = "".join(_letter(binding) for binding in self.BINDINGS)
        reserved = own + keymap.letters(self.changed, "start")
        self.letters = keys.assign(sorted(game.id for game in self.games), reserved)
        offers = self.query_one(OptionList)
        offers.clear_options()
        offers.add_options(Option(text, id=what) for what, text in self._offers())
        offers.highlighted = 0

    def _offers(self) -> list[tuple[str, str]]:
        """Return what is offered, each with its line."""
        tables = [
            (
                RESUME + table.id,
                tr("{number!s:2} Look at {title}", number=number, title=table.title)
                if table.over
                else tr("{number!s:2} Go on with {title}", number=number, title=table.title),
            )
            for number, table in enumerate(self.saved, 1)
        ]
        wide = max((len(game.title) for game in self.games), default=0)
        games = [
            (
                OPEN + game.id,
                tr(
                    "{game_key:2} New table: {game}  {needs}",
                    game_key=self._game_key(game),
                    game=game.title.ljust(wide),
                    needs=_needs(game),
                ),
            )
            for game in self.games
        ]
        more = [
            (CALIBRATE, tr("Calibrate: how does the camera stand?")),
            (HISTORY, tr("History: who won, tables played, files to share")),
            (SETTINGS, tr("Settings: colours, voice, keys")),
            (DEVICES, tr("Devices: tray and dice")),
            (HELP, tr("Help")),
            (QUIT, tr("Quit")),
        ]
        practise = (
            PRACTISE,
            tr("{key:2} Practise with dice that roll by themselves", key=self._key(PRACTISE)),
        )
        rest = [(what, f"{self._key(what):2} {text}") for what, text in more]
        return [*tables[:1], *games[:1], practise, *tables[1:], *games[1:], *rest]

    def _game_key(self, game: Game[Any]) -> str:
        return self._key(NEW) if game is self.games[0] else self.letters.get(game.id, "")

    def _key(self, what: str) -> str:
        """Return the key of something to pick, as it is now."""
        named = {one.name: one for one in keymap.changeable(self.BINDINGS)}
        return keymap.shown(keymap.keys_of(named[f"start.{what}"], self.changed)[0])

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a line below the list."""
        message = self.query_one("#message", Static)
        message.update(text)
        message.set_class(bad, "-bad")

    def on_key(self, event: events.Key) -> None:
        """Take up a table by its number, open one by its game's letter."""
        key = event.character or ""
        if key and key in "123456789":
            event.stop()
            self._resume(int(key))
        for game in self.games:
            if key and self.letters.get(game.id) == key:
                event.stop()
                self.action_pick(OPEN + game.id)

    def _resume(self, number: int) -> None:
        if number <= len(self.saved):
            self.action_pick(RESUME + self.saved[number - 1].id)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the line says."""
        event.stop()
        self.action_pick(event.option.id or "")

    def action_pick(self, what: str) -> None:
        """Do it, or pass it on."""
        if what == HELP:
            self.app.push_screen(HelpScreen(words.START_KEYS))
        else:
            self.post_message(self.Picked(what))

    def palette_commands(self) -> list[Command]:
        """List all that can be done, for the command palette."""
        return [
            Command(
                text[3:], tr("key {text}", text=text[:2].strip()), partial(self.action_pick, what)
            )
            for what, text in self._offers()
        ]


def _letter(binding: BindingType) -> str:
    return keymap.character(binding.key) if isinstance(binding, Binding) else ""


def _needs(game: Game[Any]) -> str:
    """Say for how many a game is, and with which dice."""
    least, most = game.players
    return tr(
        "{least} to {most} players · {value}",
        least=least,
        most=most,
        value=roll_words.kinds_text(game.dice) or tr("no dice"),
    )
