"""A dialog with one line to type."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from companion.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from textual.app import ComposeResult

MAX_LENGTH = 400


class AskScreen(Dialog[str | None]):
    """Asks for a line of text; None is a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back")]

    def __init__(self, question: str, text: str = "", notes: str = "") -> None:
        super().__init__()
        self.question = question
        self.text = text
        self.notes = notes

    def compose(self) -> ComposeResult:
        """Lay out question, notes and the line."""
        with Vertical(id="dialog"):
            yield Static(self.question, id="question", markup=False)
            if self.notes:
                yield Static(self.notes, id="notes", markup=False)
            yield Input(self.text, id="line", max_length=MAX_LENGTH, select_on_focus=False)
            yield Static("Enter takes it · Esc back", id="typed", markup=False)

    def on_mount(self) -> None:
        """Put the cursor behind what is there."""
        line = self.query_one(Input)
        line.focus()
        line.action_end()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line."""
        event.stop()
        self.dismiss(event.value)

    def action_cancel(self) -> None:
        """Go back without an answer."""
        self.dismiss(None)
