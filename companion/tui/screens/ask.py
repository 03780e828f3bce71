"""A dialog with one line to type."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from companion.core.texts import tr
from companion.tui import keymap
from companion.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

MAX_LENGTH = 400


class Line(Input):
    """A line that takes as much of a pasted text as has room, where Textual's takes nothing."""

    def on_paste(self, event: events.Paste) -> None:
        """Take the first line, without what does not show."""
        event.stop()
        event.prevent_default()
        first = next(iter(event.text[: 4 * MAX_LENGTH].splitlines()), "")
        text = "".join(one for one in first.replace("\t", " ") if one.isprintable())
        room = MAX_LENGTH - len(self.value) + len(self.selected_text)
        self.replace(text[: max(0, room)], *self.selection)


class AskScreen(Dialog[str | None]):
    """Asks for a line of text; None is a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", tr("Back"), id="ask.back"),
        Binding("f2", "whole", tr("Whole line"), show=False, id="ask.whole"),
    ]

    def __init__(
        self, question: str, text: str = "", notes: str = "", *, part: bool = False
    ) -> None:
        """Ask for a line.

        Args:
            question: what is asked.
            text: what stands in the line at first.
            notes: what else to know.
            part: whether it asks for a part of something that could be typed whole.
        """
        super().__init__()
        self.question = question
        self.text = text
        self.notes = notes
        self.part = part
        self.whole_wanted = False

    def compose(self) -> ComposeResult:
        """Lay out question, notes and the line."""
        key = keymap.now(self.app, "ask.whole", "F2")
        whole = tr(" · {key} type the whole line", key=key) if self.part else ""
        with Vertical(id="dialog"):
            yield Static(self.question, id="question", markup=False)
            if self.notes:
                yield Static(self.notes, id="notes", markup=False)
            yield Line(self.text, id="line", max_length=MAX_LENGTH, select_on_focus=self.part)
            yield Static(
                tr("Enter takes it · Esc back{whole}", whole=whole), id="typed", markup=False
            )

    def on_mount(self) -> None:
        """Put the cursor behind what is there; an example is typed over."""
        line = self.query_one(Input)
        line.focus()
        if not self.part:
            line.action_end()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line."""
        event.stop()
        self.submit(event.value)

    def submit(self, line: str) -> None:
        """Answer with a line."""
        self.dismiss(line)

    def action_whole(self) -> None:
        """Ask to type everything in one line."""
        if self.part:
            self.whole_wanted = True
            self.dismiss(None)

    def action_cancel(self) -> None:
        """Go back without an answer."""
        self.dismiss(None)
