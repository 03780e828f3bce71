"""What screens share: a line for messages, and their commands in the palette."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen
from textual.widgets import Static

from companion.tui.screens.help import HelpScreen, Sections


class MessageScreen(Screen[None]):
    """A page with a line `#message`, see `say`, a help page, and a way back."""

    help_keys: ClassVar[Sections] = []
    """What the help page lists."""

    def action_help(self) -> None:
        """Show the keys."""
        if self.is_active:  # once, however often the key is pressed
            self.app.push_screen(HelpScreen(self.help_keys))

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a line; bad news stands out."""
        message = self.query_one("#message", Static)
        message.update(text)
        message.set_class(bad, "-bad")

    def say_from_thread(self, text: str, *, bad: bool = False) -> None:
        """Show a line from another thread, unless people have left meanwhile."""

        def say() -> None:
            if self.is_attached:
                self.say(text, bad=bad)

        if self.app.is_running:
            self.app.call_from_thread(say)

    def action_back(self) -> None:
        """Go back; not what lies below, when the key was pressed twice."""
        if self.is_active:
            self.app.pop_screen()


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
            yield DiscoveryHit(command.name, command.run, help=command.help)

    async def search(self, query: str) -> Hits:
        """Offer what fits the words typed."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = matcher.match(f"{command.name} {command.help}")
            if score > 0:
                yield Hit(score, matcher.highlight(command.name), command.run, help=command.help)
