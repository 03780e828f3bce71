"""The first screen: take up a table, open a new one, practise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from companion.tui import keys, wordings
from companion.tui.screens.help import HelpScreen
from companion.tui.widgets.big_lines import BigLines

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from companion.core.game import Game
    from companion.tui.host import Saved

MOST_SAVED: Final = 12
NEW, PRACTISE, DEVICES, HELP, QUIT = "new", "practise", "devices", "help", "quit"
RESUME: Final = "resume "
OPEN: Final = "open "

KEYS: Final = [
    (
        "Start",
        [
            ("n", "open a new table of the game played last"),
            ("a letter", "open a new table of the game beside it"),
            ("p", "practise: a table with dice that roll by themselves"),
            ("F4", "devices: the trays and dice that were met, and their names"),
            ("1 to 9", "take up a table again where it was left"),
            ("arrows, Enter", "choose from the list"),
            ("Ctrl+P", "every command by name"),
            ("q", "leave"),
        ],
    ),
    (
        "What this is",
        [
            ("", "You play with your own cards and dice. Tableside watches the dice,"),
            ("", "knows the rules, keeps the score, and says at the end who won."),
            ("", "It never rolls, shuffles or deals: chance belongs to the table."),
        ],
    ),
]


class StartScreen(Screen[None]):
    """Offers what can be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "pick('new')", "New table"),
        Binding("p", "pick('practise')", "Practise"),
        Binding("f4", "pick('devices')", "Devices"),
        Binding("question_mark", "pick('help')", "Help", key_display="?"),
        Binding("q", "pick('quit')", "Quit"),
    ]

    class Picked(Message):
        """Something was chosen: `new`, `open GAME`, `practise`, `devices`, `quit`, `resume TABLE`."""

        def __init__(self, what: str) -> None:
            self.what = what
            super().__init__()

    def __init__(self, saved: tuple[Saved, ...] = (), games: tuple[Game[Any], ...] = ()) -> None:
        """Offer tables to take up, newest first, and games, the one played last first."""
        super().__init__()
        self.saved = saved
        self.games = games
        self.letters = keys.assign(sorted(game.id for game in games), "npq?")

    def compose(self) -> ComposeResult:
        """Lay out the name, the list and the message line."""
        with Vertical(id="start"):
            yield BigLines(id="name")
            yield OptionList(id="offers", markup=False)
            yield Static("", id="message", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Fill the list."""
        self.query_one(BigLines).show(("TABLESIDE",), ("the companion beside a real game table",))
        self.show_saved(self.saved)
        self.query_one(OptionList).focus()

    def show_saved(self, saved: tuple[Saved, ...], games: tuple[Game[Any], ...] = ()) -> None:
        """List the tables that can be taken up again, the games, and everything else."""
        self.saved = saved[:MOST_SAVED]
        self.games = games or self.games
        offers = self.query_one(OptionList)
        offers.clear_options()
        for number, table in enumerate(self.saved, 1):
            key = str(number) if number <= 9 else " "  # noqa: PLR2004 - a digit each
            verb = "Look at" if table.over else "Go on with"
            offers.add_option(Option(f"{key}  {verb} {table.title}", id=RESUME + table.id))
        wide = max((len(game.title) for game in self.games), default=0)
        for game in self.games:
            key = "n" if game is self.games[0] else self.letters.get(game.id, " ")
            line = f"{key}  New table: {game.title.ljust(wide)}  {_needs(game)}"
            offers.add_option(Option(line, id=OPEN + game.id))
        offers.add_option(Option("p  Practise with dice that roll by themselves", id=PRACTISE))
        offers.add_option(Option("F4 Devices: tray and dice", id=DEVICES))
        offers.add_option(Option("?  Help", id=HELP))
        offers.add_option(Option("q  Quit", id=QUIT))
        offers.highlighted = 0

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
            self.app.push_screen(HelpScreen(KEYS))
        else:
            self.post_message(self.Picked(what))


def _needs(game: Game[Any]) -> str:
    """Say for how many a game is, and with which dice."""
    least, most = game.players
    return f"{least} to {most} players · {wordings.kinds_text(game.dice) or 'no dice'}"
