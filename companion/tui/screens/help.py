"""Help: the keys of the screen that asked for it, and the way to the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from companion.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from textual.app import ComposeResult


class HelpScreen(Dialog[str | None]):
    """Lists keys; answers with `rules` when the rules are wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "close", "Back"),
        Binding("slash,w", "rules", "Rules"),
    ]

    def __init__(
        self, sections: list[tuple[str, list[tuple[str, str]]]], *, rules: bool = False
    ) -> None:
        """Show sections of (key, what it does).

        Args:
            sections: titled lists of keys.
            rules: whether there are rules to go to.
        """
        super().__init__()
        self.sections = sections
        self.rules = rules

    def compose(self) -> ComposeResult:
        """Lay out the sections."""
        with Vertical(id="sheet"):
            yield Static("Help", id="question", markup=False)
            with VerticalScroll(id="page"):
                yield Static(self._text(), id="text", markup=False)
            way = "/ the rules · " if self.rules else ""
            yield Static(f"{way}arrows scroll · Esc back", id="typed", markup=False)

    def _text(self) -> str:
        blocks = []
        for title, keys in self.sections:
            wide = max((len(key) for key, _ in keys), default=0)
            lines = [f"  {key.ljust(wide)}  {what}" for key, what in keys]
            blocks.append("\n".join([title, *lines]))
        return "\n\n".join(blocks)

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one("#page").focus()

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)

    def action_rules(self) -> None:
        """Ask for the rules."""
        if self.rules:
            self.dismiss("rules")
