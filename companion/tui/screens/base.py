"""What screens share: a line for messages, and their commands in the palette."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.command import Hit, Hits, Provider
from textual.containers import Container, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from companion.core.texts import tr
from companion.tui.screens.help import HelpScreen, Sections
from companion.tui.theme import HEIGHTS, WIDTHS
from companion.tui.widgets.key_line import KeyLine


def call_home(screen: Screen[Any], step: Callable[..., None], *args: Any, **more: Any) -> None:
    """Take a step in the screens' own thread from another one, unless people have left meanwhile."""
    app = screen.app

    def take() -> None:
        # A screen that was left is attached for a while, and loses its parts one after the other.
        if screen.is_attached and app.is_running and screen in app.screen_stack:
            step(*args, **more)

    if app.is_running:
        app.call_from_thread(take)


class MessageScreen(Screen[None]):
    """A page with a line `#message`, see `say`, a help page, and a way back."""

    help_keys: ClassVar[Sections] = {}  # What the help page lists

    def action_help(self) -> None:
        """Show the keys."""
        if self.is_active:  # once, however often the key is pressed
            self.app.push_screen(HelpScreen(self.help_keys))

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a line; bad news stands out."""
        message = self.query_one("#message", Static)
        message.update(text)
        message.set_class(bad, "-bad")

    async def retell(self) -> None:
        """Say everything in another language; what was typed stays."""
        typed = {line.id: line.value for line in self.query(Input)}
        await self.recompose()
        for line in self.query(Input):
            line.value = typed[line.id]
        self.fill()

    def fill(self) -> None:
        """Fill in what is not laid out, and give the keys to whom they belong."""

    def on_mount(self) -> None:
        """Fill in what changes."""
        self.fill()

    def action_back(self) -> None:
        """Go back; not what lies below, when the key was pressed twice."""
        if self.is_active:
            self.app.pop_screen()


class ListPage(MessageScreen):
    """A page with a title and one list."""

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    heading: ClassVar[str]
    hint: ClassVar[str] = ""

    def compose(self) -> ComposeResult:
        """Lay out the list and a line below it."""
        yield Static(tr(self.heading), classes="title", markup=False)
        with Container(id="beside"):
            with Vertical(classes="body"):
                yield OptionList(id="offers", markup=False)
            yield Static("", id="explained", markup=False)
        yield Static(tr(self.hint), id="message", markup=False)
        yield KeyLine()

    async def retell(self) -> None:
        """Say everything in another language; the same line stays chosen."""
        at = self.query_one(OptionList).highlighted
        await super().retell()
        self.query_one(OptionList).highlighted = at

    def fill(self) -> None:
        """Fill the list."""
        self.show_lines()
        self.query_one(OptionList).focus()

    def show_lines(self) -> None:
        """List what there is now; the same line stays chosen."""
        offers = self.query_one(OptionList)
        at = offers.highlighted or 0
        offers.clear_options().add_options(self.lines())
        offers.highlighted = at
        self.explain()

    def explained(self, name: str) -> Content:
        """Return what stands beside the list about the line of a name, where there is room."""
        return Content(name and "")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the highlighted line."""
        event.stop()
        self.explain()

    def explain(self) -> None:
        """Explain the line in hand."""
        chosen = self.query_one("#offers", OptionList).highlighted_option
        beside = self.query_one("#explained", Static)
        beside.update(self.explained(chosen.id or "") if chosen else "")

    def lines(self) -> Iterable[Option]:
        """Return what is listed."""
        raise NotImplementedError


class Command(NamedTuple):
    """One line of the palette."""

    name: str
    help: str
    run: Callable[[], object]


class ScreenCommands(Provider):
    """Offers the commands of a screen that lists them with `palette_commands`."""

    def _commands(self) -> list[Command]:
        lister: Callable[[], list[Command]] | None
        lister = getattr(self.screen, "palette_commands", None)
        return lister() if lister else []

    async def discover(self) -> Hits:
        """Offer everything before anything is typed."""
        for command in self._commands():
            yield Hit(1.0, command.name, command.run, help=command.help)  # before the library's

    async def search(self, query: str) -> Hits:
        """Offer what fits the words typed."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = matcher.match(f"{command.name} {command.help}")
            if score > 0:
                yield Hit(score, matcher.highlight(command.name), command.run, help=command.help)
