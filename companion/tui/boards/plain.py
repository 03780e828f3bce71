"""A board for a game that has none of its own yet: what every view has in common."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from textual.content import Content

from companion.core.texts import tr
from companion.tui.boards.base import Board, plain_label

if TYPE_CHECKING:
    from companion.core.game import View


class PlainBoard(Board):
    """Lists the fields of a view."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: View | None = None

    def show(self, view: View) -> None:
        """Draw another view."""
        self._view = view
        self.refresh()

    def render(self) -> Content:
        """List what the view says."""
        return Content("\n".join(self._lines()))

    def detail(self) -> list[tuple[str, Content]]:
        """Return the same list as one page that can be scrolled."""
        return [(tr("Table"), Content("\n".join(self._lines())))]

    def _lines(self) -> list[str]:
        view = self._view
        if view is None:
            return []
        values = ((one.name, getattr(view, one.name)) for one in fields(view))
        return [f"{name.replace('_', ' ')}: {plain_label(value)}" for name, value in values]
