"""The first screen: take up a table, open a new one, practise, look back, set things up."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.core.game import Depth, Game
from companion.core.texts import later, tr
from companion.tui import keymap, roll_words
from companion.tui.host import Saved, Wish
from companion.tui.screens.base import Command, MessageScreen, ScreenCommands
from companion.tui.theme import HEIGHTS, WIDTHS
from companion.tui.widgets.big_lines import BigLines
from companion.tui.widgets.key_line import KeyLine

MOST_SAVED: Final = 9
"""Tables to take up again, a digit each; the others are in the history."""

KEYS: Final = {
    later("Start"): [
        (later("1 to 9"), later("take up a table again where it was left; 1 is the last one")),
        ("e", later("the last table again: game, depth, players, house rules")),
        ("n", later("open a new table of the game played last")),
        (later("a letter"), later("open a new table of the game beside it; a capital one, in light depth")),
        ("p", later("practise any game: nothing is kept, dice roll by themselves")),
        ("c", later("calibrate: how the camera stands, and what would help")),
        ("h", later("history: who won how often, and every table played")),
        ("s", later("settings: colours, movement, voice, sounds, keys")),
        ("F4", later("devices: the known trays and dice, and their names")),
        ("?", later("this help")),
        (later("arrows, Enter"), later("choose from the list")),
        ("Ctrl+P", later("every command by name")),
        ("q", later("leave")),
    ],
    later("What this is"): [
        ("", later("You play with your own cards and dice. Tableside watches the dice,")),
        ("", later("knows the rules, keeps the score, and says at the end who won.")),
        ("", later("It never rolls, shuffles or deals: chance belongs to the table.")),
    ],
}


class Offer(NamedTuple):
    """One line of the list: what it leads to (see `StartScreen.Picked`), its key, and its text."""

    what: str
    key: str
    text: str


class StartScreen(MessageScreen):
    """Offers what can be done."""

    help_keys = KEYS
    COMMANDS = {ScreenCommands}  # noqa: RUF012 - Textual declares it so
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "pick('again')", later("Again"), show=False, id="start.again"),
        Binding("n", "pick('new')", later("New table"), id="start.new"),
        Binding("p", "pick('practise')", later("Practise"), id="start.practise"),
        Binding("c", "pick('calibrate')", later("Calibrate"), show=False, id="start.calibrate"),
        Binding("h", "pick('history')", later("History"), id="start.history"),
        Binding("s", "pick('settings')", later("Settings"), id="start.settings"),
        Binding("f4", "pick('devices')", later("Devices"), show=False, id="start.devices"),
        Binding("question_mark", "pick('help')", later("Help"), id="start.help"),
        Binding("q", "pick('quit')", later("Quit"), id="start.quit"),
    ]

    more_keys: ClassVar[tuple[str, ...]] = ("start.devices", "start.calibrate")

    class Picked(Message):
        """Something was chosen.

        It is `again`, `new`, `open GAME`, `open GAME light`, `resume TABLE`, `practise`, `calibrate`, `history`,
        `settings`, `devices` or `quit`.
        """

        def __init__(self, what: str) -> None:
            self.what = what
            super().__init__()

    def __init__(
        self,
        saved: tuple[Saved, ...] = (),
        games: tuple[Game[Any], ...] = (),
        changed: Mapping[str, str] | None = None,
        again: Wish | None = None,
    ) -> None:
        """Offer tables to take up, newest first, games, the one played last first, and its table again."""
        super().__init__()
        self.again = again
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

    def fill(self) -> None:
        """Fill the list."""
        self.query_one(BigLines).show(("TABLESIDE",), (tr("the companion beside a real game table"),))
        self.show_saved(self.saved)
        self.query_one(OptionList).focus()

    def show_saved(
        self, saved: tuple[Saved, ...], games: tuple[Game[Any], ...] = (), changed: Mapping[str, str] | None = None
    ) -> None:
        """List what can be done: the last table first, then a new one, then everything else."""
        self.saved = saved[:MOST_SAVED]
        self.games = games or self.games
        self.changed = self.changed if changed is None else changed
        own = "".join(_letter(binding) for binding in self.BINDINGS)
        reserved = own + keymap.letters(self.changed, "start")
        self.letters = keymap.assign(sorted(game.id for game in self.games), reserved)
        found = self.offers()
        wide = max(len(one.key) for one in found)
        offers = self.query_one(OptionList).clear_options()
        offers.add_options(Option(f"{one.key:{wide}} {one.text}", id=one.what) for one in found)
        offers.highlighted = 0

    def offers(self) -> list[Offer]:
        """Return what is offered, line by line."""
        tables = []
        for number, table in enumerate(self.saved, 1):
            go_on = tr("Go on with {title}", title=table.title)
            text = tr("Look at {title}", title=table.title) if table.over else go_on
            tables.append(Offer(f"resume {table.id}", str(number), text))
        wide = max((len(game.title) for game in self.games), default=0)
        games: list[Offer] = []
        for game in self.games:
            title, needs = game.title.ljust(wide), _needs(game)
            key = self.letters.get(game.id, "") if games else self._key("new")
            text = tr("New table: {game}  {needs}", game=title, needs=needs)
            games.append(Offer(f"open {game.id}", key, text))
        practise, *rest = [
            Offer(what, self._key(what), text)
            for what, text in (
                ("practise", tr("Practise any game: nothing is kept")),
                ("calibrate", tr("Calibrate: how does the camera stand?")),
                ("history", tr("History: who won, tables played, files to share")),
                ("settings", tr("Settings: colours, voice, keys")),
                ("devices", tr("Devices: tray and dice")),
                ("help", tr("Help")),
                ("quit", tr("Quit")),
            )
        ]
        first = [*tables[:1], *self._once_more()]
        if self.saved and self.saved[0].over:
            first.reverse()
        return [*first, *games[:1], practise, *tables[1:], *games[1:], *rest]

    def _once_more(self) -> list[Offer]:
        """Offer the table of last time again, with its players, depth and house rules."""
        if self.again is None or not self.again.seats:
            return []
        last = self.again
        depth = tr("light depth") if last.depth == Depth.LIGHT else tr("full depth")
        said = [*(one.title for one in self.games if one.id == last.game), depth]
        said += [", ".join(last.seats), *(f"{name}={value}" for name, value in last.switches.items())]
        text = tr("Again: {what}", what=" · ".join(said))
        return [Offer("again", self._key("again"), text)]

    def _key(self, what: str) -> str:
        """Return the key of something to pick, as it is now."""
        named = {one.name: one for one in keymap.changeable(self.BINDINGS)}
        return keymap.shown(keymap.keys_of(named[f"start.{what}"], self.changed)[0])

    def on_key(self, event: events.Key) -> None:
        """Take up a table by its number, open one by its game's letter."""
        key = event.character or ""
        found = {str(number): f"resume {one.id}" for number, one in enumerate(self.saved, 1)}
        light = {letter.upper(): f"open {game} light" for game, letter in self.letters.items()}
        found |= light | {letter: f"open {game}" for game, letter in self.letters.items()}
        if key in found and key not in keymap.letters(self.changed, "start"):
            event.stop()
            self.action_pick(found[key])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the line says."""
        event.stop()
        self.action_pick(event.option.id or "")

    def action_pick(self, what: str) -> None:
        """Do it, or pass it on."""
        if what == "help":
            self.action_help()
        elif what != "again" or self._once_more():
            self.post_message(self.Picked(what))

    def palette_commands(self) -> list[Command]:
        """List all that can be done, for the command palette."""
        return [
            Command(one.text, tr("key {key}", key=one.key), partial(self.action_pick, one.what))
            for one in self.offers()
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
