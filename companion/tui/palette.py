"""The command palette: everything that can be done at the table, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider

if TYPE_CHECKING:
    from collections.abc import Callable


class Command(NamedTuple):
    """One line of the palette."""

    name: str
    help: str
    run: Callable[[], object]


class TableCommands(Provider):
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
