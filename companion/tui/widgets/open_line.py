"""The first line of a form: one key opens the table as the form stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from companion.core.texts import tr

if TYPE_CHECKING:
    from textual import events


class OpenLine(Static, can_focus=True):
    """A line that is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press", tr("Open"), show=False, id="opening.press")
    ]

    class Pressed(Message):
        """The line was pressed."""

    class Typed(Message):
        """Letters were typed where none are read."""

    def action_press(self) -> None:
        """Say that it was pressed."""
        self.post_message(self.Pressed())

    def on_click(self) -> None:
        """Take the mouse as Enter."""
        self.action_press()

    def on_key(self, event: events.Key) -> None:
        """Notice names that are typed one line too early."""
        if event.is_printable and event.character != " ":
            self.post_message(self.Typed())
