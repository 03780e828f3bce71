"""What every dialog shares: it closes once, and never what lies below it."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

T = TypeVar("T")


class Dialog(ModalScreen[T]):
    """A screen over the table that gives an answer."""

    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (12, "-enough")]  # noqa: RUF012 - Textual declares it so

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close with an answer; keys that were pressed too often find it closed.

        Textual would take the screen below off instead: the table, or the last one there is.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()
