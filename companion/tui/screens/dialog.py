"""What every dialog shares: it closes once, and never what lies below it."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen
from textual.widgets import OptionList

T = TypeVar("T")


class Dialog(ModalScreen[T]):
    """A screen over the table that gives an answer."""

    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (12, "-enough")]  # noqa: RUF012 - Textual declares it so

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close with an answer; keys that were pressed too often find it closed.

        Textual would take the screen below off instead: the table, or the last one there is.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()


class ListDialog(Dialog[T]):
    """A dialog with one list; the list keeps the focus, so typing never has to leave it."""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the highlighted row."""
        event.stop()
        self._answer(event.option_index)

    def action_move(self, step: int) -> None:
        """Move the highlight."""
        answers = self.query_one(OptionList)
        if step > 0:
            answers.action_cursor_down()
        else:
            answers.action_cursor_up()

    def _answer(self, row: int) -> None:
        """Close with what a row stands for."""
        raise NotImplementedError
