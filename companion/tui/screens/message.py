"""What the pages around the table share: a line at the bottom that answers, and the way back."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Static


class MessageScreen(Screen[None]):
    """A screen with a line `#message`; see `say`."""

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a line; what went wrong stands out."""
        message = self.query_one("#message", Static)
        message.update(text)
        message.set_class(bad, "-bad")

    def say_from_thread(self, text: str, *, bad: bool = False) -> None:
        """Say something from another thread, unless people have left meanwhile."""

        def say() -> None:
            if self.is_attached:
                self.say(text, bad=bad)

        if self.app.is_running:
            self.app.call_from_thread(say)

    def action_back(self) -> None:
        """Go back; not what lies below, when the key was pressed twice."""
        if self.is_active:
            self.app.pop_screen()
