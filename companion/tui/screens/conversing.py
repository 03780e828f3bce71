"""Holding conversations: a row of dialogs, one conversation at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work
from textual.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class ConversingScreen(Screen[None]):
    """A screen that asks people several things in a row."""

    _talking = False

    def _converse(self, talk: Callable[[], Awaitable[None]]) -> None:
        """Hold one conversation at a time: a key pressed twice must not open a dialog twice."""
        if not self._talking:
            self._talking = True
            self._hold(talk)

    @work(group="talk")
    async def _hold(self, talk: Callable[[], Awaitable[None]]) -> None:
        try:
            await talk()
        finally:
            self._talking = False
